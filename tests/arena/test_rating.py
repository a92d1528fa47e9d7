"""Ratings against a case by hand, and against simulated tournaments of known strength."""

import math
import time
from itertools import pairwise, permutations

import numpy as np
import pytest

from kishi.arena import rating
from kishi.arena.rating import Row, rate
from kishi.arena.statistics import Estimate

NAMES = [f"player{index}" for index in range(8)]
ADVANTAGE = 45.0


def tournament(
    truth: dict[str, float], draws: float, games: int, rng: np.random.Generator
) -> list[Row]:
    """Everyone against everyone, `games` times with each colour."""
    rows = []
    for (first, one), (second, two) in permutations(truth.items(), 2):
        half = (one - two + ADVANTAGE) * math.log(10) / 800
        weights = np.array([math.exp(half), 2 * draws / (1 - draws), math.exp(-half)])
        won, drawn, lost = rng.multinomial(games, weights / weights.sum()).tolist()
        rows.append(Row(first, second, won, drawn, lost))
    return rows


def holds(estimate: Estimate, truth: float) -> bool:
    return estimate.low <= truth <= estimate.high


def test_two_players_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without prior: odds 60:20 of winning are a difference of log 3, and nu² is D² / (W L)."""
    monkeypatch.setattr(rating, "VIRTUAL_GAMES", 0.0)
    monkeypatch.setattr(rating, "VIRTUAL_DRAWS", 0.0)
    ratings = rate([Row("a", "b", 60, 20, 20), Row("b", "a", 20, 20, 60)], anchor="b", at=100)
    assert ratings.players == ("a", "b")
    assert ratings.rating("b") == (100, 100, 100)
    assert ratings.rating("a").value == pytest.approx(100 + 400 * math.log10(3))
    assert ratings.advantage.value == pytest.approx(0, abs=1e-6)
    nu = 20 / math.sqrt(60 * 20)
    assert ratings.draw_rate.value == pytest.approx(nu / (2 + nu))
    # The information on d in a game is the variance of (win - loss) / 2; draws are independent
    # of it in neither direction, so the 2 x 2 block with log nu is inverted by hand.
    one, two, mixed = 0.8 / 4 - 0.2**2, 0.2 * 0.8, -0.2 * 0.2
    error = 400 / math.log(10) / math.sqrt(200 * (one - mixed * mixed / two))
    found = ratings.difference("a", "b")
    assert (found.high - found.low) / 2 == pytest.approx(1.959964 * error, rel=1e-5)


def test_first_move_advantage_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal players, of whom the first wins three times as often."""
    monkeypatch.setattr(rating, "VIRTUAL_GAMES", 0.0)
    ratings = rate([Row("a", "b", 30, 0, 10), Row("b", "a", 30, 0, 10)], anchor="a")
    assert ratings.rating("b").value == pytest.approx(0, abs=1e-6)
    assert ratings.advantage.value == pytest.approx(400 * math.log10(3))
    assert ratings.superiority("a", "b") == pytest.approx(0.5)


@pytest.mark.parametrize("draws", [0.02, 0.3])
@pytest.mark.parametrize("spread", [100, 350])
def test_known_ratings_are_recovered(spread: float, draws: float) -> None:
    rng = np.random.default_rng(11)
    ratings_held, differences_held, advantage_held, draws_held = [], [], [], []
    for _ in range(250):
        truth = dict(zip(NAMES, rng.normal(0, spread, len(NAMES)).tolist(), strict=True))
        anchor = NAMES[0]
        found = rate(tournament(truth, draws, 15, rng), anchor, at=truth[anchor])
        ratings_held += [holds(found.rating(name), truth[name]) for name in NAMES[1:]]
        differences_held += [
            holds(found.difference(one, two), truth[one] - truth[two])
            for one, two in pairwise(NAMES)
        ]
        advantage_held.append(holds(found.advantage, ADVANTAGE))
        draws_held.append(holds(found.draw_rate, draws))
    assert np.mean(ratings_held) == pytest.approx(0.95, abs=0.02)
    assert np.mean(differences_held) == pytest.approx(0.95, abs=0.02)
    assert np.mean(advantage_held) == pytest.approx(0.95, abs=0.035)
    assert np.mean(draws_held) == pytest.approx(0.95, abs=0.035)


def test_many_games_leave_little_doubt() -> None:
    truth = {"random": 0.0, "weak": 150.0, "middling": 400.0, "strong": 700.0}
    found = rate(tournament(truth, 0.2, 20_000, np.random.default_rng(3)), "random")
    assert found.players == ("strong", "middling", "weak", "random")
    for name, value in truth.items():
        assert found.rating(name).value == pytest.approx(value, abs=12)
    assert found.advantage.value == pytest.approx(ADVANTAGE, abs=3)
    assert found.draw_rate.value == pytest.approx(0.2, abs=0.005)


def test_unbeaten_player_is_finite_and_uncertain() -> None:
    rows = [Row("champion", "random", 10, 0, 0), Row("random", "champion", 0, 0, 10)]
    found = rate(rows, "random")
    estimate = found.rating("champion")
    assert 300 < estimate.value < 1000
    assert 0 < estimate.low < estimate.high < 2000
    assert found.superiority("champion", "random") > 0.99


def test_advantage_and_strength_cannot_be_told_apart_without_swapping() -> None:
    found = rate([Row("a", "b", 50, 0, 10)], "b")
    assert found.rating("a").low < 0 < found.rating("a").value
    assert found.advantage.low < 0 < found.advantage.value


def test_only_draws_are_equality() -> None:
    found = rate([Row("a", "b", 0, 10, 0), Row("b", "a", 0, 10, 0)], "b")
    assert found.rating("a").value == pytest.approx(0, abs=1e-6)
    assert 0.5 < found.draw_rate.value < 1


def test_groups_apart_are_named_not_mixed() -> None:
    rows = [
        Row("a", "b", 3, 0, 2),
        Row("x", "y", 5, 0, 5),
        Row("c", "b", 1, 1, 1),
        Row("y", "z", 1, 0, 0),
        Row("a", "x", 0, 0, 0),
    ]
    found = rate(rows, "a")
    assert set(found.players) == {"a", "b", "c"}
    assert found.apart == (("x", "y", "z"),)
    with pytest.raises(ValueError, match="connect"):
        found.rating("x")
    alone = rate([row for row in rows if row.first in "abc"], "a")
    assert alone.apart == ()
    assert alone.rating("c") == found.rating("c")


@pytest.mark.parametrize(
    "rows", [[], [Row("a", "a", 1, 0, 0)], [Row("a", "b", -1, 0, 0)], [Row("b", "c", 1, 0, 0)]]
)
def test_impossible_tables_are_refused(rows: list[Row]) -> None:
    with pytest.raises(ValueError):
        rate(rows, "a")


def test_a_hundred_players_take_about_a_second() -> None:
    rng = np.random.default_rng(5)
    strength = rng.normal(0, 300, 100)
    first, second = rng.integers(0, 100, (2, 100_000))
    difference = (strength[first] - strength[second] + ADVANTAGE) * math.log(10) / 400
    wins = rng.random(100_000) < 1 / (1 + np.exp(-difference))
    games = zip(first.tolist(), second.tolist(), wins.tolist(), strict=True)
    rows = [Row(str(i), str(j), int(won), 0, int(not won)) for i, j, won in games if i != j]
    start = time.process_time()
    found = rate(rows, "0", at=float(strength[0]))
    assert time.process_time() - start < 3
    held = [holds(found.rating(str(index)), value) for index, value in enumerate(strength)]
    assert len(found.players) == 100
    assert sum(held) >= 85
