"""Games and positions as files of other programs: found by content, read and written one at a time.

for item in read(open("games.sgf", "rb")):  # Records, or Problems from OBF
    ...
out.writelines(write(records, "ggf"))
"""

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

from ..core import Game, Record
from ..errors import BadInput, nearest
from ..games import families
from . import csa, games, ggf, kif, obf, own, pgn, psq, sgf, transcript, usi, wthor
from .pieces import CHUNK, Piece, Source
from .replay import Item, Problem, record_of

__all__ = [
    "FORMATS",
    "Format",
    "Item",
    "Note",
    "Problem",
    "count",
    "format_for",
    "format_named",
    "found_in",
    "read",
    "read_one",
    "write",
]

Note = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how to know it, to cut it into games, to read one game and to write one."""

    name: str
    about: str
    extensions: tuple[str, ...]  # the first is the usual one
    families: tuple[str, ...]  # of games
    looks_like: Callable[[bytes], bool]  # the beginning of a file
    pieces: Callable[[Source], Iterator[Piece]]
    parse: Callable[[Piece, Game | None], tuple[Item, int]]  # and how many variations it left out
    write: Callable[[Item], bytes]
    write_all: Callable[[Iterable[bytes]], Iterator[bytes]] = iter


OTHELLO, GOMOKU, MINISHOGI = ("othello",), ("gomoku",), ("minishogi",)
EVERY = families()

# THE list of formats, in the order in which a file's content is compared with them.
FORMATS = [
    Format("wthor", "the French federation's database", (".wtb",), OTHELLO,
           wthor.looks_like, wthor.pieces, wthor.parse, wthor.write, wthor.write_all),
    Format("games", "kishi's compact one, which self-play writes", (".games",), EVERY,
           games.looks_like, games.pieces, games.parse, games.write, games.write_all),
    Format("psq", "Piskvork's and Gomocup's", (".psq",), GOMOKU,
           psq.looks_like, psq.pieces, psq.parse, psq.write),
    Format("pgn", "PlayOK's: tags, then 1. f5 d6", (".pgn",), OTHELLO + GOMOKU,
           pgn.looks_like, pgn.pieces, pgn.parse, pgn.write),
    Format("json", "kishi's own record, nothing lost", (".json", ".jsonl"), EVERY,
           own.looks_like, own.pieces, own.parse, own.write),
    Format("kif", "Japanese shogi programs', 5x5", (".kif", ".kifu"), MINISHOGI,
           kif.looks_like, kif.pieces, kif.parse, kif.write),
    Format("csa", "the Computer Shogi Association's, 5x5", (".csa",), MINISHOGI,
           csa.looks_like, csa.pieces, csa.parse, csa.write),
    Format("usi", "SFEN positions and USI move lists", (".usi", ".sfen"), MINISHOGI,
           usi.looks_like, usi.pieces, usi.parse, usi.write),
    Format("obf", "positions to be solved, as in Edax", (".obf",), OTHELLO,
           obf.looks_like, obf.pieces, obf.parse, obf.write),
    Format("transcript", "moves such as f5d6c3, a game a line", (".txt",), OTHELLO,
           transcript.looks_like, transcript.pieces, transcript.parse, transcript.write),
    Format("ggf", "the Othello server's and NBoard's", (".ggf",), OTHELLO,
           ggf.looks_like, ggf.pieces, ggf.parse, ggf.write),
    Format("sgf", "Smart Game Format, main lines", (".sgf",), OTHELLO + GOMOKU,
           sgf.looks_like, sgf.pieces, sgf.parse, sgf.write),
]  # fmt: skip


def format_named(name: str) -> Format:
    """The format of this name; BadInput names the nearest."""
    names = [f.name for f in FORMATS]
    if name.lower() not in names:
        near = nearest(name, names)
        raise BadInput(f"no format '{name[:60]}'{near} (there are {', '.join(names)})")
    return FORMATS[names.index(name.lower())]


def format_for(file: str) -> Format:
    """The format that a file's extension asks for."""
    ending = PurePath(file).suffix.lower()
    for one in FORMATS:
        if ending in one.extensions:
            return one
    known = ", ".join(f.extensions[0] for f in FORMATS)
    raise BadInput(f"no format for '{file[:60]}': its name should end in one of {known}")


