"""What a game costs between a worker, the driver and the store, and how well two workers are used.

`python benchmarks/cluster.py` needs the extra `cluster`. Costs are CPU time of the driver; how busy
workers were is the time they spent in games over the time there was, so other work on the machine
counts on both sides.
"""

import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kishi import Limit, game, parse_spec
from kishi.arena import Conditions, Contest, Pairing, parse_openings, run
from kishi.cluster.calls import NOTHING
from kishi.cluster.messages import pack, unpack
from kishi.cluster.on_ray import Ray
from kishi.store import Store

OTHELLO = game("othello")
CALLS = 500


def pairing(text: str) -> Pairing:
    return Pairing(parse_spec(OTHELLO, text), parse_spec(OTHELLO, text))


def conditions(limit: Limit) -> Conditions:
    return Conditions(OTHELLO, limit, parse_openings(OTHELLO, "balanced", 1), 1)


def bytes_and_cpu(text: str, limit: Limit, games: int) -> None:
    given, pair = conditions(limit), pairing(text)
    job = given.job(pair, range(games))
    sent, came = pack(job), pack(run(job))
    began = time.process_time()
    done = unpack(came)
    read = time.process_time() - began
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "x.db") as store:
        event = store.event("e", "match", "othello", given.settings)
        ids = [store.player(spec) for spec in pair]
        began = time.process_time()
        store.add_games(event, ids[0], ids[1], done.games)
        stored = time.process_time() - began
    print(
        f"{text}: a game is {len(sent) / games:.0f} bytes out and {len(came) / games:.0f} back, "
        f"{read / games * 1e6:.1f} us to read and {stored / games * 1e6:.1f} us to store"
    )


def calls(cluster: Ray) -> None:
    list(cluster.map("builtins:abs", range(100)))
    began, cpu = time.perf_counter(), time.process_time()
    assert sum(1 for _ in cluster.map("builtins:abs", range(CALLS))) == CALLS
    spent, wall = time.process_time() - cpu, time.perf_counter() - began
    print(
        f"empty calls: {spent / CALLS * 1e6:.0f} us of the driver each; {CALLS / wall:,.0f}/s seen"
    )


class Noting:
    """A cluster that notes how long its workers were in games."""

    def __init__(self, cluster: Ray) -> None:
        self._cluster = cluster
        self.workers = cluster.workers
        self.worked = 0.0

    def map(
        self, function: str, tasks: Iterable[Any], parts: Mapping[str, bytes] = NOTHING
    ) -> Iterator[Any]:
        for job, done in self._cluster.map(function, tasks, parts):
            self.worked += done.seconds
            yield job, done

    def close(self) -> None:
        self._cluster.close()


def busy(cluster: Ray, games: int) -> None:
    """A match of `search`, some half a second a call."""
    given, pair, noting = conditions(Limit(nodes=5_000)), pairing("search:hash=1"), Noting(cluster)
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "x.db") as store:
        event = store.event("e", "match", "othello", given.settings)
        began, cpu = time.perf_counter(), time.process_time()
        for _ in Contest(given, [pair], games, store, event).play(noting):
            pass
        wall, spent = time.perf_counter() - began, time.process_time() - cpu
    share = noting.worked / wall / cluster.workers
    print(
        f"{cluster.workers} workers: {games / wall:.1f} games/s, {share:.1%} of the time in games; "
        f"{spent / games * 1e6:.0f} us of the driver a game"
    )


if __name__ == "__main__":
    bytes_and_cpu("greedy", Limit(), 20_000)
    bytes_and_cpu("search:hash=1", Limit(nodes=300), 200)
    for workers in (1, 2):
        opened = Ray("auto", workers)
        calls(opened)
        busy(opened, 60 * workers)
        opened.close()
