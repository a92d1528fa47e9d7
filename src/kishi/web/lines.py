"""Lines of play that a page shows without a table: read, looked at, set up and written again."""

import json
import re
from dataclasses import replace
from typing import Any

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
# Texts that say themselves what they are. Bare moves belong to the game that the page names.
BY_CONTENT = ("ggf", "sgf", "psq", "kif", "csa", "usi", "obf")
WRITABLE = ("json", "sgf", "ggf", "transcript", "psq", "kif", "csa", "usi")
_NUMBERS = re.compile(r"\b\d+\s*[.)]\s*")  # 1. f5 2. d6
_RUN_TOGETHER = re.compile(r"(?:[A-Za-z]\d{1,2}){2,}")
_ONE = re.compile(r"[A-Za-z]\d{1,2}")


def read(fields: Fields) -> dict[str, Any]:
    """A game from a text: one of kishi's records, or moves of the game that the page names."""
    text = whole(fields.text("text", most=MOST_TEXT)).strip()
    if not text:
        raise Refusal(422, "'text' is empty: paste a game")
    return line_view(record_in(text, fields))


def record_in(text: str, fields: Fields) -> Record:
    of = fields.game()
    if text.startswith("{"):
        return _from_json(text)
    known = next((f for f in FORMATS if f.name in BY_CONTENT and f.looks_like(text.encode())), None)
    if known is not None:
        return _from_file(text, known, of)
    start = fields.position(of) if fields.has("start") else None
    try:
        return from_moves(Record.new(of, start), text)
    except BadInput as no_moves:
        try:
            return Record.new(of, read_position(of, text))
        except BadInput as no_position:
            one = len(text.split()) <= 1 or "/" in text  # no list of moves looks like that
            raise (no_position if one and len(text) > 20 else no_moves) from None


def _from_file(text: str, format: Format, of: Game) -> Record:
    """The first game of a file of another program; variations are left out."""
    said = of if of.family in format.families else None
    items = formats.read(text.encode(), game=said, format=format.name, note=lambda _: None)
    item = next(items, None)
    if item is None:
        raise BadInput("the file holds no game")
    return item if isinstance(item, Record) else Record.new(item.position.game, item.position)


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
        for f in FORMATS
        if f.name in WRITABLE
    ]


def _from_json(text: str) -> Record:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("this begins like JSON but is none") from None
    return Record.from_dict(data)


def from_moves(record: Record, text: str) -> Record:
    """The record with the moves written in `text`, separated or run together."""
    plain = _NUMBERS.sub(" ", text).replace(",", " ").replace(";", " ")
    words = [part for word in plain.split() for part in _apart(record.game, word)]
    if len(words) > MOST_MOVES:
        raise BadInput(f"a game of more than {MOST_MOVES} moves")
    for number, word in enumerate(words, 1):
        try:
            record = _passed(record).play(Choice(move=read_move(record.game, word)))
        except BadInput as wrong:
            raise BadInput(f"move {number}, '{word[:20]}': {wrong}") from None
    return record


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
