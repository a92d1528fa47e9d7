"""Kill a training run at random moments, let it go on, and compare it with one left in peace.

`python tests/campaigns/kill_training.py 50 [METHOD] [SIGNAL ...]` is the long campaign: so often by each of
SIGKILL, SIGTERM and SIGINT, or by those that are named. A test does it once by each.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from command import SIGNALS, Asked, Blows, Signals

from kishi.formats.games import about
from kishi.store import Store

# Measuring a network takes far longer than making such a small one, and writes nothing: a few games will do.
PROGRAM = """
from kishi.cli import main
from kishi.training import measure
from kishi.training.alphazero import trainer
trainer.MARK_OPENINGS = measure.NET_OPENINGS = measure.RUNG_OPENINGS = 1
main()
"""
KISHI = [sys.executable, "-c", PROGRAM]
COMMANDS = {
    "cmaes": ["train", "othello", "cmaes", "--games", "40000", "--population", "8", "--openings", "4",
              "--more", "4", "--hall", "3", "--peers", "3", "--name", "run"],
    "alphazero": ["train", "othello-6", "alphazero", "--size", "tiny", "--games", "768", "--round",
                  "256", "--simulations", "8", "--fast-simulations", "4", "--sample-reuse", "1",
                  "--name", "run"],
}  # fmt: skip


def start(home: Path, command: list[str], *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*KISHI, *command, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KISHI_HOME": str(home)},
    )


def finish(home: Path, command: list[str]) -> None:
    """Go on to the end; a run that was killed before its first line begins now."""
    running = start(home, command, *(["--resume"] if steps(home) is not None else []))
    _, errors = running.communicate(timeout=600)
    assert running.returncode == 0, errors


def steps(home: Path) -> list[Any] | None:
    """All finished steps but for their times; None without a run. A damaged file would show here."""
    with Store.open(home / "kishi.db") as store:
        assert store._one("PRAGMA integrity_check") == ("ok",)
        run = store.find_run("run")
        if run is None:
            return None
        logged = store.steps(run.id)
    return [(n, w, {k: v for k, v in m.items() if k != "cpu_seconds"}) for n, w, m in logged]


def played(home: Path) -> dict[str, bytes]:
    """The files of finished games, all of them whole. They tell how long playing took, so that a file
    whose games were lost and played again is not the same."""
    files = sorted(home.glob("selfplay/*/[!.]*"))
    for file in files:
        about(file.read_bytes(), str(file))
    return {file.name: file.read_bytes() for file in files}


def campaign(
    each: int, seed: int, folder: Path, method: str = "cmaes", signals: Signals = SIGNALS
) -> int:
    """Kill so many times by each signal; how many resumed runs were compared with the peaceful one."""
    chance, command = random.Random(seed), COMMANDS[method]
    began = time.monotonic()
    finish(folder / "peace", command)
    usual = time.monotonic() - began
    expected = steps(folder / "peace")
    left, compared = Blows(each, chance, signals), 0
    while left:
        home = folder / f"war-{compared}"
        before: list[Any] = []
        games: dict[str, bytes] = {}
        for _ in range(min(len(left), chance.randint(1, 6))):
            running = start(home, command, *(["--resume"] if steps(home) is not None else []))
            time.sleep(chance.uniform(0.1 * usual, 0.9 * usual))
            left.strike(running)
            now = steps(home) or []
            assert now[: len(before)] == before, "a finished generation was lost"
            before = now
            still = played(home)
            assert still.items() >= games.items(), "a finished game was lost"
            games = still
        finish(home, command)
        assert steps(home) == expected
        compared += 1
    return compared


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        asked = Asked.of(sys.argv[1:], "cmaes")
        runs = campaign(
            asked.each, random.randrange(10**6), Path(scratch), asked.what, asked.signals
        )
        print(f"{asked.what}: {asked}; {runs} resumed runs equal the uninterrupted one")
