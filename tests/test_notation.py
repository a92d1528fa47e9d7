"""Moves as people type them."""

import pytest

import kishi
from kishi.notation import read_move, write_move


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("othello", "D3", "d3"),
        ("othello", " d3 ", "d3"),
        ("othello", "ｄ３", "d3"),
        ("othello", "PASS", "pass"),
        ("othello", "34", "d3"),  # the Monte-Carlo write-up's numbers: third row, fourth column
        ("othello", "11", "a1"),
        ("othello", "88", "h8"),
        ("othello", "３４", "d3"),
        ("othello-6", "66", "f6"),
        ("gomoku", "H8", "h8"),
        ("gomoku", "a10", "a10"),
        ("gomoku-16", "88", "i8"),
        ("gomoku-16", "00", "a16"),
        ("gomoku-16", "fF", "p1"),
        ("gomoku-16", "f0", "a1"),
        ("gomoku-16", "a1", "a1"),  # a name before it is two digits
        ("gomoku-8", "07", "h8"),
        ("minishogi", "5d5c", "5d5c"),
        ("minishogi", "2A3A", "5d5c"),
        ("minishogi", "4A5AN", "5b5a+"),
        ("minishogi", "4a5an", "5b5a+"),
        ("minishogi", "3CGI", "S*3c"),
        ("minishogi", "3cgi", "S*3c"),
        ("minishogi", "p*3c", "P*3c"),
        ("minishogi", "P*3C", "P*3c"),
    ],
)
def test_spellings(game: str, typed: str, meant: str) -> None:
    of = kishi.game(game)
    assert of.move_text(read_move(of, typed)) == meant


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("gomoku-15", "ff"),  # beyond the board
        ("gomoku-17", "88"),  # a digit is not enough for every row
        ("othello", "89"),
        ("othello", "09"),
        ("othello-6", "77"),
        ("tictactoe", "11"),
        ("othello", "i1"),
        ("othello", ""),
        ("minishogi", "\ud800"),
        ("gomoku", "８８８"),
    ],
)
def test_no_moves(game: str, typed: str) -> None:
    with pytest.raises(kishi.BadInput):
        read_move(kishi.game(game), typed)


def test_hex_is_read_first_where_it_is_spoken() -> None:
    gomoku = kishi.game("gomoku-16")
    for move in range(gomoku.moves):
        text = write_move(gomoku, move, hexadecimal=True)
        assert read_move(gomoku, text, hexadecimal=True) == move
    assert write_move(gomoku, read_move(gomoku, "a1", hexadecimal=True)) == "b6"
    assert write_move(gomoku, read_move(gomoku, "h10", hexadecimal=True)) == "h10"
