"""One process at a time: whoever holds a claim holds it until it lets go or ends, however it ends.

It is SQLite's own lock on a file that holds nothing, so the system gives it back after a crash, on every
platform. A file beside it asks the holder to stop: any process of the same user can leave one there.
"""

import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

PATIENCE = 2.0  # seconds: somebody may just be looking whether it is taken
LOOK_EVERY = 0.25  # seconds between looks at whether it is asked for


class Taken(Exception):
    """Another process holds this claim."""


def interrupt() -> None:
    """Stop this process as Ctrl-C does."""
    if sys.platform == "win32":  # pragma: no cover - os.kill would end it at once there
        signal.raise_signal(signal.SIGINT)
    else:
        os.kill(os.getpid(), signal.SIGINT)


@contextmanager
def claimed(file: Path, asked: Callable[[], None] = interrupt) -> Iterator[None]:
    """Hold the claim; Taken if another process does. The folder must be there.

    `asked` is called once if somebody wants the holder to stop.
    """
    # A stopped generator may be closed by another thread than the one that began it.
    with closing(
        sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    ) as db:
        with _told():
            db.execute("BEGIN EXCLUSIVE")
        _wish(file).unlink(missing_ok=True)  # one that was meant for an earlier holder
        over = threading.Event()
        threading.Thread(target=_heed, args=(_wish(file), over, asked), daemon=True).start()
        try:
            yield
        finally:
            over.set()


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


def ask_for(file: Path, seconds: float) -> bool:
    """Ask whoever holds the claim to stop; was it free within that time?"""
    until = time.monotonic() + seconds
    while is_claimed(file):
        if time.monotonic() > until:
            return False
        _wish(file).touch()
        time.sleep(LOOK_EVERY / 2)
    return True


def _wish(file: Path) -> Path:
    return file.with_name(f"{file.name}.stop")


def _heed(wish: Path, over: threading.Event, asked: Callable[[], None]) -> None:
    while not over.wait(LOOK_EVERY):
        if wish.exists():
            wish.unlink(missing_ok=True)
            asked()
            return


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorname != "SQLITE_BUSY":
            raise
        raise Taken from None
