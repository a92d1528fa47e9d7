"""Sequential test: play until it is clear which of two hypotheses about the strength holds.

The generalised sequential probability ratio test of M. Van den Bergh, used by Stockfish's fishtest:
the distribution of results is unknown, so each hypothesis about its mean (or about mean over
deviation) is represented by the distribution that fulfils it and makes the observed results most
likely. The log-likelihood ratio of the two is watched until it leaves [lower, upper].
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import numpy as np
from numpy.polynomial.hermite_e import hermegauss
from numpy.typing import NDArray

from .statistics import NORMALISED_ELO, Results, fraction_of, moments

Floats = NDArray[np.float64]
Model = Literal["logistic", "normalised"]

# A result not yet seen is not impossible; fishtest and fastchess count it as this many.
UNSEEN = 1e-3
# Beyond this many normalised Elo the tangent method of `_with_deviations` can lose its way.
WIDEST_NORMALISED = 200.0


class Decision(StrEnum):
    RUNNING = "running"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a test stands."""

    llr: float
    lower: float
    upper: float

    @property
    def decision(self) -> Decision:
        if self.llr >= self.upper:
            return Decision.ACCEPTED
        return Decision.REJECTED if self.llr <= self.lower else Decision.RUNNING


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of "stronger by elo1" (accepted) against "stronger by elo0" (rejected).

    alpha bounds the chance to accept when elo0 is true, beta the chance to reject when elo1 is.
    The normalised model makes the length of a test independent of draw rate and openings; the
    logistic one makes its verdict independent of them.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be below elo1, not {self.elo0} and {self.elo1}")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise ValueError(f"impossible error rates {self.alpha} and {self.beta}")
        if self.model == "normalised" and max(abs(self.elo0), abs(self.elo1)) > WIDEST_NORMALISED:
            raise ValueError(f"normalised bounds reach to {WIDEST_NORMALISED:g} at most")

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def state(self, results: Results) -> SprtState:
        """The standing after `results`; nothing is remembered between calls."""
        llr = float(self.llr(np.array(results.counts, dtype=np.float64)))
        return SprtState(llr, self.lower, self.upper)

    def llr(self, counts: Floats) -> Floats:
        """Log-likelihood ratios of counts [..., 3 or 5], worst result first; many at once."""
        seen = np.where(counts > 0, counts, UNSEEN)
        share = seen / seen.sum(axis=-1, keepdims=True)
        most_likely = _with_mean if self.model == "logistic" else _with_deviations
        shares = [most_likely(share, target) for target in self._targets(counts.shape[-1])]
        ratio: Floats = (seen * np.log(shares[1] / shares[0])).sum(axis=-1)
        return np.where(counts.sum(axis=-1) > 0, ratio, 0.0)

    def _targets(self, outcomes: int) -> list[float]:
        """The two hypotheses as mean results, or as deviations of one result above even."""
        if self.model == "logistic":
            return [fraction_of(elo) for elo in (self.elo0, self.elo1)]
        # A pair is the mean of two games, so its deviation is smaller by this factor.
        results_each = math.sqrt(2) if outcomes == 5 else 1.0
        return [elo / NORMALISED_ELO * results_each for elo in (self.elo0, self.elo1)]


def _with_mean(share: Floats, mean: float) -> Floats:
    """The distribution with this mean under which the observed shares are most likely."""
    return _balanced(share, np.broadcast_to(_points(share) - mean, share.shape))


def _with_deviations(share: Floats, target: float) -> Floats:
    """As `_with_mean`, for a given (mean - 1/2) / deviation.

    This condition is not linear in the distribution; it is replaced by its tangent at the last
    solution until that no longer moves. The uniform start keeps the deviation away from zero.
    """
    points = _points(share)
    solution = np.full_like(share, 1 / share.shape[-1])
    for _ in range(50):
        mean = (solution * points).sum(axis=-1, keepdims=True)
        deviation = np.sqrt((solution * (points - mean) ** 2).sum(axis=-1, keepdims=True))
        bend = (1 + ((points - mean) / deviation) ** 2) / 2
        previous = solution
        solution = _balanced(share, points - 0.5 - target * deviation * bend)
        if np.abs(solution - previous).max(initial=0.0) < 1e-10:
            break
    return solution


