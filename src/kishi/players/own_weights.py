"""A person's own weights: numbers under a name, which are then players like any other."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..core import Game, Weights
from ..errors import BadInput
from ..store import Store
from .genomes import BY_NAME, numbers_of
from .numbers_file import made_weights
from .registry import Named, is_shipped, must_be_word
from .trained import DISC_PATTERNS, TD_PATTERNS

SUMS = {*BY_NAME, DISC_PATTERNS, TD_PATTERNS}  # kinds of evaluations that add weights up
UNSEEN_IS_ZERO = (DISC_PATTERNS, TD_PATTERNS)


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


def mean_of(several: Sequence[Named]) -> Weights:
    """One set of weights for several of the same kind, of an evaluation that adds them up.

    What the mean says is the mean of what they say, in which their errors partly cancel. Patterns
    that one of them has never seen, whose weights are zero, are taken from the others.
    """
    first = several[0].weights
    for name, weights, _ in several:
        if weights.kind not in SUMS:
            raise BadInput(
                f"'{name}' is no sum of weights ({weights.kind}): the mean of such weights is not"
                " the mean of what they say"
            )
        if (weights.game, weights.kind) != (first.game, first.kind):
            raise BadInput(
                f"weights of one game and one kind have a mean; '{several[0].name}' is"
                f" {first.game}, {first.kind}, '{name}' {weights.game}, {weights.kind}"
            )
        if numbers_of(weights).shape != numbers_of(first).shape:
            sizes = (numbers_of(first).size, numbers_of(weights).size)
            raise BadInput(f"'{several[0].name}' has {sizes[0]:,} weights, '{name}' {sizes[1]:,}")
    all_numbers = np.stack([numbers_of(weights) for _, weights, _ in several])
    by = np.full(all_numbers.shape[1:], len(several))
    if first.kind in UNSEEN_IS_ZERO:
        by = np.maximum(np.count_nonzero(all_numbers, axis=0), 1)
    mean = (all_numbers.sum(axis=0, dtype=np.float64) / by).astype(np.float32)
    if first.kind == DISC_PATTERNS:
        mean = np.rint(mean).astype(first.arrays["numbers"].dtype)
    return Weights(first.game, first.kind, {"numbers": mean})


def origin_of_mean(several: Sequence[Named], title: str) -> dict[str, Any]:
    """How each came to be, and what all of them took."""
    told = ("trainer", "command", "settings", "seed", "games", "cpu_seconds", "made_at", "mean of")
    parts = [
        {"name": name, "id": weights.id, **{k: origin[k] for k in told if k in origin}}
        for name, weights, origin in several
    ]
    methods = {part.get("trainer") for part in parts}
    names = " ".join(part["name"] for part in parts)
    return {
        "command": f"kishi weights mean {names} --as {title}",
        "mean of": parts,
        **({"trainer": methods.pop()} if len(methods) == 1 else {}),
        "games": sum(part.get("games") or 0 for part in parts),
        "cpu_seconds": round(sum(part.get("cpu_seconds") or 0 for part in parts), 1),
    }


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
