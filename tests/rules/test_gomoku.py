"""Five in a row by three rules, on every board."""

import pytest

import kishi
from kishi import BadInput, Verdict
from kishi._native import judge
from samples import gomoku_text, played

EMPTY = "." * 15
# What a row of black stones is worth when black has just moved, and of white ones.
BLACK_WINS = {5: {"freestyle", "standard", "renju"}, 6: {"freestyle"}, 7: {"freestyle"}}
WHITE_WINS = {5: {"freestyle", "standard", "renju"}, 6: {"freestyle", "renju"}}


def spread(count: int) -> list[str]:
    """`count` signs in rows of eight with gaps between them, so that they make nothing."""
    rows = ["" for _ in range(0, count, 8)]
    for i in range(count):
        rows[i // 8] += "*."
    return [row[:15].ljust(15, ".") for row in rows]


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
@pytest.mark.parametrize(
    ("sign", "length", "wins"),
    [("x", n, BLACK_WINS[n]) for n in BLACK_WINS] + [("o", n, WHITE_WINS[n]) for n in WHITE_WINS],
)
def test_the_last_stone_of_a_row(rule: str, sign: str, length: int, wins: set[str]) -> None:
    """The row lacks the stone on c15; the other side has its stones far away."""
    other = "o" if sign == "x" else "x"
    row = (sign * 2 + "." + sign * (length - 3)).ljust(15, ".")
    others = [r.replace("*", other) for r in spread(length - 1 + (sign == "o"))]
    board = [row, EMPTY, EMPTY, *others]
    game = kishi.game(f"gomoku-15-{rule}")
    position = game.parse(gomoku_text(board + [EMPTY] * (15 - len(board)), sign))
    move = game.parse_move("c15")
    if (rule, sign) == ("renju", "x") and length > 5:
        assert not position.is_legal(move)
        return
    winner = Verdict.FIRST_WINS if sign == "x" else Verdict.SECOND_WINS
    after = position.play(move)
    assert judge([after]) is (winner if rule in wins else Verdict.RUNNING)
    assert (after.legal_moves() == []) == (rule in wins)


@pytest.mark.parametrize("size", range(5, 21))
def test_every_corner_and_direction_wins(size: int) -> None:
    """Five into each corner along the edge and the diagonal."""
    game = kishi.game(f"gomoku-{size}")
    row, diagonal = [(0, i) for i in range(5)], [(i, i) for i in range(5)]
    elsewhere = [(2, 3), (4, 2), (3, 1), (1, 4)]  # the other side's stones, in nobody's way
    for five in (row, diagonal):
        for symmetry in range(8):
            at = [game.turned_move(r * size + c, symmetry) for r, c in five]
            away = [game.turned_move(r * size + c, symmetry) for r, c in elsewhere]
            position = game.start()
            for mine, theirs in zip(at, away, strict=False):
                position = position.play(mine).play(theirs)
            assert judge([position]) is Verdict.RUNNING
            assert judge([position.play(at[4])]) is Verdict.FIRST_WINS


def test_no_row_goes_round_the_edge() -> None:
    """Cells m13 n13 o13 and a12 b12 are neighbours in memory only."""
    game = kishi.game("gomoku")
    line = played(game.start(), "m13 a1 n13 c1 o13 e1 a12 g1 b12")
    assert judge(line) is Verdict.RUNNING


def test_a_full_board_is_a_draw() -> None:
    game = kishi.game("gomoku-5")
    position = game.parse("xxoox/ooxxo/xxoox/ooxxo/xxoo1 x")
    assert judge([position]) is Verdict.RUNNING
    full = position.play(game.parse_move("e1"))
    assert str(full) == "xxoox/ooxxo/xxoox/ooxxo/xxoox o"
    assert judge([full]) is Verdict.DRAW


def test_rows_count_from_below_and_text_from_the_top() -> None:
    game = kishi.game("gomoku")
    after = played(game.start(), "a1 o15")[-1]
    assert str(after) == "14o/" + "15/" * 13 + "x14 x"


@pytest.mark.parametrize(
    ("rows", "side", "wrong"),
    [
        (["xxxxx", "oooo."], "x", "x moves at equal counts, o when x has one stone more"),
        (["xxxxx", "ooooo"], "x", "the side to move has five already"),
        (["x....", "ooooo"], "o", "x moves at equal counts"),
        (["....."] * 6, "x", "there must be 5 rows"),
        (["......"] * 5, "x", "row 1 is not 5 cells"),
    ],
)
def test_impossible_positions(rows: list[str], side: str, wrong: str) -> None:
    board = rows + ["....."] * (5 - len(rows))
    with pytest.raises(BadInput, match=wrong):
        kishi.game("gomoku-5").parse(gomoku_text(board, side))


def test_two_fives_of_one_move_are_possible_and_of_two_are_not() -> None:
    game = kishi.game("gomoku-9")
    cross = ["xxxxx....", "x.o.o.o.o", "x........", "x.o.o.o.o", "x........"] + ["........."] * 4
    assert judge([game.parse(gomoku_text(cross, "o"))]) is Verdict.FIRST_WINS
    apart = ["xxxxx....", "o.o.o.o.o", ".........", "o.o.o.o..", "xxxxx...."] + ["........."] * 4
    with pytest.raises(BadInput, match="no single move can have made all the fives"):
        game.parse(gomoku_text(apart, "o"))
