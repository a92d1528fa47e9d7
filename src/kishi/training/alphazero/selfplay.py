"""Games of a network against itself, in batches that any worker can play."""

import time
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from ..._native import SelfPlayGames, SelfPlayOptions
from ...arena.chance import key
from ...cluster import blob
from ...core import Game, SearchControl, game
from ...errors import Stopped
from ...formats.games import file_of
from ...players.net_session import Floats, NetSession, NetworkAnswer
from ..openings import strange_openings, training_openings

PLAY = "kishi.training.alphazero.selfplay:play"
SLOTS = 64  # games at once: a network is not much faster with more
FROM_OPENINGS = 0.25  # the share of games that begin from openings as measuring uses them
FROM_STRANGE_ONES = 0.5  # from random moves, where good play does not always come to the same end


class SelfPlayTask(NamedTuple):
    """So many games by one network."""

    game: str
    model: (
        str  # the id under which the workers were sent the network; "": none, all moves are alike
    )
    simulations: int
    fast_simulations: int
    full_share: float
    draw_contempt: float
    games: int
    seed: int


class Answering(Protocol):
    """A network, or what stands in for it."""

    shape: tuple[int, int, int]

    def run(self, planes: Floats) -> NetworkAnswer: ...


class NoNetwork:
    """Before anything has been learned: every move as good as any, every position even."""

    def __init__(self, of: Game) -> None:
        self.shape, self.moves = of.shape, of.moves

    def run(self, planes: Floats) -> NetworkAnswer:
        policy = np.zeros((len(planes), self.moves), np.float32)
        return NetworkAnswer(policy, policy[:, 0].copy(), policy[:, 0].copy())


@lru_cache(maxsize=2)
def _network(model: str) -> NetSession:
    body = blob(model)
    assert body is not None, f"the network {model} was not sent along"
    return NetSession(body)


def play(batch: SelfPlayTask, control: SearchControl) -> bytes:
    """The games as a file's bytes, with what they took in its head."""
    of = game(batch.game)
    network: Answering = _network(batch.model) if batch.model else NoNetwork(of)
    options = SelfPlayOptions(
        full=batch.simulations,
        fast=batch.fast_simulations,
        full_share=batch.full_share,
        draw_contempt=batch.draw_contempt,
    )
    games = SelfPlayGames(
        of, options, openings_for(of, batch.games, batch.seed), slots=SLOTS, seed=batch.seed
    )
    planes = np.zeros((SLOTS, *network.shape), np.float32)
    began, network_seconds = time.perf_counter(), 0.0
    cpu_began = time.thread_time()
    while count := games.leaves(planes):
        if control.stopped:
            raise Stopped
        asked = time.perf_counter()
        said = network.run(planes[:count])
        network_seconds += time.perf_counter() - asked
        games.answer(*said)
    counts = games.counts
    about = {
        **batch._asdict(),
        "plies": counts.plies,
        "simulations_done": counts.simulations,
        "evaluations": counts.evaluations,
        "resigned": counts.resigned,
        "verified": counts.verified,
        "wrongly": counts.wrongly,
        "seconds": round(time.perf_counter() - began, 3),
        "network_seconds": round(network_seconds, 3),
        "cpu_seconds": round(time.thread_time() - cpu_began, 3),
    }
    return file_of(about, counts.finished, games.packed())


def openings_for(of: Game, count: int, seed: int) -> list[list[int]]:
    """Some games from the start, the others from openings; never from one that is held out."""
    usual, strange = int(count * FROM_OPENINGS), int(count * FROM_STRANGE_ONES)
    drawn = training_openings(of, usual, key("self-play", seed)) if usual else []
    drawn += strange_openings(of, strange, key("self-play", seed))
    given = [list(opening.moves) for opening in drawn if opening.start is None]
    return [*given, *([] for _ in range(count - len(given)))]
