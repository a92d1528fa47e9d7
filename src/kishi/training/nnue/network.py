"""The network of `native/eval/sparse_network.hpp`, in the form that torch trains."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ..._native import NetworkShape
from ...store.tensors import from_bytes, to_bytes
from .samples import Samples

MOST = 127 / 128  # what a neuron hands on at most: the core counts in 128ths of a byte


class SparseNet(nn.Module):
    """Both sides look through one wide layer, whose neurons are multiplied in pairs; small ones judge.

    `alike` is what an input means in every view. It is added to `table` when the numbers are handed to
    the core: it only helps to learn from few games.
    """

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.inputs, self.views = shape.inputs, shape.views
        part = self.inputs // self.views
        self.table = nn.EmbeddingBag(
            self.inputs + 1, shape.wide, mode="sum", padding_idx=self.inputs
        )
        self.alike = nn.EmbeddingBag(part + 1, shape.wide, mode="sum", padding_idx=part)
        self.bias = nn.Parameter(torch.full((shape.wide,), 0.5))
        self.second = nn.Linear(shape.wide, shape.small)  # half of the neurons, of both sides
        self.third = nn.Linear(shape.small, shape.small)
        self.last = nn.Linear(shape.small, 1)
        with torch.no_grad():
            self.table.weight.zero_()
            self.alike.weight.normal_(0, 0.1)
            self.alike.weight[part] = 0

    def forward(self, inputs: Tensor) -> Tensor:
        """The mover's logits, for inputs [positions, 2, most on]."""
        flat = inputs.reshape(-1, inputs.shape[-1])
        part = self.inputs // self.views
        same = torch.where(flat == self.inputs, part, flat % part)
        wide = (self.table(flat) + self.alike(same) + self.bias).clamp(0, MOST)
        one, other = wide.chunk(2, dim=1)
        seen = (one * other).reshape(len(inputs), -1)
        return self.last(_clip(self.third(_clip(self.second(seen))))).squeeze(1)

    @torch.no_grad()
    def numbers(self) -> NDArray[np.float32]:
        """All numbers in the core's order, as exact as they are shipped."""
        table = self.table.weight[:-1] + self.alike.weight[:-1].repeat(self.views, 1)
        layers = (self.second, self.third, self.last)
        parts = [table, self.bias, *(p for layer in layers for p in (layer.weight, layer.bias))]
        return (
            torch.cat([p.reshape(-1) for p in parts]).numpy().astype(np.float16).astype(np.float32)
        )


def _clip(x: Tensor) -> Tensor:
    return x.clamp(0, MOST)


class NnuePlan(NamedTuple):
    """How to learn."""

    epochs: int
    batch: int  # positions in a step
    learning_rate: float
    results: float  # the share of the game's result in what is learned
    seed: int


class NnueLearner:
    """A network and how far it has learned; what it comes to depends on the plan and samples alone."""

    def __init__(self, shape: NetworkShape, plan: NnuePlan, samples: Samples) -> None:
        torch.manual_seed(plan.seed)
        self.net, self.plan, self.epoch = SparseNet(shape), plan, 0
        self.inputs, self.chance = tensors(samples, plan.results)
        self.adam = torch.optim.Adam(self.net.parameters(), lr=plan.learning_rate)
        steps = plan.epochs * -(-max(samples.count, 1) // plan.batch)
        self.slower = torch.optim.lr_scheduler.OneCycleLR(
            self.adam, plan.learning_rate, total_steps=max(steps, 2), pct_start=0.1
        )

    def learn(self) -> float:
        """Go through all samples once; the mean loss."""
        draw = torch.Generator().manual_seed(self.plan.seed + self.epoch)
        total = 0.0
        for some in torch.randperm(len(self.chance), generator=draw).split(self.plan.batch):
            self.adam.zero_grad()
            loss = loss_of(self.net(self.inputs[some]), self.chance[some])
            loss.backward()
            self.adam.step()
            self.slower.step()
            total += float(loss.detach()) * len(some)
        self.epoch += 1
        return total / max(len(self.chance), 1)

    def state(self) -> bytes:
        """All that is needed to go on after a stop: arrays, and a few numbers as JSON."""
        adam = self.adam.state_dict()
        arrays = {f"net {name}": kept.numpy() for name, kept in self.net.state_dict().items()}
        for at, moments in adam["state"].items():
            arrays |= {f"adam {at} {name}": kept.numpy() for name, kept in moments.items()}
        rest = {
            "epoch": self.epoch,
            "adam": adam["param_groups"],
            "slower": self.slower.state_dict(),
        }
        return to_bytes(arrays, {"rest": json.dumps(rest)})

    def go_on(self, state: bytes) -> None:
        arrays, about = from_bytes(state)
        rest = json.loads(about["rest"])
        net, moments = dict[str, Tensor](), dict[int, dict[str, Tensor]]()
        for name, kept in arrays.items():
            part, *names = name.split(" ")
            if part == "net":
                net[names[0]] = torch.from_numpy(kept)
            else:
                moments.setdefault(int(names[0]), {})[names[1]] = torch.from_numpy(kept)
        self.epoch = rest["epoch"]
        self.net.load_state_dict(net)
        self.adam.load_state_dict({"state": moments, "param_groups": rest["adam"]})
        self.slower.load_state_dict(rest["slower"])

    @torch.no_grad()
    def loss(self, samples: Samples) -> float:
        """On positions that it has not learned from."""
        inputs, chance = tensors(samples, self.plan.results)
        parts = [self.net(some) for some in inputs.split(65_536)]
        return float(loss_of(torch.cat(parts), chance))


def tensors(samples: Samples, results: float) -> tuple[Tensor, Tensor]:
    """Inputs, and the mover's chance: as search saw it, with a share of how the game ended."""
    mixed = (1 - results) * samples.values + results * samples.results
    return torch.from_numpy(samples.inputs), torch.from_numpy((mixed + 1) / 2)


loss_of: Callable[[Tensor, Tensor], Tensor] = nn.functional.binary_cross_entropy_with_logits
