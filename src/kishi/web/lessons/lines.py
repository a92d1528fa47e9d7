"""Attack and guard: the line scores of the Gomoku write-up."""

from typing import Any

from ... import _native
from ...games.gomoku import GOMOKU, LINE_SCORES
from ..reading import Fields
from ..refusal import Refusal
from .positions import running_line

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
LONGEST = 5


def line_scores(fields: Fields) -> dict[str, Any]:
    """Attack and guard of each empty point of a Gomoku board, and what `lines` plays."""
    record = running_line(fields)
    if record.game.family != GOMOKU.family:
        raise Refusal(422, "line scores are Gomoku's")
    cells = record.position.picture()[0]
    size = record.game.shape[1]
    attack, guard = [0.0, *LINE_SCORES[:5].tolist()], [0.0, *LINE_SCORES[5:10].tolist()]
    mine, theirs = ("X", "O") if record.position.turn == 0 else ("O", "X")
    rows = [
        {
            "move": cell,
            "to": cell,
            "text": record.game.move_text(cell),
            "attack": _lines_through(cells, size, cell, mine, attack),
            "guard": _lines_through(cells, size, cell, theirs, guard),
            "place": _place(size, cell),
        }
        for cell in record.position.legal_moves()
    ]
    engine = _native.lines_engine(record.game, LINE_SCORES, False, 0)
    chosen = engine.choose(record.positions, _native.SearchControl()).move
    return {"moves": rows, "chosen": chosen, "text": record.game.move_text(chosen)}


def _place(size: int, cell: int) -> float:
    """An edge costs a point, the centre brings one."""
    row, column = divmod(cell, size)
    edges = (row == 0) + (column == 0) + (row == size - 1) + (column == size - 1)
    return float(row == column == size // 2) * float(LINE_SCORES[10]) - edges


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


ANSWERS = {"scores": line_scores}
