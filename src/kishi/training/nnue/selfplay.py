"""Games of a search against itself, in batches that any worker can play."""

from typing import NamedTuple

import numpy as np

from ... import _native
from ..._native import Engine, SearchControl, play_fixtures
from ...arena.chance import key
from ...arena.contest import MOST_PLIES
from ...cluster import shared, stoppable
from ...core import Game, game
from ...games import Numbers
from ..games_file import SelfPlay, pack
from ..openings import training_openings

PLAY = "kishi.training.nnue.selfplay:play"
PLIES = (2, 10)  # random moves before a game


class SearchGamesTask(NamedTuple):
    """So many games by a search of so many nodes a move."""

    game: str
    evaluation: str
    weights: str  # the id under which the workers were sent the numbers; "": the evaluation's own
    nodes: int
    games: int
    seed: int
    threads: int = 1


def searcher(of: Game, evaluation: str, numbers: Numbers, nodes: int) -> Engine:
    """The search that plays: small, on one thread, with its solvers."""
    return _native.search_engine(
        of, evaluation, numbers, seconds=0, nodes=nodes, depth=0, megabytes=4, threads=1, lines=1,
        exact=True, prune=True, noise=0, seed=0,
    )  # fmt: skip


def play(batch: SearchGamesTask) -> bytes:
    """The games as a file's bytes. They depend on the batch alone."""
    of = game(batch.game)
    openings = training_openings(of, batch.games, batch.seed, PLIES)
    numbers = np.frombuffer(shared(batch.weights) or b"", np.float32)
    mover = searcher(of, batch.evaluation, numbers, batch.nodes)
    stop = SearchControl()
    with stoppable(stop.stop):
        played = play_fixtures(
            mover,
            mover,
            [(o.positions(of), False, key("game", batch.seed, n)) for n, o in enumerate(openings)],
            nodes=batch.nodes,
            most_plies=MOST_PLIES,
            threads=batch.threads,
            stop=stop,
        )
    games = []
    for opening, g in zip(openings, played, strict=True):
        moves, values = (np.frombuffer(b, t) for b, t in zip(g.packed, ("<u2", "<i2"), strict=True))
        games.append(SelfPlay(opening.moves, moves, values, g.verdict))
    return pack({k: v for k, v in batch._asdict().items() if k != "threads"}, games)
