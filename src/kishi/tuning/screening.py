"""A screening: which of many parameters matter, and which way?

A two-level design of Plackett and Burman's kind. Every pair of games moves all parameters at once, a step up
or down by a row of a Hadamard matrix; one search plays by the row, the other by its opposite (foldover). The
columns of a Hadamard matrix are orthogonal, so every game says as much about each parameter as if it alone
had been moved; and because the two searches are opposites, what parameters do in twos cancels out. What
they do in threes does not: the matrix is twice as large as need be, and each pass through it gives the
parameters other columns.
"""

from functools import lru_cache
from math import copysign
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arena.chance import key
from ..arena.statistics import ELO_PER_NAT, GREATEST_VARIANCE, NORMAL, Score
from .parameters import Parameter
from .plan import Sides, TuningPlan

Signs = NDArray[np.int64]  # [..., parameters], -1: a step down, 1: a step up
ELO_A_SCORE = 4 * ELO_PER_NAT  # between equals: what a point more in a game is worth


def hadamard(order: int) -> Signs:
    """Of +1 and -1, its columns orthogonal (Sylvester's construction); the order is a power of two."""
    matrix = np.ones((1, 1), np.int64)
    while len(matrix) < order:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return matrix


@lru_cache(maxsize=2)
def design(parameters: int, seed: int, number: int) -> Signs:
    """One pass: a row for each pairing, in an order of chance, as a run may end within a pass."""
    order = 1 << (2 * parameters - 1).bit_length()
    chance = np.random.default_rng(key("screening", seed, number))
    columns = 1 + chance.permutation(order - 1)[:parameters]  # the first is the same in all rows
    signs = chance.choice([-1, 1], parameters)
    rows: Signs = hadamard(order)[chance.permutation(order)][:, columns] * signs
    return rows


class Effect(NamedTuple):
    """What a parameter's higher level is worth against its lower one, and the standard error of that."""

    name: str
    before: int
    low: int
    high: int
    elo: float
    error: float

    def beyond(self, errors: float) -> bool:
        return abs(self.elo) > errors * self.error

    @property
    def best(self) -> int:
        """Half the way to the better level: what seems best has been helped by chance."""
        way = (self.high if self.elo > 0 else self.low) - self.before
        return self.before + round(copysign((abs(way) + 1) // 2, way))

    def __str__(self) -> str:
        return f"{self.name} {self.low}, {self.high}: {self.elo:+.0f} ± {self.error:.0f}"


class Screening:
    """A screening as far as it has got: the sums of least squares over its pairs of games."""

    def __init__(self, plan: TuningPlan) -> None:
        number = len(plan.parameters)
        self.plan = plan
        self.scores: list[Score] = []
        self._products = np.zeros((number, number))  # of signs with signs
        self._explained = np.zeros(number)  # of signs with what was scored above even
        self._squares = 0.0  # of what was scored above even

    def ask(self) -> list[Sides]:
        """The pairings of the next iteration, or those that are left of one."""
        done, together = len(self.scores), self.plan.together
        until = (done // together + 1) * together
        return [self._sides(number) for number in range(done, until)]

    def tell(self, score: Score) -> None:
        """How the first side of the next pairing did."""
        signs, above = self._signs(len(self.scores)), score.fraction - 0.5
        self._products += np.outer(signs, signs)
        self._explained += signs * above
        self._squares += above**2
        self.scores.append(score)

    def effects(self) -> list[Effect]:
        """Of all parameters, the largest first; none before the pairs of games can tell them apart."""
        number = len(self.plan.parameters)
        if len(self.scores) <= number or np.linalg.matrix_rank(self._products) < number:
            return []
        inverse = np.linalg.inv(self._products)
        slopes = inverse @ self._explained
        errors = np.sqrt(self._variance(slopes) * inverse.diagonal())
        found = [
            Effect(p.name, p.value, p.down, p.up, ELO_A_SCORE * float(s), ELO_A_SCORE * float(e))
            for p, s, e in zip(self.plan.parameters, slopes, errors, strict=True)
        ]
        return sorted(found, key=lambda effect: -abs(effect.elo))

    def _variance(self, slopes: NDArray[np.float64]) -> float:
        """Of a pair's score about what its signs let expect. One pseudo-result of the greatest variance is
        mixed in: pairs that are all alike do not say that no pair could be otherwise."""
        left = self._squares - float(slopes @ self._explained)
        return (max(left, 0.0) + GREATEST_VARIANCE) / (len(self.scores) - len(slopes) + 1)

    def _signs(self, number: int) -> Signs:
        parameters = len(self.plan.parameters)
        rows = len(design(parameters, self.plan.seed, 0))
        row: Signs = design(parameters, self.plan.seed, number // rows)[number % rows]
        return row

    def _sides(self, number: int) -> Sides:
        signs = self._signs(number)
        return Sides(_values(self.plan.parameters, signs), _values(self.plan.parameters, -signs))


def _values(parameters: tuple[Parameter, ...], signs: Signs) -> tuple[int, ...]:
    return tuple(p.up if s > 0 else p.down for p, s in zip(parameters, signs, strict=True))


def expected_beyond(parameters: int, errors: float) -> float:
    """How many of so many parameters that do nothing chance alone puts beyond so many standard errors."""
    return parameters * 2 * (1 - NORMAL.cdf(errors))
