"""Growing an opening book by self-play: best first, from the start and the balanced openings.

A position is searched once, with a bound that is no clock, for its few best moves. Then the moves that both
sides lose least by are played, and the positions after them searched, in rounds. What a round looks at
depends on the book alone, so it does not matter where searches run, and a book that was left is grown on
to what it would have become anyway: what it holds is handed in again, in order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..cluster import Cluster
from ..core import Choice, Game, Limit, Move, Position, Record, SearchControl, game
from ..errors import BadInput, Stopped
from ..games import facts_of
from ..players import make_player
from ..players.book import CLOSED, OPEN, REST, Book, BookRow, Worth
from .openings import balanced

SEARCH = "kishi.arena.book_growth:searched"
STEP = 1.0  # a move deeper is put off as long as a loss of so many discs, pawns or the like
LEAST_ROUND, ROUND_SHARE = 16, 8  # a round grows the book by an eighth


class Unsearched(NamedTuple):
    """A position to be searched, as data."""

    game: str
    position: str
    player: str  # Spec as text
    limit: Limit
    number: int  # in the book


class SearchedMove(NamedTuple):
    """One of the best moves of a position."""

    move: Move
    worth: Worth
    final: bool  # proved: there is nothing to be grown behind it


class Searched(NamedTuple):
    moves: list[SearchedMove]
    cpu: float  # seconds


def searched(task: Unsearched, control: SearchControl) -> Searched:
    """The best moves of the position, found without anything remembered from others."""
    of = game(task.game)
    record = Record.new(of, of.parse(task.position))
    player = make_player(of, task.player)
    try:
        choice = player.choose(record, task.limit, control)
    finally:
        player.close()
    if control.stopped:
        raise Stopped
    assert isinstance(choice, Choice)
    if not choice.variations and not choice.exact:
        raise BadInput(f"so little is no search of {task.position}: allow more by --limit")
    proved = [(choice.line, choice.value or 0.0, choice.points or 0.0, choice.plies)]
    moves = [
        SearchedMove(line[0], Worth(points, value), choice.exact or plies > 0)
        for line, value, points, plies in choice.variations or proved
    ]
    return Searched(moves, choice.cpu or 0.0)


class Growth:
    """A book that grows: which positions are wanted next, and the moves found for them put in."""

    def __init__(self, of: Game) -> None:
        self.book = Book(of)
        self.filled = 0  # so many positions have their moves; they get them in order
        self._open: dict[Position, list[tuple[int, int]]] = {}  # rows that lead out, by where to
        self._planned: dict[int, list[int]] = {}  # positions that openings reach from each
        self._sources = {0}  # where lines begin: the start, and the end of each opening
        self._scale = facts_of(of).lead_scale

    def rounds(self) -> Iterator[range]:
        """The positions to search next; before the next round, all of them have been filled."""
        yield self._openings()
        while wanted := self._round():
            yield wanted

    def fill(self, moves: Sequence[SearchedMove]) -> None:
        """The moves of the next position: those that differ by more than turning the board."""
        number, book = self.filled, self.book
        rows: list[BookRow] = []
        position = book.positions[number]
        others = {self._key(position.play(move)) for move in position.legal_moves()}
        for move, worth, final in moves:
            after = position.play(move)
            if (key := self._key(after)) in others:
                others.remove(key)
                child = self._child(number, after, final)
                if child == OPEN:
                    self._open.setdefault(key, []).append((number, len(rows)))
                rows.append(BookRow(move, worth, child))
        if others:
            rows.append(BookRow(REST, min(row.worth for row in rows if row.worth), CLOSED))
        # A move of an opening that the search has not thought of is known by where it leads.
        linked = {row.child for row in rows}
        planned = (child for child in self._planned.get(number, ()) if child not in linked)
        rows += [BookRow(book.parents[child][1], None, child) for child in planned]
        book.put(number, rows)
        self.filled += 1

    def _child(self, number: int, after: Position, final: bool) -> int:
        plies = self.book.plies
        if known := self.book.views(after):
            child, _ = known[0]
            return child if plies[child] > plies[number] else CLOSED  # a repetition leads nowhere
        return CLOSED if final or after.over else OPEN

    def _key(self, position: Position) -> Position:
        """One and the same for all that are turns of one another."""
        return min(map(position.turned, range(self.book.game.symmetries)), key=hash)

    def _append(self, parent: int, move: Move) -> int:
        """A new position, and all moves that lead to it linked."""
        book = self.book
        number = book.append(parent, move)
        for above, at in self._open.pop(self._key(book.positions[number]), ()):
            deeper = book.plies[number] > book.plies[above]
            rows = list(book.rows[above])
            rows[at] = rows[at]._replace(child=number if deeper else CLOSED)
            book.put(above, rows)
        return number

    def _openings(self) -> range:
        book = self.book
        for opening in balanced(book.game) or ():
            *line, last = opening.positions(book.game)
            if opening.start is not None:
                continue
            for position, move in zip(line, opening.moves, strict=True):
                number, symmetry = book.views(position)[0]
                if not book.views(position.play(move)):
                    child = self._append(number, book.game.turned_move(move, symmetry))
                    self._planned.setdefault(number, []).append(child)
            self._sources.add(book.views(last)[0][0])
        return range(len(book))

    def _round(self) -> range:
        """The positions that lie nearest to the start, where both sides have lost least on the way."""
        before = len(self.book)
        for _, number, at in sorted(self._leaves()):
            if len(self.book) - before == max(LEAST_ROUND, before // ROUND_SHARE):
                break
            row = self.book.rows[number][at]
            if row.child == OPEN:  # not linked by another one of this round
                self._append(number, row.move)
        return range(before, len(self.book))

    def _leaves(self) -> Iterator[tuple[float, int, int]]:
        book, worths = self.book, self.book.worths()
        costs = [float("inf")] * len(book)
        for number in self._sources:  # as if nobody had lost anything on the way there
            costs[number] = STEP * book.plies[number]
        for number in sorted(range(len(book)), key=book.plies.__getitem__):
            best = max(worths[number]).points
            for at, (row, worth) in enumerate(zip(book.rows[number], worths[number], strict=True)):
                cost = costs[number] + STEP + (best - worth.points) / self._scale
                if row.child >= 0:
                    costs[row.child] = min(costs[row.child], cost)
                elif row.child == OPEN:
                    yield cost, number, at


@dataclass
class BookGrower:
    """Grows one book with one player, wherever it searches."""

    game: Game
    player: str  # Spec as text
    limit: Limit
    growth: Growth = field(init=False)
    cpu_seconds: float = 0.0

    def __post_init__(self) -> None:
        self.growth = Growth(self.game)

    @property
    def book(self) -> Book:
        """As far as it has been searched."""
        return self.growth.book.first(self.growth.filled)

    def grow(self, positions: int, cluster: Cluster, saved: Book | None = None) -> Iterator[int]:
        """How many positions there are, with each one more; those of `saved` are not searched again."""
        known = len(saved) if saved else 0
        for wanted in self.growth.rounds():
            last = min(wanted.stop, positions)
            for number in range(wanted.start, min(last, known)):
                assert saved is not None
                self.growth.fill(_known_moves(saved, number, self.growth.book))
            for found in self._searched(range(max(wanted.start, known), last), cluster):
                self.growth.fill(found.moves)
                self.cpu_seconds += found.cpu
                yield self.growth.filled
            if last == positions:
                return

    def _searched(self, numbers: range, cluster: Cluster) -> Iterator[Searched]:
        """In their order, whichever is done first."""
        positions = self.growth.book.positions
        tasks = (
            Unsearched(self.game.name, str(positions[n]), self.player, self.limit, n)
            for n in numbers
        )
        waiting: dict[int, Searched] = {}
        turn = numbers.start
        for task, found in cluster.map(SEARCH, tasks):
            waiting[task.number] = found
            while turn in waiting:
                yield waiting.pop(turn)
                turn += 1


def _known_moves(saved: Book, number: int, book: Book) -> list[SearchedMove]:
    if saved.positions[number] != book.positions[number]:
        raise BadInput("this book was begun from other openings: grow a new one")
    return [
        SearchedMove(row.move, row.worth, row.child == CLOSED)
        for row in saved.rows[number]
        if row.worth is not None and row.move != REST
    ]
