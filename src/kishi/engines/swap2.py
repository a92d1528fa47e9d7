"""Swap2, the opening rule of Gomoku's tournaments, as our engine plays it.

One side puts three stones, black, white, black. The other takes black (it *swaps*), or takes white and
moves, or puts a white and a black stone more and leaves the choice to the first. So who puts stones makes
the position as even as can be, and who chooses takes the better side.
"""

from dataclasses import dataclass

from ..core import Choice, Limit, Record
from ..errors import BadInput
from .engine import Seat, answer_now

SWAP: tuple[int, ...] = ()  # instead of stones: we take black
EVEN = 0.1  # a value of the position, for whoever moves, that is no reason to choose a side
LINES = 12  # moves that are told apart where the most even one is looked for
# Three stones as columns and rows from a corner: of 260 drawn at random the most even for `search` at a
# million nodes on 15x15 (values for white from -0.07 to 0.07). The last fits on the smallest board. Which is
# the most even for a board and a rule is seen when they are put.
THREE_STONES = (
    ((1, 5), (3, 2), (2, 3)),
    ((0, 1), (0, 5), (2, 2)),
    ((4, 1), (3, 5), (6, 2)),
    ((3, 2), (3, 6), (5, 5)),
    ((5, 1), (6, 3), (6, 5)),
    ((0, 2), (2, 1), (2, 5)),
    ((1, 2), (1, 4), (5, 2)),
    ((1, 3), (4, 2), (4, 3)),
)


@dataclass
class Swap2Turn:
    """Whose turn it is to put stones or to choose, with so many seconds for it."""

    seat: Seat
    record: Record
    seconds: float

    def answer(self) -> tuple[int, ...]:
        """The stones that we put, or SWAP."""
        stones = len(self.record.choices)
        if stones == 0:
            return self._three()
        thought = self._thought(self.record, self.seconds / 2 if stones == 3 else self.seconds)
        value = thought.value or 0.0
        if stones == 3 and abs(value) <= EVEN:
            return self._two(thought)
        return (thought.move,) if value >= 0 else SWAP

    def _thought(self, record: Record, seconds: float) -> Choice:
        answer = answer_now(self.seat, record, Limit(seconds=seconds))
        if not isinstance(answer, Choice):
            raise BadInput("the game is over")
        return answer

    def _three(self) -> tuple[int, ...]:
        """The most even of those that fit on the board."""
        size = self.record.game.shape[2]
        put = [
            tuple(y * size + x for x, y in stones)
            for stones in THREE_STONES
            if max(max(stone) for stone in stones) < size
        ]
        return min(put, key=lambda cells: abs(self._value(cells, self.seconds / len(put))))

    def _value(self, cells: tuple[int, ...], seconds: float) -> float:
        record = self.record
        for cell in cells:
            record = record.play(Choice(move=cell))
        return self._thought(record, seconds).value or 0.0

    def _two(self, thought: Choice) -> tuple[int, ...]:
        """White's best move, and the black one that leaves the other side the hardest choice."""
        after = self.record.play(thought)
        self.seat.options["lines"] = str(LINES)
        try:
            answer = self._thought(after, self.seconds / 2)
        finally:
            del self.seat.options["lines"]
        values = answer.values or {answer.move: 0.0}
        return (thought.move, min(values, key=lambda move: abs(values[move])))
