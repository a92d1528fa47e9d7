"""The weights that a contest begins with are those that all its games are played with."""

from pathlib import Path

import numpy as np
import pytest
from command import kishi

from kishi import Limit, Weights, game, parse_spec
from kishi.arena import Conditions, Contest, Pairing, parse_openings, weights_of
from kishi.arena.ladder import training_seconds
from kishi.cluster import Cluster, Processes, Threads
from kishi.store import PackedGame, Store

OTHELLO = game("othello")
PLAYERS = [parse_spec(OTHELLO, text) for text in ("pso:mine", "table")]


def train(seed: int) -> None:
    """One more step of the run `mine`, as training takes it."""
    numbers = np.random.default_rng(seed).uniform(-30, 30, 64).astype(np.float32)
    with Store.open() as store:
        made = store.put_weights(Weights("othello", "map", {"numbers": numbers}))
        run = store.start_run("mine", "othello", "pso", {})
        store.add_step(run, made, {"cpu_seconds": 2.0})


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    train(1)
    return tmp_path


def conditions() -> Conditions:
    openings = parse_openings(OTHELLO, "random:6", 1)
    return Conditions(OTHELLO, Limit(), openings, 1, weights_of(OTHELLO, PLAYERS))


def played(given: Conditions, cluster: Cluster, name: str) -> list[PackedGame]:
    with Store.open() as store:
        event = store.event(name, "match", "othello", given.settings)
        contest = Contest(given, [Pairing(*PLAYERS)], 30, store, event)
        games = [g for batch in contest.play(cluster) for g in batch.games]
    cluster.close()
    return sorted(games)


def test_only_named_weights_are_sent() -> None:
    assert list(weights_of(OTHELLO, PLAYERS)) == ["mine"]
    assert "weights" not in Conditions(OTHELLO, Limit(), conditions().openings, 1).settings


def test_training_that_goes_on_does_not_change_the_players(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = conditions()
    before = played(begun, Threads(1), "before")
    train(2)
    assert played(begun, Threads(1), "after") == before
    assert played(conditions(), Threads(1), "anew") != before
    # Workers of another machine have another store, without the run.
    monkeypatch.setenv("KISHI_HOME", str(home / "elsewhere"))
    assert played(begun, Processes(2), "elsewhere") == before


def test_changed_weights_are_another_tournament(home: Path) -> None:
    command = ("tournament", "othello", "pso:mine", "random", "--games", "2", "--name", "cup")
    assert kishi(home, *command).returncode == 0
    assert kishi(home, *command).returncode == 0
    train(2)
    for again in (command, ("tournament", "othello", "--name", "cup")):
        refused = kishi(home, *again)
        assert refused.returncode == 2
        assert "weights of the players have changed since 'cup' began" in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_the_cost_is_that_of_the_weights() -> None:
    train(2)
    assert training_seconds(PLAYERS[0]) == 4.0
    assert training_seconds(PLAYERS[1]) == 0.0
