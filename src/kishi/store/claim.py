"""One process at a time: whoever holds a claim holds it until it lets go or ends, however it ends.

It is SQLite's own lock on a file that holds nothing, so the system gives it back after a crash, on every
platform.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

PATIENCE = 2.0  # seconds: somebody may just be looking whether it is taken


class Taken(Exception):
    """Another process holds this claim."""


@contextmanager
def claimed(file: Path) -> Iterator[None]:
    """Hold the claim; Taken if another process does. The folder must be there."""
    # A stopped generator may be closed by another thread than the one that began it.
    with closing(
        sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    ) as db:
        with _told():
            db.execute("BEGIN EXCLUSIVE")
        yield


def is_claimed(file: Path) -> bool:
    if not file.exists():
        return False
    with closing(sqlite3.connect(file, timeout=0)) as db:
        try:
            with _told():
                db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except Taken:
            return True
    return False


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorname != "SQLITE_BUSY":
            raise
        raise Taken from None
