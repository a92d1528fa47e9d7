"""What programs of others have in common as players.

They are started when first needed, told the game only as far as they do not know it, and given up
by a deadline.
"""

import os
import shlex
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import ClassVar

from ..core import Answer, Choice, Game, Limit, Record, SearchControl
from ..errors import BadInput, PlayerFailed, Stopped, quoted
from .process import GLANCE, Child

OPTION = ",option."  # begins each option of a program, after its command line

START_SECONDS = 30.0  # a program may load a network first, on a machine that does other things
USUAL_SECONDS = 1.0  # for a move, where there is no limit of time
MARGIN = 0.5  # seconds over the limit until we stop listening; the referee is stricter
STOP_SECONDS = 3.0  # to answer in when told to stop
UNTIMED_SECONDS = 600.0  # to wait for where the limit is nodes or depth
# Seconds by the clock for each of CPU time, and some more: other work may have the machine meanwhile.
CLOCK_FOR_CPU, CLOCK_BESIDES = 30.0, 10.0
CPU_GLANCE = 0.001  # seconds at least between looks at how much it has computed


class ExternalPlayer(ABC):
    """A program behind one of the protocols; each protocol says how it is greeted and asked."""

    families: ClassVar[tuple[str, ...]]  # of games it is for, the usual one first
    farewell = "quit"
    stop_word = ""  # that has it answer what it has, where the protocol knows one
    start_seconds = START_SECONDS

    def __init__(self, name: str, game: Game, text: str) -> None:
        self.name = name
        self.game = game
        self._command, self.options = parted(text)
        self._child: Child | None = None
        self._closed = False
        self._at_rest = False  # nothing is asked of it that it has not answered
        self._deadline = 0.0
        self._control: SearchControl | None = None  # of whoever waits for it now
        self._stop_word = ""  # which would end what they wait for
        self._cpu: float | None = None  # CPU time in all, with which it is told that word
        self.wrongs: list[str] = []  # what it got wrong without losing by it, for `kishi check`

    # What a protocol fills in.

    @abstractmethod
    def greet(self) -> None:
        """The first words, up to the program's saying that it is ready for the first game."""

    def new_game(self) -> None:  # noqa: B027 - none are needed where a question tells the whole game
        """The words between two games, up to the program's saying that it is ready for the next."""

    @abstractmethod
    def ask(self, record: Record, limit: Limit) -> Answer:
        """Tell the game and have the answer."""

    # What is the same for all.

    def prepare(self, control: SearchControl | None = None) -> None:
        """Have the program ready for a new game. It is started for the first one, and again where it
        cannot be told of the next."""
        if self._closed:
            raise PlayerFailed("was closed")
        if self._child is not None and not self._told_of_new_game(control):
            self._give_up()
        if self._child is None:
            self._child = Child(self._command, farewell=self.farewell)
            self.by(self.start_seconds)
            with self._heeding(control):
                self.greet()

    def _told_of_new_game(self, control: SearchControl | None) -> bool:
        if not self._at_rest:
            return False
        self.by(self.start_seconds)
        try:
            with self._heeding(control):
                self.new_game()
        except PlayerFailed:
            if control is not None and control.stopped:
                raise
            return False
        return True

    @property
    def lasting(self) -> bool:
        """Can it play another game after this one?"""
        return self._child is not None and self._at_rest and not self._closed

    @property
    def stderr(self) -> str:
        """The last that the program has said there."""
        return self._child.stderr if self._child is not None else ""

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Answer:
        if self._child is None:
            self.prepare(control)
        self.by(patience(record, limit))
        began, before = time.monotonic(), self._cpu_seconds()
        allowed = None if limit.cpu is None or not self.stop_word else before + limit.cpu
        with self._heeding(control, self.stop_word, allowed):
            answer = self.ask(record, limit)
        if not isinstance(answer, Choice):
            return answer
        computed = self._cpu_seconds() - before
        return replace(answer, seconds=time.monotonic() - began, cpu=computed)

    def _cpu_seconds(self) -> float:
        return 0.0 if self._child is None else self._child.cpu_seconds()

    @contextmanager
    def _heeding(
        self, control: SearchControl | None, stop_word: str = "", cpu: float | None = None
    ) -> Iterator[None]:
        """Around what ends early when the control is stopped or the CPU time is used: by the word,
        or by giving the program up. The next question starts one that was given up anew."""
        self._control, self._stop_word, self._cpu = control, stop_word, cpu
        self._at_rest = False
        try:
            yield
            self._at_rest = True
        except PlayerFailed as failure:
            failure.stderr = self.stderr
            if control is not None and control.stopped:
                self._give_up()
            raise
        except Stopped:
            self._give_up()
            raise PlayerFailed("was stopped") from None
        finally:
            self._control = self._cpu = None

    def _give_up(self) -> None:
        if self._child is not None:
            self._child.close()
        self._child = None

    def close(self) -> None:
        self._closed = True
        child = self._child  # whoever waits for it may give it up just now
        if child is not None:
            child.close()

    def by(self, seconds: float) -> None:
        """What comes next has so long."""
        self._deadline = time.monotonic() + seconds

    def say(self, line: str) -> None:
        assert self._child is not None
        self._child.send(line, self._deadline)

    def hear(self) -> str:
        assert self._child is not None
        try:
            return self._child.receive(self._deadline, self._patience).strip()
        except Stopped:
            if not self._stop_word:
                raise
        self._control = self._cpu = None  # it is told once
        self.by(STOP_SECONDS)
        self.say(self._stop_word)
        return self.hear()

    def _patience(self) -> float | None:
        """Seconds until the next look; None: it is told to stop."""
        if self._control is not None and self._control.stopped:
            return None
        if self._cpu is None:
            return GLANCE
        left = self._cpu - self._cpu_seconds()
        # However many threads it has, it cannot use that up any sooner.
        return None if left <= 0 else max(CPU_GLANCE, left / (os.cpu_count() or 1))

    def until(self, wanted: Callable[[str], bool]) -> str:
        """The first line that is wanted; the others are talk."""
        while not wanted(line := self.hear()):
            pass
        return line


def parted(text: str) -> tuple[list[str], dict[str, str]]:
    """The words of the command line, and the options after it: ``CMD,option.NAME=VALUE,...``."""
    command, *rest = text.split(OPTION)
    options: dict[str, str] = {}
    for item in rest:
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name or any(not c.isprintable() for c in item):
            raise BadInput(
                f"write {OPTION}NAME=VALUE after the command; got {quoted(OPTION + item)}"
            )
        if name in options:
            raise BadInput(f"the program's option {quoted(name)} is given twice")
        options[name] = value
    return command_of(command), options


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
    if limit.cpu is not None:
        return CLOCK_FOR_CPU * limit.cpu + CLOCK_BESIDES
    seconds = seconds_for(record, limit)
    return UNTIMED_SECONDS if seconds is None else seconds + MARGIN


def seconds_for(record: Record, limit: Limit) -> float | None:
    """How long the mover may think, as it is told; None where only nodes or depth are limited."""
    bounds = [limit.seconds] if limit.seconds is not None else []
    bounds += [limit.cpu] if limit.cpu is not None else []
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
