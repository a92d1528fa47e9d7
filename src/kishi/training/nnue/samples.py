"""From games of self-play to what a network learns: inputs and the chance to win."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ..._native import Position, Verdict
from ...core import Game
from ...store.packed import VALUE_SCALE, PackedGame

NEARLY_WON = 0.985  # a value beyond this is a forced win, which search sees by itself


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Positions: the inputs that are on for both sides, and what the mover could hope for."""

    inputs: NDArray[np.int32]  # [positions, 2, most on], filled up with the number of inputs
    values: NDArray[np.float32]  # what search said, in [-1, 1]
    results: NDArray[np.float32]  # how the game ended: -1, 0, 1

    @property
    def count(self) -> int:
        return len(self.values)


def samples_of(game: Game, played: Iterable[PackedGame]) -> Samples:
    """The quiet positions of games, as long as they were open."""
    most_on = _native.network_shape(game).most_on
    none = np.zeros(0, np.float32)
    parts = [Samples(np.zeros((0, 2, most_on), np.int32), none, none)]
    parts += [_of_one(game, g, most_on) for g in played]
    return joined(parts)


def joined(parts: Iterable[Samples]) -> Samples:
    every = list(parts)
    return Samples(
        np.concatenate([p.inputs for p in every]),
        np.concatenate([p.values for p in every]),
        np.concatenate([p.results for p in every]),
    )


def merged(samples: Samples) -> Samples:
    """Each position once, with the means of what is known of it."""
    rows = np.sort(samples.inputs, axis=2).reshape(samples.count, -1).astype(np.uint16)
    keys = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1] * 2))).ravel()
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    times = np.bincount(which, minlength=len(first))

    def means(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(np.bincount(which, numbers) / times, np.float32)

    return Samples(samples.inputs[first], means(samples.values), means(samples.results))


def _of_one(game: Game, played: PackedGame, most_on: int) -> Samples:
    position = game.parse(played.start) if played.start else game.start()
    positions: list[Position] = []
    moves = np.frombuffer(played.moves, "<u2")
    for move in moves.tolist():
        positions.append(position)
        position = position.play(move)
    positions, moves = positions[played.opening :], moves[played.opening :]
    assert played.thoughts is not None, "a game of self-play has values"
    said = np.frombuffer(played.thoughts, "<i2")[played.opening :]
    values = np.asarray(said / VALUE_SCALE, np.float32)
    quiet = np.zeros(len(positions), np.bool_)
    if positions:
        _native.quiet(positions, moves, quiet)
    kept = np.flatnonzero(quiet & (np.abs(values) < NEARLY_WON))
    inputs = np.zeros((len(kept), 2, most_on), np.int32)
    if len(kept):
        _native.sparse_inputs([positions[i] for i in kept], inputs)
    first = {Verdict.FIRST_WINS: 1.0, Verdict.SECOND_WINS: -1.0}.get(Verdict(played.verdict), 0.0)
    turns = np.array([positions[i].turn for i in kept], np.int8)
    results = np.where(turns == 0, first, -first).astype(np.float32)
    return Samples(inputs, values[kept], results)
