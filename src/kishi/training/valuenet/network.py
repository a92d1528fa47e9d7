"""The network that `native/eval/dense_network.hpp` plays with, in the form that learns.

The write-up's batches are so small that what torch's modules do around the arithmetic costs twice as
much as the arithmetic. So the gradients of these few layers, and Adam, are written out here, over one
array that has the core's order; the tests compare both with torch's own.
"""

from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ... import _native

WIDTHS = (_native.VALUENET_INPUTS, 128, 128, 64, 64, 32, 32, 1)
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8  # Adam's own
ROWS = 8_192  # positions judged at a time
assert sum((a + 1) * b for a, b in pairwise(WIDTHS)) == _native.VALUENET_NUMBERS


class DenseNet:
    """Fully connected layers, each with a ReLU; the last gives the mover's logit."""

    def __init__(self, seed: int) -> None:
        self._all, self._gradient, self._mean, self._square = torch.zeros(
            4, _native.VALUENET_NUMBERS
        )
        self._layers, self._slopes = _layers(self._all), _layers(self._gradient)
        self._steps = 0
        draw = torch.Generator().manual_seed(seed % 2**63)
        for weights, _ in self._layers:
            weights.normal_(0, (2 / len(weights)) ** 0.5, generator=draw)

    @torch.no_grad()
    def logits(self, inputs: NDArray[np.uint8]) -> NDArray[np.float32]:
        parts = [self._through(rows.float())[-1] for rows in torch.from_numpy(inputs).split(ROWS)]
        logits: NDArray[np.float32] = torch.cat(parts).squeeze(1).numpy()
        return logits

    @torch.no_grad()
    def learn(
        self,
        inputs: NDArray[np.uint8],
        targets: NDArray[np.float32],
        *,
        batch: int,
        learning_rate: float,
        seed: int,
    ) -> float:
        """Once over all positions in random order; the mean cross-entropy on the way."""
        every, wanted = torch.from_numpy(inputs), torch.from_numpy(targets).unsqueeze(1)
        draw = torch.Generator().manual_seed(seed % 2**63)
        total = 0.0
        for some in torch.randperm(len(inputs), generator=draw).split(batch):
            total += self._step(every[some].float(), wanted[some], learning_rate) * len(some)
        return total / max(1, len(inputs))

    def numbers(self) -> NDArray[np.float32]:
        """A copy of all numbers, in the core's order."""
        return self._all.numpy().copy()

    def state(self) -> bytes:
        """All that learning goes on from."""
        arrays = (self._all, self._mean, self._square)
        return b"".join([self._steps.to_bytes(8, "little"), *(a.numpy().tobytes() for a in arrays)])

    def restore(self, state: bytes) -> None:
        self._steps = int.from_bytes(state[:8], "little")
        arrays = np.frombuffer(state[8:], np.float32).reshape(3, -1)
        for mine, kept in zip((self._all, self._mean, self._square), arrays, strict=True):
            mine.copy_(torch.from_numpy(kept.copy()))

    def _through(self, inputs: Tensor) -> list[Tensor]:
        """What each layer says, the inputs first."""
        said = [inputs]
        for weights, biases in self._layers:
            sums = torch.addmm(biases, said[-1], weights)
            said.append(sums.relu_() if len(said) < len(self._layers) else sums)
        return said

    def _step(self, inputs: Tensor, targets: Tensor, learning_rate: float) -> float:
        """One step of Adam; the batch's loss before it."""
        said = self._through(inputs)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(said[-1], targets)
        # The slope of cross-entropy through the sigmoid is the plain difference, the write-up's "1".
        wrong = (said[-1].sigmoid() - targets) / len(targets)
        for at in reversed(range(len(self._layers))):
            weights, biases = self._slopes[at]
            torch.mm(said[at].t(), wrong, out=weights)
            torch.sum(wrong, 0, out=biases)
            if at:
                wrong = (wrong @ self._layers[at][0].t()).mul_(said[at] > 0)
        self._adam(learning_rate)
        return float(loss)

    def _adam(self, learning_rate: float) -> None:
        self._steps += 1
        self._mean.lerp_(self._gradient, 1 - FIRST_MOMENT)
        self._square.mul_(SECOND_MOMENT)
        self._square.addcmul_(self._gradient, self._gradient, value=1 - SECOND_MOMENT)
        whole = (1 - SECOND_MOMENT**self._steps) ** 0.5
        self._all.addcdiv_(
            self._mean, (self._square.sqrt() / whole).add_(TINY),
            value=-learning_rate / (1 - FIRST_MOMENT**self._steps),
        )  # fmt: skip


def _layers(numbers: Tensor) -> list[tuple[Tensor, Tensor]]:
    """Weights (from, to) and biases of each layer, as views of the one array."""
    found, at = [], 0
    for a, b in pairwise(WIDTHS):
        found.append((numbers[at : at + a * b].view(a, b), numbers[at + a * b : at + (a + 1) * b]))
        at += (a + 1) * b
    return found
