"""The step of a migration that gives runs today's names of trainers and settings.

Every name only ever maps to what means the same today, so that a run goes on to the same end. Settings
that no longer exist stay as they are: who resumes such a run is told so.
"""

import json
import sqlite3

from ..renamed import SETTINGS, TRAINERS


def rename_runs(db: sqlite3.Connection) -> None:
    for id, trainer, text in db.execute(
        "SELECT id, trainer, settings FROM run WHERE json_valid(settings)"
    ).fetchall():
        now = TRAINERS.get(trainer) or trainer
        names = SETTINGS.get(now, {})
        settings = {names.get(name) or name: value for name, value in json.loads(text).items()}
        db.execute(
            "UPDATE run SET trainer = ?, settings = ? WHERE id = ?",
            (now, json.dumps(settings, sort_keys=True), id),
        )
