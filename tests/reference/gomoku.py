"""Gomoku and renju on square boards, over the text: rows from the top, then the side to move.

Renju follows the definitions of the International Rules (RIF) word for word:

- a *five* is an unbroken row of exactly five; an *overline* is one of six or more;
- a *four* is four stones to which one more can be added to make a five;
- a *straight four* is an unbroken four that can become a five at both of its ends;
- a *three* is three stones to which one more can be added to make a straight four, without
  making a five at the same time, and (rule 9.3) by a move that is not itself forbidden;
- *double four* and *double three* are two fours or two threes that meet in the stone just played.

A move that makes a five is never forbidden (rule 9.2), so a four needs no second look, but whether
a three is one depends on whether a later move is forbidden: the definition is recursive. It ends
because each step of it adds a stone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Rule = Literal["freestyle", "standard", "renju"]
Result = Literal["running", "first", "second", "draw"]
Verdict = Literal["ok", "five", "overline", "double-four", "double-three"]
Point = tuple[int, int]  # (column from the left, row from below), both from 0
Step = tuple[int, int]
Four = frozenset[Point]

OTHER = {"x": "o", "o": "x"}
DIRECTIONS: list[Step] = [(1, 0), (0, 1), (1, 1), (1, -1)]


@dataclass(frozen=True)
class Board:
    """Stones by point; a point without one is empty if it is on the board at all."""

    size: int
    stones: dict[Point, str]

    def points(self) -> list[Point]:
        return [(x, y) for y in reversed(range(self.size)) for x in range(self.size)]

    def is_empty(self, point: Point) -> bool:
        on_board = all(0 <= coordinate < self.size for coordinate in point)
        return on_board and point not in self.stones

    def with_stone(self, point: Point, colour: str) -> "Board":
        return Board(self.size, {**self.stones, point: colour})


def start(size: int = 15) -> str:
    return _text(Board(size, {}), "x")


def legal(text: str, rule: Rule) -> list[str]:
    board, side = _parse(text)
    return [_name(point) for point in _moves(board, side, rule)]


def play(text: str, move: str, rule: Rule) -> str:
    board, side = _parse(text)
    point = _point(move)
    if _has_won(board, OTHER[side], rule) or not _may_play(board, side, point, rule):
        raise ValueError(f"{move} is not legal in {text}")
    return _text(board.with_stone(point, side), OTHER[side])


def result(text: str, rule: Rule) -> Result:
    """Only the side that has just moved can have won.

    No legal move is a draw: the board is full, or (our choice, the RIF rules let black pass
    instead) black is to move in renju and every empty point is forbidden.
    """
    board, side = _parse(text)
    if _has_won(board, OTHER[side], rule):
        return "second" if side == "x" else "first"
    return "draw" if next(_moves(board, side, rule), None) is None else "running"


def perft(text: str, depth: int, rule: Rule) -> int:
    """A game that is over with depth left counts 0."""
    if depth == 0:
        return 1
    return sum(perft(play(text, move, rule), depth - 1, rule) for move in legal(text, rule))


def verdict(text: str, move: str) -> Verdict:
    """What renju says of a black stone on an empty point; all but "ok" and "five" forbid it."""
    board, _ = _parse(text)
    return _verdict(board, _point(move))


def _moves(board: Board, side: str, rule: Rule) -> Iterator[Point]:
    if not _has_won(board, OTHER[side], rule):
        yield from (point for point in board.points() if _may_play(board, side, point, rule))


def _may_play(board: Board, side: str, point: Point, rule: Rule) -> bool:
    if not board.is_empty(point):
        return False
    return (rule, side) != ("renju", "x") or _verdict(board, point) in ("ok", "five")


def _has_won(board: Board, colour: str, rule: Rule) -> bool:
    exactly_five = rule == "standard" or (rule, colour) == ("renju", "x")
    rows = [
        len(_row(board, point, step))
        for point, stone in board.stones.items()
        if stone == colour
        for step in DIRECTIONS
    ]
    return any(length == 5 if exactly_five else length >= 5 for length in rows)


def _verdict(board: Board, point: Point) -> Verdict:
    """The first that holds, in this order: a five excuses all else; of two faults one is named."""
    after = board.with_stone(point, "x")
    rows = [len(_row(after, point, step)) for step in DIRECTIONS]
    if 5 in rows:
        return "five"
    if max(rows) > 5:
        return "overline"
    if sum(len(_fours(after, point, step)) for step in DIRECTIONS) > 1:
        return "double-four"
    if sum(_is_three(after, point, step) for step in DIRECTIONS) > 1:
        return "double-three"
    return "ok"


def _row(board: Board, point: Point, step: Step) -> list[Point]:
    """The unbroken row of one colour through the stone on `point`, from end to end."""
    colour = board.stones[point]
    row = [point]
    while board.stones.get(_shift(row[0], step, -1)) == colour:
        row.insert(0, _shift(row[0], step, -1))
    while board.stones.get(_shift(row[-1], step, 1)) == colour:
        row.append(_shift(row[-1], step, 1))
    return row


def _makes_five(board: Board, point: Point, step: Step) -> bool:
    """Whether a black stone on `point` would make a five along `step`."""
    return board.is_empty(point) and len(_row(board.with_stone(point, "x"), point, step)) == 5


def _fours(board: Board, point: Point, step: Step) -> set[Four]:
    """The black fours along `step` that the stone on `point` belongs to.

    A four is known by its stones, so a straight four is one however many ways it has to a five,
    and `x.xxx.x` is two, which meet in the stones of the middle.
    """
    fours = set()
    for first in range(-4, 1):
        five = {_shift(point, step, first + i) for i in range(5)}
        black = frozenset(p for p in five if board.stones.get(p) == "x")
        if len(black) == 4 and all(_makes_five(board, p, step) for p in five - black):
            fours.add(black)
    return fours


def _is_straight_four(board: Board, row: list[Point], step: Step) -> bool:
    ends = [_shift(row[0], step, -1), _shift(row[-1], step, 1)]
    return len(row) == 4 and all(_makes_five(board, end, step) for end in ends)


def _is_three(board: Board, point: Point, step: Step) -> bool:
    """Whether the black stone on `point` belongs to a three along `step`.

    One line never holds two threes through one point: a straight four needs its neighbours empty
    and the points beyond them not black, which leaves no room for a second one of other stones.
    """
    nearby = [_shift(point, step, distance) for distance in (-3, -2, -1, 1, 2, 3)]
    return any(_makes_straight_four(board, point, added, step) for added in nearby)


def _makes_straight_four(board: Board, point: Point, added: Point, step: Step) -> bool:
    """Whether black may add a stone that joins the one on `point` in a straight four."""
    if not board.is_empty(added):
        return False
    after = board.with_stone(added, "x")
    row = _row(after, point, step)
    joined = added in row and _is_straight_four(after, row, step)
    return joined and _verdict(board, added) == "ok"


def _shift(point: Point, step: Step, distance: int) -> Point:
    return point[0] + distance * step[0], point[1] + distance * step[1]


def _name(point: Point) -> str:
    return f"{chr(ord('a') + point[0])}{point[1] + 1}"


def _point(name: str) -> Point:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _parse(text: str) -> tuple[Board, str]:
    rows, side = text.split()
    cells = [_spread(row) for row in rows.split("/")]
    stones = {
        (x, y): cell
        for y, row in enumerate(reversed(cells))
        for x, cell in enumerate(row)
        if cell != "."
    }
    return Board(len(cells), stones), side


def _spread(row: str) -> str:
    return re.sub(r"\d+", lambda run: "." * int(run[0]), row)


def _text(board: Board, side: str) -> str:
    cells = "".join(board.stones.get(point, ".") for point in board.points())
    rows = [cells[i : i + board.size] for i in range(0, len(cells), board.size)]
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows)) + " " + side
