"""What a match says about two players: score, Elo, superiority, each with its uncertainty.

Games come in pairs from one opening with colours swapped. The two games of a pair are not
independent (a lopsided opening usually gives one win each), so the pair is the unit of evidence:
`Pairs` counts pair results (pentanomial). `Score` counts single games (trinomial) and is only the
right evidence when games were not paired. Every function here takes either.
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from statistics import NormalDist
from typing import ClassVar, NamedTuple

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
ELO_PER_NAT = 400 / math.log(10)
# Normalised Elo is scaled so that it equals logistic Elo for games without draws or bias.
NORMALISED_ELO = 2 * ELO_PER_NAT
# No result between 0 and 1 varies more than a fair coin.
GREATEST_VARIANCE = 0.25


class Estimate(NamedTuple):
    """A value with the ends of its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Score:
    """Single games, seen by one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    games_each: ClassVar[int] = 1

    def __post_init__(self) -> None:
        _check(self.counts)

    def __add__(self, other: Score) -> Score:
        return Score(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    @property
    def counts(self) -> tuple[int, ...]:
        """Results from worst to best, as `Pairs.counts`, so that one formula serves both."""
        return (self.losses, self.draws, self.wins)

    @property
    def games(self) -> int:
        return sum(self.counts)

    @property
    def fraction(self) -> float:
        return moments(self).mean


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of games from one opening, colours swapped: how many brought 0, 0.5, 1, 1.5, 2."""

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    games_each: ClassVar[int] = 2

    def __post_init__(self) -> None:
        if len(self.counts) != 5:
            raise ValueError(f"a pair has five possible results, not {len(self.counts)}")
        _check(self.counts)

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(tuple(map(sum, zip(self.counts, other.counts, strict=True))))

    @staticmethod
    def of(points: float) -> Pairs:
        """The single pair that brought `points`: the step by which a running match grows."""
        if points not in (0, 0.5, 1, 1.5, 2):
            raise ValueError(f"a pair cannot bring {points} points")
        return Pairs(tuple(int(points == index / 2) for index in range(5)))

    @property
    def games(self) -> int:
        return 2 * sum(self.counts)

    @property
    def fraction(self) -> float:
        return moments(self).mean


Results = Score | Pairs


class Moments(NamedTuple):
    """Number, mean and variance of results scaled to [0, 1]."""

    number: int
    mean: float
    variance: float


def _check(counts: tuple[int, ...]) -> None:
    if min(counts) < 0:
        raise ValueError(f"counts of results cannot be negative: {counts}")


def moments(results: Results) -> Moments:
    """Of the observed results; without any the mean is even, which favours no one."""
    counts = results.counts
    number = sum(counts)
    if number == 0:
        return Moments(0, 0.5, 0.0)
    best = len(counts) - 1
    mean = sum(index * count for index, count in enumerate(counts)) / (best * number)
    squares = sum(count * (index / best - mean) ** 2 for index, count in enumerate(counts))
    return Moments(number, mean, squares / number)


def dispersion(results: Results) -> float:
    """Variance relative to that of win-or-lose results with the same mean: 1 at most.

    One pseudo-result of the greatest variance is mixed in: when all results are alike they say
    nothing about their own spread, and the cautious answer is then the widest spread possible.
    """
    number, mean, variance = moments(results)
    squares = number * variance * number / max(number - 1, 1)
    most = number * mean * (1 - mean)
    return min(1.0, (squares + GREATEST_VARIANCE) / (most + GREATEST_VARIANCE))


def score_estimate(results: Results) -> Estimate:
    """Score fraction with Wilson's interval for as many coin tosses as the results are worth.

    Wilson's interval uses the variance at the hypothetical score rather than at the observed one,
    which keeps its coverage near 0 and 1 where the observed variance vanishes.
    """
    number, mean, _ = moments(results)
    if number == 0:
        return Estimate(mean, 0.0, 1.0)
    weight = Z95 * Z95 * dispersion(results) / number
    centre = (mean + weight / 2) / (1 + weight)
    half = math.sqrt(weight * mean * (1 - mean) + weight * weight / 4) / (1 + weight)
    # The ends touch 0 and 1 exactly at a clean sweep; rounding must not leave a hair's breadth.
    low = centre - half if mean > 0 else 0.0
    high = centre + half if mean < 1 else 1.0
    return Estimate(mean, low, high)


def elo_of(fraction: float) -> float:
    """Logistic Elo difference at which `fraction` is the expected score; infinite at 0 and 1."""
    if fraction <= 0 or fraction >= 1:
        return math.copysign(math.inf, fraction - 0.5)
    return ELO_PER_NAT * (math.log(fraction) - math.log1p(-fraction))


def fraction_of(elo: float) -> float:
    """Expected score at a logistic Elo difference."""
    return 0.5 + 0.5 * math.tanh(elo / (2 * ELO_PER_NAT))


def elo(results: Results) -> Estimate:
    """Logistic Elo difference. A clean sweep is worth infinity, with a finite nearer end."""
    return Estimate(*map(elo_of, score_estimate(results)))


def normalised_elo(results: Results) -> Estimate:
    """Score above even in standard deviations of one game: what decides how many games are needed.

    Unlike logistic Elo it hardly depends on the draw rate, hence on openings and time control.
    The interval takes the shape of the distribution as known, which is fair up to some 150 Elo;
    for a mismatch `elo` is the better measure.
    """
    _, mean, variance = moments(results)
    _, low, high = score_estimate(results)
    spread = dispersion(results)

    def scaled(score: float, result_variance: float) -> float:
        deviation = math.sqrt(results.games_each * result_variance)
        if deviation == 0:
            return 0.0 if score == 0.5 else math.copysign(math.inf, score - 0.5)
        return NORMALISED_ELO * (score - 0.5) / deviation

    return Estimate(
        scaled(mean, variance),
        scaled(low, spread * low * (1 - low)),
        scaled(high, spread * high * (1 - high)),
    )


def superiority(results: Results) -> float:
    """Likelihood that the player is the stronger one (LOS).

    The deviation is taken around the even score, not around the observed one: for single games
    this is (wins - losses) / sqrt(wins + losses), it stays below certainty after a clean sweep,
    and it is not fooled by the small variance of a lopsided short match.
    """
    number, mean, variance = moments(results)
    above = mean - 0.5
    squares = variance + above * above
    return NORMAL.cdf(above * math.sqrt(number / squares)) if squares else 0.5
