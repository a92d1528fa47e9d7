"""What KIF and CSA share: squares and pieces of the 5x5 board."""

from dataclasses import dataclass, field

from ..core import Game, Move, Position
from ..games.minishogi import MINISHOGI
from .pieces import Text
from .replay import named

SIZE = 5
RANKS = "abcde"
NUMBERS = {f"{file}{r}": (file, rank) for file in range(1, 6) for rank, r in enumerate(RANKS, 1)}
CELLS = {name: (rank - 1) * SIZE + SIZE - file for name, (file, rank) in NUMBERS.items()}


@dataclass
class Header:
    """What the lines of a file say, up to its moves."""

    text: Text
    names: dict[int, str] = field(default_factory=dict)
    hands: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    turn: int = 0

    @property
    def players(self) -> tuple[str, str] | None:
        return named(self.names.get(0, ""), self.names.get(1, ""))


def on_one_line(players: tuple[str, str]) -> list[str]:
    return [" ".join(name.split()) for name in players]


def square(file: int, rank: int) -> str:
    """USI's name of a square; files from the right, ranks from the top, both from 1."""
    return f"{file}{RANKS[rank - 1]}"


def numbers(square: str) -> tuple[int, int]:
    """File and rank of USI's name of a square."""
    return NUMBERS[square]


def piece_on(position: Position, square: str) -> str:
    """The kind of piece on a square, such as R or +P; empty if there is none."""
    return position.picture()[0][CELLS[square]].upper()


def sfen(cells: list[str], hands: tuple[list[str], list[str]], turn: int) -> str:
    """The SFEN of a board, whose cells are letters or empty, in reading order."""
    return MINISHOGI.text(cells, SIZE, ["".join(hand) for hand in hands], turn)


def usi(begin: str, end: str, *, promotes: bool = False, drops: str = "") -> str:
    """A move in USI's spelling."""
    return f"{drops}*{end}" if drops else f"{begin}{end}{'+' if promotes else ''}"


def parts(of: Game, move: Move) -> tuple[str, str, str, bool]:
    """A move as the piece dropped or '', the squares from ('' for a drop) and to, and promotion."""
    text = of.move_text(move)
    if text[1] == "*":
        return text[0], "", text[2:4], False
    return "", text[:2], text[2:4], text.endswith("+")
