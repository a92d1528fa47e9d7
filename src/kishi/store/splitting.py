"""The step of a migration that makes players of one text and several weights several players.

Events have always noted what the names of weights meant in them, but their games only named texts.
Which of the names a text asks for is written down here as it was when that was so, and never changes.
"""

import json
import re
import sqlite3
from collections.abc import Container

# By whose name went the weights that an evaluation learned, where no others were named.
LEARNED = {"patterns": "td", "network": "nnue", "valuenet": "valuenet"}
# By whose those of a player that named none.
USUAL = {
    "search": ("td", "nnue"),  # whichever the game had
    "level": ("td", "nnue"),
    **{kind: (kind,) for kind in ("alphazero", "cmaes", "ga", "hillclimb", "nnue", "pso", "td",
                                  "valuenet")},
}  # fmt: skip


def split_players(db: sqlite3.Connection) -> None:
    """Have the games of every event name players with the weights that the event noted."""
    for event, of, settings in db.execute(
        "SELECT id, game, settings FROM event WHERE json_valid(settings)"
    ).fetchall():
        noted = json.loads(settings).get("weights", {})
        for old, text in _players(db, event) if noted else []:
            ids = "+".join(noted[name] for name in names_in(text, of, noted))
            if ids:
                _rename(db, event, old, _known(db, old, ids))


def names_in(text: str, of: str, noted: Container[str]) -> list[str]:
    """The names, of those noted, that a player of this text was made with, in its order of asking."""
    kind, _, options = text.partition(":")
    # eval=NAME:WEIGHTS, and the name of an evaluation is no name of weights.
    values = re.sub(r"\beval=\w+:?", "", options).split(",")
    written = [value.rpartition("=")[2] for value in values]
    return [*dict.fromkeys(n for n in written if n in noted)] or _usual(kind, options, of, noted)


def _usual(kind: str, options: str, of: str, noted: Container[str]) -> list[str]:
    """The weights of a player that names none."""
    evaluation = re.search(r"\beval=(\w+)", options)
    by_hand = evaluation and evaluation[1] != "auto"
    methods = (LEARNED.get(evaluation[1], ""),) if evaluation and by_hand else USUAL.get(kind, ())
    return [name for method in methods if (name := f"{method}-{of}") in noted][:1]


def _players(db: sqlite3.Connection, event: int) -> list[tuple[int, str]]:
    return db.execute(
        "SELECT id, text FROM player WHERE id IN (SELECT a FROM game WHERE event = ?1 "
        "UNION SELECT b FROM game WHERE event = ?1)",
        (event,),
    ).fetchall()


def _known(db: sqlite3.Connection, old: int, ids: str) -> int:
    """The row of the same text with these weights."""
    db.execute(
        "INSERT INTO player (game, text, weights, spec) "
        "SELECT game, text, ?, json_set(spec, '$.weights', json(?)) FROM player WHERE id = ? "
        "ON CONFLICT DO NOTHING",
        (ids, json.dumps(ids.split("+")), old),
    )
    found = db.execute(
        "SELECT new.id FROM player new JOIN player old USING (game, text) "
        "WHERE old.id = ? AND new.weights = ?",
        (old, ids),
    ).fetchone()
    return int(found[0])


def _rename(db: sqlite3.Connection, event: int, old: int, new: int) -> None:
    for side in ("a", "b"):
        db.execute(f"UPDATE game SET {side} = ? WHERE event = ? AND {side} = ?", (new, event, old))
