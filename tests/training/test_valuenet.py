"""Write-up 4's value network: the mates it begins with, its targets, its learning, and how it plays."""

import importlib.util
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from click.testing import CliRunner

from kishi import _native
from kishi._native import SearchControl
from kishi.cli import main
from kishi.cluster import Threads
from kishi.core import Choice, Limit, Record, game
from kishi.errors import BadInput
from kishi.games.minishogi import MINISHOGI
from kishi.players import make_player
from kishi.store import Store
from kishi.training import TrainingContext, measure, work
from kishi.training.context import is_marked
from kishi.training.fitness import MatchRunner
from kishi.training.valuenet import trainer
from kishi.training.valuenet.mates import attack_maps, mates_to_learn
from kishi.training.valuenet.network import WIDTHS, DenseNet
from kishi.training.valuenet.trainer import (
    ValueNetTrainer,
    backward,
    distinct_openings,
    line_of,
    play,
)
from kishi.web.run_views import History, facts, sample_game
from reference import minishogi as reference
from samples import fewer, played

GAME = game("minishogi")
torch.set_num_threads(1)  # as training does
TINY: dict[str, Any] = {
    "games": 50, "round": 20, "mates": 2_000, "held_out": 400, "epochs": 2, "batch": 64,
}  # fmt: skip


@pytest.fixture(autouse=True)
def small_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "MARK_OPENINGS", 2)
    few = replace(MINISHOGI, training=replace(MINISHOGI.training, measured=2, marked=1))
    monkeypatch.setattr(measure, "facts_of", lambda game: few)
    monkeypatch.setattr(work, "facts_of", lambda game: few)
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "home"))


def context_in(folder: Path, seed: int = 1, threads: int = 1) -> TrainingContext:
    store = Store.open(folder / "kishi.db")
    store.start_run("run", GAME.name, "valuenet", {"seed": seed, "games": TINY["games"]})
    run = store.find_run("run")
    assert run is not None
    return TrainingContext(GAME, seed, MatchRunner(Threads(1), threads), store, run)


def outcome(context: TrainingContext) -> list[tuple[int, str | None, dict[str, Any]]]:
    """All that a run has logged but for its times; the ids of weights tell every bit of them."""
    steps = context.store.steps(context.run.id)
    return [(n, w, {k: v for k, v in m.items() if k != "cpu_seconds"}) for n, w, m in steps]


# Mates.


def test_mates_are_mates() -> None:
    """By the rules written a second time, in Python."""
    pairs = _native.mate_pairs(GAME, 0, 60, 7)
    assert len(pairs) > 40
    for before, mated in pairs:
        assert mated in [before.play(m) for m in before.legal_moves()]
        assert reference.legal(str(mated)) == [] and reference.in_check(str(mated))
        assert _native.mate_within(before, 1)


def test_the_two_sets_are_balanced_and_have_nothing_in_common() -> None:
    learned, held_out = mates_to_learn(GAME, 3_000, 1_000, 5)
    assert [m.inputs.shape for m in (learned, held_out)] == [(3_000, 361), (1_000, 361)]
    assert learned.values.mean() == held_out.values.mean() == 0.5
    rows = {row.tobytes() for row in np.concatenate([learned.inputs, held_out.inputs])}
    assert len(rows) == 4_000
    again, _ = mates_to_learn(GAME, 3_000, 1_000, 5)
    assert (again.inputs == learned.inputs).all()
    # In check without an answer, or not: the value is the mover's.
    king = learned.inputs[:, 300 - 25 : 300]
    assert king.any(axis=1).all()


# Targets.


def test_targets_as_worked_out_by_hand() -> None:
    """R = 0.156, 0.98, 0 from the end backwards; then a fifth of the way from V to R."""
    targets = backward(np.array([0.6, 0.3, 0.1]), 0.0, 0.2, 0.8).targets
    assert targets == pytest.approx([0.5112, 0.436, 0.08])


def test_a_game_that_its_last_mover_has_won_ends_with_one() -> None:
    targets = backward(np.array([0.5, 0.5]), 1.0, 1.0, 1.0).targets
    assert targets == pytest.approx([0.0, 1.0])


def test_games_are_told_with_what_their_end_is_worth() -> None:
    numbers = DenseNet(3).numbers()
    openings = distinct_openings(GAME, 40, 10, 1)
    assert len({tuple(o) for o in openings}) == 40
    assert {len(o) for o in openings} <= set(range(11)) and max(map(len, openings)) > 7
    for opening, (moves, end) in zip(
        openings,
        play(trainer.ValueGamesTask("minishogi", numbers, openings), SearchControl()),
        strict=True,
    ):
        line = line_of(GAME, [*opening, *np.frombuffer(moves, "<u2").tolist()])
        if not line[-1].legal_moves():
            assert end == 0.0
        else:
            assert line.count(line[-1]) == 4 and end in (0.0, 1.0)


