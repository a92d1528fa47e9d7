"""What docs/evolve.md claims about speed and methods, measured again, in CPU time of one thread.

python benchmarks/evolution.py speed              the write-ups' runs, and what optimisers cost
python benchmarks/evolution.py methods GAMES [METHOD...]   methods at equal games, five seeds each
python benchmarks/evolution.py minutes SEED...    what the minute preset comes to with each of these seeds
python benchmarks/evolution.py pieces OPENINGS    minishogi's hand-set values against each one changed
python benchmarks/evolution.py libraries          cmaes or cma (pip install cma)
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kishi.cluster import Threads
from kishi.core import game
from kishi.players.genomes import PIECES
from kishi.store import Store
from kishi.training import TrainingContext
from kishi.training.evolution.evolve import (
    CmaesTrainer,
    Evolution,
    EvolutionRun,
    GaTrainer,
    HillClimbTrainer,
    PsoTrainer,
)
from kishi.training.evolution.optimisers import CmaEs as CmaesPoints
from kishi.training.fitness import Candidate, EvaluationMatch, MatchRunner, scored
from kishi.training.measure import candidate_of, measure
from kishi.training.openings import training_openings

OTHELLO, HERE = game("othello"), MatchRunner(Threads(1))
SEEDS = range(101, 106)
CHANGES = (0.6, 0.8, 1.25, 1.6)


def context(folder: Path, seed: int) -> TrainingContext:
    store = Store.open(folder / f"{time.monotonic_ns()}.db")
    store.start_run("run", OTHELLO.name, "benchmark", {})
    run = store.find_run("run")
    assert run is not None
    return TrainingContext(OTHELLO, seed, HERE, store, run)


class Stopwatch:
    """CPU seconds spent in a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.seconds = function, 0.0

    def __call__(self, *args: Any) -> Any:
        began = time.process_time()
        try:
            return self.function(*args)
        finally:
            self.seconds += time.process_time() - began


def speed(folder: Path) -> None:
    faithful_pso, faithful_ga = (
        kind(**kind.preset("faithful", OTHELLO)) for kind in (PsoTrainer, GaTrainer)
    )
    training_openings(OTHELLO, 24, 1)  # what is computed once
    for trainer, steps in ((faithful_pso, 10), (faithful_ga, 11)):
        each = [timed(course, 1)[0] for _ in range(3)
                for course in [EvolutionRun(trainer, context(folder, 1))]
                for _ in range(steps)]  # fmt: skip
        print(
            f"faithful {trainer.method}: {sum(each) / 3:.3f} CPU s for {trainer.games:,} games; an iteration "
            f"{np.median(each) * 1000:.2f} ms (median), {min(each) * 1000:.2f} ms (fastest)"
        )
    random = np.random.default_rng(1)
    maps = [Candidate("map", random.uniform(-1, 1, 64).astype(np.float32)) for _ in range(40)]
    match = EvaluationMatch("othello", maps, maps[:12], training_openings(OTHELLO, 24, 5), 1)
    began = time.process_time()
    HERE.play(match)
    print(f"value maps: {match.games / (time.process_time() - began):,.0f} games a CPU second")
    for kind in (HillClimbTrainer, PsoTrainer, GaTrainer, CmaesTrainer):
        total, optimiser = timed(EvolutionRun(kind(), context(folder, 1)), 8)
        print(f"{kind.method}: ask and tell take {optimiser / total:.2%} of the CPU time")


def timed(course: EvolutionRun, steps: int) -> tuple[float, float]:
    """CPU seconds of some steps, and of the optimiser in them."""
    optimiser: Any = course.optimiser
    optimiser.ask, optimiser.tell = ask, tell = Stopwatch(optimiser.ask), Stopwatch(optimiser.tell)
    began = time.process_time()
    for _ in range(steps):
        course.step()
    return time.process_time() - began, ask.seconds + tell.seconds


def methods(folder: Path, games: int, chosen: list[str]) -> None:
    kinds: tuple[type[Evolution], ...] = (PsoTrainer, GaTrainer, CmaesTrainer, HillClimbTrainer)
    for kind in (k for k in kinds if not chosen or k.method in chosen):
        found = []
        for seed in SEEDS:
            *_, last = kind(games=games).run(context(folder, seed))
            assert last.weights is not None
            found.append(measure(OTHELLO, candidate_of(last.weights), HERE))
        elo = np.array([m.elo.value for m in found])
        error = elo.std(ddof=1) / np.sqrt(len(elo))
        swh = np.mean([next(k.score for k in m.marks if k.opponent == "table") for m in found])
        each = " ".join(f"{e:.0f}" for e in elo)
        print(
            f"{kind.method}: {elo.mean():+.0f} ± {error:.0f} Elo ({each}); SWH {swh:.1%}",
            flush=True,
        )


