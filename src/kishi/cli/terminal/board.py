"""A position drawn for the terminal: one line of text for each row of the board.

The picture says what stands where; nothing here knows a rule.
"""

from collections.abc import Collection
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from ...core import Game, Position
from ...notation import speaks_hex


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal can show, and in which coordinates."""

    unicode: bool = True
    colour: bool = False
    hexadecimal: bool = False


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a board, as rich styles."""

    board: str
    empty: str
    sides: tuple[str, str]
    mark: str = "bold #ffe066"
    last: str = "bold #ff5f1f"


PAINTS = {
    "othello": Paint("on #17673a", "#4f9a6b", ("#000000", "#ffffff")),
    "gomoku": Paint("on #c99d5b", "#8f6a33", ("#000000", "#ffffff"), mark="bold #a01010"),
    "minishogi": Paint("on #e3c48d", "#a58a56", ("bold #000000", "bold #a01414")),
}
PLAIN = Paint("", "", ("", ""), "", "")
KANJI = {"P": "歩", "B": "角", "R": "飛", "S": "銀", "G": "金", "K": "玉",
         "+P": "と", "+B": "馬", "+R": "龍", "+S": "全"}  # fmt: skip


def side_of(piece: str) -> int:
    """Whose piece this is: X and capitals are the first player's."""
    return 0 if piece == "X" or (piece != "O" and piece[-1].isupper()) else 1


def glyph(piece: str, look: Look) -> str:
    """The piece as the terminal shows it."""
    if piece in ("X", "O"):
        if not look.unicode:
            return piece
        return "●" if look.colour or piece == "X" else "○"
    if not look.unicode:
        return piece.rjust(2)
    return ("v" if side_of(piece) else " ") + KANJI[piece.upper()]


def paint_of(game: Game, look: Look) -> Paint:
    return PAINTS[game.family] if look.colour else PLAIN


def labels(game: Game, look: Look) -> tuple[list[str], list[str]]:
    """The names of the columns from the left and of the rows from the top."""
    _, rows, columns = game.shape
    letters = [chr(ord("a") + i) for i in range(max(rows, columns))]
    numbers = [str(i + 1) for i in range(max(rows, columns))]
    if look.hexadecimal and speaks_hex(game):
        digits = [f"{i:x}" for i in range(rows)]
        return digits, digits
    if game.family == "minishogi":
        return numbers[:columns][::-1], letters[:rows]
    return letters[:columns], numbers[:rows] if game.family == "othello" else numbers[:rows][::-1]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board to be drawn, and what is special on it."""

    position: Position
    look: Look
    last: int = -1  # the cell of the last move
    marks: Collection[int] = ()  # empty cells where one may play
    bars: Collection[int] = ()  # empty cells where one may not

    def lines(self) -> list[Text]:
        """The board, from the names of the columns at the top to those at the bottom."""
        columns, rows = labels(self.position.game, self.look)
        cells, _, _ = self.position.picture()
        width = cell_len(glyph("K" if self.position.game.family == "minishogi" else "X", self.look))
        header = Text("    " + "".join(f" {name:>{width}}" for name in columns))
        lines = [header]
        for row, name in enumerate(rows):
            begin = row * len(columns)
            line = Text(f" {name:>2} ")
            line.append(self._row(cells[begin : begin + len(columns)], begin, width))
            lines.append(line.append(f" {name}"))
        return [*lines, header]

    def _row(self, pieces: list[str], begin: int, width: int) -> Text:
        """Each cell with a space before it; brackets in their place hold the last move."""
        paint = paint_of(self.position.game, self.look)
        row = Text(style=paint.board)
        for cell, piece in enumerate(pieces, begin):
            after_last = cell == self.last + 1 and cell > begin
            row.append("[" if cell == self.last else "]" if after_last else " ", paint.last)
            if piece:
                row.append(glyph(piece, self.look), paint.sides[side_of(piece)])
            elif cell in self.marks or cell in self.bars:
                row.append(("*" if cell in self.marks else "x").rjust(width), paint.mark)
            else:
                row.append(self._empty(width), paint.empty)
        return row.append("]" if self.last == begin + len(pieces) - 1 else " ", paint.last)

    def _empty(self, width: int) -> str:
        if not self.look.unicode:
            return ".".rjust(width)
        return " ・" if width == 3 else "·"
