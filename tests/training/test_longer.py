"""A finished run becomes longer: it goes on, and where the method allows it is what it would have been."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kishi.core import game
from kishi.errors import BadInput
from kishi.store import Run, Store
from kishi.training import TRAINERS, runs
from kishi.training.alphazero import trainer as alphazero
from kishi.training.context import LENGTHENED
from kishi.training.runs import RunRequest
from kishi.training.valuenet import trainer as valuenet

EVOLVED = {"games": 200, "openings": 1, "more": 1, "hall": 1, "peers": 1, "mutants": 1}
PATTERNS = {"games": 4, "rounds": 2, "depth": 1, "solved": 6, "departures": 0, "epochs": 1, "match": 2,
            "nodes": 10}  # fmt: skip
NNUE = {"games": 4, "rounds": 2, "nodes": 10, "epochs": 1, "batch": 32, "match": 2}
VALUENET = {"games": 4, "round": 2, "mates": 32, "held_out": 16, "epochs": 1}
ALPHAZERO = {"games": 5, "round": 2, "size": "tiny", "simulations": 2, "fast_simulations": 2, "batch": 8,
             "sample_reuse": 0.2}  # fmt: skip
# Each method's game, how it begins, and how long it is in the end.
BEGUN: dict[str, tuple[str, dict[str, Any], int]] = {
    "hillclimb": ("othello-6", {**EVOLVED, "neighbours": 3}, 400),
    "pso": ("othello-6", {**EVOLVED, "swarm": 3}, 400),
    "ga": ("othello-6", {**EVOLVED, "population": 4, "elite": 1}, 400),
    "cmaes": ("othello-6", {**EVOLVED, "population": 4}, 400),
    "td": ("othello", {"games": 25, "chunk": 10}, 40),
    "patterns": ("othello", PATTERNS, 3),
    "valuenet": ("minishogi", VALUENET, 8),
    "nnue": ("minishogi", NNUE, 3),
    "alphazero": ("tictactoe", ALPHAZERO, 8),
}
# Their learning rate falls from the beginning of a run to its end.
OTHERWISE = {"td", "alphazero"}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    monkeypatch.setattr(valuenet, "MARK_OPENINGS", 1)
    monkeypatch.setattr(alphazero, "MARK_OPENINGS", 1)
    monkeypatch.setattr("kishi.training.measure.RUNG_OPENINGS", 1)
    with Store.open() as opened:
        yield opened


def asked(method: str, name: str, chosen: dict[str, Any]) -> RunRequest:
    return RunRequest(game(BEGUN[method][0]), runs.trainer_named(method), name, 3, chosen=chosen)


def trained(store: Store, run: Run) -> list[str | None]:
    with runs.at_work(store, run) as (trainer, context):
        for _ in trainer.run(context):
            pass
    assert runs.progress(store, run).finished
    return [weights for _, weights, _ in store.steps(run.id) if weights]


def test_every_method_is_tried() -> None:
    assert set(BEGUN) == {trainer.method for trainer in TRAINERS}


@pytest.mark.parametrize("method", BEGUN)
def test_a_finished_run_becomes_longer(method: str, store: Store) -> None:
    _, settings, most = BEGUN[method]
    length = runs.trainer_named(method).length
    before = trained(store, runs.begin(store, asked(method, "mine", settings)))
    longer = runs.resume(store, asked(method, "mine", {length: most}))
    assert longer.settings[LENGTHENED] == [settings[length]]
    after = trained(store, longer)
    games = longer.settings["games"]
    assert runs.progress(store, longer).games >= games > settings["games"]
    assert before[-1] and store.get_weights(before[-1])  # for who has played with them
    if method in OTHERWISE:
        assert after[-1] != before[-1]
    else:
        whole = {**settings, length: most, "games": games}
        assert after[-1] == trained(store, runs.begin(store, asked(method, "whole", whole)))[-1]


def test_a_run_does_not_become_shorter_or_another(store: Store) -> None:
    begun = runs.begin(store, asked("hillclimb", "mine", BEGUN["hillclimb"][1]))
    trained(store, begun)
    for wrong in ({"games": 100}, {"games": 400, "peers": 2}):
        with pytest.raises(BadInput, match=r"was begun with .*larger --games makes it longer"):
            runs.resume(store, asked("hillclimb", "mine", wrong))
    assert runs.find(store, "mine") == begun and runs.progress(store, begun).finished
