"""Drawn Gomoku puzzles: wins by fours, wins that need open threes, and what only looks like one.

A drawing is a part of a 20x20 board. `x` is black, `o` white, `.` an empty cell. Those without a
title were found by throwing stones and taking away all that the win does not need; their lengths are
those of the plain search in gomoku_checker.py.
"""

import re
from dataclasses import dataclass

import kishi
from kishi import Position

SIZE = 20
Cell = tuple[int, int]  # row from the top, column from the left


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A drawing, and what the side to move can do there by one rule or another."""

    about: str
    side: str
    answers: str  # "freestyle 5, renju 7": plies; "freestyle renju": no win
    drawing: str
    margin: int = 4  # cells between the drawing and the upper and left edges

    def lengths(self) -> dict[str, int | None]:
        """The plies of the win by each rule that is asked about, None where there is none."""
        if "," not in self.answers and not self.answers[-1].isdigit():
            return dict.fromkeys(self.answers.split())
        pairs = [answer.split() for answer in self.answers.split(", ")]
        return {rule: int(plies) for rule, plies in pairs}

    def position(self, rule: str) -> Position:
        rows = self.drawing.split()
        stones = {
            (self.margin + r, self.margin + c): sign
            for r, row in enumerate(rows)
            for c, sign in enumerate(row)
            if sign != "."
        }
        right, below = (5 + self.margin + n for n in (len(rows[0]), len(rows)))
        even_out(stones, self.side, [c for c in CELLS if c[0] >= below or c[1] >= right])
        board = "".join(stones.get(cell, ".") for cell in sorted(CELLS))
        lines = "/".join(board[i : i + SIZE] for i in range(0, len(board), SIZE))
        text = re.sub(r"\.+", lambda run: str(len(run[0])), lines)
        return kishi.game(f"gomoku-{SIZE}-{rule}").parse(f"{text} {self.side}")


CELLS = [(row, col) for row in reversed(range(SIZE)) for col in reversed(range(SIZE))]


def even_out(stones: dict[Cell, str], side: str, far: list[Cell]) -> None:
    """Adds stones that no five can be made with until it may be the turn of `side`."""
    signs = list(stones.values())
    missing = signs.count("x") - signs.count("o") - (side == "o")
    for _ in range(abs(missing)):
        cell = next(c for c in far if not any(in_a_row(c, stone) for stone in stones))
        stones[cell] = "o" if missing > 0 else "x"


def in_a_row(a: Cell, b: Cell) -> bool:
    down, right = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(down, right) <= 5 and (0 in (down, right) or down == right)


# By fours alone; these are the shortest wins.
FOURS = [
    Puzzle(
        "the last stone of a five",
        "x",
        "freestyle 1, standard 1, renju 1",
        """
        oxxxx.
        """,
    ),
    Puzzle(
        "a five with a gap",
        "x",
        "freestyle 1, standard 1, renju 1",
        """
        xx.xx
        """,
    ),
    Puzzle(
        "six in a row win by the free rule only",
        "x",
        "freestyle 1",
        """
        oxx.xxxo
        """,
    ),
    Puzzle(
        "six in a row win for white in renju",
        "o",
        "freestyle 1, renju 1",
        """
        xoo.ooox
        """,
    ),
    Puzzle(
        "three to the right of a gap: the near stone makes five, not six",
        "x",
        "freestyle 1, standard 1, renju 1",
        """
        x.xxx..
        """,
    ),
    Puzzle(
        "a straight four",
        "x",
        "freestyle 3, standard 3, renju 3",
        """
        .xxx.
        """,
    ),
    Puzzle(
        "a straight four from a broken three",
        "x",
        "freestyle 3, standard 3, renju 3",
        """
        x.xx
        """,
    ),
    Puzzle(
        "a three that just fits between the edge and a straight four",
        "x",
        "freestyle 3, standard 3, renju 3",
        """
        .xxx..
        """,
        margin=0,
    ),
    Puzzle(
        "one end of the four would be six: straight by the free rule only",
        "x",
        "freestyle 3",
        """
        o.xxx..x
        """,
    ),
    Puzzle(
        "the same for white, who may make six in renju",
        "o",
        "freestyle 3, renju 3",
        """
        x.ooo..o
        """,
    ),
    Puzzle(
        "two fours at once, which renju forbids to black",
        "x",
        "freestyle 3, standard 3",
        """
        ....o
        ....x
        ....x
        ....x
        oxxx.
        """,
    ),
    Puzzle(
        "two fours at once, along a row and a diagonal",
        "x",
        "freestyle 3, standard 3",
        """
        o......
        .x.....
        ..x....
        ...x...
        .......
        .oxxx..
        """,
    ),
    Puzzle(
        "two fours on one line, which renju forbids to black",
        "x",
        "freestyle 3, standard 3",
        """
        x.x.x.x
        """,
    ),
    Puzzle(
        "two fours on one line, allowed to white",
        "o",
        "freestyle 3, standard 3, renju 3",
        """
        o.o.o.o
        """,
    ),
    Puzzle(
        "a four and a three at once",
        "x",
        "freestyle 5, standard 5, renju 5",
        """
        ....x
        ....x
        .....
        oxxx.
        """,
    ),
    Puzzle(
        "a four with a gap and a three at once",
        "x",
        "freestyle 5, standard 5, renju 5",
        """
        ...x.
        ...x.
        .....
        oxx.x
        """,
    ),
    Puzzle(
        "a four and two threes at once: too much for black in renju",
        "x",
        "freestyle 5, standard 5",
        """
        ....o..
        .......
        ....x..
        ....x..
        oxxx...
        ...x...
        ..x....
        .......
        o......
        """,
    ),
    Puzzle(
        "the answer makes a four, and the straight four is in its way",
        "x",
        "freestyle 5, standard 5, renju 5",
        """
        ....x.....
        ....x.....
        ..........
        oxxx......
        ......o...
        .......o..
        ........o.
        .........x
        """,
    ),
    Puzzle(
        "the answer would be an overline: forbidden to black",
        "o",
        "renju 3",
        """
        .....x
        .....x
        .....x
        xooo..
        .....x
        .....x
        """,
    ),
    Puzzle(
        "the answer would be a double three: forbidden to black",
        "o",
        "renju 3",
        """
        ......
        .....x
        .....x
        xooo..
        ....x.
        ...x..
        ......
        """,
    ),
    Puzzle(
        "the answer would be a double four: forbidden to black",
        "o",
        "renju 3",
        """
        .....o.....
        .....x.....
        .....x.....
        .....x.....
        xooo...xxxo
        """,
    ),
    Puzzle(
        "the four must also stop the other side's five",
        "x",
        "freestyle 3, standard 3, renju 3",
        """
        xoooo.
        .....x
        .....x
        .....x
        ......
        .....o
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 7",
        """
        x......
        ..x.x.x
        .......
        ...x...
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 11",
        """
        x.x....
        ..xx..x
        .......
        .......
        x......
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 17",
        """
        ...x.
        x...x
        .....
        ....x
        x....
        x...x
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 13",
        """
        x...x
        .x...
        .....
        .x...
        ..x..
        .....
        .x...
        .x...
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 11",
        """
        x....
        .....
        x...x
        ..x.o
        x....
        .x...
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 19",
        """
        x..x..
        x.....
        .....x
        o.x...
        ..x...
        ....x.
        ....x.
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 13",
        """
        o.x.x....
        .........
        ...x.....
        ....x..xx
        .........
        .........
        .......x.
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 13",
        """
        .......x
        .x......
        ........
        .....x.x
        .x......
        xx..x...
        """,
    ),
    Puzzle(
        "",
        "o",
        "freestyle 9",
        """
        o.o.o
        .....
        .....
        o.o..
        ...o.
        """,
    ),
    Puzzle(
        "",
        "o",
        "freestyle 9",
        """
        ..o.o
        .....
        o...o
        ...o.
        ....o
        """,
    ),
    Puzzle(
        "",
        "o",
        "freestyle 15",
        """
        ..o...
        ......
        ..o.o.
        ......
        ......
        ....o.
        oo..oo
        """,
    ),
    Puzzle(
        "",
        "x",
        "standard 7",
        """
        x.......
        ........
        ..x.....
        ........
        ....x...
        ......xx
        """,
    ),
    Puzzle(
        "",
        "x",
        "standard 7",
        """
        ...x..
        ......
        .....x
        x.x.x.
        """,
    ),
    Puzzle(
        "",
        "x",
        "standard 11",
        """
        x.......
        x.x.....
        ........
        ....x...
        x.....xx
        """,
    ),
    Puzzle(
        "",
        "x",
        "standard 13",
        """
        ..x.....
        ........
        .ox.....
        ........
        ..xx...x
        x.......
        .....x..
        """,
    ),
    Puzzle(
        "",
        "x",
        "standard 17",
        """
        xx..x
        o.x..
        ...o.
        .....
        x..xx
        """,
    ),
    Puzzle(
        "",
        "o",
        "standard 11",
        """
        o.x..
        o....
        ...o.
        ..o.o
        o.o..
        """,
    ),
    Puzzle(
        "",
        "o",
        "standard 19",
        """
        ..o.o..
        .......
        x......
        .o.....
        ..o.o.o
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 7",
        """
        ...x
        ....
        ...x
        x...
        .x.x
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 7",
        """
        x...
        ....
        x..x
        ....
        xx..
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 13",
        """
        .o.....
        ..x....
        ...x...
        ......x
        .......
        .......
        ...x...
        xx..x.x
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 15",
        """
        .xx..x
        ......
        ......
        ...x..
        .x.x..
        x.....
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 17",
        """
        x.......
        .......x
        ........
        x.x.x...
        ........
        ...x....
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 13",
        """
        x..x..
        x...x.
        ......
        ......
        xxx.xx
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 17",
        """
        x...x....
        ...x.....
        ....x...x
        ..x.o..x.
        .........
        ..xx....x
        ........x
        """,
    ),
    Puzzle(
        "",
        "o",
        "renju 9",
        """
        ...oo
        .o..o
        .....
        o....
        ....o
        """,
    ),
    Puzzle(
        "",
        "o",
        "renju 9",
        """
        ...oo.
        .....o
        ..o...
        .....o
        o.....
        """,
    ),
    Puzzle(
        "",
        "o",
        "renju 11",
        """
        .oo.
        ....
        o...
        .oo.
        ..o.
        ...x
        """,
    ),
    Puzzle(
        "",
        "o",
        "renju 11",
        """
        o......
        ...xx..
        ..o.o.o
        ....o..
        o......
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 15",
        """
        ....x
        .x...
        ...ox
        .....
        ....x
        x.x..
        ...x.
        """,
    ),
    Puzzle(
        "",
        "x",
        "freestyle 9",
        """
        .....x..
        ...x..xx
        x.x.x...
        ..o.....
        """,
    ),
    Puzzle(
        "",
        "x",
        "standard 9",
        """
        .ox..
        .x...
        .x.x.
        x....
        .x...
        .....
        .....
        ....x
        """,
    ),
    Puzzle(
        "",
        "x",
        "standard 9",
        """
        .......x
        ......x.
        .x......
        x.......
        ...x....
        ........
        ...x.x..
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 11",
        """
        x..x...
        .x.....
        .x.....
        .......
        .......
        ..x.x.x
        """,
    ),
    Puzzle(
        "",
        "x",
        "renju 13",
        """
        ..x......
        x.x.....x
        ..x..x...
        ..o...x..
        .........
        ....x....
        """,
    ),
    Puzzle(
        "",
        "o",
        "renju 13",
        """
        ox......
        ..xo...o
        ...o..o.
        ........
        ........
        ...o....
        """,
    ),
    Puzzle(
        "",
        "o",
        "renju 17",
        """
        ...o..
        ...oo.
        ......
        ......
        ...o..
        o...o.
        .....x
        """,
    ),
    Puzzle(
        "",
        "o",
        "renju 11",
        """
        .....x
        o..oo.
        o..o..
        ..o...
        """,
    ),
]

