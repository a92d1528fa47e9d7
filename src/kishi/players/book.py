"""Opening books: positions that were searched at leisure, and what their moves have proved worth.

Each position has rows: a move, what the search thought of it, and the position after it where that is in
the book too. There the worth of that position counts, and so on to the last ones (minimax). Positions that
are turns of one another are one. On disk a book is arrays in a safetensors file, with texts that tell how
it was made; read, it is `Weights` of a kind of its own, known by its content.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from .._native import SearchControl
from ..core import Answer, Choice, Game, Limit, Move, Position, Record, Variation, Weights
from ..errors import BadInput
from ..games import facts_of
from .book_files import KIND, find_book
from .native import NativePlayer

OPEN, CLOSED = -1, -2  # in place of a position: not in the book yet, or never to be
REST = 0xFFFF  # in place of a move: all that are not listed, and what they are worth at most
MOST_POSITIONS = 1_000_000
NEAR = 1.0  # discs, pawns or the like: moves so close to the best are as good
LINE = 12  # moves of a line that is told
ARRAYS = {
    "parent": "<i4",  # of each position the one it was first reached from, -1 for the start,
    "played": "<u2",  # and by which move
    "count": "<u2",  # how many rows it has; those of all positions follow one another:
    "move": "<u2",
    "points": "<f4",  # for the mover; not a number where only the position after it knows
    "value": "<f4",
    "child": "<i4",  # the position after it, OPEN or CLOSED
}


class Worth(NamedTuple):
    """What a move or a position is worth to its mover; points are compared."""

    points: float
    value: float

    def __neg__(self) -> "Worth":
        return Worth(-self.points, -self.value)


class BookRow(NamedTuple):
    """A move of a position in the book."""

    move: Move
    worth: Worth | None  # as it was searched
    child: int = OPEN


class BookMove(NamedTuple):
    """A move that the book knows, as a player sees it."""

    move: Move
    worth: Worth


class Book:
    """Positions by number, 0 being the start; one is always deeper than the one it was reached from."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.positions = [game.start()]
        self.plies = [0]
        self.parents: list[tuple[int, Move]] = [(-1, 0)]
        self.rows: list[list[BookRow]] = [[]]
        self._numbers = {self.positions[0]: 0}
        self._worths: list[list[Worth]] | None = None

    def __len__(self) -> int:
        return len(self.positions)

    def append(self, parent: int, move: Move) -> int:
        """The number of a new position, whose rows are not known yet."""
        position = self.positions[parent].play(move)
        number = self._numbers[position] = len(self.positions)
        self.positions.append(position)
        self.plies.append(self.plies[parent] + 1)
        self.parents.append((parent, move))
        self.rows.append([])
        self._worths = None
        return number

    def put(self, number: int, rows: Sequence[BookRow]) -> None:
        self.rows[number] = list(rows)
        self._worths = None

    def views(self, position: Position) -> list[tuple[int, int]]:
        """Its number, and by which symmetry it becomes the position kept there: all that do."""
        turns = ((position.turned(s), s) for s in range(self.game.symmetries))
        return [(self._numbers[p], s) for p, s in turns if p in self._numbers]

    def worths(self) -> list[list[Worth]]:
        """Of each row of each position, by what lies behind it in the book."""
        if self._worths is None:
            worths: list[list[Worth]] = [[] for _ in self.rows]
            for number in sorted(range(len(self)), key=self.plies.__getitem__, reverse=True):
                worths[number] = [self._worth(row, worths) for row in self.rows[number]]
            self._worths = worths
        return self._worths

    def _worth(self, row: BookRow, worths: list[list[Worth]]) -> Worth:
        if row.child >= 0:
            return -max(worths[row.child])
        assert row.worth is not None  # only a position in the book can know it instead
        return row.worth

    def moves(self, position: Position, view: int = 0) -> list[BookMove]:
        """What is known of its moves, the best first; nothing if it is not in the book, or if all that are
        listed have proved worse than the others were thought to be.

        Where a position looks the same from several sides, `view` chooses one of them.
        """
        views = self.views(position)
        if not views:
            return []
        number, symmetry = views[view % len(views)]
        turned = {self.game.turned_move(m, symmetry): m for m in position.legal_moves()}
        rows, worths = self.rows[number], self.worths()[number]
        moves = [
            BookMove(turned[row.move], worth)
            for row, worth in zip(rows, worths, strict=True)
            if row.move in turned
        ]
        best = max(worths)
        if all(move.worth < best for move in moves):
            return []
        return sorted(moves, key=lambda m: (-m.worth.points, m.move))

    def line(self, position: Position, move: Move) -> tuple[Move, ...]:
        """The move, and the best ones after it as far as the book goes."""
        line = [move]
        while len(line) < LINE and (moves := self.moves(position := position.play(line[-1]))):
            line.append(moves[0].move)
        return tuple(line)

    def first(self, size: int) -> "Book":
        """The book of only so many positions."""
        book = Book(self.game)
        for parent, move in self.parents[1:size]:
            book.append(parent, move)
        for number, rows in enumerate(self.rows[:size]):
            kept = (row if row.child < size else row._replace(child=OPEN) for row in rows)
            book.put(number, [row for row in kept if row.worth or row.child >= 0])
        return book

    def weights(self) -> Weights:
        rows = [row for rows in self.rows for row in rows]
        worths = [row.worth or Worth(np.nan, np.nan) for row in rows]
        columns: dict[str, list[Any]] = {
            "parent": [parent for parent, _ in self.parents],
            "played": [move for _, move in self.parents],
            "count": [len(rows) for rows in self.rows],
            "move": [row.move for row in rows],
            "points": [worth.points for worth in worths],
            "value": [worth.value for worth in worths],
            "child": [row.child for row in rows],
        }
        arrays = {name: np.array(columns[name], dtype) for name, dtype in ARRAYS.items()}
        return Weights(self.game.name, KIND, arrays)


