"""Kill the server while people play, start it again: no move that was answered is lost.

`python tests/campaigns/kill_server.py 50 [SIGNAL ...]` is the long campaign: so often by each of SIGKILL,
SIGTERM and SIGINT, or by those that are named. A test does it once by each. A game that was over is in the
store soon after, once.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from command import SIGNALS, Asked, Blows, Signals
from server import Server, next_ply
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from kishi.store import Store

PEOPLE = 6
TERMS = {"game": "tictactoe", "seats": ["human", "human"]}
PATIENCE = 120.0  # seconds for games to reach the store
Games = dict[str, tuple[list[int], bool]]  # by the table's id: the moves answered, and is it over?


async def play(server: Server, chance: random.Random, answered: Games) -> None:
    """Game after game, until the server is gone."""
    try:
        while True:
            _, table = await asyncio.to_thread(server.ask, "/api/tables", TERMS)
            await _game(server.port, table["id"], chance, answered)
    except (OSError, WebSocketException, json.JSONDecodeError):
        return


async def _game(port: int, id: str, chance: random.Random, answered: Games) -> None:
    answered[id] = [], False
    async with connect(f"ws://127.0.0.1:{port}/api/tables/{id}/socket") as page:
        now = json.loads(await page.recv())["now"]
        while not now["end"]:
            moves = answered[id][0]
            move = chance.choice(now["legal"])[0]
            await page.send(json.dumps({"do": "play", "move": move, "ply": len(moves)}))
            now = (await next_ply(page))["now"]
            answered[id] = [*moves, move], bool(now["end"])


async def struck(server: Server, how: int, chance: random.Random, answered: Games) -> None:
    """Let them play, and end the server in the middle of it."""
    playing = [asyncio.create_task(play(server, chance, answered)) for _ in range(PEOPLE)]
    while not any(moves for moves, _ in answered.values()):
        await asyncio.sleep(0.05)
    await asyncio.sleep(chance.uniform(0, 1))
    await asyncio.to_thread(server.end, how)
    await asyncio.gather(*playing)


def check(server: Server, home: Path, answered: Games) -> None:
    """Every move that was answered is there, and every game that was over is stored."""
    for id, (moves, over) in answered.items():
        status, table = server.ask(f"/api/tables/{id}")
        assert status == 200, table
        there = [ply["move"] for ply in table["plies"][1:]]
        assert there[: len(moves)] == moves and len(there) <= len(moves) + 1, (id, moves, there)
        assert bool(table["now"]["end"]) or not over
    ended = {int(id, 16) >> 2 for id, (_, over) in answered.items() if over}
    until = time.monotonic() + PATIENCE
    while not ended <= (kept := stored(home)):
        assert time.monotonic() < until, f"{len(ended - kept)} games are not in the store"
        time.sleep(0.2)


def stored(home: Path) -> set[int]:
    with Store.open(home / "kishi.db") as store:
        assert store._one("PRAGMA integrity_check") == ("ok",)
        numbers = [g.packed.number >> 1 for event in store.events() for g in store.games(event)]
    assert len(numbers) == len(set(numbers)), "a game is there twice"
    return set(numbers)


def campaign(each: int, seed: int, home: Path, signals: Signals = SIGNALS) -> dict[str, int]:
    """Kill so many times by each signal; how many moves and games of people were looked for, and found."""
    chance, left = random.Random(seed), Blows(each, random.Random(seed), signals)
    found, answered = Counter[str](), Games()
    while True:
        with Server(home) as server:
            check(server, home, answered)
            found["moves"] += sum(len(moves) for moves, _ in answered.values())
            found["games"] += sum(over for _, over in answered.values())
            if not left:
                return dict(found)
            answered = {}
            asyncio.run(struck(server, left.next, chance, answered))
        left.struck()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        asked = Asked.of(sys.argv[1:])
        found = campaign(asked.each, random.randrange(10**6), Path(scratch), asked.signals)
        print(
            f"server: {asked}; {found['moves']} answered moves, {found['games']} games: all there"
        )
