"""Genetic algorithm: 21 genes, a round robin, one cut; diversity as written and corrected; maps bred here.

Nothing is kept between two questions. An optimiser is a function of its seed and of the scores it was told,
so a page that sends them back goes on with the same population.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ...cluster import Threads
from ...games.othello import GENE_OF_SQUARE, GENES, symmetric_map
from ...players.genomes import BY_NAME
from ...players.maps import map_named
from ...training.evolution.optimisers import GeneticAlgorithm, PairGeneticAlgorithm, diversity
from ...training.fitness import Candidate, FitnessEvaluation, MatchRunner
from ...training.openings import training_openings
from ..reading import Fields
from .matches import counts, openings, pair_counts, told
from .positions import OTHELLO

TABLES = BY_NAME["tables"]
MAP = BY_NAME["symmetric"]
LAST_MOVE = 60


def layout(fields: Fields) -> dict[str, Any]:
    """Which gene fills which square, and the squares that genes are called after."""
    quarter = np.hstack([GENE_OF_SQUARE, GENE_OF_SQUARE[:, ::-1]])
    return {"squares": np.vstack([quarter, quarter[::-1]]).ravel().tolist(), "names": list(GENES)}


# A few members one can follow.

SHOWN = 6


def generation(fields: Fields) -> dict[str, Any]:
    """A small population's round robin and the children of its pair, as the text says or the program does."""
    seed = fields.whole("seed", 0, 2**32, 1)
    ga = PairGeneticAlgorithm(
        21, seed, population=SHOWN, mutation=0.1, spread=TABLES.coordinate(1),
        program=fields.flag("program"),
    )  # fmt: skip
    for _ in range(fields.whole("number", 0, 20, 0)):
        ga.tell(_round_robin(ga.ask()).sum(axis=1).astype(float))
    before = ga.ask().copy()
    table = _round_robin(before)
    ga.tell(table.sum(axis=1).astype(float))
    bred = ga.breeding
    return {
        "genes": _genes(before), "maps": [_two_maps(row) for row in TABLES.numbers(before)],
        "switches": [_switch(row) for row in TABLES.numbers(before)],
        "table": table.tolist(), "scores": table.sum(axis=1).tolist(), "parents": list(bred.parents),
        "first": bred.first.tolist(), "cut": bred.cut.tolist(), "mutated": bred.mutated.tolist(),
        "next": _genes(ga.ask()), "diversity": [diversity(before), diversity(ga.ask())],
    }  # fmt: skip


def _genes(points: NDArray[np.float64]) -> Any:
    return _rounded(TABLES.numbers(points), 2)


def _rounded(numbers: NDArray[np.float32], digits: int) -> Any:
    return np.round(numbers.astype(np.float64), digits).tolist()


def _two_maps(genes: NDArray[np.float32]) -> Any:
    assert TABLES.maps is not None
    return [_rounded(m, 2) for m in TABLES.maps(OTHELLO, genes)]


def _switch(genes: NDArray[np.float32]) -> int:
    """The move at which the second table takes over."""
    return min(LAST_MOVE, int(abs(LAST_MOVE * float(genes[20]))))


def _round_robin(points: NDArray[np.float64]) -> NDArray[np.int64]:
    """What each member has won or lost against each other: both colours, from the start."""
    engines = [TABLES.engine(OTHELLO, numbers, 0) for numbers in TABLES.numbers(points)]
    table = np.zeros((len(engines), len(engines)), int)
    for i in range(1, len(engines)):
        wins, _, losses = pair_counts(engines[i : i + 1], engines[:i], [[OTHELLO.start()]])[0].T
        table[i, :i], table[:i, i] = wins - losses, losses - wins
    return table


# Diversity.

MEMBERS, GENERATIONS = 28, 12  # a fifth of a second


def collapse(fields: Fields) -> dict[str, Any]:
    """How far apart a population's members are, generation by generation, as written and corrected."""
    seed = fields.whole("seed", 0, 2**32, 1)
    spread = TABLES.coordinate(1)
    ways: dict[str, Any] = {
        "text": PairGeneticAlgorithm(21, seed, population=MEMBERS, mutation=0.1, spread=spread),
        "program": PairGeneticAlgorithm(
            21, seed, population=MEMBERS, mutation=0.1, spread=spread, program=True
        ),
        "corrected": GeneticAlgorithm(
            21, seed, population=MEMBERS, elite=2, tournament=3, mutation=0.2, step=0.2
        ),
    }
    return {name: [_told_generation(ga) for _ in range(GENERATIONS)] for name, ga in ways.items()}


def _told_generation(ga: Any) -> float:
    members = ga.ask()
    ga.tell(_round_robin(members).sum(axis=1).astype(float))
    return diversity(members)


# Breeding maps here.

POPULATION, OPPONENTS, FIRST, MORE = 40, 12, 8, 24
MOST_GENERATIONS = 60


def breed(fields: Fields) -> dict[str, Any]:
    """One more generation of symmetric maps after those whose scores are told; its best map, measured."""
    seed = fields.whole("seed", 0, 2**32, 1)
    log = fields.rows("told", MOST_GENERATIONS, POPULATION, 0, 1) if fields.has("told") else []
    ga = GeneticAlgorithm(
        10, seed, population=POPULATION, elite=4, tournament=3, mutation=0.2, step=0.2
    )
    hall: list[NDArray[np.float64]] = []
    for scores in log:
        ga.tell(np.array(scores))
        hall.append(ga.favourites[0].copy())
    members = ga.ask().copy()
    fitness = _evaluation(members, hall, seed + len(log)).run(
        _candidates(members), MatchRunner(Threads(1))
    )
    ga.tell(fitness.scores)
    best = ga.favourites[0]
    swh = _native.table_engine(OTHELLO, map_named(OTHELLO, "swh"), 0)
    mine = MAP.engine(OTHELLO, MAP.numbers(best), 0)
    return {
        "scores": np.round(fitness.scores, 6).tolist(), "games": fitness.games,
        "diversity": diversity(members), "genes": _rounded(MAP.numbers(best), 1),
        "map": _rounded(symmetric_map(OTHELLO, MAP.numbers(best)), 1),
        "maps": [_rounded(symmetric_map(OTHELLO, n), 1) for n in MAP.numbers(ga.favourites[:12])],
        "measured": told(counts([mine], [swh], openings(OTHELLO, 50, 4242))[0]),
        "most": MOST_GENERATIONS,
    }  # fmt: skip


def _candidates(points: NDArray[np.float64]) -> list[Candidate]:
    return [Candidate(MAP.name, numbers) for numbers in MAP.numbers(points)]


def _evaluation(
    members: NDArray[np.float64], hall: list[NDArray[np.float64]], seed: int
) -> FitnessEvaluation:
    """The same games for all: against former bests, members, and the newest best changed at random."""
    chance = np.random.default_rng(seed)
    famous = hall[-1:] + [hall[i] for i in chance.permutation(len(hall))[:2]]
    mutants = [
        np.clip(hall[-1] + chance.normal(0, 0.5, 10), -1, 1) for _ in range(3 if hall else 0)
    ]
    peers = members[chance.permutation(len(members))[: OPPONENTS - len(famous) - len(mutants)]]
    opponents = _candidates(np.array([*famous, *mutants, *peers]))
    played = training_openings(OTHELLO, FIRST + MORE, seed)
    return FitnessEvaluation(OTHELLO, opponents, played[:FIRST], played[FIRST:], "points", seed)


ANSWERS = {"layout": layout, "generation": generation, "collapse": collapse, "breed": breed}
