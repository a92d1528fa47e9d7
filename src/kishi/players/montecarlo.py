"""Players that judge a move by random games after it: the Monte-Carlo write-up's flat method, and a tree."""

from dataclasses import dataclass
from typing import ClassVar

from .. import _native
from ..core import Game, Player
from ..errors import BadInput
from ..games import facts_of, families
from .kind import EVERY_GAME, option
from .native import NativePlayer

WRITTEN_UP = families(lambda f: "montecarlo" in f.write_ups)


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """The move with the best mean over random playouts, most of which go to the best so far."""

    kind: ClassVar[str] = "montecarlo"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = "the Monte-Carlo write-up (epsilon-greedy)"
    main: ClassVar[str] = "rollouts"

    rollouts: int = option(150, "playouts a move after the first ones", low=0, high=10**12)
    epsilon: float = option(0.2, "how often a playout goes to a random move", low=0, high=1)
    first: int = option(10, "playouts of every move to begin with", low=1, high=10**6)
    faithful: bool = option(
        False, "as written, mistakes included: means that explode (the write-up's game only)"
    )

    def player(self, game: Game, name: str, seed: int) -> Player:
        if self.faithful and game.family not in WRITTEN_UP:
            raise BadInput(
                f"montecarlo:faithful=true plays {', '.join(WRITTEN_UP)}, as the write-up did; "
                f"not {game.name}"
            )
        make = _native.montecarlo_as_written if self.faithful else _native.montecarlo_engine
        engine = make(
            game,
            first=self.first,
            rollouts=self.rollouts,
            epsilon=self.epsilon,
            seed=seed % 2**64,
        )
        return NativePlayer(name, engine)


@dataclass(frozen=True, slots=True)
class Uct:
    """Monte-Carlo tree search: a growing tree directs random playouts by the rule UCB1."""

    kind: ClassVar[str] = "uct"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = ""
    main: ClassVar[str] = "rollouts"

    rollouts: int = option(10_000, "playouts a move, where no limit is given", low=1, high=10**12)
    c: float = option(0.0, "exploration, about 0.2 to 2 (0: what suits the game)", low=0, high=1000)
    megabytes: int = option(
        64, "memory of the tree, which stops growing when it is full", low=1, high=65536
    )

    def player(self, game: Game, name: str, seed: int) -> Player:
        engine = _native.uct_engine(
            game,
            rollouts=self.rollouts,
            c=self.c or facts_of(game).exploration,
            megabytes=self.megabytes,
            seed=seed % 2**64,
        )
        return NativePlayer(name, engine)
