"""Training by games: fair comparisons, runs that survive being stopped, and what comes out of them."""

import json
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from kishi.arena.statistics import Estimate
from kishi.cluster import Processes, Threads
from kishi.core import Game, SearchControl, game
from kishi.errors import BadInput
from kishi.games import GAMES, Genome
from kishi.games.minishogi import PIECES
from kishi.games.othello import symmetric_map
from kishi.players.genomes import BY_NAME, genome_for, weights_of
from kishi.store import Store
from kishi.training import TRAINERS, Trainer, TrainingContext
from kishi.training.curves import CurvePoint, curve, drawn
from kishi.training.evolution.evolve import (
    CmaesTrainer,
    Evolution,
    GaTrainer,
    HillClimbTrainer,
    PsoTrainer,
)
from kishi.training.evolution.run import EvolutionRun
from kishi.training.fitness import (
    Candidate,
    EvaluationMatch,
    FitnessEvaluation,
    MatchRunner,
    ScoreTables,
    anchor,
    mean_shares,
    play,
)
from kishi.training.measure import candidate_of, measure
from kishi.training.openings import held_out, held_out_openings, training_openings
from kishi.training.td import TdTrainer

OTHELLO = game("othello")
HERE = MatchRunner(Threads(1))
FEW: dict[str, Any] = {"games": 4000, "openings": 2, "more": 2, "hall": 2, "peers": 2}
SMALL: list[Trainer] = [
    HillClimbTrainer(**FEW, neighbours=6),
    PsoTrainer(**FEW, swarm=6),
    GaTrainer(**FEW, population=8, elite=2),
    CmaesTrainer(**FEW, population=6),
    CmaesTrainer(**{**FEW, "games": 3000}, population=6, anchors="table"),
    TdTrainer(games=600, chunk=100, phases=2),
    PsoTrainer(genome="flips", swarm=20, games=60, inertia=0.9, pull=1.0, speed=0.0, duel=True),
    GaTrainer(genome="tables", population=10, games=180, mutation=0.1, pair=True),
]


def context_in(
    folder: Path, of: Game = OTHELLO, seed: int = 1, runner: MatchRunner = HERE
) -> TrainingContext:
    store = Store.open(folder / "kishi.db")
    store.start_run("run", of.name, "test", {})
    run = store.find_run("run")
    assert run is not None
    return TrainingContext(of, seed, runner, store, run)


def outcome(context: TrainingContext) -> list[tuple[int, str | None, dict[str, Any]]]:
    """All that a run has logged but for its times."""
    steps = context.store.steps(context.run.id)
    return [(n, w, {k: v for k, v in m.items() if k != "cpu_seconds"}) for n, w, m in steps]


