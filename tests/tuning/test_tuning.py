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
from kishi.tuning.plan import TuningPlan
from kishi.tuning.run import KeptTuning, at_work, file_of
from kishi.tuning.screening import Effect, Screening, design, expected_beyond
from kishi.tuning.spsa import SpsaTuning

OF = game("othello-6")
SOME = ("lmr_base", "aspiration_margin")
PLAN = TuningPlan(OF.name, declared(OF, SOME), 6, 4, "nodes=60", "random:8", 3)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    return tmp_path


# The optimiser, on games that chance decides.

PLANTED = {"first": (30, 0, 100, 62), "second": (80, 0, 120, 40), "third": (-50, -100, 300, 120)}
BEST = np.array([best for *_, best in PLANTED.values()])
RANGES = tuple(
    Parameter(name, value, low, high, (high - low) // 10)
    for name, (value, low, high, _) in PLANTED.items()
)


def elo(values: tuple[int, ...]) -> float:
    """A bowl upside down: 80 Elo are lost half a range from the best value."""
    off = (np.array(values) - BEST) / [(p.high - p.low) / 2 for p in RANGES]
    return -80 * float(off @ off)


@pytest.mark.parametrize("seed", range(1, 7))
def test_spsa_finds_a_planted_optimum_within_its_error(seed: int) -> None:
    plan = TuningPlan("othello", RANGES, 1000, 16, "nodes=1", "none", seed)
    tuning, chance = SpsaTuning(plan), np.random.default_rng(seed)
    for _ in range(plan.iterations):
        [(one, other)] = tuning.ask()
        wins = int(chance.binomial(16, 1 / (1 + 10 ** ((elo(other) - elo(one)) / 400))))
        tuning.tell(Score(wins, 0, 16 - wins))
    found = tuning.found()
    errors = np.array([p.error for p in found])
    assert (np.abs([p.value for p in found] - BEST) < 3 * errors).all()
    assert (errors < 0.15 * np.array([p.high - p.low for p in RANGES])).all()
    before, after = elo(tuple(p.value for p in RANGES)), elo(tuple(p.best for p in found))
    assert before < -60 and after > -6


def test_two_sides_differ_in_every_parameter_and_stay_in_range() -> None:
    narrow = (Parameter("a", 1, 0, 3, 1), Parameter("b", 0, 0, 1000, 100))
    tuning = SpsaTuning(TuningPlan("othello", narrow, 50, 2, "nodes=1", "none", 1))
    for _ in range(50):
        [sides] = tuning.ask()
        for parameter, *values in zip(narrow, *sides, strict=True):
            assert values[0] != values[1]
            assert all(parameter.low <= v <= parameter.high for v in values)
        tuning.tell(Score(2, 0, 0))


def test_what_did_not_move_is_not_taken_for_precise() -> None:
    tuning = SpsaTuning(TuningPlan("othello", RANGES, 8, 2, "nodes=1", "none", 1))
    for _ in range(8):
        tuning.ask()
        tuning.tell(Score(0, 2, 0))  # as from openings that decide nothing
    assert [p.best for p in tuning.found()] == [p.value for p in RANGES]
    assert all(p.error >= r.step for p, r in zip(tuning.found(), RANGES, strict=True))


def test_parameters_go_into_the_box_and_back() -> None:
    box = Box(declared(OF))
    values = tuple(p.value for p in box.parameters)
    assert box.values(box.start) == values
    tuned = parameters_in(str(box.player(OF, values).options["tune"]))
    assert tuned == {p.name: p.value for p in box.parameters}


# A screening, on games that chance decides.

MANY = tuple(Parameter(f"p{n}", 10 * n, -1000, 1000, 5) for n in range(24))
EFFECTS = {"p2": 60, "p7": -45, "p11": 40, "p19": -70}  # Elo of the higher level against the lower


def screened(effects: dict[str, int], pairs: int, seed: int) -> Screening:
    plan = TuningPlan("othello", MANY, pairs // 8, 16, "nodes=1", "none", seed, screen=True)
    screening, chance = Screening(plan), np.random.default_rng(seed)
    for _ in range(plan.iterations):
        for sides in screening.ask():
            lead = sum(
                effects.get(p.name, 0) * (a - b) / 10
                for p, a, b in zip(MANY, sides.a, sides.b, strict=True)
            )
            wins = int(chance.binomial(2, 1 / (1 + 10 ** (-lead / 400))))
            screening.tell(Score(wins, 0, 2 - wins))
    return screening


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_screening_finds_planted_effects_within_their_errors(seed: int) -> None:
    found = screened(EFFECTS, 1200, seed).effects()
    off = [(e.elo - EFFECTS.get(e.name, 0)) / e.error for e in found]
    assert max(map(abs, off)) < 4 and 0.6 < float(np.std(off)) < 1.4
    assert {e.name for e in found[:4]} == set(EFFECTS)
    for effect in found[:4]:
        assert effect.beyond(2) and (effect.best - effect.before) * EFFECTS[effect.name] > 0


def test_a_screening_of_what_does_nothing_finds_no_more_than_chance() -> None:
    seeds, pairs = 30, 96
    beyond = [e.beyond(2) for seed in range(seeds) for e in screened({}, pairs, seed).effects()]
    expected = expected_beyond(len(beyond), 2)
    assert len(beyond) == seeds * len(MANY) and expected == pytest.approx(32.8, abs=0.1)
    assert 0.5 * expected < sum(beyond) < 1.7 * expected


def test_a_screening_with_too_few_pairs_says_nothing() -> None:
    assert screened(EFFECTS, 24, 1).effects() == []
    assert len(screened(EFFECTS, 64, 1).effects()) == len(MANY)


def test_even_games_are_not_taken_for_certainty() -> None:
    plan = TuningPlan("othello", MANY, 8, 16, "nodes=1", "none", 1, screen=True)
    screening = Screening(plan)
    for _ in range(64):
        screening.tell(Score(0, 2, 0))
    assert all(e.elo == 0 and e.error > 5 for e in screening.effects())


@pytest.mark.parametrize("parameters", [1, 2, 5, 24, 52])
def test_the_columns_of_a_design_are_orthogonal(parameters: int) -> None:
    rows = design(parameters, 3, 0)
    assert len(rows) >= 2 * parameters and set(rows.ravel().tolist()) <= {-1, 1}
    assert (rows.T @ rows == len(rows) * np.eye(parameters)).all()
    assert (rows.sum(axis=0) == 0).all()
    assert parameters < 5 or (design(parameters, 3, 1) != rows).any()


def test_the_sides_of_a_screening_are_a_step_off_and_opposites() -> None:
    at_the_end = Parameter("end", 0, 0, 9, 4)
    plan = TuningPlan("othello", (*MANY, at_the_end), 4, 16, "nodes=1", "none", 1, screen=True)
    for a, b in Screening(plan).ask():
        assert all(
            {x, y} == {p.value - 5, p.value + 5} for p, x, y in zip(MANY, a, b, strict=False)
        )
        assert {a[-1], b[-1]} == {0, 4}


def test_a_proposal_goes_half_the_way_to_the_better_level() -> None:
    assert Effect("up", 100, 55, 145, 30.0, 10.0).best == 123
    assert Effect("down", 3, 2, 4, -30.0, 10.0).best == 2
    assert Effect("at its end", 0, 0, 4, -30.0, 10.0).best == 0
    assert Effect("none", 3, 2, 4, 19.9, 10.0).beyond(2) is False


# A run and its file.


def run_to_the_end(
    name: str, cluster: Cluster | None = None, plan: TuningPlan = PLAN
) -> list[tuple[float, float]]:
    with at_work(name, plan) as kept, closing(cluster or Threads(1)) as workers:
        list(kept.iterations(workers))
        return figures(kept)


def figures(kept: KeptTuning) -> list[tuple[float, float]]:
    if isinstance(kept.tuning, Screening):
        return [(effect.elo, effect.error) for effect in kept.tuning.effects()]
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


def test_a_screening_that_was_cut_short_comes_to_the_same_effects() -> None:
    plan = TuningPlan(OF.name, PLAN.parameters, 3, 8, "nodes=60", "random:8", 3, screen=True)
    whole = run_to_the_end("whole", plan=plan)
    assert len(whole) == len(SOME) and whole[0] != (0, 0)
    lines = file_of("whole").read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 3 * 4  # the plan and the pairs of games
    file_of("cut").write_bytes(b"".join(lines[:7]) + b'{"score": [1, ')  # in the second iteration
    assert run_to_the_end("cut", plan=plan) == whole
    assert run_to_the_end("by two threads", Threads(2), plan) == whole
    assert file_of("by two threads").read_bytes() == file_of("whole").read_bytes()
    with pytest.raises(BadInput, match="was begun with --screen"), at_work("whole", PLAN):
        pass


def test_a_run_goes_on_only_as_it_was_begun() -> None:
    run_to_the_end("mine")
    other = TuningPlan(OF.name, PLAN.parameters, 9, 4, "nodes=60", "random:8", 3)
    with (
        pytest.raises(BadInput, match="begun with --iterations 6: leave that"),
        at_work("mine", other),
    ):
        pass
    moved = TuningPlan(
        OF.name, (Parameter("lmr_base", 1, 0, 2, 1),), 6, 4, "nodes=60", "random:8", 3
    )
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
        (("--parameters", "lmr_base,lmr_base"), "the parameter 'lmr_base' is named twice"),
        (("--limit", ""), "kishi: tuning needs a --limit"),
        (("--name", "a/b"), "kishi: a name is letters"),
        (("--screen", "--iterations", "1"), "2 parameters needs twice as many pairs of games"),
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


def test_a_screening_ends_with_the_player_that_it_proposes(home: Path) -> None:
    asked = (*ASKED, "--screen", "--iterations", "6", "--beyond", "0", "--verify", "0")
    done = kishi(home, *asked)
    assert done.returncode == 0, done.stderr
    assert (home / "tuning" / "screen-othello-6-3.jsonl").exists()
    *_, line, player = done.stdout.splitlines()
    assert line.startswith(
        "For the commit: screening of 2 parameters, 12 pairs of games at nodes=60"
    )
    assert set(parameters_in(player.removeprefix("search:tune="))) <= set(SOME)
    told = json.loads(kishi(home, *asked, "--json").stdout)
    assert told["player"] == player and told["line"] in line
    assert sorted(effect["name"] for effect in told["effects"]) == sorted(SOME)
    for bound in ("0", "0.01"):  # each proposal is verified under a name of its own
        verified = kishi(home, *asked, "--verify", "2", "--beyond", bound)
        assert verified.returncode == 0 and "tuned - declared" in verified.stdout, verified.stderr
    nothing = kishi(home, *asked, "--beyond", "9")
    assert nothing.stdout.splitlines()[-1].endswith("Elo beyond 9 standard errors: none")
