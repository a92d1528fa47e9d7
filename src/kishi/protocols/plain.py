"""The smallest protocol there is: a line with the game so far, a line with a move.

The program first prints ``ready``. Then for each of its moves it is sent ``move GAME MS MOVES...``,
the milliseconds it may think and all the moves from the start of the game (or ``from POSITION ;``
before the moves, where the game began elsewhere), and prints a move in the game's notation. Empty
lines and lines that begin with ``#`` are no answers. ``quit`` ends it.
"""

import time
from collections.abc import Sequence

from ..core import Choice, Limit, Record
from ..errors import BadInput, PlayerFailed
from .process import Child

START_SECONDS = 10.0
USUAL_SECONDS = 10.0  # for a move where there is no limit of time
MARGIN = 0.2  # seconds over the limit until we stop listening


class PlainPlayer:
    """A program that speaks the plain protocol."""

    def __init__(
        self, name: str, command: Sequence[str], *, start_seconds: float = START_SECONDS
    ) -> None:
        self.name = name
        self._command = command
        self._start_seconds = start_seconds
        self._child: Child | None = None
        self._closed = False

    def choose(self, record: Record, limit: Limit) -> Choice:
        if self._child is None:
            self.prepare()
        assert self._child is not None
        child = self._child
        seconds = seconds_for(record, limit)
        deadline = time.monotonic() + seconds + MARGIN
        child.send(question(record, seconds), deadline)
        answer = next_line(child, deadline)
        try:
            return Choice(move=record.game.parse_move(answer))
        except BadInput:
            raise PlayerFailed(f"answered '{_shown(answer)}', which is no move") from None

    def prepare(self) -> None:
        """Start the program and wait until it is ready."""
        if self._closed:
            raise PlayerFailed("was closed")
        self._child = Child(self._command)
        greeting = next_line(self._child, time.monotonic() + self._start_seconds)
        if greeting != "ready":
            raise PlayerFailed(f"began with '{_shown(greeting)}', not with 'ready'")

    def close(self) -> None:
        self._closed = True
        if self._child is not None:
            self._child.close()


def seconds_for(record: Record, limit: Limit) -> float:
    """How long the mover may think about this move at most."""
    bounds = [limit.seconds] if limit.seconds is not None else []
    bounds += [limit.clocks[record.position.turn]] if limit.clocks else []
    return min(bounds, default=USUAL_SECONDS)


def question(record: Record, seconds: float) -> str:
    start = record.positions[0]
    begin = [] if start == record.game.start() else ["from", str(start), ";"]
    moves = (record.game.move_text(move) for move in record.moves)
    return " ".join(["move", record.game.name, str(round(1000 * seconds)), *begin, *moves])


def next_line(child: Child, deadline: float) -> str:
    """The next line that says something."""
    while True:
        line = child.receive(deadline).strip()
        if line and not line.startswith("#"):
            return line


def _shown(text: str) -> str:
    return "".join(c for c in text[:40] if c.isprintable())
