"""What is written is what is read, and a format is known by its content."""

import io
import random
import tracemalloc
from collections.abc import Iterator
from itertools import repeat

import pytest
from fuzz_formats import BINARY, NAMES, random_game, random_problem, round_trip

from kishi import BadInput, Record, game
from kishi.core import Choice
from kishi.formats import FORMATS, Format, format_for, format_named, read, write
from samples import fewer

TRICKS = ["a\nb", "\t(;", "Piskvorky 9x9", "%TORYO", "変化：1手", "1 ５四歩(55)", "'", "{", "V2"]
EVERY = pytest.mark.parametrize("into", FORMATS, ids=lambda f: f.name)


@EVERY
def test_random_games_come_back_the_same(into: Format) -> None:
    round_trip(into, fewer(200, 20), seed=1)


@EVERY
def test_a_pipe_that_gives_a_byte_at_a_time_is_read_the_same(into: Format) -> None:
    class Pipe(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(1)

    rng = random.Random(5)
    items = [
        random_problem(rng) if into.name == "obf" else random_game(rng, into, into.families[0])
        for _ in range(2)
    ]
    data = b"".join(write(items, into))
    for end in (b"\n",) if into.name in BINARY else (b"\n", b"\r\n", b"\r"):
        assert list(read(Pipe(data.replace(b"\n", end)))) == items


@EVERY
def test_a_long_file_is_read_in_constant_memory(into: Format) -> None:
    rng = random.Random(9)
    one = random_problem(rng) if into.name == "obf" else random_game(rng, into, into.families[0])
    count = 60

    class Endless(io.RawIOBase):
        """The same game again and again, as a file that is never whole in memory."""

        def __init__(self) -> None:
            self.parts: Iterator[bytes] = write(repeat(one, count), into)

        def read(self, size: int = -1) -> bytes:
            return next(self.parts, b"")

    tracemalloc.start()
    try:
        assert sum(1 for _ in read(Endless())) == count  # type: ignore[arg-type, misc]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000


def test_each_format_is_asked_for_by_name_and_by_extension() -> None:
    for into in FORMATS:
        assert format_named(into.name) is into
        for ending in into.extensions:
            assert format_for(f"a.b/games{ending.upper()}") is into
    with pytest.raises(BadInput, match="did you mean 'sgf'"):
        format_named("sgff")
    with pytest.raises(BadInput, match=r"should end in one of \.wtb"):
        format_for("games.xyz")


def test_what_a_format_cannot_hold_is_said_or_skipped() -> None:
    gomoku = Record.new(game("gomoku"))
    with pytest.raises(BadInput, match="game 1: ggf does not hold games of gomoku"):
        list(write([gomoku], "ggf"))
    with pytest.raises(BadInput, match="game 1: WTHOR holds finished games only"):
        list(write([Record.new(game("othello"))], "wthor"))
    told: list[str] = []
    othello = Record.new(game("othello")).play(Choice(move=19))
    assert list(write([gomoku, othello], "transcript", skipped=told.append)) == [b"d3\n"]
    assert told == ["game 1: transcript does not hold games of gomoku"]


@pytest.mark.parametrize("into", [f for f in FORMATS if f.name not in ("wthor", "obf")])
@pytest.mark.parametrize("name", [*NAMES, *TRICKS])
def test_names_never_break_a_file(into: Format, name: str) -> None:
    of = game(into.families[0])
    move = of.start().legal_moves()[0]
    record = Record(of, (of.start(), of.start().play(move)), (Choice(move=move),), (name, name))
    (back,) = read(b"".join(write([record], into)))
    assert isinstance(back, Record)
    assert back.moves == record.moves
