"""A board network read back from the model that plays by it, also for another board of its game.

Nothing in a network depends on how large the board is. The model has its normalisation folded into its
convolutions and lacks what only learning needs, so a learner takes it up with positions at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from ...core import Game
from ...errors import BadInput
from .network import SIZES, Block, BoardNet, ConvNorm, net_for

Layer: TypeAlias = ConvNorm | nn.Conv2d | nn.Linear
Numbers: TypeAlias = NDArray[np.float32]


def net_in(model: bytes, game: Game, size: str, name: str) -> BoardNet:
    """For playing only, until a learner has adopted it."""
    net = net_for(game, size)
    found = list(_numbers(onnx.load_from_string(model)))
    layers = list(_layers(net))
    if [_shape(layer) for layer in layers] != [_flat(weight) for weight, _ in found]:
        raise BadInput(
            f"{name} is not a {size} network of {game.family}: begin with one that is "
            f"(--size {', '.join(SIZES)}), or without --start"
        )
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, found, strict=True):
            _put(layer, torch.from_numpy(weight.copy()), torch.from_numpy(bias.copy()))
    return net.eval()


@torch.no_grad()
def adopt(net: BoardNet, planes: Tensor) -> None:
    """Give its normalisation something to do: on these positions it says what it said, and can learn."""

    def fit(layer: ConvNorm, out: Tensor) -> None:
        mean, variance = out.mean((0, 2, 3)), out.var((0, 2, 3), correction=0)
        layer.norm.weight.copy_((variance + layer.norm.eps).sqrt())
        layer.norm.bias.add_(mean)

    layers = [layer for layer in net.modules() if isinstance(layer, ConvNorm)]
    hooks = [
        layer.conv.register_forward_hook(lambda _, __, out, layer=layer: fit(layer, out))
        for layer in layers
    ]
    net.train()
    net(planes)
    for hook in hooks:
        hook.remove()


def _layers(net: BoardNet) -> Iterator[Layer]:
    """In the order in which a model is written down."""
    yield net.stem
    for block in net.blocks:
        assert isinstance(block, Block)
        yield from (block.first, block.second)
        if block.pool is not None:
            yield block.pool
    yield from (net.policy, net.on_board)
    if net.loose is not None:
        yield net.loose
    yield from (net.value, net.judge, net.outcome)


def _numbers(model: onnx.ModelProto) -> Iterator[tuple[Numbers, Numbers]]:
    """Weights and biases of each layer."""
    known = {c.name: numpy_helper.to_array(c) for c in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type in ("Conv", "Gemm"):
            weight, bias = (known.get(name, np.zeros(0, np.float32)) for name in node.input[1:3])
            yield weight, bias


def _shape(layer: Layer) -> tuple[int, ...]:
    weight = layer.conv.weight if isinstance(layer, ConvNorm) else layer.weight
    return _flat(weight)


def _flat(weight: Tensor | Numbers) -> tuple[int, ...]:
    """A layer on pooled channels may be written down as a convolution of one square."""
    shape = tuple(weight.shape)
    return shape[:2] if shape[2:] == (1, 1) else shape


def _put(layer: Layer, weight: Tensor, bias: Tensor) -> None:
    if isinstance(layer, ConvNorm):
        layer.conv.weight.copy_(weight)
        layer.norm.weight.fill_(1)
        layer.norm.bias.copy_(bias)
        layer.norm.running_mean.zero_()
        layer.norm.running_var.fill_(1 - layer.norm.eps)
    else:
        layer.weight.copy_(weight.reshape(layer.weight.shape))
        assert layer.bias is not None
        layer.bias.copy_(bias)
