"""What KIF and CSA share: squares and pieces of the 5x5 board."""

from dataclasses import dataclass, field

from ..core import Game, Move, Position
from .pieces import Text
from .replay import named

SIZE = 5
RANKS = "abcde"
HAND_ORDER = "RBGSP"
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
    rows = []
    for begin in range(0, SIZE * SIZE, SIZE):
        row, empty = "", 0
        for piece in cells[begin : begin + SIZE]:
            if piece:
                row += (str(empty) if empty else "") + piece
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    held = "".join(_held(letters, case) for letters, case in zip(hands, (0, 1), strict=True))
    return f"{'/'.join(rows)} {'bw'[turn]} {held or '-'} 1"


def _held(letters: list[str], side: int) -> str:
    text = ""
    for letter in HAND_ORDER:
        count = sum(1 for held in letters if held.upper() == letter)
        name = letter.lower() if side else letter
        text += (f"{count}{name}" if count > 1 else name) if count else ""
    return text


def usi(begin: str, end: str, *, promotes: bool = False, drops: str = "") -> str:
    """A move in USI's spelling."""
    return f"{drops}*{end}" if drops else f"{begin}{end}{'+' if promotes else ''}"


def parts(of: Game, move: Move) -> tuple[str, str, str, bool]:
    """A move as the piece dropped or '', the squares from ('' for a drop) and to, and promotion."""
    text = of.move_text(move)
    if text[1] == "*":
        return text[0], "", text[2:4], False
    return "", text[:2], text[2:4], text.endswith("+")
