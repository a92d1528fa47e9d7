"""Pairings, the crosstable, and a tournament that loses nothing."""

from pathlib import Path

import pytest
from command import kishi
from kill_tournament import campaign

from kishi import game, parse_spec
from kishi.arena.names import shown
from kishi.arena.statistics import Score
from kishi.arena.tournament import Crosstable, pairings
from kishi.core import Identity
from kishi.errors import BadInput
from kishi.store import Result

OTHELLO = game("othello")


def met(*texts: str, gauntlet: bool = False) -> set[str]:
    players = [parse_spec(OTHELLO, text) for text in texts]
    return {str(pairing) for pairing in pairings(players, gauntlet=gauntlet)}


def test_round_robin_and_gauntlet() -> None:
    assert met("random", "greedy", "first") == {
        "first - greedy", "first - random", "greedy - random"
    }  # fmt: skip
    assert met("random", "greedy", "first") == met("first", "random", "greedy")
    assert met("random", "greedy", "first", gauntlet=True) == {"greedy - random", "first - random"}


def test_impossible_tournaments() -> None:
    with pytest.raises(BadInput, match="listed twice"):
        met("random", "greedy", "random")
    with pytest.raises(BadInput, match="at least two"):
        met("random")


def test_the_crosstable() -> None:
    a, b, random = map(Identity, ("a", "b", "random"))
    table = Crosstable(shown([a, b, random]))
    table.add_results([
        Result(a, b, 0, 1), Result(a, b, 1, 1), Result(a, b, 2, 3), Result(a, random, 0, 1),
        Result(b, random, 1, 2),
    ])  # fmt: skip
    assert table.score("a", "b") == Score(1, 1, 1)
    assert table.score("b", "a") == Score(1, 1, 1)
    assert table.total("random") == Score(0, 0, 2)
    assert table.games == 5
    ratings = table.ratings()
    assert ratings is not None
    assert ratings.rating("random").value == 0
    assert table.ranking(ratings)[-1] == "random"
    assert table.as_dict()["players"][-1]["against"] == {"a": [0, 0, 1], "b": [0, 0, 1]}


def test_an_empty_table() -> None:
    table = Crosstable(shown(map(Identity, "ba")))
    assert table.ratings() is None
    assert table.ranking(None) == ["a", "b"]


def test_a_tournament_goes_on_by_its_name(tmp_path: Path) -> None:
    args = ("tournament", "othello", "random", "greedy", "--games", "6", "--name", "cup")
    whole = kishi(tmp_path, *args)
    assert whole.returncode == 0, whole.stderr
    assert "Elo" in whole.stdout
    again = kishi(tmp_path, "tournament", "othello", "--name", "cup")
    assert again.stdout.split("\n")[1:] == whole.stdout.split("\n")[2:]  # but for the pace
    unknown = kishi(tmp_path, "tournament", "othello", "--name", "mug")
    assert unknown.returncode == 2
    assert "no othello tournament 'mug'" in unknown.stderr


def test_kill_at_random_moments(tmp_path: Path) -> None:
    assert campaign(1, 1, tmp_path) >= 1