# The network.


def like(net: DenseNet) -> torch.nn.Sequential:
    """The same network made of torch's own parts."""
    parts, numbers, at = [], torch.from_numpy(net.numbers()), 0
    for a, b in pairwise(WIDTHS):
        layer = torch.nn.Linear(a, b)
        with torch.no_grad():
            layer.weight.copy_(numbers[at : at + a * b].view(a, b).t())
            layer.bias.copy_(numbers[at + a * b : at + (a + 1) * b])
        at += (a + 1) * b
        parts += [layer, torch.nn.ReLU()]
    return torch.nn.Sequential(*parts[:-1])


def numbers_in(net: torch.nn.Sequential) -> np.ndarray[Any, Any]:
    parts = []
    for layer in net:
        if isinstance(layer, torch.nn.Linear):
            parts += [layer.weight.detach().t().reshape(-1), layer.bias.detach()]
    return np.asarray(torch.cat(parts).numpy())


def test_learning_is_what_torchs_own_parts_do() -> None:
    net = DenseNet(1)
    other = like(net)
    adam = torch.optim.Adam(other.parameters(), lr=1e-3)
    learned, _ = mates_to_learn(GAME, 256, 2, 1)
    inputs = torch.from_numpy(learned.inputs).float()
    values = torch.from_numpy(learned.values) * 0.9
    for seed in range(3):
        order = torch.randperm(256, generator=torch.Generator().manual_seed(seed))
        losses = []
        for some in order.split(32):
            adam.zero_grad()
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                other(inputs[some]).squeeze(1), values[some]
            )
            loss.backward()
            adam.step()
            losses.append(float(loss.detach()))
        mine = net.learn(learned.inputs, values.numpy(), batch=32, learning_rate=1e-3, seed=seed)
        assert mine == pytest.approx(np.mean(losses), abs=1e-4)
    assert np.abs(net.numbers() - numbers_in(other)).max() < 1e-3


@pytest.mark.millions_of_nodes
def test_the_core_says_what_torch_says() -> None:
    """On 100,000 positions, to rounding, by torch's own parts."""
    net = DenseNet(2)
    learned, _ = mates_to_learn(GAME, 4_000, 2, 1)
    net.learn(learned.inputs, learned.values, batch=64, learning_rate=1e-3, seed=1)
    other, seen = like(net), 0
    for first in range(0, fewer(120_000, 2_000), 10_000):
        positions = [p for pair in _native.mate_pairs(GAME, first, 5_000, 3) for p in pair]
        seen += len(positions)
        native = np.empty(len(positions), np.float32)
        _native.valuenet_logits(net.numbers(), positions, native)
        with torch.no_grad():
            said = other(torch.from_numpy(attack_maps(positions)).float()).squeeze(1).numpy()
        assert np.abs(native - said).max() < 2e-4
        assert np.abs(native - net.logits(attack_maps(positions))).max() < 2e-4
    assert seen > fewer(100_000, 1_000)


def test_learning_goes_on_from_its_state() -> None:
    learned, _ = mates_to_learn(GAME, 640, 2, 1)

    def learn(net: DenseNet, seed: int) -> None:
        net.learn(learned.inputs, learned.values, batch=32, learning_rate=1e-3, seed=seed)

    whole, stopped, again = DenseNet(1), DenseNet(1), DenseNet(9)
    for seed in (1, 2):
        learn(whole, seed)
    learn(stopped, 1)
    again.restore(stopped.state())
    learn(again, 2)
    assert again.state() == whole.state()


# Training.


def test_a_stopped_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    trainer = ValueNetTrainer(**TINY)
    whole = context_in(tmp_path / "whole", threads=2)  # threads change nothing
    steps = list(trainer.run(whole))
    assert [s.games for s in steps] == [0, 0, 20, 40, 50]
    for stop in (1, 4):
        stopped = context_in(tmp_path / str(stop))
        for _, _step in zip(range(stop), trainer.run(stopped), strict=False):
            pass
        again = context_in(tmp_path / str(stop))
        assert len(list(trainer.run(again))) == len(steps) - stop
        assert outcome(again) == outcome(whole)
        assert not list(trainer.run(again))


