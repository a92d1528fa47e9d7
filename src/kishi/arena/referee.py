"""One game in progress: turns, clocks, legality and the end.

The referee does no I/O and starts no thread, so a match, a web session and a test all
use this one. `play_game` is the only loop in kishi that asks players for moves.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from ..core import (
    Answer,
    Choice,
    End,
    Game,
    Limit,
    Position,
    Record,
    Resign,
    SearchControl,
    Spec,
    TakeBack,
    Verdict,
)
from ..errors import BadInput, PlayerFailed
from ..players import make_player
from ..players.own import own_player

WON_BY = (Verdict.FIRST_WINS, Verdict.SECOND_WINS)


@runtime_checkable
class SlowStarter(Protocol):
    """A player that gets ready before the game, off its clock."""

    def prepare(self, control: SearchControl) -> None: ...


class Referee:
    """Holds the record and applies the players' answers to it."""

    def __init__(
        self,
        game: Game,
        *,
        start: Position | None = None,
        record: Record | None = None,
        limit: Limit | None = None,
        margin: float = 0.1,  # seconds over the limit that are the machine's, not the player's
        most_plies: int | None = None,  # a longer game is a draw
    ) -> None:
        self.record = record or Record.new(game, start)
        self.most_plies = most_plies
        self._limit = limit or Limit()
        self._margin = margin
        self._clocks = list(self._limit.clocks) if self._limit.clocks else None

    @property
    def over(self) -> bool:
        return self.record.over

    @property
    def turn(self) -> int:
        return self.record.position.turn

    @property
    def limit(self) -> Limit:
        """What the mover may use now, with the clocks as they stand."""
        if self._clocks is None:
            return self._limit
        return replace(self._limit, clocks=(self._clocks[0], self._clocks[1]))

    def submit(self, answer: Answer, seconds: float = 0.0, cpu: float = 0.0) -> None:
        """Apply the mover's answer, which took so long, or end the game against the mover."""
        if self.over:
            raise BadInput("the game is over")
        if isinstance(answer, Resign):
            self.forfeit("resigned")
        elif isinstance(answer, TakeBack):
            self.record = self.record.back(min(answer.plies, len(self.record.choices)))
        elif not self._in_time(seconds, cpu):
            self.forfeit("time")
        else:
            self._play(replace(answer, seconds=seconds, cpu=cpu or None))

    def forfeit(self, reason: str, side: int | None = None) -> None:
        """The mover, or the side given, loses for a reason outside the rules."""
        loser = self.turn if side is None else side
        self.record = replace(self.record, end=End(reason, WON_BY[1 - loser]))

    def _play(self, choice: Choice) -> None:
        try:
            self.record = self.record.play(choice)
        except (BadInput, TypeError):
            self.forfeit("illegal move")
            return
        too_long = self.most_plies is not None and len(self.record.choices) >= self.most_plies
        if too_long and not self.record.over:
            self.record = replace(self.record, end=End("too long", Verdict.DRAW))

    def _in_time(self, seconds: float, cpu: float) -> bool:
        if self._limit.cpu is not None and cpu > self._limit.cpu + self._margin:
            return False
        if self._limit.seconds is not None and seconds > self._limit.seconds + self._margin:
            return False
        if self._clocks is None:
            return True
        self._clocks[self.turn] -= seconds
        in_time = self._clocks[self.turn] >= -self._margin
        self._clocks[self.turn] = max(0.0, self._clocks[self.turn]) + self._limit.increment
        return in_time


def play_game(
    first: object,
    second: object,
    referee: Referee,
    watch: Callable[[Record], None] | None = None,
    control: SearchControl | None = None,
) -> Record:
    """Play a game to its end. A player that fails loses, with the reason in the record.

    Players are texts (``"search:depth=4"``), functions of a position that answer a move, or objects
    with ``choose(record, limit)``; those that `make_player` made may be asked again in the next game.

    Whoever watches is told before each move how things stand. Once the control is stopped, nothing
    that players answer counts any more: the record is of a game that still runs.
    """
    given = (_seated(first, referee), _seated(second, referee))
    try:
        return _play(given, referee, watch, control or SearchControl())
    finally:
        for made, asked in zip(given, (first, second), strict=True):
            if made is not asked:
                made.close()


def _play(
    given: tuple[Any, Any],
    referee: Referee,
    watch: Callable[[Record], None] | None,
    control: SearchControl,
) -> Record:
    players = (own_player(given[0]), own_player(given[1]))
    referee.record = replace(referee.record, players=(players[0].name, players[1].name))
    _prepare(given, referee, control)
    while not referee.over and not control.stopped:
        if watch is not None:
            watch(referee.record)
        asked, computed = time.perf_counter(), time.thread_time()
        try:
            answer = players[referee.turn].choose(referee.record, referee.limit, control)
        except PlayerFailed as failure:
            if not control.stopped:
                referee.forfeit(str(failure))
            break
        if not control.stopped:
            told = answer.cpu if isinstance(answer, Choice) else None
            cpu = time.thread_time() - computed if told is None else told
            referee.submit(answer, time.perf_counter() - asked, cpu)
    return referee.record


def _seated(player: object, referee: Referee) -> Any:
    return make_player(referee.record.game, player) if isinstance(player, str | Spec) else player


def _prepare(players: tuple[object, object], referee: Referee, control: SearchControl) -> None:
    for side, player in enumerate(players):
        if isinstance(player, SlowStarter) and not referee.over:
            try:
                player.prepare(control)
            except PlayerFailed as failure:
                if not control.stopped:
                    referee.forfeit(str(failure), side)
