"""A board network as an ONNX model: normalisation folded, and only what playing needs.

The graph is written down node by node, so that onnxruntime finds what it is fast at: convolutions with
what is added and cut off behind them in one, and pooling by its own operators.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from torch import Tensor, nn

from ..core import Game, Weights
from ..players.net_session import INT8, KIND, ONNX, Floats
from .board_net import Block, BoardNet, ConvNorm

OPSET, IR = 17, 8  # of 2022: every onnxruntime in use reads them
TOWER = "tower"  # the beginning of the names of its nodes
WORTH = np.array([1, 0, -1], np.float32)  # of a win, a draw, a loss


class _Graph:
    """Nodes in the making; each method adds some and gives the name of what the last one says."""

    def __init__(self) -> None:
        self.part = TOWER
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def node(self, kind: str, *inputs: str, said: str = "", **how: Any) -> str:
        said = said or f"{self.part} {kind} {len(self.nodes)}"
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

    def block(self, x: str, block: Block) -> str:
        y = self.relu(self.conv_norm(x, block.first))
        out = self.node("Add", self.conv_norm(y, block.second), x)
        if block.pool is not None:  # a convolution of maps of one square: no other shape is needed
            weight = block.pool.weight[:, :, None, None]
            out = self.node("Add", out, self.conv(self.pooled(y), weight, block.pool.bias))
        return self.relu(out)

    def policy(self, x: str, net: BoardNet) -> None:
        p = self.relu(self.conv_norm(x, net.policy))
        slots = self.flat(self.conv(p, net.on_board.weight, net.on_board.bias))
        if net.loose is not None:
            loose = self.linear(self.flat(self.pooled(p)), net.loose)
            slots = self.node("Concat", slots, loose, axis=1)
        if net.actions.in_order:
            self.node("Identity", slots, said="policy")
        else:
            self.node("Gather", slots, self.constant(net.actions.where), axis=1, said="policy")

    def value(self, x: str, net: BoardNet) -> None:
        v = self.flat(self.pooled(self.relu(self.conv_norm(x, net.value))))
        outcome = self.linear(self.relu(self.linear(v, net.judge)), net.outcome)
        chances = self.node("Softmax", outcome, axis=1)
        self.node("MatMul", chances, self.constant(WORTH), said="value")


def onnx_of(net: BoardNet) -> bytes:
    """The model: `planes` [n, planes, rows, cols] in, `policy` logits [n, actions] and `value` [n] out."""
    graph = _Graph()
    x = graph.relu(graph.conv_norm("planes", net.stem))
    for block in net.blocks:
        x = graph.block(x, block)
    graph.part = "head"
    graph.policy(x, net)
    graph.value(x, net)
    described = helper.make_tensor_value_info
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "kishi",
            [described("planes", TensorProto.FLOAT, ["n", *net.shape])],
            [
                described("policy", TensorProto.FLOAT, ["n", len(net.actions.where)]),
                described("value", TensorProto.FLOAT, ["n"]),
            ],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR,
        producer_name="kishi",
    )
    onnx.checker.check_model(model)
    said: bytes = model.SerializeToString()
    return said


def int8_of(model: bytes, planes: Floats) -> bytes:
    """The same model with a tower of whole numbers, whose ranges are those met on these positions.

    Weights have 7 bits: sums of products of 8 bits overflow where the CPU has no instruction for them.
    """
    with tempfile.TemporaryDirectory() as folder, _silent():
        whole = onnx.load_from_string(model)
        heads = [n.name for n in whole.graph.node if not n.name.startswith(TOWER)]
        quantize_static(
            whole,
            Path(folder, "model"),
            _Calibration({"planes": planes}),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=heads,
        )
        return Path(folder, "model").read_bytes()


class _Calibration(CalibrationDataReader):
    def __init__(self, feed: dict[str, Floats]) -> None:
        self._feeds = iter([feed])

    def get_next(self) -> dict[str, Floats] | None:
        return next(self._feeds, None)


@contextmanager
def _silent() -> Iterator[None]:
    """onnxruntime advises, by way of the root logger, to optimise what is optimal as it is."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


def weights_of(game: Game, net: BoardNet, planes: Floats | None = None) -> Weights:
    """The network as weights that play; with positions, also in whole numbers."""
    model = onnx_of(net)
    arrays = {ONNX: np.frombuffer(model, np.uint8)}
    if planes is not None:
        arrays[INT8] = np.frombuffer(int8_of(model, planes), np.uint8)
    return Weights(game.name, KIND, arrays)
