"""The reference itself, against numbers and positions from outside: see the rules' text."""

import pytest

from . import gomoku, minishogi, othello

OTHELLO_PERFT = {
    4: [4, 12, 44, 128, 424, 1256, 3624],
    6: [4, 12, 56, 244, 1364],
    8: [4, 12, 56, 244, 1396],
}

# The FFO endgames 40 to 44 with every move their table lists.
FFO = [
    (
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        "a2 c7 d8 c1 b1 g7 d7 c6 f7 a6",
    ),
    (
        "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
        "h4 h3 f8 g5 b7 g7 g1 a2 a7 b2",
    ),
    (
        "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
        "g2 a4 c6 c7 c2 d2 b5 b2 b6",
    ),
    (
        "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
        "g3 c7 h4 g7 g2 b1",
    ),
    (
        "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
        "d2 b8 g2 g6 f1 a7 b7 g5 g8 c8",
    ),
]

# (position, leaves by depth without mate by a dropped pawn, leaves with it)
MINISHOGI_PERFT = [
    (minishogi.start(), [14, 181, 2512], [14, 181, 2512]),
    ("2k2/5/5/5/2K2 b RBGSPrbgsp 1", [116, 10724], [116, 10724]),
    ("2k2/5/5/5/2K2 b 2R2B2G2S2P 1", [116, 471], [116, 471]),
    ("3rk/5/4G/5/K4 b P 1", [24], [25]),
]


@pytest.mark.parametrize("size", OTHELLO_PERFT)
def test_othello_perft(size: int) -> None:
    for depth, leaves in enumerate(OTHELLO_PERFT[size], 1):
        assert othello.perft(othello.start(size), depth) == leaves


@pytest.mark.parametrize(("position", "moves"), FFO)
def test_othello_moves(position: str, moves: str) -> None:
    assert sorted(othello.legal(position)) == sorted(moves.split())


def test_othello_pass_and_end() -> None:
    """On 4x4: X must pass, O takes the last disc of X with a1, and then nobody can move."""
    only_white_moves = "-XOO" + "-" * 12 + " X"
    assert othello.legal(only_white_moves) == ["pass"]
    end = othello.play(othello.play(only_white_moves, "pass"), "a1")
    assert end == "OOOO" + "-" * 12 + " X"
    assert (othello.legal(end), othello.result(end)) == ([], "second")
    assert othello.perft(end, 3) == 1


@pytest.mark.parametrize(
    ("row", "winning_rules"),
    [
        ("xxxxx10 o", {"freestyle", "standard", "renju"}),
        ("xxxxxx9 o", {"freestyle"}),
        ("ooooo10 x", {"freestyle", "standard", "renju"}),
        ("oooooo9 x", {"freestyle", "renju"}),
        ("xxxxx10 x", set()),
    ],
)
def test_gomoku_win(row: str, winning_rules: set[str]) -> None:
    text = "15/" * 14 + row
    rules: list[gomoku.Rule] = ["freestyle", "standard", "renju"]
    winner = "first" if row[-1] == "o" else "second"
    for rule in rules:
        expected = winner if rule in winning_rules else "running"
        assert gomoku.result(text, rule) == expected
        assert bool(gomoku.legal(text, rule)) == (expected == "running")


def test_gomoku_names_and_text() -> None:
    text = gomoku.play(gomoku.start(5), "a1", "freestyle")
    assert text == "5/5/5/5/x4 o"
    assert gomoku.play(text, "e4", "freestyle") == "5/4o/5/5/x4 x"
    assert gomoku.perft(gomoku.start(5), 2, "renju") == 25 * 24


def test_gomoku_full_board_is_a_draw() -> None:
    full = "xxoox/ooxxo/xxoox/ooxxo/xxoox o"
    assert gomoku.result(full, "freestyle") == "draw"
    assert gomoku.legal(full, "freestyle") == []


def test_renju_all_points_forbidden_is_a_draw() -> None:
    """One empty point, where black would make six: no move is left to black."""
    text = "xxx1xx/oxoxox/xoxoxo/oxoxox/ooxxoo/xxooxx x"
    assert gomoku.verdict(text, "d6") == "overline"
    assert gomoku.result(text, "renju") == "draw"
    assert gomoku.result(text, "freestyle") == "running"
    with pytest.raises(ValueError, match="not legal"):
        gomoku.play(text, "d6", "renju")


@pytest.mark.parametrize(("position", "strict", "included"), MINISHOGI_PERFT)
def test_minishogi_perft(position: str, strict: list[int], included: list[int]) -> None:
    for depth, (without, with_mate) in enumerate(zip(strict, included, strict=True), 1):
        assert minishogi.perft(position, depth) == without
        assert minishogi.perft(position, depth, drop_mate=True) == with_mate


def test_minishogi_no_move_loses() -> None:
    mated = minishogi.play("3rk/5/4G/5/K4 b P 1", "P*1b", drop_mate=True)
    assert mated == "3rk/4P/4G/5/K4 w - 1"
    assert minishogi.result(mated) == "first"


def _line(position: str, moves: str) -> list[str]:
    texts = [position]
    for move in moves.split():
        texts.append(minishogi.play(texts[-1], move))
    return texts


def test_minishogi_repetition_loses_for_sente() -> None:
    texts = _line(minishogi.start(), "1e1d 5a5b 1d1e 5b5a " * 3)
    assert minishogi.result_of_line(texts[:-1]) == "running"
    assert minishogi.result_of_line(texts) == "second"


def test_minishogi_perpetual_check_loses_for_the_checker() -> None:
    """The rook follows the king from file to file; one quiet lap and it is not perpetual."""
    gote_checks = "2r2/5/k4/5/2K2 b - 1"
    lap, quiet = "3e2e 3a2a 2e3e 2a3a ", "3e2e 5c5b 2e2d 5b5c 2d2e 3a2a 2e3e 2a3a "
    assert minishogi.result_of_line(_line(gote_checks, lap * 3)) == "first"
    assert minishogi.result_of_line(_line(gote_checks, quiet + lap * 2)) == "second"
    sente_checks = "2k2/5/4K/5/2R2 w - 1"
    assert minishogi.result_of_line(_line(sente_checks, "3a4a 3e4e 4a3a 4e3e " * 3)) == "second"
