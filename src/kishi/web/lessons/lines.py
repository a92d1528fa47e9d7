"""Attack and guard: both score tables of the Gomoku write-up, on any position."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ...core import Choice, Position, Record, game, winner
from ...games.gomoku import GOMOKU, LINE_SCORES
from ..reading import Fields
from ..refusal import Refusal
from .matches import counts, openings, told
from .positions import running_line

BOARD = game("gomoku-16")  # the write-up's
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
LONGEST = 5
MOST = 100_000.0


def tables(fields: Fields) -> dict[str, Any]:
    """The write-up's numbers, and its two diagrams."""
    attack, guard, centre = LINE_SCORES[:5], LINE_SCORES[5:10], LINE_SCORES[10]
    return {
        "attack": attack.tolist(), "guard": guard.tolist(), "centre": float(centre),
        "rows": list(ROWS), "game": BOARD.name,
        "diagrams": {name: _moves(text) for name, text in DIAGRAMS.items()},
    }  # fmt: skip


# The second table: attack and guard of a cell.


def line_scores(fields: Fields) -> dict[str, Any]:
    """Attack and guard of each empty point by one's own tables, and what `lines` plays by them."""
    record = running_line(fields)
    if record.game.family != GOMOKU.family:
        raise Refusal(422, "line scores are Gomoku's")
    scores = _scores(fields)
    cells, size = record.position.picture()[0], record.game.shape[1]
    attack, guard = [0.0, *scores[:5].tolist()], [0.0, *scores[5:10].tolist()]
    mine, theirs = ("X", "O") if record.position.turn == 0 else ("O", "X")
    rows = [
        {
            "move": cell,
            "to": cell,
            "text": record.game.move_text(cell),
            "attack": _lines_through(cells, size, cell, mine, attack),
            "guard": _lines_through(cells, size, cell, theirs, guard),
            "place": _place(size, cell, float(scores[10])),
        }
        for cell in record.position.legal_moves()
    ]
    faithful = fields.flag("faithful") and record.game == BOARD
    engine = _native.lines_engine(record.game, scores, faithful, 0)
    chosen = engine.choose(record.positions, _native.SearchControl()).move
    return {"moves": rows, "chosen": chosen, "text": record.game.move_text(chosen)}


def _scores(fields: Fields) -> NDArray[np.float32]:
    """One's own, or else the write-up's."""
    if not fields.has("scores"):
        return LINE_SCORES
    return np.array(fields.numbers("scores", 11, -MOST, MOST), np.float32)


def windows(fields: Fields) -> dict[str, Any]:
    """The windows through one point that count, one after the other, with the sum so far."""
    record = running_line(fields)
    cell = fields.whole("cell", 0, record.game.moves - 1)
    if record.game.family != GOMOKU.family or cell not in record.position.legal_moves():
        raise Refusal(422, "'cell' is an empty point of a Gomoku board")
    cells, size = record.position.picture()[0], record.game.shape[1]
    scores = _scores(fields)
    turn, total, found = record.position.turn, 0.0, []
    for group, stone in enumerate((turn, 1 - turn)):
        for window in _windows(cells, size, cell, "XO"[stone]):
            worth = float(scores[5 * group + len(window) - 1])
            total += worth
            found.append(
                {"cells": window, "group": ("attack", "guard")[group], "worth": worth, "sum": total}
            )
    return {"text": record.game.move_text(cell), "windows": found,
            "place": _place(size, cell, float(scores[10]))}  # fmt: skip


def _windows(cells: list[str], size: int, cell: int, stone: str) -> list[list[int]]:
    found = []
    row, column = divmod(cell, size)
    for down, right in DIRECTIONS:
        back = _run(cells, size, cell, -down, -right, stone)
        ahead = _run(cells, size, cell, down, right, stone)
        line = [(row + k * down) * size + column + k * right for k in range(-back, ahead + 1)]
        for length in range(1, LONGEST + 1):
            starts = range(max(0, back - length + 1), min(back, len(line) - length) + 1)
            found += [line[start : start + length] for start in starts]
    return found


