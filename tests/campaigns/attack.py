"""Mutated requests and messages, made from the routes that the server declares.

    python tests/campaigns/attack.py 100000 20000   # so many requests, so many WebSocket messages

No answer may be a 500, and memory must come back. Times are by the clock: on a busy machine they are
those of the machine.
"""

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from progress import Count
from server import Server, at
from starlette.routing import Route
from websockets.asyncio.client import ClientConnection, connect

from kishi.web.app import routes

CONNECTIONS = 8
GROWN = 30.0  # megabytes that may stay
SLOW = 1.0  # seconds within which every answer is asked for
ROUTES = [route for route in routes() if isinstance(route, Route)]
GOOD: dict[str, Any] = {
    "game": "othello", "seats": ["human", "level:1"], "moves": [19, 18], "text": "f5d6c3", "number": 1,
    "players": ["random", "first"], "games": 2, "seconds": 0.02, "nodes": 50, "cells": [""] * 64,
    "turn": 0, "hands": ["", ""], "format": "sgf", "map": [1.0] * 64, "maps": [[1.0] * 64],
    "playouts": 5, "depth": 1, "width": 2, "method": "hillclimb", "seed": 1, "lines": 1,
    "player": "search", "click": "one",
}  # fmt: skip
ODD: list[Any] = [
    None, True, -1, 0, 7, 2**31, 2**63, 10**30, 10**400, 1e308, -0.0, "", "x", "\0", "棋士" * 30, "a" * 3000,
    "\ud800", [], [[]], [None], {}, {"a": {}}, [1] * 3000, ["human"] * 2, "search:hash=256", "minimax:60",
    "alphazero", "gomoku-20", "minishogi", "tictactoe", "9" * 5000, "../../etc/passwd", "'; --", [19] * 100,
]  # fmt: skip
IDS = ["1", "0", "99", "-1", "9" * 30, "9" * 5000, "x", "%00", "..%2f..", "0123456789abcdef", "%ff",
       "a%20b", "othello", "en", "zh-TW"]  # fmt: skip
WORDS = ["play", "choose", "resign", "undo", "redo", "pause", "go on", "state", "analyse", "review",
         "stop", "?"]  # fmt: skip


NOT_TEXT = "send text, not bytes"  # the answer to bytes, and to nothing else


class Answers(NamedTuple):
    """What came back."""

    statuses: Counter[int]
    seconds: list[float]
    broken: list[bytes]  # requests that were answered with 500
    spent: defaultdict[str, float]  # seconds by route
    slow: list[tuple[float, str]]  # answers that took more than a second, and their routes

    def note(self, route: str, request: bytes, status: int, seconds: float) -> None:
        self.statuses[status] += 1
        self.seconds.append(seconds)
        self.spent[route] += seconds
        if status == 500:
            self.broken.append(request[:500])
        if seconds > SLOW:
            self.slow.append((round(seconds, 2), route))


def some_request(chance: random.Random) -> tuple[str, bytes]:
    """One of a route, and the route's path."""
    route = chance.choice(ROUTES)
    path = "/".join(chance.choice(IDS) if "{" in p else p for p in route.path.split("/"))
    method = chance.choice(sorted(route.methods or {"GET"}))
    if chance.random() < 0.03:
        method = chance.choice(["PUT", "DELETE", "OPTIONS", "POST", "GET"])
    body = mutated(chance) if method == "POST" else b""
    headers = {
        "host": "127.0.0.1",
        "content-type": "application/json",
        "content-length": str(len(body)),
    }
    if chance.random() < 0.05:
        headers[chance.choice(["origin", "host", "cookie", "content-type", "sec-fetch-site"])] = (
            chance.choice(["http://[", "null", "x" * 500, "\xe9", "text/plain", "cross-site"])
        )
    lines = [f"{method} {path or '/'} HTTP/1.1", *(f"{n}: {v}" for n, v in headers.items()), "", ""]
    return route.path, "\r\n".join(lines).encode("latin-1", "replace") + body


def mutated(chance: random.Random) -> bytes:
    body = dict(GOOD)
    for _ in range(chance.randint(1, 3)):
        body[chance.choice(list(body))] = chance.choice(ODD)
    text = json.dumps(body).encode()
    if chance.random() < 0.05:
        cut = chance.randrange(len(text))
        text = chance.choice(
            [text[:cut], text[cut:], text[:cut] + b"\xff" + text[cut:], b"[" * 5000]
        )
    return text


def nothing() -> None:
    """Nobody wants to know how far it is."""


async def flood(port: int, requests: int, seed: int, done: Callable[[], None] = nothing) -> Answers:
    """So many requests over a few connections, each after the answer to the one before."""
    found = Answers(Counter(), [], [], defaultdict(float), [])
    share = requests // CONNECTIONS
    await asyncio.gather(
        *(_one_after_another(port, share, seed + n, found, done) for n in range(CONNECTIONS))
    )
    found.seconds.sort()
    return found