def _points(share: Floats) -> Floats:
    return np.linspace(0.0, 1.0, share.shape[-1])


def _balanced(share: Floats, pull: Floats) -> Floats:
    """The most likely distribution for the observed shares under which `pull` averages zero.

    By Lagrange it is share / (1 + x * pull) with x the root of sum(share * pull / (1 + x * pull)),
    a falling function between poles at -1/max(pull) and -1/min(pull). Newton's method is run on
    that function times its distance from both poles: it has the same root but no pole, and roots
    hard by a pole are the rule while some results are still unseen. Bisection guards each step,
    between the ends beyond which some result would be more than certain.
    """
    low = -1 / pull.max(axis=-1, keepdims=True)
    high = -1 / pull.min(axis=-1, keepdims=True)
    with np.errstate(divide="ignore"):
        ends = (share - 1) / pull
    left = np.where(pull > 0, ends, -np.inf).max(axis=-1, keepdims=True)
    right = np.where(pull < 0, ends, np.inf).min(axis=-1, keepdims=True)
    near = 1e-13 * (high - low)
    x = np.zeros_like(low)
    for _ in range(100):
        term = pull / (1 + x * pull)
        value = np.einsum("...i,...i", share, term)[..., None]
        slope = -np.einsum("...i,...i,...i", share, term, term)[..., None]
        left, right = np.where(value > 0, x, left), np.where(value > 0, right, x)
        room = (x - low) * (high - x)
        with np.errstate(divide="ignore", invalid="ignore"):
            guess = x - value * room / (slope * room + value * (low + high - 2 * x))
        # At the root rounding may put the guess a hair outside; bisecting would lead away again.
        arrived = np.abs(guess - x) <= near
        trusted = arrived | ((guess > left) & (guess < right))
        x = np.where(trusted, guess, (left + right) / 2)
        if np.all(arrived):
            break
    solution: Floats = share / (1 + x * pull)
    return solution


def expected_games(test: Sprt, results: Results) -> float:
    """About how many more games the test needs, for a time of arrival; zero once decided.

    The ratio is taken for a Brownian motion. Its drift depends on the true score, of which we
    know what the results say and, before there are any, that it is probably within a few widths
    of the hypotheses: the mean over that knowledge avoids wild promises early in a match.
    """
    state = test.state(results)
    if state.decision is not Decision.RUNNING:
        return 0.0
    number, mean, _ = moments(results)
    # One uniform pseudo-result, so that the variance is positive from the start.
    smooth = np.array(results.counts) + 1 / len(results.counts)
    points = np.linspace(0.0, 1.0, len(smooth))
    variance = float(np.average((points - np.average(points, weights=smooth)) ** 2, weights=smooth))
    score0, score1 = _scores(test, variance * results.games_each)
    width, middle = score1 - score0, (score0 + score1) / 2
    weight = number / variance + 1 / width**2
    likely = (number / variance * mean + middle / width**2) / weight
    nodes, weights = hermegauss(9)
    scores = likely + nodes / math.sqrt(weight)
    below, above = state.llr - state.lower, state.upper - state.llr
    speed = width / variance
    times = [_exit_time(below, above, (s - middle) * speed, width * speed) for s in scores]
    return results.games_each * float(np.average(times, weights=weights))


def _scores(test: Sprt, game_variance: float) -> tuple[float, float]:
    """The hypotheses as expected scores."""
    if test.model == "logistic":
        return fraction_of(test.elo0), fraction_of(test.elo1)
    unit = math.sqrt(game_variance) / NORMALISED_ELO
    return 0.5 + test.elo0 * unit, 0.5 + test.elo1 * unit


def _exit_time(below: float, above: float, drift: float, variance: float) -> float:
    """Mean time until a Brownian motion has fallen by `below` or risen by `above`."""
    if drift < 0:
        below, above, drift = above, below, -drift
    pull = 2 * drift / variance
    span = below + above
    if pull * span < 1e-6:
        return below * above / variance
    rises = math.expm1(-pull * below) / math.expm1(-pull * span)
    return (rises * span - below) / drift
