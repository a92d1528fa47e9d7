"""Kill a tournament at random moments, let it go on, and compare it with one left in peace.

`python tests/campaigns/kill_tournament.py 100` is the long campaign; a test does it a few times.
"""

import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from command import kishi, start

from kishi.store import Store

COMMAND = ["tournament", "othello", "random", "greedy", "table", "first",
           "--games", "60", "--openings", "random:6", "--json"]  # fmt: skip


def finish(home: Path, jobs: int) -> Any:
    ran = kishi(home, *COMMAND, "--jobs", str(jobs))
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    for player in told["players"]:
        del player["effort"]  # what moves cost is never the same twice
    return told


def games(home: Path) -> list[Any]:
    """Every stored game but for its times; a damaged file would show here."""
    with Store.open(home / "kishi.db") as store:
        (event,) = store.events()
        assert store._one("PRAGMA integrity_check") == ("ok",)
        return sorted((g.a, g.b, *g.packed._replace(seconds=None)) for g in store.games(event))


def campaign(kills: int, seed: int, folder: Path) -> int:
    """Kill so many times; how many resumed tournaments were compared with the peaceful one."""
    chance = random.Random(seed)
    began = time.monotonic()
    peace = finish(folder / "peace", 1)
    usual = time.monotonic() - began
    expected = games(folder / "peace")
    killed = compared = 0
    while killed < kills:
        home = folder / f"war-{compared}"
        for _ in range(min(kills - killed, chance.randint(1, 6))):
            running = start(home, *COMMAND, "--jobs", chance.choice("12"))
            time.sleep(chance.uniform(0.2 * usual, 1.1 * usual))
            running.kill()
            running.communicate()
            killed += 1
        assert finish(home, chance.choice([1, 2])) == peace
        assert games(home) == expected
        compared += 1
    return compared


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
        tables = campaign(count, random.randrange(10**6), Path(scratch))
        print(f"killed {count} times; {tables} resumed tables equal the uninterrupted one")
