"""Positions to learn discs from: played in batches that any worker can make and that are files of their own,
and labelled by searches that any worker can make."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ..._native import DISC_NOT_PLAYED_OUT, DISC_STAGES, DiscGamesPlan
from ...cluster import blob
from ...core import Game, Position, Record, SearchControl, game
from ...errors import BadInput, Stopped
from ...formats import read as read_records
from ...store.tensors import from_bytes, to_bytes

PLAY = "kishi.training.patterns.positions:play"
LABEL = "kishi.training.patterns.positions:label"
BITS = np.array([n.bit_count() for n in range(1 << 16)], np.uint8)  # of two bytes of a board
STAGE = (
    64 // DISC_STAGES
)  # discs on the board from which weights are learned apart, and the next so many
OPENING_PLIES = range(4, 31)  # of a game that others may branch off from


class DiscGamesTask(NamedTuple):
    """So many games and their branches, by weights that the workers were sent."""

    game: str
    weights: str  # their id; "": none, they play by a guess
    depth: int
    solved: int
    departures: int
    games: int
    seed: int
    openings: str = ""  # the id of boards that half of the games begin with
    threads: int = 1

    @property
    def about(self) -> dict[str, str]:
        """What the file of these games says of itself: how many threads played them is no part of it."""
        return {k: str(v) for k, v in self._asdict().items() if k != "threads"}


def play(task: DiscGamesTask, control: SearchControl) -> bytes:
    """The games as a file's bytes. They depend on the task alone."""
    plan = DiscGamesPlan(depth=task.depth, solved=task.solved, departures=task.departures)
    boards, scores = _native.play_disc_games(
        game(task.game), _numbers(task.weights), _boards(blob(task.openings) or b""),
        seed=task.seed, games=task.games, plan=plan, threads=task.threads, control=control,
    )  # fmt: skip
    if control.stopped:
        raise Stopped
    arrays: dict[str, NDArray[Any]] = {
        "boards": _boards(boards),
        "scores": np.frombuffer(scores, np.int16),
    }
    return to_bytes(arrays, task.about)


class LabelTask(NamedTuple):
    """Positions to be searched, by weights that the workers were sent."""

    game: str
    weights: str
    depth: int
    first: int  # of these among all that are asked about
    boards: bytes
    threads: int = 1


def label(task: LabelTask, control: SearchControl) -> bytes:
    """What the search says of each, in discs (float32). It depends on the task alone."""
    boards = _boards(task.boards)
    said = np.zeros(len(boards), np.float32)
    _native.label_discs(
        game(task.game), _numbers(task.weights), boards, said,
        depth=task.depth, threads=task.threads, control=control,
    )  # fmt: skip
    if control.stopped:
        raise Stopped
    return said.tobytes()


def _numbers(id: str) -> NDArray[np.float32]:
    return np.frombuffer(blob(id) or b"", np.float32)


def _boards(data: bytes) -> NDArray[np.uint64]:
    return np.frombuffer(data, np.uint64).reshape(-1, 2)


def holds(file: Path, task: DiscGamesTask) -> bool:
    """Whether the games of this very task are there, and whole."""
    try:
        return from_bytes(file.read_bytes())[1] == task.about
    except (OSError, BadInput):
        return False


@dataclass(frozen=True, slots=True, eq=False)
class PlayedPositions:
    """Positions, and how the games ended in which they were played."""

    boards: NDArray[np.uint64]  # [positions, 2]: the mover's discs, the other side's
    scores: NDArray[np.float32]  # the mover's, in discs; not a number where it was not played out

    @property
    def empties(self) -> NDArray[np.uint8]:
        taken = (self.boards[:, 0] | self.boards[:, 1]).view(np.uint16).reshape(-1, 4)
        return np.asarray(64 - BITS[taken].sum(axis=1, dtype=np.uint8), np.uint8)

    @property
    def stages(self) -> NDArray[np.uint8]:
        """Of which weights each teaches, from 0 at the beginning of the game."""
        return np.asarray((60 - self.empties) // STAGE, np.uint8)

    def __getitem__(self, which: NDArray[Any]) -> "PlayedPositions":
        return PlayedPositions(np.ascontiguousarray(self.boards[which]), self.scores[which])


def read(files: Iterable[Path], stage: int | None = None) -> PlayedPositions:
    """The positions of all files, or those of one stage: a night's do not all fit into memory."""
    boards, scores = [np.zeros((0, 2), np.uint64)], [np.zeros(0, np.float32)]
    for file in files:
        here = _read_one(file)
        if stage is not None:
            here = here[here.stages == stage]
        boards.append(here.boards)
        scores.append(here.scores)
    return PlayedPositions(np.concatenate(boards), np.concatenate(scores))


def _read_one(file: Path) -> PlayedPositions:
    arrays, _ = from_bytes(file.read_bytes())
    known = arrays["scores"].astype(np.float32)
    known[known == DISC_NOT_PLAYED_OUT] = np.nan
    return PlayedPositions(np.ascontiguousarray(arrays["boards"], np.uint64), known)


def opening_boards(file: str, of: Game) -> NDArray[np.uint64]:
    """The positions of a file of games from which games to learn from may begin."""
    try:
        with Path(file).expanduser().open("rb") as stream:
            items = read_records(stream, game=of, note=lambda _: None)
            games = (item for item in items if isinstance(item, Record) and item.game == of)
            found = {_board(p) for record in games for p in _branching_off(record)}
    except OSError as wrong:
        raise BadInput(f"cannot read {file[:200]!r}: {wrong.strerror}") from None
    if not found:
        raise BadInput(f"{file[:200]!r} holds no games of {of.name}")
    return np.array(sorted(found), np.uint64)


def _branching_off(record: Record) -> tuple[Position, ...]:
    return record.positions[OPENING_PLIES.start : min(OPENING_PLIES.stop, len(record.moves))]


def _board(position: Position) -> tuple[int, int]:
    discs = position.picture()[0]
    mine = sum(1 << i for i, disc in enumerate(discs) if disc == "XO"[position.turn])
    taken = sum(1 << i for i, disc in enumerate(discs) if disc)
    return mine, taken ^ mine
