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

from .._native import Thinker, Thought, play_matrix
from ..arena.contest import MOST_PLIES
from ..arena.openings import Opening
from ..cluster import Cluster, stoppable
from ..core import Game, Weights, game
from ..errors import BadInput
from ..players import NativePlayer, make_player, net_session
from ..players.trained import thinker_of
from .net_trials import NetTrial

PLAY = "kishi.training.fitness:play"


class Entrant(NamedTuple):
    """Somebody who plays: numbers and what kind of weights they are, or else a Spec as text."""

    kind: str
    numbers: NDArray[Any]
    spec: str = ""

    def weights(self, of: Game) -> Weights:
        name = net_session.ONNX if self.kind == net_session.KIND else "numbers"
        return Weights(of.name, self.kind, {name: self.numbers})

    def thinker(self, of: Game) -> Thinker:
        if self.kind:
            return thinker_of(of, self.weights(of), 0)
        player = make_player(of, self.spec)
        if not isinstance(player, NativePlayer):
            raise BadInput(f"'{self.spec}' cannot train with others: it does not play in the core")
        return player.thinker


def anchor(spec: str) -> Entrant:
    return Entrant("", np.zeros(0, np.float32), spec)


class Trial(NamedTuple):
    """Every candidate against every opponent from every opening with both colours, as data."""

    game: str
    candidates: Sequence[Entrant]
    opponents: Sequence[Entrant]
    openings: Sequence[Opening]
    seed: int
    threads: int = 1

    @property
    def games(self) -> int:
        return 2 * len(self.candidates) * len(self.opponents) * len(self.openings)


class Tables(NamedTuple):
    """What a trial says of each candidate (row) against each opponent (column)."""

    counts: NDArray[np.int32]  # wins, draws, losses
    margins: NDArray[np.float64]  # sums of the final leads


def play(trial: Trial) -> Tables:
    """Play the games. What they are depends on the trial alone, not on where or by how many threads."""
    of = game(trial.game)
    shape = (len(trial.candidates), len(trial.opponents))
    tables = Tables(np.zeros((*shape, 3), np.int32), np.zeros(shape))
    stop = Thought()
    if any(c.kind == net_session.KIND for c in trial.candidates):
        with stoppable(stop.stop):
            tables.counts[:] = [_net_trial(of, c, trial, stop).play() for c in trial.candidates]
        return tables
    with stoppable(stop.stop):
        play_matrix(
            [c.thinker(of) for c in trial.candidates],
            [o.thinker(of) for o in trial.opponents],
            [opening.positions(of) for opening in trial.openings],
            tables.counts,
            tables.margins,
            most_plies=MOST_PLIES,
            seed=trial.seed,
            threads=trial.threads,
            stop=stop,
        )
    return tables


def _net_trial(of: Game, candidate: Entrant, trial: Trial, stop: Thought) -> NetTrial:
    return NetTrial(
        game=of,
        session=net_session.session_of(of, candidate.weights(of)),
        opponents=[o.thinker(of) for o in trial.opponents],
        openings=[opening.positions(of) for opening in trial.openings],
        most_plies=MOST_PLIES,
        stop=stop,
    )


@dataclass(frozen=True, slots=True)
class Ground:
    """Where trials are played: threads of one machine, or the workers of a cluster."""

    cluster: Cluster
    threads: int = 1

    def play(self, trial: Trial) -> Tables:
        """Cut among the workers by candidates, or by opponents where these are more."""
        axis = int(len(trial.opponents) > len(trial.candidates))
        players = trial.opponents if axis else trial.candidates
        parts = min(self.cluster.workers, len(players))
        cuts = pairwise(np.linspace(0, len(players), parts + 1).astype(int).tolist())
        some = [players[a:b] for a, b in cuts]
        trial = trial._replace(threads=self.threads)
        tasks = [
            trial._replace(opponents=s) if axis else trial._replace(candidates=s) for s in some
        ]
        # They come back in any order.
        done = {id(task): tables for task, tables in self.cluster.map(PLAY, tasks)}
        counts, margins = zip(*(done[id(task)] for task in tasks), strict=True)
        return Tables(np.concatenate(counts, axis), np.concatenate(margins, axis))


class Fitness(NamedTuple):
    """A score for each candidate: points a game from 0 to 1, or final leads."""

    scores: NDArray[np.float64]
    errors: NDArray[np.float64]  # standard errors
    games: int


def scored(tables: Tables, games: NDArray[np.float64], by: str) -> NDArray[np.float64]:
    """Mean points, or mean share of the discs, of each candidate."""
    if by == "discs":
        return np.asarray(0.5 + tables.margins.sum(axis=1) / (128 * games))
    wins, draws, _ = tables.counts.sum(axis=1).T
    mean: NDArray[np.float64] = (wins + 0.5 * draws) / games
    return mean


def standard_errors(tables: Tables, games: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of mean points, games counting as independent."""
    wins, draws, _ = tables.counts.sum(axis=1).T
    mean = (wins + 0.5 * draws) / games
    variance = np.maximum((wins + 0.25 * draws) / games - mean**2, 0.25 / games)
    return np.asarray(np.sqrt(variance / games))


@dataclass(frozen=True, slots=True)
class Race:
    """A fair comparison of candidates in two passes."""

    game: Game
    opponents: Sequence[Entrant]
    first: Sequence[Opening]
    more: Sequence[Opening]  # for the best quarter only
    by: str  # points or discs
    seed: int

    def run(self, candidates: Sequence[Entrant], ground: Ground) -> Fitness:
        trial = Trial(self.game.name, candidates, self.opponents, self.first, self.seed)
        tables = ground.play(trial)
        games = np.full(len(candidates), trial.games / len(candidates))
        played = trial.games
        if self.more:
            scores = scored(tables, games, self.by)
            quarter = np.argsort(-scores, kind="stable")[: max(1, len(candidates) // 4)]
            again = Trial(
                self.game.name, [candidates[i] for i in quarter], self.opponents, self.more,
                self.seed + 1,
            )  # fmt: skip
            extra = ground.play(again)
            tables.counts[quarter] += extra.counts
            tables.margins[quarter] += extra.margins
            games[quarter] += again.games / len(quarter)
            played += again.games
        return Fitness(scored(tables, games, self.by), standard_errors(tables, games), played)
