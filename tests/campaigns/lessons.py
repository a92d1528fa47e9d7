"""The most expensive questions of the lessons: asked alone, and by a class that opens the same page at once.

`python tests/campaigns/lessons.py 30` tells for each how many seconds a server that has just begun takes
when one asks, by the clock and of CPU time, and when thirty ask another of its kind. A test does it with
three.
"""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from server import Server

# The largest that each allows.
QUESTIONS: dict[str, dict[str, Any]] = {
    "ga/breed": {"told": [[0.5] * 40] * 60},
    "ga/collapse": {},
    "ga/generation": {"number": 20},
    "lines/compare": {},
    "pso/race": {},
    "pso/swarm": {},
    "pso/ranking": {"games": 400},
    "pso/measure": {"maps": [[1.0] * 64] * 40, "games": 400},
    "montecarlo/playouts": {"game": "gomoku-20", "playouts": 50},
    "montecarlo/story": {"game": "othello", "rollouts": 300, "first": 40},
    "montecarlo/games": {"games": 20, "rollouts": 300, "first": 40},
    "alphabeta/measured": {"game": "gomoku-9"},
    "alphabeta/tree": {"game": "gomoku-20", "depth": 4, "width": 4},
    "alphazero/search": {"game": "minishogi", "simulations": 128},
    "valuenet/learning": {"chunks": 16},
    "valuenet/targets": {},
}


class Cost(NamedTuple):
    """Seconds until the last who asked had an answer, and of CPU time that the server took."""

    seconds: float
    cpu: float


async def asked(server: Server, lesson: str, seed: int, people: int) -> Cost:
    body = {**QUESTIONS[lesson], "seed": seed}
    began, cpu = time.perf_counter(), server.cpu()
    answers = await asyncio.gather(
        *(asyncio.to_thread(server.ask, f"/api/learn/{lesson}", body) for _ in range(people))
    )
    assert all(answer == (200, answers[0][1]) for answer in answers), answers
    return Cost(round(time.perf_counter() - began, 3), round(server.cpu() - cpu, 2))


def campaign(people: int, home: Path) -> dict[str, list[Cost]]:
    """For each question, what it costs when one asks and when so many do."""
    with Server(home) as server:
        return {
            lesson: [asyncio.run(asked(server, lesson, *how)) for how in ((1, 1), (2, people))]
            for lesson in QUESTIONS
        }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        found = campaign(int(sys.argv[1]) if len(sys.argv) > 1 else 30, Path(scratch))
        for lesson, (alone, together) in found.items():
            print(f"{lesson:20} alone {alone}, together {together}")
        print(f"load {os.getloadavg()[0]:.1f}")
