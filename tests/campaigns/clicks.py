"""Many clicks at once: contests, training runs, resumes of one run. Exactly the quota works, nothing more.

`python tests/campaigns/clicks.py 30 20 12` asks so often for each, all at the same moment. A test does it
with fewer.
"""

import json
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from server import Server

CONTEST = {"game": "othello", "players": ["search", "level:3"], "games": 1000, "nodes": 5000}
RUN = {"game": "othello", "method": "pso", "games": 10**8}
CONTESTS, RUNS = 1, 2  # the quota
PATIENCE = 120.0  # seconds


def at_once(server: Server, times: int, path: str, body: Any) -> Counter[int]:
    """How often each status was answered."""
    with ThreadPoolExecutor(times) as pages:
        asked = [pages.submit(server.ask, path, body) for _ in range(times)]
        return Counter(one.result()[0] for one in asked)


def children(server: Server) -> int:
    """Processes that it has begun, the dead that nobody has buried too."""
    tasks = Path(f"/proc/{server.process.pid}/task").iterdir()
    return sum(len((task / "children").read_text().split()) for task in tasks)


def settled(server: Server, wanted: int) -> None:
    until = time.monotonic() + PATIENCE
    while (now := children(server)) != wanted:
        assert time.monotonic() < until, f"{now} processes where {wanted} were expected"
        time.sleep(0.05)


def campaign(contests: int, runs: int, resumes: int, home: Path) -> dict[str, Any]:
    with Server(home) as server:
        alone = children(server)
        found = {
            "contests": at_once(server, contests, "/api/contests", CONTEST),
            "runs": at_once(server, runs, "/api/runs", RUN),
        }
        settled(server, alone + RUNS)
        first, *others = [run["id"] for run in server.ask("/api/runs")[1]["runs"]]
        server.ask(f"/api/runs/{first}/stop", {})
        settled(server, alone + RUNS - 1)
        found["resumes"] = at_once(server, resumes, f"/api/runs/{first}/resume", {})
        settled(server, alone + RUNS)
        playing = [c["id"] for c in server.ask("/api/contests")[1]["contests"] if c["running"]]
        for id in (first, *others):
            assert server.ask(f"/api/runs/{id}/stop", {})[0] == 200
        for id in playing:
            assert server.ask(f"/api/contests/{id}/stop", {})[0] == 200
        settled(server, alone)
    assert found["contests"] == {201: CONTESTS, 429: contests - CONTESTS}, found
    assert found["runs"] == {201: RUNS, 429: runs - RUNS}, found
    assert found["resumes"] == {200: resumes}, found
    assert len(playing) == CONTESTS and len(others) == RUNS - 1, (playing, others)
    return {name: dict(answers) for name, answers in found.items()}


if __name__ == "__main__":
    each, run, resume = [int(n) for n in sys.argv[1:4]] or [30, 20, 12]
    with tempfile.TemporaryDirectory() as scratch:
        statuses = campaign(each, run, resume, Path(scratch))
        print(json.dumps({**statuses, "load": os.getloadavg()[0]}))
