"""Training a network: what is on disk, what is learned, and that a stopped run comes to the same end."""

import errno
import os
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from outcomes import outcome

from kishi import _native
from kishi.arena import compare
from kishi.cli import main
from kishi.cli.train import Training
from kishi.cluster import Threads
from kishi.core import Choice, Limit, Record, SearchControl, Verdict, Weights, game
from kishi.errors import BadInput, StoreFailed
from kishi.formats import games as games_format
from kishi.formats import read
from kishi.players import make_player
from kishi.players.trained import engine_of
from kishi.store import PackedGame, Store
from kishi.store.packed import move_numbers
from kishi.training import TrainingContext, games_file
from kishi.training.fitness import MatchRunner
from kishi.training.nnue import selfplay, trainer
from kishi.training.nnue.network import NnueLearner, NnuePlan, SparseNet
from kishi.training.nnue.samples import Samples, merged, samples_of
from kishi.training.nnue.trainer import NnueTrainer
from kishi.training.openings import held_out_openings
from samples import random_line

MINISHOGI = game("minishogi")
SHAPE = _native.network_shape(MINISHOGI)
TINY = NnueTrainer(rounds=2, games=24, nodes=30, epochs=2, batch=64, match=4, window=2)
BATCH = selfplay.SearchGamesTask("minishogi", "kings", "", 40, 6, 5)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "GAMES_IN_A_BATCH", 6)
    monkeypatch.setattr(compare, "PAIRS_AT_ONCE", 1)
    monkeypatch.setattr(trainer, "HELD_OUT_GAMES", 3)
    torch.set_num_threads(1)


def packed_games(data: bytes) -> list[PackedGame]:
    return [encoded.packed for encoded in games_format.games_in(data)]


# Games on disk.


def test_games_come_back_as_they_were() -> None:
    data = selfplay.play(BATCH, SearchControl())
    about = games_format.about(data)
    assert about["seed"] == 5 and "threads" not in about
    games = list(games_format.games_in(data))
    openings = [g.packed.opening for g in games]
    records = [g.record(MINISHOGI) for g in games]  # checks that all moves are legal
    assert records == list(read(data)) and all(r.over for r in records)
    assert len(games) == about["games"] == 6
    assert about["positions"] == sum(len(r.moves) for r in records) - sum(openings)
    for record, given in zip(records, openings, strict=True):
        assert [c.value is None for c in record.choices].count(True) == given > 0
    assert selfplay.play(BATCH._replace(threads=2), SearchControl()) == data
    assert selfplay.play(BATCH._replace(seed=6), SearchControl()) != data


def test_games_of_training_begin_from_no_held_out_opening() -> None:
    games = games_format.games_in(selfplay.play(BATCH._replace(games=40, nodes=1), SearchControl()))
    begun = {tuple(move_numbers(g.packed.moves)[: g.packed.opening]) for g in games}
    assert len(begun) == 40 and not begun & {o.moves for o in held_out_openings(MINISHOGI, 200)}


@pytest.mark.parametrize("at", [0, 30, 200, -2])
def test_a_damaged_file_is_one_clear_line(at: int) -> None:
    data = bytearray(selfplay.play(BATCH, SearchControl()))
    data[at] ^= 1
    with pytest.raises(BadInput, match=r"^it is (damaged|no file)"):
        list(games_format.games_in(bytes(data), "it"))
    with pytest.raises(BadInput, match="damaged"):
        list(games_format.games_in(selfplay.play(BATCH, SearchControl())[:-1], "it"))


# What is learned from.


def test_samples_are_quiet_and_open_positions() -> None:
    line = random_line(MINISHOGI, 3)
    moves = [next(m for m in a.legal_moves() if a.play(m) == b) for a, b in pairwise(line)]
    values = np.linspace(-32767, 32767, len(moves)).astype(np.int16)
    played = PackedGame(
        0, None, 4, np.array(moves, "<u2").tobytes(), values.tobytes(), None,
        Verdict.SECOND_WINS.value, None,
    )  # fmt: skip
    samples = samples_of(MINISHOGI, [played])
    quiet = np.zeros(len(moves), np.bool_)
    _native.quiet(line[:-1], np.array(moves, np.uint16), quiet)
    kept = [i for i in range(4, len(moves)) if quiet[i] and abs(values[i]) < 0.985 * 32767]
    assert 0 < len(kept) < len(moves) - 4
    assert samples.values.tolist() == pytest.approx([values[i] / 32767 for i in kept])
    assert samples.results.tolist() == [1.0 if line[i].turn == 1 else -1.0 for i in kept]
    out = np.zeros((len(kept), 2, SHAPE.most_on), np.int32)
    _native.sparse_inputs([line[i] for i in kept], out)
    assert (samples.inputs == out).all()


