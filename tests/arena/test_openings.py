"""Where openings come from."""

from pathlib import Path

import pytest

from kishi import Verdict, game, games
from kishi._native import judge
from kishi.arena.openings import Opening, balanced, parse_list, parse_openings
from kishi.errors import BadInput

OTHELLO = game("othello")


@pytest.mark.parametrize("name", [g.name for g in games() if g.shape[1] in (4, 5, 8, 15)])
def test_random_openings_leave_a_game_to_play(name: str) -> None:
    of = game(name)
    for opening in parse_openings(of, "random:5", 1).of(range(50)):
        line = opening.positions(of)
        assert len(line) == 6
        assert judge(line) is Verdict.RUNNING


def test_random_openings_follow_from_seed_and_round() -> None:
    many = parse_openings(OTHELLO, "random:8", 7).of(range(100))
    assert parse_openings(OTHELLO, "random:8", 7).of([42, 3]) == [many[42], many[3]]
    assert parse_openings(OTHELLO, "random:8", 8).of(range(100)) != many
    assert len(set(many)) > 95


def test_too_many_random_plies_are_refused() -> None:
    with pytest.raises(BadInput, match="give fewer"):
        parse_openings(game("othello-4"), "random:40", 1).of([0])
    with pytest.raises(BadInput, match="0 to 60"):
        parse_openings(OTHELLO, "random:99", 1)
    with pytest.raises(BadInput, match="0 to 60"):
        parse_openings(OTHELLO, "random:x", 1)


def test_a_list_is_gone_through_before_it_repeats(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    start = str(OTHELLO.start().play(OTHELLO.parse_move("f5")))
    file.write_text(f"# some openings\nf5 d6\n\nf5 f6  # diagonal\nf5 F4\nposition {start}\n")
    listed = parse_openings(OTHELLO, str(file), 1)
    once = listed.of(range(4))
    assert len(set(once)) == 4
    assert listed.of(range(4, 8)) == once
    assert Opening(start) in once


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("f5 d6\nf5 f5\n", "line 2"),
        ("a1\n", "line 1"),
        ("position nonsense\n", "line 1"),
        ("# nothing\n", "holds no openings"),
    ],
)
def test_bad_lists_are_explained(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        parse_list(OTHELLO, text, "openings.txt")


def test_other_names_are_files() -> None:
    with pytest.raises(BadInput, match="balanced, random:K, none or a file"):
        parse_openings(OTHELLO, "blanced", 1)


def test_what_is_shipped_can_be_played() -> None:
    for of in games():
        listed = balanced(of)
        assert listed is None or len(set(listed)) == len(listed) >= 100
