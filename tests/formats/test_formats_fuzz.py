"""Whatever a file holds, reading it ends with games or with BadInput, soon and in little memory."""

import io
import time
import tracemalloc

import pytest
from fuzz_formats import fuzz, survives, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from kishi import BadInput
from kishi.formats import FORMATS, Format, read
from kishi.formats.pieces import MOST_BYTES
from samples import fewer

EVERY = pytest.mark.parametrize("into", FORMATS, ids=lambda f: f.name)


@EVERY
def test_damaged_files(into: Format) -> None:
    fuzz(into, fewer(120, 40))


@EVERY
@settings(max_examples=100)
@given(data=st.binary(max_size=200))
def test_any_bytes(into: Format, data: bytes) -> None:
    survives(data, into.name)


@given(text=st.text(alphabet='()[];\\BWGMSZ4a5f\n 手合割：5五将棋P+-N1,{}":V2.%', max_size=120))
def test_any_text(text: str) -> None:
    survives(text.encode())
    for into in FORMATS:
        survives(text.encode(), into.name)


class Forever(io.RawIOBase):
    """A file without an end."""

    def __init__(self, head: bytes, body: bytes) -> None:
        self.head, self.body = head, body * (65536 // len(body))

    def read(self, size: int = -1) -> bytes:
        head, self.head = self.head, b""
        return head or self.body


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (b"(;GM[4]SZ[15]C[", b"a"),
        (b"(;GM[4]SZ[15]", b"(" + b" " * 99),
        (b"(;GM[Othello]BO[8 ", b"\\" + b"-" * 99),
        (b"f5d6", b" "),
        (b"Piskvorky 15x15, 1:1, 0\n", b"x" * 500 + b"\n"),
        (b"position startpos moves ", b"5d5c "),
        ("手合割：5五将棋\n".encode(), b"*" * 500 + b"\n"),
        (b'{"game": "', b"a"),
        (b"V2.2\n", b"'" * 500 + b"\n"),
        (b"-" * 64 + b" X;", b" "),
    ],
)
def test_a_game_without_an_end_is_refused_in_little_memory(head: bytes, body: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BadInput):
            for _ in read(Forever(head, body)):  # type: ignore[arg-type]
                pass
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 16 * MOST_BYTES


@pytest.mark.parametrize(
    "data",
    [
        b"(;GM[4]" + b" " * 500_000 + b"x",
        b"(;" + b"G" * 500_000,
        b"(;GM[4]C" + b"[a]" * 200_000,
        b"((((" * 200_000,
        "手合割：5五将棋\n   1 ".encode() + b"a" + b" " * 300_000 + b"b",
        "手合割：5五将棋\n   1 ４四銀(35)\n   2 同".encode() + b" " * 100_000 + b"x",
        "手合割：5五将棋\n".encode() + b"\n" * 500_000 + b"x",
        b"f5" * 500_000,
        b"f5 " + b"-" * 500_000,
        b"-" * 64 + b" X;" + b"a1:+1;" * 100_000,
        b'{"a":' * 300_000,
        b"position startpos moves " + b"5d5c " * 300_000,
        b"Piskvorky" + b" " * 300_000,
        b"V2.2\n" + b"," * 500_000,
    ],
    ids=range(14),
)
def test_no_text_takes_long(data: bytes) -> None:
    began = time.process_time()
    survives(data)
    for into in FORMATS:
        survives(data, into.name)
    assert time.process_time() - began < 20


@EVERY
@pytest.mark.parametrize("blank", [b"\x1c", b"\x1f\n\x1c", b"\xc2\xa0", b"\xe3\x80\x80", b"\x85"])
def test_what_is_space_only_as_text(into: Format, blank: bytes) -> None:
    """One of a million damaged PSQ files had held nothing else, which ended the reader."""
    survives(blank, into.name)
    survives(blank)


def test_damaged_positions_and_moves_are_refused_in_one_line() -> None:
    texts(fewer(20_000, 5_000))
