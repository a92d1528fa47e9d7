"""A table: one game in progress, its two seats, and the pages that watch it.

The referee knows the rules and the clocks; a table only asks computers for their moves, takes those
of people from pages, and tells every watcher what happened. It plays while somebody watches: the
last page that closes stops the search, and the first that comes back starts it again.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ..arena import Referee
from ..core import Answer, Choice, Game, Limit, Player, Record, Spec
from ..errors import BadInput
from .judge import Judge
from .refusal import Refusal, refusal_of
from .scores import Score
from .seats import HUMAN, megabytes_of, seated, threads_of
from .swap2 import Swap2
from .thinking import Thinker, ThinkingPool
from .views import choice_view, end_view, game_view, legal_view, ply_view
from .watcher import Event, Watcher, written

UNHURRIED = 0.45  # seconds that a move takes at least where no person plays: one wants to see it
POLITE = 0.25  # and against a person, whose own move is still being drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What was agreed before the game."""

    game: Game
    seats: tuple[Spec, Spec]
    seconds: float | None  # a computer may think about each move
    clock: float | None  # seconds for the whole game
    increment: float
    swap2: bool
    seed: int


class GameTable:
    """One game and everything around it; all of it on the event loop."""

    def __init__(
        self,
        id: str,
        terms: Terms,
        record: Record,
        pool: ThinkingPool,
        changed: Callable[["GameTable"], None],
        *,
        clocks: tuple[float, float] | None = None,
        swap2: Swap2 | None = None,
        stored: bool = False,
        scores: Sequence[Score | None] = (),
    ) -> None:
        self.id = id
        self.terms = terms
        self.swap2 = swap2
        self.redo: list[Choice] = []
        self.watchers: set[Watcher] = set()
        self.touched = time.time()
        self.paused = False
        self.stored = stored  # a finished game goes to the store once
        self.saved = asyncio.Event()  # all that has happened is on disk, or cannot be written
        self.saved.set()
        limit = Limit(clocks=clocks, increment=terms.increment) if clocks else Limit()
        self.referee = Referee(terms.game, record=record, limit=limit)
        self._pool = pool
        self._changed = changed
        self._judge = Judge(pool, record, scores, self._judged)
        self._thinkers: dict[int, Thinker] = {}
        self._task: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._began: float | None = None  # when the person to move began to think
        self._spent = 0.0  # and what they used before the page was closed

    # Who sits where.

    @property
    def record(self) -> Record:
        return self.referee.record

    @property
    def ply(self) -> int:
        return len(self.record.choices)

    def seat_of(self, side: int) -> int:
        return side ^ (self.swap2.exchanged if self.swap2 else False)

    @property
    def seat(self) -> int:
        """Whose turn it is to do something."""
        chooser = self.swap2.at_work(self.ply) if self.swap2 else None
        return self.seat_of(self.referee.turn) if chooser is None else chooser

    @property
    def _opening(self) -> bool:
        """Are stones still being placed by swap2? Nobody's clock runs meanwhile."""
        return self.swap2 is not None and self.swap2.at_work(self.ply) is not None

    def is_person(self, seat: int) -> bool:
        return self.terms.seats[seat].kind == HUMAN

    @property
    def played(self) -> Record:
        """The record with its players, the first mover first."""
        names = [str(self.terms.seats[self.seat_of(side)]) for side in (0, 1)]
        return replace(self.record, players=(names[0], names[1]))

    @property
    def clocks(self) -> tuple[float, float] | None:
        return self.referee.limit.clocks

    # Pages.

    def join(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        watcher.ask(self.whole)
        self._judge.follow(self.record)
        self._go_on()

    async def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if not self.watchers:
            await self.rest()

    async def rest(self) -> None:
        """Stop everything; `join` starts it again."""
        self._stop_clock()
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self._judge.rest()
        if self.watchers:
            self._judge.follow(self.record)
            return  # somebody came back meanwhile, and it goes on
        self._forget_players()
        self._changed(self)

    def tell(self, event: Event) -> None:
        text = written(event)
        for watcher in self.watchers:
            watcher.send(event["type"], text)

    def fail(self, failure: BaseException, doing: str = "") -> None:
        """Every page hears what went wrong, and the game is still there."""
        refusal = refusal_of(failure)
        error = f"{doing}: {refusal.message}" if doing else refusal.message
        self.tell({"type": "error", "status": refusal.status, "error": error})

    # What pages see.

    def whole(self) -> Event:
        """Everything, for a page that has just come."""
        terms = self.terms
        return {
            "type": "table",
            "id": self.id,
            "game": game_view(terms.game),
            "start": str(self.record.positions[0]),
            "seats": [str(spec) for spec in terms.seats],
            "terms": {
                "seconds": terms.seconds,
                "clock": terms.clock,
                "increment": terms.increment,
                "swap2": terms.swap2,
            },
            "plies": [self._ply_view(ply) for ply in range(self.ply + 1)],
            "now": self.now(),
        }

    def _ply_view(self, ply: int) -> Event:
        return ply_view(self.record, ply) | {"score": self._judge.score(self.record, ply)}

    @property
    def scores(self) -> list[Score | None]:
        """What the one analysis of this game thinks of each position, where it has looked."""
        return self._judge.scores(self.record)

    def _judged(self, ply: int, score: Score) -> None:
        self.tell({"type": "judged", "ply": ply, "score": score})

    def now(self) -> Event:
        """How things stand."""
        end = end_view(self.record)
        asked = self.swap2.asked(self.ply) if self.swap2 and not end else None
        return {
            "seat": self.seat,
            "sides": [self.seat_of(0), self.seat_of(1)],
            "person": self.is_person(self.seat),
            "legal": [] if end or asked else legal_view(self.record.position),
            "asked": list(asked) if asked else None,
            "swap2": self.swap2.told(self.ply) if self.swap2 and not end else None,
            "end": end,
            "clocks": self._shown_clocks(),
            "paused": self.paused,
            "undo": self._plies_to_undo() if self._may_undo() else 0,
            "redo": len(self.redo),
        }

    def _shown_clocks(self) -> list[float] | None:
        if self.clocks is None:
            return None
        shown = list(self.clocks)
        shown[self.referee.turn] = max(0.0, shown[self.referee.turn] - self._thought_for())
        return [round(seconds, 2) for seconds in shown]

    def _announce(self) -> None:
        self.touched = time.time()
        self._changed(self)
        self.tell({"type": "ply", "at": self._ply_view(self.ply), "now": self.now()})
        if self.watchers:
            self._judge.follow(self.record)

    # What people do.

    def play(self, move: int, ply: int) -> None:
        """A person's move. `ply` says which position the page showed: a late click is no move."""
        self._must_be_persons(ply)
        if self.swap2 and self.swap2.asked(self.ply):
            raise Refusal(409, "choose a colour first")
        if not self.record.position.is_legal(move):
            raise BadInput(f"that move is not legal here: {self._name(move)}")
        self.redo.clear()
        self._submit(Choice(move=move), 0.0 if self._opening else self._thought_for())

    def choose(self, answer: str, ply: int) -> None:
        """A person's answer to swap2's question."""
        self._must_be_persons(ply)
        if self.swap2 is None or answer not in (self.swap2.asked(self.ply) or ()):
            raise Refusal(409, "there is nothing to choose now")
        self.swap2 = self.swap2.answered(answer, self.ply)
        self._turn_over()

    def resign(self, seat: int) -> None:
        """The person in this seat gives up, whoever is to move."""
        if self.record.over or not self.is_person(seat):
            raise Refusal(409, "there is nobody to resign")
        self._interrupt()
        self.referee.forfeit("resigned", self.seat_of(seat))
        self._turn_over()

    def undo(self) -> None:
        """Back to the last move of a person before this one."""
        if not self._may_undo():
            raise Refusal(409, "there is no move to take back")
        self._interrupt()
        plies = self._plies_to_undo()
        self.redo += reversed(self.record.choices[-plies:])
        self.referee.record = self.record.back(plies)
        self._turn_over()

    def replay(self) -> None:
        """Take the last undoing back."""
        if not self.redo:
            raise Refusal(409, "there is no move to bring back")
        self._interrupt()
        while self.redo:
            self.referee.record = self.record.play(self.redo.pop())
            self._announce()
            if self.is_person(self.seat):
                break
        self._turn_over()

    def pause(self, paused: bool) -> None:
        """Computers wait, or go on."""
        self.paused = paused
        if paused:
            self._interrupt()
        self._turn_over()

    def _must_be_persons(self, ply: int) -> None:
        if self.record.over:
            raise Refusal(409, "the game is over")
        if ply != self.ply or not self.is_person(self.seat):
            raise Refusal(409, "it is not your turn")

    def _may_undo(self) -> bool:
        in_opening = self.swap2 is not None and self.ply <= self.swap2.until
        return self.clocks is None and not in_opening and self._plies_to_undo() > 0

    def _plies_to_undo(self) -> int:
        """How many moves back a person last had the choice."""
        people = {side for side in (0, 1) if self.is_person(self.seat_of(side))}
        for plies in range(1, self.ply + 1):
            if self.record.positions[self.ply - plies].turn in people:
                return plies
        return 0

    def _name(self, move: int) -> str:
        of = self.terms.game
        return of.move_text(move) if 0 <= move < of.moves else str(move)

    # Turns.

    def _submit(self, answer: Answer, seconds: float) -> None:
        self._stop_clock()
        self.referee.submit(answer, seconds)
        self._turn_over()

    def _turn_over(self) -> None:
        self._stop_clock()
        self._spent = 0.0
        self._announce()
        self._go_on()

    def _go_on(self) -> None:
        """Let whoever is to move think."""
        if self.record.over or not self.watchers:
            return
        if self.is_person(self.seat):
            self._start_clock()
        elif self._task is None and not self.paused:
            self._task = asyncio.create_task(self._run_computers())

    def _interrupt(self) -> None:
        """End the search under way; its answer is forgotten."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            # It may hear "stop" a little later than the next search begins: not the same player.
            self._forget_players()

    async def _run_computers(self) -> None:
        me = asyncio.current_task()
        while self._task is me and not self.record.over and not self.is_person(self.seat):
            try:
                await self._computer_turn()
            except Exception as failure:
                self._stand_still(failure)
        if self._task is me:
            self._task = None
            self._go_on()

    def _stand_still(self, failure: Exception) -> None:
        """A computer that cannot move: everybody hears why, and `go on` lets it try again."""
        self._forget_players()
        self._task = None
        self.paused = True
        self.fail(failure, f"{self.terms.seats[self.seat]} did not move")
        self._turn_over()

    async def _computer_turn(self) -> None:
        began = time.perf_counter()
        self._began, self._spent = began, 0.0
        if self._opening:
            await self._computer_opens()
            return
        answer = await self._think(self._limit())
        seconds = time.perf_counter() - began
        least = POLITE if self._has_person else UNHURRIED
        await asyncio.sleep(max(0.0, least - seconds))
        self.redo.clear()
        self._began = None
        self.referee.submit(answer, seconds)
        self._announce()

    async def _think(self, limit: Limit) -> Answer:
        thinker = self._thinker(self.seat)
        tell = self._thinks_aloud
        return await self._pool.think(thinker, self.record, limit, tell, urgent=self._has_person)

    @property
    def _has_person(self) -> bool:
        return any(map(self.is_person, (0, 1)))

    async def _computer_opens(self) -> None:
        assert self.swap2 is not None
        record = self.record
        if self.swap2.asked(self.ply):
            answer = await self._think(Limit(seconds=1.0))
            self.swap2 = self.swap2.answered(self.swap2.verdict(answer), self.ply)
        else:
            move = await asyncio.to_thread(self.swap2.opening_move, record, self.terms.seed)
            await asyncio.sleep(UNHURRIED)
            self.referee.record = record.play(Choice(move=move))
        self._announce()

    def _thinker(self, seat: int) -> Thinker:
        if seat not in self._thinkers:
            spec = self.terms.seats[seat]
            self._thinkers[seat] = Thinker(
                lambda: self._made(seat), threads_of(spec), megabytes_of(spec)
            )
        return self._thinkers[seat]

    def _made(self, seat: int) -> Player:
        """The player. Its weights may have been trained on since it was made before."""
        made = seated(self.terms.game, self.terms.seats[seat], self.terms.seed + seat)
        seats = list(self.terms.seats)
        seats[seat] = made.spec
        self.terms = replace(self.terms, seats=(seats[0], seats[1]))
        return made.player

    def _forget_players(self) -> None:
        for thinker in self._thinkers.values():
            self._pool.forget(thinker)
        self._thinkers.clear()

    def _limit(self) -> Limit:
        return replace(self.referee.limit, seconds=self.terms.seconds)

    def _thinks_aloud(self, choice: Choice) -> None:
        thought = choice_view(self.record.position, choice)
        self.tell({"type": "thinking", "ply": self.ply, "seat": self.seat, "thought": thought})

    # A person's clock.

    def _thought_for(self) -> float:
        running = time.perf_counter() - self._began if self._began is not None else 0.0
        return self._spent + running

    def _start_clock(self) -> None:
        if self._began is not None:
            return
        self._began = time.perf_counter()
        if self.clocks is not None and not self._opening:
            left = self.clocks[self.referee.turn] - self._spent
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(max(0.0, left), self._flag_falls)

    def _stop_clock(self) -> None:
        self._spent = self._thought_for()
        self._began = None
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _flag_falls(self) -> None:
        self._flag = None
        if not self.record.over:
            self.referee.forfeit("time")
            self._turn_over()
