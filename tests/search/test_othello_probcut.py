"""The solver's selective passes: how sure they say they are, and what they tell."""

import random

import numpy as np
import pytest

import kishi
from kishi import Position
from kishi._native import SearchControl, small_search_miss, small_searches, solve, solver_passes
from kishi.players.search import ordering_weights
from samples import fewer, random_line

OTHELLO = kishi.game("othello")


def boards_of(positions: list[Position]) -> np.ndarray:
    def bits(text: str, disc: str) -> int:
        return sum(1 << s for s in range(64) if text[s] == disc)

    texts = [str(p) for p in positions]
    return np.array([(bits(t, t[-1]), bits(t, "XO"[t[-1] == "X"])) for t in texts], np.uint64)


def searched(positions: list[Position], depth: int) -> np.ndarray:
    out = np.zeros(len(positions), np.float32)
    weights = ordering_weights(OTHELLO)
    small_searches(OTHELLO, weights, boards_of(positions), out, depth=depth)
    return out


def with_empties(empties: int, count: int) -> list[Position]:
    """Positions of random games, whose sides are rather even."""
    found = []
    for seed in range(20 * count):
        line = random_line(OTHELLO, f"probcut {seed}")
        for p in line:
            if str(p).count("-") == empties and p.legal_moves() and p.legal_moves()[0] < 64:
                found.append(p)
    random.Random(1).shuffle(found)
    return found[:count]


def test_a_small_search_to_the_end_knows_who_wins() -> None:
    positions = with_empties(6, 40)
    exact = [solve(p, SearchControl()).number for p in positions]
    assert searched(positions, 12).tolist() == (64 * np.sign(exact)).tolist()


def test_exact_scores_are_within_the_margins_as_often_as_is_said() -> None:
    """On positions that nothing was fitted to; the bounds are three standard errors away."""
    count = fewer(300, 20)
    positions = with_empties(14, count)
    exact = np.array([solve(p, SearchControl()).number for p in positions])
    depth = 3
    mean, deviation = small_search_miss(14, depth)
    miss = np.abs(exact - searched(positions, depth) - mean) / deviation
    for percent, deviations in solver_passes():
        share, error = (
            np.mean(miss <= deviations),
            np.sqrt(percent / 100 * (1 - percent / 100) / count),
        )
        assert abs(share - percent / 100) < 3 * error + 0.1, percent


def test_each_pass_is_told_with_its_move() -> None:
    position = with_empties(18, 1)[0]
    weights = ordering_weights(OTHELLO)
    found = solve(position, SearchControl(), weights=weights)
    assert [percent for percent, *_ in found.passes] == [percent for percent, _ in solver_passes()]
    nodes = [n for *_, n in found.passes]
    assert nodes == sorted(nodes) and nodes[-1] <= found.nodes
    for _, number, move, _ in found.passes:
        assert -64 <= number <= 64 and number % 2 == 0 and move in position.legal_moves()
    # A limit leaves what was known by then.
    stopped = solve(position, SearchControl(), weights=weights, nodes=nodes[1] + 100)
    assert not stopped.complete and stopped.passes == found.passes[:2]
    # Neither without weights nor near the end.
    assert not solve(position, SearchControl(), nodes=1000).passes
    assert not solve(with_empties(12, 1)[0], SearchControl(), weights=weights).passes


@pytest.mark.parametrize("depth", [-1, 21])
def test_a_small_search_is_small(depth: int) -> None:
    with pytest.raises(kishi.BadInput, match="depth is from 0 to 20"):
        searched(with_empties(12, 1), depth)
