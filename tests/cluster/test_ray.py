"""The same games on a Ray cluster of two nodes, one of which dies.

Needs the extra `cluster`: pip install 'kishi[cluster]'.
"""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kishi
from kishi import Limit, game, parse_spec
from kishi.arena import Conditions, Contest, Pairing, parse_openings
from kishi.cluster import Cluster, Threads
from kishi.errors import BadInput
from kishi.store import Store

ray = pytest.importorskip("ray", reason="the extra `cluster` is not installed")

OTHELLO = game("othello")
GAMES = 60


@pytest.fixture
def two_nodes() -> Iterator[Any]:
    from ray.cluster_utils import Cluster as Nodes

    # Workers find kishi where this process has found it.
    found = str(Path(str(kishi.__file__)).parents[1])
    os.environ["PYTHONPATH"] = os.pathsep.join([found, os.environ.get("PYTHONPATH", "")])
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def conditions() -> Conditions:
    return Conditions(OTHELLO, Limit(nodes=300), parse_openings(OTHELLO, "random:6", 1), 1)


def played(path: Path, cluster: Cluster, meanwhile: threading.Thread | None = None) -> list[Any]:
    texts = ("random", "first", "search")
    specs = [parse_spec(OTHELLO, text) for text in texts]
    pairs = [Pairing(specs[0], specs[1]), Pairing(specs[1], specs[2])]
    handed_out: list[tuple[str, int]] = []
    with Store.open(path) as store:
        event = store.event("e", "match", "othello", conditions().settings)
        for batch in Contest(conditions(), pairs, GAMES, store, event).play(cluster):
            handed_out += [(str(batch.pairing), g.number) for g in batch.games]
            if meanwhile is not None and not meanwhile.is_alive() and len(handed_out) < GAMES:
                meanwhile.start()
        assert len(handed_out) == len(set(handed_out)) == 2 * GAMES
        return sorted((g.a, g.b, *g.packed._replace(seconds=None)) for g in store.games(event))


def test_the_same_games_on_two_nodes(two_nodes: Any, tmp_path: Path) -> None:
    from kishi.cluster.on_ray import Ray

    cluster = Ray(two_nodes.address)
    assert cluster.workers == 2
    assert played(tmp_path / "ray.db", cluster) == played(tmp_path / "here.db", Threads(1))
    cluster.close()


def test_a_dead_node_loses_and_repeats_nothing(two_nodes: Any, tmp_path: Path) -> None:
    from kishi.cluster.on_ray import Ray

    cluster = Ray(two_nodes.address)
    victim = next(node for node in two_nodes.worker_nodes)
    killer = threading.Thread(target=two_nodes.remove_node, args=(victim, False), daemon=True)
    assert played(tmp_path / "ray.db", cluster, killer) == played(tmp_path / "here.db", Threads(1))
    cluster.close()


def test_failures_and_parts_travel(two_nodes: Any) -> None:
    from kishi.cluster.on_ray import Ray

    cluster = Ray(two_nodes.address)
    assert dict(cluster.map("kishi.cluster:shared", ["a", "b"], {"a": b"1", "b": b"2"})) == {
        "a": b"1",
        "b": b"2",
    }
    with pytest.raises(BadInput):
        list(cluster.map("kishi.arena.limits:parse_limit", ["nonsense"]))
    assert list(cluster.map("time:sleep", [0.01])) == [(0.01, None)]
    cluster.close()


def test_a_wrong_address_is_bad_input() -> None:
    from kishi.cluster.on_ray import Ray

    began = time.monotonic()
    with pytest.raises(BadInput, match="no Ray cluster"):
        Ray("127.0.0.1:1")
    assert time.monotonic() - began < 60
