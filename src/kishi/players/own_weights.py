"""A person's own weights: numbers under a name, which are then players like any other."""

from collections.abc import Mapping
from typing import Any

from ..core import Game, Weights
from ..errors import BadInput
from ..store import Store
from .genomes import BY_NAME
from .numbers_file import made_weights
from .registry import is_shipped, must_be_word


def save_weights(name: str, game: Game, numbers: Any, kind: str = "auto") -> Weights:
    """Keep numbers (a list, an array, or groups by name) under a name; a later call gives it new ones.

    `kind` is a genome's name; `auto` is the first that has so many numbers. They play as `greedy:NAME`,
    `table:NAME`, `lines:NAME` or `search:weights=NAME`, whichever they are for.
    """
    weights = made_weights(numbers, game, kind)
    keep(name, weights, {"set by hand": "Python"})
    return weights


def keep(name: str, weights: Weights, origin: Mapping[str, Any]) -> None:
    """The name means these weights from now on; `origin` is how they came to be."""
    with Store.open() as store:
        must_be_name(store, name)
        id = store.put_weights(weights, origin)
        store.name_weights(name, id)


def must_be_name(store: Store, name: str) -> None:
    """BadInput if a person's own weights cannot be called so."""
    must_be_word(name)
    if store.find_run(name) is not None:
        raise BadInput(f"'{name}' is the name of a training run: choose another")
    if is_shipped(name):
        raise BadInput(f"'{name}' ships with kishi: choose another name")


def player_of_own(name: str, weights: Weights) -> str:
    """The player that plays by these weights, as text."""
    return BY_NAME[weights.kind].player(name)
