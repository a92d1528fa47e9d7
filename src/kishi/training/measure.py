"""How strong is it really? Games from openings and against opponents that training has never seen."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np

from ..arena.rating import Row, rate
from ..arena.statistics import Estimate
from ..arena.tournament import ANCHOR
from ..cluster import Threads
from ..core import Game, Weights, game
from ..games import facts_of
from ..players import net_session
from ..players.genomes import numbers_of
from .fitness import Candidate, EvaluationMatch, MatchRunner, ScoreTables, anchor
from .openings import held_out_openings

NET_OPENINGS = 50
RUNG_OPENINGS = 100  # for the players of the networks' ladder, each against the next


Tell = Callable[[int, int], None]  # games played, of so many


def unheard(played: int, all: int) -> None:
    """For whom nobody waits."""


class Mark(NamedTuple):
    """How games against one opponent went."""

    opponent: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return (self.wins + 0.5 * self.draws) / self.games

    @property
    def error(self) -> float:
        """The standard error of the score, games counting as independent."""
        variance = (self.wins + 0.25 * self.draws) / self.games - self.score**2
        return float(np.sqrt(max(variance, 0.25 / self.games) / self.games))

    def as_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "score": round(self.score, 4), "error": round(self.error, 4)}


class Measured(NamedTuple):
    marks: list[Mark]
    elo: Estimate
    zero: str = ""  # the player whose Elo is 0

    def as_dict(self) -> dict[str, Any]:
        elo = None if np.isnan(self.elo.value) else self.elo._asdict()
        return {"marks": [mark.as_dict() for mark in self.marks], "elo": elo, "zero": self.zero}


def candidate_of(weights: Weights) -> Candidate:
    if weights.kind == net_session.KIND:
        return Candidate(weights.kind, weights.arrays[net_session.ONNX])
    return Candidate(weights.kind, numbers_of(weights))


def measure(
    of: Game, who: Candidate, runner: MatchRunner, opponents: Sequence[str] = (), openings: int = 0,
    tell: Tell = unheard,
) -> Measured:  # fmt: skip
    """Against each opponent (the ladder, if none are named) from held-out openings, both colours.

    The ladder's players meet among themselves too; those games are always the same."""
    networks = who.kind == net_session.KIND
    known = facts_of(of).training
    against = tuple(opponents) or (known.net_ladder if networks else known.ladder)
    count = openings or (NET_OPENINGS if networks else known.measured)
    zero = known.net_ladder[0] if networks else ANCHOR
    rated = zero in against
    pairs = list(pairwise(against) if networks else combinations(against, 2)) if rated else []
    each = RUNG_OPENINGS if networks else count  # openings of such a pair
    all = 2 * (len(against) * count + len(pairs) * each)
    marks: list[Mark] = []
    for first in range(0, len(against), runner.cluster.workers):
        some = against[first : first + runner.cluster.workers]
        counts = _tables(of, [who], some, count, runner).counts[0]
        marks += [Mark(o, *(int(n) for n in c)) for o, c in zip(some, counts, strict=True)]
        tell(2 * len(marks) * count, all)
    if not rated:
        return Measured(marks, Estimate(np.nan, np.nan, np.nan))
    rows = [row for mark in marks for row in _rows("?", mark)]
    for number, (one, two) in enumerate(pairs, 1):
        rows += _rows(one, _between(of.name, one, two, each))
        tell(2 * (len(marks) * count + number * each), all)
    return Measured(marks, rate(rows, zero).rating("?"), zero)


def _tables(
    of: Game, who: Sequence[Candidate], against: Sequence[str], count: int, runner: MatchRunner
) -> ScoreTables:
    match = EvaluationMatch(
        of.name, who, [anchor(o) for o in against], held_out_openings(of, count), 1
    )
    return runner.play(match)


@lru_cache(maxsize=256)
def _between(name: str, one: str, two: str, count: int) -> Mark:
    """Two of the ladder's players; always the same games."""
    tables = _tables(game(name), [anchor(one)], [two], count, MatchRunner(Threads(1)))
    return Mark(two, *(int(n) for n in tables.counts[0, 0]))


def _rows(one: str, mark: Mark) -> list[Row]:
    """Colours are not told apart, so half of the games count for each."""
    counts = (mark.wins, mark.draws, mark.losses)
    half = [n // 2 for n in counts]
    rest = [n - h for n, h in zip(counts, half, strict=True)]
    return [Row(one, mark.opponent, *half), Row(mark.opponent, one, *reversed(rest))]
