"""The counts of tests/golden: numbers from outside.

A line there is `start DEPTH LEAVES` or `POSITION: DEPTH LEAVES`; the file's name is the game's.
"""

from pathlib import Path

import pytest

import kishi
from kishi import BadInput
from kishi.games import families
from samples import fewer

GOLDEN = Path(__file__).parents[1] / "golden"
MOST_LEAVES = fewer(10**10, sanitized=10**7)


def rows(path: Path) -> list[tuple[str, str, int, int]]:
    lines = [line for line in path.read_text().splitlines() if line and line[0] != "#"]
    parts = [line.rsplit(maxsplit=2) for line in lines]
    return [(path.stem, where.rstrip(":"), int(d), int(n)) for where, d, n in parts]


ROWS = [row for path in sorted(GOLDEN.glob("*.perft")) for row in rows(path)]


@pytest.mark.parametrize(
    ("name", "where", "depth", "leaves"), [r for r in ROWS if r[3] <= MOST_LEAVES]
)
def test_perft(name: str, where: str, depth: int, leaves: int) -> None:
    game = kishi.game(name)
    position = game.start() if where == "start" else game.parse(where)
    assert position.perft(depth) == leaves


def test_every_published_depth_is_there() -> None:
    deepest: dict[str, int] = {}
    for name, where, depth, _ in ROWS:
        if where == "start":
            deepest[name] = max(depth, deepest.get(name, 0))
    assert (
        deepest.items()
        >= {
            "othello": 11,
            "othello-6": 7,
            "othello-4": 9,
            "gomoku": 3,
            "gomoku-15-renju": 3,
            "gomoku-5": 5,
            "minishogi": 8,
            "minishogi-dropmate": 8,
        }.items()
    )


@pytest.mark.parametrize("family", families())
def test_every_game_has_numbers_from_outside(family: str) -> None:
    assert [name for name, *_ in ROWS if kishi.game(name).family == family]


def test_depth_zero_is_the_position_itself() -> None:
    assert kishi.game("othello").start().perft(0) == 1


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(BadInput, match="depth is 0 or more; got -1"):
        kishi.game("othello").start().perft(-1)
