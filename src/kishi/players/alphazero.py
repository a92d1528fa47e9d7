"""Players whose search a network guides: policy and value by a net, a tree by the core."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from .._native import MctsOptions, NetworkSearch, SearchControl, allotted
from ..core import Choice, Game, Limit, Player, Record, Weights
from .kind import EVERY_GAME, option
from .net_session import KIND, NetSession, session_of
from .registry import weights_named
from .thinking import choice_of

EXPLORATION = 1.5
MOST_EDGES = 10_000_000  # of the tree, roughly: a third of a gigabyte
REPORTS_APART = 0.25  # seconds


_SESSIONS: dict[str, NetSession] = {}  # a player is made anew for every game of a match
MOST_SESSIONS = 8


def session_for(game: Game, weights: Weights) -> NetSession:
    """A session with these weights, the same one for all who ask."""
    if weights.id not in _SESSIONS:
        while len(_SESSIONS) >= MOST_SESSIONS:
            del _SESSIONS[next(iter(_SESSIONS))]
        _SESSIONS[weights.id] = session_of(game, weights)
    return _SESSIONS[weights.id]


class NetPlayer:
    """A search by a network behind the Player protocol."""

    def __init__(
        self,
        name: str,
        game: Game,
        session: NetSession,
        *,
        simulations: int,
        batch: int = 8,
        gumbel: bool = False,
        exploration: float = EXPLORATION,
        exact: bool = True,
        draw: float = 0.0,
        seed: int = 0,
    ) -> None:
        self.name = name
        self._session, self._simulations = session, simulations
        self._draw, self._seed = draw, seed
        self._search = NetworkSearch(
            game,
            MctsOptions(gumbel=gumbel, exploration=exploration),
            exact=exact,
        )
        self._planes = np.zeros((batch, *session.shape), np.float32)

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Choice:
        began = time.perf_counter()
        timer = time.perf_counter if limit.cpu is None else time.thread_time
        from_now = timer()
        clock = limit.clocks[record.position.turn] if limit.clocks else 0.0
        seconds = allotted(
            seconds=limit.seconds or 0,
            clock=clock,
            increment=limit.increment,
            cpu=limit.cpu or 0,
        )
        # A simulation adds a position with about as many moves as there are here: memory is the last limit.
        most = MOST_EDGES // max(1, len(record.position.legal_moves()))
        simulations = min(most, limit.nodes or (most if seconds else self._simulations))
        self._search.begin(
            record.positions, simulations, seed=self._seed, draw=self._draw, solving=seconds / 2
        )
        until = from_now + seconds if seconds else None
        self._think(control or SearchControl(), timer, until, simulations)
        return choice_of(self._search.found(), time.perf_counter() - began)

    def _think(
        self,
        control: SearchControl,
        timer: Callable[[], float],
        until: float | None,
        simulations: int,
    ) -> None:
        # Leaves of one tree that are judged together are chosen without knowing of each other:
        # a short search takes few at a time.
        rows = max(1, min(len(self._planes), simulations // 16))
        planes, told = self._planes[:rows], time.perf_counter()
        while count := self._search.leaves(planes):
            self._search.answer(*self._session.run(planes[:count]))
            if control.stopped or (until is not None and timer() >= until):
                break
            now = time.perf_counter()
            if now - told > REPORTS_APART:
                self._search.tell(control)
                told = now

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass(frozen=True, slots=True)
class AlphaZero:
    """Monte-Carlo tree search with a network that has learned from its own games."""

    kind: ClassVar[str] = KIND
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = "the Gomoku write-up (where it points to)"
    main: ClassVar[str] = "weights"

    weights: str = option(
        "", "the name of the weights; `kishi weights` lists them (none: those that ship with kishi)"
    )
    simulations: int = option(
        400, "simulations for a move, where no limit is given", low=1, high=10**9
    )
    batch: int = option(8, "leaves that the network judges at once", low=1, high=1024)
    rule: str = option("puct", "how moves to try are chosen", choices=("puct", "gumbel"))
    exploration: float = option(
        EXPLORATION,
        "rule puct: how much the network's shares of moves count against values",
        low=0,
        high=1000,
    )
    exact: bool = option(True, "ask the endgame, threat and mate solvers at the leaves")
    draw: float = option(
        0.0,
        "what one is worth: below 0 it plays for a win (draw contempt), above 0 for a draw",
        low=-0.9,
        high=0.9,
    )

    def player(self, game: Game, name: str, seed: int) -> Player:
        found = weights_named(game, self.weights or f"{self.kind}-{game.name}")
        return NetPlayer(
            name,
            game,
            session_for(game, found),
            simulations=self.simulations,
            batch=self.batch,
            gumbel=self.rule == "gumbel",
            exploration=self.exploration,
            exact=self.exact,
            draw=self.draw,
            seed=seed % 2**64,
        )

    def repeats(self, game: Game, limit: Limit) -> bool:
        return self.rule == "puct" and not limit.timed
