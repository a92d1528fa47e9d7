"""Lines of play that a page shows without a table: read, looked at, set up and written again."""

import re
from base64 import b64decode
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from .. import formats
from ..core import Choice, Game, Record
from ..errors import BadInput
from ..formats import FORMATS, Format, format_named
from ..formats.replay import forced_pass
from ..games import facts_of
from ..notation import read_move, read_position, whole
from .reading import MOST_MOVES, Fields
from .refusal import Refusal
from .views import line_view

MOST_TEXT = 500_000
MOST_DATA = 4 * MOST_TEXT // 3 + 4  # characters of as many bytes in base64
BARE = ("transcript",)  # nothing but moves: they are of the game that the page names
WRITABLE = ("json", "sgf", "ggf", "pgn", "transcript", "psq", "kif", "csa", "usi")
_NUMBERS = re.compile(r"\b\d+\s*[.)]\s*")  # 1. f5 2. d6
_RUN_TOGETHER = re.compile(r"(?:[A-Za-z]\d{1,2}){2,}")
_ONE = re.compile(r"[A-Za-z]\d{1,2}")
_ADDRESS = re.compile(r"https?://\S+")
_MOVES_IN_IT = re.compile(r"(?:[A-Za-z]\d{1,2}|--|[\s_,.])+")
_PASSES = re.compile(r"-{2,}|pass|pa|ps|パス", re.IGNORECASE)
_SAME_SQUARE = re.compile(r"同[\s\u3000]+")  # 同　銀 is one word


def read(fields: Fields) -> dict[str, Any]:
    """A game from the bytes of a file, or from a text that somebody pasted."""
    of = fields.game()
    data = _data(fields) if fields.has("data") else None
    if data is not None:
        found = formats.found_in(data)
        if found is not None and (found.name not in BARE or of.family in found.families):
            return _from_file(data, found, of, fields)
    text = fields.text("text", most=MOST_TEXT) if data is None else data.decode("utf-8", "replace")
    text = whole(text).strip()
    if not text:
        raise Refusal(422, "'text' is empty: paste a game")
    if _ADDRESS.fullmatch(text):
        text = _in_address(text)
    found = formats.found_in(text.encode("utf-8", "replace"))
    if found is not None and found.name not in BARE:
        return _from_file(text.encode("utf-8", "replace"), found, of, fields)
    return line_view(_from_words(text, of, fields))


def _in_address(address: str) -> str:
    """The moves that an address of somebody's board holds, as Egaroucid's and many others do."""
    parts = urlsplit(address)
    values = [v for q in (parts.query, parts.fragment) for _, v in parse_qsl(q)]
    moves = [v for v in (*values, parts.query, parts.fragment) if _MOVES_IN_IT.fullmatch(v)]
    if not moves:
        raise BadInput("this address holds no moves such as f5d6c3: paste the game itself")
    return max(moves, key=len).replace("_", " ").replace("--", " -- ")


def _data(fields: Fields) -> bytes:
    try:
        return b64decode(fields.text("data", most=MOST_DATA), validate=True)
    except ValueError:
        raise Refusal(422, "'data' is the bytes of a file in base64") from None


def _from_file(data: bytes, format: Format, of: Game, fields: Fields) -> dict[str, Any]:
    """One game of a file, and how many it holds; variations are left out."""
    said = of if of.family in format.families else None
    number = fields.whole("number", 1, MOST_DATA, 1)
    record = formats.read_one(
        data, game=said, format=format.name, note=lambda _: None, number=number
    )
    if len(record.choices) > MOST_MOVES:
        raise BadInput(f"a game of more than {MOST_MOVES} moves")
    every = formats.count(data, format=format.name)
    return {**line_view(record), "number": number, "all": every}


def _from_words(text: str, of: Game, fields: Fields) -> Record:
    """Moves of the game that the page names, or a position of it."""
    start = fields.position(of) if fields.has("start") else None
    try:
        return from_moves(Record.new(of, start), text)
    except BadInput as no_moves:
        try:
            return Record.new(of, read_position(of, text))
        except BadInput as no_position:
            one = len(text.split()) <= 1 or "/" in text  # no list of moves looks like that
            raise (no_position if one and len(text) > 20 else no_moves) from None


def write(fields: Fields) -> dict[str, Any]:
    """A line as a file of another program."""
    record = fields.record()
    format = fields.one_of("format", [f.name for f in FORMATS if f.name in WRITABLE], "json")
    if fields.has("players"):
        first, second = fields.texts("players", 2, 2, most=300)
        record = replace(record, players=(first, second))
    body = b"".join(formats.write([record], format)).decode()
    return {"name": record.game.name + format_named(format).extensions[0], "text": body}


def written_formats() -> list[dict[str, Any]]:
    """The formats a page can offer, with the games they hold."""
    return [
        {"name": f.name, "about": f.about, "families": list(f.families)}
        for f in map(format_named, WRITABLE)
    ]


def from_moves(record: Record, text: str) -> Record:
    """The record with the moves written in `text`, separated or run together."""
    plain = _NUMBERS.sub(" ", _SAME_SQUARE.sub("同", text)).replace(",", " ").replace(";", " ")
    words = [part for word in plain.split() for part in _apart(record.game, word)]
    if len(words) > MOST_MOVES:
        raise BadInput(f"a game of more than {MOST_MOVES} moves")
    for number, word in enumerate(words, 1):
        try:
            record = _passed(record) if _PASSES.fullmatch(word) else _played(record, word)
        except BadInput as wrong:
            raise BadInput(f"move {number}, '{word[:20]}': {wrong}") from None
    return record


def _played(record: Record, word: str) -> Record:
    """The record with a move as people write it: in our spelling, or in one that the game's players use."""
    record = _passed(record)
    last = record.moves[-1] if record.moves else None
    move = facts_of(record.game).reads(record.position, word, last)
    return record.play(Choice(move=read_move(record.game, word) if move is None else move))


def _apart(of: Game, word: str) -> list[str]:
    together = _ONE.fullmatch(of.move_text(0)) and _RUN_TOGETHER.fullmatch(word)
    return _ONE.findall(word) if together else [word]


def _passed(record: Record) -> Record:
    """Transcripts leave passes out."""
    due = forced_pass(record.position)
    return record if due is None else record.play(Choice(move=due))


# A position put together by hand.


def set_up(fields: Fields) -> dict[str, Any]:
    """The line that starts from pieces which a page has placed."""
    of = fields.game()
    _, rows, columns = of.shape
    cells = fields.texts("cells", rows * columns, rows * columns, most=2)
    turn = fields.whole("turn", 0, 1, 0)
    hands = fields.texts("hands", 2, 2, most=20) if facts_of(of).hand else ["", ""]
    return line_view(Record.new(of, of.parse(facts_of(of).text(cells, columns, hands, turn))))
