"""The `kishi` command in a process of its own, with a store of its own."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from progress import Count

from kishi.core import Choice, Record, game
from kishi.formats import write

KISHI = [sys.executable, "-c", "from kishi.cli import main; main()"]

Signals = Sequence[signal.Signals]
SIGNALS: Signals = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
# What a shell runs in the background ignores SIGINT, and so would all that is started here.
signal.signal(signal.SIGINT, signal.default_int_handler)


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "KISHI_HOME": str(home), "COLUMNS": "200"}


def start(home: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*KISHI, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home),
    )


class Blows:
    """Kills that are still to come: each signal so often, in any order."""

    def __init__(self, each: int, chance: random.Random, signals: Signals = SIGNALS) -> None:
        self._left = [*signals] * each
        chance.shuffle(self._left)
        self._count = Count("kills", len(self._left))

    def __len__(self) -> int:
        return len(self._left)

    @property
    def next(self) -> signal.Signals:
        return self._left[-1]

    def strike(self, running: subprocess.Popen[str]) -> None:
        """End it by the next signal; it counts if that ended it before its time."""
        running.send_signal(self.next)
        running.communicate(timeout=600)
        if running.returncode != 0:
            self.struck()

    def struck(self) -> None:
        self._left.pop()
        self._count.one()


class Asked(NamedTuple):
    """What a campaign of kills shall do: `50 SIGINT match` is fifty kills of a match by Ctrl-C alone."""

    each: int
    signals: Signals
    what: str

    @classmethod
    def of(cls, arguments: Sequence[str], what: str = "") -> "Asked":
        signals = [how for how in SIGNALS if how.name in arguments] or SIGNALS
        words = [word for word in arguments if not word.startswith("SIG")]
        return cls(int(words[0]) if words else 50, signals, (*words, what)[1] if words else what)

    def __str__(self) -> str:
        return f"killed {self.each} times by each of {', '.join(how.name for how in self.signals)}"


def file_of_games(file: Path, count: int) -> None:
    """Write a file of so many finished games; every hundredth is the same."""
    chance, tictactoe = random.Random(1), game("tictactoe")
    some = []
    for _ in range(100):
        record = Record.new(tictactoe)
        while not record.over:
            record = record.play(Choice(move=chance.choice(record.position.legal_moves())))
        some.append(record)
    with file.open("wb") as out:
        out.writelines(write((some[n % 100] for n in range(count)), "json"))


def kishi(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    running = start(home, *args)
    out, err = running.communicate(timeout=600)
    return subprocess.CompletedProcess(running.args, running.returncode, out, err)
