"""What a vector of numbers means to a game, and the player that it becomes.

Optimisers search the box [-1, 1]^n; a genome says which numbers a point of the box stands for.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._native import Engine, Game

Numbers = NDArray[np.float32]


def whole_map(game: Game, quarter: Numbers) -> Numbers:
    """A map from its upper left quarter; a board too small for that takes the corner."""
    half = game.shape[1] // 2
    upper = np.hstack([quarter[:half, :half], quarter[:half, :half][:, ::-1]])
    return np.ascontiguousarray(np.vstack([upper, upper[::-1]]).ravel())


@dataclass(frozen=True, slots=True, kw_only=True)
class Genome:
    """A meaning for a vector of numbers."""

    name: str  # also the kind of its Weights
    about: str
    size: Callable[[Game], int]
    reach: float  # what 1 stands for; with an origin, how far from it, as a share of each number
    origin: Numbers | None = None  # what 0 stands for, if not 0: hand-set numbers to better
    # Numbers grow with this power of a coordinate. In a good map of Othello a corner is worth a hundred
    # times a square of the centre: with 2, both are found as easily.
    power: float = 1
    engine: Callable[[Game, Numbers, int], Engine]
    plays: str  # how the player is written that plays by weights of a name: table:NAME
    # Value maps to draw, if it has any; the group and the name of each number, if they have any.
    maps: Callable[[Game, Numbers], list[Numbers]] | None = None
    names: tuple[tuple[str, str], ...] = ()
    fixed: int = 0  # so many of the last numbers mean something by themselves, the others by ratios

    def player(self, name: str) -> str:
        """The player that plays by the weights of this name."""
        return self.plays.replace("NAME", name)

    def numbers(self, point: NDArray[np.float64]) -> Numbers:
        """The numbers that a point of the box, or each of several, stands for.

        Points outside stand for its border.
        """
        inside = np.clip(point, -1.0, 1.0)
        bent = self.reach * np.sign(inside) * np.abs(inside) ** self.power
        return (bent if self.origin is None else self.origin * (1 + bent)).astype(np.float32)

    def point(self, numbers: Numbers) -> NDArray[np.float64]:
        """The point of the box that stands for these numbers, or for those next to them in the box.

        Where only ratios count, numbers beyond the reach are made smaller together.
        """
        values = numbers.astype(np.float64)
        if self.origin is not None:
            values = (
                np.divide(values, self.origin, out=np.ones_like(values), where=self.origin != 0) - 1
            )
        elif (scaled := values[: values.size - self.fixed]).size:
            scaled /= max(1.0, np.abs(scaled).max() / self.reach)
        bent = np.clip(values / self.reach, -1, 1)
        return np.asarray(np.sign(bent) * np.abs(bent) ** (1 / self.power))

    def coordinate(self, number: float) -> float:
        """Where in the box a positive number lies, counted from its centre."""
        return float((number / self.reach) ** (1 / self.power))
