"""Players that training made, by the name of their weights: ``pso:my-map``, ``td:patterns``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from .. import _native
from .._native import Engine
from ..core import Game, Limit, Player, Weights
from ..errors import BadInput
from ..games import Numbers, families
from . import net_session
from .alphazero import NetPlayer, session_for
from .genomes import BY_NAME, numbers_of
from .kind import option
from .native import NativePlayer
from .registry import weights_named
from .search import NETWORK, Search

SIMULATIONS = 64  # of a network as a player by itself
PATTERNS = "patterns"  # Othello's evaluation by patterns, in discs
DISC_PATTERNS = "disc-patterns"  # the kind of its weights
TD_PATTERNS = "patterns"  # the kind of what TD learning makes: values, not discs
VALUENET = "valuenet"  # and of the minishogi write-up's network
EVOLVED = families(lambda f: f.genomes)
_ABOUT = "the name of the weights; `kishi weights` lists them"


def judged_by(evaluation: str) -> tuple[str, ...]:
    """The families of games that have this evaluation."""
    return families(lambda f: f.evaluation(evaluation))


def engine_of(game: Game, weights: Weights, seed: int) -> Engine:
    """The player that these weights are."""
    make: Callable[[Game, Numbers, int], Engine]
    if weights.kind == TD_PATTERNS:
        make = _native.patterns_engine
    elif weights.kind == DISC_PATTERNS:
        make = _by_discs
    elif weights.kind == VALUENET:
        make = _native.valuenet_engine
    elif weights.kind == NETWORK:
        make = _by_network
    elif weights.kind in BY_NAME:
        make = BY_NAME[weights.kind].engine
    else:
        raise BadInput(f"weights of the kind '{weights.kind[:60]}' are no player by themselves")
    return make(game, numbers_of(weights), seed % 2**64)


def player_of(game: Game, weights: Weights, name: str, seed: int) -> Player:
    """The same behind the Player protocol, also where a network guides a tree search."""
    if weights.kind == net_session.KIND:
        return NetPlayer(name, game, session_for(game, weights), simulations=SIMULATIONS, seed=seed)
    return NativePlayer(name, engine_of(game, weights, seed))


def written(method: str, name: str) -> str:
    """The player that training by this method has made under this name, as text."""
    return f"{method}:{name}"


def _by_network(game: Game, numbers: Numbers, seed: int) -> Engine:
    return _shallow(game, NETWORK, numbers, seed)


def _by_discs(game: Game, numbers: Numbers, seed: int) -> Engine:
    return _shallow(game, PATTERNS, numbers, seed)


def _shallow(game: Game, evaluation: str, numbers: Numbers, seed: int) -> Engine:
    """As shallow as those it is measured against: what counts is how well it judges."""
    return _native.search_engine(
        game, evaluation, numbers, seconds=0.0, nodes=0, depth=3, megabytes=1, threads=1, lines=1,
        exact=False, prune=True, noise=0, seed=seed,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Trained:
    kind: ClassVar[str]
    main: ClassVar[str] = "weights"

    weights: str = option("", f"{_ABOUT} (none: those that ship with kishi)")

    def player(self, game: Game, name: str, seed: int) -> Player:
        wanted = self.weights or f"{self.kind}-{game.name}"
        return NativePlayer(name, engine_of(game, weights_named(game, wanted), seed))

    def repeats(self, game: Game, limit: Limit) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Pso(_Trained):
    """A player whose weights a particle swarm has found."""

    kind: ClassVar[str] = "pso"
    families: ClassVar[tuple[str, ...]] = EVOLVED
    source: ClassVar[str] = "the PSO write-up (value map)"


@dataclass(frozen=True, slots=True)
class Ga(_Trained):
    """A player whose weights a genetic algorithm has found."""

    kind: ClassVar[str] = "ga"
    families: ClassVar[tuple[str, ...]] = EVOLVED
    source: ClassVar[str] = "the GA write-up (two tables and a switch)"


@dataclass(frozen=True, slots=True)
class Cmaes(_Trained):
    """A player whose weights CMA-ES has found."""

    kind: ClassVar[str] = "cmaes"
    families: ClassVar[tuple[str, ...]] = EVOLVED
    source: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class HillClimb(_Trained):
    """A player whose weights hill climbing has found."""

    kind: ClassVar[str] = "hillclimb"
    families: ClassVar[tuple[str, ...]] = EVOLVED
    source: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Td(_Trained):
    """One move ahead with pattern values learned by self-play (temporal differences)."""

    kind: ClassVar[str] = "td"
    families: ClassVar[tuple[str, ...]] = judged_by("td")
    source: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class ValueNet(_Trained):
    """One move ahead with a network that has learned mates and then its own games."""

    kind: ClassVar[str] = "valuenet"
    families: ClassVar[tuple[str, ...]] = judged_by(VALUENET)
    source: ClassVar[str] = "the minishogi write-up (value network by Monte-Carlo RL)"


@dataclass(frozen=True, slots=True)
class Patterns(_Trained):
    """The real search with pattern weights in discs, fitted to games whose ends are solved."""

    kind: ClassVar[str] = "patterns"
    families: ClassVar[tuple[str, ...]] = judged_by(PATTERNS)
    source: ClassVar[str] = ""

    def player(self, game: Game, name: str, seed: int) -> Player:
        engine = Search(eval=PATTERNS, weights=self.weights).engine(game, seed)
        return NativePlayer(name, engine)


@dataclass(frozen=True, slots=True)
class Nnue(_Trained):
    """The real search with a network that has learned from the search's own games."""

    kind: ClassVar[str] = "nnue"
    families: ClassVar[tuple[str, ...]] = judged_by(NETWORK)
    source: ClassVar[str] = ""

    def player(self, game: Game, name: str, seed: int) -> Player:
        engine = Search(eval=NETWORK, weights=self.weights).engine(game, seed)
        return NativePlayer(name, engine)

    def repeats(self, game: Game, limit: Limit) -> bool:
        return Search().repeats(game, limit)
