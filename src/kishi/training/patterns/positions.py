"""Positions to learn discs from, in batches that any worker can make and that are files of their own."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ..._native import DISC_POINTS, DiscGamesPlan
from ...cluster import blob
from ...core import SearchControl, game
from ...errors import BadInput, Stopped
from ...store.tensors import from_bytes, to_bytes

PLAY = "kishi.training.patterns.positions:play"
BITS = np.array([n.bit_count() for n in range(1 << 16)], np.uint8)  # of two bytes of a board


class DiscGamesTask(NamedTuple):
    """So many games and their branches, by weights that the workers were sent."""

    game: str
    weights: str  # their id; "": none, they play by a guess
    depth: int
    solved: int
    departures: int
    games: int
    seed: int
    threads: int = 1

    @property
    def about(self) -> dict[str, str]:
        """What the file of these games says of itself: how many threads played them is no part of it."""
        return {k: str(v) for k, v in self._asdict().items() if k != "threads"}


def play(task: DiscGamesTask, control: SearchControl) -> bytes:
    """The games as a file's bytes. They depend on the task alone."""
    plan = DiscGamesPlan(depth=task.depth, solved=task.solved, departures=task.departures)
    numbers = np.frombuffer(blob(task.weights) or b"", np.float32)
    boards, labels = _native.play_disc_games(
        game(task.game), numbers, seed=task.seed, games=task.games, plan=plan,
        threads=task.threads, control=control,
    )  # fmt: skip
    if control.stopped:
        raise Stopped
    known = np.frombuffer(labels, np.int16).reshape(-1, 2).copy()
    if not task.weights:  # what a search by a guess says is not worth learning
        known[:, 1] = known[:, 0]
    arrays: dict[str, NDArray[Any]] = {
        "boards": np.frombuffer(boards, np.uint64).reshape(-1, 2),
        "labels": known,
    }
    return to_bytes(arrays, task.about)


def holds(file: Path, task: DiscGamesTask) -> bool:
    """Whether the games of this very task are there, and whole."""
    try:
        return from_bytes(file.read_bytes())[1] == task.about
    except (OSError, BadInput):
        return False


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPositions:
    """Positions, and what their mover could hope for, in discs."""

    boards: NDArray[np.uint64]  # [positions, 2]: the mover's discs, the other side's
    results: NDArray[np.float32]  # the final score
    searched: NDArray[np.float32]  # what the search said

    @property
    def empties(self) -> NDArray[np.uint8]:
        taken = (self.boards[:, 0] | self.boards[:, 1]).view(np.uint16).reshape(-1, 4)
        return np.asarray(64 - BITS[taken].sum(axis=1, dtype=np.uint8), np.uint8)

    def labels(self, share: float, solved: int) -> NDArray[np.float32]:
        """What is learned: the result where the rest was solved, with so much of a share in it before."""
        mixed = share * self.results + (1 - share) * self.searched
        return np.where(self.empties <= solved, self.results, mixed).astype(np.float32)


def read(files: Iterable[Path]) -> LabelledPositions:
    boards, labels = [np.zeros((0, 2), np.uint64)], [np.zeros((0, 2), np.int16)]
    for file in files:
        arrays, _ = from_bytes(file.read_bytes())
        boards.append(arrays["boards"])
        labels.append(arrays["labels"])
    discs = np.concatenate(labels).astype(np.float32) / DISC_POINTS
    return LabelledPositions(
        np.ascontiguousarray(np.concatenate(boards), np.uint64),
        np.ascontiguousarray(discs[:, 0]),
        np.ascontiguousarray(discs[:, 1]),
    )
