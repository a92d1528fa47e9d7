"""Othello's endgame solver inside the tree of the search."""

import pytest

from kishi import _native
from kishi._native import SearchControl
from kishi.core import Choice, Limit, Record, game
from kishi.players import make_player
from samples import fewer, random_line

OTHELLO = game("othello")
EMPTY = 13


def records(count: int) -> list[Record]:
    lines = (random_line(OTHELLO, seed) for seed in range(20 * count))
    near = (Record(OTHELLO, tuple(line[: 60 - EMPTY + 1])) for line in lines if len(line) > 60)
    return [r for r in near if len(r.position.legal_moves()) > 1][:count]


@pytest.fixture(scope="module")
def solved() -> list[tuple[Record, float]]:
    return [(r, _native.solve(r.position, SearchControl()).number) for r in records(fewer(60, 8))]


def searched(record: Record, limit: Limit, text: str = "search:hash=1") -> Choice:
    found = make_player(OTHELLO, text).choose(record, limit)
    assert isinstance(found, Choice)
    return found


def hits(solved: list[tuple[Record, float]], text: str) -> int:
    """How often a search of eight plies is right to the disc."""
    return sum(searched(record, Limit(depth=8), text).points == score for record, score in solved)


def test_what_leads_to_solved_positions_is_told_to_the_disc(
    solved: list[tuple[Record, float]],
) -> None:
    """Of 13 empty squares, all lines end in what is solved: nothing is guessed but which moves matter."""
    right = hits(solved, "search:hash=1")
    assert right >= 0.9 * len(solved)
    assert hits(solved, "search:hash=1,exact=false") < 0.3 * right
    assert hits(solved, "search:hash=1,tune=solve_empties:0") < 0.3 * right


@pytest.mark.parametrize("nodes", [50, 500, 3_000])
def test_its_nodes_count(nodes: int) -> None:
    """An eighth each; what has seven squares left is not interrupted."""
    for record in records(4):
        found, again = (searched(record, Limit(nodes=nodes)) for _ in range(2))
        assert 0 < found.nodes <= nodes + 50
        assert (found.line, found.points, found.nodes) == (again.line, again.points, again.nodes)
