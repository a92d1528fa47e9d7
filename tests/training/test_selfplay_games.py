"""The games that a training run plays against itself are games like all others."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from click.testing import CliRunner
from starlette.testclient import TestClient

from kishi.cli import main
from kishi.cluster import Threads
from kishi.core import Record, game
from kishi.errors import BadInput
from kishi.formats import read
from kishi.store import Run, Store
from kishi.training import Trainer, TrainingContext, games_file
from kishi.training.alphazero.trainer import AlphaZeroTrainer
from kishi.training.fitness import MatchRunner
from kishi.training.nnue import trainer as nnue_trainer
from kishi.training.nnue.trainer import NnueTrainer
from kishi.web import make_app

RUNS: dict[str, Trainer] = {
    "othello-6": AlphaZeroTrainer(
        size="tiny",
        games=12,
        round=6,
        simulations=6,
        fast_simulations=3,
        batch=16,
        sample_reuse=1,
        replay_buffer=1_000,
    ),
    "minishogi": NnueTrainer(rounds=1, games=12, nodes=20, epochs=1, batch=64, match=2),
}


@pytest.fixture(scope="module", params=RUNS)
def trained(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The home in which a tiny run has been made."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KISHI_HOME", str(folder))
        patch.setattr(nnue_trainer, "GAMES_IN_A_BATCH", 6)
        patch.setattr(nnue_trainer, "HELD_OUT_GAMES", 3)
        torch.set_num_threads(1)
        of = game(request.param)
        with Store.open() as store:
            store.start_run("tiny", of.name, RUNS[of.name].method, {"games": 12, "seed": 1})
            context = TrainingContext(of, 1, MatchRunner(Threads(1)), store, found(store))
            list(RUNS[of.name].run(context))
    return folder


@pytest.fixture
def run(trained: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("KISHI_HOME", str(trained))
    with Store.open() as store:
        return found(store)


def found(store: Store) -> Run:
    run = store.find_run("tiny")
    assert run is not None
    return run


def records(run: Run) -> list[Record]:
    return [encoded.record(game(run.game)) for encoded in games_file.games_of(run)]


def test_each_is_a_whole_game(run: Run) -> None:
    every = records(run)
    assert len(every) == 12 == sum(games_file.files_of(run).values())
    assert all(r.over and r.choices for r in every)
    # What the searches thought is there, but for the moves of the opening.
    assert all(r.choices[-1].value is not None for r in every)
    if run.trainer == "alphazero":
        learned = [c for r in every for c in r.choices if c.visits]
        assert learned and all(c.value is not None for c in learned)


def test_some_of_them(run: Run) -> None:
    every = list(games_file.games_of(run))
    for first in (0, 1, 5, 6, 7, 11, 12, 99):
        for most in (1, 6, 8, 50):
            assert list(games_file.games_of(run, first, most)) == every[first : first + most]


def test_a_file_that_the_run_forgets_meanwhile_is_left_out(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = dict.fromkeys([tmp_path / "gone.games"], 5)
    kept = games_file.files_of(run)
    monkeypatch.setattr(games_file, "files_of", lambda run: {**gone, **kept})
    assert len(list(games_file.games_of(run))) == 12 == len(list(games_file.games_of(run, 5)))


def test_a_file_of_them_is_analysed(run: Run) -> None:
    file, _ = games_file.files_of(run).popitem()
    second = list(read(file.read_bytes()))[1]
    assert isinstance(second, Record)
    words = ["analyze", str(file), "--number", "2", "--ply", "3", "--limit", "nodes=100", "--json"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["position"] == str(second.positions[3])


@pytest.mark.parametrize("ending", [".jsonl", ".games"])
def test_they_are_exported(run: Run, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"out{ending}"
    done = CliRunner().invoke(main, ["export", "tiny", str(out), "--selfplay"])
    assert done.exit_code == 0, done.output
    back = [r for r in read(out.read_bytes()) if isinstance(r, Record)]
    assert [(r.moves, r.verdict, r.end) for r in back] == [
        (r.moves, r.verdict, r.end) for r in records(run)
    ]


def test_what_cannot_be_exported_is_said(run: Run, tmp_path: Path) -> None:
    for words, message in (
        (["tiny"], "'tiny' is a training run: --selfplay"),
        (["tony", "--selfplay"], "there is no training run 'tony'; did you mean 'tiny'?"),
    ):
        done = CliRunner().invoke(main, ["export", *words, str(tmp_path / "x.jsonl")])
        assert done.exit_code == 2 and message in done.stderr


def test_they_open_in_review(run: Run) -> None:
    """By what the pages ask."""
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        (listed,) = client.get("/api/events").json()["runs"]
        assert (listed["id"], listed["name"], listed["all"]) == (run.id, "tiny", 12)
        assert client.get(f"/api/runs/{run.id}").json()["selfplay"]
        page = client.get(f"/api/runs/{run.id}/games?first=4").json()
        assert page["all"] == 12 and [g["number"] for g in page["games"]] == list(range(5, 13))
        line = client.get(f"/api/runs/{run.id}/games/5").json()
        fifth = records(run)[4]
        assert [p.get("move") for p in line["plies"][1:]] == list(fifth.moves)
        assert line["end"]["result"] == fifth.verdict.name.lower() == page["games"][0]["result"]
        for number in (0, 13, 10**30):
            assert client.get(f"/api/runs/{run.id}/games/{number}").status_code == 404


def test_files_of_another_version_are_told_of_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    with Store.open() as store:
        store.start_run("tiny", "othello", "alphazero", {})
        run = found(store)
    games_file.write_whole(
        games_file.folder_of(run) / "00000-0000000.games", b"kishi guided games 2\n{}\nxxxx"
    )
    with pytest.raises(BadInput, match=r"is no file of kishi's games, or one of another version"):
        list(games_file.games_of(run))
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        assert client.get("/api/events").json()["runs"] == []
        assert client.get(f"/api/runs/{run.id}/games").status_code == 422
