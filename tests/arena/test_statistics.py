"""The score of a match against published values, and its intervals against simulation."""

import math
from typing import NamedTuple

import numpy as np
import pytest

from kishi.arena.statistics import (
    Z95,
    Pairs,
    Results,
    Score,
    elo,
    elo_of,
    fraction_of,
    moments,
    normalised_elo,
    score_estimate,
    superiority,
)


# fastchess, app/tests/elo_test.cpp (github.com/Disservin/fastchess, MIT licence), commit 74deac2.
# Pairs with a win each and pairs drawn twice are counted apart there and added here.
class Published(NamedTuple):
    results: Results
    score: float
    elo: float
    elo_error: float
    normalised: float
    normalised_error: float
    superiority: float


PUBLISHED = [
    Published(Score(136, 111, 96), 0.558, 40.70, 30.43, 49.77, 36.77, 0.9960),
    Published(Pairs((34, 54, 31 + 32, 64, 75)), 0.579, 55.58, 27.65, 57.94, 28.28, 1.0),
    Published(Pairs((332, 433, 457 + 41, 333, 334)), 0.488, -8.64, 10.33, -9.17, 10.96, 0.0505),
    Published(Pairs((7895, 8757, 5685, 568, 9999)), 0.470, -21.04, 2.95, -19.01, 2.65, 0.0),
    # Real matches (github.com/Toudonou/zeno, its SPRT results).
    Published(Pairs((352, 579, 1264, 743, 464)), 0.5285, 19.83, 6.77, 24.25, 8.26, 1.0),
    Published(Pairs((3782, 8208, 16471, 8018, 3521)), 0.4955, -3.09, 1.81, -4.10, 2.41, 0.0004),
]


@pytest.mark.parametrize("published", PUBLISHED)
def test_published_matches(published: Published) -> None:
    results = published.results
    assert results.fraction == pytest.approx(published.score, abs=0.0006)
    number, _, variance = moments(results)
    error = Z95 * math.sqrt(variance / number)
    ends = elo_of(results.fraction + error) - elo_of(results.fraction - error)
    assert ends / 2 == pytest.approx(published.elo_error, abs=0.006)
    found = elo(results)
    assert found.value == pytest.approx(published.elo, abs=0.006)
    assert (found.high - found.low) / 2 == pytest.approx(published.elo_error, rel=0.01)
    found = normalised_elo(results)
    assert found.value == pytest.approx(published.normalised, abs=0.006)
    # Ours is wider: it allows for the variance that changes with the score.
    assert (found.high - found.low) / 2 == pytest.approx(published.normalised_error, rel=0.03)
    # Ours takes the deviation around the even score, so it is not the same to the last digit.
    assert superiority(results) == pytest.approx(published.superiority, abs=0.0005)


def test_published_matches_without_elo() -> None:
    """The remaining cases of the same file."""
    assert normalised_elo(Score(76, 123, 89)).value == pytest.approx(-20.76, abs=0.006)
    assert superiority(Score(76, 123, 89)) == pytest.approx(0.1553, abs=0.0005)
    results = Score(wins=34, losses=356)
    assert results.fraction == pytest.approx(0.087, abs=0.0006)
    assert normalised_elo(results).value == pytest.approx(-508.44, abs=0.006)


def test_counts_add_up() -> None:
    assert Score(3, 2, 1) + Score(1, 1, 1) == Score(4, 3, 2)
    assert Score(3, 2, 1).games == 6
    assert Score(3, 2, 1).fraction == pytest.approx(4 / 6)
    pairs = sum((Pairs.of(points) for points in (0, 1.5, 1.5, 2)), Pairs())
    assert pairs == Pairs((1, 0, 0, 2, 1))
    assert pairs.games == 8
    assert pairs.fraction == pytest.approx(5 / 8)


@pytest.mark.parametrize("counts", [(1, 2, 3), (0, 0, -1, 0, 0)])
def test_impossible_counts_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        Pairs(counts)


def test_impossible_games_are_refused() -> None:
    with pytest.raises(ValueError):
        Score(wins=-1)
    with pytest.raises(ValueError):
        Pairs.of(0.75)


def test_elo_and_fraction_are_inverse() -> None:
    for value in (-700.0, -1.0, 0.0, 30.0, 900.0):
        assert elo_of(fraction_of(value)) == pytest.approx(value, abs=1e-9)
    assert fraction_of(400) == pytest.approx(10 / 11)


