"""USI's positions and move lists, a game a line: ``position startpos moves 5d5c ...`` or an SFEN.

Lines may begin with `position`, `startpos`, `sfen`, an SFEN itself, or with the moves.
"""

import re
from collections.abc import Iterator
from itertools import islice

from ..core import Game, Position, Record, game
from ..errors import BadInput
from .pieces import Piece, Source, Text
from .replay import MOST_MOVES, Illegal, Item, Played, record_of, replayed

MOVE = r"(?:[1-5][a-e][1-5][a-e]\+?|[RBGSP]\*[1-5][a-e])"
_SFEN = re.compile(r"(?:[+\w]+/){4}[+\w]+\s+[bw]\s+[-\w]+(?:\s+\d+)?")
_LINE = re.compile(
    rb"\s*(?:position\s|startpos\b|sfen\s|(?:[+1-5kgsbrpKGSBRP]+/){4}[+1-5kgsbrpKGSBRP]+\s+[bw]\s|"
    + MOVE.encode()
    + rb"(?:\s|$))"
)


def looks_like(head: bytes) -> bool:
    first = next((line for line in head.splitlines() if line.strip() and line[:1] != b"#"), b"")
    return bool(_LINE.match(first))


def pieces(source: Source) -> Iterator[Piece]:
    return (p for p in source.lines() if p.data.strip() and p.data.lstrip()[:1] != b"#")


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece)
    start, at = read_start(text, of or game("minishogi"))
    words = re.compile(r"\S+").finditer(text.text, at)
    moves = [Played(m[0], m.start()) for m in islice(words, MOST_MOVES + 1)]
    try:
        return replayed([start], moves).record(), 0
    except Illegal as wrong:
        raise text.wrong(wrong.played.at, wrong.why, wrong.played.name) from None


def read_start(text: Text, of: Game) -> tuple[Position, int]:
    """The position a line begins with, and where its moves begin."""
    line = text.text
    at = _after(line, r"\s*(?:position\s+)?", 0)
    if (end := _after(line, r"startpos(?:\s+|$)", at)) > at:
        start, at = of.start(), end
    else:
        begin = _after(line, r"sfen\s+", at)
        sfen = _SFEN.match(line, begin)
        if sfen:
            try:
                start, at = of.parse(" ".join(sfen[0].split())), sfen.end()
            except BadInput:
                raise text.wrong(begin, "an SFEN of 5x5", sfen[0]) from None
        elif begin > at:
            raise text.wrong(begin, "an SFEN of 5x5, such as rbsgk/4p/5/P4/KGSBR b - 1")
        else:
            start = of.start()
    return start, _after(line, r"\s*(?:moves(?:\s+|$))?", at)


def _after(line: str, pattern: str, at: int) -> int:
    found = re.compile(pattern).match(line, at)
    return found.end() if found else at


def write(item: Item) -> bytes:
    record = record_of(item)
    return f"position {position_text(record)}\n".encode()


def position_text(record: Record) -> str:
    """What follows `position` for this game."""
    start = record.positions[0]
    text = "startpos" if start == record.game.start() else f"sfen {start}"
    moves = " ".join(record.game.move_text(m) for m in record.moves)
    return f"{text} moves {moves}" if moves else text
