"""A position drawn in text, for the terminal and for `print`: one line of text for each row of the board.

The picture says what stands where; nothing here knows a rule.
"""

from collections.abc import Collection
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from .core import Game, Position
from .games import GameFacts, facts_of, side_of
from .notation import speaks_hex


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
    mark: str
    last: str = "bold #ff5f1f"


PLAIN = Paint("", "", ("", ""), "", "")


def glyph(facts: GameFacts, piece: str, look: Look) -> str:
    """The piece as the terminal shows it."""
    if facts.style.piece == "piece":
        if not look.unicode:
            return piece.rjust(2)
        return ("v" if side_of(piece) else " ") + facts.glyphs.get(piece.upper(), piece.upper())
    if facts.style.piece == "mark" or not look.unicode:
        return piece
    return "●" if look.colour or side_of(piece) == 0 else "○"


def paint_of(game: Game, look: Look) -> Paint:
    if not look.colour:
        return PLAIN
    style = facts_of(game).style
    return Paint(f"on {style.ground}", style.dot, style.inks, style.hint)


def labels(game: Game, look: Look) -> tuple[list[str], list[str]]:
    """The names of the columns from the left and of the rows from the top."""
    _, rows, columns = game.shape
    if look.hexadecimal and speaks_hex(game):
        return [f"{i:x}" for i in range(columns)], [f"{i:x}" for i in range(rows)]
    return facts_of(game).labels(rows, columns)


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
        facts = facts_of(self.position.game)
        width = cell_len(glyph(facts, facts.pieces[0][0], self.look))
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
        of = self.position.game
        paint, facts = paint_of(of, self.look), facts_of(of)
        row = Text(style=paint.board)
        for cell, piece in enumerate(pieces, begin):
            after_last = cell == self.last + 1 and cell > begin
            row.append("[" if cell == self.last else "]" if after_last else " ", paint.last)
            if piece:
                row.append(glyph(facts, piece, self.look), paint.sides[side_of(piece)])
            elif cell in self.marks or cell in self.bars:
                row.append(("*" if cell in self.marks else "x").rjust(width), paint.mark)
            else:
                row.append(self._empty(width), paint.empty)
        return row.append("]" if self.last == begin + len(pieces) - 1 else " ", paint.last)

    def _empty(self, width: int) -> str:
        if not self.look.unicode:
            return ".".rjust(width)
        return " ・" if width == 3 else "·"


def text(position: Position) -> str:
    """The board as it is printed, and the pieces in hand where there are some."""
    facts = facts_of(position.game)
    _, *hands = position.picture()
    lines = [line.plain.rstrip() for line in Drawing(position, Look()).lines()]
    held = [" ".join(glyph(facts, piece, Look()).strip() for piece in hand) for hand in hands]
    parts = [f"    {held[1]}" if held[1] else "", *lines, f"    {held[0]}" if held[0] else ""]
    return "\n".join(filter(None, parts))
