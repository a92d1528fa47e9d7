"""Stores from before players were known by their weights: events noted the ids, games only texts."""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from kishi.core import Identity
from kishi.store import Event, Store
from kishi.store.schema import APPLICATION, MIGRATIONS
from kishi.store.splitting import names_in

OLD, NEW, TD = "2f8c000000000001", "91ab000000000002", "7777000000000003"
NOTED = {
    "cup": {"mine": OLD, "td-othello": TD},
    "mug": {"mine": NEW, "td-othello": TD},
    "jug": None,
}


def old_store(path: Path, noted: Mapping[str, Mapping[str, str] | None]) -> None:
    """A store as the first schema made it: each event has 3 games of each of three pairings."""
    with sqlite3.connect(path) as db:
        for statement in MIGRATIONS[0]:
            assert isinstance(statement, str)
            db.execute(statement)
        for id, text in enumerate(("level:5", "pso:mine", "random"), 1):
            spec = json.dumps({"kind": text.split(":")[0], "options": {}, "weights": None})
            db.execute("INSERT INTO player VALUES (?, 'othello', ?, ?)", (id, text, spec))
        for event, (name, weights) in enumerate(noted.items(), 1):
            settings = json.dumps({"seed": 1} | ({"weights": weights} if weights else {}))
            row = (event, name, "tournament", "othello", settings, float(event))
            db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", row)
            games = [
                (event, a, b, n, None, 0, bytes([event, a, n, b]), None, None, 1 + n, None, 1.0)
                for a, b in ((1, 2), (1, 3), (2, 3))
                for n in range(3)
            ]
            db.executemany(f"INSERT INTO game VALUES ({', '.join('?' * 12)})", games)
        db.execute("PRAGMA user_version = 1")
        db.execute(f"PRAGMA application_id = {APPLICATION}")


def found(store: Store, name: str) -> Event:
    event = store.find_event(name)
    assert event is not None
    return event


def test_events_with_other_weights_have_other_players(tmp_path: Path) -> None:
    path = tmp_path / "kishi.db"
    old_store(path, NOTED)
    with Store.open(path) as store:
        who = {name: store.players(found(store, name)) for name in NOTED}
        packed = {name: [g.packed for g in store.games(found(store, name))] for name in NOTED}
        assert store._one("PRAGMA integrity_check") == ("ok",)
        assert store._one("PRAGMA foreign_key_check") is None
        spec = store._one("SELECT spec FROM player WHERE weights = ?", NEW)
    level, random = Identity("level:5", TD), Identity("random")
    assert who == {
        "cup": [level, Identity("pso:mine", OLD), random],
        "mug": [level, Identity("pso:mine", NEW), random],
        "jug": [Identity("level:5"), Identity("pso:mine"), random],
    }
    assert json.loads(spec[0]) == {"kind": "pso", "options": {}, "weights": [NEW]}
    # No game is lost or changed.
    for event, name in enumerate(NOTED, 1):
        assert len(packed[name]) == 9
        assert {g.moves[0] for g in packed[name]} == {event}
        assert sorted(g.verdict for g in packed[name]) == [1] * 3 + [2] * 3 + [3] * 3


def test_a_migrated_store_counts_every_game_for_who_played_it(tmp_path: Path) -> None:
    path = tmp_path / "kishi.db"
    old_store(path, NOTED)
    with Store.open(path) as store:
        tallies = list(store.tallies("othello"))
    games = {
        player: sum(sum(t[3:]) for t in tallies if player in t[:2])
        for player in (Identity("pso:mine", id) for id in (OLD, NEW, ""))
    }
    assert set(games.values()) == {6}
    assert sum(sum(t[3:]) for t in tallies) == 27


def test_going_through_it_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kishi.db"
    old_store(path, NOTED)
    dumps = []
    for _ in range(2):
        Store.open(path).close()
        with sqlite3.connect(path) as db:
            dumps.append(list(db.iterdump()))
    assert dumps[0] == dumps[1]


@pytest.mark.parametrize(
    ("text", "of", "names"),
    [
        ("random", "othello", []),
        ("pso:mine", "othello", ["mine"]),
        ("pso", "othello", ["pso-othello"]),
        ("level:5", "othello", ["td-othello"]),
        ("search", "minishogi", ["nnue-minishogi"]),
        ("search:eval=auto,depth=4", "minishogi", ["nnue-minishogi"]),
        ("search:eval=kings", "minishogi", []),
        ("search:eval=valuenet,depth=4", "minishogi", ["valuenet-minishogi"]),
        ("search:eval=map:mine,depth=4", "othello", ["mine"]),
        ("search:eval=map,weights=mine", "othello", ["mine"]),
        ("search:eval=patterns", "othello", ["td-othello"]),  # no weights of that name
        ("td:patterns", "othello", ["patterns"]),
        ("table:mine,late=yours,switch=40", "othello", ["mine", "yours"]),
        ("table:mine,late=mine", "othello", ["mine"]),
        ("table", "othello", []),
        ("nnue", "minishogi", ["nnue-minishogi"]),
        ("alphazero:mine,simulations=8", "othello", ["mine"]),
        ("usi:mine --fast", "minishogi", []),
    ],
)
def test_which_names_a_text_asked_for(text: str, of: str, names: list[str]) -> None:
    noted = {"mine", "yours", "patterns", "pso-othello", "td-othello", "nnue-minishogi",
             "valuenet-minishogi", "table-othello"}  # fmt: skip
    assert names_in(text, of, noted) == names
