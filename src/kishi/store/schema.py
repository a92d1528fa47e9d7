"""The tables, as a list of migrations: an older store is brought up to date on opening.

A migration that has been released is never edited; a change of the tables is a new one at the end.
`PRAGMA user_version` is the number of migrations that a file has been through.
"""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from ..errors import StoreFailed
from .renaming import rename_runs
from .splitting import split_players

# What PRAGMA application_id says, so that `file` and we can tell a store from another database.
APPLICATION = int.from_bytes(b"kshi", "big")

Step = str | Callable[[sqlite3.Connection], None]

MIGRATIONS: list[list[Step]] = [
    [
        """CREATE TABLE player (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            text TEXT NOT NULL,              -- the Spec as text
            spec TEXT NOT NULL,              -- the Spec as JSON
            UNIQUE (game, text))""",
        """CREATE TABLE event (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,              -- match, tournament, ladder, ...
            game TEXT NOT NULL,
            settings TEXT NOT NULL,          -- JSON: all that decides which games are played
            made REAL NOT NULL)              -- seconds since 1970""",
        # The primary key is why no game is ever counted twice. `number` is twice the round, and one
        # more for the game in which b moves first.
        """CREATE TABLE game (
            event INTEGER NOT NULL REFERENCES event (id),
            a INTEGER NOT NULL REFERENCES player (id),
            b INTEGER NOT NULL REFERENCES player (id),
            number INTEGER NOT NULL,
            start TEXT,                      -- canonical text; NULL is the game's own start
            opening INTEGER NOT NULL,        -- how many of the moves were given to the players
            moves BLOB NOT NULL,             -- uint16 each
            thoughts BLOB,                   -- int16 each: the mover's value x 32767, -32768 none
            seconds BLOB,                    -- float32 each
            verdict INTEGER NOT NULL,        -- 1 first wins, 2 second wins, 3 draw
            reason TEXT,                     -- NULL: ended by the rules
            ended REAL NOT NULL,
            PRIMARY KEY (event, a, b, number)) WITHOUT ROWID""",
        """CREATE TABLE weights (
            id TEXT PRIMARY KEY,             -- the hash of the content
            game TEXT NOT NULL,
            kind TEXT NOT NULL,
            arrays BLOB NOT NULL,            -- safetensors
            origin TEXT NOT NULL,            -- JSON: how they were made, and at what cost
            made REAL NOT NULL)""",
        """CREATE TABLE run (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL,
            trainer TEXT NOT NULL,
            settings TEXT NOT NULL,          -- JSON
            state BLOB,                      -- what the trainer needs to go on
            made REAL NOT NULL,
            changed REAL NOT NULL)""",
        """CREATE TABLE step (
            run INTEGER NOT NULL REFERENCES run (id),
            number INTEGER NOT NULL,
            weights TEXT REFERENCES weights (id),
            measures TEXT NOT NULL,          -- JSON: loss, Elo, seconds, ...
            made REAL NOT NULL,
            PRIMARY KEY (run, number)) WITHOUT ROWID""",
    ],
    # A player is known by its text and the weights it was made with. SQLite cannot change what is
    # unique, so the table is made anew; games go on naming its rows by their ids.
    [
        """CREATE TABLE known_player (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            text TEXT NOT NULL,              -- the Spec as text
            weights TEXT NOT NULL DEFAULT '', -- ids joined by +; '': none, or as the text says
            spec TEXT NOT NULL,              -- the Spec as JSON
            UNIQUE (game, text, weights))""",
        "INSERT INTO known_player (id, game, text, spec) SELECT id, game, text, spec FROM player",
        "DROP TABLE player",
        "ALTER TABLE known_player RENAME TO player",
        split_players,
    ],
    [rename_runs],
    # Numbers that a person has set: each time a name is given again is one more row.
    [
        """CREATE TABLE own (
            name TEXT NOT NULL,
            number INTEGER NOT NULL,
            weights TEXT NOT NULL REFERENCES weights (id),
            made REAL NOT NULL,
            PRIMARY KEY (name, number)) WITHOUT ROWID""",
    ],
    [
        """CREATE TABLE effort (
            event INTEGER NOT NULL REFERENCES event (id),
            a INTEGER NOT NULL REFERENCES player (id),
            b INTEGER NOT NULL REFERENCES player (id),
            side INTEGER NOT NULL,           -- 0: what the moves of a have cost, 1: those of b
            moves INTEGER NOT NULL,          -- that were measured
            seconds REAL NOT NULL,           -- by the clock
            cpu REAL NOT NULL,               -- seconds of CPU time
            nodes INTEGER NOT NULL,
            depth INTEGER NOT NULL,          -- of all moves together
            PRIMARY KEY (event, a, b, side)) WITHOUT ROWID""",
        # 1: what it says does not count for ratings.
        "ALTER TABLE event ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0",
    ],
    # Moves answered in less than half of the time they were given, and seconds of CPU time of those.
    [
        "ALTER TABLE effort ADD COLUMN early INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE effort ADD COLUMN early_cpu REAL NOT NULL DEFAULT 0",
    ],
]


def prepare(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables, or bring older ones up to date."""
    _write_ahead(db)
    version = _version(db, path)
    if version == len(MIGRATIONS):
        return
    if version < 0:
        raise StoreFailed(
            f"cannot use the store {path}: its version, {version}, is none; bring back a copy of it",
            path,
        )
    if version > len(MIGRATIONS):
        raise StoreFailed(
            f"cannot use the store {path}: a newer kishi made it (version {version}, "
            f"this one knows {len(MIGRATIONS)}); update kishi",
            path,
        )
    db.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been through them while this one waited for its turn.
        version = _version(db, path)
        for number, statements in enumerate(MIGRATIONS[version:], version + 1):
            for step in statements:
                if callable(step):
                    step(db)
                else:
                    db.execute(step)
            db.execute(f"PRAGMA user_version = {number}")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute("COMMIT")
    except BaseException as wrong:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if any(sign in str(wrong) for sign in ("already exists", "no such", "duplicate column")):
            raise StoreFailed(
                f"cannot use the store {path}: its tables are not those of version {version} ({wrong}); "
                "bring back a copy of it",
                path,
            ) from None
        raise


def _version(db: sqlite3.Connection, path: Path) -> int:
    # One statement, so one view of the file: another process may be making the tables just now.
    version, application, tables = db.execute(
        """SELECT (SELECT user_version FROM pragma_user_version),
                  (SELECT application_id FROM pragma_application_id),
                  (SELECT count(*) FROM sqlite_master)"""
    ).fetchone()
    if application != APPLICATION and tables:
        raise StoreFailed(f"cannot use {path}: it is a database, but no kishi store", path)
    return int(version)


def _write_ahead(db: sqlite3.Connection) -> None:
    """Switch to WAL. SQLite does not wait for a lock here, so processes that start at once must."""
    if db.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        return
    for wait in (0.01, 0.03, 0.1, 0.3, 1.0, 3.0):
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorname != "SQLITE_BUSY":
                raise
            time.sleep(wait)
    db.execute("PRAGMA journal_mode = WAL")
