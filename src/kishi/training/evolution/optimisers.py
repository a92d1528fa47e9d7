"""Optimisers that need no gradient, with one interface: ask for points, tell how good they are.

All search the box [-1, 1]^n for the highest fitness, from random points and from `begin`, if there is
one. Fitness is noisy and, in games, relative to the opponents of the day; so what an optimiser remembers
as its best is asked again each time, and only scores of the same `tell` are compared. Each is a
deterministic function of its options, its seed and what it was told: a log of the scores is all that is
needed to bring one back exactly.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # [points, n]
Scores = NDArray[np.float64]  # [points]


class Optimiser(Protocol):
    """`tell` takes one score for each point that `ask` gave last, the higher the better."""

    def ask(self) -> Points: ...
    def tell(self, scores: Scores) -> None: ...
    @property
    def favourites(self) -> Points:
        """What it takes for the best points so far, the best first; after the first `tell`."""
        ...


def diversity(points: Points) -> float:
    """How far apart points are: the mean standard deviation of their coordinates."""
    return float(points.std(axis=0).mean())


class HillClimber:
    """One point; it moves to the best of a few random neighbours if that is better than itself."""

    def __init__(
        self, size: int, seed: int, *, neighbours: int, step: float, begin: Points | None = None
    ) -> None:
        self._random = np.random.default_rng(seed)
        self._here: Points = self._random.uniform(-1, 1, size) if begin is None else begin
        self._neighbours = neighbours
        self._step = step
        self._asked: Points = np.zeros((0, size))

    def ask(self) -> Points:
        away = self._random.normal(0, self._step, (self._neighbours, self._here.size))
        self._asked = np.vstack([self._here, np.clip(self._here + away, -1, 1)])
        return self._asked

    def tell(self, scores: Scores) -> None:
        best = int(np.argmax(scores))  # of equals the first: staying
        self._here = self._asked[best]
        # As usual with evolution strategies: longer steps after a success, shorter ones after failures.
        self._step = float(np.clip(self._step * (1.25 if best else 0.92), 0.01, 0.5))

    @property
    def favourites(self) -> Points:
        return self._here[None]


class Flight(NamedTuple):
    """A swarm after a step: where its particles are, how they got there, and what they remember."""

    at: Points
    inertia: Points  # the three terms of the last velocity
    to_own: Points
    to_common: Points
    best: Points
    best_scores: Scores
    leader: int


class ParticleSwarm:
    """A swarm: each particle is drawn to the best place it has seen and to the best of all.

    With `rescore` those places are asked again along with the swarm. Without it the score of a lucky
    day stands for ever, as in the PSO write-up.
    """

    def __init__(
        self, size: int, seed: int, *, swarm: int, inertia: float, pull: float, speed: float,
        rescore: bool, begin: Points | None = None,
    ) -> None:  # fmt: skip
        self._random = np.random.default_rng(seed)
        self._at: Points = self._random.uniform(-1, 1, (swarm, size))
        if begin is not None:
            self._at[0] = begin
        self._velocity: Points = self._random.uniform(-speed, speed, (swarm, size))
        self._best = self._at.copy()
        self._best_scores: Scores = np.full(swarm, -np.inf)
        self._inertia, self._pull, self._rescore = inertia, pull, rescore
        self._begun = False

    def ask(self) -> Points:
        return np.vstack([self._at, self._best]) if self._rescore and self._begun else self._at

    def tell(self, scores: Scores) -> None:
        swarm = len(self._at)
        if len(scores) > swarm:
            self._best_scores = scores[swarm:].copy()
        better = scores[:swarm] > self._best_scores
        self._best[better] = self._at[better]
        self._best_scores[better] = scores[:swarm][better]
        self._begun = True
        leader = int(np.argmax(self._best_scores))
        own, common = self._random.uniform(0, 1, (2, *self._at.shape))
        inertia = self._velocity * self._inertia
        to_own = self._pull * own * (self._best - self._at)
        to_common = self._pull * common * (self._best[leader] - self._at)
        self._velocity = inertia + to_own + to_common
        self._at = self._at + self._velocity
        self.flight = Flight(
            np.clip(self._at, -1, 1), inertia, to_own, to_common, self._best.copy(),
            self._best_scores.copy(), leader,
        )  # fmt: skip
        outside = np.abs(self._at) > 1
        self._at = np.clip(self._at, -1, 1)
        if self._rescore:  # a particle that pushes against the border would stay there
            self._velocity[outside] *= -0.5

    @property
    def favourites(self) -> Points:
        return self._best[np.argsort(-self._best_scores, kind="stable")]


class _Population(ABC):
    """What both genetic algorithms share: members are ranked, and the next ones bred of them."""

    def __init__(self, members: Points, random: np.random.Generator) -> None:
        self._members = self._ranked = members
        self._random = random

    def ask(self) -> Points:
        return self._members

    def tell(self, scores: Scores) -> None:
        self._order = np.argsort(-scores, kind="stable")
        self._ranked = self._members[self._order]
        self._members = self._bred()

    @abstractmethod
    def _bred(self) -> Points:
        """The next generation, of as many members."""

    @property
    def favourites(self) -> Points:
        return self._ranked


class GeneticAlgorithm(_Population):
    """A population: the better ones have children, mixed of two parents and changed a little."""

    def __init__(
        self, size: int, seed: int, *, population: int, elite: int, tournament: int, mutation: float,
        step: float, begin: Points | None = None,
    ) -> None:  # fmt: skip
        random = np.random.default_rng(seed)
        members: Points = random.uniform(-1, 1, (population, size))
        if begin is not None:
            members[0] = begin
        super().__init__(members, random)
        self._elite, self._tournament = elite, tournament
        self._mutation, self._step = mutation, step

    def _bred(self) -> Points:
        count, size = self._ranked.shape
        born = count - self._elite
        # The winner of a tournament among ranked members is the one with the lowest number.
        drawn = self._random.integers(0, count, (2, born, self._tournament)).min(axis=2)
        mother, father = self._ranked[drawn[0]], self._ranked[drawn[1]]
        children = np.where(self._random.random((born, size)) < 0.5, mother, father)
        changed = self._random.random((born, size)) < self._mutation
        children = children + changed * self._random.normal(0, self._step, (born, size))
        return np.vstack([self._ranked[: self._elite], np.clip(children, -1, 1)])


class Breeding(NamedTuple):
    """How a pair's children came to be: whose genes come before the cut, where that is, what mutated."""

    parents: tuple[int, int]  # their places in the generation before
    first: NDArray[np.int64]
    cut: NDArray[np.int64]
    mutated: NDArray[np.bool_]  # of all members, the parents first


