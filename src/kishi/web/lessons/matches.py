"""Games of the lessons: real ones, played by the core, the same for everybody who is compared."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ...arena.openings import RandomOpenings
from ...arena.statistics import Score, score_estimate
from ...core import Game, Position, SearchControl

Engines = Sequence[_native.Engine]
Openings = list[list[Position]]
MOST_PLIES = 400
OPENING_PLIES = 6


def openings(of: Game, count: int, seed: int) -> Openings:
    """So many random openings; another seed, others."""
    return [o.positions(of) for o in RandomOpenings(of, OPENING_PLIES, seed).of(range(count))]


def counts(players: Engines, opponents: Engines, played: Openings) -> NDArray[np.int32]:
    """Wins, draws and losses of each player over all opponents and openings, both colours."""
    return np.asarray(pair_counts(players, opponents, played).sum(axis=1))


def pair_counts(players: Engines, opponents: Engines, played: Openings) -> NDArray[np.int32]:
    """The same of each player against each opponent: [player, opponent, (wins, draws, losses)]."""
    shape = (len(players), len(opponents))
    found, margins = np.zeros((*shape, 3), np.int32), np.zeros(shape)
    _native.play_matrix(
        players, opponents, played, found, margins, most_plies=MOST_PLIES, seed=1, threads=1,
        control=SearchControl(),
    )  # fmt: skip
    return found


def scores(players: Engines, opponents: Engines, played: Openings) -> NDArray[np.float64]:
    """Each player's points a game."""
    wins, draws, losses = counts(players, opponents, played).T
    return np.asarray((wins + draws / 2) / (wins + draws + losses))


def told(row: NDArray[np.int32]) -> dict[str, Any]:
    """Wins, draws and losses with the score and its interval of 95%."""
    score = Score(*(int(n) for n in row))
    value, low, high = score_estimate(score)
    return {"wins": score.wins, "draws": score.draws, "losses": score.losses,
            "score": value, "low": low, "high": high}  # fmt: skip
