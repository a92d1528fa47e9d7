"""Parameters of the search are tuned by games, and a run that was stopped comes to the same values."""

import json
import re
import signal
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from command import kishi, start

from kishi.arena.statistics import Score
from kishi.cluster import Cluster, Processes, Threads
from kishi.core import game
from kishi.errors import BadInput
from kishi.players.search import parameters_in
from kishi.tuning.parameters import Box, Parameter, declared
from kishi.tuning.run import Tuning, TuningPlan, at_work, file_of

OF = game("othello-6")
SOME = ("lmr_base", "aspiration_margin")
PLAN = TuningPlan(OF.name, declared(OF, SOME), 6, 4, "nodes=60", "random:8", 3)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    return tmp_path


# The optimiser, on games that chance decides.

PLANTED = {"first": (30, 0, 100, 62), "second": (8, 0, 12, 4), "third": (-50, -100, 300, 120)}
BEST = np.array([best for *_, best in PLANTED.values()])
RANGES = tuple(Parameter(name, *row[:3]) for name, row in PLANTED.items())


def elo(values: tuple[int, ...]) -> float:
    """A bowl upside down: 80 Elo are lost half a range from the best value."""
    off = (np.array(values) - BEST) / [(p.high - p.low) / 2 for p in RANGES]
    return -80 * float(off @ off)


@pytest.mark.parametrize("seed", range(1, 7))
def test_spsa_finds_a_planted_optimum_within_its_error(seed: int) -> None:
    plan = TuningPlan("othello", RANGES, 1000, 16, "nodes=1", "none", seed)
    tuning, chance = Tuning(plan), np.random.default_rng(seed)
    while not tuning.over:
        one, other = tuning.ask()
        wins = int(chance.binomial(16, 1 / (1 + 10 ** ((elo(other) - elo(one)) / 400))))
        tuning.tell(Score(wins, 0, 16 - wins))
    found = tuning.found()
    errors = np.array([p.error for p in found])
    assert (np.abs([p.value for p in found] - BEST) < 3 * errors).all()
    assert (errors < 0.15 * np.array([p.high - p.low for p in RANGES])).all()
    before, after = elo(tuple(p.value for p in RANGES)), elo(tuple(p.best for p in found))
    assert before < -60 and after > -6


def test_two_sides_differ_in_every_parameter_and_stay_in_range() -> None:
    narrow = (Parameter("a", 1, 0, 3), Parameter("b", 0, 0, 1000))
    tuning = Tuning(TuningPlan("othello", narrow, 50, 2, "nodes=1", "none", 1))
    while not tuning.over:
        sides = tuning.ask()
        for parameter, *values in zip(narrow, *sides, strict=True):
            assert values[0] != values[1]
            assert all(parameter.low <= v <= parameter.high for v in values)
        tuning.tell(Score(2, 0, 0))


def test_what_did_not_move_is_not_taken_for_precise() -> None:
    tuning = Tuning(TuningPlan("othello", RANGES, 8, 2, "nodes=1", "none", 1))
    while not tuning.over:
        tuning.ask()
        tuning.tell(Score(0, 2, 0))  # as from openings that decide nothing
    assert [p.best for p in tuning.found()] == [p.value for p in RANGES]
    assert all(
        p.error >= (r.high - r.low) / 10 for p, r in zip(tuning.found(), RANGES, strict=True)
    )


def test_parameters_go_into_the_box_and_back() -> None:
    box = Box(declared(OF))
    values = tuple(p.value for p in box.parameters)
    assert box.values(box.start) == values
    tuned = parameters_in(str(box.player(OF, values).options["tune"]))
    assert tuned == {p.name: p.value for p in box.parameters}


# A run and its file.


def run_to_the_end(name: str, cluster: Cluster | None = None) -> list[tuple[float, float]]:
    with at_work(name, PLAN) as kept, closing(cluster or Threads(1)) as workers:
        list(kept.iterations(workers))
        return [(p.value, p.error) for p in kept.tuning.found()]


def test_a_run_that_was_cut_short_comes_to_the_same_values() -> None:
    whole = run_to_the_end("whole")
    assert any(value != p.value for (value, _), p in zip(whole, PLAN.parameters, strict=True))
    with at_work("cut", PLAN) as kept:
        coming = kept.iterations(Threads(1))
        for _ in range(3):
            next(coming)
    with file_of("cut").open("ab") as file:
        file.write(b'{"score": [1, ')  # as a crash would leave it
    assert run_to_the_end("cut") == whole
    assert file_of("cut").read_bytes() == file_of("whole").read_bytes()
    assert run_to_the_end("by two threads", Threads(2)) == whole
    assert run_to_the_end("by two processes", Processes(2)) == whole


def test_a_run_goes_on_only_as_it_was_begun() -> None:
    run_to_the_end("mine")
    other = TuningPlan(OF.name, PLAN.parameters, 9, 4, "nodes=60", "random:8", 3)
    with (
        pytest.raises(BadInput, match="begun with --iterations 6: leave that"),
        at_work("mine", other),
    ):
        pass
    moved = TuningPlan(OF.name, (Parameter("lmr_base", 1, 0, 2),), 6, 4, "nodes=60", "random:8", 3)
    with pytest.raises(BadInput, match="other parameters or values"), at_work("mine", moved):
        pass


def test_two_processes_do_not_work_at_one_run() -> None:
    with (
        at_work("mine", PLAN),
        pytest.raises(BadInput, match="another process"),
        at_work("mine", PLAN),
    ):
        pass


# The command.

ASKED = ("tune", OF.name, "--parameters", ",".join(SOME), "--limit", "nodes=60", "--seed", "3",
         "--games", "4")  # fmt: skip


def test_the_command_lists_what_is_declared(home: Path) -> None:
    done = kishi(home, "tune", "minishogi", "--list")
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert rows == [[str(x) for x in p] for p in declared(game("minishogi"))]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--parameters", "lmr_bas"), "has no parameter 'lmr_bas'"),
        (("--limit", ""), "kishi: tuning needs a --limit"),
        (("--name", "a/b"), "kishi: a name is letters"),
    ],
)
def test_bad_input_is_one_line(home: Path, more: tuple[str, ...], said: str) -> None:
    done = kishi(home, *ASKED, *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr and done.stderr.count("\n") == 1


def test_ctrl_c_loses_nothing_and_the_end_is_a_line_for_the_commit(home: Path) -> None:
    asked = (*ASKED, "--iterations", "120", "--verify", "8")
    running = start(home, *asked)
    file = home / "tuning" / "tune-othello-6-3.jsonl"
    while not file.exists() or file.read_bytes().count(b"\n") < 3:
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert f"Go on with: kishi {' '.join(asked)}" in out
    assert file.read_bytes().count(b"\n") < 121
    done = kishi(home, *asked)
    assert done.returncode == 0, done.stderr
    assert "Going on after iteration" in done.stdout
    last = done.stdout.splitlines()[-1]
    assert last.startswith("For the commit: SPSA, 120 iterations of 4 games at nodes=60, seed 3: ")
    assert "othello-6 at nodes=60, tuned - declared: +" in last and "SPRT 0,5 running (LLR " in last
    assert re.search(r"; CPU [\d.]+ and [\d.]+ ms a move; openings random:8, seed \d+$", last)
    again = kishi(home, *asked, "--json")
    told = json.loads(again.stdout)
    assert told["played_now"] == 0 and told["games"] == 8
    assert told["tuning"]["line"] in last
