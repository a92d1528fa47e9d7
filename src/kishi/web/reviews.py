"""A reviewed game as JSON: what each move lost, what was better and why, and a summary for each side."""

from typing import Any

from ..arena.review import GameReview, ReviewedMove, SideSummary
from ..core import Position
from ..notation import spelled_line


def review_view(review: GameReview) -> dict[str, Any]:
    return {
        "unit": review.unit,
        "faults": [_fault_view(review, move) for move in review.faults],
        "sides": [_side_view(side) for side in review.sides],
    }


def _fault_view(review: GameReview, move: ReviewedMove) -> dict[str, Any]:
    assert move.fault is not None
    before = review.record.positions[move.ply - 1]
    last = review.record.choices[move.ply - 2].move if move.ply > 1 else None
    return {
        "ply": move.ply,
        "side": move.side,
        "grade": move.fault.grade,
        "sign": move.sign,
        "chance": round(move.chance, 1),
        "counted": None if move.counted is None else round(move.counted, 1),
        "exact": move.before.exact and move.after.exact,
        "better": _move_view(before, move.fault.better),
        "line": [_move_view(p, m) for p, m in _steps(before, move.fault.line)],
        "said": spelled_line(before, move.fault.line, last),
        "reasons": [{"word": r.word, "values": dict(r.values)} for r in move.fault.reasons],
    }


def _steps(position: Position, line: tuple[int, ...]) -> list[tuple[Position, int]]:
    steps = []
    for move in line:
        steps.append((position, move))
        position = position.play(move)
    return steps


def _move_view(position: Position, move: int) -> dict[str, Any]:
    start, end = position.path(move)
    return {"move": move, "text": position.game.move_text(move), "from": start, "to": end}


def _side_view(side: SideSummary) -> dict[str, Any]:
    return {
        "accuracy": None if side.accuracy is None else round(side.accuracy, 1),
        "chosen": side.chosen,
        "best": side.best,
        "counted": None if side.counted is None else round(side.counted, 1),
        "faults": dict(side.faults),
    }
