"""Othello transcripts, ``f5d6c3...``, a game a line. Passes are implied."""

import re
from collections.abc import Iterator

from ..core import Game, game
from ..errors import BadInput
from .pieces import Piece, Source, Text
from .replay import MOST_MOVES, Illegal, Item, Played, record_of, replayed

_MOVE = re.compile(r"[\s,.;-]*(?:\d+\.\s*)?(?:([a-h][1-8])|(pass|pa|ps))", re.IGNORECASE)
_END = re.compile(r"[\s,.;-]*\Z")
_LINE = re.compile(rb"\s*(?:1\.\s*)?(?:[a-h][1-8][\s,-]*){2}", re.IGNORECASE)


def looks_like(head: bytes) -> bool:
    first = next(
        (line for line in head.splitlines() if line.strip() and line[:1] not in b"#%"), b""
    )
    return bool(_LINE.match(first)) or bool(
        re.fullmatch(rb"\s*[a-h][1-8]\s*", first, re.IGNORECASE)
    )


def pieces(source: Source) -> Iterator[Piece]:
    return (p for p in source.lines() if p.data.strip() and p.data.lstrip()[:1] not in b"#%")


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece)
    moves, at = list[Played](), 0
    while len(moves) <= MOST_MOVES and not _END.match(text.text, at):
        found = _MOVE.match(text.text, at)
        if not found:
            raise text.wrong(at, "a square from a1 to h8")
        begin = found.start(found.lastindex or 0)
        moves += [Played((found[1] or "").lower(), begin)]
        at = found.end()
    try:
        return replayed([(of or game("othello")).start()], moves).record(), 0
    except Illegal as wrong:
        raise text.wrong(wrong.played.at, wrong.why, wrong.played.name) from None


def write(item: Item) -> bytes:
    record = record_of(item)
    if record.positions[0] != record.game.start():
        raise BadInput("a transcript begins at the start; this game does not")
    skip = record.game.moves - 1
    return ("".join(record.game.move_text(m) for m in record.moves if m != skip) + "\n").encode()
