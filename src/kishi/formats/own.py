"""kishi's own record as JSON: one a line, one in many lines, or a list of them. Nothing is lost."""

import json
from collections.abc import Iterator

from ..core import Game, Record
from ..errors import BadInput
from .pieces import Piece, Source, Text, balanced
from .replay import MOST_MOVES, Item, record_of

MOST_NESTED = 4 * MOST_MOVES  # lists and objects of a record: some of each move


def looks_like(head: bytes) -> bool:
    return head.lstrip()[:1] in (b"{", b"[") and b'"' in head


def pieces(source: Source) -> Iterator[Piece]:
    return balanced(source, b"{}", b'""')


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece)
    # Before it is read: an object takes a hundred times the memory of its two signs.
    if text.text.count("{") + text.text.count("[") > MOST_NESTED:
        raise text.wrong(0, f"a game record with at most {MOST_MOVES} moves")
    try:
        data = json.loads(text.text)
    except json.JSONDecodeError as wrong:
        raise text.wrong(wrong.pos, f"JSON ({wrong.msg})") from None
    except (ValueError, RecursionError):
        raise text.wrong(0, "a game record in JSON") from None
    moves = data.get("moves") if isinstance(data, dict) else None
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise text.wrong(0, f"a game record with at most {MOST_MOVES} moves")
    try:
        return Record.from_dict(data), 0
    except (BadInput, OverflowError) as wrong:
        raise BadInput(f"line {piece.line}: {wrong}") from None


def write(item: Item) -> bytes:
    record = record_of(item)
    return (json.dumps(record.as_dict()) + "\n").encode()
