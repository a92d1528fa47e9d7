"""`kishi convert`, `kishi import` and `kishi export`."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fuzz_formats import random_game

from kishi import Record, game
from kishi.cli import main
from kishi.core import Choice
from kishi.errors import BadInput
from kishi.formats import format_named, read, write
from kishi.store import Store


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "home"))


def kishi(*words: str | Path, given: bytes | None = None) -> Result:
    """What the command does; the group's own way to end is tested elsewhere."""
    command, *rest = map(str, words)
    return CliRunner().invoke(main.commands[command], rest, input=given)


def games(name: str, count: int = 3) -> list[Record]:
    """Finished games that the format holds whole."""
    rng, into, found = random.Random(name), format_named(name), list[Record]()
    while len(found) < count:
        record = random_game(rng, into, into.families[0])
        if record.over and record.end is None and record.game.name in ("othello", "minishogi"):
            found.append(record)
    return found


def file_of(folder: Path, name: str, items: list[Record], ending: str) -> Path:
    file = folder / f"some{ending}"
    file.write_bytes(b"".join(write(items, name)))
    return file


def test_convert_there_and_back(tmp_path: Path) -> None:
    file = file_of(tmp_path, "ggf", games("ggf"), ".ggf")
    other, back = tmp_path / "other.sgf", tmp_path / "back.ggf"
    assert kishi("convert", file, other).exit_code == 0
    assert kishi("convert", other, back).exit_code == 0
    assert [r.moves for r in read(back.read_bytes()) if isinstance(r, Record)] == [
        r.moves for r in games("ggf")
    ]


def test_convert_says_where_it_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_bytes(b"f5d6c3\nf5f6a1\n")
    done = kishi("convert", file, tmp_path / "out.sgf")
    assert isinstance(done.exception, BadInput)
    assert str(done.exception).startswith("line 2, column 5: expected a legal move")
    done = kishi("convert", file, tmp_path / "out.sgf", "--skip")
    assert done.exit_code == 0
    assert "1 read, 1 skipped" in done.output


@pytest.mark.parametrize(("format", "ending"), [("json", ".jsonl"), ("kif", ".kif")])
def test_import_and_export_give_the_games_back(tmp_path: Path, format: str, ending: str) -> None:
    items = games(format)
    of = items[0].game.name
    file = file_of(tmp_path, format, [i for i in items if i.game.name == of], ending)
    done = kishi("import", file)
    assert done.exit_code == 0, done.exception
    assert done.output.startswith(f"some-{of}: ")
    out = tmp_path / f"out{ending}"
    assert kishi("export", f"some-{of}", out).exit_code == 0
    before, after = list(read(file.read_bytes())), list(read(out.read_bytes()))
    for one, other in zip(before, after, strict=True):
        assert isinstance(one, Record) and isinstance(other, Record)
        assert (one.moves, one.verdict, one.positions[0]) == (
            other.moves, other.verdict, other.positions[0],
        )  # fmt: skip
        assert other.players == (one.players or ("?", "?"))


def test_a_file_imported_again_adds_what_is_new(tmp_path: Path) -> None:
    items = games("transcript", 4)
    file = file_of(tmp_path, "transcript", items[:3], ".txt")
    assert "3 games, 3 of them new" in kishi("import", file).output
    assert "3 games, 0 of them new" in kishi("import", file).output
    file_of(tmp_path, "transcript", items, ".txt")
    assert "4 games, 1 of them new" in kishi("import", file).output
    with Store.open() as store:
        (event,) = store.events("import")
        assert [s.record().moves for s in store.in_order(event)] == [i.moves for i in items]
        assert list(store.tallies("othello")) == []  # they were not played here


def test_import_keeps_finished_games(tmp_path: Path) -> None:
    of = game("othello")
    begun = Record.new(of).play(Choice(move=of.start().legal_moves()[0]))
    file = file_of(tmp_path, "transcript", [begun, *games("transcript", 1)], ".txt")
    done = kishi("import", file)
    assert isinstance(done.exception, BadInput)
    assert str(done.exception).startswith("game 1: it is not finished")
    done = kishi("import", file, "--skip")
    assert done.exit_code == 0
    assert "some-othello: 1 games, 1 of them new" in done.output
    assert "1 skipped" in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["import", "/nowhere/a.sgf"], "cannot open"),
        (["import", "-"], "say with --name"),
        (["import", "a", "b", "--name", "c"], "one file at a time"),
        (["export", "nothing", "x.sgf"], "the store has no event 'nothing'"),
        (["export", "nothing", "-"], "say with --to"),
        (["export", "nothing", "x.xyz"], "its name should end in"),
    ],
)
def test_what_cannot_be_done_is_said(words: list[str], message: str) -> None:
    done = kishi(*words)
    assert isinstance(done.exception, BadInput)
    assert message in str(done.exception)


def test_another_file_needs_another_name(tmp_path: Path) -> None:
    data = b"".join(write(games("transcript", 1), "transcript"))
    (tmp_path / "a.txt").write_bytes(data)
    (tmp_path / "b.txt").write_bytes(data)
    assert kishi("import", tmp_path / "a.txt", "--name", "x").exit_code == 0
    done = kishi("import", tmp_path / "b.txt", "--name", "x")
    assert "x-othello' was begun with other settings (file a.txt)" in str(done.exception)