# No win by fours, but one by fours and open threes, in so many plies or fewer.
THREES = [
    Puzzle(
        "two open threes at once, or round about where they are forbidden",
        "x",
        "freestyle 5, standard 5, renju 11",
        """
        ..x
        ..x
        ...
        xx.
        """,
    ),
    Puzzle(
        "two open threes at once, or round about where they are forbidden",
        "x",
        "freestyle 5, standard 5, renju 15",
        """
        ...x
        ...x
        xx..
        """,
    ),
    Puzzle(
        "white may make two open threes",
        "o",
        "freestyle 5, standard 5, renju 5",
        """
        ...o
        ...o
        oo..
        """,
    ),
    Puzzle(
        "the other side has fours of its own to make",
        "x",
        "freestyle 7, standard 7, renju 11",
        """
        ...x...
        ...x...
        xx.....
        .......
        .xooo..
        """,
    ),
    Puzzle(
        "the other side is one move too slow",
        "x",
        "freestyle 5, standard 5, renju 15",
        """
        ...x...
        ...x...
        xx.....
        .......
        ..oo...
        """,
    ),
    Puzzle(
        "two fours are forbidden, so black begins elsewhere",
        "x",
        "renju 7",
        """
        ....o
        ....x
        ....x
        ....x
        oxxx.
        """,
    ),
    Puzzle(
        "likewise",
        "x",
        "renju 9",
        """
        o......
        .x.....
        ..x....
        ...x...
        .......
        .oxxx..
        """,
    ),
    Puzzle(
        "a four and two threes are forbidden, so black begins elsewhere",
        "x",
        "renju 7",
        """
        ....o..
        .......
        ....x..
        ....x..
        oxxx...
        ...x...
        ..x....
        .......
        o......
        """,
    ),
    Puzzle(
        "white threatens what black may not answer",
        "o",
        "renju 7",
        """
        ..o..o
        ...x.x
        ...x.x
        xooo..
        .....x
        """,
    ),
]

