"""Every command that takes a file takes any format, and one game of many by its number."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kishi import Choice, Record, Verdict, game
from kishi.arena import Referee, play_game
from kishi.cli import main
from kishi.core import End
from kishi.formats import FORMATS, read, write
from kishi.players import make_player
from kishi.store import Store

OTHELLO = game("othello")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def kishi(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(map(str, words)), input=typed)


def finished(seed: int) -> Record:
    first, second = (make_player(OTHELLO, "random", seed + side) for side in (0, 1))
    return play_game(first, second, Referee(OTHELLO))


def begun(name: str, plies: int) -> Record:
    record = Record.new(game(name))
    for _ in range(plies):
        record = record.play(Choice(move=record.position.legal_moves()[0]))
    return record


@pytest.fixture
def wtb(tmp_path: Path) -> Path:
    file = tmp_path / "x.wtb"
    file.write_bytes(b"".join(write([finished(10 * n) for n in range(5)], "wthor")))
    return file


def analysed(*words: str | Path) -> dict[str, object]:
    done = kishi("analyze", *words, "--limit", "nodes=200", "--json")
    assert done.exit_code == 0, done.output
    return dict(json.loads(done.stdout))


def test_analyze_takes_a_game_of_a_database(wtb: Path) -> None:
    """All its games are over: what is asked about is the last position in which one could move."""
    third = list(read(wtb.read_bytes()))[2]
    assert isinstance(third, Record) and third.over
    assert analysed(wtb, "--number", "3")["position"] == str(third.positions[-2])
    assert analysed("othello", wtb, "--number", "3", "--ply", "20")["position"] == str(
        third.positions[20]
    )
    some = OTHELLO.move_text(third.positions[4].legal_moves()[0])
    words = (wtb, "--number", "3", "--ply", "4", "--moves", some)
    assert analysed(*words)["position"] == str(
        third.positions[4].play(third.positions[4].legal_moves()[0])
    )


def test_a_game_that_somebody_gave_up_is_analysed_where_it_ended(tmp_path: Path) -> None:
    record = replace(begun("gomoku-9", 6), end=End("resigned", Verdict.FIRST_WINS))
    file = tmp_path / "a.sgf"
    file.write_bytes(b"".join(write([record], "sgf")))
    done = kishi("analyze", file, "--limit", "nodes=100", "--json")
    assert json.loads(done.stdout)["position"] == str(record.position)
    assert "the game is over: this is about the position after 6 moves" in done.stderr


@pytest.mark.parametrize("into", FORMATS, ids=lambda f: f.name)
def test_solve_and_explain_read_every_format(into: object, tmp_path: Path) -> None:
    form = next(f for f in FORMATS if f is into)
    family = form.families[0]
    record = finished(3) if form.name == "wthor" else begun(family, 0 if form.name == "obf" else 4)
    file = tmp_path / f"some{form.extensions[0]}"
    file.write_bytes(b"".join(write([record, record], form)))
    where = ("--number", "2") + (("--ply", "4") if form.name == "wthor" else ())
    done = kishi("explain", file, *where, "--depth", "1")
    assert done.exit_code == 0 and "best line" in done.output, done.output
    done = kishi("solve", file, *where, "--limit", "nodes=1")
    assert done.exit_code == 0 and done.stdout.splitlines()[-1] in ("unknown", "none"), done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("analyze", "FILE"), "it holds 5 games: choose one by --number (1 to 5)"),
        (("analyze", "FILE", "--number", "6"), "there is no game 6: it holds 5 games"),
        (("solve", "FILE", "--number", "2", "--ply", "99"), "there is no ply 99"),
        (("explain", "gomoku", "FILE", "--number", "1"), "wthor does not hold games of gomoku"),
        (("explain", "othello-6", "FILE", "--number", "1"), "game of othello, not of othello-6"),
        (("analyze", "FILE", "--number", "1", "--position", "x"), "not both"),
        (("analyze", "othello", "--number", "1"), "--number and --ply are for a FILE"),
        (("analyze", "nothing.wtb"), "cannot open 'nothing.wtb'"),
        (("analyze", "a", "b", "c"), "name a GAME"),
        (("play", "--continue", "FILE"), "it holds 5 games"),
        (("play", "othello", "--number", "1"), "--number is for --continue"),
        (("convert", "FILE", "-", "--to", "sgf", "--number", "9"), "there is no game 9"),
    ],
)
def test_what_cannot_be_read_is_one_line(words: tuple[str, ...], message: str, wtb: Path) -> None:
    done = kishi(*(str(wtb) if word == "FILE" else word for word in words))
    assert done.exit_code == 2
    assert message in done.stderr and "Traceback" not in done.stderr


def test_convert_one_game(wtb: Path, tmp_path: Path) -> None:
    out = tmp_path / "one.games"
    assert kishi("convert", wtb, out, "--number", "4").exit_code == 0
    assert list(read(out.read_bytes())) == [list(read(wtb.read_bytes()))[3]]


def test_import_one_game_is_an_event_of_its_own(wtb: Path) -> None:
    assert "x-othello: 5 games, 5 of them new" in kishi("import", wtb).output
    assert "x-2-othello: 1 games, 1 of them new" in kishi("import", wtb, "--number", "2").output
    done = kishi("import", wtb, "--number", "3", "--name", "x-2")
    assert done.exit_code == 2 and "begun with other settings" in done.stderr
    with Store.open() as store:
        event = store.find_event("x-2-othello")
        assert event is not None
        (stored,) = store.in_order(event)
    assert stored.record().moves == list(read(wtb.read_bytes()))[1].moves  # type: ignore[union-attr]


# Going on with a game of another program.


def test_play_goes_on_with_a_game_in_another_format(tmp_path: Path, own_home: Path) -> None:
    """Its players are names, not programs to be started; and the file stays as it is."""
    names = ("program:touch /tmp/started", "Honinbo")
    record = replace(begun("gomoku-9", 4), players=names)
    file = tmp_path / "two.sgf"
    file.write_bytes(b"".join(write([record, begun("gomoku-9", 2)], "sgf")))
    before = file.read_bytes()
    done = kishi("play", "--continue", file, "--number", "1", "--second", "human", typed="quit\n")
    assert done.exit_code == 0, done.output
    assert file.read_bytes() == before
    (saved,) = (own_home / "games").glob("*.json")
    data = json.loads(saved.read_text("utf-8"))
    assert data["players"] != list(names) and len(data["moves"]) == 4


def test_a_file_of_several_games_is_not_overwritten(tmp_path: Path, own_home: Path) -> None:
    file = tmp_path / "many.json"
    file.write_bytes(b"".join(write([begun("othello-6", 1), begun("othello-6", 2)], "json")))
    before = file.read_bytes()
    words = ("--continue", file, "--number", "2", "--first", "human", "--second", "human")
    assert kishi("play", *words, typed="quit\n").exit_code == 0
    assert file.read_bytes() == before and len(list((own_home / "games").glob("*.json"))) == 1
