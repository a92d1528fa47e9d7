"""Evaluations a second of AlphaZero's networks alone, on one core, in each form a network has.

    taskset -c 1 python benchmarks/alphazero_net.py [GAME ...] [SIZE ...]

direct: the model that is kept and plays. many: the one for self-play, by Winograd's method. The time is
the process's own, the best of several repetitions.
"""

import sys
import time

import numpy as np

from kishi.core import game
from kishi.players.net_session import Floats, NetSession
from kishi.training.alphazero.network import SIZES, net_for
from kishi.training.alphazero.onnx_model import onnx_of

GAMES = ("othello", "gomoku-8", "gomoku", "minishogi")
BATCHES = (1, 8, 32, 64, 128)
REPEATS, SECONDS = 5, 0.3


def rate(session: NetSession, planes: Floats) -> float:
    session.run(planes)
    best = 0.0
    for _ in range(REPEATS):
        began, times = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            session.run(planes)
            times += 1
        best = max(best, times * len(planes) / (time.process_time() - began))
    return best


def main() -> None:
    given = sys.argv[1:]
    print(f"{'':26}" + "".join(f"{f'batch {n}':>10}" for n in BATCHES))
    for name in [g for g in given if g not in SIZES] or GAMES:
        of = game(name)
        shape = (max(BATCHES), *of.shape)
        planes = np.random.default_rng(0).integers(0, 2, shape).astype(np.float32)
        for size in [s for s in given if s in SIZES] or SIZES:
            net = net_for(of, size).eval()
            forms = {"direct": onnx_of(net), "many": onnx_of(net, many=True)}
            for form, model in forms.items():
                session = NetSession(model)
                rates = [rate(session, planes[:n]) for n in BATCHES]
                told = "".join(f"{r:10.0f}" for r in rates)
                print(f"{name:12}{size:7}{form:7}" + told, flush=True)


if __name__ == "__main__":
    main()
