"""A board network as an ONNX model: normalisation folded, and only what playing needs.

The graph holds what onnxruntime is fast at: convolutions with what is added and cut off behind them in
one, and pooling by its own operators.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper

from .network import Block, BoardNet
from .onnx_graph import Graph
from .onnx_tiles import Tower, pays

OPSET, IR = 17, 8  # of 2022: every onnxruntime in use reads them
WORTH = np.array([1, 0, -1], np.float32)  # of a win, a draw, a loss
DRAWN = np.array([0, 1, 0], np.float32)


def onnx_of(net: BoardNet, *, many: bool = False) -> bytes:
    """The model: `planes` [n, planes, rows, cols] in; out come `policy` logits [n, actions], `value` [n] and
    the chance of a `draw` [n].

    With `many` it says the same up to rounding, faster for 32 positions or more at once, slower for few;
    where that does not pay, it is the same model.
    """
    graph = Graph()
    x = graph.relu(graph.conv_norm("planes", net.stem))
    if many and pays(net):
        x = Tower(graph, net).nodes(x)
    else:
        for block in net.blocks:
            x = _block(graph, x, block)
    _policy(graph, x, net)
    _value(graph, x, net)
    described = helper.make_tensor_value_info
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "kishi",
            [described("planes", TensorProto.FLOAT, ["n", *net.shape])],
            [
                described("policy", TensorProto.FLOAT, ["n", len(net.actions.where)]),
                described("value", TensorProto.FLOAT, ["n"]),
                described("draw", TensorProto.FLOAT, ["n"]),
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


def _block(graph: Graph, x: str, block: Block) -> str:
    y = graph.relu(graph.conv_norm(x, block.first))
    out = graph.node("Add", graph.conv_norm(y, block.second), x)
    if block.pool is not None:  # a convolution of maps of one square: no other shape is needed
        weight = block.pool.weight[:, :, None, None]
        out = graph.node("Add", out, graph.conv(graph.pooled(y), weight, block.pool.bias))
    return graph.relu(out)


def _policy(graph: Graph, x: str, net: BoardNet) -> None:
    p = graph.relu(graph.conv_norm(x, net.policy))
    slots = graph.flat(graph.conv(p, net.on_board.weight, net.on_board.bias))
    if net.loose is not None:
        loose = graph.linear(graph.flat(graph.pooled(p)), net.loose)
        slots = graph.node("Concat", slots, loose, axis=1)
    if net.actions.in_order:
        graph.node("Identity", slots, said="policy")
    else:
        graph.node("Gather", slots, graph.constant(net.actions.where), axis=1, said="policy")


def _value(graph: Graph, x: str, net: BoardNet) -> None:
    v = graph.flat(graph.pooled(graph.relu(graph.conv_norm(x, net.value))))
    outcome = graph.linear(graph.relu(graph.linear(v, net.judge)), net.outcome)
    chances = graph.node("Softmax", outcome, axis=1)
    graph.node("MatMul", chances, graph.constant(WORTH), said="value")
    graph.node("MatMul", chances, graph.constant(DRAWN), said="draw")