def test_a_run_learns_mates_and_tells_how_far_it_is(tmp_path: Path) -> None:
    trainer = ValueNetTrainer(
        **{**TINY, "mates": 12_000, "games": 20, "batch": 32, "learning_rate": 2e-3}
    )
    *_, mates, last = trainer.run(context_in(tmp_path))
    assert mates.figures["mates"] > 0.9
    assert mates.figures["loss"] < 0.35
    assert last.figures["elo_low"] < last.figures["elo"] < last.figures["elo_high"]
    assert 0 < last.figures["loss"] < 1 and last.figures["length"] > 2
    assert last.weights is not None and last.weights.kind == "valuenet"


def test_the_faithful_preset_is_what_the_text_says() -> None:
    made = ValueNetTrainer(**ValueNetTrainer.preset("faithful", GAME))
    assert (made.mates, made.held_out, made.epochs, made.batch) == (360_000, 96_554, 5, 32)
    assert (made.learning_rate, made.last_learning_rate) == (1e-3, 1e-3)
    assert (made.games, made.random_moves, made.alpha, made.gamma) == (100_000, 10, 0.2, 0.8)
    assert WIDTHS == (361, 128, 128, 64, 64, 32, 32, 1)


def test_marks_lie_further_and_further_apart() -> None:
    assert [n for n in range(1, 30) if is_marked(n, 1.5)] == [1, 2, 3, 4, 6, 8, 12, 18, 26]


def test_without_torch_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_torch(name: str) -> object:
        return None if name == "torch" else importlib.util.find_spec(name)

    monkeypatch.setattr("kishi.training.context.find_spec", no_torch)
    ran = CliRunner().invoke(main, ["train", "minishogi", "valuenet", "--name", "mine"])
    assert ran.exit_code == 2
    assert "-m pip install 'onnx>=" in ran.output and "Traceback" not in ran.output
    with Store.open() as store:
        assert store.find_run("mine") is None  # nothing has been begun


# Playing.


def test_it_sees_a_mate() -> None:
    engine = _native.valuenet_engine(GAME, DenseNet(4).numbers(), 0)
    for before, _ in _native.mate_pairs(GAME, 0, fewer(200, 20), 11):
        found = engine.choose([before], SearchControl())
        assert not before.play(found.move).legal_moves() and found.value == 1.0


def test_it_knows_whom_a_repetition_costs_the_game() -> None:
    """Golds go out and back; the fourth time, which is lost for the first player, is the second's move."""
    line = played(GAME.start(), "4e4d 2a2b 4d4e 2b2a 4e4d 2a2b 4d4e 2b2a 4e4d 2a2b 4d4e")
    engine = _native.valuenet_engine(GAME, DenseNet(4).numbers(), 0)
    found = engine.choose(line, SearchControl())
    assert (GAME.move_text(found.move), found.value) == ("2b2a", 1.0)


def test_a_trained_network_is_a_player(tmp_path: Path) -> None:
    arguments = [f"--{k.replace('_', '-')}={v}" for k, v in TINY.items()]
    ran = CliRunner().invoke(main, ["train", "minishogi", "valuenet", "--name", "mine", *arguments])
    assert ran.exit_code == 0, ran.output
    assert "kishi play minishogi --second valuenet:mine" in ran.output
    for spec in ("valuenet:mine", "search:eval=valuenet,weights=mine,nodes=200"):
        player = make_player(GAME, spec)
        start = GAME.start()
        choice = player.choose(Record(GAME, (start,), ()), Limit())
        assert isinstance(choice, Choice) and choice.move in start.legal_moves()
    with pytest.raises(BadInput, match="not for the evaluation"):
        make_player(GAME, "search:eval=material,weights=mine")
    ran = CliRunner().invoke(
        main, ["match", "minishogi", "valuenet:mine", "random", "--games", "4", "--seed", "1"]
    )
    assert ran.exit_code == 0 and "SCORE valuenet:mine random" in ran.output
    with Store.open() as store:
        run = store.find_run("mine")
        assert run is not None
        seen = facts(store, run)
    assert (seen["player"], seen["finished"]) == ("valuenet:mine", True)
    assert sample_game(run, 1)


def test_the_page_trains_and_shows_it() -> None:
    """What the server starts in a process of its own, and what its page then draws."""
    settings = {**asdict(ValueNetTrainer(**{**TINY, "games": 20, "epochs": 1})), "seed": 3}
    with Store.open() as store:
        store.start_run("mine", "minishogi", "valuenet", settings)
        run = store.find_run("mine")
    assert run is not None
    work.train("mine")
    with Store.open() as store:
        view = History(run).view(store)
    assert view["finished"] and view["marks"][-1]["final"]
    assert all({"mates", "loss"} <= step.keys() for step in view["steps"])
    assert view["command"].startswith("kishi train minishogi valuenet --name mine --seed 3")
