"""kishi's own games as bytes, ``.games``: what self-play writes, and any games of one kind.

A file is the line ``kishi games 2``, a line of JSON that says what is in it (the ``game``, how many
``games``, and what else its writer knows), the games as `store.packed` encodes them, and the CRC-32 of
all that. A file that is read whole is checked first; one that is read a game at a time, at its end.
"""

import json
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from ..core import Game, game
from ..errors import BadInput
from ..store.packed import LENGTH, EncodedGame, decode, decode_all, encoded
from .pieces import CHUNK, MOST_BYTES, Piece, Source, too_long
from .replay import Item, record_of

MAGIC = b"kishi games 2\n"
OLDER = (b"kishi games ", b"kishi guided games ")  # how files of other versions begin
MOST_HEAD = CHUNK // 2  # bytes of the line of JSON
_SUM = struct.Struct("<I")


# A whole file.


def file_of(about: dict[str, Any], count: int, games: bytes) -> bytes:
    """The file of so many encoded games."""
    whole = _head(about, count) + games
    return whole + _SUM.pack(zlib.crc32(whole))


def about(data: bytes, where: str = "this") -> dict[str, Any]:
    """What is in a file; BadInput if it is not whole."""
    return _opened(data, where)[0]


def body(data: bytes, where: str = "this") -> bytes:
    """The encoded games of a file; BadInput if it is not whole."""
    return data[_opened(data, where)[1] : -_SUM.size]


def games_in(data: bytes, where: str = "this") -> Iterator[EncodedGame]:
    """The games of a file; BadInput if it is not whole."""
    return decode_all(body(data, where))


def said(head: bytes, where: str = "this") -> tuple[dict[str, Any], int]:
    """What the beginning of a file says that is in it, and where its games begin."""
    if not head.startswith(MAGIC):
        raise BadInput(f"{where} is no file of kishi's games, or one of another version of kishi")
    end = head.find(b"\n", len(MAGIC), len(MAGIC) + MOST_HEAD)
    try:
        told = json.loads(head[len(MAGIC) : end] if end >= 0 else b"")
        game(told["game"])
        if type(told["games"]) is not int or told["games"] < 0:
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"{where} does not say which games it holds: it is damaged") from None
    return told, end + 1


def _opened(data: bytes, where: str) -> tuple[dict[str, Any], int]:
    if not data.startswith(MAGIC):
        return said(data, where)
    if data[-_SUM.size :] != _SUM.pack(zlib.crc32(data[: -_SUM.size])):
        raise BadInput(f"{where} is damaged: remove it, and --resume plays its games again")
    return said(data, where)


def _head(about: dict[str, Any], count: int) -> bytes:
    return MAGIC + json.dumps({**about, "games": count}).encode() + b"\n"


# A game at a time.


def looks_like(head: bytes) -> bool:
    return head.startswith(OLDER)


def pieces(source: Source) -> Iterator[Piece]:
    """The name of the game and the bytes of each, without their length."""
    told, at = said(source.head, "the file")
    name = str(told["game"]).encode() + b"\n"
    parts = _Parts(source)
    parts.take(at, 0)
    for number in range(1, told["games"] + 1):
        (length,) = LENGTH.unpack(parts.take(LENGTH.size, number))
        if length > MOST_BYTES:
            raise too_long(number)
        yield Piece(number, name + parts.take(length, number))
    if parts.sum != parts.take(_SUM.size, told["games"]) or parts.more():
        raise BadInput("the file is damaged: its checksum is wrong")


class _Parts:
    """A stream of bytes, taken some at a time and added up."""

    def __init__(self, source: Source) -> None:
        self._chunks, self._buffer, self._crc = source.chunks(), b"", 0

    @property
    def sum(self) -> bytes:
        """Of all that has been taken."""
        return _SUM.pack(self._crc)

    def take(self, size: int, number: int) -> bytes:
        waiting = [self._buffer]
        have = len(self._buffer)
        while have < size and (chunk := next(self._chunks, b"")):
            waiting.append(chunk)
            have += len(chunk)
        joined = b"".join(waiting)
        if have < size:
            raise BadInput(f"game {number}: the file ends before the game does")
        taken, self._buffer = joined[:size], joined[size:]
        self._crc = zlib.crc32(taken, self._crc)
        return taken

    def more(self) -> bool:
        return bool(self._buffer or next(self._chunks, b""))


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    name, _, data = piece.data.partition(b"\n")
    try:
        return decode(data).record(game(name.decode())), 0
    except BadInput as wrong:
        raise BadInput(f"game {piece.line}: {wrong}") from None


def write(item: Item) -> bytes:
    record = record_of(item)
    return record.game.name.encode() + b"\n" + encoded(record)


def write_all(games: Iterable[bytes]) -> Iterator[bytes]:
    """The file. Its head tells the number of games, so they wait on disk until that is known."""
    names, count = set[bytes](), 0
    with tempfile.SpooledTemporaryFile(max_size=1 << 20) as waiting:
        for one in games:
            name, _, data = one.partition(b"\n")
            names.add(name)
            if len(names) > 1:
                raise BadInput(
                    f"game {count + 1}: a file of games holds one game, this has "
                    f"{b' and '.join(sorted(names)).decode()}"
                )
            waiting.write(data)
            count += 1
        if not names:
            raise BadInput("a file of games says which game it is of: there is none to write")
        waiting.seek(0)
        yield from _summed(_head({"game": names.pop().decode()}, count), waiting)


def _summed(head: bytes, waiting: Any) -> Iterator[bytes]:
    crc = zlib.crc32(head)
    yield head
    while chunk := waiting.read(CHUNK):
        crc = zlib.crc32(chunk, crc)
        yield chunk
    yield _SUM.pack(crc)
