"""The sequential test against published ratios, and its error rates against simulation."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from kishi.arena.sprt import Decision, Model, Sprt, expected_games
from kishi.arena.statistics import Pairs, Results, Score

Floats = NDArray[np.float64]
EVEN_SHARES = [0.05, 0.2, 0.5, 0.2, 0.05]

# fastchess, app/tests/sprt_test.cpp (github.com/Disservin/fastchess, MIT licence), commit 74deac2.
PUBLISHED: list[tuple[Results, float, float, Model, float]] = [
    (Score(wins=36433, losses=36027, draws=68692), 0, 2, "normalised", 0.92),
    (Score(wins=10871, losses=10650, draws=20431), -1.75, 0.25, "normalised", 2.30),
    (Score(wins=4250), 0, 10, "normalised", 120.56),
    (Score(wins=21404, losses=21184, draws=40708), 0.5, 2.5, "logistic", -1.57),
    (Score(wins=57433, losses=57030, draws=106593), 0, 2, "logistic", -2.59),
    (Pairs((365, 16618, 36029 + 200, 16974, 390)), 0, 2, "normalised", 2.25),
    (Pairs((127, 4883, 10311 + 401, 5150, 104)), -1.75, 0.25, "normalised", 3.01),
    (Pairs((0, 0, 0, 0, 5550)), 0, 5, "normalised", 111.82),
    (Pairs((223, 9863, 20279 + 1000, 10037, 246)), 0.5, 2.5, "logistic", -3.07),
    (Pairs((871, 26175, 55003 + 980, 26678, 821)), 0, 2, "logistic", -4.98),
]


@pytest.mark.parametrize(("results", "elo0", "elo1", "model", "llr"), PUBLISHED)
def test_published_ratios(
    results: Results, elo0: float, elo1: float, model: Model, llr: float
) -> None:
    found = Sprt(elo0, elo1, model=model).state(results).llr
    assert found == pytest.approx(llr, abs=0.006, rel=0.0005)


# Real tests at 1% errors, as fastchess told of them (github.com/Toudonou/zeno, its SPRT results).
FINISHED = [
    (Pairs((352, 579, 1264, 743, 464)), 9, 16, 4.60),
    (Pairs((531, 1096, 2084, 1150, 663)), 0, 5, 4.60),
    (Pairs((97, 175, 581, 333, 605)), 110, 120, 4.62),
    (Pairs((1909, 4418, 9199, 4508, 1964)), -11, -10, 4.60),
    (Pairs((4, 14, 58, 76, 91)), 150, 180, 4.63),
]


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "llr"), FINISHED)
def test_real_tests_end_where_they_ended(
    pairs: Pairs, elo0: float, elo1: float, llr: float
) -> None:
    state = Sprt(elo0, elo1, alpha=0.01, beta=0.01, model="normalised").state(pairs)
    assert state.llr == pytest.approx(llr, abs=0.006)
    assert state.decision is Decision.ACCEPTED


def test_ratio_by_hand() -> None:
    """Wins and losses only: the most likely coin under a hypothesis is the hypothesis itself."""
    test = Sprt(elo0=0, elo1=400 * math.log10(3))
    expected = 60 * math.log(0.75 / 0.5) + 40 * math.log(0.25 / 0.5)
    assert test.state(Score(wins=60, losses=40)).llr == pytest.approx(expected, abs=0.01)


def test_bounds_and_decisions() -> None:
    test = Sprt(0, 10)
    assert test.upper == pytest.approx(math.log(19))
    assert test.lower == pytest.approx(-math.log(19))
    assert test.state(Pairs()).llr == 0
    assert test.state(Pairs((100, 200, 400, 200, 100))).decision is Decision.RUNNING
    assert test.state(Pairs((1000, 2000, 4000, 2000, 1000))).decision is Decision.REJECTED
    assert test.state(Pairs((1000, 2000, 4000, 2600, 1400))).decision is Decision.ACCEPTED


@pytest.mark.parametrize("model", ["logistic", "normalised"])
def test_the_mirrored_test_mirrors_the_ratio(model: Model) -> None:
    there = Sprt(-3, 12, model=model).state(Pairs((3, 20, 41, 0, 9))).llr
    back = Sprt(-12, 3, model=model).state(Pairs((9, 0, 41, 20, 3))).llr
    assert there == pytest.approx(-back, abs=1e-9)


@pytest.mark.parametrize("model", ["logistic", "normalised"])
def test_one_sided_results_stay_finite(model: Model) -> None:
    counts = np.array([[9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 9], [0, 0, 0, 0, 0]])
    worst, drawn, best, none = Sprt(0, 150, model=model).llr(counts.astype(np.float64))
    assert -20 < worst < drawn < none == 0 < best < 20


@pytest.mark.parametrize("elo1", [10, 400 * math.log10(0.57 / 0.43), 150])
def test_every_short_match_has_a_ratio(elo1: float) -> None:
    """Some put the root so near a pole that a careless step ends on it (0 4 7 1 1 at 0.57)."""
    rng = np.random.default_rng(1)
    counts = np.vstack([rng.integers(0, 9, (5_000, 5)), [[0, 4, 7, 1, 1], [1, 4, 7, 1, 1]]])
    llr = Sprt(0, elo1).llr(counts.astype(np.float64))
    assert np.all(np.isfinite(llr))
    score = counts @ np.linspace(0, 1, 5) / counts.sum(axis=1).clip(1)
    assert np.all(llr[score <= 0.5] <= 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5.0, "elo1": 5.0},
        {"elo0": 0.0, "elo1": 5.0, "alpha": 0.6, "beta": 0.5},
        {"elo0": 0.0, "elo1": 500.0, "model": "normalised"},
    ],
)
def test_impossible_tests_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        Sprt(**wrong)  # type: ignore[arg-type]


def run(
    test: Sprt, shares: list[float], runs: int, start: Pairs | None = None
) -> tuple[float, float]:
    """Share of runs accepted, and mean pairs played; looks at the ratio after every pair."""
    rng = np.random.default_rng(7)
    counts = np.tile(np.array((start or Pairs()).counts, dtype=np.float64), (runs, 1))
    ends = np.cumsum(shares)[:-1]
    accepted = played = 0
    while len(counts):
        outcome = np.searchsorted(ends, rng.random(len(counts)))
        counts[np.arange(len(counts)), outcome] += 1
        played += len(counts)
        llr = test.llr(counts)
        accepted += int((llr >= test.upper).sum())
        counts = counts[(llr > test.lower) & (llr < test.upper)]
    return accepted / runs, played / runs


def test_equal_players_are_seldom_called_stronger() -> None:
    accepted, _ = run(Sprt(0, 40), EVEN_SHARES, 10_000)
    assert accepted <= 0.05


def test_the_same_in_normalised_elo() -> None:
    accepted, _ = run(Sprt(0, 150, model="normalised"), EVEN_SHARES, 2_000)
    assert accepted <= 0.05


def test_stronger_players_are_seldom_missed() -> None:
    shares = [0.03, 0.13, 0.47, 0.27, 0.10]
    accepted, _ = run(Sprt(0, 400 * math.log10(0.57 / 0.43)), shares, 2_000)
    assert float(np.dot(shares, np.linspace(0, 1, 5))) == pytest.approx(0.57)
    assert accepted >= 0.95


@pytest.mark.parametrize("start", [Pairs((2, 8, 20, 8, 2)), Pairs((1, 7, 20, 9, 3))])
def test_expected_games_are_of_the_right_size(start: Pairs) -> None:
    """Continue from a standing, with the observed shares as the truth."""
    test = Sprt(0, 40)
    _, pairs = run(test, [count / 40 for count in start.counts], 500, start)
    assert expected_games(test, start) / (2 * pairs) == pytest.approx(1, abs=0.35)


@pytest.mark.parametrize("model", ["logistic", "normalised"])
def test_expected_games_before_and_after(model: Model) -> None:
    assert expected_games(Sprt(0, 40, model=model), Pairs((0, 0, 0, 0, 200))) == 0
    wide, narrow = (expected_games(Sprt(0, elo1, model=model), Pairs()) for elo1 in (10, 5))
    # Half the distance takes four times as long.
    assert narrow / wide == pytest.approx(4, rel=0.05)
    assert 0 < expected_games(Sprt(0, 40, model=model), Score(wins=5, draws=3, losses=4)) < math.inf
