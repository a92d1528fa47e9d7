"""Who may sit at a table or in a contest: players by their text, within what the web allows."""

import os
from typing import Any

from ..core import Game, Spec
from ..players import KINDS, Made, identified, parse_spec
from ..players.kind import options_of
from .refusal import Refusal
from .views import is_for_web

HUMAN = "human"
# What one page may take of the machine by an option of a player.
MOST = {"threads": os.cpu_count() or 1, "hash": 256, "megabytes": 256, "seconds": 60.0,
        "rollouts": 1_000_000, "depth": 60, "simulations": 100_000, "batch": 256}  # fmt: skip

BESIDE = 14  # megabytes of a search's own beside its table: what it knows of moves and shapes
# Megabytes of players that have no option for them: of the search they are, or a tree at its largest.
BIG = {"level": 64 + BESIDE, "nnue": 64 + BESIDE, "alphazero": 350}


def seat_spec(game: Game, text: str) -> Spec:
    """The player of this text; Refusal or BadInput if it may not, or cannot, play here."""
    name = text.strip().partition(":")[0]
    kind = next((k for k in KINDS if k.kind == name), None)
    if kind is not None and not is_for_web(kind):
        raise Refusal(403, f"players of kind '{name}' run programs: start them in the terminal")
    spec = parse_spec(game, text)
    for option, most in MOST.items():
        value = spec.options.get(option, 0)
        if isinstance(value, int | float) and value > most:
            raise Refusal(422, f"{name}: {option} goes up to {most:g} on the web")
    return spec


def computer_spec(game: Game, text: str) -> Spec:
    spec = seat_spec(game, text)
    if spec.kind == HUMAN:
        raise Refusal(422, "a person cannot play here: name a computer player")
    return spec


def seated(game: Game, spec: Spec, seed: int) -> Made:
    return identified(game, spec, seed % 2**64)


def threads_of(spec: Spec) -> int:
    """How many threads the player searches with."""
    return int(spec.options.get("threads", 1))


def megabytes_of(spec: Spec) -> int:
    """What a player keeps from one move to the next: its table or its tree."""
    kind = next(k for k in KINDS if k.kind == spec.kind)
    known = {name: f.default for name, f in options_of(kind).items()}
    sized = next((name for name in ("hash", "megabytes") if name in known), None)
    if sized is None:
        return BIG.get(spec.kind, 1)
    size: Any = {**known, **spec.options}[sized]
    return int(size) + (BESIDE if sized == "hash" else 0)
