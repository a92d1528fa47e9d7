"""Othello by value maps: a number for each square.

`greedy` is the PSO write-up's player: a move is worth the map over the discs it wins. `table` is the
GA write-up's: own minus opponent's map over the board after the move, with one table or two and a switch.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core import Game, Limit, Player, Weights
from ..errors import BadInput, nearest, quoted
from ..games import GAMES, facts_of, families, whole_map
from .genomes import BY_NAME, numbers_of
from .kind import option
from .native import NativePlayer
from .registry import find_named, shipped_names

MAPS = tuple(name for facts in GAMES for name in facts.maps)
TWO_TABLES = "tables"  # the kind of weights that hold two tables and their switch
MAPPED = families(lambda facts: facts.maps)


def map_named(game: Game, name: str) -> NDArray[np.float32]:
    """The game's map of this name, a1 b1 ..., or else that of trained weights that hold one."""
    quarter = facts_of(game).maps.get(name)
    if quarter is None:
        return trained_map(game, name)
    return whole_map(game, np.array(quarter, np.float32))


def trained_map(game: Game, name: str) -> NDArray[np.float32]:
    weights = _named(game, name)
    genome = BY_NAME.get(weights.kind)
    maps = genome.maps(game, numbers_of(weights)) if genome and genome.maps else []
    if len(maps) != 1:
        raise BadInput(f"the weights '{name}' hold no single value map for {game.name}")
    return maps[0]


def _named(game: Game, name: str) -> Weights:
    found = find_named(name)
    if found is None:
        known = [*MAPS, *shipped_names()]
        raise BadInput(
            f"no value map {quoted(name)}{nearest(name, known)} (there are {', '.join(MAPS)}, "
            "and the maps among `kishi weights`)"
        )
    if found.weights.game != game.name:
        raise BadInput(f"the weights '{name}' are for {found.weights.game}, not for {game.name}")
    return found.weights


@dataclass(frozen=True, slots=True)
class Greedy:
    """The move whose won discs are worth most on a value map; of equals the first one."""

    kind: ClassVar[str] = "greedy"
    families: ClassVar[tuple[str, ...]] = MAPPED
    source: ClassVar[str] = "the PSO write-up (value map)"
    main: ClassVar[str] = "map"

    map: str = option(
        "classic", f"the value map: {', '.join(MAPS)}, or weights by name, trained or your own"
    )
    faithful: bool = option(
        False, "as the text says: won discs only, without the square of the placed one"
    )

    def player(self, game: Game, name: str, seed: int) -> Player:
        numbers = map_named(game, self.map)
        return NativePlayer(name, _native.greedy_engine(game, numbers, not self.faithful, seed))

    def repeats(self, game: Game, limit: Limit) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Table:
    """The move after which own minus opponent's discs are worth most on a value map."""

    kind: ClassVar[str] = "table"
    families: ClassVar[tuple[str, ...]] = MAPPED
    source: ClassVar[str] = "the GA write-up (two tables and a switch)"
    main: ClassVar[str] = "map"

    map: str = option(
        "swh",
        f"the table: {', '.join(MAPS)}, or weights by name, trained or your own (two tables also)",
    )
    late: str = option("", "another table for after the switch")
    switch: int = option(60, "the move at which the late table takes over", low=0, high=60)

    def player(self, game: Game, name: str, seed: int) -> Player:
        weights = self._tables(game)
        if self.late:
            change = np.array([self.switch], np.float32)
            weights = np.concatenate([weights, map_named(game, self.late), change])
        return NativePlayer(name, _native.table_engine(game, weights, seed))

    def _tables(self, game: Game) -> NDArray[np.float32]:
        """A map, or all 21 genes of two tables and their switch."""
        if self.map not in facts_of(game).maps:
            named = _named(game, self.map)
            if named.kind == TWO_TABLES and not self.late:
                return numbers_of(named)
        return map_named(game, self.map)

    def repeats(self, game: Game, limit: Limit) -> bool:
        return True
