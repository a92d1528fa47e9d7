"""Damaged stores: one line, the rest usable, told by `check`, mended by `repair`."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from command import KISHI, environment

from kishi.cli import main
from kishi.core import Weights, game
from kishi.errors import BadInput, StoreFailed
from kishi.players import make_player
from kishi.players.net_session import NetSession
from kishi.players.onnx_files import names_files
from kishi.store import Store, upkeep

MATCH = ["match", "othello-4", "random", "first", "--games", "20", "--name"]


def kishi(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    assert kishi(*MATCH, "good").exit_code == kishi(*MATCH, "bad").exit_code == 0
    with Store.open() as store:
        weights = Weights("othello", "map", {"map": np.arange(64, dtype=np.float32)})
        run = store.start_run("mine", "othello", "pso", {"seed": 1})
        store.add_step(run, store.put_weights(weights), {"games": 1})
    return tmp_path


def damage(home: Path, *statements: str) -> None:
    with closing(sqlite3.connect(home / "kishi.db", isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def test_a_whole_store_is_said_to_be_whole(home: Path) -> None:
    done = kishi("store", "check")
    assert (done.exit_code, done.output) == (0, "The store is whole.\n")


DAMAGES = {
    "settings": "UPDATE event SET settings = '{' WHERE name = 'bad'",
    "bytes": "UPDATE event SET settings = x'ff00' WHERE name = 'bad'",
    "list": "UPDATE run SET settings = '[1]'",
    "measures": "UPDATE step SET measures = 'NaN{'",
    "weights": "UPDATE weights SET arrays = x'00112233'",
    "moves": "UPDATE game SET moves = x'ffff' WHERE number = 3 AND event = 2",
    "odd": "UPDATE game SET moves = x'ff' WHERE number = 4 AND event = 2",
    "verdict": "UPDATE game SET verdict = 9 WHERE number = 5 AND event = 2",
    "orphan": "INSERT INTO step VALUES (99, 1, NULL, '{}', 0)",
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_row_is_told_mended_and_leaves_the_rest_usable(home: Path, what: str) -> None:
    damage(home, DAMAGES[what])
    for words in (
        ["store"],
        ["ratings", "othello-4"],
        ["export", "good", "-", "--to", "json"],
        ["weights"],
    ):
        done = kishi(*words)
        assert done.exit_code in (0, 1, 2) and "Traceback" not in done.output, words
        assert done.exception is None or isinstance(done.exception, SystemExit), words
    assert kishi("export", "good", "-", "--to", "json").exit_code == 0
    checked = kishi("store", "check")
    assert checked.exit_code == 1 and checked.output.count("\n") >= 2
    mended = kishi("store", "repair")
    assert mended.exit_code == 0 and "mended" in mended.output
    assert len(list(home.glob("kishi-before-*.db"))) == 1
    assert kishi("store", "check").exit_code == 0
    with Store.open() as store:
        good = store.find_event("good")
        assert good is not None and store.count(good) == 20


def test_a_damaged_event_is_one_line_to_whoever_asks_for_it(home: Path) -> None:
    damage(home, DAMAGES["settings"])
    with Store.open() as store:
        assert [event.name for event in store.events()] == ["good"]
        with pytest.raises(StoreFailed, match="'bad' is damaged: `kishi store repair`"):
            store.find_event("bad")


def test_a_torn_file_is_salvaged(home: Path) -> None:
    with closing(sqlite3.connect(home / "kishi.db")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        page = db.execute("PRAGMA page_size").fetchone()[0]
        root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'weights'").fetchone()[0]
    body = bytearray((home / "kishi.db").read_bytes())
    body[(root - 1) * page : root * page] = b"\xff" * page
    (home / "kishi.db").write_bytes(body)
    checked = kishi("store", "check")
    assert checked.exit_code == 1 and "the file: " in checked.output
    assert kishi("store", "repair").exit_code == 0
    assert kishi("store", "check").exit_code == 0
    with Store.open() as store:
        assert sum(store.count(event) for event in store.events()) == 40


def test_versions_that_are_none(home: Path) -> None:
    for version in (-3, 10**6):
        damage(home, f"PRAGMA user_version = {version}")
        done = kishi("store")
        assert done.exit_code == 1 and done.output.count("\n") <= 1
        assert kishi("store", "check").exit_code == 1


def test_a_backup_is_made_while_others_write_and_is_a_store(home: Path) -> None:
    with Store.open() as store, store._writing() as db:
        db.execute("UPDATE run SET changed = 0")
        done = kishi("store", "backup", str(home / "copy.db"))
    assert done.exit_code == 0, done.output
    with Store.open(home / "copy.db") as copy:
        assert len(copy.events()) == 2
    assert kishi("store", "backup", str(home / "copy.db")).exit_code == 2
    assert kishi("store", "backup").exit_code == 0
    assert not upkeep.check(next((home / "backups").iterdir()))


def test_without_a_store_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "none"))
    for verb in ("check", "repair", "backup"):
        assert kishi("store", verb).exit_code == 2


def test_shipped_weights_play_without_a_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("a file, no folder")
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "file"))
    othello = game("othello")
    for text in ("pso", "td", "search", "level:3", "pso:pso-othello"):
        make_player(othello, text).close()
    with pytest.raises(StoreFailed):
        make_player(othello, "pso:mine")


# Odd arguments.


@pytest.mark.parametrize("words", [["play", b"\xff\xfe"], ["match", "othello", "random", b"a\x80"]])
def test_arguments_that_are_no_text_are_one_line(tmp_path: Path, words: list[str | bytes]) -> None:
    ran = subprocess.run(
        [*KISHI, *words], env=environment(tmp_path), capture_output=True, check=False, timeout=120
    )
    assert ran.returncode == 2 and b"is not text in UTF-8" in ran.stderr
    assert ran.stderr.count(b"\n") == 1


ODD = ["nan", "inf", "-inf", "1e999", "9" * 30, "-" + "9" * 30, "1" * 5000]


@pytest.mark.parametrize("value", ODD, ids=lambda v: v[:8])
def test_numbers_that_are_none_are_one_line(home: Path, value: str) -> None:
    match = ["match", "othello-4", "random", "first"]
    for words in (
        [*match, f"--games={value}"], [*match, f"--limit={value}s"], [*match, f"--limit=nodes={value}"],
        [*match, f"--seed={value}"], ["train", "othello-6", "pso", f"--seed={value}"],
        ["train", "othello-6", "pso", f"--games={value}"], ["perft", "othello", value],
        ["analyze", "othello", f"--limit={value}s"], ["serve", f"--port={value}"],
        ["match", "othello-4", f"search:seconds={value}", "first", "--games", "2"],
        ["openings", "othello-4", f"--plies={value}"],
    ):  # fmt: skip
        done = kishi(*words)
        assert done.exit_code == 2, (words, done.output[-200:], done.exception)
        assert isinstance(done.exception, SystemExit) and done.output.count("\n") == 1


# Models that name files.


def field(number: int, body: bytes) -> bytes:
    return bytes([number << 3 | 2]) + len(body).to_bytes(1, "little") + body


EXTERNAL = field(5, field(13, field(1, b"location") + field(2, b"/etc/passwd")))


@pytest.mark.parametrize(
    "graph",
    [EXTERNAL, field(5, bytes([14 << 3, 1])), field(1, field(5, EXTERNAL)),
     field(1, field(5, field(6, EXTERNAL)))],
)  # fmt: skip
def test_models_with_data_in_other_files_are_refused(graph: bytes) -> None:
    model = bytes([8, 9]) + field(7, graph)
    assert names_files(model)
    with pytest.raises(BadInput, match="in other files"):
        NetSession(model)


def test_models_of_ours_name_no_files() -> None:
    from kishi.players.net_session import ONNX
    from kishi.players.registry import shipped

    found = shipped("alphazero-othello-6")
    assert found is not None and not names_files(found.weights.arrays[ONNX].tobytes())
    assert names_files(b"\xff" * 20)
    assert sys.getrecursionlimit() > 100