def test_a_position_that_comes_often_is_learned_once() -> None:
    inputs = np.zeros((3, 2, SHAPE.most_on), np.int32)
    inputs[1] = np.arange(SHAPE.most_on)
    inputs[2] = np.arange(SHAPE.most_on)[::-1]
    values, results = np.array([0.5, 0.2, 0.4], np.float32), np.array([1, 1, -1], np.float32)
    once = merged(Samples(inputs, values, results))
    assert once.count == 2
    assert sorted(zip(once.values.tolist(), once.results.tolist(), strict=True)) == [
        (pytest.approx(0.3), 0.0),
        (0.5, 1.0),
    ]


# The network.


def whole(x: torch.Tensor, unit: int) -> torch.Tensor:
    """Rounded to whole numbers of 1/unit, halves away from zero."""
    return torch.sign(x) * torch.floor(torch.abs(x.double()) * unit + 0.5)


def cut(sums: torch.Tensor, unit: int) -> torch.Tensor:
    """What a layer hands on: rounded, from 0 to 127."""
    return torch.floor((sums + unit / 2) / unit).clamp(0, 127)


def rounded_logits(numbers: torch.Tensor, inputs: torch.Tensor) -> torch.Tensor:
    """The network as torch works it out with the core's roundings and no others."""
    wide, small = SHAPE.wide, SHAPE.small
    sizes = [SHAPE.inputs * wide, wide, wide * small, small, small * small, small, small, 1]
    table, bias, w2, b2, w3, b3, w4, b4 = numbers.split(sizes)
    rows = torch.cat([whole(table, 512).reshape(-1, wide), torch.zeros(1, wide)])
    seen = cut(rows[inputs.long()].sum(dim=2) + whole(bias, 512), 4)
    one, other = seen.chunk(2, dim=2)
    x = cut(one * other, 128).reshape(len(inputs), -1)
    for w, b in ((w2, b2), (w3, b3)):
        x = cut(x @ whole(w, 256).reshape(small, -1).T + whole(b, 128 * 256), 256)
    return (x @ whole(w4, 256) + whole(b4, 128 * 256)) / (128 * 256)


def test_torch_and_the_core_say_the_same_of_100_000_positions() -> None:
    """Exactly the same where torch rounds as the core does; and rounding changes little."""
    torch.manual_seed(1)
    net = SparseNet(SHAPE)
    with torch.no_grad():
        net.table.weight.normal_(0, 0.1)
        net.table.weight[SHAPE.inputs] = 0
        for layer, size in ((net.second, 0.2), (net.third, 0.4), (net.last, 1.0)):
            layer.weight.normal_(0, size)
    positions = [p for seed in range(2_500) for p in random_line(MINISHOGI, seed)][:100_000]
    assert len(positions) == 100_000
    inputs = np.zeros((len(positions), 2, SHAPE.most_on), np.int32)
    _native.sparse_inputs(positions, inputs)
    told = np.zeros(len(positions), np.float32)
    numbers = net.numbers()
    _native.network_logits(numbers, positions, told)
    off = differ = 0.0
    for at, some in enumerate(torch.from_numpy(inputs).split(10_000)):
        core = torch.from_numpy(told[10_000 * at : 10_000 * (at + 1)])
        with torch.no_grad():
            off += float((rounded_logits(torch.from_numpy(numbers), some).float() != core).sum())
            differ += float((net(some) - core).abs().sum())
    assert off == 0
    assert np.std(told) > 0.5 and differ / len(positions) < 0.05 * np.std(told)


