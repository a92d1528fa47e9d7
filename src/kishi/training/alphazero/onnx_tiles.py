"""The tower of a board network for many positions at once: its convolutions by Winograd's method.

A 3x3 convolution of a tile of m x m squares is a plain product in each of (m+2) x (m+2) points of a
transformed tile, where the direct way multiplies 9 m m times. A tile is as large as the board allows, so
a board of 8x8 takes 100 products a channel in place of 576. Squares stand first and channels last, so that
every step is one product of matrices. The weights are transformed when the model is loaded.

It pays from 32 positions on; for a single one the direct model is more than twice as fast.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from .network import Block, BoardNet, ConvNorm
from .onnx_graph import Graph

# Where polynomials are evaluated; infinity is one more. With these rounding does the least harm.
POINTS = [Fraction(text) for text in ["0", "1", "-1", "1/2", "-2", "-1/2", "2", "-1/4", "4"]]
LARGEST = 8  # side of a tile: with larger ones rounding is felt
KERNEL = 3
Matrix = NDArray[np.float32]


class Tiling(NamedTuple):
    """One side of the board in tiles, as matrices."""

    size: int  # squares
    tiles: int
    points: int  # of a tile
    enter: Matrix  # [points * tiles, size]
    kernel: Matrix  # [points, KERNEL]
    leave: Matrix  # [size, points * tiles]


def tiling(size: int) -> Tiling:
    tiles = -(-size // LARGEST)
    side = -(-size // tiles)
    points = side + KERNEL - 1
    enter, kernel, leave = toom_cook(side)
    whole_in, whole_out = np.zeros((points, tiles, size)), np.zeros((tiles * side, points, tiles))
    for tile in range(tiles):
        first = tile * side - KERNEL // 2  # the square that its first point of input is
        inside = [k for k in range(points) if 0 <= first + k < size]
        whole_in[:, tile, [first + k for k in inside]] = enter[:, inside]
        whole_out[tile * side : (tile + 1) * side, :, tile] = leave
    return Tiling(
        size, tiles, points,
        whole_in.reshape(points * tiles, size).astype(np.float32),
        kernel.astype(np.float32),
        whole_out[:size].reshape(size, points * tiles).astype(np.float32),
    )  # fmt: skip


def toom_cook(side: int) -> tuple[NDArray[np.float64], ...]:
    """Matrices by which leave @ ((kernel @ g) * (enter @ d)) is the correlation of d with g."""
    finite, zero, one = POINTS[: side + KERNEL - 2], Fraction(0), Fraction(1)
    enter, kernel, leave = [], [], []  # a row for each point
    for point in finite:
        others = [q for q in finite if q != point]
        scale = prod(point - q for q in others)
        enter.append([*_polynomial(others), zero])
        kernel.append([point**k / scale for k in range(KERNEL)])
        leave.append([point**k for k in range(side)])
    enter.append(_polynomial(finite))  # at infinity
    kernel.append([zero] * (KERNEL - 1) + [one])
    leave.append([zero] * (side - 1) + [one])
    first, second, last = (
        np.array(rows, dtype=object).astype(float) for rows in (enter, kernel, leave)
    )
    return first, second, last.T


def _polynomial(roots: list[Fraction]) -> list[Fraction]:
    """Its coefficients, the constant one first."""
    found = [Fraction(1)]
    for root in roots:
        shifted = [Fraction(0), *found]
        found = [a - root * b for a, b in zip(shifted, [*found, Fraction(0)], strict=True)]
    return found


def pays(net: BoardNet) -> bool:
    """Tiles that overlap, of few channels, cost as much as they save (15x15, 32 channels: a tenth more)."""
    return max(net.shape[1:]) <= LARGEST or net.stem.conv.out_channels >= 64


class Tower:
    """The blocks of a network as nodes of a graph; between them maps are [rows * cols, n, channels]."""

    def __init__(self, graph: Graph, net: BoardNet) -> None:
        self.graph, self.blocks = graph, net.blocks
        _, self.rows, self.cols = net.shape
        self.channels = net.stem.conv.out_channels
        self.down, self.across = tiling(self.rows), tiling(self.cols)
        self._enter = [graph.constant(t.enter) for t in (self.down, self.across)]
        self._leave = [graph.constant(t.leave) for t in (self.down, self.across)]
        self._kernel = [graph.constant(t.kernel) for t in (self.down, self.across)]
        self._kernel[1] = graph.node("Transpose", self._kernel[1], perm=[1, 0])

    def nodes(self, x: str) -> str:
        """All blocks, from maps [n, channels, rows, cols] to the same."""
        graph = self.graph
        x = graph.node("Transpose", x, perm=[2, 3, 0, 1])
        x = graph.reshaped(x, self.rows * self.cols, -1, self.channels)
        for block in self.blocks:
            x = self._block(x, block)
        x = graph.reshaped(x, self.rows, self.cols, -1, self.channels)
        return graph.node("Transpose", x, perm=[2, 3, 0, 1])

    def _block(self, x: str, block: Block) -> str:
        graph = self.graph
        y = graph.relu(self._conv(x, block.first))
        out = graph.node("Add", self._conv(y, block.second), x)
        if block.pool is not None:
            means = graph.node("ReduceMean", y, axes=[0], keepdims=0)
            greatest = graph.node("ReduceMax", y, axes=[0], keepdims=0)
            seen = graph.node("Concat", means, greatest, axis=1)
            out = graph.node("Add", out, graph.linear(seen, block.pool))
        return graph.relu(out)

    def _conv(self, x: str, layer: ConvNorm) -> str:
        graph, channels = self.graph, self.channels
        weight, bias = layer.folded()
        down, across = (t.points * t.tiles for t in (self.down, self.across))
        x = graph.node("MatMul", self._enter[0], graph.reshaped(x, self.rows, -1))
        x = graph.node("MatMul", self._enter[1], graph.reshaped(x, down, self.cols, -1))
        x = graph.reshaped(x, self.down.points, self.down.tiles, self.across.points, -1, channels)
        x = graph.node("MatMul", x, self._transformed(weight))  # of all tiles at each point
        x = graph.node("MatMul", self._leave[0], graph.reshaped(x, down, -1))
        x = graph.node("MatMul", self._leave[1], graph.reshaped(x, self.rows, across, -1))
        x = graph.reshaped(x, self.rows * self.cols, -1, channels)
        return graph.node("Add", x, graph.constant(bias))

    def _transformed(self, weight: Tensor) -> str:
        """Weights at each point, [points, 1, points, from, to]: worked out when the model is loaded."""
        graph = self.graph
        x = graph.node("MatMul", self._kernel[0], graph.constant(weight))
        x = graph.node("MatMul", x, self._kernel[1])
        x = graph.node("Transpose", x, perm=[2, 3, 1, 0])
        return graph.node("Unsqueeze", x, graph.constant(np.array([1], np.int64)))
