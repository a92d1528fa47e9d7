"""Othello's own rules: flips, passes and the count."""

import pytest

import kishi
from kishi import BadInput, Verdict
from kishi._native import judge
from samples import moves_by_text, played

OTHELLO, SMALL = kishi.game("othello"), kishi.game("othello-4")


def test_start() -> None:
    assert str(OTHELLO.start()) == "-" * 27 + "OX------XO" + "-" * 27 + " X"
    assert sorted(moves_by_text(OTHELLO.start())) == ["c4", "d3", "e6", "f5"]


def test_a_move_flips_in_every_direction_up_to_the_first_own_disc() -> None:
    """d4 flips in all eight directions; the white discs behind black ones stay."""
    rows = ["X--X--X-",
            "-O-O-O--",
            "--OOO---",
            "XOO-OOXO",
            "--OOO---",
            "-O-O-O--",
            "X--X--X-",
            "-------O"]  # fmt: skip
    after = OTHELLO.parse("".join(rows) + " X").play(OTHELLO.parse_move("d4"))
    rows = ["X--X--X-",
            "-X-X-X--",
            "--XXX---",
            "XXXXXXXO",
            "--XXX---",
            "-X-X-X--",
            "X--X--X-",
            "-------O"]  # fmt: skip
    assert str(after) == "".join(rows) + " O"


def test_no_row_goes_round_the_edge() -> None:
    """g1 h1 a2: the discs are neighbours in memory only."""
    position = OTHELLO.parse("------OO" + "X" + "-" * 55 + " X")
    assert position.legal_moves() == []


@pytest.mark.parametrize(("mover", "other"), ["XO", "OX"])
def test_who_cannot_move_passes(mover: str, other: str) -> None:
    position = SMALL.parse(f"-{mover}{other}{other}" + "-" * 12 + f" {mover}")
    assert list(moves_by_text(position)) == ["pass"]
    assert judge([position]) is Verdict.RUNNING
    passed = position.play(SMALL.parse_move("pass"))
    assert str(passed) == str(position)[:-1] + other


def test_who_can_move_may_not_pass() -> None:
    with pytest.raises(BadInput, match="illegal move pass"):
        OTHELLO.start().play(OTHELLO.parse_move("pass"))


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize(
    ("board", "verdict"),
    [
        ("X" * 9 + "O" * 7, Verdict.FIRST_WINS),
        ("X" * 7 + "O" * 9, Verdict.SECOND_WINS),
        ("X" * 8 + "O" * 8, Verdict.DRAW),
        ("XX" + "-" * 14, Verdict.FIRST_WINS),
        ("OO" + "-" * 14, Verdict.SECOND_WINS),
    ],
)
def test_more_discs_win(board: str, verdict: Verdict, side: str) -> None:
    position = SMALL.parse(f"{board} {side}")
    assert position.legal_moves() == []
    assert judge([position]) is verdict


def test_the_shortest_game() -> None:
    """Nine moves and white has no disc left."""
    line = played(OTHELLO.start(), "e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert judge(line) is Verdict.FIRST_WINS
    assert "O" not in str(line[-1])[:64]
    assert judge(line[:-1]) is Verdict.RUNNING
