"""A class on one machine: 30 games of people beside training, searches and a contest.

python tests/campaigns/load.py 60            # seconds; how long the server took to answer each move
python tests/campaigns/load.py 60 attacked   # the same beside a flood of mutated requests
python tests/campaigns/load.py 3600          # the hour: memory and open files at its beginning and end
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from attack import flood
from server import Server, at, next_ply
from websockets.asyncio.client import connect

PEOPLE, SEARCHES, PAUSE = 30, 20, 3.0
HUMANS = {"game": "gomoku", "seats": ["human", "human"]}
THINKERS = {"game": "othello", "seats": ["search", "search"], "seconds": 5}
RUN = {"game": "othello", "method": "pso", "games": 10**8}
CONTEST = {"game": "othello", "players": ["search", "level:9"], "games": 1000, "nodes": 20_000}


async def person(port: int, id: str, until: float, waits: list[float], late: float) -> None:
    """A move every few seconds; how long each took to be answered."""
    await asyncio.sleep(late)
    async with connect(f"ws://127.0.0.1:{port}/api/tables/{id}/socket", max_size=None) as page:
        now, ply = json.loads(await page.recv())["now"], 0
        while not now["end"]:
            began = time.perf_counter()
            await page.send(json.dumps({"do": "play", "move": now["legal"][-1][0], "ply": ply}))
            event = await next_ply(page)
            waits.append(time.perf_counter() - began)
            now, ply = event["now"], ply + 1
            if time.monotonic() > until:
                return
            await asyncio.sleep(PAUSE)


async def watch(port: int, id: str) -> None:
    """A page open on a game of computers."""
    async with connect(f"ws://127.0.0.1:{port}/api/tables/{id}/socket", max_size=None) as page:
        async for _ in page:
            pass


async def everybody(server: Server, seconds: float, attacked: bool) -> list[float]:
    waits: list[float] = []
    people = [server.ask("/api/tables", HUMANS)[1]["id"] for _ in range(PEOPLE)]
    thinkers = [server.ask("/api/tables", THINKERS)[1]["id"] for _ in range(SEARCHES)]
    others = [asyncio.create_task(watch(server.port, id)) for id in thinkers]
    if attacked:
        others.append(asyncio.create_task(_attack(server.port)))
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(person(server.port, id, until, waits, n * PAUSE / PEOPLE) for n, id in enumerate(people))
    )
    for task in others:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    return sorted(waits)


async def _attack(port: int) -> None:
    seed = 0
    while True:
        seed += 10
        await flood(port, 800, seed)


def campaign(seconds: float, home: Path, *, attacked: bool = False) -> dict[str, Any]:
    with Server(home) as server:
        runs = [server.ask("/api/runs", RUN)[0] for _ in range(2)]
        contest = server.ask("/api/contests", CONTEST)[0]
        asyncio.run(everybody(server, min(5.0, seconds), False))
        memory, files = server.megabytes(), server.files()
        waits = asyncio.run(everybody(server, seconds, attacked))
        return {
            "begun": [*runs, contest], "moves": len(waits), "median": at(waits, 0.5),
            "p99": at(waits, 0.99), "most": waits[-1], "megabytes": [memory, server.megabytes()],
            "files": [files, server.files()], "load": os.getloadavg()[0],
        }  # fmt: skip


if __name__ == "__main__":
    length = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as scratch:
        print(
            json.dumps(campaign(length, Path(scratch), attacked="attacked" in sys.argv), indent=1)
        )
