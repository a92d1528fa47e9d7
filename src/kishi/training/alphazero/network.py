"""The network that AlphaZero plays with and learns: one definition for all games and board sizes.

A residual tower whose blocks, every second one, also see the whole board at once (the mean and the
greatest of each channel), as KataGo's do; then a policy on squares, who wins, how the next moves go,
and who owns each square in the end.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from ...core import Game
from ...errors import BadInput
from .actions import Actions, actions_of

SIZES = {"tiny": (2, 32), "small": (4, 32), "base": (6, 64)}  # blocks, channels
HEAD = 32  # channels of the policy's and the value's own


class NetworkOutput(NamedTuple):
    """What the network says."""

    policy: Tensor  # logits [n, actions]
    outcome: Tensor  # logits [n, 3] of a win, a draw, a loss
    short: Tensor  # [n], from -1 to 1
    owner: Tensor  # logits [n, rows, cols]

    @property
    def value(self) -> Tensor:
        win, _, loss = self.outcome.softmax(1).unbind(1)
        return win - loss


class ConvNorm(nn.Module):
    """A convolution and the normalisation that is folded into it for playing."""

    def __init__(self, into: int, out: int, size: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(into, out, size, padding=size // 2, bias=False)
        self.norm = nn.BatchNorm2d(out)

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(self.conv(x))

    @torch.no_grad()
    def folded(self) -> tuple[Tensor, Tensor]:
        """Weights and biases of the one convolution that says the same when nothing is learned."""
        scale = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        return (
            self.conv.weight * scale[:, None, None, None],
            self.norm.bias - self.norm.running_mean * scale,
        )


class Block(nn.Module):
    """Two convolutions beside a short cut; `pool` tells every square about the whole board."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.first, self.second = ConvNorm(channels, channels, 3), ConvNorm(channels, channels, 3)
        self.pool = nn.Linear(2 * channels, channels) if pools else None
        nn.init.zeros_(self.second.norm.weight)  # at first a block changes nothing
        if self.pool is not None:
            nn.init.zeros_(self.pool.weight)
            nn.init.zeros_(self.pool.bias)

    def forward(self, x: Tensor) -> Tensor:
        y = relu(self.first(x))
        out = self.second(y).add_(x)
        if self.pool is not None:
            out = out.add_(self.pool(pooled(y))[:, :, None, None])
        return relu(out)


def relu(x: Tensor) -> Tensor:
    """In place, as nothing else needs what came before: it saves a tenth of the time of learning."""
    return x.relu_()


def pooled(x: Tensor) -> Tensor:
    """The mean and the greatest of each channel [n, 2 * channels]."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class BoardNet(nn.Module):
    """What it says depends on its numbers alone; `shape` and `actions` are the game's."""

    def __init__(
        self, shape: tuple[int, int, int], actions: Actions, blocks: int, channels: int
    ) -> None:
        super().__init__()
        self.shape, self.actions = shape, actions
        self.stem = ConvNorm(shape[0], channels, 3)
        self.blocks = nn.ModuleList(Block(channels, at % 2 == 1) for at in range(blocks))
        self.policy = ConvNorm(channels, HEAD, 1)
        self.on_board = nn.Conv2d(HEAD, actions.planes, 1)
        self.loose = nn.Linear(2 * HEAD, actions.loose) if actions.loose else None
        self.value = ConvNorm(channels, HEAD, 1)
        self.judge = nn.Linear(2 * HEAD, 2 * HEAD)
        self.outcome = nn.Linear(2 * HEAD, 3)
        self.short = nn.Linear(2 * HEAD, 1)
        self.owner = nn.Conv2d(HEAD, 1, 1)
        self.register_buffer("where", torch.from_numpy(actions.where), persistent=False)
        for last in (self.on_board, self.outcome, self.short, self.owner):  # at first all is even
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def forward(self, planes: Tensor) -> NetworkOutput:
        x = relu(self.stem(planes))
        for block in self.blocks:
            x = block(x)
        p, v = relu(self.policy(x)), relu(self.value(x))
        slots = self.on_board(p).flatten(1)
        if self.loose is not None:
            slots = torch.cat([slots, self.loose(pooled(p))], 1)
        judged = relu(self.judge(pooled(v)))
        return NetworkOutput(
            slots[:, self.where],
            self.outcome(judged),
            torch.tanh(self.short(judged)).squeeze(1),
            self.owner(v).squeeze(1),
        )


def net_for(game: Game, size: str) -> BoardNet:
    if size not in SIZES:
        raise BadInput(f"a network is {', '.join(SIZES)}; got '{size[:60]}'")
    return BoardNet(game.shape, actions_of(game), *SIZES[size])
