"""Games of self-play on disk: compact, versioned, and whole or not there at all.

A file holds one batch: a line of JSON that says what is in it, then for each game its result, its
opening moves, and the moves that were thought about with their values; at the end a checksum. A move
takes four bytes.
"""

import json
import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._native import Verdict
from ..errors import BadInput, StoreFailed

MAGIC = b"kishi games 1\n"
_GAME = struct.Struct("<BHH")  # result, opening moves, moves
_SUM = struct.Struct("<I")
_RESULTS = (Verdict.FIRST_WINS, Verdict.DRAW, Verdict.SECOND_WINS)


class SelfPlay(NamedTuple):
    """One game: what was given, what was played, and what the movers thought of it."""

    opening: Sequence[int]
    moves: NDArray[np.uint16]
    values: NDArray[np.int16]  # x 32767, for the mover
    verdict: Verdict


def pack(about: dict[str, Any], games: Sequence[SelfPlay]) -> bytes:
    counts = {"games": len(games), "positions": sum(len(g.moves) for g in games)}
    parts = [headed(MAGIC, {**about, **counts})]
    for g in games:
        parts.append(_GAME.pack(_RESULTS.index(g.verdict), len(g.opening), len(g.moves)))
        parts.append(np.asarray(g.opening, "<u2").tobytes())
        parts += [g.moves.astype("<u2").tobytes(), g.values.astype("<i2").tobytes()]
    return sealed(b"".join(parts))


def about(data: bytes, where: str = "this") -> dict[str, Any]:
    """What is in a file; BadInput if it is not whole."""
    return opened(data, MAGIC, where)[0]


def unpack(data: bytes, where: str = "this") -> Iterator[SelfPlay]:
    """The games of a file; BadInput if it is not whole."""
    told, at = opened(data, MAGIC, where)
    for _ in range(told["games"]):
        result, given, played = _GAME.unpack_from(data, at)
        at += _GAME.size
        opening = np.frombuffer(data, "<u2", given, at)
        moves = np.frombuffer(data, "<u2", played, at + 2 * given)
        values = np.frombuffer(data, "<i2", played, at + 2 * (given + played))
        at += 2 * (given + 2 * played)
        yield SelfPlay(opening.tolist(), moves, values, _RESULTS[result])


# What all such files have in common: a first line, a line of JSON, and a checksum at the end.


def headed(magic: bytes, about: dict[str, Any]) -> bytes:
    return magic + json.dumps(about).encode() + b"\n"


def sealed(whole: bytes) -> bytes:
    return whole + _SUM.pack(zlib.crc32(whole))


def opened(data: bytes, magic: bytes, where: str) -> tuple[dict[str, Any], int]:
    """What a file says is in it, and where that begins; BadInput if it is not whole."""
    if not data.startswith(magic):
        raise BadInput(f"{where} is no file of self-play games, or one of another version of kishi")
    if data[-_SUM.size :] != _SUM.pack(zlib.crc32(data[: -_SUM.size])):
        raise BadInput(f"{where} is damaged: remove it, and --resume plays its games again")
    end = data.index(b"\n", len(magic))
    told: dict[str, Any] = json.loads(data[len(magic) : end])
    return told, end + 1


def body(data: bytes, magic: bytes, where: str) -> bytes:
    """All between the head and the checksum."""
    return data[opened(data, magic, where)[1] : -_SUM.size]


def write_whole(path: Path, data: bytes) -> None:
    """The file is there with all its bytes, or not at all, whatever happens meanwhile."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as wrong:
        with suppress(OSError):
            part.unlink()
        raise StoreFailed(f"cannot write {path}: {wrong.strerror}") from None
