"""`kishi review`: a whole game judged in the terminal."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kishi.cli import main

# White takes the square beside the corner, and Black the corner: a fault with a reason of the game's own.
GAME = "d3c5b6b5c6b7a8"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    (tmp_path / "game.txt").write_text(GAME)
    return str(tmp_path / "game.txt")


def told(*args: str) -> str:
    result = CliRunner().invoke(main, ["review", "othello", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_game_is_judged_by_side_and_by_mistake(file: str) -> None:
    lines = told(file, "--limit", "nodes=2000", "--lang", "en").splitlines()
    assert lines[0] == "othello: 7 moves, judged by search"
    assert lines[1].split()[:2] == ["Side", "Accuracy"]
    assert [line.split()[0] for line in lines[2:4]] == ["Black", "White"]
    fault = next(line for line in lines[4:] if line.lstrip().startswith("6. b7?"))
    assert "gives the corner a8" in fault and " was better" in fault


def test_the_same_as_json(file: str) -> None:
    found = json.loads(told(file, "--limit", "nodes=2000", "--json"))
    assert [side["side"] for side in found["sides"]] == ["black", "white"]
    assert [move["ply"] for move in found["moves"]] == list(range(1, 8))
    fault = found["moves"][5]
    assert fault["move"] == "b7" and fault["grade"] in ("mistake", "blunder")
    assert fault["line"][0] == fault["better"] != "b7"
    assert sum(found["sides"][1]["faults"].values()) >= 1
    assert found["sides"][1]["accuracy"] < 100


def test_it_speaks_the_language_of_the_shell(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    said = told(file, "--limit", "nodes=200")
    assert "正確さ" in said and "黒" in said
    assert "准确率" in told(file, "--limit", "nodes=200", "--lang", "zh")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["othello"], "name a FILE"),
        (["othello", "nosuch.sgf"], "cannot open"),
        (["othello", "FILE", "--player", "random"], "does not tell what a position is worth"),
        (["othello", "FILE", "--limit", "soon"], "soon"),
        (["othello", "FILE", "--lang", "tlh"], "no texts in"),
        (["othello", "EMPTY"], "EMPTY"),
    ],
)
def test_what_cannot_be_reviewed_is_one_line(file: str, args: list[str], reason: str) -> None:
    empty = Path(file).with_name("EMPTY")
    empty.write_text("")
    names = {"FILE": file, "EMPTY": str(empty)}
    result = CliRunner().invoke(main, ["review", *(names.get(arg, arg) for arg in args)])
    assert result.exit_code == 2
    assert reason in result.stderr and len(result.stderr.splitlines()) == 1
