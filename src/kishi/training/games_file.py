"""The games of a run's self-play on disk: files that are whole or not there at all.

`formats.games` says what is in a file, so that whatever reads a file of games reads these too.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..core import Record
from ..errors import BadInput, StoreFailed
from ..formats import games, read, read_one
from ..home import home
from ..store import Run


def folder_of(run: Run) -> Path:
    """Where a run keeps its files; the time tells it from a run of the same name in another store."""
    return home() / "selfplay" / f"{run.name}-{int(run.made)}"


def files_of(run: Run) -> dict[Path, int]:
    """The files of games that a run still has, the oldest first, and how many games each holds."""
    found = {}
    for file in sorted(folder_of(run).glob("*.games")):
        try:
            with file.open("rb") as stream:
                head = stream.read(len(games.MAGIC) + games.MOST_HEAD)
            found[file] = int(games.said(head, str(file))[0]["games"])
        except FileNotFoundError:  # a run under way forgets what it has learned from
            continue
    return found


def records_of(run: Run) -> Iterator[Record]:
    """All the games that a run still has, in the order in which they were begun."""
    for file in files_of(run):
        with file.open("rb") as stream:
            for item in read(stream, format="games"):
                assert isinstance(item, Record)
                yield item


def record_of(run: Run, number: int) -> Record:
    """One of them, counted from 1."""
    before = 0
    for file, count in files_of(run).items():
        if number <= before + count:
            with file.open("rb") as stream:
                return read_one(stream, format="games", number=number - before)
        before += count
    raise BadInput(
        f"there is no game {number}: the run '{run.name}' has kept {before} of its games"
    )


def write_whole(path: Path, data: bytes) -> None:
    """The file is there with all its bytes, or not at all, whatever happens meanwhile."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as wrong:
        with suppress(OSError):
            part.unlink()
        raise StoreFailed(f"cannot write {path}: {wrong.strerror}") from None
