"""Moves and positions as people type them: our own spelling, and those of the write-ups."""

import string
import unicodedata
from collections.abc import Sequence
from contextlib import suppress

from .core import Game, Move, Position
from .errors import BadInput
from .games import facts_of


def read_move(game: Game, text: str, *, hexadecimal: bool = False) -> Move:
    """The move typed, legal or not; BadInput says how moves are written.

    Full-width letters, other cases and spaces around are accepted, and two digits where a write-up has
    them: row and column from the top left, on Gomoku boards of up to 16 in hex from 0 (`88`), in Othello
    from 1 (`34` is d3). Where hex could also be a name (`a1`), it is one unless ``hexadecimal`` says that
    the write-up's notation is spoken.
    """
    plain = unicodedata.normalize("NFKC", whole(text)).strip()
    by_digits = _hex_cell(game, plain) if speaks_hex(game) else _numbered_cell(game, plain)
    if hexadecimal and by_digits is not None:
        return by_digits
    try:
        return _own_spelling(game, plain)
    except BadInput:
        if by_digits is None:
            raise
        return by_digits


def read_position(game: Game, text: str) -> Position:
    """The position with this text; BadInput says what is wrong with it."""
    return game.parse(whole(text).strip())


def whole(text: str) -> str:
    """The text without the halves of characters that come from bytes which are no UTF-8."""
    return text.encode(errors="replace").decode()


def write_move(game: Game, move: Move, *, hexadecimal: bool = False) -> str:
    """The move in the game's own spelling, or on a Gomoku board in hex digits."""
    if hexadecimal and speaks_hex(game):
        row, column = divmod(move, game.shape[2])
        return f"{row:x}{column:x}"
    return game.move_text(move)


def spelled(position: Position, move: Move, last: Move | None) -> dict[str, str]:
    """The move in each of the other ways in which the game's players write it, by the names of ways."""
    ways = facts_of(position.game).spellings
    return {way: spell(position, move, last) for way, spell in ways.items()}


def spelled_line(
    position: Position, moves: Sequence[Move], last: Move | None = None
) -> dict[str, list[str]]:
    """The moves of a line in each of those ways."""
    lines: dict[str, list[str]] = {way: [] for way in facts_of(position.game).spellings}
    for move in moves if lines else ():
        for way, text in spelled(position, move, last).items():
            lines[way].append(text)
        position, last = position.play(move), move
    return lines


def speaks_hex(game: Game) -> bool:
    """Can each row and each column of this game be written as one hex digit?"""
    return facts_of(game).hexadecimal and max(game.shape[1:]) <= 16


def _hex_cell(game: Game, text: str) -> Move | None:
    if len(text) != 2 or not set(text) <= set(string.hexdigits):
        return None
    return _cell(game, int(text[0], 16), int(text[1], 16))


def _numbered_cell(game: Game, text: str) -> Move | None:
    """The Monte-Carlo write-up's numbers: 11 is a1, 88 is h8."""
    if not facts_of(game).numbered or len(text) != 2 or not set(text) <= set(string.digits):
        return None
    return _cell(game, int(text[0]) - 1, int(text[1]) - 1)


def _cell(game: Game, row: int, column: int) -> Move | None:
    size = game.shape[2]
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def _own_spelling(game: Game, text: str) -> Move:
    # Case tells minishogi's two notations apart (5d5c, 2A3A), so it is changed only if need be.
    for spelling in (text, text.lower(), text.upper(), text[:1].upper() + text[1:].lower()):
        with suppress(BadInput):
            return game.parse_move(spelling)
    return game.parse_move(text)
