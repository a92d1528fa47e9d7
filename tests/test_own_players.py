"""Players that somebody writes in Python, and what they are told when something is missing."""

import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import kishi
from kishi.cli import main
from kishi.players import kinds_for

OTHELLO = kishi.game("othello")


def referee() -> kishi.Referee:
    return kishi.Referee(OTHELLO)


def first_text(position: kishi.Position) -> str:
    return position.legal_texts()[0]


def last_number(position: kishi.Position) -> int:
    return position.legal_moves()[-1]


class Bot:
    """The least: no name, no close."""

    def choose(self, record: kishi.Record, limit: kishi.Limit) -> int:
        return record.position.legal_moves()[0]


def test_functions_classes_objects_and_texts_play_each_other() -> None:
    for player in (first_text, last_number, Bot, Bot(), "random", "greedy"):
        record = kishi.play_game(player, "random", referee())
        assert record.over and record.end is None
    names = kishi.play_game(first_text, Bot, referee()).players
    assert names == ("first_text", "Bot")


def test_a_text_and_a_function_that_choose_alike_play_the_same_game() -> None:
    by_function = kishi.play_game(first_text, last_number, referee())
    by_class = kishi.play_game(Bot, last_number, referee())
    assert by_function.moves == by_class.moves


def answers(what: object) -> str:
    record = kishi.play_game(lambda position: what, "random", referee())
    assert record.end is not None and record.winner == 1
    return record.end.reason


def test_an_answer_that_is_no_move_says_what_one_is() -> None:
    assert "'None' is no move: give its number, its text ('f5')" in answers(None)
    assert "no square 'z9'" in answers("z9") or "z9" in answers("z9")
    assert answers(0) == "illegal move"


class Greets:
    def greet(self) -> str:
        return "hello"


class NeedsMore:
    def __init__(self, depth: int) -> None:
        self.depth = depth


class ForgotLimit:
    def choose(self, record: kishi.Record) -> int:
        return 0


@pytest.mark.parametrize(
    ("player", "says"),
    [
        (Greets, r"is no player: a player is a text \('search'\), a function of a position"),
        (NeedsMore, "NeedsMore cannot be made without arguments"),
        (ForgotLimit, r"ForgotLimit\.choose is called with \(record, limit\); it takes \(record\)"),
        (lambda a, b: 0, r"is called with \(position\); it takes \(a, b\)"),
        (7, "'7' is no player"),
    ],
)
def test_pitfalls_are_told_before_the_first_move(player: object, says: str) -> None:
    with pytest.raises(kishi.BadInput, match=says):
        kishi.make_player(OTHELLO, player)


def run(*words: str) -> Any:
    return CliRunner().invoke(main, words)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of somebody's own, and what is imported from it forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, "ownbot", None)
    del sys.modules["ownbot"]
    (tmp_path / "ownbot.py").write_text(
        "class Bot:\n    def choose(self, record, limit):\n        return record.position.legal_moves()[0]\n"
        "def broken(position):\n    return [][1]\n"
    )
    return tmp_path


def test_a_class_of_ones_own_plays_a_match(folder: Path) -> None:
    done = run("match", "tictactoe", "python:ownbot:Bot", "random", "--games", "4", "--json")
    assert done.exit_code == 0, done.output
    assert '"games": 4' in done.output and "python:ownbot:Bot" in done.output


def test_a_fault_in_it_loses_the_game_and_names_its_place(folder: Path) -> None:
    player = kishi.make_player(OTHELLO, "python:ownbot:broken")
    record = kishi.play_game(player, "random", referee())
    assert record.winner == 1 and record.end
    assert "raised IndexError" in record.end.reason and "ownbot.py:5" in record.end.reason


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("python:ownbot", "python: is followed by module:name, as in python:mybot:Bot"),
        ("python:nosuch:Bot", "no module 'nosuch' in this folder"),
        ("python:ownbot:Bat", "ownbot has no 'Bat'"),
        ("plugin:nosuch", "no plugin 'nosuch'"),
    ],
)
def test_what_cannot_be_found_is_one_line(folder: Path, spec: str, says: str) -> None:
    done = run("match", "othello", spec, "random")
    assert done.exit_code == 2 and says in done.output
    assert "Traceback" not in done.output


def test_a_plugin_is_a_kind_only_where_one_is_installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "plugin" not in [k.kind for k in kinds_for(OTHELLO)]
    entry = metadata.EntryPoint("mine", "ownbot:Bot", "kishi.players")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry])
    assert "plugin" in [k.kind for k in kinds_for(OTHELLO)]
    record = kishi.play_game("plugin:mine", "random", referee())
    assert record.over and record.players == ("plugin:mine", "random")
