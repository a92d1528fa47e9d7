"""Kill an import at random moments, begin it again, and count the games: each is there once.

`python tests/campaigns/kill_import.py 50 [SIGNAL ...]` is the long campaign: so often by each of SIGKILL,
SIGTERM and SIGINT, or by those that are named. A test does it once by each.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from command import SIGNALS, Asked, Blows, Signals, file_of_games, kishi, start

from kishi.store import Store


def kept(home: Path) -> int:
    """How many games are in the store; a damaged file would show here."""
    with Store.open(home / "kishi.db") as store:
        assert store._one("PRAGMA integrity_check") == ("ok",)
        return sum(sum(1 for _ in store.games(event)) for event in store.events())


def campaign(
    each: int, seed: int, folder: Path, games: int = 10_000, signals: Signals = SIGNALS
) -> int:
    """Kill so many times by each signal; how many imports came to their end after that."""
    chance = random.Random(seed)
    file = folder / "games.json"
    file_of_games(file, games)
    command = ["import", str(file)]
    began = time.monotonic()
    told = kishi(folder / "peace", *command)
    usual = time.monotonic() - began
    assert told.returncode == 0, told.stderr
    assert kept(folder / "peace") == games
    left, ended = Blows(each, chance, signals), 0
    while left:
        home, before = folder / f"war-{ended}", 0
        for _ in range(min(len(left), chance.randint(1, 6))):
            running = start(home, *command)
            time.sleep(chance.uniform(0.2 * usual, usual))
            left.strike(running)
            now = kept(home)
            assert now >= before, "a game that was kept is gone"
            before = now
        again = kishi(home, *command)
        assert again.returncode == 0, again.stderr
        assert kept(home) == games
        ended += 1
    return ended


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        asked = Asked.of(sys.argv[1:])
        found = campaign(asked.each, random.randrange(10**6), Path(scratch), signals=asked.signals)
        print(f"import: {asked}; {found} begun again hold every game once")
