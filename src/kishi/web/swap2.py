"""Swap2: how Gomoku players share out an opening that would favour Black too much.

The first seat places three stones, Black's two and White's one. The second seat takes White, or
Black, or places two more (White's and Black's) and leaves the choice of colour to the first.
"""

import random
from dataclasses import dataclass, replace

from ..core import Answer, Choice, Limit, Player, Record
from ..players import make_player

STONES, MORE = 3, 2
WHITE, BLACK, TWO_MORE = "white", "black", "more"
TRIES, TRY_NODES = 10, 3000


@dataclass(frozen=True, slots=True)
class Swap2:
    """How far the opening has got."""

    until: int = STONES  # the ply up to which stones are placed
    done: bool = False
    exchanged: bool = False  # the first seat plays White

    def at_work(self, ply: int) -> int | None:
        """The seat that places stones or chooses; None when the game is played as usual."""
        if self.done:
            return None
        placing = ply < self.until
        if self.until == STONES:
            return 0 if placing else 1
        return 1 if placing else 0

    def asked(self, ply: int) -> tuple[str, ...] | None:
        """What can be chosen now."""
        if self.done or ply < self.until:
            return None
        return (WHITE, BLACK, TWO_MORE) if self.until == STONES else (WHITE, BLACK)

    def told(self, ply: int) -> dict[str, int] | None:
        """For whoever places stones: the ply at which that ends, and how many are placed first."""
        return {"until": self.until, "stones": STONES} if self.at_work(ply) is not None else None

    def answered(self, answer: str, ply: int) -> "Swap2":
        if answer == TWO_MORE:
            return replace(self, until=STONES + MORE)
        chooser = self.at_work(ply)
        return replace(self, done=True, exchanged=(answer == BLACK) == (chooser == 1))

    def verdict(self, answer: Answer) -> str:
        """The colour a computer takes: White, who moves next, if it stands better."""
        value = answer.value if isinstance(answer, Choice) and answer.value is not None else 0.0
        return WHITE if value > 0 else BLACK

    def opening_move(self, record: Record, seed: int) -> int:
        """A computer's next stone: one that leaves the game as even as can be found quickly."""
        chance = random.Random(seed * 1000 + len(record.choices))
        legal = record.position.legal_moves()
        size = record.game.shape[1]
        near = [m for m in legal if _is_near(m, size, record)]
        tried = chance.sample(near, min(TRIES, len(near)))
        judge = make_player(record.game, "search:hash=1", seed)
        try:
            return min(tried, key=lambda m: _lopsided(record.play(Choice(move=m)), judge))
        finally:
            judge.close()


def _is_near(move: int, size: int, record: Record) -> bool:
    """The first stone near an edge, where Black gains less; the others near the first."""
    row, column = divmod(move, size)
    if not record.choices:
        return min(row, column, size - 1 - row, size - 1 - column) <= 2
    first_row, first_column = divmod(record.choices[0].move, size)
    return max(abs(row - first_row), abs(column - first_column)) <= 3


def _lopsided(record: Record, judge: Player) -> float:
    choice = judge.choose(record, Limit(nodes=TRY_NODES))
    return abs(choice.value or 0.0) if isinstance(choice, Choice) else 1.0