def read_book(game: Game, weights: Weights) -> Book:
    """The book in these arrays; BadInput if they are none."""
    try:
        return _read(game, {name: _column(weights, name) for name in ARRAYS})
    except (BadInput, ValueError, LookupError) as wrong:
        raise BadInput(f"this book is damaged: {wrong}") from None


def _column(weights: Weights, name: str) -> list[Any]:
    array = weights.arrays.get(name)
    if array is None or array.ndim != 1 or array.dtype != ARRAYS[name]:
        raise ValueError(f"it has no column '{name}'")
    numbers: list[Any] = array.tolist()
    return numbers


def _read(game: Game, columns: dict[str, list[Any]]) -> Book:
    parents, played, counts = (columns[name] for name in ("parent", "played", "count"))
    moves, points, values, children = (
        columns[name] for name in ("move", "points", "value", "child")
    )
    size = len(parents)
    if not 0 < size <= MOST_POSITIONS or parents[0] != -1 or min(counts, default=0) < 1:
        raise ValueError("it has no positions, or too many, or some without moves")
    if not size == len(played) == len(counts) or sum(counts) != len(moves):
        raise ValueError("its columns are not of one length")
    book, at = Book(game), 0
    for parent, move in list(zip(parents, played, strict=True))[1:]:
        if not 0 <= parent < len(book):
            raise ValueError("a position comes before the one it was reached from")
        book.append(parent, move)
    rows = list(zip(moves, points, values, children, strict=True))
    for number, count in enumerate(counts):
        book.put(number, [_row(book, number, *row) for row in rows[at : at + count]])
        at += count
    return book


def _row(book: Book, number: int, move: int, points: float, value: float, child: int) -> BookRow:
    deeper = child < len(book) and (child < 0 or book.plies[child] > book.plies[number])
    if child < CLOSED or not deeper:
        raise ValueError("a move leads nowhere")
    searched = bool(np.isfinite(points) and np.isfinite(value))
    if not searched and child < 0:
        raise ValueError("a move has no worth")
    return BookRow(move, Worth(points, value) if searched else None, child)


class _ById:
    """Weights that are the same key as long as their content is the same."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def __hash__(self) -> int:
        return hash(self.weights.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.weights.id == self.weights.id


@lru_cache(maxsize=8)  # a player is made with one in every game of a match
def _known(game: Game, key: _ById) -> Book:
    return read_book(game, key.weights)


def book_named(game: Game, name: str) -> Book:
    """The book of this name for this game; `auto` is the one that is called like the game."""
    return _known(game, _ById(find_book(game, name).weights))


class BookPlayer:
    """Plays from the book as far as it goes, then as another player does."""

    def __init__(self, book: Book, player: NativePlayer, seed: int) -> None:
        self.name = player.name
        self._book, self._player, self._seed = book, player, seed
        self._near = NEAR * facts_of(book.game).lead_scale

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Answer:
        return self._from_book(record) or self._player.choose(record, limit, control)

    def _from_book(self, record: Record) -> Choice | None:
        """One of the best moves, as its seed has it; None if the position is not in the book."""
        draw = random.Random(f"{self._seed} {len(record.choices)}")
        moves = self._book.moves(record.position, draw.randrange(2**32))
        if not moves:
            return None
        least = moves[0].worth.points - self._near
        move, worth = draw.choice([m for m in moves if m.worth.points >= least])
        return Choice(
            move=move,
            value=worth.value,
            points=worth.points,
            values={m.move: m.worth.value for m in moves},
            line=self._book.line(record.position, move),
            variations=tuple(Variation((m.move,), m.worth.value, m.worth.points, 0) for m in moves),
            book=True,
        )

    def prepare(self, control: SearchControl | None = None) -> None:
        self._player.prepare(control)

    def close(self) -> None:
        self._player.close()
