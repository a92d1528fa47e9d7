"""`kishi train` and `kishi weights`, as a person uses them."""

import shlex
from dataclasses import asdict
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from kill_training import campaign

from kishi.cli import main
from kishi.cli.terminal.maps import drawn_map
from kishi.cli.train import Training, figure_texts
from kishi.core import game
from kishi.players import make_player
from kishi.store import Store
from kishi.training import TRAINERS, Step
from kishi.training.runs import command_of

SHORT = ["--games", "2000", "--openings", "2", "--more", "2", "--hall", "2", "--peers", "2"]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))


def kishi(*args: str, code: int = 0) -> Result:
    ran = CliRunner().invoke(main, list(args))
    assert ran.exit_code == code, ran.output
    return ran


@pytest.mark.parametrize("trainer", TRAINERS, ids=lambda t: str(t.method))
@pytest.mark.parametrize("flipped", [False, True])
def test_the_command_that_is_told_of_a_run_begins_the_same_run(
    trainer: Any, flipped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a setting is the trainer's own default, but not the preset's that an untold one has."""
    of = game(
        {"alphazero": "gomoku-8", "td": "othello", "patterns": "othello"}.get(
            trainer.method, "minishogi"
        )
    )
    settings = asdict(trainer()) | {"seed": 7}
    if flipped:
        settings |= {n: not v for n, v in settings.items() if isinstance(v, bool)}
    monkeypatch.setattr(Training, "watch", lambda self: None)
    with Store.open() as store:
        store.start_run("other", of.name, trainer.method, settings)
        run = store.find_run("other")
        assert run is not None
    kishi(*shlex.split(command_of(run._replace(name="same")))[1:])
    with Store.open() as store:
        same = store.find_run("same")
        assert same is not None and same.settings == settings


def test_a_drawn_map_has_no_negative_nought() -> None:
    values = np.full(64, -0.01, np.float32)
    values[0] = -1.25
    first, *others = drawn_map(game("othello"), values).plain.splitlines()[1].split()[1:]
    assert first == "-1.2" and set(others) == {"0.0"}


def test_train_then_play(tmp_path: Path) -> None:
    trained = kishi("train", "othello", "pso", "--swarm", "4", "--name", "mine", *SHORT)
    assert "kishi play othello --second pso:mine" in trained.output
    assert "Elo" in trained.output
    assert "mine" in kishi("weights").output
    shown = kishi("weights", "show", "mine").output
    assert "command: " in shown and "history: " in shown
    for spec in (
        "pso:mine",
        "greedy:map=mine",
        "table:mine",
        "search:eval=map,weights=mine,depth=2",
    ):
        assert make_player(game("othello"), spec).name
    written = kishi("weights", "export", "mine", str(tmp_path / "out"), "--as", "other").output
    assert (tmp_path / "out" / "other.safetensors").exists(), written
    chart = tmp_path / "curve.svg"
    kishi("weights", "curve", "mine", "-o", str(chart), "--openings", "20")
    assert chart.read_text().startswith("<svg")


def test_what_is_wrong_is_said() -> None:
    kishi("train", "othello", "ga", "--population", "8", "--elite", "2", "--name", "mine", *SHORT)
    wrong = {
        ("train", "othello", "ga", "--name", "mine"): "--resume",
        (
            "train",
            "othello",
            "ga",
            "--name",
            "mine",
            "--resume",
            "--seed",
            "2",
        ): "was begun with --seed 1",
        ("train", "othello", "pso", "--name", "mine", "--resume"): "by ga",
        ("train", "othello", "pso", "--name", "other", "--resume"): "no run 'other'",
        ("train", "othello", "pso", "--name", "a b"): "a name is",
        ("train", "othello", "pso", "--genome", "nap"): "no genome 'nap'; did you mean 'map'",
        ("train", "gomoku", "td"): "does not train gomoku",
        ("train", "othello", "ga", "--population", "4", "--elite", "4", "--name", "x"): "no room",
        ("weights", "show", "nine"): "did you mean 'mine'",
        ("match", "othello", "ga:nobody", "random"): "no weights 'nobody'",
        ("match", "othello", "greedy:map=clasic", "random"): "did you mean 'classic'",
    }
    for args, told in wrong.items():
        assert told in kishi(*args, code=2).output, args
    resume = ("train", "othello", "ga", "--name", "mine", "--resume")
    with Store.open() as store:
        run = store.find_run("mine")
        assert run is not None
        with store.working_at(run.id):
            assert "another process is training this run" in kishi(*resume, code=2).output
        store.start_run("old", "othello", "ga", {"gone_since": 0.5, "seed": 1})
    for typed in ((), ("--preset", "hour")):
        older = kishi("train", "othello", "ga", "--name", "old", "--resume", *typed, code=2).output
        assert "begun by another version of kishi, with --gone-since" in older
    again = kishi(*resume)
    assert "Going on after" in again.output


def test_killing_costs_nothing(tmp_path: Path) -> None:
    assert campaign(1, 1, tmp_path) >= 1


def test_figures_show_four_digits_that_matter_and_counts_whole() -> None:
    figures = {
        "positions": 442,
        "games/s": 33.6195,
        "loss": 0.00123456,
        "rate": 2767.4,
        "odd": nan,
        "speed": 512.34,
    }
    step = Step(1, "round", 1, 2, None, {**figures, "best": 0.61, "error": 0.0213})
    assert figure_texts(step) == {
        "best": "0.610 ± 0.021", "positions": "442", "games/s": "33.62", "loss": "0.001235", "rate": "2,767",
        "odd": "nan", "speed": "512.3",
    }  # fmt: skip


def test_what_is_refused_leaves_no_run_behind() -> None:
    alone = ["train", "othello", "cmaes", "--hall", "0", "--peers", "0", "--name", "mine"]
    for _ in range(2):  # the same line again: not that there is such a run already
        assert "nobody is there to play against" in kishi(*alone, code=2).output
    assert "mine" not in kishi("weights").output
    kishi("train", "othello", "cmaes", "--population", "4", "--name", "mine", *SHORT)
    assert "there is a run 'mine' already" in kishi(*alone, code=2).output
    assert "mine" in kishi("weights").output
