"""OBF: Othello positions to solve, as in Edax, a line each: ``squares side; move:score; ...``."""

import re
from collections.abc import Iterator

from ..core import Game, game
from ..errors import BadInput
from .pieces import Piece, Source, Text
from .replay import Item, Problem

SIZES = {64: "othello", 36: "othello-6", 16: "othello-4"}
_LINE = re.compile(rb"\s*[XO*.\-@]{16,64}\s+[XO*@]\s*(?:;|%|$)", re.IGNORECASE)
_BOARD = re.compile(r"\s*([XO*.\-@]+)\s+([XO*@])\s*(?:;|$)", re.IGNORECASE)
_SCORE = re.compile(r"\s*(\w+)\s*:\s*([+-]?\d{1,4}(?:\.\d{1,4})?)\s*(?:;|$)")
_END = re.compile(r"[\s;]*\Z")
_SIGNS = str.maketrans("*@.xo", "XX-XO")


def looks_like(head: bytes) -> bool:
    lines = (line for line in head.splitlines() if line.strip() and line[:1] not in b"%#")
    return bool(_LINE.match(next(lines, b"")))


def pieces(source: Source) -> Iterator[Piece]:
    return (p for p in source.lines() if p.data.strip() and p.data.lstrip()[:1] not in b"%#")


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece)
    body = text.text.partition("%")[0]
    found = _BOARD.match(body)
    if not found or len(found[1]) not in SIZES:
        raise text.wrong(0, "64 squares of X, O or -, a space, and X or O to move")
    squares = found[1].translate(_SIGNS)
    position = game(SIZES[len(squares)]).parse(f"{squares} {found[2].translate(_SIGNS)}")
    scores, at = dict[int, float](), found.end()
    while not _END.match(body, at):
        score = _SCORE.match(body, at)
        if not score:
            raise text.wrong(at, "a move and its score, such as A2:+38;")
        scores[_move(text, position.game, score)] = float(score[2])
        at = score.end()
    return Problem(position, scores), 0


def _move(text: Text, of: Game, score: re.Match[str]) -> int:
    name = score[1].lower()
    try:
        return of.parse_move("pass" if name in ("pa", "ps", "pass") else name)
    except BadInput:
        raise text.wrong(score.start(1), "a square from a1 to h8", score[1]) from None


def write(item: Item) -> bytes:
    """The problem; of a game, the position it has come to."""
    position = item.position
    scores = item.scores if isinstance(item, Problem) else {}
    text = "".join(f" {_name(position.game, m)}:{_worth(v)};" for m, v in scores.items())
    return f"{position};{text}\n".encode()


def _name(of: Game, move: int) -> str:
    return "PASS" if move == of.moves - 1 else of.move_text(move).upper()


def _worth(score: float) -> str:
    return f"{round(score):+d}" if score == round(score) else f"{score:+.2f}"