@pytest.mark.parametrize("trainer", SMALL, ids=lambda t: f"{t.method}-{t.games}")
def test_a_stopped_run_goes_on_to_the_same_end(trainer: Trainer, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    whole = context_in(tmp_path / "a")
    steps = list(trainer.run(whole))
    for stop in (1, len(steps) - 1):
        stopped = context_in(tmp_path / f"b{stop}")
        for _, _step in zip(range(stop), trainer.run(stopped), strict=False):
            pass
        assert len(outcome(stopped)) == stop
        again = context_in(tmp_path / f"b{stop}")
        assert len(list(trainer.run(again))) == len(steps) - stop
        assert outcome(again) == outcome(whole)
        assert not list(trainer.run(again))  # it is at its end


def test_the_mean_of_late_bests_is_a_finalist(tmp_path: Path) -> None:
    course = EvolutionRun(CmaesTrainer(**FEW, population=6), context_in(tmp_path))
    for _ in range(5):
        course.step()
    finalists = course._finalists()
    late = np.mean(course.hall[2:], axis=0)
    assert (finalists == late).all(axis=1).sum() == 1
    assert not any((best == late).all() for best in course.hall)
    assert len(finalists) <= 16


def test_a_curve_is_as_measured_on_the_way(tmp_path: Path) -> None:
    context = context_in(tmp_path)
    weights = weights_of(BY_NAME["symmetric"], OTHELLO, np.zeros(10, np.float32))
    context.keep(1, weights, {"games": 10, "elo": 5.0, "elo_low": -1.0, "elo_high": 9.0})
    context.keep(2, None, {"games": 20})
    context.keep(3, weights, {"games": 30, "elo": 7.0, "elo_low": 2.0, "elo_high": 12.0})
    told = curve(context.store, context.run, HERE, 0)
    assert [(p.games, p.elo) for p in told] == [
        (10, Estimate(5.0, -1.0, 9.0)), (30, Estimate(7.0, 2.0, 12.0)),
    ]  # fmt: skip
    again = curve(context.store, context.run, HERE, 2)
    assert [p.games for p in again] == [10, 30] and again[0].elo == again[1].elo != told[0].elo


def test_threads_and_processes_come_to_the_same(tmp_path: Path) -> None:
    trainer = CmaesTrainer(**FEW, population=6)
    logs = []
    others = Processes(2)
    try:
        for number, runner in enumerate((HERE, MatchRunner(Threads(1), 2), MatchRunner(others))):
            context = context_in(tmp_path / str(number), runner=runner)
            list(trainer.run(context))
            logs.append(outcome(context))
    finally:
        others.close()
    assert logs[0] == logs[1] == logs[2]


def test_two_processes_cannot_train_the_same_run(tmp_path: Path) -> None:
    trainer = HillClimbTrainer(**FEW, neighbours=4)
    one, two = context_in(tmp_path), context_in(tmp_path)
    steps_one, steps_two = trainer.run(one), trainer.run(two)
    next(steps_one)
    next(steps_two)
    with pytest.raises(BadInput, match="another process"):
        next(steps_one)


def test_a_run_is_claimed_until_its_process_ends(tmp_path: Path) -> None:
    context = context_in(tmp_path)
    store, run = context.store, context.run.id
    assert not store.is_worked_at(run)
    program = (
        "import sys; from pathlib import Path; from kishi.store import Store\n"
        f"with Store.open(Path(sys.argv[1])) as store, store.working_at({run}):\n"
        "    print('claimed', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(store.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout is not None and other.stdout.readline() == "claimed\n"
    assert store.is_worked_at(run) and not store.is_worked_at(run + 1)
    with pytest.raises(BadInput, match="another process"), store.working_at(run):
        pass
    other.kill()
    other.communicate()
    assert not store.is_worked_at(run)
    with store.working_at(run), pytest.raises(BadInput, match="another"), store.working_at(run):
        pass


def test_a_changed_log_is_refused(tmp_path: Path) -> None:
    trainer = PsoTrainer(**FEW, swarm=6)
    context = context_in(tmp_path)
    next(trainer.run(context))
    with pytest.raises(BadInput, match="another version"):
        next(trainer.run(replace(context, seed=2)))


def test_a_run_whose_genome_means_something_else_now_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same points, but other numbers: it would go on with scores that belong to other maps."""
    trainer = PsoTrainer(**FEW, swarm=6)
    context = context_in(tmp_path)
    next(trainer.run(context))
    straight = replace(genome_for(context.game), power=1)
    monkeypatch.setattr("kishi.training.evolution.run.genome_for", lambda game, name: straight)
    with pytest.raises(BadInput, match="another version"):
        next(trainer.run(context))


def test_evolution_betters_what_it_begins_with(tmp_path: Path) -> None:
    trainer = CmaesTrainer(games=60_000, population=12, openings=4, more=8)
    context = context_in(tmp_path)
    *_, last = trainer.run(context)
    assert last.weights is not None
    (mark,) = measure(OTHELLO, candidate_of(last.weights), HERE, ["random"], 200).marks
    assert mark.score > 0.75


def test_td_learns(tmp_path: Path) -> None:
    context = context_in(tmp_path)
    *_, last = TdTrainer(games=6000, chunk=3000, phases=1).run(context)
    assert last.weights is not None
    (mark,) = measure(OTHELLO, candidate_of(last.weights), HERE, ["random"], 200).marks
    assert mark.score > 0.85


# Fair comparisons.


def test_everyone_meets_the_same(tmp_path: Path) -> None:
    """A candidate's scores do not depend on who else is compared, nor where."""
    random = np.random.default_rng(1)
    maps = [Candidate("symmetric", random.normal(size=10).astype(np.float32)) for _ in range(5)]
    openings = training_openings(OTHELLO, 3, 9)
    match = EvaluationMatch("othello", maps, [maps[0], anchor("table")], openings, 5)
    together = play(match, SearchControl())
    for i, one in enumerate(maps):
        alone = play(match._replace(candidates=[one]), SearchControl())
        assert np.array_equal(alone.counts[0], together.counts[i])
    assert together.counts.sum() == match.games
    assert np.array_equal(HERE.play(match).counts, together.counts)


def test_opponents_are_anchors_the_famous_peers_and_mutants(tmp_path: Path) -> None:
    """Before there is a best to be remembered, peers stand in for it; to be changed, nobody does."""
    trainer = PsoTrainer(swarm=12, openings=1, more=0, hall=2, peers=1, mutants=3, anchors="table")
    course = EvolutionRun(trainer, context_in(tmp_path))
    for expected in (4, 7, 7, 7):
        asked = course.optimiser.ask()
        opponents = course._opponents(asked, 5)
        assert len(opponents) == expected and opponents[0].spec == "table"
        course.step()
    unchanged = {e.numbers.tobytes() for e in course._candidates(np.array([*course.hall, *asked]))}
    randoms = [o for o in opponents[1:] if o.numbers.tobytes() not in unchanged]
    assert len(randoms) == 3


def test_anchors_alone_are_enough_and_nobody_is_not(tmp_path: Path) -> None:
    alone: dict[str, Any] = {**FEW, "games": 60, "hall": 0, "peers": 0, "mutants": 0}
    *_, last = CmaesTrainer(**alone, population=4, anchors="table").run(
        context_in(tmp_path / "anchored")
    )
    assert last.title == "play-off" and last.weights is not None
    with pytest.raises(BadInput, match="nobody is there to play against"):
        list(CmaesTrainer(**alone, population=4).run(context_in(tmp_path / "alone")))


@pytest.mark.parametrize("name", ["gomoku", "minishogi"])
def test_discs_do_not_count_where_there_are_none(name: str, tmp_path: Path) -> None:
    """They would all be 0, and whoever came first the best."""
    context = context_in(tmp_path, game(name))
    with pytest.raises(BadInput, match=f"{name} ends without a count of discs"):
        list(CmaesTrainer(**FEW, population=4, score="discs").run(context))
    assert not outcome(context)


@pytest.mark.parametrize("name", ["othello", "othello-6", "othello-4"])
def test_a_share_of_the_discs_is_of_the_boards_own(name: str) -> None:
    """Between winning and losing them all, whatever the size of the board."""
    of = game(name)
    squares = of.shape[1] * of.shape[2]
    leads = np.array([[2.0 * squares], [0.0], [-2.0 * squares]])
    tables = ScoreTables(np.zeros((3, 1, 3), np.int32), leads)
    assert mean_shares(tables, np.full(3, 2.0), of.most_lead).tolist() == [1, 0.5, 0]


def test_the_best_quarter_plays_more() -> None:
    random = np.random.default_rng(2)
    maps = [Candidate("symmetric", random.normal(size=10).astype(np.float32)) for _ in range(8)]
    openings = training_openings(OTHELLO, 6, 3)
    race = FitnessEvaluation(OTHELLO, maps[:3], openings[:2], openings[2:], "points", 1)
    found = race.run(maps, HERE)
    assert found.games == 8 * 3 * 2 * 2 + 2 * 3 * 4 * 2
    assert sorted(np.argsort(found.errors)[:2]) == sorted(np.argsort(-found.scores)[:2]) or (
        found.errors.min() < np.median(found.errors)
    )
    discs = replace(race, by="discs").run(maps, HERE)
    assert np.corrcoef(found.scores, discs.scores)[0, 1] > 0.5


@pytest.mark.parametrize("name", ["othello", "gomoku", "minishogi", "othello-6"])
def test_training_never_sees_what_is_held_out(name: str) -> None:
    of = game(name)
    kept = held_out_openings(of, 40)
    used = training_openings(of, 40, 1)
    assert all(held_out(of, opening) for opening in kept)
    assert not any(held_out(of, opening) for opening in used)
    assert used != training_openings(of, 40, 2)


# Genomes.

GENOMES = [pytest.param(f.family, g, id=g.name) for f in GAMES for g in f.genomes]


@pytest.mark.parametrize(("family", "genome"), GENOMES)
def test_a_genome_is_a_player(family: str, genome: Genome) -> None:
    of = game(family)
    point = np.random.default_rng(1).uniform(-1, 1, genome.size(of))
    numbers = genome.numbers(point)
    assert numbers.dtype == np.float32
    assert np.array_equal(numbers, genome.numbers(np.clip(point * 1.0, -1, 1)))
    weights = weights_of(genome, of, numbers)
    assert BY_NAME[weights.kind] is genome
    if genome.maps:
        assert all(m.size == of.shape[1] * of.shape[2] for m in genome.maps(of, numbers))
    tables = play(
        EvaluationMatch(
            of.name, [candidate_of(weights)], [anchor("random")], training_openings(of, 2, 1), 1
        ),
        SearchControl(),
    )
    assert tables.counts.sum() == 4


def test_the_centre_of_a_genome_is_what_people_set() -> None:
    assert np.allclose(BY_NAME["pieces"].numbers(np.zeros(14)), PIECES)
    assert genome_for(game("gomoku-16")).name == "lines"
    with pytest.raises(BadInput, match="no genome"):
        genome_for(OTHELLO, "symetric")


@pytest.mark.parametrize("genome", BY_NAME.values(), ids=list(BY_NAME))
def test_a_genome_keeps_signs_and_order_and_reaches_its_reach(genome: Genome) -> None:
    line = np.linspace(-1, 1, 9)
    origin = 0 if genome.origin is None else genome.origin[:1]
    scale = 1 if genome.origin is None else genome.origin[:1]
    one = replace(genome, origin=None if genome.origin is None else genome.origin[:1])
    numbers = np.array([one.numbers(np.array([x]))[0] for x in line])
    assert np.allclose(numbers[[0, 4, 8]], origin + scale * genome.reach * np.array([-1, 0, 1]))
    assert (np.diff(numbers * np.sign(scale)) > 0).all()
    if genome.origin is None:
        assert np.allclose(genome.coordinate(numbers[6]), line[6])


def test_where_evolution_begins_is_what_it_sets_out_to_better() -> None:
    """Other values would begin with a handicap, and score alike against opponents who lose to both."""
    for of, own in (
        (game("minishogi"), "search:eval=handset,depth=3,exact=false,hash=1"),
        (game("gomoku"), "lines"),
    ):
        genome = genome_for(of)
        begun = Candidate(genome.name, genome.numbers(np.zeros(genome.size(of))))
        openings = training_openings(of, 12, 1)
        won, _, lost = play(
            EvaluationMatch(of.name, [begun], [anchor(own)], openings, 1), SearchControl()
        ).counts[0, 0]
        assert won == lost > 0  # the same moves with either colour


def test_ten_weights_fill_the_board_alike_from_all_sides() -> None:
    board = symmetric_map(OTHELLO, np.arange(10, dtype=np.float32)).reshape(8, 8)
    assert np.array_equal(board, board.T)
    assert np.array_equal(board, board[::-1])
    assert board[0, 0] == 0 and board[1, 1] == 1 and board[0, 1] == 4 and board[0, 3] == 9


# Trainers.


@pytest.mark.parametrize("trainer", TRAINERS, ids=lambda t: str(t.method))
def test_a_trainer_explains_itself(trainer: type[Trainer]) -> None:
    assert trainer.__doc__
    assert not trainer.__doc__.startswith(f"{trainer.__name__}(")
    made = trainer(**trainer.preset("minute", OTHELLO))
    settings = {f.name: getattr(made, f.name) for f in fields(cast(Any, made))}
    assert json.loads(json.dumps(settings)) == settings


def test_faithful_presets_do_what_the_texts_say() -> None:
    pso, ga = (
        PsoTrainer(**PsoTrainer.preset("faithful", OTHELLO)),
        GaTrainer(**GaTrainer.preset("faithful", OTHELLO)),
    )
    assert (pso.swarm, pso.games // pso.swarm, pso.genome) == (150, 10, "flips")
    assert (ga.population, ga.genome, ga.mutation) == (100, "tables", 0.1)
    for trainer in (CmaesTrainer, HillClimbTrainer, TdTrainer):
        with pytest.raises(BadInput, match="no write-up"):
            trainer.preset("faithful", OTHELLO)
    with pytest.raises(BadInput, match="plays othello"):
        PsoTrainer.preset("faithful", game("gomoku"))
    assert isinstance(pso, Evolution)


# Curves.


def test_what_was_there_before_any_game_is_drawn_at_the_left_edge() -> None:
    points = [
        CurvePoint(n, 1.0, Estimate(elo, elo - 50, elo + 50)) for n, elo in ((0, 100), (2000, 400))
    ]
    image = drawn({"run": points}, "games")
    assert 'points="56.0,' in image and ">0</text>" in image
    assert ">0</text>" not in drawn({"run": points[1:]}, "games")
