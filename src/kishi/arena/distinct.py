"""How many different games stand behind a result: the same game again is no new evidence."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..locale import ENGLISH, Words
from ..store import PackedGame
from .conduct import forfeit_kind

FEW = 0.9  # of the games: if fewer differ, whoever reads the result should know


class DistinctGames:
    """Counts games that differ in their moves or in who played first."""

    def __init__(self, same_player: bool, by_openings: bool) -> None:
        self._same_player = same_player  # on both sides: it does not matter which of them is first
        self._by_openings = by_openings  # they all differ, so that there is nothing to look at
        self._games = 0
        self._seen: NDArray[np.int64] = np.zeros(0, np.int64)
        self._new: list[int] = []  # hashes: ten million games of one match fit the memory so

    def add(self, games: Sequence[PackedGame]) -> None:
        self._games += len(games)
        if not self._by_openings:
            self._new += map(self._hash, games)

    def _hash(self, game: PackedGame) -> int:
        first = self._same_player or game.number & 1
        forfeited = game.number if forfeit_kind(game.reason) else None  # that is told elsewhere
        return hash((game.start, game.moves, first, forfeited))

    def count(self) -> int:
        if self._by_openings:
            return (self._games + 1) // 2 if self._same_player else self._games
        self._seen = np.union1d(self._seen, np.array(self._new, np.int64))
        self._new = []
        return len(self._seen)


def few_differ(distinct: int, games: int, words: Words = ENGLISH) -> str:
    """A line that says so where many games are the same; else empty."""
    if distinct >= FEW * games:
        return ""
    return words("t_repeated", distinct=f"{distinct:,}", games=f"{games:,}")
