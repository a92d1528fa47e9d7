"""What threads bring a search: nodes, CPU time and wall time to a depth, against one thread.

python benchmarks/threads.py gomoku 14 --positions 8 --threads 1 2 4

Each position is searched from an empty table by every number of threads in turn; a row is the geometric
mean over positions. N threads with R times the CPU time can be at most N / R times as fast. On a busy
machine pin it to one core, so that threads take turns (`taskset -c 1 python benchmarks/threads.py ...`):
then nodes and CPU time can be read and wall time cannot, which needs a core for each thread. Positions that
somebody proves before the depth is reached are left out. --options are those of `search`.
"""

import argparse

import numpy as np

import kishi
from kishi.arena.openings import parse_openings
from kishi.core import Choice, Game, Limit, Record

FIGURES = ("nodes", "cpu", "seconds")


def searched(game: Game, record: Record, depth: int, options: str) -> Choice:
    player = kishi.make_player(game, f"search:{options}")
    try:
        return player.choose(record, Limit(depth=depth))
    finally:
        player.close()


def figures(game: Game, record: Record, given: argparse.Namespace) -> list[list[float]] | None:
    """A row for each number of threads; None if the depth was not reached."""
    every = [f"{given.options},threads={number}" for number in given.threads]
    choices = [searched(game, record, given.depth, options) for options in every]
    if any(choice.depth != given.depth for choice in choices):
        return None
    return [[float(getattr(choice, figure)) for figure in FIGURES] for choice in choices]


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("game")
    asked.add_argument("depth", type=int)
    asked.add_argument("--positions", type=int, default=8)
    asked.add_argument("--threads", type=int, nargs="+", default=[1, 2, 4])
    asked.add_argument("--options", default="exact=false")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    game = kishi.game(given.game)
    openings = parse_openings(game, "balanced", given.seed).of(range(given.positions))
    rows = [figures(game, o.record(game), given) for o in openings]
    found = np.array([row for row in rows if row])
    means = np.exp(np.log(found).mean(axis=0))
    print(f"{game.name} to depth {given.depth}, {len(found)} of {len(rows)} positions;", end=" ")
    print(
        f"{given.threads[0]} thread: {found[:, 0, 0].sum():.3g} nodes, {found[:, 0, 1].sum():.3g} CPU s"
    )
    for number, (nodes, cpu, seconds) in zip(given.threads, means / means[0], strict=True):
        most = number / given.threads[0] / cpu
        told = f"{number} threads: nodes {nodes:.2f}, CPU {cpu:.2f}, at most {most:.2f}x as fast"
        print(f"{told}; by the clock {1 / seconds:.2f}x")


if __name__ == "__main__":
    main()
