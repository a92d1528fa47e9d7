"""The mean of weights: for evaluations that add them up, what it says is the mean of what they say."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core import Weights
from ..errors import BadInput
from ..games import Numbers
from .genomes import BY_NAME, numbers_of
from .registry import Named
from .trained import DISC_PATTERNS, TD_PATTERNS

SUMS = {*BY_NAME, DISC_PATTERNS, TD_PATTERNS}  # kinds of evaluations that add weights up
UNSEEN_IS_ZERO = (DISC_PATTERNS, TD_PATTERNS)


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
    unseen_is_zero = first.kind in UNSEEN_IS_ZERO
    made = mean([numbers_of(w) for _, w, _ in several], [1] * len(several), unseen_is_zero)
    if first.kind == DISC_PATTERNS:
        made = np.rint(made).astype(first.arrays["numbers"].dtype)
    return Weights(first.game, first.kind, {"numbers": made})


def mean(several: Sequence[Numbers], shares: Sequence[float], unseen_is_zero: bool) -> Numbers:
    """Weight by weight, by these shares. A weight of zero may mean that its pattern was never seen."""
    by = np.zeros(several[0].shape)
    total = np.zeros(several[0].shape)
    for numbers, share in zip(several, shares, strict=True):
        total += share * numbers
        by += np.where(numbers == 0, 0, share) if unseen_is_zero else share
    return np.asarray(total / np.where(by == 0, 1, by), np.float32)


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
