"""Renju's forbidden points: every drawing of renju_cases, in all eight symmetries."""

import re

import pytest
import renju_cases

import kishi
from kishi import BadInput, Verdict
from kishi._native import judge
from reference import gomoku
from samples import gomoku_text

RENJU = kishi.game("gomoku-15-renju")
CASES = list(renju_cases.boards())
ALLOWED = ("ok", "five")


def drawn(text: str) -> list[str]:
    """The text's rows with a sign for each cell."""
    rows = text.split(maxsplit=1)[0].split("/")
    return [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in rows]


def balanced(text: str, move: str, expected: str) -> str:
    """The case with stones added until black is to move by count, as in a game.

    They go as far from the move as they can without changing what the reference says of it.
    """
    rows, size = drawn(text), len(drawn(text))
    cells = [(r, c) for r in range(size) for c in range(size)]
    at_row, at_col = size - int(move[1:]), ord(move[0]) - ord("a")
    cells.sort(key=lambda cell: -max(abs(cell[0] - at_row), abs(cell[1] - at_col)))
    for r, c in cells:
        surplus = "".join(rows).count("x") - "".join(rows).count("o")
        if surplus == 0:
            break
        if rows[r][c] != ".":
            continue
        row = rows[r][:c] + ("o" if surplus > 0 else "x") + rows[r][c + 1 :]
        added = [*rows[:r], row, *rows[r + 1 :]]
        if unchanged(gomoku_text(added, "x"), move, expected):
            rows = added
    return gomoku_text(rows, "x")


def unchanged(text: str, move: str, expected: str) -> bool:
    return gomoku.verdict(text, move) == expected and gomoku.result(text, "renju") == "running"


@pytest.mark.parametrize(("name", "text", "move", "expected"), CASES, ids=[c[0] for c in CASES])
def test_case(name: str, text: str, move: str, expected: str) -> None:
    assert gomoku.verdict(text, move) == expected
    position, point = RENJU.parse(balanced(text, move, expected)), RENJU.parse_move(move)
    for symmetry in range(8):
        turned, there = position.turned(symmetry), RENJU.turned_move(point, symmetry)
        assert RENJU.parse(str(turned)) == turned
        assert turned.is_legal(there) == (expected in ALLOWED)
        assert (there in turned.legal_moves()) == (expected in ALLOWED)
    if expected == "five":
        assert judge([position.play(point)]) is Verdict.FIRST_WINS
    elif expected == "ok":
        assert judge([position.play(point)]) is Verdict.RUNNING
    else:
        with pytest.raises(BadInput, match=f"illegal move {move}"):
            position.play(point)


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
def test_other_rules_forbid_nothing(rule: str) -> None:
    game = kishi.game(f"gomoku-15-{rule}")
    for _, text, move, expected in CASES:
        if expected not in ALLOWED:
            position = game.parse(balanced(text, move, expected))
            assert position.is_legal(game.parse_move(move))


def test_white_may_play_anywhere() -> None:
    """A double four of white: two fours that cross in h8."""
    text = gomoku_text(
        ["...............",
         "...............",
         "...............",
         ".......o.......",
         ".......o.......",
         ".......o.......",
         "...............",
         "....ooo........",
         "...............",
         "...............",
         "...............",
         "...............",
         "...............",
         "...............",
         "x.x.x.x.x.x.x.."], "o",
    )  # fmt: skip
    position = RENJU.parse(text)
    assert position.is_legal(RENJU.parse_move("h8"))
    assert len(position.legal_moves()) == 225 - 13


def test_a_black_overline_is_no_position_of_renju() -> None:
    rows = ["." * 15] * 13 + ["o.o.o.o.o......", "xxxxxx........."]
    with pytest.raises(BadInput, match="black may not have more than five in a row"):
        RENJU.parse(gomoku_text(rows, "o"))
    freestyle = kishi.game("gomoku").parse(gomoku_text(rows, "o"))
    assert judge([freestyle]) is Verdict.FIRST_WINS


def test_only_forbidden_points_left_is_a_draw() -> None:
    """Black to move could only make seven."""
    rows = ["xxx.xxx",
            "xooxooo",
            "oxoxooo",
            "xooooxx",
            "xoxxxoo",
            "oxoooxx",
            "xoxooxx"]  # fmt: skip
    position = kishi.game("gomoku-7-renju").parse(gomoku_text(rows, "x"))
    assert position.legal_moves() == []
    assert judge([position]) is Verdict.DRAW
    assert kishi.game("gomoku-7").parse(gomoku_text(rows, "x")).perft(1) == 1
