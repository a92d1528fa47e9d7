"""What a run is doing, and how long it will take: told as data from the first second, by the trainer itself.

Pages and terminals show the same. Before a round has ended its length is the one that the presets are
measured out by; afterwards it is that of the rounds which this process has seen.
"""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..home import home
from ..store import Run

EVERY = 0.5  # seconds between two notes of one phase
ROUNDS_SEEN = 3  # of which the mean is taken

Word = Literal["preparing", "playing", "learning", "comparing", "measuring", "evolving"]


class Phase(NamedTuple):
    """What a trainer does at the moment."""

    word: Word  # its text is phase_WORD
    round: int = 0  # under way, from 1; 0: there are none, or none has begun
    rounds: int = 0
    done: int = 0  # of it, in a unit of its own: games, steps, epochs
    of: int = 0  # 0: nobody knows how many
    growing: bool = False  # rounds: the second is three times the first, the third five times

    def share(self, rounds: int) -> float:
        """Of the whole run, in so many rounds."""
        part = rounds / self.rounds
        return part * part if self.growing else part

    def __str__(self) -> str:
        rounds = f"round {self.round} of {self.rounds}, " if self.round else ""
        return f"{rounds}{self.word}" + (f" {self.done:,} of {self.of:,}" if self.of else "")


class Eta:
    """How many seconds a run will still take."""

    def __init__(self, planned: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._planned, self._clock = planned, clock
        self._began = self._round_began = clock()
        self._lengths: list[float] = []  # of the whole run, as the rounds seen so far would have it
        self._now = Phase("preparing")
        self._first = self._games = self._now  # of those that are told in games of the whole run

    def hear(self, phase: Phase) -> None:
        if phase.round > self._now.round:
            if self._now.round:
                self._lengths.append((self._clock() - self._round_began) / self._share_now)
            self._round_began = self._clock()
        if phase.word == "evolving":
            if not self._first.of:
                self._first, self._began = phase, self._clock()
            self._games = phase
        self._now = phase

    @property
    def left(self) -> float:
        if self._now.round:
            return self._left_of_rounds()
        return self._left_of_games() if self._first.of else self._planned

    @property
    def _share_now(self) -> float:
        """Of the round under way."""
        return self._now.share(self._now.round) - self._now.share(self._now.round - 1)

    def _left_of_rounds(self) -> float:
        now, seen = self._now, self._lengths[-ROUNDS_SEEN:]
        spent, share = self._clock() - self._round_began, self._share_now
        # A round that has taken longer already is no sign that the next ones will be shorter.
        whole = sum(seen) / len(seen) if seen else max(self._planned, spent / share)
        return max(0.0, whole * share - spent) + (1 - now.share(now.round)) * whole

    def _left_of_games(self) -> float:
        now, played = self._games, self._games.done - self._first.done
        spent, still = self._clock() - self._began, max(0, now.of - now.done)
        if played > 0:
            return still * spent / played
        return max(0.0, self._planned * still / now.of - spent)


class Phases:
    """What a run is doing, for who watches here, and in a file for pages."""

    def __init__(self, run: Run | None = None, planned: float = 0.0) -> None:
        self.now = Phase("preparing")
        self.watcher: Callable[[], None] = lambda: None
        self._eta = Eta(planned)
        self._file = _file_of(run) if run else None
        self._noted = 0.0

    def tell(self, phase: Phase) -> None:
        new = phase[:3] != self.now[:3] or not self._noted
        self.now = phase
        self._eta.hear(phase)
        if self._file and (new or time.monotonic() > self._noted + EVERY):
            self._noted = time.monotonic()
            with suppress(OSError):  # a page without it tells less; training goes on
                self._note(self._file)
        self.watcher()

    def _note(self, file: Path) -> None:
        note = {**self.now._asdict(), "left": round(self.left, 1)}
        part = file.with_suffix(".part")  # so that nobody reads half of it
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(note), "utf-8")
        part.replace(file)

    @property
    def left(self) -> float:
        """Seconds."""
        return self._eta.left

    def end(self) -> None:
        if self._file:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)


def phase_of(run: Run) -> dict[str, Any] | None:
    """What the process that works at a run has told last; None: nothing."""
    try:
        note = json.loads(_file_of(run).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return note if isinstance(note, dict) else None


def _file_of(run: Run) -> Path:
    # The time tells it from a run of another store that once had the same number.
    return home() / "web" / "runs" / f"{run.id}-{int(run.made)}.phase"
