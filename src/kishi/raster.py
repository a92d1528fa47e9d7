"""A position as pixels, for video of environments (`rgb_array`): numpy alone, no library of pictures."""

import re

import numpy as np
from numpy.typing import NDArray

from .core import Position
from .games import BoardStyle, facts_of, side_of

CELL = 32  # pixels
FINE = 3  # each pixel is the mean of so many squared
Pixels = NDArray[np.uint8]

# Letters of pieces in five columns of seven dots, a column a number, the top dot its lowest bit.
LETTERS = {
    "B": (0x7F, 0x49, 0x49, 0x49, 0x36),
    "G": (0x3E, 0x41, 0x49, 0x49, 0x7A),
    "K": (0x7F, 0x08, 0x14, 0x22, 0x41),
    "P": (0x7F, 0x09, 0x09, 0x09, 0x06),
    "R": (0x7F, 0x09, 0x19, 0x29, 0x46),
    "S": (0x46, 0x49, 0x49, 0x49, 0x31),
}
INK, PROMOTED, WOOD = "#1d1206", "#b3261e", "#fbe6b5"


def rgb(position: Position) -> Pixels:
    """Rows, columns, colours: the board, with the pieces in hand above and below it where a game has any."""
    style = facts_of(position.game).style
    _, rows, columns = position.game.shape
    cells, *hands = position.picture()
    tiles = [[_tile(style, cells[r * columns + c]) for c in range(columns)] for r in range(rows)]
    if facts_of(position.game).hand:
        most = sum(map(bool, position.game.start().picture()[0])) - 2  # all but the kings
        above, below = (_hand(style, hands[side], columns, most) for side in (1, 0))
        tiles = [*above, *tiles, *below]
    fine = np.concatenate([np.concatenate(row, axis=1) for row in tiles])
    blocks = fine.reshape(len(tiles) * CELL, FINE, columns * CELL, FINE, 3)
    pixels: Pixels = blocks.mean(axis=(1, 3)).round().astype(np.uint8)
    return pixels


def _hand(
    style: BoardStyle, names: list[str], columns: int, most: int
) -> list[list[NDArray[np.float64]]]:
    """Rows of tiles without lines, with room for as many as there can be: a video has one size."""
    rows = [names[at : at + columns] for at in range(0, most, columns)]
    return [
        [_tile(style, name, ground=False) for name in [*row, *[""] * (columns - len(row))]]
        for row in rows
    ]


def _tile(style: BoardStyle, name: str, *, ground: bool = True) -> NDArray[np.float64]:
    """One cell and what is on it, finer than it will be."""
    size = CELL * FINE
    y, x = (np.mgrid[0:size, 0:size] + 0.5) / size - 0.5  # from the middle, in cells
    tile = np.empty((size, size, 3))
    tile[:] = _colour(style.shades[1] if ground else style.shades[0])
    if ground:
        on_edge = np.maximum(abs(x), abs(y)) > 0.485
        crossing = np.minimum(abs(x), abs(y)) < 0.015
        tile[crossing if style.grid == "points" else on_edge] = _colour(style.line)
    if name:
        _draw(tile, x, y, style, name)
    return tile


def _draw(
    tile: NDArray[np.float64],
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    style: BoardStyle,
    name: str,
) -> None:
    side = side_of(name)
    if style.piece == "piece":
        _draw_wedge(tile, -x if side else x, -y if side else y, name)
    elif style.piece == "mark":
        nought = abs(np.hypot(x, y) - 0.3) < 0.05
        cross = (np.minimum(abs(x - y), abs(x + y)) < 0.07) & (np.maximum(abs(x), abs(y)) < 0.3)
        tile[nought if side else cross] = _colour(style.faces[side][1])
    else:
        tile[np.hypot(x, y) < 0.42] = _colour(style.faces[side][1])


def _draw_wedge(
    tile: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64], name: str
) -> None:
    """A pentagon that points forward, with its letter; promoted pieces are red."""
    inside = (y < 0.4) & (y > -0.42 + abs(x) * 0.45) & (abs(x) < 0.28 + 0.11 * y)
    tile[inside] = _colour(WOOD)
    columns = LETTERS.get(name.upper()[-1])
    if columns is None:
        return
    dots = np.array([[bits >> row & 1 for bits in columns] for row in range(7)], bool)
    column, row = np.floor((x + 0.175) / 0.07).astype(int), np.floor((y + 0.2) / 0.07).astype(int)
    within = (column >= 0) & (column < 5) & (row >= 0) & (row < 7)
    lit = within & dots[row.clip(0, 6), column.clip(0, 4)]
    tile[lit] = _colour(PROMOTED if name.startswith("+") else INK)


def _colour(css: str) -> tuple[float, float, float]:
    digits = re.fullmatch(r"#(..)(..)(..)", css)
    assert digits, f"{css} is not #rrggbb"
    red, green, blue = (float(int(d, 16)) for d in digits.groups())
    return red, green, blue
