"""Numbers that depend on nothing but their names: the same on every machine, in any order.

A tournament that goes on after a stop, or in another order on many machines, must come to the same
openings and seeds; so these are hashes, not a generator with a state.
"""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

U64 = np.uint64
Words = NDArray[np.uint64]


def key(*parts: object) -> int:
    """64 bits for these parts, read as text."""
    text = "\0".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def stream(key: int, numbers: Sequence[int] | Words) -> Words:
    """64 bits for each number under a key: the mixing of SplitMix64."""
    with np.errstate(over="ignore"):
        z = U64(key) + (np.asarray(numbers, U64) + U64(1)) * U64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
        return z ^ (z >> U64(31))
