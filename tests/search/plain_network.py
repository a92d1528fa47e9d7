"""A stand-in for a network whose answers are exact in any order of adding, and the same everywhere."""

import numpy as np
from numpy.typing import NDArray

from kishi.core import Game, Position
from kishi.players.net_session import NetworkAnswer

Floats = NDArray[np.float32]


def planes_of(position: Position) -> Floats:
    planes = np.zeros(position.game.shape, np.float32)
    position.encode(planes)
    return planes


class FakeNet:
    """Linear in the planes with weights in 64ths: no rounding, so batches do not matter."""

    def __init__(self, game: Game, seed: int) -> None:
        draw = np.random.default_rng(seed)
        inputs = int(np.prod(game.shape))
        self.policy = draw.integers(-16, 17, (inputs, game.moves)).astype(np.float32) / 64
        self.value = draw.integers(-8, 9, inputs).astype(np.float32) / 64
        self.draw = draw.integers(0, 3, inputs).astype(np.float32) / 64
        self.asked = 0

    def run(self, planes: Floats) -> NetworkAnswer:
        flat = planes.reshape(len(planes), -1)
        self.asked += len(planes)
        value = np.clip(flat @ self.value, -0.875, 0.875)
        draw = np.clip(flat @ self.draw, 0, 1 - abs(value))
        return NetworkAnswer(
            *(np.asarray(x, np.float32) for x in (flat @ self.policy, value, draw))
        )
