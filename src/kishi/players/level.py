"""Levels: for people who want an opponent of about their strength, not a method.

Each level searches twice the nodes of the one below. The lower ones also misjudge every position by
a random amount, because a shallow search alone never overlooks a capture, and beginners do; and they ask no
solver, because beginners play no perfect endings. Level 1 loses to a beginner's program (Othello's `greedy`,
Gomoku's `lines`), level 5 is about as strong as Othello's `table` and Gomoku's `lines`.
"""

from dataclasses import dataclass
from typing import ClassVar

from ..core import Game, Limit, Player
from ..games import facts_of
from .kind import EVERY_GAME, option
from .search import Search

HIGHEST = 20
FIRST_NODES = 10  # level 20 searches five million
FIRST_CLEAR = 19  # without noise; up to there it falls with the cube of the way
FIRST_EXACT = 10  # asks the game's solver


@dataclass(frozen=True, slots=True)
class Level:
    """A computer of a strength from 1 (beginner) to 20 (the strongest there is here)."""

    kind: ClassVar[str] = "level"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = ""
    main: ClassVar[str] = "level"

    level: int = option(3, "how strong", low=1, high=HIGHEST)
    book: str = option(
        "", "an opening book to play from, by name; auto is the game's (none: without)"
    )

    def player(self, game: Game, name: str, seed: int) -> Player:
        return self.search(game).player(game, name, seed)

    def search(self, game: Game) -> Search:
        """The search this level is."""
        nodes = FIRST_NODES * 2 ** (self.level - 1)
        way = max(0, FIRST_CLEAR - self.level) / (FIRST_CLEAR - 1)
        noise = round(facts_of(game).noise * way**3)
        exact = self.level >= FIRST_EXACT
        return Search(nodes=nodes, noise=noise, exact=exact, book=self.book)

    def elo(self, game: Game) -> int | None:
        """About how far it is above `random`, where that was measured: on the game's usual board."""
        facts = facts_of(game)
        measured = facts.level_elo if game.name == facts.family else ()
        return measured[self.level - 1] if self.level <= len(measured) else None

    def repeats(self, game: Game, limit: Limit) -> bool:
        return self.search(game).repeats(game, limit)
