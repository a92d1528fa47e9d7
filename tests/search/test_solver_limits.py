"""An exact search of a position far too deep for it ends when its limit says so."""

from __future__ import annotations

import time

import pytest

import kishi
from kishi._native import SearchControl, solve


@pytest.mark.parametrize("game", ["othello", "othello-6", "gomoku-9", "minishogi"])
def test_a_limit_of_nodes_ends_it(game: str) -> None:
    found = solve(kishi.game(game).start(), SearchControl(), seconds=0, nodes=100, outcome=False)
    assert found.nodes <= 101


@pytest.mark.parametrize("game", ["othello", "othello-6"])
def test_a_limit_of_time_ends_it(game: str) -> None:
    before = time.thread_time()
    found = solve(kishi.game(game).start(), SearchControl(), seconds=0.1, nodes=0, outcome=False)
    assert not found.complete
    assert time.thread_time() - before < 1  # of CPU time, and far above the limit
