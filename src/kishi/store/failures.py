"""What the disk and SQLite report, as one line that says what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import StoreFailed

ADVICE = {
    "FULL": "the disk is full; free some space, or set KISHI_HOME to another disk",
    "READONLY": "it is read-only; change its permissions, or set KISHI_HOME to a folder of yours",
    "CANTOPEN": "it cannot be opened; set KISHI_HOME to a folder of yours",
    "PERM": "you may not open it; set KISHI_HOME to a folder of yours",
    "BUSY": "another process has been writing for too long; try again",
    "NOTADB": "the file is no kishi store; move it away",
    "CORRUPT": "the file is damaged; `kishi store repair` saves what can be read",
    "IOERR": "the disk reports an error (is it full?)",
}


@contextmanager
def failures(path: Path) -> Iterator[None]:
    """SQLite's errors as one line that says what to do."""
    try:
        yield
    except sqlite3.DatabaseError as wrong:
        name = getattr(wrong, "sqlite_errorname", "")
        advice = next((text for key, text in ADVICE.items() if key in name), None)
        if advice is None:
            raise  # a mistake of ours in the SQL
        raise StoreFailed(
            f"cannot use the store {path}: {advice} (what was stored before is still there)", path
        ) from wrong


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise StoreFailed(
            f"cannot make the folder {folder}: {wrong.strerror}; set KISHI_HOME to a folder of yours",
            folder,
        ) from None
