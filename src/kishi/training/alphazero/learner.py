"""How a board network learns: what it is shown, what a mistake costs, and the average of its steps."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, log_softmax

from ...core import Game
from ...errors import BadInput
from ...store.tensors import from_bytes, to_bytes
from .batch import Floats, TrainingBatch
from .network import BoardNet, NetworkOutput, net_for
from .onnx_read import adopt

SHORT, OWNER = 0.5, 0.5  # what these weigh next to the policy and the outcome
DECAY = 0.05  # of the weights, for each unit of the learning rate
STAYS = 0.999  # of the average, at each step
NEVER = -1e4  # the logit of a move that cannot be made; an infinite one has no slope
AT_ONCE = 1024  # positions whose statistics are measured together


class Loss(NamedTuple):
    """Each a mean over the positions that have such a target."""

    total: Tensor
    policy: Tensor  # cross-entropy; the target's own entropy is the least it can be
    value: Tensor  # cross-entropy of win, draw and loss
    short: Tensor  # squared error
    owner: Tensor  # cross-entropy of a square
    entropy: Tensor  # of the network's own policy; not in the total


def loss_of(said: NetworkOutput, wanted: TrainingBatch) -> Loss:
    policy, policy_weight, value, short, owner, owner_known = (
        torch.from_numpy(part).to(said.policy.device) for part in wanted[1:]
    )
    # A search asks of legal moves alone: to learn which ones are legal would take most of a small network.
    logs = log_softmax(said.policy.masked_fill(policy < 0, NEVER), 1)
    of_policy = _mean(-(policy.clamp(min=0) * logs).sum(1), policy_weight)
    outcome = torch.stack([value.clamp(min=0), 1 - value.abs(), (-value).clamp(min=0)], 1)
    of_value = -(outcome * log_softmax(said.outcome, 1)).sum(1).mean()
    of_short = (said.short - short).square().mean()
    squares = binary_cross_entropy_with_logits(said.owner, (owner + 1) / 2, reduction="none")
    of_owner = _mean(squares.mean((1, 2)), owner_known)
    total = of_policy + of_value + SHORT * of_short + OWNER * of_owner
    entropy = -(logs.exp() * logs).sum(1).mean()
    return Loss(total, of_policy, of_value, of_short, of_owner, entropy)


def _mean(x: Tensor, weight: Tensor) -> Tensor:
    return (x * weight).sum() / weight.sum().clamp(min=1e-6)


class BoardLearner:
    """A network and how far it has learned.

    What it comes to depends on the seed and the batches alone, given one thread of torch and one kind
    of device. The network that plays is `averaged`, not `net`.
    """

    def __init__(self, game: Game, size: str, seed: int) -> None:
        torch.manual_seed(seed % 2**63)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        # A convolution learns a third faster where the channels of a square lie together.
        self.net = net_for(game, size).to(self.device, memory_format=torch.channels_last)
        self.steps = 0
        self._average = [p.detach().clone() for p in self.net.parameters()]
        weights = [p for p in self.net.parameters() if p.ndim > 1]
        others = [p for p in self.net.parameters() if p.ndim == 1]  # which need not be small
        self._adam = torch.optim.AdamW(
            [{"params": weights, "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]
        )

    def adopt(self, net: BoardNet, planes: Floats) -> None:
        """Begin with what this network, read from a model, says of some thousand positions."""
        if self.steps:
            raise ValueError("it has learned something else already")
        adopt(net, torch.from_numpy(planes))
        self.net.load_state_dict(net.state_dict())
        self._average = [p.detach().clone() for p in self.net.parameters()]

    def learn(self, batch: TrainingBatch, learning_rate: float) -> dict[str, float]:
        """One step; the losses before it."""
        for group in self._adam.param_groups:
            group["lr"] = learning_rate
        self.net.train()
        self._adam.zero_grad()
        loss = loss_of(self.net(torch.from_numpy(batch.planes).to(self.device)), batch)
        loss.total.backward()
        self._adam.step()
        self.steps += 1
        stays = min(STAYS, self.steps / (self.steps + 10))  # what it began with is soon forgotten
        for kept, now in zip(self._average, self.net.parameters(), strict=True):
            kept.lerp_(now.detach(), 1 - stays)
        return {name: float(part.detach()) for name, part in loss._asdict().items()}

    @torch.no_grad()
    def averaged(self, planes: Floats) -> BoardNet:
        """The network that plays.

        Its normalisation is measured anew on these positions, some thousand of those learned from: the
        statistics of single steps do not fit the average of their weights.
        """
        net: BoardNet = deepcopy(self.net)
        for mine, kept in zip(net.parameters(), self._average, strict=True):
            mine.copy_(kept)
        for norm in (m for m in net.modules() if isinstance(m, nn.BatchNorm2d)):
            norm.reset_running_stats()
            norm.momentum = None  # the plain mean of all that it sees
        net.train()
        for some in torch.from_numpy(planes).split(AT_ONCE):
            net(some.to(self.device))
        return net.cpu().eval()

    def state(self) -> bytes:
        """All that is needed to go on after a stop: arrays, and a number as JSON."""
        arrays = {f"net {name}": kept for name, kept in self.net.state_dict().items()}
        arrays |= {f"average {at}": kept for at, kept in enumerate(self._average)}
        for at, moments in self._adam.state_dict()["state"].items():
            arrays |= {f"adam {at} {name}": kept for name, kept in moments.items()}
        plain = {name: kept.cpu().numpy() for name, kept in arrays.items()}
        return to_bytes(plain, {"rest": json.dumps({"steps": self.steps})})

    def go_on(self, state: bytes) -> None:
        arrays, about = from_bytes(state)
        net, moments = dict[str, Tensor](), dict[int, dict[str, Tensor]]()
        try:
            for name, kept in arrays.items():
                part, *names = name.split(" ")
                if part == "net":
                    net[names[0]] = torch.from_numpy(kept)
                elif part == "adam":
                    moments.setdefault(int(names[0]), {})[names[1]] = torch.from_numpy(kept)
                else:
                    self._average[int(names[0])].copy_(torch.from_numpy(kept))
            self.net.load_state_dict(net)
            groups = self._adam.state_dict()["param_groups"]
            self._adam.load_state_dict({"state": moments, "param_groups": groups})
            self.steps = json.loads(about["rest"])["steps"]
        except (KeyError, IndexError, RuntimeError) as wrong:
            raise BadInput(f"this is the learning of another network: {str(wrong)[:60]}") from None
