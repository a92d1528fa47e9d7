"""Forced wins in Gomoku, slowly and plainly: what the native threat search is held to.

A set of cells is an integer with a bit for each cell. The only knowledge here is what a five is;
what may be played and who has won is asked of the rules.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from kishi import Position, Verdict
from kishi._native import Solution, judge

Cells = int
Window = tuple[Cells, Cells]  # five cells in a row, and the cells next to its two ends
Solver = Callable[[Position], Solution]


@cache
def windows(size: int) -> tuple[list[Window], list[list[Window]]]:
    """Every row of five cells; then those through each cell."""

    def on_board(row: int, col: int) -> bool:
        return 0 <= row < size and 0 <= col < size

    every: list[Window] = []
    through: list[list[Window]] = [[] for _ in range(size * size)]
    for start in range(size * size):
        row, col = divmod(start, size)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if not on_board(row + 4 * down, col + 4 * right):
                continue
            cells = [start + i * (size * down + right) for i in range(5)]
            ends = [
                start + i * (size * down + right)
                for i in (-1, 5)
                if on_board(row + i * down, col + i * right)
            ]
            window = sum(1 << c for c in cells), sum(1 << c for c in ends)
            every.append(window)
            for cell in cells:
                through[cell].append(window)
    return every, through


def each(cells: Cells) -> Iterator[int]:
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


@dataclass(frozen=True, slots=True)
class Board:
    """The stones of both sides, seen by one of them."""

    position: Position
    side: int  # the attacker
    own: Cells
    other: Cells

    @classmethod
    def of(cls, position: Position) -> "Board":
        """Seen by the side to move."""
        cells = position.picture()[0]
        stones = [sum(1 << i for i, sign in enumerate(cells) if sign == colour) for colour in "XO"]
        return cls(position, position.turn, stones[position.turn], stones[1 - position.turn])

    def play(self, cell: int) -> "Board":
        after = self.position.play(cell)
        if self.position.turn == self.side:
            return Board(after, self.side, self.own | 1 << cell, self.other)
        return Board(after, self.side, self.own, self.other | 1 << cell)

    @property
    def won(self) -> bool:
        return judge([self.position]) is (Verdict.FIRST_WINS, Verdict.SECOND_WINS)[self.side]

    @property
    def running(self) -> bool:
        return judge([self.position]) is Verdict.RUNNING

    def fives(self, side: int, near: int | None = None) -> Cells:
        """Where `side` would make a five; with `near`, only those in a row with that cell."""
        every, through = windows(self.position.game.shape[1])
        own, other = (self.own, self.other) if side == self.side else (self.other, self.own)
        rule = self.position.game.name.rpartition("-")[2]
        exactly = rule == "standard" or (rule == "renju" and side == 0)
        found = 0
        for five, ends in every if near is None else through[near]:
            if five & other or (exactly and own & ends):
                continue
            left = five & ~own
            if left & (left - 1) == 0:
                found |= left
        return found

    def threes(self) -> Cells:
        """Where the attacker would have four stones among five cells."""
        found = 0
        for five, _ in windows(self.position.game.shape[1])[0]:
            if not five & self.other and (five & self.own).bit_count() == 3:
                found |= five & ~self.own
        return found

    def pairs(self) -> dict[int, Cells]:
        """The cells that would give the attacker two or more fives to make, with those."""
        with_one_more = {
            cell: Board(self.position, self.side, self.own | 1 << cell, self.other)
            for cell in each(self.threes())
        }
        fives = {cell: board.fives(self.side, near=cell) for cell, board in with_one_more.items()}
        return {cell: made for cell, made in fives.items() if made.bit_count() > 1}


class Fours:
    """Wins by fours alone: every four is tried, and every answer to it."""

    def __init__(self) -> None:
        self._seen: dict[tuple[Cells, Cells], bool] = {}
        self._cut = False

    def shortest(self, position: Position, most_moves: int = 12) -> int | None:
        """The plies of the shortest win for the side to move; None where there is none."""
        board = Board.of(position)
        for moves in range(1, most_moves + 1):
            self._seen.clear()
            self._cut = False
            if self._wins(board, moves):
                return 2 * moves - 1
            if not self._cut:
                return None
        raise AssertionError(f"fours go on for more than {most_moves} moves: {position}")

    def _wins(self, board: Board, moves: int) -> bool:
        if board.fives(board.side):
            return True
        if moves < 2:
            self._cut = True
            return False
        key = board.own, board.other
        if key not in self._seen:
            self._seen[key] = any(
                self._four_wins(board.play(m), m, moves) for m in each(self._candidates(board))
            )
        return self._seen[key]

    @staticmethod
    def _candidates(board: Board) -> Cells:
        cells, theirs = board.threes(), board.fives(1 - board.side)
        if theirs:  # only a four in the way of the one five
            cells &= theirs if theirs.bit_count() == 1 else 0
        return sum(1 << m for m in each(cells) if board.position.is_legal(m))

    def _four_wins(self, after: Board, move: int, moves: int) -> bool:
        fives = after.fives(after.side, near=move)
        if fives.bit_count() != 1:
            return fives != 0
        block = fives.bit_length() - 1
        if not after.position.is_legal(block):  # black's only defence is forbidden
            return True
        return self._wins(after.play(block), moves - 1)


def beats_everything(board: Board, plies: int, solver: Solver) -> bool:
    """Does the solver's side win within so many plies, whatever legal move is answered?

    After every answer the solver is asked again, unless the win can be seen from the fives alone.
    """
    if board.fives(board.side):
        return plies >= 1
    found = solver(board.position)
    if not found.found or found.number > plies:
        return False
    after = board.play(found.line[0])
    fives, pairs = after.fives(after.side), after.pairs()

    def beats(reply: int) -> bool:
        answered = after.play(reply)
        if not answered.running:
            return False
        if left := fives & ~(1 << reply):
            return plies >= 3 and answered.play(next(each(left))).won
        if plies >= 5 and not answered.fives(1 - board.side) and _pair_left(answered, pairs):
            return True
        return beats_everything(answered, plies - 2, solver)

    return after.running and all(beats(reply) for reply in after.position.legal_moves())


def _pair_left(board: Board, pairs: dict[int, Cells]) -> bool:
    """May one of the cells still be played on, with two fives to follow?"""
    return any(
        board.position.is_legal(cell) and (fives & ~board.other).bit_count() > 1
        for cell, fives in pairs.items()
    )
