"""Positions that tests look at, and how many of them this build has time for."""

import random
import re
from pathlib import Path

from kishi import Game, Position, Verdict, _native
from kishi._native import judge
from kishi.games import families

# The library itself says how it was built, so no switch can disagree with it.
CORE = Path(str(vars(_native)["_core"].__file__))
assert "_core" in CORE.name, CORE
SANITIZED = b"__asan_init" in CORE.read_bytes()

# Each game on its usual board, and the variants that differ most from that.
MAIN_GAMES = [*families(), "othello-6", "othello-4", "gomoku-15-renju", "gomoku-8-standard"]


def fewer(count: int, sanitized: int) -> int:
    """`count`, or `sanitized` on the sanitized build, which is some ten times slower."""
    return sanitized if SANITIZED else count


def random_line(game: Game, seed: int | str) -> list[Position]:
    """The positions of a random game, the last one its end."""
    rng, line = random.Random(f"{game.name} {seed}"), [game.start()]
    while judge(line) is Verdict.RUNNING:
        line.append(line[-1].play(rng.choice(line[-1].legal_moves())))
    return line


def random_positions(game: Game, count: int) -> list[Position]:
    """`count` positions, each from anywhere in a random game of its own."""
    return [
        random.Random(f"{game.name} {seed}").choice(random_line(game, seed))
        for seed in range(count)
    ]


def moves_by_text(position: Position) -> dict[str, int]:
    """The legal moves under their names."""
    return {position.game.move_text(m): m for m in position.legal_moves()}


def played(start: Position, moves: str) -> list[Position]:
    """The line of positions that a text of moves leads through."""
    line = [start]
    for move in moves.split():
        line.append(line[-1].play(start.game.parse_move(move)))
    return line


def gomoku_text(rows: list[str], side: str) -> str:
    """The canonical text of a drawn board: rows from the top, `.` for an empty cell."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows)) + " " + side


def swap_sides(sfen: str) -> str:
    """The minishogi position with the board turned round and the sides changed."""
    rows, turn, hands, number = sfen.split()
    turned = ["".join(reversed(re.findall(r"\+?\w", row))) for row in reversed(rows.split("/"))]
    side = "w" if turn == "b" else "b"
    return f"{'/'.join(turned).swapcase()} {side} {hands.swapcase()} {number}"
