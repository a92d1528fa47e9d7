"""An ONNX graph in the making, written down node by node."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import Tensor, nn

from .network import ConvNorm


class Graph:
    """Each method adds nodes and gives the name of what the last one says."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def node(self, kind: str, *inputs: str, said: str = "", **how: Any) -> str:
        said = said or f"{kind} {len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [said], said, **how))
        return said

    def constant(self, value: Tensor | NDArray[Any]) -> str:
        array = value.detach().cpu().numpy() if isinstance(value, Tensor) else value
        name = f"constant {len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def relu(self, x: str) -> str:
        return self.node("Relu", x)

    def conv(self, x: str, weight: Tensor, bias: Tensor) -> str:
        size = weight.shape[-1]
        numbers = self.constant(weight), self.constant(bias)
        return self.node("Conv", x, *numbers, kernel_shape=[size] * 2, pads=[size // 2] * 4)

    def conv_norm(self, x: str, layer: ConvNorm) -> str:
        return self.conv(x, *layer.folded())

    def linear(self, x: str, layer: nn.Linear) -> str:
        numbers = self.constant(layer.weight), self.constant(layer.bias)
        return self.node("Gemm", x, *numbers, transB=1)

    def pooled(self, x: str) -> str:
        """As maps of one square."""
        means, greatest = self.node("GlobalAveragePool", x), self.node("GlobalMaxPool", x)
        return self.node("Concat", means, greatest, axis=1)

    def flat(self, x: str) -> str:
        return self.node("Flatten", x, axis=1)

    def reshaped(self, x: str, *shape: int) -> str:
        return self.node("Reshape", x, self.constant(np.array(shape, np.int64)))
