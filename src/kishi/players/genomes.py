"""Genomes: what the numbers of a trained player mean, and how they become a player.

Optimisers search the box [-1, 1]^n; a genome says which numbers a point of the box stands for. A new
genome is one entry of GENOMES.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native
from .._native import Engine
from ..core import Game, Weights
from ..errors import BadInput, nearest, quoted
from .lines import WRITE_UP

Numbers = NDArray[np.float32]

# Which of the ten weights stands on each square of the upper left quarter, as the GA write-up numbers them.
GENE_OF_SQUARE = np.array([[0, 4, 7, 9], [4, 1, 5, 8], [7, 5, 2, 6], [9, 8, 6, 3]])
# The values of `search:eval=handset`, which evolution sets out to better: pawn silver gold bishop rook, the
# promoted pawn, silver, bishop and rook, then pawn to rook in hand.
PIECES = np.array(_native.hand_set_pieces(), np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Genome:
    """A meaning for a vector of numbers."""

    name: str  # also the kind of its Weights
    family: str
    about: str
    size: Callable[[Game], int]
    reach: float  # what 1 stands for; with an origin, how far from it, as a share of each number
    origin: Numbers | None = None  # what 0 stands for, if not 0: hand-set numbers to better
    # Numbers grow with this power of a coordinate. In a good map of Othello a corner is worth a hundred
    # times a square of the centre: with 2, both are found as easily.
    power: float = 1
    engine: Callable[[Game, Numbers, int], Engine]
    maps: Callable[[Game, Numbers], list[Numbers]] | None = (
        None  # value maps to draw, if it has any
    )

    def numbers(self, point: NDArray[np.float64]) -> Numbers:
        """The numbers that a point of the box, or each of several, stands for.

        Points outside stand for its border.
        """
        inside = np.clip(point, -1.0, 1.0)
        bent = self.reach * np.sign(inside) * np.abs(inside) ** self.power
        return (bent if self.origin is None else self.origin * (1 + bent)).astype(np.float32)

    def coordinate(self, number: float) -> float:
        """Where in the box a positive number lies, counted from its centre."""
        return float((number / self.reach) ** (1 / self.power))

    def weights(self, game: Game, numbers: Numbers) -> Weights:
        return Weights(game.name, self.name, {"numbers": numbers})


def symmetric_map(game: Game, genes: Numbers) -> Numbers:
    """Ten weights mirrored to all eight symmetric places; smaller boards take the corner."""
    half = game.shape[1] // 2
    quarter = genes[GENE_OF_SQUARE[:half, :half]]
    upper = np.hstack([quarter, quarter[:, ::-1]])
    return np.ascontiguousarray(np.vstack([upper, upper[::-1]]).ravel())


def _two_maps(game: Game, genes: Numbers) -> list[Numbers]:
    return [symmetric_map(game, genes[:10]), symmetric_map(game, genes[10:20])]


def _squares(game: Game) -> int:
    return game.shape[1] * game.shape[2]


def _by_pieces(game: Game, numbers: Numbers, seed: int) -> Engine:
    return _native.search_engine(
        game, "material", numbers, seconds=0.0, nodes=0, depth=3, megabytes=1, threads=1, lines=1,
        exact=False, prune=True, noise=0, seed=seed,
    )  # fmt: skip


# THE list of genomes; the first of a family is what its trainers use unless told otherwise.
GENOMES = [
    Genome(
        name="symmetric",
        family="othello",
        about="a map of 10 weights that looks the same from all sides",
        size=lambda game: 10,
        reach=30,
        power=2,
        engine=lambda game, n, seed: _native.table_engine(game, symmetric_map(game, n), seed),
        maps=lambda game, n: [symmetric_map(game, n)],
    ),
    Genome(
        name="map",
        family="othello",
        about="a number for each square",
        size=_squares,
        reach=30,
        power=2,
        engine=_native.table_engine,
        maps=lambda game, n: [n],
    ),
    Genome(
        name="tables",
        family="othello",
        about="two symmetric maps and the move at which the second takes over (GA write-up)",
        size=lambda game: 21,
        reach=3,
        engine=_native.table_engine,
        maps=_two_maps,
    ),
    Genome(
        name="flips",
        family="othello",
        about="a number for each square, counted over won discs only (PSO write-up)",
        size=_squares,
        reach=30,
        engine=lambda game, n, seed: _native.greedy_engine(game, n, False, seed),
        maps=lambda game, n: [n],
    ),
    Genome(
        name="lines",
        family="gomoku",
        about="attack and guard scores of 1 to 5 in a row, and the centre (Gomoku write-up)",
        size=lambda game: 11,
        reach=2,  # beyond 0: the best scores found punish guarding against two in a row
        origin=WRITE_UP,
        engine=lambda game, n, seed: _native.lines_engine(game, n, False, seed),
    ),
    Genome(
        name="pieces",
        family="minishogi",
        about="values of the pieces on the board and in hand, under a search of 3 plies",
        size=lambda game: 14,
        reach=2,
        origin=PIECES,
        engine=_by_pieces,
    ),
]
BY_NAME = {genome.name: genome for genome in GENOMES}


def genome_for(game: Game, name: str = "auto") -> Genome:
    """The genome of this name; `auto` is the first for the game."""
    known = [g for g in GENOMES if g.family == game.family]
    if name == "auto":
        return known[0]
    found = next((g for g in known if g.name == name), None)
    if found is None:
        names = [g.name for g in known]
        raise BadInput(
            f"{game.family} has no genome {quoted(name)}{nearest(name, names)} (it has {', '.join(names)})"
        )
    return found


def numbers_of(weights: Weights) -> Numbers:
    array: NDArray[Any] = weights.arrays["numbers"]
    return np.ascontiguousarray(array, np.float32)
