"""A tuning run: SPSA moves the parameters of a game's search towards values that win more games.

Each iteration plays one pairing, the search with two sets of values, from openings of its own; both games
of a pair begin alike. The scores are all that is kept, in one file a run: optimiser, openings and games
follow from the plan and from them, so a run that was stopped comes to the same values as one that was not.
"""

import json
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..arena.chance import key
from ..arena.contest import Conditions, Pairing, resolve
from ..arena.job import RUN
from ..arena.limits import parse_limit
from ..arena.match import Standing
from ..arena.openings import parse_openings
from ..arena.statistics import Score
from ..cluster import Cluster
from ..core import game
from ..errors import BadInput, Stopped, StoreFailed
from ..home import home
from ..renamed import flag
from ..store.claim import Taken, claimed
from ..training.evolution.optimisers import Spsa
from .parameters import Box, Parameter, Point, Values

SETTLED = 100  # iterations, before which values are not known better than two sides differ


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """All that decides what a run comes to."""

    game: str
    parameters: tuple[Parameter, ...]
    iterations: int
    games: int  # of an iteration
    limit: str
    openings: str
    seed: int

    @classmethod
    def read(cls, kept: dict[str, Any]) -> "TuningPlan":
        parameters = tuple(Parameter(*row) for row in kept["parameters"])
        return cls(**{**kept, "parameters": parameters})

    @property
    def box(self) -> Box:
        return Box(self.parameters)

    def optimiser(self) -> Spsa:
        # The more games, the less noise in a score: it can be followed further.
        step = sqrt(self.games) / 8
        return Spsa(
            self.box.start,
            key("tuning", self.seed),
            iterations=self.iterations,
            reach=self.box.reach,
            step=step,
        )

    def play(self, number: int, sides: Sequence[Values], cluster: Cluster) -> Score:
        """The games of one iteration, as the first side's score; Stopped if they were."""
        of, seed = game(self.game), key("iteration", self.seed, number)
        players, weights = resolve(of, [self.box.player(of, values) for values in sides])
        openings = parse_openings(of, self.openings, seed)
        conditions = Conditions(of, parse_limit(self.limit), openings, seed, weights)
        pairs = np.array_split(np.arange(self.games // 2), min(cluster.workers, self.games // 2))
        jobs = [conditions.job(Pairing(*players), _games_of(some.tolist())) for some in pairs]
        standing = Standing(self.games)
        for _, done in cluster.map(RUN, jobs, conditions.blobs):
            if done.stopped:
                raise Stopped
            standing.add([g.number for g in done.games], [g.verdict for g in done.games])
        return standing.score


def _games_of(pairs: Sequence[int]) -> list[int]:
    return [2 * pair + second for pair in pairs for second in (0, 1)]


class TunedParameter(NamedTuple):
    """Where a parameter has come to, and how far it still wanders."""

    name: str
    before: int
    value: float
    error: float

    @property
    def best(self) -> int:
        return round(self.value)

    def __str__(self) -> str:
        return f"{self.name} {self.before} -> {self.best} ± {self.error:.2g}"


@dataclass(slots=True)
class Tuning:
    """A run as far as it has got."""

    plan: TuningPlan
    scores: list[Score] = field(default_factory=list)
    _optimiser: Spsa = field(init=False)
    _path: list[Point] = field(init=False)  # where it was after each iteration

    def __post_init__(self) -> None:
        told, self.scores = self.scores, []
        self._optimiser, self._path = self.plan.optimiser(), [self.plan.box.start]
        for score in told:
            self.ask()
            self.tell(score)

    @property
    def over(self) -> bool:
        return len(self.scores) >= self.plan.iterations

    @property
    def games(self) -> int:
        return len(self.scores) * self.plan.games

    def ask(self) -> list[Values]:
        """The two sides of the next iteration."""
        return [self.plan.box.values(point) for point in self._optimiser.ask()]

    def tell(self, score: Score) -> None:
        """How the first side did."""
        self._optimiser.tell(np.array([score.fraction, 1 - score.fraction]))
        self._path.append(self._optimiser.favourites[0])
        self.scores.append(score)

    def found(self) -> list[TunedParameter]:
        """The mean of the later half of the way, which is steadier than its end; as its error how far the
        way strays from that, and how far the mean itself still moves. A short way that hardly moved has
        not found anything yet: its error is the reach of a comparison."""
        late = np.array(self._path[len(self._path) // 2 :])
        early, latest = late[: (len(late) + 1) // 2], late[len(late) // 2 :]
        drift = latest.mean(axis=0) - early.mean(axis=0)
        box = self.plan.box
        strayed = np.sqrt(late.var(axis=0) + drift**2)
        error = box.in_units(np.maximum(strayed, box.reach * min(1.0, sqrt(SETTLED / len(late)))))
        value = box.in_units(late.mean(axis=0) + 1)
        return [
            TunedParameter(p.name, p.value, p.low + float(v), float(e))
            for p, v, e in zip(self.plan.parameters, value, error, strict=True)
        ]


# On disk: the plan, then a line for each iteration.


def file_of(name: str) -> Path:
    return home() / "tuning" / f"{name}.jsonl"


@contextmanager
def at_work(name: str, plan: TuningPlan) -> Iterator["KeptTuning"]:
    """The run of this name, begun or gone on with; BadInput if it was begun otherwise, or another process
    works at it."""
    file = file_of(name)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with claimed(file.with_suffix(".claim")):
            if not file.exists():
                _append(file, {"plan": asdict(plan)})
            yield KeptTuning(_read(file, name, plan), file)
    except Taken:
        raise BadInput(f"another process is at work at '{name}'") from None
    except OSError as wrong:
        raise StoreFailed(f"cannot write {file}: {wrong.strerror}") from None


class KeptTuning(NamedTuple):
    """A run and its file."""

    tuning: Tuning
    file: Path

    def iterations(self, cluster: Cluster) -> Generator[Score, None, None]:
        """Those not yet played; each is kept before it is told of."""
        tuning = self.tuning
        while not tuning.over:
            score = tuning.plan.play(len(tuning.scores), tuning.ask(), cluster)
            _append(self.file, {"score": [score.wins, score.draws, score.losses]})
            tuning.tell(score)
            yield score


def _append(file: Path, line: dict[str, Any]) -> None:
    with file.open("ab") as stream:
        stream.write(json.dumps(line).encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())


def _read(file: Path, name: str, plan: TuningPlan) -> Tuning:
    whole, _, cut = file.read_bytes().rpartition(b"\n")
    if cut:  # a line that a crash cut short
        os.truncate(file, len(whole) + 1)
    try:
        head, *lines = (json.loads(line) for line in whole.splitlines())
        kept = TuningPlan.read(head["plan"])
        scores = [Score(*line["score"]) for line in lines]
    except (ValueError, KeyError, TypeError):
        raise StoreFailed(f"{file} is no tuning run: move it away") from None
    _must_be_the_same(name, kept, plan)
    return Tuning(kept, scores)


def _must_be_the_same(name: str, kept: TuningPlan, wanted: TuningPlan) -> None:
    if kept.game != wanted.game:
        raise BadInput(f"'{name}' tunes {kept.game}: choose another --name")
    other = [f for f in ("iterations", "games", "limit", "openings", "seed", "parameters")
             if getattr(kept, f) != getattr(wanted, f)]  # fmt: skip
    if not other:
        return
    if other == ["parameters"]:
        raise BadInput(f"'{name}' was begun with other parameters or values: choose another --name")
    begun = ", ".join(f"{flag(f)} {getattr(kept, f)}" for f in other if f != "parameters")
    raise BadInput(
        f"'{name}' was begun with {begun}: leave that as it was, or choose another --name"
    )
