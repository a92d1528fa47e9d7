"""Each optimiser finds a hill, is a function of its seed and what it was told, and stays in the box."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from kishi.training.evolution.optimisers import (
    CmaEs,
    GeneticAlgorithm,
    HillClimber,
    Optimiser,
    PairGeneticAlgorithm,
    ParticleSwarm,
    diversity,
)

SIZE = 6
TOP = np.array([0.5, -0.3, 0.1, 0.7, -0.6, 0.2])
MAKERS: dict[str, Callable[[int], Optimiser]] = {
    "hillclimb": lambda seed: HillClimber(SIZE, seed, neighbours=12, step=0.2),
    "pso": lambda seed: ParticleSwarm(
        SIZE,
        seed,
        swarm=15,
        inertia=0.7298,
        pull=1.4962,
        speed=0.2,
        rescore=True,
    ),
    "ga": lambda seed: GeneticAlgorithm(
        SIZE, seed, population=30, elite=3, tournament=3, mutation=0.2, step=0.2
    ),
    "cmaes": lambda seed: CmaEs(SIZE, seed, population=12, step=0.4),
}
AS_WRITTEN: dict[str, Callable[[int], Optimiser]] = {
    "pso as written": lambda seed: ParticleSwarm(
        SIZE, seed, swarm=15, inertia=0.9, pull=1.0, speed=0.0, rescore=False
    ),
    "ga as written": lambda seed: PairGeneticAlgorithm(
        SIZE, seed, population=20, mutation=0.1, spread=0.3
    ),
    "ga as programmed": lambda seed: PairGeneticAlgorithm(
        SIZE, seed, population=20, mutation=0.1, spread=0.3, program=True
    ),
}
EVERY = MAKERS | AS_WRITTEN


def hill(points: NDArray[np.float64]) -> NDArray[np.float64]:
    heights: NDArray[np.float64] = -((points - TOP) ** 2).sum(axis=1)
    return heights


@pytest.mark.parametrize("name", MAKERS)
def test_it_climbs(name: str) -> None:
    optimiser = MAKERS[name](3)
    for _ in range(60):
        optimiser.tell(hill(optimiser.ask()))
    assert hill(optimiser.favourites[:1])[0] > -0.05


@pytest.mark.parametrize("name", MAKERS)
def test_it_climbs_through_noise(name: str) -> None:
    optimiser, noise = MAKERS[name](4), np.random.default_rng(1)
    for _ in range(120):
        asked = optimiser.ask()
        optimiser.tell(hill(asked) + noise.normal(0, 0.1, len(asked)))
    assert hill(optimiser.favourites[:1])[0] > -0.3


@pytest.mark.parametrize("name", EVERY)
def test_the_scores_are_all_its_state(name: str) -> None:
    """What was told to one, told to another of the same seed, makes it the same."""
    one, two, other = EVERY[name](7), EVERY[name](7), EVERY[name](8)
    told = []
    for _ in range(8):
        told.append(hill(one.ask()))
        one.tell(told[-1])
    for scores in told:
        two.ask()
        two.tell(scores)
    assert np.array_equal(one.ask(), two.ask())
    assert np.array_equal(one.favourites, two.favourites)
    assert not np.array_equal(one.favourites[0], other.ask()[0])


@pytest.mark.parametrize("name", MAKERS)
def test_points_stay_in_the_box(name: str) -> None:
    optimiser = MAKERS[name](5)
    for _ in range(20):
        asked = optimiser.ask()
        assert np.abs(asked).max() <= 1
        optimiser.tell(asked.sum(axis=1))  # the best corner is at the border


def test_a_lucky_score_is_forgotten() -> None:
    """The swarm's bests are scored anew; as written, luck lasts for ever."""
    for rescore, lasts in ((True, False), (False, True)):
        swarm = ParticleSwarm(2, 1, swarm=5, inertia=0.7, pull=1.5, speed=0.1, rescore=rescore)
        lucky = swarm.ask()[2].copy()
        swarm.tell(np.array([0, 0, 100, 0, 0.0]))
        for _ in range(5):
            swarm.tell(hill2(swarm.ask(), lucky))
        assert np.array_equal(swarm.favourites[0], lucky) == lasts


def hill2(points: NDArray[np.float64], low: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lowest where the lucky one stands."""
    heights: NDArray[np.float64] = ((points - low) ** 2).sum(axis=1)
    return heights


def test_the_centre_is_tried_where_asked() -> None:
    swarm = ParticleSwarm(
        3, 1, swarm=4, inertia=0.7, pull=1.5, speed=0.1, rescore=True, begin=np.zeros(3)
    )
    assert not swarm.ask()[0].any()
    assert not HillClimber(3, 1, neighbours=2, step=0.1, begin=np.zeros(3)).ask()[0].any()


def test_diversity() -> None:
    assert diversity(np.zeros((4, 3))) == 0
    assert diversity(np.array([[1.0, 1.0], [-1.0, -1.0]])) == 1


def bred(program: bool, mutation: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A generation of the GA write-up, the first member the best, and the next one."""
    ga = PairGeneticAlgorithm(21, 1, population=100, mutation=mutation, spread=1.0, program=program)
    before = ga.ask().copy()
    ga.tell(-np.arange(100.0))
    return before, ga.ask()


def test_the_genetic_algorithm_as_its_text_says_and_as_its_program_does() -> None:
    text, after = bred(program=False, mutation=0)
    assert np.abs(text).max() <= 1
    first_genes = {tuple(row) for row in after[:, :1]}
    assert len(first_genes) == 2  # of either parent
    program, after = bred(program=True, mutation=0)
    assert np.abs(program).max() > 2  # normal
    assert (after[2:, 0] == program[0, 0]).all()  # the winner's come before the cut
    program, after = bred(program=True, mutation=1)
    changed = after.ravel()
    assert (changed[:100] >= 0).all() and (changed[:100] < 1).all()
    assert {tuple(row) for row in after[5:, :1]} == {(program[0, 0],)}
    _, after = bred(program=False, mutation=1)
    assert (after[2:] < 0).any() and np.abs(after).max() <= 1