def test_clean_sweep_is_infinite_with_a_finite_near_end() -> None:
    games, pairs = elo(Score(wins=20)), elo(Pairs((0, 0, 0, 0, 10)))
    assert games.value == games.high == pairs.value == pairs.high == math.inf
    # Wilson's bound is n / (n + z²); ten pairs say less than twenty independent games.
    assert games.low == pytest.approx(elo_of(20 / (20 + Z95**2)))
    assert pairs.low == pytest.approx(elo_of(10 / (10 + Z95**2)))
    assert elo(Score(losses=20)).high == pytest.approx(-games.low)
    assert normalised_elo(Pairs((0, 0, 0, 0, 10))).value == math.inf
    assert 0 < normalised_elo(Pairs((0, 0, 0, 0, 10))).low < math.inf


def test_drawn_match_is_even_but_not_certain() -> None:
    results = Pairs((0, 0, 10, 0, 0))
    estimate = elo(results)
    assert estimate.value == 0
    assert estimate.low == pytest.approx(-estimate.high)
    assert 20 < estimate.high < 100
    assert normalised_elo(results).value == 0
    assert superiority(results) == 0.5


@pytest.mark.parametrize("nothing", [Score(), Pairs()])
def test_no_games_say_nothing(nothing: Results) -> None:
    assert elo(nothing) == (0, -math.inf, math.inf)
    assert normalised_elo(nothing) == (0, -math.inf, math.inf)
    assert superiority(nothing) == 0.5


def test_superiority_of_single_games() -> None:
    """(wins - losses) / sqrt(wins + losses), draws being neutral: here two or three."""
    two, three = (0.5 * (1 + math.erf(times / math.sqrt(2))) for times in (2, 3))
    assert superiority(Score(wins=24, draws=7, losses=12)) == pytest.approx(two)
    assert superiority(Score(wins=9)) == pytest.approx(three)
    assert superiority(Score(wins=9, draws=500)) == pytest.approx(three)
    assert superiority(Score(losses=9)) == pytest.approx(1 - three)


def test_paired_openings_narrow_the_interval() -> None:
    """Lopsided openings split every pair, so the score is known far better than from games."""
    games, pairs = Score(wins=50, losses=50), Pairs((2, 0, 46, 0, 2))
    assert elo(pairs).high < elo(games).high / 2


def chances(difference: float, draws: float) -> list[float]:
    """Loss, draw and win for an Elo difference; `draws` is the rate between equals."""
    half = difference * math.log(10) / 800
    weights = np.array([math.exp(-half), 2 * draws / (1 - draws), math.exp(half)])
    return list(weights / weights.sum())


def pair_chances(difference: float, draws: float, bias: float) -> list[float]:
    """Pair results when the opening is worth `bias` Elo to whoever moves first."""
    return list(np.convolve(chances(difference + bias, draws), chances(difference - bias, draws)))


@pytest.mark.parametrize("number", [100, 300])
@pytest.mark.parametrize("bias", [0, 150])
@pytest.mark.parametrize("draws", [0.0, 0.3, 0.6])
@pytest.mark.parametrize("difference", [0, 60, -250, 400])
def test_pair_intervals_cover(difference: float, draws: float, bias: float, number: int) -> None:
    shares = pair_chances(difference, draws, bias)
    truth = float(np.dot(shares, np.linspace(0, 1, 5)))
    assert 0.94 <= coverage(shares, truth, number) <= 0.96


@pytest.mark.parametrize("draws", [0.0, 0.3, 0.6])
@pytest.mark.parametrize("difference", [0, 60, -250])
def test_game_intervals_cover(difference: float, draws: float) -> None:
    shares = chances(difference, draws)
    truth = float(np.dot(shares, np.linspace(0, 1, 3)))
    assert 0.94 <= coverage(shares, truth, 400) <= 0.96


def coverage(shares: list[float], truth: float, number: int, runs: int = 20_000) -> float:
    """How often the interval holds the true score. Elo is monotone in it, so it covers alike."""
    sample = np.random.default_rng(20240229).multinomial(number, shares, size=runs)
    distinct, times = np.unique(sample, axis=0, return_counts=True)
    ends = [score_estimate(results_of(counts)) for counts in distinct.tolist()]
    held = [estimate.low <= truth <= estimate.high for estimate in ends]
    return float(np.average(held, weights=times))


def results_of(counts: list[int]) -> Results:
    return Pairs(tuple(counts)) if len(counts) == 5 else Score(counts[2], counts[1], counts[0])
