"""The `kishi` command in a process of its own, with a store of its own."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from kishi.core import Choice, Record, game
from kishi.formats import write

KISHI = [sys.executable, "-c", "from kishi.cli import main; main()"]

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
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


def blows(each: int, chance: random.Random) -> list[signal.Signals]:
    """Each signal so often, in any order."""
    found = [*SIGNALS] * each
    chance.shuffle(found)
    return found


def strike(running: subprocess.Popen[str], how: signal.Signals) -> bool:
    """End it by this signal, and wait until it has ended. Did it end before its time?"""
    running.send_signal(how)
    running.communicate(timeout=600)
    return running.returncode != 0


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
