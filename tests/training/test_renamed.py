"""Old names of trainers, settings, options and commands: refused with today's, and renamed in a store."""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kishi.cli import main
from kishi.cluster import Threads
from kishi.core import game
from kishi.errors import BadInput
from kishi.players import parse_spec
from kishi.store import Store
from kishi.training import runs
from kishi.training.context import TrainingContext, settings_of
from kishi.training.fitness import MatchRunner
from kishi.training.runs import RunRequest, trainer_named
from kishi.training.td import TdTrainer

OTHELLO = game("othello")
BEFORE = 2  # the version of a store that still has the old names


def typed(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("train minishogi montecarlo", "the trainer montecarlo is now called valuenet"),
        ("train othello td --rate 0.1", "--rate is now called --learning-rate"),
        ("train othello td --rate=0.1", "--rate is now called --learning-rate"),
        ("train othello td --stretch 5", "--stretch is now called --chunk"),
        ("train minishogi valuenet --passes 2", "--passes is now called --sample-reuse"),
        ("train gomoku alphazero --press 0.5", "--press is now called --draw-contempt"),
        ("train gomoku alphazero --spar 0.7", "--spar no longer exists"),
        ("weights int8 mine", "kishi weights int8 no longer exists"),
    ],
)
def test_an_old_name_is_refused_with_the_new_one(
    words: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    ran = typed(*words.split())
    assert (ran.exit_code, ran.output) == (2, f"kishi: {line}\n")


def test_a_name_that_never_was_is_no_old_one() -> None:
    ran = typed("train", "othello", "td", "--rat", "1")
    assert ran.exit_code == 2 and "No such option" in ran.output and "now" not in ran.output
    ran = typed("train", "othello", "mcts")
    assert ran.exit_code == 2 and "No such command 'mcts'" in ran.output


def test_old_names_are_refused_below_the_faces() -> None:
    with pytest.raises(BadInput, match="the trainer montecarlo is now called valuenet"):
        trainer_named("montecarlo")
    asked = RunRequest(OTHELLO, TdTrainer, chosen={"strangers": 0.5})
    with pytest.raises(BadInput, match="td's setting strangers is now called random_opponents"):
        asked.settings  # noqa: B018 - it is worked out when asked for
    with pytest.raises(BadInput, match="alphazero's option edge no longer exists"):
        parse_spec(OTHELLO, "alphazero:edge=0.25")
    assert parse_spec(OTHELLO, "montecarlo:150").kind == "montecarlo"  # the player keeps its name


def as_before(path: Path, old: Mapping[str, tuple[str, Mapping[str, object]]]) -> None:
    """Make the runs of this store what an earlier kishi wrote."""
    with sqlite3.connect(path) as db:
        for name, (trainer, settings) in old.items():
            row = (trainer, json.dumps(settings), name)
            db.execute("UPDATE run SET trainer = ?, settings = ? WHERE name = ?", row)
        # What later versions have added.
        db.execute("DROP TABLE own")
        db.execute("DROP TABLE effort")
        db.execute("ALTER TABLE event DROP COLUMN excluded")
        db.execute(f"PRAGMA user_version = {BEFORE}")


def test_runs_of_an_old_store_have_the_new_names(tmp_path: Path) -> None:
    path = tmp_path / "kishi.db"
    with Store.open(path) as store:
        for name in ("net", "zero", "maps"):
            store.start_run(name, "minishogi", "?", {})
    net = {"rate": 1e-3, "last_rate": 1e-4, "passes": 2, "games": 5, "seed": 1}
    zero = {"rate": 3e-3, "cheap": 16, "press": 0.5, "spar": 0.7, "rule": "gumbel", "seed": 1}
    maps = {"games": 10, "openings": 6, "seed": 1}
    as_before(
        path, {"net": ("montecarlo", net), "zero": ("alphazero", zero), "maps": ("pso", maps)}
    )
    with Store.open(path) as store:
        known = {run.name: run for run in store.runs()}
    assert known["net"].trainer == "valuenet"
    assert known["net"].settings == {
        "learning_rate": 1e-3, "last_learning_rate": 1e-4, "sample_reuse": 2, "games": 5, "seed": 1,
    }  # fmt: skip
    assert settings_of(known["net"], trainer_named("valuenet"))[1] == 1
    assert (known["maps"].trainer, known["maps"].settings) == ("pso", maps)
    # What is gone is not: such a run would go on to another end.
    assert known["zero"].settings["draw_contempt"] == 0.5
    with pytest.raises(BadInput, match=r"begun by another version of kishi, with --.*--spar"):
        settings_of(known["zero"], trainer_named("alphazero"))


def test_a_run_begun_under_old_names_goes_on_to_the_same_end(tmp_path: Path) -> None:
    def trained(path: Path, steps: int | None = None) -> str | None:
        with Store.open(path) as store:
            run = runs.find(store, "run")
            settings, seed = settings_of(run, TdTrainer)
            context = TrainingContext(OTHELLO, seed, MatchRunner(Threads(1)), store, run)
            for step in TdTrainer(**settings).run(context):
                if step.number == steps:
                    break
            return store.newest(run.id)[1]

    asked = RunRequest(OTHELLO, TdTrainer, "run", 3, chosen={"games": 80, "chunk": 20, "phases": 1})
    for name in ("whole", "stopped"):
        with Store.open(tmp_path / name) as store:
            begun = runs.begin(store, asked)
    whole = trained(tmp_path / "whole")
    trained(tmp_path / "stopped", steps=2)
    old = {"learning_rate": "rate", "last_learning_rate": "last_rate",
           "random_opponents": "strangers", "chunk": "stretch"}  # fmt: skip
    before = {old.get(name, name): value for name, value in begun.settings.items()}
    as_before(tmp_path / "stopped", {"run": ("td", before)})
    assert trained(tmp_path / "stopped") == whole
