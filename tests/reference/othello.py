"""Othello on 4x4, 6x6 and 8x8, over the text: squares from a1 (top left) by rows, then the side."""

from math import isqrt
from typing import Literal

Result = Literal["running", "first", "second", "draw"]
Square = tuple[int, int]  # (column from the left, row from the top), both from 0
Board = dict[Square, str]

PASS = "pass"
OTHER = {"X": "O", "O": "X"}
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def start(size: int = 8) -> str:
    """The four centre discs: white on the diagonal from the top left, black on the other."""
    low, high = size // 2 - 1, size // 2
    board = {(x, y): "-" for y in range(size) for x in range(size)}
    board[low, low] = board[high, high] = "O"
    board[low, high] = board[high, low] = "X"
    return _text(board, "X")


def legal(text: str) -> list[str]:
    """Every placing move; `pass` alone if only the other side has one; nothing at the end."""
    board, side = _parse(text)
    placing = _placing(board, side)
    if placing:
        return [_name(square) for square in placing]
    return [PASS] if _placing(board, OTHER[side]) else []


def play(text: str, move: str) -> str:
    if move not in legal(text):
        raise ValueError(f"{move} is not legal in {text}")
    board, side = _parse(text)
    if move != PASS:
        square = _square(move)
        for flipped in [square, *_flips(board, side, square)]:
            board[flipped] = side
    return _text(board, OTHER[side])


def result(text: str) -> Result:
    """The side with more discs on the board wins; empty squares never change who that is."""
    if legal(text):
        return "running"
    board, _ = _parse(text)
    black, white = (list(board.values()).count(disc) for disc in "XO")
    if black == white:
        return "draw"
    return "first" if black > white else "second"


def perft(text: str, depth: int) -> int:
    """A pass is a move of its own; a finished game counts 1 whatever depth is left."""
    moves = legal(text) if depth else []
    if not moves:
        return 1
    return sum(perft(play(text, move), depth - 1) for move in moves)


def _placing(board: Board, side: str) -> list[Square]:
    return [square for square in board if _flips(board, side, square)]


def _flips(board: Board, side: str, square: Square) -> list[Square]:
    """The discs turned by a disc of `side` on `square`; none means it may not be placed there."""
    if board[square] != "-":
        return []
    return [disc for step in DIRECTIONS for disc in _bracketed(board, side, square, step)]


def _bracketed(board: Board, side: str, square: Square, step: tuple[int, int]) -> list[Square]:
    """The run of the other side's discs next to `square`, if a disc of `side` closes it."""
    run: list[Square] = []
    x, y = square[0] + step[0], square[1] + step[1]
    while board.get((x, y)) == OTHER[side]:
        run.append((x, y))
        x, y = x + step[0], y + step[1]
    return run if board.get((x, y)) == side else []


def _name(square: Square) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def _square(name: str) -> Square:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _parse(text: str) -> tuple[Board, str]:
    discs, side = text.split()
    size = isqrt(len(discs))
    return {(i % size, i // size): disc for i, disc in enumerate(discs)}, side


def _text(board: Board, side: str) -> str:
    by_row = sorted(board, key=lambda square: (square[1], square[0]))
    return "".join(board[square] for square in by_row) + " " + side
