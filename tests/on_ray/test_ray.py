"""The same games on a Ray cluster of two nodes, one of which dies.

One cluster serves all of these tests, since starting one takes longer than they do: the node dies in
the last of them.
"""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kishi import Limit, game, parse_spec
from kishi.arena import Conditions, Contest, Pairing, parse_openings
from kishi.cluster import Cluster, Threads, open_cluster
from kishi.cluster.calls import Given, Tasks
from kishi.cluster.on_ray import Ray
from kishi.errors import BadInput
from kishi.store import Store

OTHELLO = game("othello")
GAMES = 40


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    started = importlib.import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    started.add_node(num_cpus=1)
    yield started
    started.shutdown()


@pytest.fixture(scope="module")
def cluster(nodes: Any) -> Iterator[Ray]:
    joined = open_cluster(1, nodes.address)
    assert isinstance(joined, Ray)
    yield joined
    joined.close()


def conditions() -> Conditions:
    return Conditions(OTHELLO, Limit(nodes=1000), parse_openings(OTHELLO, "random:6", 1), 1)


def batches(path: Path, cluster: Cluster) -> Iterator[list[tuple[str, int]]]:
    """Play two pairings, one with Python in it; yields the games of each batch by name."""
    random, first, search = (parse_spec(OTHELLO, t) for t in ("random", "first", "search:hash=1"))
    pairs = [Pairing(random, first), Pairing(random, search)]
    with Store.open(path) as store:
        event = store.event("e", "match", "othello", conditions().settings)
        for batch in Contest(conditions(), pairs, GAMES, store, event).play(cluster):
            yield [(str(batch.pairing), g.number) for g in batch.games]


def stored(path: Path) -> list[Any]:
    """All the games but for the times of their moves."""
    with Store.open(path) as store:
        (event,) = store.events()
        return sorted((g.a, g.b, *g.packed._replace(seconds=None)) for g in store.games(event))


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    path = tmp_path_factory.mktemp("here") / "kishi.db"
    for _ in batches(path, Threads(1)):
        pass
    return stored(path)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "127.0.0.1:99999", ""])
def test_a_wrong_address_is_bad_input(address: str) -> None:
    with pytest.raises(BadInput, match=f"no Ray cluster at '{address}'"):
        Ray(address)


def test_failures_and_parts_travel(cluster: Ray) -> None:
    parts = {"a": b"1", "b": b"2"}
    assert dict(cluster.map("kishi.cluster:blob", ["a", "b"], parts)) == parts
    with pytest.raises(BadInput):
        list(cluster.map("kishi.arena.limits:parse_limit", ["nonsense"]))
    assert list(cluster.map("time:sleep", [0.01])) == [(0.01, None)]


def test_the_same_games_on_two_nodes(cluster: Ray, expected: list[Any], tmp_path: Path) -> None:
    assert cluster.workers == 2
    played = [game for batch in batches(tmp_path / "kishi.db", cluster) for game in batch]
    assert len(played) == len(set(played)) == 2 * GAMES
    assert stored(tmp_path / "kishi.db") == expected


def test_a_dead_node_loses_and_repeats_nothing(
    nodes: Any, cluster: Ray, expected: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[Given] = []
    hand_back = Tasks.hand_back

    def noting(self: Tasks, given: Given) -> None:
        lost.append(given)
        hand_back(self, given)

    monkeypatch.setattr(Tasks, "hand_back", noting)
    while cluster._starting:  # both must be there, or the one that dies has nothing to lose
        list(cluster.map("time:sleep", [0.1]))
    played: list[tuple[str, int]] = []
    (victim,) = nodes.worker_nodes
    for batch in batches(tmp_path / "kishi.db", cluster):
        if not played:
            nodes.remove_node(victim, allow_graceful=False)
        played += batch
    assert lost
    assert len(played) == len(set(played)) == 2 * GAMES
    assert stored(tmp_path / "kishi.db") == expected