def minutes(folder: Path, seeds: list[int]) -> None:
    for kind, seed in ((k, s) for k in (PsoTrainer, GaTrainer, CmaesTrainer) for s in seeds):
        began = time.process_time()
        *_, last = kind(**kind.preset("minute", OTHELLO)).run(context(folder, seed))
        seconds = time.process_time() - began
        assert last.weights is not None
        marks = measure(OTHELLO, candidate_of(last.weights), HERE)
        scores = ", ".join(f"{m.opponent} {m.score:.1%} ± {m.error:.1%}" for m in marks.marks)
        print(
            f"{kind.method} {seed}: {seconds:.0f} CPU s, {scores}, {marks.elo.value:+.0f} Elo",
            flush=True,
        )


def pieces(openings: int) -> None:
    of = game("minishogi")
    played = training_openings(of, openings, 77)
    for at, value in enumerate(PIECES):
        changed = [PIECES.copy() for _ in CHANGES]
        for values, factor in zip(changed, CHANGES, strict=True):
            values[at] *= factor
        who = [Candidate("pieces", values) for values in changed]
        tables = HERE.play(EvaluationMatch(of.name, who, [Candidate("pieces", PIECES)], played, 1))
        points = scored(tables, np.full(len(who), 2.0 * openings), "points")
        told = ", ".join(f"x{f:g} {p:.1%}" for f, p in zip(CHANGES, points, strict=True))
        print(f"{at:2} {value:.0f}: {told}", flush=True)


def libraries(_folder: Path) -> None:
    """Both on a noisy bowl of ten numbers, and their own cost; the noise is that of 400 games."""
    import cma  # noqa: PLC0415 - no dependency of kishi

    class CmaPoints:
        def __init__(self, size: int, seed: int, *, population: int, step: float) -> None:
            options = {"seed": seed, "popsize": population, "bounds": [-1, 1], "verbose": -9}
            self._es = cma.CMAEvolutionStrategy(np.zeros(size), step, options)

        def ask(self) -> Any:
            self._asked = np.array(self._es.ask())
            return np.vstack([self._asked, self._es.result.xfavorite])

        def tell(self, scores: Any) -> None:
            self._es.tell(list(self._asked), (-scores[:-1]).tolist())

    for name, kind in (("cmaes", CmaesPoints), ("cma", CmaPoints)):
        left, seconds = [], 0.0
        for seed in range(1, 21):
            random = np.random.default_rng(seed)
            goal, stretched = random.uniform(-0.7, 0.7, 10), np.geomspace(1, 10, 10)
            optimiser: Any = kind(10, seed, population=30, step=0.4)
            for _ in range(120):
                began = time.process_time()
                asked = optimiser.ask()
                seconds += time.process_time() - began
                scores = 1 / (1 + (stretched * (asked - goal) ** 2).sum(axis=1))
                began = time.process_time()
                optimiser.tell(scores + random.normal(0, 0.025, len(scores)))
                seconds += time.process_time() - began
            mean = optimiser.ask()[-1]
            left.append(1 - 1 / (1 + (stretched * (mean - goal) ** 2).sum()))
        error = np.std(left, ddof=1) / np.sqrt(len(left))
        cost = seconds / (20 * 120) * 1000
        print(
            f"{name}: {np.mean(left):.5f} ± {error:.5f} short of the best, {cost:.2f} ms a generation"
        )


def main() -> None:
    what, *more = sys.argv[1:] or [""]
    with tempfile.TemporaryDirectory() as scratch:
        if what == "speed":
            speed(Path(scratch))
        elif what == "methods" and more:
            methods(Path(scratch), int(more[0]), more[1:])
        elif what == "minutes" and more:
            minutes(Path(scratch), [int(seed) for seed in more])
        elif what == "pieces" and more:
            pieces(int(more[0]))
        elif what == "libraries":
            libraries(Path(scratch))
        else:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
