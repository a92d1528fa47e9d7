"""The machine's clock set back by a day while kishi works: results, clocks and lists are as ever.

python tests/campaigns/clock.py
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import command
from server import Server, next_ply
from websockets.asyncio.client import connect

from kishi.store import Store

# A second after its start the process sees a clock that says yesterday.
PROGRAM = """
import time
now = time.time
begin = now()
time.time = lambda: now() - (86400 if now() > begin + 1 else 0)
from kishi.cli import main
main()
"""
MATCH = ["match", "othello", "search:depth=4", "minimax:3", "--games", "100", "--name", "match",
         "--seed", "1"]  # fmt: skip
CLOCK = 300


def match_case(folder: Path) -> int:
    """A match plays the same games, and is gone on with; how many those are."""
    games = []
    for name, program in (("peace", command.KISHI), ("back", [sys.executable, "-c", PROGRAM])):
        home = folder / name
        for _ in range(2):  # the second time there is nothing left to do
            ran = subprocess.run([*program, *MATCH], env=command.environment(home), check=False,
                                 capture_output=True, text=True)  # fmt: skip
            assert ran.returncode == 0, ran.stderr
        with Store.open(home / "kishi.db") as store:
            (event,) = store.events()
            games.append(
                sorted((g.a, g.b, *g.packed._replace(seconds=None)) for g in store.games(event))
            )
            assert all(spent.effort.seconds >= 0 for spent in store.spent(event))
    assert games[0] == games[1]
    return len(games[0])


async def game_case(port: int, id: str) -> list[float]:
    """The clocks of a game that is played while the machine's clock is set back."""
    async with connect(f"ws://127.0.0.1:{port}/api/tables/{id}/socket") as page:
        now = json.loads(await page.recv())["now"]
        for ply in range(6):
            await asyncio.sleep(0.4)
            move = now["legal"][0][0]
            await page.send(json.dumps({"do": "play", "move": move, "ply": ply}))
            now = (await next_ply(page))["now"]
        clocks: list[float] = now["clocks"]
        return clocks


def campaign(folder: Path) -> dict[str, Any]:
    games = match_case(folder)
    home = folder / "server"
    home.mkdir()
    with Server(home, [sys.executable, "-c", PROGRAM]) as server:
        terms = {"game": "gomoku", "seats": ["human", "human"], "clock": CLOCK}
        id = server.ask("/api/tables", terms)[1]["id"]
        clocks = asyncio.run(game_case(server.port, id))
        recent = [table["id"] for table in server.ask("/api/tables")[1]["tables"]]
    assert all(0 < left < CLOCK - 1 for left in clocks), clocks
    assert recent == [id]
    return {"games": games, "clocks": clocks}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        print(json.dumps(campaign(Path(scratch))))
