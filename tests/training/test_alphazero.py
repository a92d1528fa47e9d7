"""AlphaZeroTrainer's loop: it goes on after any stop, forgets old games, learns, and what it makes plays."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from outcomes import outcome

from kishi._native import SearchControl, SelfPlaySamples, random_engine
from kishi.arena.openings import Opening
from kishi.cli import main
from kishi.cluster import Processes, Threads
from kishi.core import Choice, Game, Limit, Record, Weights, game
from kishi.errors import BadInput
from kishi.formats import games as games_format
from kishi.players import make_player
from kishi.players.alphazero import NetPlayer
from kishi.players.net_session import KIND, ONNX, session_of
from kishi.players.trained import player_of
from kishi.store import Store
from kishi.training import PRESETS, TrainingContext, network_match
from kishi.training.alphazero import selfplay, trainer
from kishi.training.alphazero.network import net_for
from kishi.training.alphazero.onnx_model import onnx_of
from kishi.training.alphazero.replay import ReplayBuffer, batches, samples_in
from kishi.training.alphazero.selfplay import SelfPlayTask, openings_for
from kishi.training.alphazero.trainer import AlphaZeroTrainer
from kishi.training.fitness import MatchRunner
from kishi.training.network_match import NetworkMatch
from kishi.training.openings import held_out

OF = game("othello-6")
TINY = AlphaZeroTrainer(
    size="tiny", games=20, round=8, simulations=6, fast_simulations=3, full_share=0.5, batch=16,
    sample_reuse=1, replay_buffer=1_000,
)  # fmt: skip
BATCH = SelfPlayTask("othello-6", "", 8, 4, 0.5, 0.3, 6, 5)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(trainer, "GAMES_IN_A_BATCH", 4)
    monkeypatch.setattr(trainer, "MARK_OPENINGS", 1)
    monkeypatch.setattr(trainer, "STATISTICS_OF", 64)
    monkeypatch.setattr(network_match, "SIMULATIONS", 4)
    torch.set_num_threads(1)
    yield


def network(of: Game, seed: int = 1) -> Weights:
    """One that has learned nothing, but answers."""
    torch.manual_seed(seed)
    net = net_for(of, "tiny")
    with torch.no_grad():
        net.on_board.weight.normal_(0, 0.5)
        net.outcome.weight.normal_(0, 0.3)
    model = np.frombuffer(onnx_of(net.eval()), np.uint8)
    return Weights(of.name, KIND, {ONNX: model})


# Games.


def test_a_batch_of_games_is_a_file_that_says_what_is_in_it() -> None:
    data = selfplay.play(BATCH, SearchControl())
    about = games_format.about(data, "it")
    assert about["games"] == 6 and about["seed"] == 5 and about["simulations_done"] > about["plies"]
    samples = samples_in(OF, data)
    assert samples.games == 6 and len(samples) > 0
    assert samples.last_end.legal_moves() == [] or about["resigned"]
    assert games_format.body(selfplay.play(BATCH, SearchControl()), "it") == games_format.body(
        data, "it"
    )
    assert games_format.body(
        selfplay.play(BATCH._replace(seed=6), SearchControl()), "it"
    ) != games_format.body(data, "it")
    with pytest.raises(BadInput, match="it is damaged"):
        games_format.about(data[:-9] + b"x" + data[-8:], "it")


@pytest.mark.parametrize("name", ["othello", "gomoku-8", "minishogi"])
def test_games_begin_from_no_held_out_opening(name: str) -> None:
    of = game(name)
    openings = openings_for(of, 40, 3)
    assert len(openings) == 40 and [] in openings and any(openings)
    for moves in filter(None, openings):
        line = [of.start()]
        for move in moves:
            line.append(line[-1].play(move))
        assert not held_out(of, Opening(None, tuple(moves)))


def test_old_rounds_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kishi.training.alphazero.replay.FEWEST", 10)
    replay = ReplayBuffer(OF, tmp_path, 100)
    data = selfplay.play(BATCH, SearchControl())
    for number in range(4):
        for first in (0, 4):
            replay.put(number, first, data)
    made = [50, 50, 50, 50]
    assert list(replay.window(made)) == [2, 3]  # the newest 100: less than 0.6 of 200
    assert list(replay.window([50, 50])) == [0, 1]
    assert list(replay.window([4, 4, 4])) == [0, 1, 2]  # there are few: all
    one = len(samples_in(OF, data))
    assert len(replay.samples(made)) == 4 * one
    half = tmp_path / ".00001-0000000.games.123"  # of a process that was killed while it wrote
    half.write_bytes(b"kishi")
    replay.forget(2)
    assert not half.exists()
    assert sorted(p.name[:5] for p in tmp_path.iterdir()) == ["00002", "00002", "00003", "00003"]
    assert replay.about(1, 0) is None and replay.about(2, 0) is not None
    replay.put(3, 0, data[:-1])  # a damaged one is as good as none: its games are played again
    assert replay.about(3, 0) is None


def test_batches_depend_on_the_seed_alone() -> None:
    samples = SelfPlaySamples(OF)
    samples.add(games_format.body(selfplay.play(BATCH, SearchControl()), "it"))
    one, two, other = (list(batches(samples, OF, 8, 3, seed)) for seed in (1, 1, 2))
    assert len(one) == 3
    for a, b in zip(one, two, strict=True):
        assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))
    assert not np.array_equal(one[0].planes, other[0].planes)
    assert np.allclose(one[0].policy.clip(0).sum(1), 1, atol=1e-4)


# Runs.


def context_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch, of: Game = OF, threads: int = 1
) -> TrainingContext:
    monkeypatch.setenv("KISHI_HOME", str(folder))
    store = Store.open()
    store.start_run("run", of.name, KIND, {"games": 20, "seed": 1})
    run = store.find_run("run")
    assert run is not None
    return TrainingContext(of, 1, MatchRunner(Threads(1), threads), store, run)


def test_a_run_stopped_anywhere_goes_on_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = context_in(tmp_path / "whole", monkeypatch)
    steps = list(TINY.run(whole))
    assert [n for n, _, _ in outcome(whole)] == [1, 2, 3] and outcome(whole)[-1][2]["games"] == 20
    assert outcome(whole)[-1][1] is not None
    assert any(s.position is not None for s in steps)
    assert not list(TINY.run(whole))
    played, stops = 0, 0
    while len(outcome(again := context_in(tmp_path / "stopped", monkeypatch))) < 3:
        played += len(list(islice(TINY.run(again), 2)))  # after every second step anew
        stops += 1
        assert stops < 30
    assert outcome(again) == outcome(whole)


def test_a_run_may_begin_with_a_network_of_another_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = replace(TINY, start="earlier", games=8)

    def context(folder: str) -> TrainingContext:
        found = context_in(tmp_path / folder, monkeypatch)
        if found.store.find_run("earlier") is None:
            run = found.store.start_run("earlier", "othello", KIND, {})
            id = found.store.put_weights(network(game("othello")), {})
            found.store.add_step(run, id, {}, None, 1)
        return found

    first = list(begun.run(whole := context("whole")))
    assert first and outcome(whole)[-1][1] is not None
    list(islice(begun.run(context("stopped")), 1))
    list(begun.run(again := context("stopped")))
    assert outcome(again) == outcome(whole)
    fresh = list(replace(TINY, games=8).run(context_in(tmp_path / "fresh", monkeypatch)))
    assert fresh[-1].weights is not None and first[-1].weights is not None
    assert fresh[-1].weights.id != first[-1].weights.id


def test_what_cannot_be_begun_with_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(of: str, **settings: Any) -> str:
        context = context_in(tmp_path / f"{of} {settings}", monkeypatch, game(of))
        with pytest.raises(BadInput) as said:
            list(replace(TINY, **settings).run(context))
        return str(said.value)

    assert "no weights 'nobody'" in refused("othello-6", start="nobody")
    assert "--start wants a network of othello" in refused("othello-6", start="td-othello")
    assert "--start wants a network of minishogi" in refused(
        "minishogi", start="alphazero-gomoku-8"
    )
    assert "not a tiny network of gomoku" in refused("gomoku-6", start="alphazero-gomoku-8")


def test_a_game_of_which_nothing_special_is_known_is_trained_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = game("tictactoe")
    steps = list(TINY.run(context := context_in(tmp_path, monkeypatch, of)))
    assert outcome(context)[-1][2]["games"] == 20
    weights = steps[-1].weights
    assert weights is not None
    context.store.close()
    choice = make_player(of, "alphazero:run").choose(Record.new(of), Limit())
    assert isinstance(choice, Choice) and choice.priors is not None
    assert set(choice.priors) == set(range(9))


def children() -> Iterator[int]:
    """The process numbers of this process's children."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == os.getpid():
                yield int(stat.parent.name)


