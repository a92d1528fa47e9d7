"""Self-play's simulations a second beside the raw speed of its network, on one core, by CPU time.

`taskset -c 1 python benchmarks/alphazero_play.py [SECONDS]`: the network as self-play uses it, the same
number of positions at once; games of Gumbel searches, every one of them full.
"""

import sys
import time

import numpy as np
import torch

from kishi._native import SelfPlayGames, SelfPlayOptions
from kishi.core import Game, game
from kishi.players.net_session import NetSession
from kishi.training.alphazero.network import net_for
from kishi.training.alphazero.onnx_model import onnx_of

SLOTS, SIMULATIONS = 64, 32
CASES = [("othello", "base"), ("othello", "small"), ("gomoku-8", "small"), ("minishogi", "small")]


def network(of: Game, size: str) -> NetSession:
    """One that has learned nothing but does not find everything even."""
    torch.manual_seed(1)
    net = net_for(of, size)
    with torch.no_grad():
        net.on_board.weight.normal_(0, 0.3)
        net.outcome.weight.normal_(0, 0.2)
    return NetSession(onnx_of(net.eval(), many=True))


def raw(of: Game, session: NetSession, seconds: float) -> float:
    planes = np.random.default_rng(1).integers(0, 2, (SLOTS, *of.shape)).astype(np.float32)
    session.run(planes)
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        session.run(planes)
        done += SLOTS
    return done / (time.process_time() - began)


def playing(of: Game, session: NetSession, seconds: float) -> tuple[float, float]:
    """Simulations and evaluations a second."""
    options = SelfPlayOptions(full=SIMULATIONS, fast=SIMULATIONS, full_share=1, resign=2)
    games = SelfPlayGames(of, options, [[] for _ in range(10_000)], slots=SLOTS, seed=1)
    planes = np.zeros((SLOTS, *of.shape), np.float32)
    began = time.process_time()
    while time.process_time() - began < seconds:
        count = games.leaves(planes)
        games.answer(*session.run(planes[:count]))
    spent, counts = time.process_time() - began, games.counts
    # Counted move by move; those of moves under way are not in it.
    return counts.simulations / spent, counts.evaluations / spent


def main() -> None:
    seconds = float(sys.argv[1]) if sys.argv[1:] else 10.0
    for name, size in CASES:
        of = game(name)
        session = network(of, size)
        alone = [raw(of, session, seconds / 4)]
        simulations, evaluations = playing(of, session, seconds)
        alone.append(raw(of, session, seconds / 4))
        mean = sum(alone) / 2
        print(
            f"{name} {size}: {simulations:,.0f} simulations/s, {evaluations:,.0f} evaluations/s in games; "
            f"network alone {mean:,.0f}/s; simulations {simulations / mean:.0%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
