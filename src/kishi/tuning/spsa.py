"""Tuning by SPSA: one point, the present values, moves towards whichever of its two sides scores better."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ..arena.chance import key
from ..arena.statistics import Score
from ..training.evolution.optimisers import Spsa
from .parameters import Point
from .plan import Sides, TuningPlan

SETTLED = 100  # iterations, before which values are not known better than two sides differ


class TunedParameter(NamedTuple):
    """Where a parameter has come to, and how far it still wanders."""

    name: str
    before: int
    value: float
    error: float

    @property
    def best(self) -> int:
        return round(self.value)

    def __str__(self) -> str:
        return f"{self.name} {self.before} -> {self.best} ± {self.error:.2g}"


class SpsaTuning:
    """A run by SPSA as far as it has got."""

    def __init__(self, plan: TuningPlan) -> None:
        # The more games, the less noise in a score: it can be followed further.
        step = sqrt(plan.games) / 8
        box = plan.box
        self.plan = plan
        self.scores: list[Score] = []
        self._optimiser = Spsa(
            box.start,
            key("tuning", plan.seed),
            iterations=plan.iterations,
            reach=box.reach,
            step=step,
        )
        self._path: list[Point] = [box.start]  # where it was after each iteration

    def ask(self) -> list[Sides]:
        """The pairing of the next iteration."""
        return [Sides(*(self.plan.box.values(point) for point in self._optimiser.ask()))]

    def tell(self, score: Score) -> None:
        """How its first side did."""
        self._optimiser.tell(np.array([score.fraction, 1 - score.fraction]))
        self._path.append(self._optimiser.favourites[0])
        self.scores.append(score)

    def found(self) -> list[TunedParameter]:
        """The mean of the later half of the way, which is steadier than its end; as its error how far the
        way strays from that, and how far the mean itself still moves. A short way that hardly moved has
        not found anything yet: its error is the reach of a comparison."""
        late = np.array(self._path[len(self._path) // 2 :])
        early, latest = late[: (len(late) + 1) // 2], late[len(late) // 2 :]
        drift = latest.mean(axis=0) - early.mean(axis=0)
        box = self.plan.box
        strayed = np.sqrt(late.var(axis=0) + drift**2)
        error = box.in_units(np.maximum(strayed, box.reach * min(1.0, sqrt(SETTLED / len(late)))))
        value = box.in_units(late.mean(axis=0) + 1)
        return [
            TunedParameter(p.name, p.value, p.low + float(v), float(e))
            for p, v, e in zip(self.plan.parameters, value, error, strict=True)
        ]