# What only looks like a win.
NONE = [
    Puzzle(
        "a closed three is not enough",
        "x",
        "freestyle standard renju",
        """
        oxxx..
        """,
    ),
    Puzzle(
        "nor is a three at the edge",
        "x",
        "freestyle standard renju",
        """
        xxx..
        """,
        margin=0,
    ),
    Puzzle(
        "no five fits on this diagonal",
        "x",
        "freestyle standard renju",
        """
        ...x
        ..x.
        .x..
        """,
        margin=0,
    ),
    Puzzle(
        "a diagonal with room for one five only",
        "x",
        "freestyle standard renju",
        """
        ....x
        ...x.
        ..x..
        """,
        margin=0,
    ),
    Puzzle(
        "two pairs far apart",
        "x",
        "freestyle standard renju",
        """
        xx...xx
        .......
        """,
    ),
    Puzzle(
        "six are no five by these rules",
        "x",
        "standard renju",
        """
        oxx.xxxo
        """,
    ),
    Puzzle(
        "one end of the four would be six",
        "x",
        "standard renju",
        """
        o.xxx..x
        """,
    ),
    Puzzle(
        "two fours on one line are forbidden to black",
        "x",
        "renju",
        """
        x.x.x.x
        """,
    ),
    Puzzle(
        "the five to stop is not where the four would be",
        "x",
        "freestyle standard renju",
        """
        .xoooo.
        o......
        x......
        x......
        x......
        """,
    ),
    Puzzle(
        "the stone that stops the five makes no four of its own: the end is closed",
        "x",
        "freestyle standard renju",
        """
        .xoooo.
        ......o
        ......x
        ......x
        ......x
        """,
    ),
    Puzzle(
        "the answer to the four is a five",
        "x",
        "freestyle standard renju",
        """
        o.xxx..
        .o.....
        ..o....
        ...o...
        .......
        """,
    ),
    Puzzle(
        "by these rules black may answer, and with six",
        "o",
        "freestyle standard",
        """
        .....x
        .....x
        .....x
        xooo..
        .....x
        .....x
        """,
    ),
    Puzzle(
        "by these rules black may answer",
        "o",
        "freestyle standard",
        """
        ......
        .....x
        .....x
        xooo..
        ....x.
        ...x..
        ......
        """,
    ),
]
