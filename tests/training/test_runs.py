"""Runs begun, found, refused and gone on with by the library alone: no face has a part in it."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kishi.core import game
from kishi.errors import BadInput
from kishi.store import Run, Store
from kishi.training import runs
from kishi.training.runs import NameTaken, RunRequest

OTHELLO = game("othello-6")
SHORT = {"games": 4_000, "openings": 2, "more": 2, "hall": 2, "peers": 2, "neighbours": 4}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    with Store.open() as opened:
        yield opened


def asked(method: str = "hillclimb", **more: Any) -> RunRequest:
    return RunRequest(OTHELLO, runs.trainer_named(method), **{"chosen": SHORT, **more})


def train(store: Store, run: Run, steps: int | None = None) -> list[str | None]:
    """The ids of the weights after each step."""
    with runs.at_work(store, run) as (trainer, context):
        for _ in islice(trainer.run(context), steps):
            pass
    return [weights for _, weights, _ in store.steps(run.id)]


def test_a_run_stopped_and_gone_on_with_is_the_run_that_was_not_stopped(store: Store) -> None:
    whole = runs.begin(store, asked(name="whole", seed=3))
    stopped = runs.begin(store, asked(name="stopped", seed=3))
    assert runs.progress(store, whole) == (0, 0, None, False)
    made = train(store, whole)
    assert len(train(store, stopped, 2)) == 2
    far = runs.progress(store, stopped)
    assert far.step == 2 and 0 < far.games < 4_000 and far.weights and not far.finished
    again = runs.resume(store, asked(name="stopped", chosen={}))
    assert again == stopped
    assert train(store, again) == made and len(made) > 2
    assert runs.progress(store, again).finished
    assert runs.progress(store, again).weights == made[-1]


def test_the_weights_tell_the_command_that_makes_them_again(store: Store) -> None:
    run = runs.begin(store, asked(name="mine", seed=3))
    made = train(store, run, 1)[-1]
    assert made is not None
    command = store.weights_origin(made)["command"]
    assert command == runs.command_of(run)
    assert command.startswith("kishi train othello-6 hillclimb --name mine --seed 3 --games 4000")


def test_who_gives_no_name_and_no_seed_gets_the_first_that_are_free(store: Store) -> None:
    begun = [runs.begin(store, asked(seed=seed)) for seed in (None, None, 7, None)]
    assert [run.name for run in begun] == [f"hillclimb-othello-6-{n}" for n in (1, 2, 7, 3)]
    assert [run.settings["seed"] for run in begun] == [1, 2, 7, 3]
    assert set(runs.names(store)) == {run.name for run in begun}


def test_a_preset_is_kept_but_for_what_is_chosen(store: Store) -> None:
    hour = runs.begin(store, asked(preset="hour", chosen={"games": 5})).settings
    minute = runs.begin(store, asked(chosen={})).settings
    assert hour["games"] == 5 and hour["openings"] > minute["openings"]
    trainer = runs.trainer_named("hillclimb")
    assert minute.items() >= trainer.preset("minute", OTHELLO).items()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"name": "a b"}, "a name is letters"),
        ({"name": ""}, "a name is letters"),
        ({"preset": "hours"}, "no preset 'hours'; did you mean 'hour'"),
        ({"preset": "faithful"}, "no write-up trains by hillclimb"),
        ({"chosen": {"game": 3}}, "hillclimb has no setting 'game'; did you mean 'games'"),
        ({"chosen": {"games": 0}}, "games is a whole number from 1"),
        ({"chosen": {"games": 1.5}}, "games is a whole number"),
        ({"chosen": {"score": "goals"}}, "score is one of points, discs"),
    ],
)
def test_what_is_wrong_is_refused_before_there_is_a_run(
    store: Store, more: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadInput, match=told):
        runs.begin(store, asked(**more))
    assert store.runs() == []


def test_methods_train_what_they_can() -> None:
    with pytest.raises(BadInput, match="td does not train gomoku: it trains othello"):
        RunRequest(game("gomoku"), runs.trainer_named("td"))
    with pytest.raises(BadInput, match="does not train by 'cmeas'; did you mean 'cmaes'"):
        runs.trainer_named("cmeas")


def test_a_name_is_taken_once(store: Store) -> None:
    runs.begin(store, asked(name="mine"))
    with pytest.raises(NameTaken, match="a run 'mine' already, of othello-6 by hillclimb"):
        runs.begin(store, asked("pso", name="mine", chosen={}))
    assert runs.names(store) == ["mine"]


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (asked(name="nine"), "no run 'nine'; did you mean 'mine'"),
        (asked(), "which run"),
        (asked("pso", name="mine", chosen={}), "a run of othello-6 by hillclimb"),
        (asked(name="mine", seed=4), "was begun with --seed 3"),
        (asked(name="mine", chosen={"games": 5}), "was begun with --games 4000"),
        (asked(name="mine", preset="hour", chosen={}), "was begun with --openings 2, .*--hall 2"),
    ],
)
def test_what_goes_on_must_be_what_was_begun(store: Store, request_: RunRequest, told: str) -> None:
    runs.begin(store, asked(name="mine", seed=3))
    with pytest.raises(BadInput, match=told):
        runs.resume(store, request_)
    assert runs.resume(store, asked(name="mine", seed=3)).name == "mine"


def test_one_process_works_at_a_run_and_the_other_leaves_it_alone(store: Store) -> None:
    run = runs.begin(store, asked(name="mine"))
    with runs.at_work(store, run):
        assert store.is_worked_at(run.id)
        with pytest.raises(BadInput, match="another process"), runs.at_work(store, run):
            pytest.fail("two at once")
    assert not store.is_worked_at(run.id)
    assert runs.names(store) == ["mine"]  # though it has no step yet


def test_what_is_refused_before_its_first_step_leaves_no_run(store: Store) -> None:
    chosen = {**SHORT, "genome": "nap"}
    refused = runs.begin(store, asked(name="refused", chosen=chosen))
    with pytest.raises(BadInput, match="no genome 'nap'"):
        train(store, refused)
    assert store.runs() == []
    begun = runs.begin(store, asked(name="refused"))
    train(store, begun, 1)
    with pytest.raises(BadInput, match="later"), runs.at_work(store, begun):
        raise BadInput("later")
    assert runs.names(store) == ["refused"]  # a step is kept, whatever happens after it
