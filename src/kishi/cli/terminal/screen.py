"""What the person at the terminal sees of a game."""

from collections import Counter

from rich.console import Console
from rich.status import Status
from rich.text import Text

from ...arena.ending import discs, ending, name_of, side_name
from ...core import Choice, Game, Move, Position, Record
from ...games import GameFacts, facts_of
from ...locale import Words
from ...notation import write_move
from ...text_board import Drawing, Look, glyph, paint_of


class Screen:
    """Draws boards and says things, in one language, to one console."""

    def __init__(self, console: Console, words: Words, look: Look) -> None:
        self.console = console
        self.words = words
        self.look = look

    @property
    def alive(self) -> bool:
        """Does somebody watch, rather than a file?"""
        return self.console.is_terminal

    def write(self, text: str | Text) -> None:
        line = Text(text) if isinstance(text, str) else text
        self.console.print(line, soft_wrap=True, highlight=False)

    def say(self, key: str, **values: object) -> None:
        self.write(self.words(key, **values))

    def waiting(self, text: str) -> Status:
        return self.console.status(Text(text))

    def side(self, game: Game, turn: int) -> str:
        return side_name(game, turn, self.words)

    def move(self, game: Game, move: Move) -> str:
        return write_move(game, move, hexadecimal=self.look.hexadecimal)

    def board(self, record: Record) -> None:
        """The board, the last move on it, and both players with what they have."""
        game, position = record.game, record.position
        last = record.positions[-2].path(record.moves[-1])[1] if record.moves else -1
        marks, bars = open_cells(position)
        lines = Drawing(position, self.look, last, marks, bars).lines()
        first, second = self._player_line(record, 0), self._player_line(record, 1)
        if facts_of(game).hand:
            lines = [second, *lines, first]
        else:
            lines.append(Text.assemble(first, second))
        self.write("")
        for line in lines:
            self.write(line)

    def _player_line(self, record: Record, turn: int) -> Text:
        position, facts = record.position, facts_of(record.game)
        _, *hands = position.picture()
        line = Text("  > " if position.turn == turn and not record.over else "    ")
        if facts.hand:
            line.append(f"{self.side(record.game, turn)} ({name_of(record, turn)})  ")
            return line.append(self.words("in_hand", pieces=self._hand(facts, hands[turn])))
        style = paint_of(record.game, self.look)
        line.append(
            f" {glyph(facts, facts.pieces[turn][0], self.look)} ",
            f"{style.sides[turn]} {style.board}",
        )
        line.append(f" {self.side(record.game, turn)}")
        if facts.unit:
            line.append(f" {discs(position)[turn]}")
        return line.append(f" ({name_of(record, turn)})")

    def _hand(self, facts: GameFacts, pieces: list[str]) -> str:
        names = Counter(p.upper() for p in pieces)
        shown = [
            (facts.glyphs.get(n, n) if self.look.unicode else n) + (str(k) if k > 1 else "")
            for n, k in names.items()
        ]
        return " ".join(shown) or self.words("no_hand")

    def thought(self, game: Game, choice: Choice) -> str:
        """What a player thought, in brackets; nothing if it did not think."""
        parts = [self.words("book")] if choice.book else []
        if choice.nodes or choice.depth or choice.exact or choice.book:
            parts += [self.words("value", value=f"{choice.value or 0:+.2f}")]
            parts += [self.words("points", points=f"{choice.points:+.1f}")] if choice.points else []
        parts += [self.words("exact")] if choice.exact else []
        parts += [self.words("depth", depth=choice.depth)] if choice.depth else []
        parts += [self.words("nodes", nodes=f"{choice.nodes:,}")] if choice.nodes else []
        if parts and choice.seconds:
            parts.append(self.words("seconds", seconds=f"{choice.seconds:.1f}"))
        return f"  ({', '.join(parts)})" if parts else ""

    def moved(self, record: Record, choice: Choice) -> None:
        """A player's move, before it is on the board, and what was thought."""
        game, turn = record.game, record.position.turn
        line = self.words("plays", side=self.side(game, turn), player=name_of(record, turn),
                          move=self.move(game, choice.move))  # fmt: skip
        self.write(line + self.thought(game, choice))

    def result(self, record: Record) -> None:
        """How a finished game ended, and why."""
        self.board(record)
        for line in ending(record, self.words):
            self.write(line)
        self.say(
            "players",
            first=name_of(record, 0),
            second=name_of(record, 1),
            plies=len(record.choices),
        )


def open_cells(position: Position) -> tuple[set[int], set[int]]:
    """The cells to mark: where the mover may play, or free ones where they may not."""
    game = position.game
    marked = facts_of(game).marked
    if not marked:
        return set(), set()
    legal = {position.path(m)[1] for m in position.legal_moves()}
    if marked == "legal":
        return legal, set()
    cells, _, _ = position.picture()
    empty = {i for i, piece in enumerate(cells) if not piece}
    return set(), empty - legal if legal else set()
