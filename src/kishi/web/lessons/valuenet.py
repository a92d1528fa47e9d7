"""Value network: its 361 inputs, the network at work, mates learned, and the targets of one game."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ... import _native
from ...core import Position, Record, SearchControl, game, winner
from ...games import Numbers
from ...players.genomes import numbers_of
from ...players.registry import shipped
from ...training.valuenet.mates import Mates, mates_to_learn
from ...training.valuenet.trainer import backward, chances, line_of
from ..reading import Fields
from ..refusal import Refusal
from ..views import ply_view
from .dense_network import WIDTHS, DenseNetwork, cross_entropy

MINISHOGI = game("minishogi")
KINDS = "PSGBRK"  # as the inputs have them: promoted pieces count with their kind
SQUARES = 25
SHIPPED = "valuenet-minishogi"


def _shipped_numbers() -> Numbers:
    found = shipped(SHIPPED)
    assert found is not None
    return numbers_of(found.weights)


# What goes in, and what the network makes of it.


def inputs(fields: Fields) -> dict[str, Any]:
    """The 361 inputs of a position in groups, what each layer says, and the mover's chance to win."""
    record = fields.record()
    if record.game != MINISHOGI:
        raise Refusal(422, "the value network is for minishogi")
    numbers = _shipped_numbers()
    said = DenseNetwork(numbers).through(inputs_of([record.position]))
    row = [int(n) for n in said[0][0]]
    attacks = np.array(row[: 12 * SQUARES]).reshape(2, 6, SQUARES).tolist()
    places = np.array(row[12 * SQUARES : 14 * SQUARES]).reshape(2, SQUARES).tolist()
    return {
        "kinds": list(KINDS),
        "attacks": attacks,  # [own, other][kind][square], as the mover sees the board
        "places": places,
        "hands": [row[350:355], row[355:360]],
        "first": row[360],
        "layers": [[round(float(v), 3) for v in layer[0]] for layer in said[1:]],
        "widths": WIDTHS,
        "chance": float(chances(numbers, [record.position])[0]),
    }


def inputs_of(positions: list[Position]) -> np.ndarray[Any, np.dtype[np.float32]]:
    rows = np.empty((len(positions), _native.VALUENET_INPUTS), np.float32)
    _native.attack_maps(positions, rows)
    return rows


# Mates, learned while one watches.

LEARNED, HELD_OUT = 24_000, 3_000
CHUNK = 1_500  # positions between two looks at those held out
BATCH, LEARNING_RATE = 32, 1e-3  # the write-up's
MOST_CHUNKS = LEARNED // CHUNK


class Looked(NamedTuple):
    """How the network does on mates that it never learns from."""

    positions: int  # learned so far
    loss: float
    right: float
    error: float  # of `right`, half of its 95% interval


def learning(fields: Fields) -> dict[str, Any]:
    """So many chunks of mates learned from: how held-out ones were told before the first and after each."""
    seed, done = fields.whole("seed", 0, 10**6, 1), fields.whole("chunks", 0, MOST_CHUNKS, 0)
    looks = _learned(seed, done)[1]
    return {"looks": [look._asdict() for look in looks], "chunks": MOST_CHUNKS,
            "learned": LEARNED, "held_out": HELD_OUT, "guessing": float(np.log(2))}  # fmt: skip


@lru_cache(maxsize=8)
def _learned(seed: int, chunks: int) -> tuple[bytes, tuple[Looked, ...]]:
    """The network's state after so many chunks, and each look; what was asked before is not learned again."""
    learned, held_out = _mates(seed)
    if chunks == 0:
        net = DenseNetwork.fresh(seed)
        return net.state(), (_look(net, held_out, 0),)
    state, looks = _learned(seed, chunks - 1)
    net = DenseNetwork.restored(state)
    order = np.random.default_rng(seed).permutation(LEARNED)
    some = order[(chunks - 1) * CHUNK : chunks * CHUNK]
    for at in range(0, CHUNK, BATCH):
        rows = some[at : at + BATCH]
        net.step(learned.inputs[rows].astype(np.float32), learned.values[rows], LEARNING_RATE)
    return net.state(), (*looks, _look(net, held_out, chunks * CHUNK))


@lru_cache(maxsize=2)  # of 10 MB
def _mates(seed: int) -> tuple[Mates, Mates]:
    return mates_to_learn(MINISHOGI, LEARNED, HELD_OUT, seed)


def _look(net: DenseNetwork, held_out: Mates, positions: int) -> Looked:
    logits = net.logits(held_out.inputs.astype(np.float32))
    right = float(np.mean((logits > 0) == (held_out.values > 0.5)))
    error = 1.96 * (right * (1 - right) / len(logits)) ** 0.5
    return Looked(positions, float(cross_entropy(logits, held_out.values).mean()), right, error)


# The targets of one game.


@lru_cache(maxsize=4)
def _game(seed: int) -> tuple[Record, tuple[float, ...], float]:
    """A game of the shipped network against itself, its V of every position, and what the end is worth."""
    numbers = _shipped_numbers()
    mover = _native.valuenet_engine(MINISHOGI, numbers, 0)
    opening = _native.random_openings(MINISHOGI, 4, [seed])[0]
    start = line_of(MINISHOGI, opening)
    (played,) = _native.play_fixtures(
        mover, mover, [(start, False, 0)], most_plies=300, control=SearchControl()
    )
    record = Record.new(MINISHOGI)
    for move in [*opening, *played.moves]:
        record = record.play(move)
    won = winner(record.verdict)
    end = 0.5 if won is None else float(won == record.position.turn)
    return record, tuple(float(v) for v in chances(numbers, list(record.positions))), end


def targets(fields: Fields) -> dict[str, Any]:
    """V of each position, R_i and the new V for one game."""
    alpha, gamma = fields.number("alpha", 0, 1, 0.2), fields.number("gamma", 0, 1, 0.8)
    record, values, end = _game(fields.whole("seed", 0, 10**6, 3))
    shown, new = backward(np.array(values), end, alpha, gamma, updated=fields.flag("updated"))
    return {
        "plies": [ply_view(record, ply) for ply in range(len(record.positions))],
        "values": [round(v, 4) for v in values],
        "shown": [round(float(v), 4) for v in shown],
        "targets": [round(float(v), 4) for v in new],
    }


# The real run: Elo one move ahead by games of self-play, as docs/valuenet.md has it.
CURVE = [
    (0, 185, 142, 229), (1_000, 261, 215, 307), (2_000, 342, 291, 393), (4_000, 484, 422, 546),
    (8_000, 812, 724, 901), (18_000, 1248, 1138, 1357), (39_000, 1377, 1261, 1494),
    (100_000, 1467, 1348, 1586),
]  # fmt: skip


def curve(fields: Fields) -> dict[str, Any]:
    """How strong the shipped network was after so many games, with 95% intervals; `random` is 0."""
    return {"points": [{"x": n, "y": elo, "low": low, "high": high} for n, elo, low, high in CURVE]}


ANSWERS = {"inputs": inputs, "learning": learning, "targets": targets, "curve": curve}
