"""WTHOR ``.wtb``: the French federation's database of Othello games, 68 bytes a game.

A file begins with 16 bytes: century, year, month and day it was made (one each), the number of
games (four), of names (two), the year of the games (two), the size of the board (0 or 8), its kind,
the depth of the theoretical score, and one spare. Players are numbers, whose names are in another
file: here they are ``#12``. Numbers are little-endian.
"""

import struct
import tempfile
from collections.abc import Iterable, Iterator
from datetime import date

from ..core import Game, Record, Verdict, game
from ..errors import BadInput
from .pieces import CHUNK, Piece, Source
from .replay import ADJUDICATED, WON_BY, Item, Replay, disc_difference

HEADER = struct.Struct("<4BIHHBBBB")
GAME = struct.Struct("<HHHBB60s")
TEXT_BYTES = set(range(32, 127)) | {9, 10, 13}


def looks_like(head: bytes) -> bool:
    if len(head) < HEADER.size:
        return False
    century, year, month, day, _, _, _, size, kind, _, _ = HEADER.unpack_from(head)
    plausible = century in (0, 19, 20, 21) and year < 100 and month < 13 and day < 32
    binary = not set(head[: HEADER.size]) <= TEXT_BYTES
    return plausible and binary and size in (0, 8) and kind < 2


def pieces(source: Source) -> Iterator[Piece]:
    """Each game's 68 bytes; the header's number of games is believed only as an upper bound."""
    buffer, number, count = b"", 0, -1
    for chunk in source.chunks():
        buffer += chunk
        at = 0
        if count < 0:
            if len(buffer) < HEADER.size:
                continue
            count, at = _count(buffer), HEADER.size
        while len(buffer) - at >= GAME.size and number < count:
            number += 1
            yield Piece(number, buffer[at : at + GAME.size])
            at += GAME.size
        if number == count:
            return
        buffer = buffer[at:]
    if number < count:
        raise BadInput(
            f"game {number + 1}: expected {count} games of 68 bytes; the file ends before"
        )


def _count(header: bytes) -> int:
    """How many games are said to follow."""
    _, _, _, _, count, _, _, _, kind, _, _ = HEADER.unpack_from(header)
    if kind:
        raise BadInput("byte 14: expected games, kind 0; the file holds solitaires or another kind")
    return int(count)


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    _, black, white, score, _, squares = GAME.unpack(piece.data)
    replay = Replay(game("othello").start())
    for ply, square in enumerate(squares.rstrip(b"\0")):
        row, column = divmod(square, 10)
        replay.pass_while_forced()
        move = (row - 1) * 8 + column - 1
        if not (1 <= row <= 8 and 1 <= column <= 8 and replay.position.is_legal(move)):
            where = f"game {piece.line}, byte {8 + ply} of its 68"
            raise BadInput(f"{where}: expected a legal move from 11 to 88; got {square}")
        replay.play_move(move)
    players = (f"#{black}", f"#{white}") if black or white else None
    return replay.record(players, *_claimed(score)), 0


def _claimed(score: int) -> tuple[Verdict | None, str]:
    if score > 64:
        return None, ADJUDICATED
    return Verdict.DRAW if score == 32 else WON_BY[0 if score > 32 else 1], ADJUDICATED


def write(item: Item) -> bytes:
    """One game; `BadInput` if it is not one that the database could hold."""
    if not isinstance(item, Record) or item.positions[0] != game("othello").start():
        raise BadInput("WTHOR holds games of Othello on 8x8 from its start only")
    skip = item.game.moves - 1
    squares = bytes(10 * (m // 8 + 1) + m % 8 + 1 for m in item.moves if m != skip)
    black, white = (_player_number(item, side) for side in (0, 1))
    return GAME.pack(0, black, white, _score(item), 0, squares)


def _player_number(record: Record, side: int) -> int:
    name = record.players[side] if record.players else ""
    number = int(name[1:]) if name[:1] == "#" and name[1:].isdecimal() and len(name) < 7 else 0
    return number if number < 2**16 else 0


def _score(record: Record) -> int:
    """Black's discs, empty squares with the winner."""
    verdict = record.verdict
    if verdict is Verdict.RUNNING:
        raise BadInput("WTHOR holds finished games only")
    if record.end is not None:
        return {Verdict.FIRST_WINS: 64, Verdict.SECOND_WINS: 0}.get(verdict, 32)
    return 32 + disc_difference(record.position) // 2


def write_all(games: Iterable[bytes]) -> Iterator[bytes]:
    """The file. Its header tells the number of games, so they wait on disk until that is known."""
    count = 0
    with tempfile.SpooledTemporaryFile(max_size=1 << 20) as waiting:
        for one in games:
            waiting.write(one)
            count += 1
        today = date.today()
        yield HEADER.pack(today.year // 100, today.year % 100, today.month, today.day,
                          count, 0, today.year, 8, 0, 0, 0)  # fmt: skip
        waiting.seek(0)
        while chunk := waiting.read(CHUNK):
            yield chunk