def read(
    stream: BinaryIO | bytes,
    *,
    game: Game | None = None,
    format: str | None = None,
    note: Note | None = None,
    skipped: Note | None = None,
    number: int | None = None,
) -> Iterator[Item]:
    """Each game or position of a file, in order; only one of them is held at a time.

    `game` decides where the file does not say which game or rule it is. `note` is told of what was
    left out (variations; by default it becomes a warning). A game that is wrong raises BadInput,
    with the line and the column; with `skipped`, that is told instead and reading goes on. With a
    `number` it is that game alone, counted from 1; BadInput says how many there are.
    """
    found, pieces = _cut(stream, game, format)
    tell = note or (lambda text: warnings.warn(text, stacklevel=3))
    for piece in pieces if number is None else [_piece(pieces, number)]:
        try:
            item = _parsed(found, piece, game, tell)
        except BadInput as wrong:
            if skipped is None:
                raise
            skipped(str(wrong))
        else:
            yield item


def read_one(
    stream: BinaryIO | bytes,
    *,
    game: Game | None = None,
    format: str | None = None,
    note: Note | None = None,
    number: int | None = None,
) -> Record:
    """The game of this number, or the only one of a file; a position is a game without moves."""
    found, pieces = _cut(stream, game, format)
    piece = _piece(pieces, number or 1)
    count = 1 + (sum(1 for _ in pieces) if number is None else 0)
    if count > 1:
        raise BadInput(f"it holds {count} games: choose one by --number (1 to {count})")
    return record_of(_parsed(found, piece, game, note or warnings.warn))


def count(stream: BinaryIO | bytes, *, format: str | None = None) -> int:
    """How many games or positions a file holds; they are not read."""
    return sum(1 for _ in _cut(stream, None, format)[1])


def _cut(
    stream: BinaryIO | bytes, game: Game | None, format: str | None
) -> tuple[Format, Iterator[Piece]]:
    """What a file is, and its games, not read yet."""
    source = Source(stream)
    found = format_named(format) if format else _found(source)
    if game is not None and game.family not in found.families:
        raise BadInput(f"{found.name} does not hold games of {game.name}")
    return found, found.pieces(source)


def _piece(pieces: Iterator[Piece], number: int) -> Piece:
    """The piece of this number; those before it are only cut off."""
    count = 0
    for count, piece in enumerate(pieces, 1):
        if count == number:
            return piece
    if not count:
        raise BadInput("it holds no game")
    raise BadInput(f"there is no game {number}: it holds {count} game{'s' * (count > 1)}")


def _parsed(found: Format, piece: Piece, game: Game | None, tell: Note) -> Item:
    try:
        item, variations = found.parse(piece, game)
    except BadInput as wrong:
        raise _located(wrong, piece) from None
    if variations:
        noun = "variation was" if variations == 1 else "variations were"
        tell(f"line {piece.line}: {variations} {noun} left out, only the main line is read")
    return item


def found_in(data: bytes) -> Format | None:
    """The format of a file that begins like this, if it is one."""
    head = Source(data[:CHUNK]).head
    return next((one for one in FORMATS if one.looks_like(head)), None)


def _found(source: Source) -> Format:
    found = found_in(source.head)
    if found is not None:
        return found
    if not source.head.strip():
        raise BadInput("line 1, column 1: expected a game; the file is empty")
    names = ", ".join(f.name for f in FORMATS)
    raise BadInput(f"line 1, column 1: expected a game in one of the formats {names}")


def _located(wrong: BadInput, piece: Piece) -> BadInput:
    text = str(wrong)
    return wrong if text.startswith(("line ", "game ")) else BadInput(f"line {piece.line}: {text}")


def write(
    items: Iterable[Item], format: str | Format, *, skipped: Note | None = None
) -> Iterator[bytes]:
    """The file that holds these games, a part at a time.

    A game that the format cannot hold raises BadInput; with `skipped`, that is told instead.
    """
    into = format if isinstance(format, Format) else format_named(format)
    return into.write_all(_written(items, into, skipped))


def _written(items: Iterable[Item], into: Format, skipped: Note | None) -> Iterator[bytes]:
    for number, item in enumerate(items, 1):
        try:
            of = item.game if isinstance(item, Record) else item.position.game
            if of.family not in into.families:
                raise BadInput(f"{into.name} does not hold games of {of.name}")
            part = into.write(item)
        except BadInput as wrong:
            if skipped is None:
                raise BadInput(f"game {number}: {wrong}") from None
            skipped(f"game {number}: {wrong}")
        else:
            yield part
