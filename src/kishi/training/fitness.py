"""Many candidates on the same games: how training finds out which are better.

Everyone meets the same opponents from the same openings with both colours. A first pass is short;
the best quarter then plays more games, and its scores are over all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._native import Engine, play_matrix
from ..arena.contest import MOST_PLIES
from ..arena.openings import Opening
from ..cluster import Cluster
from ..core import Game, SearchControl, Weights, game
from ..errors import BadInput, Stopped
from ..players import NativePlayer, make_player, net_session
from ..players.trained import engine_of
from .network_match import NetworkMatch

PLAY = "kishi.training.fitness:play"


class Candidate(NamedTuple):
    """Somebody who plays: numbers and what kind of weights they are, or else a Spec as text."""

    kind: str
    numbers: NDArray[Any]
    spec: str = ""

    def weights(self, of: Game) -> Weights:
        name = net_session.ONNX if self.kind == net_session.KIND else "numbers"
        return Weights(of.name, self.kind, {name: self.numbers})

    def engine(self, of: Game) -> Engine:
        if self.kind:
            return engine_of(of, self.weights(of), 0)
        player = make_player(of, self.spec)
        if not isinstance(player, NativePlayer):
            raise BadInput(f"'{self.spec}' cannot train with others: it does not play in the core")
        return player.engine


def anchor(spec: str) -> Candidate:
    return Candidate("", np.zeros(0, np.float32), spec)


class EvaluationMatch(NamedTuple):
    """Every candidate against every opponent from every opening with both colours, as data."""

    game: str
    candidates: Sequence[Candidate]
    opponents: Sequence[Candidate]
    openings: Sequence[Opening]
    seed: int
    threads: int = 1

    @property
    def games(self) -> int:
        return 2 * len(self.candidates) * len(self.opponents) * len(self.openings)


class ScoreTables(NamedTuple):
    """What a match says of each candidate (row) against each opponent (column)."""

    counts: NDArray[np.int32]  # wins, draws, losses
    margins: NDArray[np.float64]  # sums of the final leads


def play(match: EvaluationMatch, control: SearchControl) -> ScoreTables:
    """Play the games. What they are depends on the match alone, not on where or by how many threads."""
    tables = _played(match, control)
    if control.stopped:
        raise Stopped
    return tables


def _played(match: EvaluationMatch, control: SearchControl) -> ScoreTables:
    of = game(match.game)
    shape = (len(match.candidates), len(match.opponents))
    tables = ScoreTables(np.zeros((*shape, 3), np.int32), np.zeros(shape))
    if any(c.kind == net_session.KIND for c in match.candidates):
        tables.counts[:] = [_network_match(of, c, match, control).play() for c in match.candidates]
        return tables
    play_matrix(
        [c.engine(of) for c in match.candidates],
        [o.engine(of) for o in match.opponents],
        [opening.positions(of) for opening in match.openings],
        tables.counts,
        tables.margins,
        most_plies=MOST_PLIES,
        seed=match.seed,
        threads=match.threads,
        control=control,
    )
    return tables


def _network_match(
    of: Game, candidate: Candidate, match: EvaluationMatch, control: SearchControl
) -> NetworkMatch:
    return NetworkMatch(
        game=of,
        session=net_session.session_of(of, candidate.weights(of)),
        opponents=[o.engine(of) for o in match.opponents],
        openings=[opening.positions(of) for opening in match.openings],
        most_plies=MOST_PLIES,
        control=control,
    )


@dataclass(frozen=True, slots=True)
class MatchRunner:
    """Where evaluation matches are played: threads of one machine, or the workers of a cluster."""

    cluster: Cluster
    threads: int = 1

    def play(self, match: EvaluationMatch) -> ScoreTables:
        """Cut among the workers by candidates, or by opponents where these are more."""
        axis = int(len(match.opponents) > len(match.candidates))
        players = match.opponents if axis else match.candidates
        parts = min(self.cluster.workers, len(players))
        cuts = pairwise(np.linspace(0, len(players), parts + 1).astype(int).tolist())
        some = [players[a:b] for a, b in cuts]
        match = match._replace(threads=self.threads)
        tasks = [
            match._replace(opponents=s) if axis else match._replace(candidates=s) for s in some
        ]
        # They come back in any order.
        done = {id(task): tables for task, tables in self.cluster.map(PLAY, tasks)}
        counts, margins = zip(*(done[id(task)] for task in tasks), strict=True)
        return ScoreTables(np.concatenate(counts, axis), np.concatenate(margins, axis))


class Fitness(NamedTuple):
    """A score for each candidate: points a game or shares of the discs, from 0 to 1."""

    scores: NDArray[np.float64]
    errors: NDArray[np.float64]  # standard errors
    games: int


def mean_points(tables: ScoreTables, games: NDArray[np.float64]) -> NDArray[np.float64]:
    wins, draws, _ = tables.counts.sum(axis=1).T
    mean: NDArray[np.float64] = (wins + 0.5 * draws) / games
    return mean


def mean_shares(
    tables: ScoreTables, games: NDArray[np.float64], most_lead: int
) -> NDArray[np.float64]:
    """Each candidate's mean share of the discs: 1 is all of them."""
    return np.asarray(0.5 + tables.margins.sum(axis=1) / (2 * most_lead * games))


def standard_errors(tables: ScoreTables, games: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of mean points, games counting as independent."""
    wins, draws, _ = tables.counts.sum(axis=1).T
    mean = mean_points(tables, games)
    variance = np.maximum((wins + 0.25 * draws) / games - mean**2, 0.25 / games)
    return np.asarray(np.sqrt(variance / games))


@dataclass(frozen=True, slots=True)
class FitnessEvaluation:
    """A fair comparison of candidates in two passes."""

    game: Game
    opponents: Sequence[Candidate]
    first: Sequence[Opening]
    more: Sequence[Opening]  # for the best quarter only
    by: str  # points or discs
    seed: int

    def run(self, candidates: Sequence[Candidate], runner: MatchRunner) -> Fitness:
        match = EvaluationMatch(self.game.name, candidates, self.opponents, self.first, self.seed)
        tables = runner.play(match)
        games = np.full(len(candidates), match.games / len(candidates))
        played = match.games
        if self.more:
            scores = self._scores(tables, games)
            quarter = np.argsort(-scores, kind="stable")[: max(1, len(candidates) // 4)]
            again = EvaluationMatch(
                self.game.name, [candidates[i] for i in quarter], self.opponents, self.more,
                self.seed + 1,
            )  # fmt: skip
            extra = runner.play(again)
            tables.counts[quarter] += extra.counts
            tables.margins[quarter] += extra.margins
            games[quarter] += again.games / len(quarter)
            played += again.games
        return Fitness(self._scores(tables, games), standard_errors(tables, games), played)

    def _scores(self, tables: ScoreTables, games: NDArray[np.float64]) -> NDArray[np.float64]:
        if self.by == "discs":
            return mean_shares(tables, games, self.game.most_lead)
        return mean_points(tables, games)
