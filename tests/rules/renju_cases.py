"""Renju's forbidden points, worked out by hand from the RIF definitions and drawn.

`x` black, `o` white, `.` empty, `*` the black move in question. Above each drawing stand the
case's name, the verdict and the reason. A drawing is cut out of a 15x15 board so that `*` falls
on h8 or on the point named after the verdict; what is not drawn is empty or off the board.

The verdict is the first of these that holds: "five" (allowed, whatever else the move makes),
"overline", "double-four", "double-three", "ok". In the reasons the gap is the empty point that
would join * with the other stones of its row.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

SIZE = 15

TABLE = """
# Five excuses everything

five-at-the-end: five: five in a row
xxxx*

five-in-the-gap: five: two and two joined are five
xx*xx

five-upright: five: five in a column
x
x
*
x
x

five-falling: five: five on a diagonal
x....
.x...
..x..
...*.
....x

five-into-the-corner: five at a1: five on a diagonal that ends in the corner
....x
...x.
..x..
.x...
*....

five-along-the-edge: five at o15: five in the last points of the top row
xxxx*

five-between-whites: five: a five needs no room
oxxxx*o

five-beside-a-stone: five: the stone beyond the gap is not in the row
xxxx*.x

five-twice: five: a row and a column of five
..x..
..x..
xx*xx
..x..
..x..

five-and-overline: five: the row of five excuses the column of six
...x.
...x.
...x.
xxx*x
...x.
...x.

five-and-double-four: five: the row of five excuses two fours
xxxx*...
....xx..
....x.x.
....x..x

five-and-double-three: five: the row of five excuses two threes
xxxx*..
....xx.
....x.x

# Overlines

six: overline: three and two joined are six
xxx*xx

six-one-and-four: overline: one and four joined are six
x*xxxx

seven: overline: three and three joined are seven
xxx*xxx

nine: overline: four and four joined are nine
xxxx*xxxx

six-upright: overline: six in a column
x
x
x
*
x
x

six-from-the-corner: overline at d4: six on the long diagonal
.....x
....x.
...*..
..x...
.x....
x.....

six-along-the-edge: overline at d1: the edge changes nothing
xxx*xx

six-between-whites: overline: an overline needs no room
oxxx*xxo

six-and-four: overline: six in the row; the four does not excuse it
...x..
...x..
...x..
xxx*xx

six-and-double-three: overline: six in the row is named before the two threes
...x.x
...xx.
xxx*xx

not-yet-six: ok: one four: a five to the west, seven to the east
xxx*.xx

not-yet-seven: ok: the gap would make seven: neither four nor three
xx*.xxx

# One four or none

lone-stone: ok: nothing at all
*

straight-four: ok: a straight four is one four, though it has two ways
xxx*

closed-four: ok: one four with one way
oxxx*

dead-four: ok: closed at both ends: no four
oxxx*o

split-four: ok: one four, the gap its only way
xx.x*

split-four-wide: ok: one four, the gap its only way
x.xx*

four-from-the-edge: ok at d8: one four closed by the edge
xxx*

four-overline-both-ends: ok: either end would make six: no four
x.xx*x.x

outer-stone-of-two-fours: ok: * is in the western four only
*.xxx.x

outer-pair-of-two-fours: ok: * is in the western four only
*x.xx.xx

outer-stone-of-threes: ok at g8: * is in the western four only
*xx.x.xxx

one-four-one-wall: ok: the eastern gap leads nowhere: one four
x.x*x.o

# Two fours in one line

line-131: double-four: fill either gap: two fours meet in the middle
x.x*x.x

line-131-outer: double-four: * at an end of the middle is in both
x.xx*.x

line-222: double-four: fill either gap: the pair in the middle is shared
xx.x*.xx

line-313: double-four: fill either gap: the lone middle is shared
xxx.*.xxx

line-131-walled: double-four: both gaps lie inside the walls
ox.x*x.xo

line-222-walled: double-four: both gaps lie inside the walls
oxx.*x.xxo

