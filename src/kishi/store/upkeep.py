"""A store looked after: checked row by row, copied while it is in use, and mended.

Mending never loses what can still be read. The file as it was stays beside the mended one.
"""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from ..core import Verdict, game
from ..errors import BadInput, StoreFailed
from . import tensors
from .failures import failures, make_folder
from .packed import PackedGame, unpack
from .schema import MIGRATIONS, prepare

JSON_COLUMNS = {  # and what tells their rows apart
    ("event", "settings"): "name",
    ("player", "spec"): "text",
    ("run", "settings"): "name",
    ("step", "measures"): "run || ', step ' || number",
    ("weights", "origin"): "id",
}
GAMES = (
    "SELECT game.event, game.a, game.b, event.name, event.game, number, start, opening, game.moves, "
    "thoughts, seconds, verdict, reason FROM game JOIN event ON event.id = game.event"
)


class Damage(NamedTuple):
    """Something wrong with a store, and what mends it."""

    what: str
    mend: str  # SQL; empty where the file itself is damaged
    given: tuple[Any, ...] = ()


def check(path: Path) -> list[Damage]:
    """Everything that is wrong with the store in this file."""
    with closing(_opened(path)) as db:
        torn = _torn(db)
        if torn:
            return torn
        with failures(path):
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version != len(MIGRATIONS):
                known = f"this kishi knows {len(MIGRATIONS)}; opening an older store brings it up to date"
                return [Damage(f"the store has version {version}, {known}", "")]
            return [*_broken_json(db), *_broken_weights(db), *_broken_games(db), *_orphans(db)]


def backup(path: Path, into: Path) -> int:
    """Copy the store, whoever uses it meanwhile; the size of the copy, which is checked."""
    if into.exists():
        raise BadInput(f"'{into}' is there already: choose another name")
    make_folder(into.parent)
    with closing(_opened(path)) as db:
        try:
            with failures(into), closing(sqlite3.connect(into)) as copy:
                db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                torn = _torn(copy)
        except BaseException:
            into.unlink(missing_ok=True)
            raise
    if torn:
        into.unlink(missing_ok=True)
        raise StoreFailed(f"the store {path} is damaged: `kishi store repair` mends it", path)
    return into.stat().st_size


def repair(path: Path) -> tuple[list[Damage], Path]:
    """Mend all that is wrong; that, and where the file as it was is kept."""
    found = check(path)
    if any(damage.mend == "" and "version" in damage.what for damage in found):
        raise BadInput(found[0].what)
    before = path.with_name(f"{path.stem}-before-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
    for end in ("", "-wal"):
        file = path.with_name(path.name + end)
        if file.exists():
            shutil.copy2(file, before.with_name(before.name + end))
    if any(not damage.mend for damage in found):
        _salvage(path)
        found += check(path)
    with closing(_opened(path)) as db, failures(path):
        db.execute("BEGIN IMMEDIATE")
        for damage in found:
            if damage.mend:
                db.execute(damage.mend, damage.given)
        db.execute("COMMIT")
    return found, before


def _opened(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise BadInput(f"there is no store {path}")
    with failures(path):
        db = sqlite3.connect(path, timeout=60, isolation_level=None)
        try:
            db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.DatabaseError as wrong:
            if wrong.sqlite_errorname != "SQLITE_CORRUPT":
                db.close()
                raise
    return db


def _torn(db: sqlite3.Connection) -> list[Damage]:
    """What SQLite itself finds."""
    try:
        rows = db.execute("PRAGMA integrity_check(20)").fetchall()
    except sqlite3.DatabaseError as wrong:
        rows = [(str(wrong),)]
    return [Damage(f"the file: {' '.join(text.split())}", "") for (text,) in rows if text != "ok"]


def _broken_json(db: sqlite3.Connection) -> Iterator[Damage]:
    for (table, column), name in JSON_COLUMNS.items():
        where = f"typeof({column}) <> 'text' OR NOT json_valid({column}) OR json_type({column}) <> 'object'"
        for (row,) in db.execute(f"SELECT {name} FROM {table} WHERE {where}").fetchall():
            yield Damage(f"{table} '{str(row)[:60]}': its {column} cannot be read",
                         f"UPDATE {table} SET {column} = '{{}}' WHERE {name} = ? AND ({where})",
                         (row,))  # fmt: skip


def _broken_weights(db: sqlite3.Connection) -> Iterator[Damage]:
    for (id,) in db.execute("SELECT id FROM weights").fetchall():
        (body,) = db.execute("SELECT arrays FROM weights WHERE id = ?", (id,)).fetchone()
        try:
            whole = tensors.unpack_weights(bytes(body)).id == id
        except (BadInput, TypeError):
            whole = False
        if not whole:
            what = f"weights {str(id)[:60]}: they are not what their id says"
            for table in ("step", "own"):
                clear = "UPDATE step SET weights = NULL" if table == "step" else "DELETE FROM own"
                yield Damage(f"{what} ({table})", f"{clear} WHERE weights = ?", (id,))
            yield Damage(what, "DELETE FROM weights WHERE id = ?", (id,))


def _broken_games(db: sqlite3.Connection) -> Iterator[Damage]:
    """Games that cannot be replayed to the result they have."""
    for event, a, b, name, of, *row in db.execute(GAMES):
        packed = PackedGame._make(row)
        why = _wrong_with(str(of), packed)
        if why:
            yield Damage(f"game {packed.number} of '{name}': {why}",
                         "DELETE FROM game WHERE (event, a, b, number) = (?, ?, ?, ?)",
                         (event, a, b, packed.number))  # fmt: skip


def _wrong_with(of: str, packed: PackedGame) -> str:
    try:
        record = unpack(game(of), packed, None)
    except BadInput as wrong:
        return str(wrong)
    if packed.verdict not in (1, 2, 3):
        return "it has no result"
    if packed.reason is None and record.verdict is not Verdict(packed.verdict):
        return "its result is not that of its moves"
    return ""


def _orphans(db: sqlite3.Connection) -> Iterator[Damage]:
    """Rows that name others which are not there."""
    links = [("game", "event", "event"), ("game", "a", "player"), ("game", "b", "player"),
             ("effort", "event", "event"), ("step", "run", "run")]  # fmt: skip
    for table, column, other in links:
        where = f"{column} NOT IN (SELECT id FROM {other})"
        count = db.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone()[0]
        if count:
            yield Damage(f"{count} rows of {table} name a missing {other}",
                         f"DELETE FROM {table} WHERE {where}")  # fmt: skip


def _salvage(path: Path) -> None:
    """All rows that can still be read, in a new file in the place of the old one."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with (
        closing(_opened(path)) as old,
        failures(new),
        closing(sqlite3.connect(new, isolation_level=None)) as db,
    ):
        prepare(db, new)
        db.execute("BEGIN")
        tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for (table,) in tables:
            _copy(old, db, table)
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = DELETE")
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    new.replace(path)


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> None:
    """From the beginning as far as it can be read, and from the end back."""
    columns = [row[1] for row in new.execute(f"PRAGMA table_info({table})")]
    keys = [row[1] for row in new.execute(f"PRAGMA table_info({table})") if row[5]]
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    for way in ("", " DESC"):
        order = ", ".join(key + way for key in keys)
        try:
            for row in old.execute(f"SELECT {names} FROM {table} ORDER BY {order}"):
                new.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", row)
            return
        except sqlite3.DatabaseError:
            continue
