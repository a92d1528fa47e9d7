"""The games of a run's self-play on disk: files that are whole or not there at all.

`formats.games` says what is in a file, so that whatever reads a file of games reads these too.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from ..errors import StoreFailed
from ..formats import games
from ..home import home
from ..store import Run
from ..store.packed import EncodedGame


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


def games_of(run: Run, first: int = 0, most: int | None = None) -> Iterator[EncodedGame]:
    """The games that a run still has, in the order in which they were begun; some, if so asked."""
    end = sys.maxsize if most is None else first + most
    for file, count in files_of(run).items():
        if first < count and end > 0:
            with suppress(FileNotFoundError):  # forgotten meanwhile
                yield from islice(games.games_in(file.read_bytes(), str(file)), max(first, 0), end)
        first, end = first - count, end - count


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