line-313-walled: double-four: both gaps lie inside the walls
oxxx.*.xxxo

line-131-at-the-edge: double-four at d8: from edge on
x.x*x.x

line-222-along-the-edge: double-four at e15: in the top row
xx.x*.xx

line-131-upright: double-four: the same in a column
x
.
x
*
x
.
x

line-131-diagonal: double-four: the same on a diagonal
......x
.......
....x..
...*...
..x....
.......
x......

line-222-diagonal: double-four: the same on the other diagonal
x.......
.x......
........
...x....
....*...
........
......x.
.......x

line-132: ok: the eastern gap would make six: one four
x.x*x.xx

line-223: ok: the eastern gap would make six: one four
xx.x*.xxx

line-232: ok: each gap would make six: no four
xx.x*x.xx

line-314: ok: the eastern gap would make six: one four
xxx.*.xxxx

line-131-stone-beyond: double-four: a stone past a gap is harmless
x.x.x*x.x

line-222-stone-beyond: double-four: a stone past a gap is harmless
x.xx.x*.xx

# Fours in two lines

straight-and-straight: double-four: row and column, both straight
...x
...x
...x
xxx*

closed-and-closed: double-four: fours need not be open
....o
....x
....x
....x
oxxx*

split-and-split: double-four: each has its gap for a five
....x
.....
....x
....x
xx.x*

diagonal-and-diagonal: double-four: both diagonals
x.....x
.x...x.
..x.x..
...*...

three-fours: double-four: row, column and diagonal
x..x...
.x.x...
..xx...
...*xxx

two-fours-two-threes: double-four: two fours are named before two threes
x..x.x.
.x.xx..
..xx...
xx.*xxx

four-and-dead-four: ok: the column is closed at both ends
...o
...x
...x
...x
xxx*
...o

four-and-overline-only: ok: the column's one way would make six
...x
....
...x
...x
...x
xxx*
...o

four-overline-at-one-end: double-four: north makes six, but south makes five
...x
....
...x
...x
...x
xxx*

fifth-point-also-overline: double-four: the row's fifth point also makes six, but is a five
.....x
.....x
.....x
oxxx*.
....xx
....xx
....x.

four-not-through-the-stone: ok: the row's four does not hold *, and joining makes six
.....x
.....x
.....x
xxxx.*

four-and-four-in-line-past-white: ok: white cuts * from the row's stones
.....x
.....x
.....x
xxxxo*

fours-in-the-corner: double-four at a1: each has one way, away from the edge
x...
x...
x...
*xxx

dead-four-in-the-corner: ok at a1: the row lies between the edge and white
x....
x....
x....
*xxxo

four-on-a-diagonal-of-five: double-four at c3: five points are enough for a five
x.x..
.xx..
..*..
..xx.
.....

four-on-a-diagonal-of-four: ok at a4: four points are too few for a five
x...
x...
x...
*...
.x..
..x.
...x

four-and-three: ok: one four and one three: black's way to win
....x
....x
oxxx*

straight-four-and-three: ok: one four and one three
...x
...x
xxx*

split-four-and-three: ok: the row is a four, so it is no three as well
....x
....x
x.xx*

four-and-two-threes: double-three: the four does not excuse the two threes
....x.x
....xx.
oxxx*..

# Two threes that are threes

row-and-column: double-three: two open threes
..x
..x
xx*

cross: double-three: * in the middle of both
.x.
x*x
.x.

diagonals: double-three: two open threes on the diagonals
x...x
.x.x.
..*..

row-and-diagonal: double-three: a row and a diagonal
....x
...x.
xx*..

split-and-split-threes: double-three: each gap makes a straight four
...x
....
...x
x.x*

split-beside-the-stone: double-three: each gap makes a straight four
...x
...x
....
xx.*

split-on-both-sides: double-three: * between the lone stone and the gap
.x..
x*.x
....
.x..

three-threes: double-three: row, column and diagonal
..x.x
..xx.
xx*..

too-wide: ok: x.*.x takes two stones to a straight four: one three
..x..
..x..
x.*.x

