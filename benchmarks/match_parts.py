"""What a game of the quickest players costs in a match that stores every game, part by part.

`python benchmarks/match_parts.py [GAMES]`: microseconds of CPU time a game, the best of four rounds in which
the parts take turns. `core` is the core's own loop, which keeps no game; `match` is all of a match.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from kishi import Limit, game, parse_spec
from kishi._native import SearchControl, play_matrix
from kishi.arena import Conditions, Pairing, parse_openings, run
from kishi.arena.job import Job
from kishi.bench.arena import match_work
from kishi.players import NativePlayer, make_player
from kishi.store import Event, Store

OTHELLO = game("othello")
PLAYER = parse_spec(OTHELLO, "greedy")
PAIRING = Pairing(PLAYER, PLAYER)
CONDITIONS = Conditions(OTHELLO, Limit(), parse_openings(OTHELLO, "random:8", 1), 1)
ROUNDS = 4
MOST_OPENINGS = 2_000  # for the core: no more are made than stay in the cache


def job(games: int) -> Job:
    return CONDITIONS.job(PAIRING, range(games), CONDITIONS.openings.distinct())


@contextmanager
def event() -> Iterator[tuple[Store, Event]]:
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "x.db") as store:
        yield store, store.event("bench", "match", OTHELLO.name, CONDITIONS.settings)


def core_seconds(games: int) -> float:
    player = make_player(OTHELLO, PLAYER)
    assert isinstance(player, NativePlayer)
    openings = min(games // 2, MOST_OPENINGS)
    lines = [o.positions(OTHELLO) for o in CONDITIONS.openings.of(range(openings))]
    counts, margins = np.zeros((1, 1, 3), np.int32), np.zeros((1, 1))
    began = time.process_time()
    for seed in range(games // (2 * openings)):
        play_matrix(
            [player.engine], [player.engine], lines, counts, margins,
            most_plies=CONDITIONS.most_plies, seed=seed, threads=1, control=SearchControl(),
        )  # fmt: skip
    return time.process_time() - began


def openings_seconds(games: int) -> float:
    began = time.process_time()
    job(games)
    return time.process_time() - began


def games_seconds(games: int) -> float:
    given = job(games)
    began = time.process_time()
    run(given)
    return time.process_time() - began


def store_seconds(games: int) -> float:
    played = run(job(games)).games
    with event() as (store, of):
        player = store.player(PLAYER)
        began = time.process_time()
        store.add_games(of, player, player, played)
        return time.process_time() - began


def match_seconds(games: int) -> float:
    play = match_work(OTHELLO.name, "greedy", games)
    began = time.process_time()
    play()
    return time.process_time() - began


PARTS: dict[str, Callable[[int], float]] = {
    "core": core_seconds,
    "openings": openings_seconds,
    "games": games_seconds,
    "store": store_seconds,
    "match": match_seconds,
}


def main(games: int) -> None:
    rounds = [{name: part(games) for name, part in PARTS.items()} for _ in range(ROUNDS)]
    best = {name: min(seconds[name] for seconds in rounds) for name in PARTS}
    for name, seconds in best.items():
        print(f"{name}: {1e6 * seconds / games:.2f} µs a game, {games / seconds:,.0f} games/s")
    print(f"match: {best['core'] / best['match']:.2f} of the core's own loop")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
