"""Players by name: a text such as ``montecarlo:rollouts=150`` becomes a Spec, a Spec a Player."""

from ..core import Game, Player, Spec
from ..errors import BadInput, nearest, quoted
from .alphazero import AlphaZero
from .external import Gomocup, Gtp, NBoard, Plain, Uci, Usi
from .human import Human
from .kind import Kind, build, options_of, parse_options
from .level import Level
from .lines import Lines
from .maps import Greedy, Table
from .montecarlo import MonteCarlo, Uct
from .native import NativePlayer
from .search import Search
from .simple import First, Random, Scripted
from .textbook import AlphaBeta, Minimax
from .thinking import controlled
from .trained import Cmaes, Ga, HillClimb, Nnue, Pso, Td, ValueNet

__all__ = [
    "KINDS",
    "Kind",
    "NativePlayer",
    "Scripted",
    "kinds_for",
    "make_player",
    "options_of",
    "parse_spec",
]

# THE list of kinds. A new kind of player is a dataclass in this folder and its name here.
KINDS: list[type[Kind]] = [
    Human,
    Level,
    Search,
    Uct,
    MonteCarlo,
    AlphaBeta,
    Minimax,
    Lines,
    Greedy,
    Table,
    ValueNet,
    Td,
    Nnue,
    AlphaZero,
    Cmaes,
    Ga,
    Pso,
    HillClimb,
    Random,
    First,
    Usi,
    Uci,
    Gtp,
    Gomocup,
    NBoard,
    Plain,
]


def kinds_for(game: Game) -> list[type[Kind]]:
    """The kinds that play this game."""
    return [k for k in KINDS if game.family in k.families]


def parse_spec(game: Game, text: str) -> Spec:
    """The Spec written as ``kind`` or ``kind:option=value,...``; BadInput says what is wrong."""
    name, _, options = text.strip().partition(":")
    by_name = {k.kind: k for k in KINDS}
    if name not in by_name:
        raise BadInput(
            f"no player {quoted(name)}{nearest(name, list(by_name))} (`kishi players` lists them)"
        )
    kind = by_name[name]
    if game.family not in kind.families:
        raise BadInput(f"{name} does not play {game.family}: it plays {', '.join(kind.families)}")
    return Spec(game=game.name, kind=name, options=parse_options(kind, options), main=kind.main)


def make_player(game: Game, spec: Spec | str, seed: int = 0) -> Player:
    """The player a Spec or its text describes. `seed` is for its random choices."""
    if isinstance(spec, str):
        spec = parse_spec(game, spec)
    kind = next(k for k in KINDS if k.kind == spec.kind)
    return controlled(build(kind, spec).player(game, str(spec), seed))