pair-too-far: ok: xx..* takes two stones to a straight four: one three
....x
....x
xx..*

tight-and-tight: double-three: six points between the walls are just enough
.....o..
........
........
.....x..
.....x..
o..xx*.o
........
.....o..

near-the-corner: double-three at n14: one point to each edge is enough
....
xx*.
..x.
..x.

second-row: double-three at h2: one point to the edge is enough
..x
..x
xx*
...

row-and-diagonal-from-the-corner: double-three at b2: a1 and a2 are free
...x
..x.
.*xx
....

diagonal-of-six: double-three at c4: six points are just enough for the diagonal's three
......
......
..*xx.
...x..
....x.
......

# No three: white or the edge in the way

closed: ok: white stands at the row's end: one three
...x
...x
oxx*

closed-split: ok: the gap makes a four that white closes: one three
....x
....x
ox.x*

cut: ok: white in the gap: one three
...x
...x
xxo*

five-points-between-walls: ok: five points have no straight four: one three
....x..
....x..
o.xx*.o

five-points-between-walls-split: ok: the gap makes a four that touches a wall
.....x.
.....x.
o.x.x*o

both-closed: ok: no three at all
...o
...x
...x
oxx*

one-free-point-to-the-wall: double-three: white one point off leaves room eastward
....x
....x
o.xx*

column-from-the-edge: ok at h1: the column's three touches the edge: one three
..x
..x
xx*

row-into-the-edge: ok at o8: the row's three touches the edge: one three
..x
..x
xx*

all-from-the-corner: ok at a1: every line starts at the edge: no three
x.x
xx.
*xx

edge-and-wall: ok at h2: five points between edge and white: one three
..o
...
..x
..x
xx*
...

diagonal-of-five: ok at c3: five points have no straight four: one three
.....
.x...
..*xx
...x.
.....

diagonal-of-six-from-its-end: ok at c4: the gap makes a four that touches the edge
x.....
......
..*xx.
...x..
......
......

# No three: an overline in the way

overline-at-both-ends: ok: west or east, one end of the four would make six
.....x...
.....x...
x..xx*..x

overline-and-wall: ok: east white closes the four, west one end would make six
.....x..
.....x..
x..xx*.o

overline-at-one-end: double-three: the four made eastward is straight
.....x
.....x
x..xx*

overline-two-off: double-three: stones beyond three empty points do no harm
......x....
......x....
x...xx*...x

overline-split: ok: x.x.x*: with the gap filled the west end would make six
.....x
.....x
x.x.x*

overline-split-two-off: double-three: x..x.x*: the west end makes just five
......x
......x
x..x.x*

overline-two-gaps: ok: x.x*.x: fill one gap and the other would make six
...x..
...x..
x.x*.x

overline-one-gap: double-three: x..x*.x: the gap makes a straight four
....x..
....x..
x..x*.x

overline-in-both: ok: neither row nor column can be made a straight four
.....x...
.........
.........
.....x...
.....x...
x..xx*..x
.........
.........
.....x...

# No three: the point that would make it straight may not be played

next-is-overline: ok: the row's gap makes six in its column: one three
.x..
.x..
.x..
*.xx
xx..
xx..

next-is-one-three: double-three: the gap makes one three in its column: allowed
.x..
*.xx
xx..
x...

next-is-double-four: ok: the gap makes a second four in its column: one three
.x..
.x..
.x..
*.xx
x...
x...

next-is-dead-four: double-three: the gap's column is closed at both ends: allowed
.o..
.x..
.x..
.x..
*.xx
xo..
x...

next-is-overline-four: double-three: the gap's column could only become six: allowed
.x..
....
.x..
.x..
.x..
*.xx
xo..
x...

next-is-five: ok: the gap makes a five in its column, so no three by definition
.x..
.x..
.x..
*.xx
xx..
x...

next-is-two-fours-in-one-line: ok: the gap makes x.xxx.x in its column: one three
.x..
....
.x..
*.xx
xx..
x...
.x..

