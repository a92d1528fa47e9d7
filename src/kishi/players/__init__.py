"""Players by name: a text such as ``montecarlo:rollouts=150`` becomes a Spec, a Spec a Player."""

import re
from dataclasses import replace
from typing import NamedTuple

from ..core import Game, Limit, Player, Spec
from ..errors import BadInput, nearest, quoted
from .alphazero import AlphaZero
from .external import Gomocup, Gtp, NBoard, Plain, Uci, Usi
from .human import Human
from .kind import Kind, WithoutChance, build, parse_options, shown_options
from .level import Level
from .lines import Lines
from .maps import Greedy, Table
from .montecarlo import MonteCarlo, Uct
from .native import NativePlayer
from .own import OwnPython, Plugin, own_player, plugins
from .own_weights import save_weights
from .registry import meaning, pinned
from .search import Search
from .simple import First, Random, Scripted
from .textbook import AlphaBeta, Minimax
from .thinking import controlled
from .trained import Cmaes, Ga, HillClimb, Nnue, Patterns, Pso, Td, ValueNet

__all__ = [
    "KINDS",
    "Kind",
    "Made",
    "NativePlayer",
    "Scripted",
    "identified",
    "kinds_for",
    "make_player",
    "parse_spec",
    "repeats",
    "save_weights",
    "shown_options",
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
    Patterns,
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
    OwnPython,
    Plugin,
]


# What may follow a text: the ids of its weights, or their first digits.
PIN = re.compile(r"(.+)@([0-9a-f]{4,16}(?:\+[0-9a-f]{4,16})*)", re.DOTALL)


class Made(NamedTuple):
    """A player, and who it is."""

    player: Player
    spec: Spec  # with the ids of its weights


def kinds_for(game: Game) -> list[type[Kind]]:
    """The kinds that play this game."""
    return [k for k in KINDS if game.family in k.families and (k is not Plugin or plugins())]


def parse_spec(game: Game, text: str) -> Spec:
    """The Spec written as ``kind`` or ``kind:option=value,...``; BadInput says what is wrong.

    ``@`` and the id of weights may follow: the player is then made with those.
    """
    by_name = {k.kind: k for k in KINDS}
    text, ids = _unpinned(text.strip(), by_name)
    name, _, options = text.partition(":")
    if name not in by_name:
        raise BadInput(
            f"no player {quoted(name)}{nearest(name, list(by_name))} (`kishi players` lists them)"
        )
    kind = by_name[name]
    if game.family not in kind.families:
        raise BadInput(f"{name} does not play {game.family}: it plays {', '.join(kind.families)}")
    given = parse_options(kind, options)
    return Spec(game=game.name, kind=name, options=given, main=kind.main, pinned=ids)


def _unpinned(text: str, by_name: dict[str, type[Kind]]) -> tuple[str, str]:
    """The text without the ids after it, and those; a program's command line has none."""
    kind = by_name.get(text.partition(":")[0])
    found = None if getattr(kind, "verbatim", False) else PIN.fullmatch(text)
    return (found[1], found[2]) if found else (text, "")


def make_player(game: Game, player: object, seed: int = 0) -> Player:
    """The player that a text (``search:seconds=1``) or Spec describes, or one of your own: a function of a
    position, an object with ``choose(record, limit)``, or its class. `seed` is for its random choices."""
    if isinstance(player, str):
        player = parse_spec(game, player)
    if not isinstance(player, Spec):
        return own_player(player)
    spec = player
    kind = next(k for k in KINDS if k.kind == spec.kind)
    with pinned(spec.pinned):
        return controlled(build(kind, spec).player(game, str(spec), seed))


def repeats(game: Game, spec: Spec, limit: Limit) -> bool:
    """Is it known that this player has no chance in it under this limit, so that it plays the same game
    again from the same position against another such player?"""
    kind = build(next(k for k in KINDS if k.kind == spec.kind), spec)
    return isinstance(kind, WithoutChance) and kind.repeats(game, limit)


def identified(game: Game, spec: Spec, seed: int = 0) -> Made:
    """The player a Spec describes, and the Spec with the ids of the weights it was made with."""
    with meaning({}) as used:
        player = make_player(game, spec, seed)
    ids = tuple(named.weights.id for named in used.values() if named)
    return Made(player, replace(spec, weights=ids))
