"""Kill a tournament or a match at random moments, let it go on, and compare it with one left in peace.

`python tests/campaigns/kill_tournament.py 50 [match] [SIGNAL ...]` is the long campaign: so often by each of
SIGKILL, SIGTERM and SIGINT, or by those that are named. A test does it once by each.
"""

import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from command import SIGNALS, Asked, Blows, Signals, kishi, start

from kishi.store import Store

COMMANDS = {
    "tournament": ["tournament", "othello", "random", "greedy", "table", "first",
                   "--games", "60", "--openings", "random:6", "--json"],
    "match": ["match", "othello", "greedy", "table", "--games", "400", "--name", "match",
              "--seed", "1", "--openings", "random:6", "--json"],
}  # fmt: skip


def finish(home: Path, what: str, jobs: int) -> Any:
    ran = kishi(home, *COMMANDS[what], "--jobs", str(jobs))
    assert ran.returncode == 0, ran.stderr
    return _without_effort(json.loads(ran.stdout))


def _without_effort(told: Any) -> Any:
    """What moves cost is never the same twice."""
    if isinstance(told, list):
        return [_without_effort(one) for one in told]
    if isinstance(told, dict):
        return {name: _without_effort(one) for name, one in told.items() if name not in COSTS}
    return told


COSTS = {"effort", "warnings", "seconds", "cpu", "cpu_seconds", "rate", "games_per_second", "resumed",
         "played_now"}  # fmt: skip


def games(home: Path) -> list[Any]:
    """Every stored game but for its times; a damaged file would show here."""
    with Store.open(home / "kishi.db") as store:
        (event,) = store.events()
        assert store._one("PRAGMA integrity_check") == ("ok",)
        return sorted((g.a, g.b, *g.packed._replace(seconds=None)) for g in store.games(event))


def campaign(
    each: int, seed: int, folder: Path, what: str = "tournament", signals: Signals = SIGNALS
) -> int:
    """Kill so many times by each signal; how many that were resumed were compared with the peaceful one."""
    chance = random.Random(seed)
    began = time.monotonic()
    peace = finish(folder / "peace", what, 1)
    usual = time.monotonic() - began
    expected = games(folder / "peace")
    left, compared = Blows(each, chance, signals), 0
    while left:
        home = folder / f"war-{compared}"
        for _ in range(min(len(left), chance.randint(1, 6))):
            running = start(home, *COMMANDS[what], "--jobs", chance.choice("12"))
            time.sleep(chance.uniform(0.2 * usual, 1.1 * usual))
            left.strike(running)
        assert finish(home, what, chance.choice([1, 2])) == peace
        assert games(home) == expected
        compared += 1
    return compared


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        asked = Asked.of(sys.argv[1:], "tournament")
        tables = campaign(
            asked.each, random.randrange(10**6), Path(scratch), asked.what, asked.signals
        )
        print(f"{asked.what}: {asked}; {tables} resumed equal the uninterrupted")