class PairGeneticAlgorithm(_Population):
    """The GA write-up's: the best and one random other are everybody's parents.

    Its text: genes and mutations are between -1 and 1, and either parent's genes come before the cut. Its
    `program`: genes are normal, the best one's come first, and mutation reaches only the first hundred
    numbers of the population, those of the parents among them, and draws from [0, 1).
    """

    MUTATED = 100  # numbers, by the program

    def __init__(
        self, size: int, seed: int, *, population: int, mutation: float, spread: float,
        program: bool = False, begin: Points | None = None,
    ) -> None:  # fmt: skip
        random = np.random.default_rng(seed)
        shape = (population, size)
        drawn = (
            random.normal(0, spread, shape) if program else random.uniform(-spread, spread, shape)
        )
        members: Points = drawn
        if begin is not None:
            members[0] = begin
        super().__init__(members, random)
        self._mutation, self._spread, self._program = mutation, spread, program

    def _bred(self) -> Points:
        count, size = self._ranked.shape
        ranks = [0, int(self._random.integers(1, count))]
        parents = self._ranked[ranks]
        born = count - 2
        first = np.zeros(born, int) if self._program else self._random.integers(0, 2, born)
        cut = self._random.integers(1, size, born)
        before = np.arange(size) < cut[:, None]
        children = np.where(before, parents[first], parents[1 - first])
        members = np.vstack([parents, children])
        changed = self._changed(members)
        best, other = (int(self._order[rank]) for rank in ranks)
        self.breeding = Breeding((best, other), first, cut, changed)
        low = 0 if self._program else -self._spread
        return np.where(changed, self._random.uniform(low, self._spread, members.shape), members)

    def _changed(self, members: Points) -> NDArray[np.bool_]:
        changed = self._random.random(members.shape) < self._mutation
        number = np.arange(members.size).reshape(members.shape)
        reached = number < self.MUTATED if self._program else number >= 2 * members.shape[1]
        return np.asarray(changed & reached)


class CmaEs:
    """CMA-ES, which learns the shape of the landscape; by the library `cmaes`."""

    def __init__(
        self, size: int, seed: int, *, population: int, step: float, begin: Points | None = None
    ) -> None:
        from cmaes import CMA  # noqa: PLC0415 - training alone needs it

        self._cma = CMA(
            mean=np.zeros(size) if begin is None else begin,
            sigma=step,
            bounds=np.tile([-1.0, 1.0], (size, 1)),
            seed=seed % 2**32,
            population_size=population,
        )
        self._asked: Points = np.zeros((0, size))

    def ask(self) -> Points:
        # The mean comes last: it is what counts in the end, and is measured along with its samples.
        sampled = [self._cma.ask() for _ in range(self._cma.population_size)]
        self._asked = np.vstack([*sampled, self._cma.mean])
        return self._asked

    def tell(self, scores: Scores) -> None:
        self._ranked = self._asked[:-1][np.argsort(-scores[:-1], kind="stable")]
        self._cma.tell([(x, -float(s)) for x, s in zip(self._asked[:-1], scores[:-1], strict=True)])

    @property
    def favourites(self) -> Points:
        return np.vstack([self._cma.mean, self._ranked])


class Spsa:
    """Simultaneous perturbation (Spall's SPSA): of two points on opposite sides of where it is, it takes
    a step towards the better.

    `reach` says how far off the points are in each coordinate at the end, and `step` how many of these
    reaches it then goes if one of them wins everything. Both begin larger and shrink as Spall has it.
    """

    def __init__(
        self, start: Points, seed: int, *, iterations: int, reach: Points, step: float
    ) -> None:
        self._random = np.random.default_rng(seed)
        self._here: Points = start.copy()
        self._iterations, self._reach, self._step = iterations, reach, step
        self._begun = 0
        self._away: Points = np.zeros_like(start)

    def ask(self) -> Points:
        self._begun += 1
        signs = self._random.choice([-1.0, 1.0], self._here.size)
        self._away = signs * self._reach * (self._iterations / self._begun) ** 0.101
        return np.clip([self._here + self._away, self._here - self._away], -1, 1)

    def tell(self, scores: Scores) -> None:
        settled = 0.1 * self._iterations  # so the first steps are not much longer than the next
        gain = ((settled + self._iterations) / (settled + self._begun)) ** 0.602
        towards = self._step * self._reach**2 / self._away
        moved = self._here + gain * (scores[0] - scores[1]) * towards
        self._here = np.clip(moved, -1, 1)

    @property
    def favourites(self) -> Points:
        return self._here[None]