def test_a_run_in_processes_survives_the_loss_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the games are those of one worker alone."""
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    tasks = [BATCH._replace(seed=seed) for seed in range(4)]
    alone = {
        seed: games_format.body(selfplay.play(t, SearchControl()), "it")
        for seed, t in enumerate(tasks)
    }
    cluster = Processes(2)
    try:
        found = {}
        for task, data in cluster.map(selfplay.PLAY, tasks):
            found[task.seed] = games_format.body(data, "it")
            if len(found) == 1:
                os.kill(next(iter(children())), signal.SIGKILL)
        assert found == alone
    finally:
        cluster.close()


def test_it_learns_to_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games are enough to foresee better how they end than knowing nothing."""
    context = context_in(tmp_path, monkeypatch)
    plan = AlphaZeroTrainer(
        size="tiny",
        games=96,
        round=32,
        simulations=16,
        fast_simulations=4,
        full_share=1,
        batch=64,
        sample_reuse=3,
    )
    losses = [s.figures["value"] for s in plan.run(context) if "learning" in s.title]
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("preset", [p for p in PRESETS if p != "faithful"])
@pytest.mark.parametrize("name", ["othello", "othello-6", "gomoku-8", "gomoku", "minishogi"])
def test_presets(preset: str, name: str) -> None:
    plan = AlphaZeroTrainer(**AlphaZeroTrainer.preset(preset, game(name)))
    assert plan.games >= 2 * plan.games_a_round >= 64
    if plan.games_a_round < 512:  # no round of a few leftover games at the end
        assert -(-plan.games // plan.games_a_round) <= 8
    with pytest.raises(BadInput, match="no write-up trains by alphazero"):
        AlphaZeroTrainer.preset("faithful", game(name))


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    monkeypatch.setattr("kishi.training.measure.NET_OPENINGS", 1)
    few = [
        "--games",
        "8",
        "--round",
        "4",
        "--simulations",
        "4",
        "--fast-simulations",
        "2",
        "--size",
        "tiny",
    ]
    ran = CliRunner().invoke(main, ["train", "othello-6", "alphazero", "--name", "mine", *few])
    assert ran.exit_code == 0, ran.output
    assert "kishi play othello-6 --second alphazero:mine" in ran.output
    shown = CliRunner().invoke(main, ["weights", "show", "mine"])
    assert shown.exit_code == 0 and "alphazero" in shown.output
    written = CliRunner().invoke(main, ["weights", "export", "mine", str(tmp_path / "out")])
    assert written.exit_code == 0, written.output
    match = ["match", "othello-6", "alphazero:mine,simulations=4", "random", "--games", "2"]
    ran = CliRunner().invoke(main, match)
    assert ran.exit_code == 0, ran.output


# What it makes plays.


@pytest.mark.parametrize("name", ["othello", "othello-6", "gomoku-8", "gomoku", "minishogi"])
def test_a_network_plays(name: str) -> None:
    of = game(name)
    player = player_of(of, network(of), "net", 1)
    assert isinstance(player, NetPlayer)
    record = Record.new(of)
    for limit in (Limit(nodes=30), Limit(seconds=0.05), Limit(clocks=(1.0, 1.0)), Limit()):
        choice = player.choose(record, limit)
        assert choice.move in record.position.legal_moves()
        assert choice.nodes > 0 and choice.visits
        record = record.play(choice)

    def fresh() -> Choice:
        choice = player_of(of, network(of), "net", 1).choose(Record.new(of), Limit(nodes=50))
        assert isinstance(choice, Choice)
        return choice

    one, two = fresh(), fresh()
    assert (one.move, one.visits, one.line) == (two.move, two.visits, two.line)
    assert one.priors is not None and sum(one.priors.values()) == pytest.approx(1, abs=1e-4)


def test_it_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    of = game("gomoku-8")
    player = NetPlayer("net", of, session_of(of, network(of)), simulations=10**8)
    run, control = player._session.run, SearchControl()

    def stopping(planes: Any) -> Any:
        control.stop()
        return run(planes)

    monkeypatch.setattr(player._session, "run", stopping)
    choice = player.choose(Record.new(of), Limit(), control)
    assert choice.nodes < 100
    player.close()


def test_its_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kishi.players.alphazero.MOST_EDGES", 64 * 50)
    of = game("gomoku-8")
    for limit in (Limit(nodes=10**15), Limit(seconds=30.0)):
        player = player_of(of, network(of), "net", 1)
        assert player.choose(Record.new(of), limit).nodes == 50  # type: ignore[union-attr]


def test_without_weights_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    with pytest.raises(BadInput, match="no weights 'nothing'"):
        make_player(OF, "alphazero:nothing")
    with pytest.raises(BadInput, match="simulations is a whole number"):
        make_player(OF, "alphazero:simulations=0")


def test_trials_count_every_game() -> None:
    """Both colours of every opening against every opponent."""
    of = game("gomoku-8")
    match = NetworkMatch(
        game=of,
        session=session_of(of, network(of)),
        opponents=[random_engine(of, 1), random_engine(of, 2)],
        openings=[[of.start()]] * 37,
        most_plies=1000,
        control=SearchControl(),
    )
    counts = match.play()
    assert counts.sum(axis=1).tolist() == [74, 74]
    assert counts[:, 0].min() > 60  # with its solver for fours even an empty head beats chance
