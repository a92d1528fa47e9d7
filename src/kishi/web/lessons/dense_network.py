"""The minishogi write-up's network in numpy: small enough to learn while somebody watches, without torch."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ... import _native

WIDTHS = (_native.VALUENET_INPUTS, 128, 128, 64, 64, 32, 32, 1)
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8  # Adam's own
ALONE = 2**18  # multiplications that BLAS does on one thread; its threads spin where cores are busy
Floats = NDArray[np.float32]


class DenseNetwork:
    """Fully connected layers with ReLU; the last gives the mover's logit. One array, in the core's order."""

    def __init__(self, numbers: Floats) -> None:
        self.numbers = numbers
        self._gradient, self._mean, self._square = np.zeros((3, numbers.size), np.float32)
        self._layers, self._slopes = layers_of(numbers), layers_of(self._gradient)
        self._steps = 0

    @classmethod
    def fresh(cls, seed: int) -> "DenseNetwork":
        """Weights drawn as He does for ReLU, biases 0."""
        numbers = np.zeros(_native.VALUENET_NUMBERS, np.float32)
        draw = np.random.default_rng(seed)
        for weights, _ in layers_of(numbers):
            weights[:] = draw.normal(0, (2 / len(weights)) ** 0.5, weights.shape)
        return cls(numbers)

    def state(self) -> bytes:
        """All that learning goes on from."""
        arrays = (self.numbers, self._mean, self._square)
        return b"".join([self._steps.to_bytes(8, "little"), *(a.tobytes() for a in arrays)])

    @classmethod
    def restored(cls, state: bytes) -> "DenseNetwork":
        numbers, mean, square = np.frombuffer(state[8:], np.float32).reshape(3, -1).copy()
        net = cls(np.ascontiguousarray(numbers))
        net._mean[:], net._square[:] = mean, square
        net._steps = int.from_bytes(state[:8], "little")
        return net

    def through(self, inputs: Floats) -> list[Floats]:
        """What each layer says, the inputs first."""
        said = [inputs]
        for weights, biases in self._layers:
            sums = product(said[-1], weights) + biases
            said.append(np.maximum(sums, 0) if len(said) < len(self._layers) else sums)
        return said

    def logits(self, inputs: Floats) -> Floats:
        return self.through(inputs)[-1][:, 0]

    def step(self, inputs: Floats, targets: Floats, learning_rate: float) -> None:
        """One step of Adam down the cross-entropy, whose slope at the logit is the plain difference."""
        said = self.through(inputs)
        wrong = (_sigmoid(said[-1]) - targets[:, None]) / np.float32(len(targets))
        for at in reversed(range(len(self._layers))):
            weights, biases = self._slopes[at]
            weights[:] = product(said[at].T, wrong)
            wrong.sum(0, out=biases)
            if at:
                wrong = product(wrong, self._layers[at][0].T) * (said[at] > 0)
        self._adam(learning_rate)

    def _adam(self, learning_rate: float) -> None:
        self._steps += 1
        self._mean += (1 - FIRST_MOMENT) * (self._gradient - self._mean)
        self._square += (1 - SECOND_MOMENT) * (self._gradient**2 - self._square)
        whole = (1 - SECOND_MOMENT**self._steps) ** 0.5
        rate = learning_rate / (1 - FIRST_MOMENT**self._steps)
        self.numbers -= (rate * self._mean / (np.sqrt(self._square) / whole + TINY)).astype(
            np.float32
        )


def product(a: Floats, b: Floats) -> Floats:
    """a @ b, some rows at a time: the whole of such small matrices costs five times as much."""
    rows = max(1, ALONE // b.size)
    out = np.empty((len(a), b.shape[1]), np.float32)
    for at in range(0, len(a), rows):
        np.matmul(a[at : at + rows], b, out=out[at : at + rows])
    return out


def layers_of(numbers: Floats) -> list[tuple[Floats, Floats]]:
    """Weights (from, to) and biases of each layer, as views of the one array."""
    found, at = [], 0
    for a, b in pairwise(WIDTHS):
        weights = numbers[at : at + a * b].reshape(a, b)
        found.append((weights, numbers[at + a * b : at + (a + 1) * b]))
        at += (a + 1) * b
    return found


def cross_entropy(logits: Floats, targets: Floats) -> Floats:
    """Of each position; guessing costs ln 2."""
    losses: Floats = np.logaddexp(0, logits) - targets * logits
    return losses


def _sigmoid(x: Floats) -> Floats:
    chance: Floats = (1 / (1 + np.exp(-x))).astype(np.float32)
    return chance
