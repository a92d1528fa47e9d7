"""Making balanced openings: random beginnings that a player finds even, asked from both sides."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .._native import judge
from ..cluster import Cluster
from ..core import (
    Choice,
    Game,
    Limit,
    Move,
    Player,
    Position,
    Record,
    SearchControl,
    Verdict,
    game,
)
from ..errors import Stopped
from ..games import facts_of
from ..players import make_player
from .chance import key, stream

JUDGE = "kishi.arena.balance:judged"
MOST_TRIES = 2000  # candidates for each opening wanted


class CandidateOpening(NamedTuple):
    """A random beginning to be judged, as data."""

    game: str
    player: str  # Spec as text
    limit: Limit
    plies: int
    within: float
    seed: int
    number: int


class Balanced(NamedTuple):
    """A beginning that is even enough."""

    moves: tuple[Move, ...]
    value: float  # for the mover


def judged(candidate: CandidateOpening, control: SearchControl) -> Balanced | None:
    """The candidate, if the player finds it even both to move and after its own best move."""
    of = game(candidate.game)
    record = beginning(of, candidate.plies, candidate.seed, candidate.number)
    if record is None:
        return None
    player = make_player(of, candidate.player, key(candidate.seed, candidate.number))
    try:
        values = list(_values(player, record, candidate.limit, control))
    finally:
        player.close()
    if len(values) < 2 or any(abs(v) > candidate.within for v in values):
        return None
    return Balanced(record.moves, values[0])


def _values(
    player: Player, record: Record, limit: Limit, control: SearchControl
) -> Iterator[float]:
    """What the mover thinks, and what the other thinks after the move."""
    for _ in range(2):
        if record.over:
            return
        choice = player.choose(record, limit, control)
        if control.stopped:
            raise Stopped
        if not isinstance(choice, Choice) or choice.value is None:
            return
        yield choice.value
        record = record.play(choice)


def beginning(of: Game, plies: int, seed: int, number: int) -> Record | None:
    """The random beginning of this number, if the game still runs after it."""
    numbers = list(range(number * plies, (number + 1) * plies))
    record = Record.new(of)
    for draw in (stream(key("beginnings", seed), numbers) >> 32).tolist():
        moves = likely_moves(record.position)
        if not moves:
            return None
        record = record.play(Choice(move=moves[draw * len(moves) >> 32]))
    return record if judge(record.positions) is Verdict.RUNNING else None


def likely_moves(position: Position) -> list[Move]:
    """The legal moves; those of the middle, where people begin there."""
    of = position.game
    legal = position.legal_moves()
    if not facts_of(of).central:
        return legal
    _, rows, columns = of.shape
    reach = max(1, rows // 2 - 1) if rows < 9 else 3
    near = [
        move
        for move in legal
        if abs(position.path(move)[1] // columns - rows // 2) <= reach
        and abs(position.path(move)[1] % columns - columns // 2) <= reach
    ]
    return near or legal


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes balanced openings, no two of them the same but for turning the board."""

    game: Game
    player: str
    limit: Limit
    plies: int
    within: float
    seed: int

    def make(self, count: int, cluster: Cluster) -> Iterator[Balanced]:
        """So many openings, in an order that does not depend on where they were judged."""
        waiting: dict[int, Balanced | None] = {}
        turn, made, seen = 0, 0, set[str]()
        for task, balanced in cluster.map(JUDGE, self._candidates(count)):
            waiting[task.number] = balanced
            while turn in waiting:
                found = waiting.pop(turn)
                turn += 1
                if found is None or (shape := self._shape(found)) in seen:
                    continue
                seen.add(shape)
                yield found
                made += 1
                if made == count:
                    return

    def _candidates(self, count: int) -> Iterator[CandidateOpening]:
        for number in range(count * MOST_TRIES):
            yield CandidateOpening(self.game.name, self.player, self.limit, self.plies, self.within,
                            self.seed, number)  # fmt: skip

    def _shape(self, balanced: Balanced) -> str:
        """The position reached, the same for all that are turns of one another."""
        position = self.game.start()
        for move in balanced.moves:
            position = position.play(move)
        return min(str(position.turned(s)) for s in range(self.game.symmetries))