def _place(size: int, cell: int, centre: float) -> float:
    """An edge costs a point, the centre brings what its score says."""
    row, column = divmod(cell, size)
    edges = (row == 0) + (column == 0) + (row == size - 1) + (column == size - 1)
    return float(row == column == size // 2) * centre - edges


def _lines_through(
    cells: list[str], size: int, cell: int, stone: str, scores: list[float]
) -> float:
    """Every window of one to five cells through this one that would be all of one colour."""
    total = 0.0
    for down, right in DIRECTIONS:
        back = _run(cells, size, cell, -down, -right, stone)
        ahead = _run(cells, size, cell, down, right, stone)
        for length in range(1, LONGEST + 1):
            windows = min(back, length - 1) + min(ahead, length - 1) - (length - 1) + 1
            total += scores[length] * max(0, windows)
    return total


def _run(cells: list[str], size: int, cell: int, down: int, right: int, stone: str) -> int:
    row, column = divmod(cell, size)
    for steps in range(LONGEST):
        row, column = row + down, column + right
        inside = 0 <= row < size and 0 <= column < size
        if not inside or cells[row * size + column] != stone:
            return steps
    return LONGEST


# The first table: a whole position by its longest rows.

ROWS = (1.0, 3.0, 10.0, 30.0, 1000.0)  # one to five in a row
# The diagrams as moves: `o` moves first in the text, so it is the first player here.
DIAGRAMS = {
    # The corner ox / xo / o: the diagonals of o can grow only at two ends, c16 and c14.
    "corner": "a16 b16 b15 a15 a14 p1",
    # The other's diagonal of four: a four of one's own at f9 stops it, one at f5 lets it win.
    "four": "k14 g10 f8 h11 f7 i12 f6 j13",
}


def _moves(text: str) -> list[int]:
    record = Record.new(BOARD)
    for word in text.split():
        record = record.play(Choice(move=BOARD.parse_move(word)))
    return list(record.moves)


def rows(fields: Fields) -> dict[str, Any]:
    """What each move near stones is worth by the table of rows: what it makes, if the other cannot win."""
    record = running_line(fields)
    if record.game.family != GOMOKU.family:
        raise Refusal(422, "rows of stones are Gomoku's")
    table = fields.numbers("rows", LONGEST, -MOST, MOST) if fields.has("rows") else list(ROWS)
    near = _near(record.position, record.game.shape[1])
    return {"moves": [_row_view(record, move, table) for move in near]}


def _row_view(record: Record, move: int, table: list[float]) -> dict[str, Any]:
    after = record.position.play(move)
    made = _longest(record.position, record.game.shape[1], move)
    lets = winner(record.play(Choice(move=move)).verdict) is None and _can_win(after)
    return {"move": move, "to": move, "text": record.game.move_text(move), "made": made,
            "lets": lets, "value": -table[-1] if lets else table[made - 1]}  # fmt: skip


def _can_win(position: Position) -> bool:
    """Has the side to move a five at once?"""
    size = BOARD.shape[1]
    return any(_longest(position, size, move) >= LONGEST for move in _near(position, size))


def _longest(position: Position, size: int, cell: int) -> int:
    """The longest row that a stone here makes, five at most."""
    cells, stone = position.picture()[0], "XO"[position.turn]
    found = (
        1 + _run(cells, size, cell, -d, -r, stone) + _run(cells, size, cell, d, r, stone)
        for d, r in DIRECTIONS
    )
    return min(LONGEST, max(found))


def _near(position: Position, size: int) -> list[int]:
    """The legal points next to a stone: elsewhere nothing is made or stopped."""
    cells = position.picture()[0]

    def touches(cell: int) -> bool:
        row, column = divmod(cell, size)
        around = [(row + d, column + r) for d in (-1, 0, 1) for r in (-1, 0, 1)]
        return any(cells[a * size + b] for a, b in around if 0 <= a < size and 0 <= b < size)

    return [cell for cell in position.legal_moves() if touches(cell)]


# As written and corrected.


def compare(fields: Fields) -> dict[str, Any]:
    """The corrected player against the one as written, from random openings on the write-up's board."""
    seed = fields.whole("seed", 0, 2**32, 1)
    right, wrong = (_native.lines_engine(BOARD, LINE_SCORES, f, seed) for f in (False, True))
    return told(counts([right], [wrong], openings(BOARD, 100, seed))[0])


ANSWERS = {
    "tables": tables,
    "scores": line_scores,
    "windows": windows,
    "rows": rows,
    "compare": compare,
}
