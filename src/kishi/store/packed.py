"""Games as bytes: what the store keeps, what workers send to the process that owns it, and what
files of self-play are made of.

A `PackedGame` is the parts of a game: columns in the store. `encode` puts them one after the other,
with who played and what a search would have played where that is known: games in a file. The bytes
are in docs/store.md; native/learn/selfplay_record.hpp reads and writes the same.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple, Self, overload

import numpy as np
from numpy.typing import NDArray

from ..core import Choice, End, Game, Move, Record, Verdict
from ..errors import BadInput

NO_VALUE = -32768
VALUE_SCALE = 32767
SHARE_SCALE = 65535
# Which parts an encoded game has beside its moves.
START, PLAYERS, REASON, VALUES, SECONDS, POLICY, WEIGHTS = (1 << n for n in range(7))
LENGTH = struct.Struct("<I")
_HEAD = struct.Struct("<BBHH")  # verdict, parts, moves, how many of them are the opening
_TEXT = struct.Struct("<H")
_SHARE = struct.Struct("<HH")  # move, its share x SHARE_SCALE
_MOST_SHARES = 255  # of one policy


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


@dataclass(frozen=True, slots=True)
class PackedGames(Sequence[PackedGame]):
    """Many games, a column for each of their parts: quick players play one in the time that Python
    takes to look at it."""

    numbers: list[int] = field(default_factory=list)
    starts: list[str | None] = field(default_factory=list)
    openings: list[int] = field(default_factory=list)
    moves: list[bytes] = field(default_factory=list)
    thoughts: list[bytes | None] = field(default_factory=list)
    seconds: list[bytes | None] = field(default_factory=list)
    verdicts: list[int] = field(default_factory=list)
    reasons: list[str | None] = field(default_factory=list)

    @classmethod
    def of(cls, games: Iterable[PackedGame]) -> Self:
        return cls(*map(list, zip(*games, strict=True)))

    @property
    def columns(self) -> tuple[list[Any], ...]:
        return tuple(getattr(self, column.name) for column in fields(self))

    def append(self, game: PackedGame) -> None:
        for column, value in zip(self.columns, game, strict=True):
            column.append(value)

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[PackedGame]:
        return map(PackedGame._make, zip(*self.columns, strict=True))

    @overload
    def __getitem__(self, at: int) -> PackedGame: ...
    @overload
    def __getitem__(self, at: slice) -> "PackedGames": ...
    def __getitem__(self, at: int | slice) -> "PackedGame | PackedGames":
        parts = [column[at] for column in self.columns]
        return PackedGames(*parts) if isinstance(at, slice) else PackedGame._make(parts)


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


def unpack(game: Game, packed: PackedGame, players: tuple[str, str] | None) -> Record:
    """The record of a stored game; `players` are the first mover and the second."""
    try:
        return _unpacked(game, packed, players)
    except (ValueError, TypeError) as wrong:
        raise BadInput(f"this stored game is damaged: {wrong} (see `kishi store check`)") from None


def _unpacked(game: Game, packed: PackedGame, players: tuple[str, str] | None) -> Record:
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


# A game as one run of bytes.


class EncodedGame(NamedTuple):
    """What an encoded game holds."""

    packed: PackedGame
    players: tuple[str, str] | None = None
    weights: tuple[str, str] | None = None  # ids, as in `Record`
    policy: bytes | None = None  # for each move how many shares, and those: move, share

    def record(self, game: Game) -> Record:
        """The game; a policy becomes the visits of the search that had it."""
        record = replace(unpack(game, self.packed, self.players), weights=self.weights)
        if self.policy is None:
            return record
        visits = _policies(self.policy, len(record.choices))
        choices = (replace(c, visits=v) for c, v in zip(record.choices, visits, strict=True))
        return replace(record, choices=tuple(choices))


def encoded(record: Record, opening: int = 0) -> bytes:
    """A record, finished or not, as bytes; BadInput if it is longer than any game."""
    policies = [_policy(c.visits) for c in record.choices]
    policy = b"".join(policies) if any(c.visits for c in record.choices) else None
    return encode(EncodedGame(pack(record, 0, opening), record.players, record.weights, policy))


def encode(game: EncodedGame) -> bytes:
    """The bytes of a game, their length before them. Its number is its place among others."""
    packed = game.packed
    if len(packed.moves) > 2 * 0xFFFF:
        raise BadInput("a game has at most 65535 moves")
    in_order = (
        (START, _texts(packed.start)),
        (PLAYERS, _texts(*game.players or ())),
        (WEIGHTS, _texts(*game.weights or ())),
        (REASON, _texts(packed.reason)),
        (0, packed.moves),
        (VALUES, packed.thoughts),
        (SECONDS, packed.seconds),
        (POLICY, game.policy),
    )
    there = [(part, data) for part, data in in_order if data is not None]
    parts, tail = sum(part for part, _ in there), b"".join(data for _, data in there)
    head = _HEAD.pack(packed.verdict, parts, len(packed.moves) // 2, packed.opening)
    return LENGTH.pack(len(head) + len(tail)) + head + tail


def decode(data: bytes, number: int = 0) -> EncodedGame:
    """The game in these bytes, which are without their length; BadInput if they are none."""
    take = _Taken(data)
    verdict, parts, moves, opening = _HEAD.unpack(take(_HEAD.size))
    if verdict not in (v.value for v in Verdict) or opening > moves or parts >= 2 * WEIGHTS:
        raise _no_game()
    start = take.text() if parts & START else None
    players = (take.text(), take.text()) if parts & PLAYERS else None
    weights = (take.text(), take.text()) if parts & WEIGHTS else None
    reason = take.text() if parts & REASON else None
    packed = PackedGame(
        number=number,
        start=start,
        opening=opening,
        moves=take(2 * moves),
        thoughts=take(2 * moves) if parts & VALUES else None,
        seconds=take(4 * moves) if parts & SECONDS else None,
        verdict=verdict,
        reason=reason,
    )
    policy = take.policies(moves) if parts & POLICY else None
    if take.left or (reason is not None and verdict == Verdict.RUNNING.value):
        raise _no_game()
    return EncodedGame(packed, players, weights, policy)


def decode_all(data: bytes) -> Iterator[EncodedGame]:
    """Each of the games that follow one another."""
    take, number = _Taken(data), 0
    while take.left:
        yield decode(take(LENGTH.unpack(take(LENGTH.size))[0]), number)
        number += 1


class _Taken:
    """Bytes that are taken from the front, some at a time."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def __call__(self, size: int) -> bytes:
        if size > self.left:
            raise _no_game()
        self._at += size
        return self._data[self._at - size : self._at]

    def text(self) -> str:
        return self(_TEXT.unpack(self(_TEXT.size))[0]).decode("utf-8", "replace")

    def policies(self, count: int) -> bytes:
        begin = self._at
        for _ in range(count):
            self(_SHARE.size * self(1)[0])
        return self._data[begin : self._at]


def _no_game() -> BadInput:
    return BadInput("these bytes are no game")


def _texts(*texts: str | None) -> bytes | None:
    """Texts with their lengths; nothing if there is none."""
    told = [text.encode("utf-8", "replace") for text in texts if text is not None]
    if any(len(data) > 0xFFFF for data in told):
        raise BadInput("a name or a position of more than 65535 bytes")
    return b"".join(_TEXT.pack(len(data)) + data for data in told) if told else None


def _policy(visits: Mapping[Move, int] | None) -> bytes:
    """The most visited moves and their shares."""
    most = sorted((visits or {}).items(), key=lambda item: -item[1])[:_MOST_SHARES]
    total = sum(count for _, count in most)
    shares = [(move, round(SHARE_SCALE * count / total)) for move, count in most if count > 0]
    return bytes([len(shares)]) + b"".join(_SHARE.pack(*share) for share in shares)


def _policies(policy: bytes, count: int) -> Iterator[Mapping[Move, int] | None]:
    take = _Taken(policy)
    for _ in range(count):
        shares = dict(_SHARE.iter_unpack(take(_SHARE.size * take(1)[0])))
        yield shares or None
