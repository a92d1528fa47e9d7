"""Positions of mate and of one move before it: what the value network learns before it plays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ..._native import Position
from ...arena.chance import key
from ...core import Game

GAMES = 4_000  # random games at a time


class Mates(NamedTuple):
    """As many positions whose mover is mated (0) as such whose mover can mate (1)."""

    inputs: NDArray[np.uint8]  # (positions, 361)
    values: NDArray[np.float32]


def mates_to_learn(game: Game, learned: int, held_out: int, seed: int) -> tuple[Mates, Mates]:
    """Two sets, of so many positions each, without a position in common, mirrored or not."""
    pairs = (learned // 2, held_out // 2)
    inputs = np.empty((2 * sum(pairs), _native.VALUENET_INPUTS), np.uint8)
    seen: set[str] = set()
    filled = first = 0
    while filled < len(inputs):
        found: list[Position] = []
        for before, mated in _native.mate_pairs(game, first, GAMES, key("mates", seed)):
            looks = {_looks(before), _looks(mated)}
            if not looks & seen:
                seen |= looks
                found += (before, mated)
        first += GAMES
        rows = attack_maps(found[: len(inputs) - filled])
        inputs[filled : filled + len(rows)] = rows
        filled += len(rows)
    values = np.tile(np.array([1, 0], np.float32), sum(pairs))
    cut = 2 * pairs[0]
    return Mates(inputs[:cut], values[:cut]), Mates(inputs[cut:], values[cut:])


def attack_maps(positions: list[Position]) -> NDArray[np.uint8]:
    """The inputs of each position; all of them are small integers."""
    maps = np.empty((len(positions), _native.VALUENET_INPUTS), np.float32)
    if positions:
        _native.attack_maps(positions, maps)
    return maps.astype(np.uint8)


def _looks(position: Position) -> str:
    """The position's text, alike for its mirror image."""
    return min(str(position.turned(s)) for s in range(position.game.symmetries))