next-uses-the-other-three: ok: the gap makes a four with a stone of the column's three
...x.
.*.xx
.x...
xx...

one-of-two-next: double-three: east is a double four, but west makes it straight
...x
...x
...x
xx*.
..x.
..x.

both-of-two-next: ok: a double four at either end of the row: one three
x...x
x...x
x...x
.xx*.
...x.
...x.

both-threes-spoiled: ok: a double four in the row's gap and in the column's gap
.....x..
.....x..
.....x..
....*.xx
xxx.....
....x...
....x...

three-threes-one-spoiled: double-three: the row is spoiled, two threes are left
...x..
...x..
...x..
......
..*.xx
.xx...
x.x...

# Whether the gap G, east of *, may be played depends on the point P north of G,
# and P on the point Q two points south-east of P

next-is-double-three: ok: the gap makes threes in its column and diagonal: one three
.x..
.xx.
*.xx
x...
x...

next-is-closed-three: double-three: white closes the gap's column: one three there
.o..
.x..
.xx.
*.xx
x...
x...

next-is-split-double-three: ok: the gap makes a split three and a diagonal three
.x..
.x..
..x.
*.xx
x...
x...

second-is-double-four: double-three: P is a double four, so G makes one three
.x...
.x...
..xxx
*.xx.
x....
x....

second-is-overline: double-three: P is an overline, so G makes one three
.....x
..x.x.
..xx..
...x..
.*.xx.
xx....
.x....

second-is-one-three: ok: P makes one three, so G is a double three
.x..
.x..
..xx
*.xx
x...
x...

second-is-double-three: double-three: P is a double three, so G makes one three
.x..
.x..
..xx
*.xx
x..x
x...

third-is-double-four: ok: Q is a double four, P so allowed, G so a double three
.x...
.x...
..xx.
*.xx.
x....
x..xx

third-is-dead-four: double-three: Q is allowed, P so a double three, G so allowed
.x......
.x......
..xx....
*.xx....
x.o.xxxo
x...x...

third-is-double-three: ok: Q is a double three, P so allowed, G so a double three
.x....
.x....
..xx..
*.xx..
x...xx
x...x.

third-is-one-three: double-three: Q is allowed, P so a double three, G so allowed
.x.....
.x.....
..xx...
*.xx...
x...xxo
x...x..
"""


class Case(NamedTuple):
    name: str
    expected: str
    at: str
    reason: str
    drawing: list[str]


def boards() -> Iterator[tuple[str, str, str, str]]:
    """Each case as (name, position text with black to move, move text, expected verdict)."""
    for case in CASES:
        yield case.name, _position(case), case.at, case.expected


def _cases(table: str) -> list[Case]:
    """Blocks stand between empty lines; one that starts with `#` is a heading."""
    blocks = [block.splitlines() for block in table.strip().split("\n\n")]
    return [_case(head, drawing) for head, *drawing in blocks if not head.startswith("#")]


def _case(head: str, drawing: list[str]) -> Case:
    name, verdict, reason = head.split(": ", 2)
    expected, _, at = verdict.partition(" at ")
    return Case(name, expected, at or "h8", reason, drawing)


def _position(case: Case) -> str:
    """Lay the drawing on an empty board, its `*` on `case.at`."""
    ((star_x, star_y),) = [(row.index("*"), y) for y, row in enumerate(case.drawing) if "*" in row]
    left = ord(case.at[0]) - ord("a") - star_x
    top = SIZE - int(case.at[1:]) - star_y
    right = SIZE - left - len(case.drawing[0])
    bottom = SIZE - top - len(case.drawing)
    assert min(left, top, right, bottom) >= 0, f"{case.name} sticks out of the board"
    drawn = ["." * left + row.replace("*", ".") + "." * right for row in case.drawing]
    rows = ["." * SIZE] * top + drawn + ["." * SIZE] * bottom
    assert {len(row) for row in rows} == {SIZE}, f"{case.name} is not drawn as a rectangle"
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows)) + " x"


CASES = _cases(TABLE)
