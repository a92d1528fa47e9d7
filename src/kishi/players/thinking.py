"""A search on a thread of its own: begun, watched and stopped by whoever asks for it.

The one such place: web tables, engine sides and the terminal all think here. Python hears signals
between its own instructions on the main thread only, so a call that stays in the core for a minute
would otherwise keep it deaf for that minute.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Generic, TypeVar, cast

from .._native import SearchControl, SearchResult
from ..core import Answer, Choice, Limit, Player, Record, SimplePlayer, Variation, takes_control

T = TypeVar("T")
Tell = Callable[[Choice], None]

NAME = "kishi work in the background"  # of threads, by which the command line knows what still runs
EVERY = 0.1  # seconds between looks at a search


class Background(Generic[T]):
    """Work under way on another thread, and the control that whoever began it has over it."""

    def __init__(
        self,
        work: Callable[[SearchControl], T],
        control: SearchControl | None = None,
        begin: Callable[[Callable[[], None]], None] | None = None,
    ) -> None:
        """`begin` finds a thread for it; without that it gets one of its own."""
        self.control = control or SearchControl()
        self.done: Future[T] = Future()
        self.done.set_running_or_notify_cancel()  # only the control ends it
        self._began = time.perf_counter()
        _, self._seen = self.control.latest()  # it may have served earlier moves of the game
        (begin or _begin_thread)(lambda: self._run(work))

    def _run(self, work: Callable[[SearchControl], T]) -> None:
        try:
            self.done.set_result(work(self.control))
        except BaseException as failure:  # handed to whoever asks for the result
            self.done.set_exception(failure)

    def look(self, tell: Tell) -> None:
        """Tell what the search thinks, if that is news."""
        found, number = self.control.latest()
        if number > self._seen:
            self._seen = number
            tell(choice_of(found, time.perf_counter() - self._began))

    def watch(self, tell: Tell = lambda _: None, every: float = EVERY) -> T:
        """The result; meanwhile its news. Who is interrupted while waiting, as by Ctrl-C, stops it."""
        try:
            while not wait([self.done], timeout=every).done:
                self.look(tell)
        except BaseException:
            self.stop()
            raise
        self.look(tell)
        return self.done.result()

    def stop(self) -> None:
        """End it soon; a search then answers what it has."""
        self.control.stop()


def _begin_thread(work: Callable[[], None]) -> None:
    # A daemon: if whoever waits gives up, what it still does keeps no process alive.
    threading.Thread(target=work, name=NAME, daemon=True).start()


def think(
    player: Player, record: Record, limit: Limit, control: SearchControl | None = None
) -> Background[Answer]:
    """The player at work on its move."""
    return Background(lambda control: player.choose(record, limit, control), control)


def still_at_work(patience: float = 0.3) -> bool:
    """Is some call still in the core, although it was told to stop or cannot be?"""
    # One that is about to begin has no number yet and cannot be waited for; nor has it begun anything.
    threads = [t for t in threading.enumerate() if t.name == NAME and t.ident is not None]
    for thread in threads:
        thread.join(patience)
    return any(t.is_alive() and t.name == NAME for t in threads)


def choice_of(found: SearchResult, seconds: float) -> Choice:
    """What the core has found as a Choice; who has not looked ahead has no value to tell."""
    looked = bool(found.depth or found.nodes or found.exact)
    return Choice(
        move=found.move,
        value=found.value if looked else None,
        points=found.points if looked else None,
        exact=found.exact,
        visits={m: v for m, _, v in found.moves if v} or None,
        values={m: value for m, value, _ in found.moves} or None,
        priors=dict(found.priors) or None,
        worths=dict(found.worths) or None,
        line=tuple(found.line),
        plies=found.plies,
        variations=tuple(
            Variation(tuple(line), value, points, plies)
            for line, value, points, plies in found.variations
        ),
        table_full=found.table_full,
        depth=found.depth,
        selectivity=found.selectivity,
        nodes=found.nodes,
        seconds=seconds,
        cpu=found.cpu or None,
    )


def controlled(player: SimplePlayer) -> Player:
    """The player as one that can be handed a control, whether or not it heeds it."""
    return cast(Player, player) if takes_control(player.choose) else Uncontrolled(player)


class Uncontrolled:
    """A player whose `choose` takes no control: its move lasts as long as it lasts."""

    def __init__(self, player: SimplePlayer) -> None:
        self.name = player.name
        self._player = player

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Answer:
        return self._player.choose(record, limit)

    def close(self) -> None:
        self._player.close()
