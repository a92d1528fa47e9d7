"""A class on one machine: 30 games of people beside training, searches and a contest.

python tests/campaigns/load.py 60            # seconds; how long the server took to answer each move
python tests/campaigns/load.py 60 attacked   # the same beside a flood of mutated requests
python tests/campaigns/load.py 3600          # the hour: memory and open files at twelve moments of it
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
LOOKS = 12
HUMANS = {"game": "gomoku", "seats": ["human", "human"]}
THINKERS = {"game": "othello", "seats": ["search", "search"], "seconds": 5}
RUN = {"game": "othello", "method": "pso", "games": 10**8}
CONTEST = {"game": "othello", "players": ["search", "level:9"], "games": 10_000, "nodes": 20_000}


async def person(server: Server, until: float, waits: list[float], late: float) -> None:
    """Game after game, a move every few seconds; how long each took to be answered."""
    await asyncio.sleep(late)
    while True:
        await _game(server.port, await begun(server, HUMANS), until, waits)
        if time.monotonic() > until:
            return


async def begun(server: Server, terms: dict[str, Any]) -> str:
    return str((await asyncio.to_thread(server.ask, "/api/tables", terms))[1]["id"])


async def _game(port: int, id: str, until: float, waits: list[float]) -> None:
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


async def watch(server: Server) -> None:
    """A page open on a game of computers, and on the next when that is over."""
    while True:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{await begun(server, THINKERS)}/socket"
        async with connect(address, max_size=None) as page:
            while not (json.loads(await page.recv()).get("now") or {}).get("end"):
                pass


async def look(server: Server, every: float, seen: list[tuple[float, int]]) -> None:
    """What the server takes of the machine, again and again."""
    while True:
        await asyncio.sleep(every)
        seen.append((round(server.megabytes(), 1), server.files()))


async def everybody(
    server: Server, seconds: float, attacked: bool, seen: list[tuple[float, int]]
) -> list[float]:
    waits: list[float] = []
    others = [asyncio.create_task(watch(server)) for _ in range(SEARCHES)]
    others.append(asyncio.create_task(look(server, seconds / LOOKS, seen)))
    if attacked:
        others.append(asyncio.create_task(_attack(server.port)))
    until = time.monotonic() + seconds
    await asyncio.gather(*(person(server, until, waits, n * PAUSE / PEOPLE) for n in range(PEOPLE)))
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
        asyncio.run(everybody(server, min(5.0, seconds), False, []))
        files = [server.files()]
        seen: list[tuple[float, int]] = []
        waits = asyncio.run(everybody(server, seconds, attacked, seen))
        files.append(server.files_soon(files[0]))
        return {
            "begun": [*runs, contest], "moves": len(waits), "median": at(waits, 0.5),
            "p99": at(waits, 0.99), "most": waits[-1], "megabytes and files": seen,
            "megabytes": server.megabytes(), "files": files, "load": os.getloadavg()[0],
        }  # fmt: skip


if __name__ == "__main__":
    length = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as scratch:
        print(
            json.dumps(campaign(length, Path(scratch), attacked="attacked" in sys.argv), indent=1)
        )
