"""One SQLite file: opened, read, and written in transactions that are kept whole or not at all."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..errors import StoreFailed
from ..home import home
from .failures import failures, make_folder
from .schema import prepare

STORE = "kishi.db"  # in KISHI_HOME
PATIENCE = 60.0  # seconds to wait for another process to finish writing


class Database:
    """The file. Use as a context manager."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._db = db

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """The store in this file, made if need be; by default `kishi.db` in KISHI_HOME."""
        path = path or home() / STORE
        make_folder(path.parent)
        with failures(path):
            db = sqlite3.connect(
                path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                prepare(db, path)
                # With WAL this survives any crash of ours; only a power cut may cost new games.
                db.execute("PRAGMA synchronous = NORMAL")
                db.execute("PRAGMA cache_size = -16000")
            except BaseException:
                db.close()
                raise
        return cls(db, path)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within this all is read as it is at the first look, whatever others write meanwhile."""
        with failures(self.path):
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                self._db.execute("COMMIT")

    def _whole(self, noun: str, rest: str, rows: Iterator[Any]) -> Iterator[Any]:
        """The rows with their settings read. One that is damaged is left out of a list; whoever asks
        for it is told."""
        for row in rows:
            settings = object_in(row[4])
            if settings is not None:
                yield (*row[:4], settings, *row[5:])
            elif rest.startswith(("WHERE name", "WHERE id")):
                told = f"the {noun} '{row[1]}' is damaged: `kishi store repair` mends it"
                raise StoreFailed(f"cannot use the store {self.path}: {told}", self.path)

    def _one(self, sql: str, *given: Any) -> Any:
        with failures(self.path):
            return self._db.execute(sql, given).fetchone()

    def _rows(self, sql: str, *given: Any) -> Iterator[Any]:
        with failures(self.path):
            yield from self._db.execute(sql, given)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is kept whole or not at all."""
        with failures(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk has already rolled it back
                    self._db.execute("ROLLBACK")
                raise


def object_in(text: Any) -> dict[str, Any] | None:
    """What a row tells in JSON; None if the row is damaged."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
