"""Minimax and alpha-beta as in the textbook, for teaching: same value, same move, fewer nodes."""

from dataclasses import dataclass
from typing import ClassVar

from .. import _native
from .._native import Engine
from ..core import Game, Limit, Player
from .kind import EVERY_GAME, option
from .native import NativePlayer
from .search import EVERY_EVALUATION, evaluation_of

_EVAL = "the evaluation at the leaves, also NAME:WEIGHTS; auto is the strongest made by hand"


@dataclass(frozen=True, slots=True)
class Minimax:
    """Every line to a fixed depth, nothing left out: the textbook's minimax."""

    kind: ClassVar[str] = "minimax"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = "the Gomoku write-up (minimax)"
    main: ClassVar[str] = "depth"

    depth: int = option(2, "moves to look ahead", low=1, high=60)
    eval: str = option("auto", _EVAL, choices=EVERY_EVALUATION)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return NativePlayer(name, _textbook(game, self.eval, self.depth, False, seed))

    def repeats(self, game: Game, limit: Limit) -> bool:
        return not limit.timed


@dataclass(frozen=True, slots=True)
class AlphaBeta:
    """Minimax without the lines that cannot matter: the textbook's alpha-beta."""

    kind: ClassVar[str] = "alphabeta"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = "the Gomoku write-up (alpha-beta), and the PSO write-up's web page"
    main: ClassVar[str] = "depth"

    depth: int = option(3, "moves to look ahead", low=1, high=60)
    eval: str = option("auto", _EVAL, choices=EVERY_EVALUATION)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return NativePlayer(name, _textbook(game, self.eval, self.depth, True, seed))

    def repeats(self, game: Game, limit: Limit) -> bool:
        return not limit.timed


def _textbook(game: Game, evaluation: str, depth: int, pruning: bool, seed: int) -> Engine:
    name, numbers = evaluation_of(game, evaluation, learned=False)
    return _native.textbook_engine(
        game,
        name,
        numbers,
        depth=depth,
        pruning=pruning,
        seed=seed % 2**64,
    )
