"""What a tuning run plays: the plan, which decides all that it comes to, and the games of its pairings.

A pairing is the search with two sets of values, and some pairs of games. The games of a run are numbered
through all its pairings, as those of one match are: opening and seed follow from the number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..arena.contest import Conditions, Pairing, resolve
from ..arena.job import RUN, Job
from ..arena.limits import parse_limit
from ..arena.match import Standing
from ..arena.openings import parse_openings
from ..arena.statistics import Score
from ..cluster import Cluster
from ..core import game
from ..errors import Stopped
from .parameters import Box, Parameter, Values


class Sides(NamedTuple):
    """The values of the two searches of a pairing."""

    a: Values
    b: Values


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
    screen: bool = (
        False  # a screening, whose pairings are of two games each; else SPSA, with one an iteration
    )

    @classmethod
    def read(cls, kept: dict[str, Any]) -> "TuningPlan":
        parameters = tuple(Parameter(*row) for row in kept["parameters"])
        return cls(**{**kept, "parameters": parameters})

    @property
    def box(self) -> Box:
        return Box(self.parameters)

    @property
    def games_each(self) -> int:
        """Of a pairing."""
        return 2 if self.screen else self.games

    @property
    def together(self) -> int:
        """The pairings of an iteration."""
        return self.games // self.games_each

    def play(self, first: int, sides: Sequence[Sides], cluster: Cluster) -> list[Score]:
        """The games of the pairings from number `first` on, as their first sides' scores; Stopped if
        they were."""
        standings = [Standing(self.games_each) for _ in sides]
        conditions, pairings = self._contest(sides)
        jobs = self._jobs(conditions, first, pairings, cluster.workers)
        for _, done in cluster.map(RUN, jobs, conditions.blobs):
            if done.stopped:
                raise Stopped
            for played in done.games:
                pairing, number = divmod(played.number, self.games_each)
                standings[pairing - first].add([number], [played.verdict])
        return [standing.score for standing in standings]

    def _contest(self, sides: Sequence[Sides]) -> tuple[Conditions, list[Pairing]]:
        of = game(self.game)
        specs = [self.box.player(of, values) for pair in sides for values in pair]
        players, weights = resolve(of, specs)
        openings = parse_openings(of, self.openings, self.seed)
        conditions = Conditions(of, parse_limit(self.limit), openings, self.seed, weights)
        return conditions, [Pairing(*two) for two in zip(players[::2], players[1::2], strict=True)]

    def _jobs(
        self, conditions: Conditions, first: int, pairings: Sequence[Pairing], workers: int
    ) -> list[Job]:
        """Each of a few pairs of games, as many as keep all workers busy."""
        pairs = self.games_each // 2
        parts = np.array_split(np.arange(pairs), min(workers, pairs))
        return [
            conditions.job(pairing, _games_of((number * pairs + part).tolist()))
            for number, pairing in enumerate(pairings, first)
            for part in parts
        ]


def _games_of(pairs: Sequence[int]) -> list[int]:
    return [2 * pair + second for pair in pairs for second in (0, 1)]
