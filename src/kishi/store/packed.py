"""Games as bytes: what the store keeps, and what workers send to the process that owns it."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import Choice, End, Game, Record, Verdict

NO_VALUE = -32768
VALUE_SCALE = 32767


class PackedGame(NamedTuple):
    """One finished game."""

    number: int  # within its pairing: twice the round, and one more when b moves first
    start: str | None  # canonical text; None is the game's own start
    opening: int  # how many of the moves were given to the players
    moves: bytes  # uint16 each
    thoughts: bytes | None  # int16 each: the mover's value x VALUE_SCALE, or NO_VALUE
    seconds: bytes | None  # float32 each
    verdict: int
    reason: str | None  # None: ended by the rules

    @property
    def swapped(self) -> bool:
        return bool(self.number & 1)


def pack(record: Record, number: int, opening: int) -> PackedGame:
    """A finished record as bytes."""
    start = str(record.positions[0])
    values = [c.value for c in record.choices]
    seconds = [c.seconds for c in record.choices]
    return PackedGame(
        number=number,
        start=None if start == str(record.game.start()) else start,
        opening=opening,
        moves=np.array(record.moves, "<u2").tobytes(),
        thoughts=pack_values(values) if any(v is not None for v in values) else None,
        seconds=np.array(seconds, "<f4").tobytes() if any(seconds) else None,
        verdict=record.verdict.value,
        reason=record.end.reason if record.end else None,
    )


def unpack(game: Game, packed: PackedGame, players: tuple[str, str]) -> Record:
    """The record of a stored game; `players` are the first mover and the second."""
    moves = move_numbers(packed.moves)
    values = unpack_values(packed.thoughts) if packed.thoughts else [None] * len(moves)
    seconds = _floats(packed.seconds) if packed.seconds else [0.0] * len(moves)
    position = game.parse(packed.start) if packed.start else game.start()
    positions = [position]
    for move in moves:
        positions.append(position := position.play(move))
    choices = (
        Choice(move=m, value=v, seconds=s) for m, v, s in zip(moves, values, seconds, strict=True)
    )
    record = Record(game, tuple(positions), tuple(choices), players)
    if packed.reason is None:
        return record
    return replace(record, end=End(packed.reason, Verdict(packed.verdict)))


def move_numbers(moves: bytes) -> list[int]:
    return [int(m) for m in np.frombuffer(moves, "<u2")]


def pack_values(values: list[float | None]) -> bytes:
    scaled = [NO_VALUE if v is None else _scaled(v) for v in values]
    return np.array(scaled, "<i2").tobytes()


def _scaled(value: float) -> int:
    return round(min(1.0, max(-1.0, value)) * VALUE_SCALE)


def unpack_values(thoughts: bytes) -> list[float | None]:
    return [None if v == NO_VALUE else int(v) / VALUE_SCALE for v in np.frombuffer(thoughts, "<i2")]


def _floats(seconds: bytes) -> list[float]:
    numbers: NDArray[Any] = np.frombuffer(seconds, "<f4")
    return [float(s) for s in numbers]
