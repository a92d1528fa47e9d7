"""Two hundred games at once over real sockets, each one move a second."""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

GAMES = 200
SECONDS = 4
T = TypeVar("T")


# The server, which notes how much CPU time each message of a page takes it, and in all.
SERVER = """
import atexit, json, sys, time
from kishi.cli import main
from kishi.web import sockets
spent = []
hear = sockets._at_table
async def timed(*args):
    began = time.thread_time()
    try:
        await hear(*args)
    finally:
        spent.append(time.thread_time() - began)
sockets._at_table = timed
left = []
leave = sockets.GameTable.leave
async def noted(*args):
    await leave(*args)
    left.append(time.monotonic())
sockets.GameTable.leave = noted
def note(path=sys.argv[1]):
    with open(path, "w") as file:
        json.dump([spent, time.process_time(), left], file)
atexit.register(note)
main(["serve", "--no-open", "--port", "0"])
"""


class Server:
    """`kishi serve` as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._notes = folder / "notes.json"
        environment = {**os.environ, "KISHI_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
        self._process = Popen(
            [sys.executable, "-c", SERVER, str(self._notes)],
            env=environment, stdout=PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[3].strip("/").removeprefix("http://")
        while True:
            try:
                urlopen(f"http://{self.address}/api/kinds").close()
                return
            except OSError:
                time.sleep(0.01)

    def end(self) -> tuple[list[float], float, list[float]]:
        """CPU seconds of each message, sorted, and of the whole process; when each page was gone."""
        self._process.send_signal(signal.SIGINT)  # as Ctrl-C
        self._process.wait(60)
        spent, whole, left = json.loads(self._notes.read_text())
        return sorted(spent), whole, left


def begin(address: str, seat: str = "human", **terms: Any) -> str:
    body = json.dumps({"game": "othello", "seats": [seat, "human"], **terms}).encode()
    request = Request(f"http://{address}/api/tables", body, {"content-type": "application/json"})
    with urlopen(request) as answer:
        return str(json.load(answer)["id"])


async def play(
    address: str, id: str, number: int, waits: list[float], all_are_there: asyncio.Barrier
) -> None:
    """A move a second; how long each took to come back is noted."""
    async with connect(f"ws://{address}/api/tables/{id}/socket") as page:
        now: dict[str, Any] = json.loads(await page.recv())["now"]
        await all_are_there.wait()
        await asyncio.sleep(number / GAMES)
        for ply in range(SECONDS):
            asked = time.perf_counter()
            move = now["legal"][0][0]
            await page.send(json.dumps({"do": "play", "move": move, "ply": ply}))
            while (event := json.loads(await page.recv()))["type"] == "judged":
                pass  # the analysis beside the game
            assert event["type"] == "ply", event
            now = event["now"]
            waits.append(time.perf_counter() - asked)
            await asyncio.sleep(max(0.0, 1 - waits[-1]))


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Run it on a thread of its own: browser tests leave a running event loop on the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def play_all(address: str, ids: list[str]) -> list[float]:
    waits: list[float] = []
    all_are_there = asyncio.Barrier(len(ids))
    await asyncio.gather(*(play(address, id, i, waits, all_are_there) for i, id in enumerate(ids)))
    return sorted(waits)


async def close_while_thinking(address: str) -> float:
    """When the page was closed, in the middle of a search of a minute."""
    id = begin(address, "search", seconds=60)
    async with connect(f"ws://{address}/api/tables/{id}/socket") as page:
        while json.loads(await page.recv())["type"] != "thinking":
            pass
        closed = time.monotonic()
    await asyncio.sleep(0.5)  # the next game is begun when this one is over
    return closed


def test_two_hundred_games_at_once(tmp_path: Path) -> None:
    """How long a page waits depends on who else uses the machine; what it costs the server does not.

    The p99 that is asked for (50 ms on a quiet machine) is measured by `python tests/web/test_load.py`.
    """
    server = Server(tmp_path)
    waits = apart(play_all(server.address, [begin(server.address) for _ in range(GAMES)]))
    spent, _, _ = server.end()
    assert len(waits) == len(spent) == GAMES * SECONDS
    assert at(spent, 0.99) < 0.05
    assert sum(spent) < 0.5 * SECONDS  # 200 moves a second leave most of a core free


def at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))]


def main() -> None:
    """Tell all the figures, waits by the clock too."""
    began = time.perf_counter()
    with TemporaryDirectory() as folder:
        server = Server(Path(folder))
        print(f"the server answered {time.perf_counter() - began:.2f} s after its start")
        waits = apart(play_all(server.address, [begin(server.address) for _ in range(GAMES)]))
        closed = [apart(close_while_thinking(server.address)) for _ in range(20)]
        spent, whole, left = server.end()
    ends = sorted(after - before for before, after in zip(closed, left[-20:], strict=True))
    for name, values in (("there and back, by the clock", waits), ("the server's CPU time", spent)):
        figures = ", ".join(f"{n} {1000 * at(values, s):.2f} ms" for n, s in
                            (("median", 0.5), ("p99", 0.99), ("most", 1.0)))  # fmt: skip
        print(f"{len(values)} moves of {GAMES} games, {name}: {figures}")
    print(f"from closing a page to its search being over: {1000 * at(ends, 0.5):.0f} ms, "
          f"worst of 20: {1000 * ends[-1]:.0f} ms")  # fmt: skip
    print(f"the server in all: {whole:.2f} CPU s; load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
