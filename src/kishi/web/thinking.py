"""Players at work beside the event loop: watched while they think, stopped when nobody cares.

The budget of all of them is here: how many threads search at once, how much memory players keep
between their moves, and how long any of them may think, whatever its own options say.
"""

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from queue import SimpleQueue

from ..core import Answer, Limit, Player, Record, SearchControl
from ..players.thinking import EVERY, NAME, Background, Tell
from .reading import LONGEST_THINK

CROWD = 8  # searches that wait for their turn
IDLE = "kishi waits for work"  # a thread's name
GRACE = 2.0  # seconds beyond its time after which a player that heeds no limit is stopped


class Thinker:
    """A player that is made when it is first asked, and again after its memory was needed elsewhere."""

    def __init__(self, make: Callable[[], Player], threads: int = 1, megabytes: int = 1) -> None:
        self.threads = threads
        self.megabytes = megabytes
        self._make = make
        self._player: Player | None = None
        self._lock = threading.Lock()

    def choose(self, record: Record, limit: Limit, control: SearchControl) -> Answer:
        with self._lock:
            if self._player is None:
                self._player = self._make()
            player = self._player
        return player.choose(record, limit, control)

    def close(self) -> None:
        """Let go of the player, and with it of a search that heeds no control."""
        player, self._player = self._player, None
        if player is not None:
            player.close()


class Hands:
    """Threads that wait for something to do.

    They are there before they are needed: to begin one takes until it runs, which on a busy machine is
    a tenth of a second in which the event loop answers nobody.
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        for _ in range(threads):
            threading.Thread(target=self._serve, name=IDLE, daemon=True).start()

    def do(self, work: Callable[[], None]) -> None:
        self._work.put(work)

    def _serve(self) -> None:
        me = threading.current_thread()
        while (work := self._work.get()) is not None:
            me.name = NAME
            work()
            me.name = IDLE

    def close(self) -> None:
        for _ in range(self._threads):
            self._work.put(None)


class ThinkingPool:
    """So many threads search at once; who finds no room waits for it, people's opponents first."""

    def __init__(self, threads: int, megabytes: int) -> None:
        self._megabytes = megabytes
        self._permits = Permits(threads)
        self._searching = Hands(threads)
        self._tidying = Hands(1)  # giving memory back takes as long as a move
        self._busy: dict[Thinker, Background[Answer]] = {}
        self._idle: OrderedDict[Thinker, None] = OrderedDict()  # the one used last comes last

    async def think(
        self, thinker: Thinker, record: Record, limit: Limit, tell: Tell, *, urgent: bool = True
    ) -> Answer:
        """The player's answer. Cancelling this ends the search, and the player too."""
        async with self._permits.taken(thinker.threads, urgent=urgent):
            self._idle.pop(thinker, None)
            others = self._too_much_with(thinker)

            def search_in_room(control: SearchControl) -> Answer:
                for other in others:
                    other.close()
                return thinker.choose(record, limit, control)

            # At the event loop's own priority: one with less would keep the loop waiting whenever it
            # holds Python's lock and other programs keep it off the processor.
            search = Background(search_in_room, begin=self._searching.do)
            self._busy[thinker] = search
            try:
                answer = await _watched(search, tell, longest(limit, record))
            except asyncio.CancelledError:
                await _ended(search, thinker)
                raise
            except Exception:
                self._tidying.do(thinker.close)
                raise
            finally:
                del self._busy[thinker]
            self._idle[thinker] = None
            return answer

    @property
    def crowded(self) -> bool:
        """Do so many wait that who is in no hurry should come back later?"""
        return self._permits.waiting >= CROWD

    @contextmanager
    def keeping(self, thinker: Thinker) -> Iterator[None]:
        """Around all that it is asked."""
        try:
            yield
        finally:
            self.forget(thinker)

    def forget(self, thinker: Thinker) -> None:
        """It is not wanted any more."""
        self._idle.pop(thinker, None)
        self._tidying.do(thinker.close)

    def _too_much_with(self, thinker: Thinker) -> list[Thinker]:
        """Those that have not been asked for longest lose what they remember, not how they play."""
        gone = list[Thinker]()
        kept = sum(t.megabytes for t in (thinker, *self._idle, *self._busy))
        while kept > self._megabytes and self._idle:
            gone.append(self._idle.popitem(last=False)[0])
            kept -= gone[-1].megabytes
        return gone

    def close(self) -> None:
        for search in self._busy.values():
            search.stop()
        self._searching.close()
        self._tidying.close()


class Permits:
    """So many at once, in the order of asking; who is in no hurry never takes more than half."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._free = {True: count, False: max(1, count // 2)}
        self._waiting: deque[tuple[int, bool, asyncio.Future[None]]] = deque()

    @property
    def waiting(self) -> int:
        return sum(not turn.done() for _, _, turn in self._waiting)

    @asynccontextmanager
    async def taken(self, wanted: int, *, urgent: bool) -> AsyncIterator[None]:
        wanted = min(wanted, self._count if urgent else max(1, self._count // 2))
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, urgent, turn))
        self._hand_out()
        try:
            await turn
            yield
        finally:
            if turn.done() and not turn.cancelled():
                self._free[True] += wanted
                self._free[False] += 0 if urgent else wanted
            self._waiting = deque(w for w in self._waiting if w[2] is not turn)
            self._hand_out()

    def _hand_out(self) -> None:
        for wanted, urgent, turn in [w for u in (True, False) for w in self._waiting if w[1] is u]:
            free = self._free[True] if urgent else min(self._free.values())
            if turn.done() or wanted > free:
                continue
            self._free[True] -= wanted
            self._free[False] -= 0 if urgent else wanted
            turn.set_result(None)


def longest(limit: Limit, record: Record) -> float:
    """Seconds after which a search is stopped, whatever its player thinks of limits."""
    if limit.clocks is not None:
        return min(limit.clocks[record.position.turn] + limit.increment, LONGEST_THINK) + GRACE
    return (limit.seconds or LONGEST_THINK) + GRACE


async def _watched(search: Background[Answer], tell: Tell, seconds: float) -> Answer:
    loop = asyncio.get_running_loop()
    answer, until = asyncio.wrap_future(search.done), loop.time() + seconds
    while not (await asyncio.wait({answer}, timeout=EVERY))[0]:
        search.look(tell)
        if loop.time() > until:
            search.stop()
    return answer.result()


async def _ended(search: Background[Answer], thinker: Thinker) -> None:
    """Its place is free only when it has ended; closing is for players that heed no control."""
    search.stop()
    thinker.close()
    while not search.done.done():
        await asyncio.sleep(0.005)
