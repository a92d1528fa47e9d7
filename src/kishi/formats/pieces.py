"""A file, one game at a time: what is read, where it stood, and never more of it than one game.

Each format cuts its file into pieces of one game each, and then reads a piece. So a file of any
length streams in constant memory, and a game that is wrong does not take the next one with it.
"""

import io
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from ..errors import BadInput

MOST_BYTES = 1 << 22  # of one game; nobody wrote a longer one by hand, or by playing
CHUNK = 1 << 16
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Piece(NamedTuple):
    """One game's part of a file."""

    line: int  # of its first byte, counted from 1; in a binary file, the game's number
    data: bytes


class Source:
    """A stream of bytes that can be looked at before it is read."""

    def __init__(self, stream: BinaryIO | bytes) -> None:
        self._stream = io.BytesIO(stream) if isinstance(stream, bytes) else stream
        self._ahead = self.read_up_to(CHUNK)
        self._ahead = self._ahead.removeprefix(BYTE_ORDER_MARK)

    @property
    def head(self) -> bytes:
        """The beginning of the file; nothing is taken."""
        return self._ahead

    def chunks(self) -> Iterator[bytes]:
        """The whole file, some bytes at a time."""
        ahead, self._ahead = self._ahead, b""
        if ahead:
            yield ahead
        while chunk := self._stream.read(CHUNK):
            yield chunk

    def read_up_to(self, size: int) -> bytes:
        """So many bytes, fewer only at the end; pipes give less than is asked for at a time."""
        parts = []
        while size > 0 and (part := self._stream.read(size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def lines(self) -> Iterator[Piece]:
        """Each line without its end, whichever of the three ends it has."""
        number, rest = 1, b""
        for chunk in self.chunks():
            rest = (rest + chunk).replace(b"\r\n", b"\n")
            held = b"\r" if rest.endswith(b"\r") else b""  # perhaps the first half of an end
            *lines, rest = rest[: len(rest) - len(held)].replace(b"\r", b"\n").split(b"\n")
            for line in lines:
                yield Piece(number, line)
                number += 1
            rest += held
            if len(rest) > MOST_BYTES:
                raise too_long(number)
        for line in rest.replace(b"\r", b"\n").split(b"\n"):
            if line:
                yield Piece(number, line)
            number += 1


def too_long(line: int) -> BadInput:
    return BadInput(f"line {line}: expected the end of a game within {MOST_BYTES >> 20} MB")


def grouped(
    source: Source, begins: re.Pattern[bytes], goes_on: re.Pattern[bytes]
) -> Iterator[Piece]:
    """Pieces of several lines: a line that `begins` one ends the last, once that `goes_on`."""
    first, text, under_way = 1, bytearray(), False
    for number, line in source.lines():
        if under_way and begins.match(line):
            yield from _filled(first, text)
            first, text, under_way = number, bytearray(), False
        text += line + b"\n"
        under_way = under_way or bool(goes_on.match(line))
        if len(text) > MOST_BYTES:
            raise too_long(first)
    yield from _filled(first, text)


def _filled(first: int, text: bytearray) -> Iterator[Piece]:
    if text.strip():
        yield Piece(first, bytes(text[:-1]))


def balanced(source: Source, brackets: bytes, quotes: bytes) -> Iterator[Piece]:
    """Pieces from an opening bracket to the one that closes it; brackets in quotes do not count."""
    scan = _Brackets(brackets, quotes)
    for chunk in source.chunks():
        scan.buffer += chunk
        yield from scan.whole_pieces()
        if len(scan.buffer) > MOST_BYTES:
            raise too_long(scan.line)
    if scan.depth:
        yield scan.cut(len(scan.buffer))


class _Brackets:
    """Looks for the ends of pieces in a buffer that grows."""

    def __init__(self, brackets: bytes, quotes: bytes) -> None:
        self.buffer, self.line, self.depth = b"", 1, 0
        self._at = self._begin = self._counted = 0  # the last: lines up to there are in `line`
        self._quoted = False
        self._opening, self._quote = brackets[:1], quotes[:1]
        self._outside = re.compile(b"[" + re.escape(brackets + quotes[:1]) + b"]")
        self._inside = re.compile(rb"\\|" + re.escape(quotes[1:]))

    def whole_pieces(self) -> Iterator[Piece]:
        """The pieces that end in what is there so far."""
        while found := (self._inside if self._quoted else self._outside).search(
            self.buffer, self._at
        ):
            if found[0] == b"\\":
                if found.end() == len(self.buffer):
                    self._at = found.start()  # what it escapes comes with the next chunk
                    return
                self._at = found.end() + 1
                continue
            self._at = found.end()
            if self._ends_piece(found[0], found.start()):
                yield self.cut(self._at)
        self._at = len(self.buffer)
        self._drop(self._begin if self.depth else self._at)

    def _ends_piece(self, sign: bytes, at: int) -> bool:
        if self._quoted:
            self._quoted = False
        elif sign == self._quote:
            self._quoted = self.depth > 0
        elif sign == self._opening:
            self._begin = self._begin if self.depth else at
            self.depth += 1
        elif self.depth:
            self.depth -= 1
            return self.depth == 0
        return False

    def cut(self, end: int) -> Piece:
        """The piece that ends there."""
        self._count_to(self._begin)
        return Piece(self.line, self.buffer[self._begin : end])

    def _count_to(self, at: int) -> None:
        self.line += self.buffer.count(b"\n", self._counted, at)
        self._counted = at

    def _drop(self, end: int) -> None:
        """Once a chunk, not once a piece: that would copy the rest each time."""
        self._count_to(end)
        self.buffer = self.buffer[end:]
        self._at, self._begin, self._counted = self._at - end, 0, 0


class Text:
    """A piece as text, which can say where in the file a part of it stands."""

    def __init__(self, piece: Piece, *encodings: str) -> None:
        self.line = piece.line
        self.text = _decoded(piece.data, encodings or ("utf-8",))

    def wrong(self, at: int, expected: str, got: str | None = None) -> BadInput:
        """The error for what stands at an offset."""
        before = self.text[:at]
        line = self.line + before.count("\n")
        column = at - (before.rfind("\n") + 1) + 1
        if got is None:
            words = self.text[at : at + 200].split()
            got = words[0] if words else ""
        found = f"'{printable(got[:40])}'" if got else "the end"
        return BadInput(f"line {line}, column {column}: expected {expected}; got {found}")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Each line with the offset at which it begins."""
        at = 0
        while (end := self.text.find("\n", at)) >= 0:
            yield at, self.text[at:end]
            at = end + 1
        yield at, self.text[at:]


def printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _decoded(data: bytes, encodings: tuple[str, ...]) -> str:
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")
