"""`kishi serve` as a process of its own, with a home of its own, and what it costs the machine."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from command import KISHI, environment
from websockets.asyncio.client import ClientConnection


class Server:
    """Use as a context manager."""

    def __init__(self, home: Path, program: Sequence[str] = KISHI) -> None:
        self.process = subprocess.Popen(
            [*program, "serve", "--no-open", "--port", "0"],
            env={**environment(home), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE, stderr=(home / "server.log").open("ab"), text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert found, (home / "server.log").read_text()
        self.port = int(found[1])
        while True:
            try:
                self.ask("/api/languages")
                return
            except OSError:
                time.sleep(0.02)

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of one request."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"http://127.0.0.1:{self.port}{path}", data,
                          {"content-type": "application/json"})  # fmt: skip
        try:
            with urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except HTTPError as wrong:
            return wrong.code, json.load(wrong)

    def megabytes(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def megabytes_soon(self, most: float) -> float:
        """The same once it is no more than this, or players that were let go of have had time to go."""
        until = time.monotonic() + 20
        while (now := self.megabytes()) > most and time.monotonic() < until:
            time.sleep(0.1)
        return now

    def cpu(self) -> float:
        """Seconds of CPU time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))  # noqa: PTH208

    def files_soon(self, most: int) -> int:
        """Open files, once there are so few or the server has had time to close idle connections."""
        until = time.monotonic() + 20
        while self.files() > most and time.monotonic() < until:
            time.sleep(0.1)
        return self.files()

    def end(self, how: int = signal.SIGINT) -> None:
        self.process.send_signal(how)
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.end()


async def next_ply(page: ClientConnection) -> Any:
    """The next event that tells of a move; what a game is worth is told between."""
    while (event := json.loads(await page.recv()))["type"] != "ply":
        assert event["type"] != "error", event
    return event


def at(values: list[float], share: float) -> float:
    """A quantile of sorted values."""
    return values[min(len(values) - 1, int(len(values) * share))]