async def _one_after_another(
    port: int, requests: int, seed: int, found: Answers, done: Callable[[], None]
) -> None:
    chance = random.Random(f"requests {seed}")
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    try:
        for _ in range(requests):
            route, request = some_request(chance)
            line = line or await asyncio.open_connection("127.0.0.1", port)
            began = time.perf_counter()
            line[1].write(request)
            status, goes_on = await _answer(line[0], request.startswith(b"HEAD"))
            found.note(route, request, status, time.perf_counter() - began)
            done()
            if not goes_on:
                line[1].close()
                line = None
    finally:
        if line is not None:
            line[1].close()


async def _answer(reader: asyncio.StreamReader, bare: bool) -> tuple[int, bool]:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length: ")[2].split(b"\r\n")[0]
        if length and not bare:
            await reader.readexactly(int(length))
        return int(head[9:12]), bool(length) and b"connection: close" not in head
    except (asyncio.IncompleteReadError, ConnectionError):
        return 0, False


async def messages(
    port: int, count: int, seed: int, table: str, done: Callable[[], None] = nothing
) -> list[float]:
    """So many messages to tables and analyses, over a few lines; how long each took to be answered."""
    waits, turns = list[float](), iter(range(count))

    async def line(chance: random.Random) -> None:
        for _ in turns:
            path = chance.choice([f"tables/{table}", "analysis"])
            address = f"ws://127.0.0.1:{port}/api/{path}/socket"
            # A full queue of what is left unread would keep a client from hearing that its line is closed.
            async with connect(address, max_size=None, max_queue=None) as page:
                for _ in chain([0], islice(turns, 89)):
                    waits.append(await _asked(page, chance))
                    done()

    await asyncio.gather(*(line(random.Random(f"messages {seed} {n}")) for n in range(CONNECTIONS)))
    return sorted(waits)


async def _asked(page: ClientConnection, chance: random.Random) -> float:
    """Send one, and then one whose answer is known; how long that took to come."""
    body = {**GOOD, "do": chance.choice(WORDS), "move": 19, "ply": chance.randint(0, 3), "seat": 0}
    body[chance.choice(list(body))] = chance.choice(ODD)
    await page.send(json.dumps(body))
    began = time.perf_counter()
    await page.send(b"")
    while True:
        event = json.loads(await page.recv())
        assert event.get("status") != 500, event
        if event["type"] == "error" and (event["error"] == NOT_TEXT or event["status"] == 429):
            return time.perf_counter() - began


def campaign(requests: int, count: int, home: Path, seed: int = 1) -> dict[str, Any]:
    with Server(home) as server:
        warm = asyncio.run(flood(server.port, 400, seed + 1000))
        _, table = server.ask("/api/tables", {"game": "othello", "seats": ["human", "human"]})
        asyncio.run(messages(server.port, 50, seed, table["id"]))
        before, state = server.megabytes(), lambda: f"{server.megabytes():.0f} MB"
        count_requests = Count("requests", requests, state)
        found = asyncio.run(flood(server.port, requests, seed, count_requests.one))
        count_messages = Count("messages", count, state)
        waits = asyncio.run(messages(server.port, count, seed, table["id"], count_messages.one))
        for run in server.ask("/api/runs")[1]["runs"]:
            server.ask(f"/api/runs/{run['id']}/stop", {})
        for contest in server.ask("/api/contests")[1]["contests"]:
            server.ask(f"/api/contests/{contest['id']}/stop", {})
        cpu, after = server.cpu(), server.megabytes_soon(before + GROWN)
        status = server.ask("/api/games")[0]
    assert status == 200
    assert not found.broken and not warm.broken, (warm.broken + found.broken)[:3]
    return {
        "requests": sum(found.statuses.values()), "statuses": dict(sorted(found.statuses.items())),
        "median": at(found.seconds, 0.5), "p99": at(found.seconds, 0.99), "most": found.seconds[-1],
        "messages": len(waits), "message_p99": at(waits, 0.99), "message_most": waits[-1],
        "over_a_second": len(found.slow), "slowest": sorted(found.slow)[:-6:-1],
        "most_time_in": sorted(found.spent, key=found.spent.__getitem__)[:-6:-1],
        "megabytes_before": before, "megabytes_grown": after - before, "cpu": cpu, "load": os.getloadavg()[0],
    }  # fmt: skip


if __name__ == "__main__":
    asked, said = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (100_000, 20_000)
    with tempfile.TemporaryDirectory() as scratch:
        print(json.dumps(campaign(asked, said, Path(scratch)), indent=1))
