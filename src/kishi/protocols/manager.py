"""What programs of others have in common as players.

They are started when first needed, told the game only as far as they do not know it, and given up
by a deadline.
"""

import shlex
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from ..core import Answer, Choice, Game, Limit, Record
from ..errors import BadInput, PlayerFailed
from .process import Child

START_SECONDS = 10.0
USUAL_SECONDS = 1.0  # for a move, where there is no limit of time
MARGIN = 0.5  # seconds over the limit until we stop listening; the referee is stricter
UNTIMED_SECONDS = 600.0  # to wait for where the limit is nodes or depth


class ExternalPlayer(ABC):
    """A program behind one of the protocols; each protocol says how it is greeted and asked."""

    families: ClassVar[tuple[str, ...]]  # of games it is for, the usual one first
    farewell = "quit"
    start_seconds = START_SECONDS

    def __init__(self, name: str, game: Game, command: str) -> None:
        self.name = name
        self.game = game
        self._command = command_of(command)
        self._child: Child | None = None
        self._closed = False
        self._deadline = 0.0
        self.wrongs: list[str] = []  # what it got wrong without losing by it, for `kishi check`

    # What a protocol fills in.

    @abstractmethod
    def greet(self) -> None:
        """The first words, up to the program's saying that it is ready."""

    @abstractmethod
    def ask(self, record: Record, limit: Limit) -> Answer:
        """Tell the game and have the answer."""

    # What is the same for all.

    def prepare(self) -> None:
        """Start the program and wait until it is ready."""
        if self._closed:
            raise PlayerFailed("was closed")
        if self._child is None:
            self._child = Child(self._command, farewell=self.farewell)
            self.by(self.start_seconds)
            self.greet()

    def choose(self, record: Record, limit: Limit) -> Answer:
        self.prepare()
        self.by(patience(record, limit))
        began = time.monotonic()
        answer = self.ask(record, limit)
        spent = time.monotonic() - began
        return replace(answer, seconds=spent) if isinstance(answer, Choice) else answer

    def close(self) -> None:
        self._closed = True
        if self._child is not None:
            self._child.close()

    def by(self, seconds: float) -> None:
        """What comes next has so long."""
        self._deadline = time.monotonic() + seconds

    def say(self, line: str) -> None:
        assert self._child is not None
        self._child.send(line, self._deadline)

    def hear(self) -> str:
        assert self._child is not None
        return self._child.receive(self._deadline).strip()

    def until(self, wanted: Callable[[str], bool]) -> str:
        """The first line that is wanted; the others are talk."""
        while not wanted(line := self.hear()):
            pass
        return line


def command_of(text: str) -> list[str]:
    """The words of a command line."""
    try:
        words = shlex.split(text)
    except ValueError as wrong:
        raise BadInput(f"not a command: {wrong}") from None
    if not words:
        raise BadInput("write the program's command after the colon, such as usi:fairy-stockfish")
    return words


def patience(record: Record, limit: Limit) -> float:
    """How long to wait for an answer at most."""
    seconds = seconds_for(record, limit)
    return UNTIMED_SECONDS if seconds is None else seconds + MARGIN


def seconds_for(record: Record, limit: Limit) -> float | None:
    """How long the mover may think; None where only nodes or depth are limited."""
    bounds = [limit.seconds] if limit.seconds is not None else []
    bounds += [limit.clocks[record.position.turn]] if limit.clocks else []
    if not bounds and (limit.nodes or limit.depth):
        return None
    return min(bounds, default=USUAL_SECONDS)


def milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))


def shown(text: str) -> str:
    """What a program said, for an error line."""
    return "".join(c for c in text[:40] if c.isprintable())


def played(game: Game, read: Callable[[], int], answer: str) -> int:
    """The move read from an answer; PlayerFailed if it is none."""
    try:
        return read()
    except BadInput:
        raise PlayerFailed(f"answered '{shown(answer)}', which is no move") from None
