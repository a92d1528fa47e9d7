"""The store keeps what it is given, once, and says clearly when it cannot."""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kishi import (
    Choice,
    Record,
    Referee,
    Verdict,
    Weights,
    game,
    make_player,
    parse_spec,
    play_game,
)
from kishi.core import Identity
from kishi.errors import BadInput, StoreFailed
from kishi.store import PackedGame, PackedGames, Store, Tally, pack, unpack
from kishi.store.schema import MIGRATIONS

OTHELLO = game("othello")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "kishi.db") as opened:
        yield opened


def packed(number: int, verdict: int = 1) -> PackedGame:
    return PackedGame(number, None, 2, b"\x01\x00\x02\x00", None, None, verdict, None)


def random_record(seed: int = 1) -> Record:
    players = [make_player(OTHELLO, "random", seed + i) for i in (0, 1)]
    return play_game(players[0], players[1], Referee(OTHELLO))


def test_a_game_survives_packing() -> None:
    record = random_record()
    again = unpack(OTHELLO, pack(record, 7, 0), ("random", "random"))
    assert again.moves == record.moves
    assert again.positions == record.positions
    assert again.verdict is record.verdict
    assert pack(again, 7, 0).moves == pack(record, 7, 0).moves


def test_values_and_times_survive_packing() -> None:
    record = Record.new(OTHELLO)
    for value, seconds in ((0.25, 1.5), (None, 0.0), (-1.0, 0.125)):
        move = record.position.legal_moves()[0]
        record = record.play(Choice(move=move, value=value, seconds=seconds))
    again = unpack(OTHELLO, pack(record, 0, 0), ("a", "b"))
    assert [c.seconds for c in again.choices] == [1.5, 0.0, 0.125]
    assert [c.value for c in again.choices] == [pytest.approx(0.25, abs=2e-5), None, -1.0]


def test_columns_are_the_games() -> None:
    games = [packed(number, 1 + number % 3) for number in range(5)]
    columns = PackedGames.of(games)
    assert list(columns) == games
    assert columns[2] == games[2]
    assert list(columns[1:3]) == games[1:3]
    columns.append(packed(9))
    assert list(columns) == [*games, packed(9)]
    assert len(PackedGames.of([])) == 0


def test_a_game_is_counted_once(store: Store) -> None:
    event = store.event("e", "match", "othello", {"seed": 1})
    a = store.player(parse_spec(OTHELLO, "random"))
    store.add_games(event, a, a, PackedGames.of([packed(0), packed(1, 2)]))
    store.add_games(event, a, a, PackedGames.of([packed(1, 3), packed(2, 3)]))
    assert store.played(event, a, a) == {0: 1, 1: 2, 2: 3}
    assert [r.points for r in store.results(event)] == [1.0, 1.0, 0.5]


def test_a_game_that_is_not_over_is_refused(store: Store) -> None:
    """The last line of defence: whoever stops a game must not hand it in."""
    event = store.event("e", "match", "othello", {"seed": 1})
    spec = parse_spec(OTHELLO, "random")
    a, begun = store.player(spec), random_record().back(3)
    with pytest.raises(BadInput, match="not over"):
        store.add_games(event, a, a, PackedGames.of([packed(0), packed(1, Verdict.RUNNING.value)]))
    with pytest.raises(BadInput, match="not over"):
        store.add_record(event, begun, (spec, spec), 1)
    with pytest.raises(BadInput, match="not over"):
        store.add_imported(event, [begun], 0)
    assert list(store.results(event)) == []


def test_an_event_keeps_its_settings(store: Store) -> None:
    first = store.event("cup", "tournament", "othello", {"seed": 1, "limit": "1s"})
    assert store.event("cup", "tournament", "othello", {"limit": "1s", "seed": 1}) == first
    with pytest.raises(BadInput, match="limit 1s"):
        store.event("cup", "tournament", "othello", {"seed": 1, "limit": "2s"})
    with pytest.raises(BadInput, match="another event"):
        store.event("cup", "match", "othello", {"seed": 1, "limit": "1s"})


