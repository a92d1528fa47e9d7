"""The newest games of self-play, on disk, and batches of positions drawn from them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..._native import SelfPlaySamples
from ...arena.chance import key
from ...core import Game
from ...errors import BadInput
from ...formats import games as games_format
from ..games_file import write_whole
from .batch import TrainingBatch

FEWEST = 10_000  # positions that are learned from, as soon as there are so many
KEPT_SHARE = (
    0.6  # of all positions ever made, the newest: what a weak network played is soon forgotten
)


class ReplayBuffer:
    """Files of one run, a round's batches of games each; at most `most` positions are learned from."""

    def __init__(self, game: Game, folder: Path, most: int) -> None:
        self.game, self.folder, self.most = game, folder, most

    def file(self, number: int, first: int) -> Path:
        return self.folder / f"{number:05d}-{first:07d}.games"

    def put(self, number: int, first: int, data: bytes) -> None:
        write_whole(self.file(number, first), data)

    def about(self, number: int, first: int) -> dict[str, Any] | None:
        """What is in a file, if it is there and whole."""
        path = self.file(number, first)
        try:
            return games_format.about(path.read_bytes(), str(path))
        except (OSError, BadInput):  # its games are played again
            return None

    def samples(self, made: list[int]) -> SelfPlaySamples:
        """The positions to learn from after rounds that made so many each: of the newest rounds."""
        samples = SelfPlaySamples(self.game)
        for number in self.window(made):
            for path in self._files(number):
                samples.add(games_format.body(path.read_bytes(), str(path)))
        return samples

    def window(self, made: list[int]) -> range:
        """The rounds that are still learned from."""
        wanted = min(self.most, max(FEWEST, int(KEPT_SHARE * sum(made))))
        first, held = len(made), 0
        while first > 0 and held < wanted:
            first -= 1
            held += made[first]
        return range(first, len(made))

    def forget(self, before: int) -> None:
        """Remove the files of rounds that will never be learned from again, also half-written ones."""
        for path in sorted(self.folder.glob("*.games*")):
            number = path.name.lstrip(".")[:5]
            if number.isdigit() and int(number) < before:
                path.unlink(missing_ok=True)

    def _files(self, number: int) -> Iterator[Path]:
        yield from sorted(self.folder.glob(f"{number:05d}-*.games"))


def samples_in(game: Game, data: bytes) -> SelfPlaySamples:
    """The positions of one file."""
    samples = SelfPlaySamples(game)
    samples.add(games_format.body(data))
    return samples


def batches(
    samples: SelfPlaySamples, game: Game, size: int, count: int, seed: int
) -> Iterator[TrainingBatch]:
    """So many batches of positions drawn at random, each seen from a random side."""
    draw = np.random.default_rng(key("batches", seed))
    for _ in range(count):
        which = draw.integers(0, len(samples), size)
        sides = draw.integers(0, game.symmetries, size)
        yield filled(samples, game, which, sides)


def filled(samples: SelfPlaySamples, game: Game, which: Any, sides: Any) -> TrainingBatch:
    count = len(which)
    _, rows, cols = game.shape
    empty = TrainingBatch(
        planes=np.empty((count, *game.shape), np.float32),
        policy=np.empty((count, game.moves), np.float32),
        policy_weight=np.ones(count, np.float32),
        value=np.empty(count, np.float32),
        short=np.empty(count, np.float32),
        owner=np.empty((count, rows, cols), np.float32),
        owner_known=np.empty(count, np.float32),
    )
    samples.fill(
        which, sides, planes=empty.planes, policy=empty.policy, value=empty.value,
        soon=empty.short, owner=empty.owner, owner_known=empty.owner_known,
    )  # fmt: skip
    return empty