def test_learning_makes_the_loss_smaller() -> None:
    samples = samples_of(
        MINISHOGI, packed_games(selfplay.play(BATCH._replace(games=40), SearchControl()))
    )
    learner = NnueLearner(SHAPE, NnuePlan(6, 64, 0.01, 0.3, 1), samples)
    before = learner.loss(samples)
    losses = [learner.learn() for _ in range(6)]
    assert learner.loss(samples) < losses[-1] < losses[0] <= before + 0.01


# Runs.


def context_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> TrainingContext:
    monkeypatch.setenv("KISHI_HOME", str(folder))
    store = Store.open()
    store.start_run("run", "minishogi", "nnue", {"games": 24, "seed": 1})
    run = store.find_run("run")
    assert run is not None
    return TrainingContext(MINISHOGI, 1, MatchRunner(Threads(1)), store, run)


def test_a_run_stopped_anywhere_goes_on_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = context_in(tmp_path / "whole", monkeypatch)
    steps = list(TINY.run(whole))
    assert [s.title for s in steps if "playing" in s.title] == ["round 1, playing"] * 2 + [
        "round 2, playing"
    ] * 2
    assert [n for n, _, _ in outcome(whole)] == [1, 2] and outcome(whole)[-1][2]["games"] == 24
    assert not list(TINY.run(whole))
    left, stops = len(steps), 0
    while left:  # after each step anew
        again = context_in(tmp_path / "stopped", monkeypatch)
        left -= len(list(islice(TINY.run(again), 1)))
        stops += 1
        assert stops <= len(steps)
    assert outcome(again) == outcome(whole)
    left_over = {f.suffix for f in (tmp_path / "stopped" / "selfplay").rglob("*") if f.is_file()}
    assert left_over == {".games"}


def test_a_network_plays_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = context_in(tmp_path, monkeypatch)
    numbers = SparseNet(SHAPE).numbers().astype(np.float16)
    weights = Weights("minishogi", "network", {"numbers": numbers})
    context.keep(1, weights, {"games": 1})
    record = Record.new(MINISHOGI)
    for spec in ("nnue:run", "search:eval=network,weights=run"):
        choice = make_player(MINISHOGI, spec).choose(record, Limit(nodes=100))
        assert isinstance(choice, Choice) and choice.move in MINISHOGI.start().legal_moves()
    assert engine_of(MINISHOGI, weights, 0) is not None
    with pytest.raises(BadInput, match="not for the evaluation kings"):
        make_player(MINISHOGI, "search:eval=kings,weights=run")


def test_a_resumed_run_tells_the_command_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    monkeypatch.setattr(Training, "_report", lambda self: None)  # which plays many games
    begun = ["--name", "run", "--games", "12", "--nodes", "9", "--epochs", "1", "--match", "2"]

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as pressed:
        pressed.setattr(trainer.NnueRun, "_learner", stopped)
        CliRunner().invoke(main, ["train", "minishogi", "nnue", *begun])
    ran = CliRunner().invoke(main, ["train", "minishogi", "nnue", "--name", "run", "--resume"])
    assert ran.exit_code == 0, ran.output
    with Store.open() as store:
        run = store.find_run("run")
        assert run is not None
        ((_, made, _),) = store.steps(run.id)
        assert made is not None
        command = store.weights_origin(made)["command"]
    assert all(f"{a} {b}" in command for a, b in zip(begun[::2], begun[1::2], strict=True))


def test_without_torch_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    monkeypatch.setattr("kishi.training.context.find_spec", lambda name: None)
    ran = CliRunner().invoke(main, ["train", "minishogi", "nnue"])
    assert ran.exit_code == 2
    assert "-m pip install 'onnx>=" in ran.output
    with Store.open(tmp_path / "kishi.db") as store:
        assert not store.runs()  # nothing was begun


def test_a_disk_that_takes_no_more_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreFailed, match=r"cannot write .*games: No space left on device"):
        games_file.write_whole(tmp_path / "0.games", b"much")
    assert list(tmp_path.iterdir()) == []


def test_more_rounds_than_games_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadInput, match="5 rounds need more than 3 games"):
        list(NnueTrainer(rounds=5, games=3).run(context_in(tmp_path, monkeypatch)))