def test_a_snapshot_stays_as_it_is(store: Store) -> None:
    event = store.event("e", "match", "othello", {})
    a, b = (store.player(parse_spec(OTHELLO, text)) for text in ("random", "first"))
    store.add_games(event, a, a, PackedGames.of([packed(0)]))
    with Store.open(store.path) as other:
        with store.snapshot():
            before = store.players(event)
            other.add_games(event, a, b, PackedGames.of([packed(0)]))
            assert len(list(store.results(event))) == 1
        assert (len(before), len(store.players(event))) == (1, 2)
        assert len(list(store.results(event))) == 2


def test_tallies_are_seen_by_the_first_mover(store: Store) -> None:
    event = store.event("e", "match", "othello", {"limit": "1s"})
    a, b = (store.player(parse_spec(OTHELLO, text)) for text in ("random", "first"))
    games = [packed(n, v)._replace(moves=bytes([n, 0])) for n, v in enumerate((1, 1, 3, 2))]
    store.add_games(event, a, b, PackedGames.of(games))
    rows = {(row[0].text, row[1].text): row[2:] for row in store.tallies("othello")}
    assert rows == {("random", "first"): ("1s", 1, 1, 0), ("first", "random"): ("1s", 1, 0, 1)}
    assert list(store.tallies("gomoku")) == []


def test_a_repeated_game_is_no_new_evidence(store: Store) -> None:
    a, b = (store.player(parse_spec(OTHELLO, text)) for text in ("greedy", "first"))
    for name in ("one", "two"):
        event = store.event(name, "match", "othello", {})
        store.add_games(
            event, a, b, PackedGames.of([packed(0), packed(2), packed(4, 3)._replace(moves=b"")])
        )
    assert list(store.tallies("othello")) == [
        Tally(Identity("greedy"), Identity("first"), "", 1, 1, 0)
    ]


def test_records_of_play_are_kept(store: Store) -> None:
    event = store.event("play", "play", "othello", {})
    specs = (parse_spec(OTHELLO, "random"), parse_spec(OTHELLO, "first"))
    for seed in (1, 2, 2):  # what comes twice is kept once
        store.add_record(event, random_record(seed), specs, 2**61 + seed)
    stored = list(store.games(event))
    assert len(stored) == 2
    assert stored[0].players == ("random", "first")
    assert stored[0].record().verdict is not Verdict.RUNNING


def test_weights_come_back_equal(store: Store) -> None:
    weights = Weights("othello", "map", {"w": np.arange(6, dtype=np.float32).reshape(2, 3),
                                         "n": np.array([1, -2], np.int16)})  # fmt: skip
    assert store.put_weights(weights, {"cpu_seconds": 3}) == weights.id
    store.put_weights(weights)
    again = store.get_weights(weights.id)
    assert again.id == weights.id
    assert store.weights_origin(weights.id) == {"cpu_seconds": 3}
    with pytest.raises(BadInput, match="no weights"):
        store.get_weights("nothing")


def test_runs_go_on(store: Store) -> None:
    run = store.start_run("r", "othello", "ga", {"population": 10})
    assert store.start_run("r", "othello", "ga", {"population": 10}) == run
    with pytest.raises(BadInput, match="another run"):
        store.start_run("r", "othello", "ga", {"population": 11})
    store.add_step(run, None, {"loss": 1.0}, b"state")
    store.add_step(run, None, {"loss": 0.5})
    assert store.run_state(run) == b"state"
    assert store.steps(run) == [(1, None, {"loss": 1.0}), (2, None, {"loss": 0.5})]


@pytest.mark.parametrize("attempt", range(10))  # it failed one time in a hundred
def test_many_open_a_new_store_at_once(tmp_path: Path, attempt: int) -> None:
    def use(number: int) -> int:
        with Store.open(tmp_path / "new" / "kishi.db") as store:
            event = store.event("e", "match", "othello", {})
            player = store.player(parse_spec(OTHELLO, "random"))
            store.add_games(
                event, player, player, PackedGames.of([packed(n) for n in range(number, 400, 8)])
            )
            return event.id

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(use, range(8)))) == 1
    with Store.open(tmp_path / "new" / "kishi.db") as store:
        assert len(list(store.results(store.events()[0]))) == 400


