"""The parameters of a game's search: as they are declared, as an optimiser sees them, and as players."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core import Game, Spec
from ..errors import BadInput, nearest
from ..players import parse_spec
from ..players.search import tune_text

Point = NDArray[np.float64]  # [parameters], in the box of optimisers
Values = tuple[int, ...]  # of the parameters, in their order
HASH = 8  # megabytes: at the limits that tuning plays under, more would only take time to clear


class Parameter(NamedTuple):
    """A number that steers the search, between which numbers a better one may be, and how far off a value is
    that games can tell apart from this one."""

    name: str
    value: int
    low: int
    high: int
    step: int

    @property
    def down(self) -> int:
        return max(self.low, self.value - self.step)

    @property
    def up(self) -> int:
        return min(self.high, self.value + self.step)


def declared(game: Game, names: Sequence[str] = ()) -> tuple[Parameter, ...]:
    """Those of the game's search; only some, if they are named."""
    known = {p.name: p for p in (Parameter(*row) for row in _native.search_parameters(game))}
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"the parameter '{name[:60]}' is named twice")
        if name not in known:
            raise BadInput(
                f"{game.name}'s search has no parameter '{name[:60]}'{nearest(name, list(known))}"
            )
    return tuple(known[name] for name in names or known)


class Box(NamedTuple):
    """Parameters as coordinates from -1 (low) to 1 (high)."""

    parameters: tuple[Parameter, ...]

    @property
    def start(self) -> Point:
        return self.point([p.value for p in self.parameters])

    @property
    def reach(self) -> Point:
        """How far off an optimiser should look."""
        return np.array([p.step for p in self.parameters]) / self._half

    def point(self, values: Sequence[int]) -> Point:
        return (np.array(values, np.float64) - self._low) / self._half - 1

    def values(self, point: Point) -> Values:
        return tuple(int(v) for v in np.rint(self._low + (point + 1) * self._half))

    def in_units(self, span: Point) -> Point:
        """A distance in the box, as one of the parameters' own."""
        return span * self._half

    def player(self, game: Game, values: Sequence[int]) -> Spec:
        """The search with these values."""
        tuned = {p.name: v for p, v in zip(self.parameters, values, strict=True)}
        return parse_spec(game, f"search:hash={HASH},tune={tune_text(tuned)}")

    @property
    def _low(self) -> Point:
        return np.array([p.low for p in self.parameters], np.float64)

    @property
    def _half(self) -> Point:
        return np.array([(p.high - p.low) / 2 for p in self.parameters])
