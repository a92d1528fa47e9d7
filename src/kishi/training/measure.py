"""How strong is it really? Games from openings and against opponents that training has never seen."""

from collections.abc import Iterable, Sequence
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


def candidate_of(weights: Weights) -> Candidate:
    if weights.kind == net_session.KIND:
        return Candidate(weights.kind, weights.arrays[net_session.ONNX])
    return Candidate(weights.kind, numbers_of(weights))


def measure(
    of: Game, who: Candidate, runner: MatchRunner, opponents: Sequence[str] = (), openings: int = 0
) -> Measured:
    """Against each opponent (the ladder, if none are named) from held-out openings, both colours."""
    networks = who.kind == net_session.KIND
    known = facts_of(of).training
    against = tuple(opponents) or (known.net_ladder if networks else known.ladder)
    count = openings or (NET_OPENINGS if networks else known.measured)
    tables = _tables(of, [who], against, count, runner)
    marks = [Mark(o, *(int(n) for n in tables.counts[0, i])) for i, o in enumerate(against)]
    zero = known.net_ladder[0] if networks else ANCHOR
    if zero not in against:
        return Measured(marks, Estimate(np.nan, np.nan, np.nan))
    rows = [row for mark in marks for row in _rows("?", mark)]
    among = _rungs(of.name, against) if networks else _among(of.name, against, count)
    rows += [row for one, mark in among for row in _rows(one, mark)]
    return Measured(marks, rate(rows, zero).rating("?"), zero)


def _tables(
    of: Game, who: Sequence[Candidate], against: Sequence[str], count: int, runner: MatchRunner
) -> ScoreTables:
    match = EvaluationMatch(
        of.name, who, [anchor(o) for o in against], held_out_openings(of, count), 1
    )
    return runner.play(match)


@lru_cache(maxsize=8)
def _among(name: str, ladder: tuple[str, ...], count: int) -> list[tuple[str, Mark]]:
    """The ladder's players among themselves; always the same games."""
    return _played(name, combinations(ladder, 2), count)


@lru_cache(maxsize=8)
def _rungs(name: str, ladder: tuple[str, ...]) -> list[tuple[str, Mark]]:
    """Each of the ladder's players against the next."""
    return _played(name, pairwise(ladder), RUNG_OPENINGS)


def _played(name: str, pairs: Iterable[tuple[str, str]], count: int) -> list[tuple[str, Mark]]:
    of, runner = game(name), MatchRunner(Threads(1))
    found = []
    for one, two in pairs:
        counts = _tables(of, [anchor(one)], [two], count, runner).counts[0, 0]
        found.append((one, Mark(two, *(int(n) for n in counts))))
    return found


def _rows(one: str, mark: Mark) -> list[Row]:
    """Colours are not told apart, so half of the games count for each."""
    counts = (mark.wins, mark.draws, mark.losses)
    half = [n // 2 for n in counts]
    rest = [n - h for n, h in zip(counts, half, strict=True)]
    return [Row(one, mark.opponent, *half), Row(mark.opponent, one, *reversed(rest))]