def test_the_version_is_the_number_of_migrations(store: Store) -> None:
    version = sqlite3.connect(store.path).execute("PRAGMA user_version").fetchone()
    assert version == (len(MIGRATIONS),)


def test_an_older_store_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path / "kishi.db") as store:
        event = store.event("e", "match", "othello", {})
    monkeypatch.setattr(
        "kishi.store.schema.MIGRATIONS", [*MIGRATIONS, ["ALTER TABLE event ADD COLUMN note TEXT"]]
    )
    with Store.open(tmp_path / "kishi.db") as store:
        assert store.find_event("e") == event
        assert store._one("SELECT note FROM event") == (None,)


def test_a_store_of_the_future_is_refused(tmp_path: Path) -> None:
    Store.open(tmp_path / "kishi.db").close()
    with sqlite3.connect(tmp_path / "kishi.db") as db:
        db.execute("PRAGMA user_version = 999")
    with pytest.raises(StoreFailed, match="update kishi"):
        Store.open(tmp_path / "kishi.db")


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no database at all, but long enough to be looked at\n" * 40)
    with pytest.raises(StoreFailed, match="no kishi store"):
        Store.open(text)
    assert text.read_text().startswith("no database")
    with sqlite3.connect(tmp_path / "other.db") as db:
        db.execute("CREATE TABLE theirs (x)")
    with pytest.raises(StoreFailed, match="no kishi store"):
        Store.open(tmp_path / "other.db")


def test_a_full_disk_loses_nothing(store: Store) -> None:
    event = store.event("e", "match", "othello", {})
    player = store.player(parse_spec(OTHELLO, "random"))
    store.add_games(event, player, player, PackedGames.of([packed(0)]))
    pages = store._one("PRAGMA page_count")[0]
    store._one(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreFailed, match="disk is full") as failure:
        store.add_games(event, player, player, PackedGames.of([packed(n) for n in range(1, 5000)]))
    assert "\n" not in str(failure.value)
    assert store.played(event, player, player) == {0: 1}
    store._one("PRAGMA max_page_count = 1000000")
    store.add_games(event, player, player, PackedGames.of([packed(n) for n in range(1, 5000)]))
    assert len(store.played(event, player, player)) == 5000
    assert store._one("PRAGMA integrity_check") == ("ok",)


USE_IT = """
import os, sys
from pathlib import Path
from kishi import game, parse_spec
from kishi.errors import StoreFailed
from kishi.store import Store
if os.geteuid() == 0:
    os.setegid(65534), os.seteuid(65534)
try:
    with Store.open(Path(sys.argv[1])) as store:
        store.player(parse_spec(game("othello"), "first"))
except StoreFailed as failure:
    print(failure)
"""


def as_somebody_else(path: Path) -> str:
    """What using the store says to a user who is not root: root may write anything."""
    ran = subprocess.run(
        [sys.executable, "-c", USE_IT, str(path)], capture_output=True, text=True, check=False
    )
    assert not ran.stderr, ran.stderr
    return ran.stdout


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that others can reach; pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="kishi-store-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_read_only_store_is_one_line(open_folder: Path) -> None:
    path = open_folder / "kishi.db"
    with Store.open(path) as store:
        store.player(parse_spec(OTHELLO, "random"))
    path.chmod(0o444)
    open_folder.chmod(0o555)
    before = path.read_bytes()
    said = as_somebody_else(path)
    open_folder.chmod(0o755)
    assert "KISHI_HOME" in said
    assert said.count("\n") == 1
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_one_line(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    said = as_somebody_else(open_folder / "deeper" / "kishi.db")
    assert "cannot make the folder" in said
    assert "KISHI_HOME" in said


def test_a_store_whose_tables_are_not_its_versions_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "kishi.db"
    Store.open(path).close()
    with sqlite3.connect(path) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute(f"PRAGMA user_version = {version - 1}")
    with pytest.raises(StoreFailed, match=f"not those of version {version - 1}.*bring back a copy"):
        Store.open(path)
