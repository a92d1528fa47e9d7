"""Every verb speaks the reader's language, and its tables can be read on any terminal."""

import ast
import io
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

import kishi.cli
from kishi.cli import VERBS, main
from kishi.cli.players import option_about
from kishi.cli.terminal.tables import plain_table
from kishi.locale import ENGLISH, Words
from kishi.players import KINDS, shown_options

CLI = Path(kishi.cli.__file__).parent
SPEAKING = ["match", "tournament", "ladder", "analyze", "solve", "explain", "train", "weights", "ratings",
            "store", "games", "players", "tune", "compare", "check", "bench", "import_", "export", "convert",
            "openings"]  # fmt: skip
KANJI = r"[\u3040-\u30ff\u4e00-\u9fff]"
NAMES = {"Elo", "SPRT", ""}  # alike in every language


def commands(command: click.Command) -> list[click.Command]:
    inner = command.commands.values() if isinstance(command, click.Group) else []
    return [command, *(found for one in inner for found in commands(one))]


def test_every_verb_has_lang() -> None:
    for verb in VERBS:
        for command in commands(verb.load()):
            assert "lang" in {p.name for p in command.params}, command.name


def literals(call: ast.Call) -> list[str]:
    values = [getattr(argument, "value", None) for argument in call.args]
    return [value for value in values if isinstance(value, str)]


@pytest.mark.parametrize("verb", SPEAKING)
def test_no_head_of_a_table_is_written_in_one_language(verb: str) -> None:
    tree = ast.parse((CLI / f"{verb}.py").read_text("utf-8"))
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        named = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if named in ("Table", "add_column", "add_row", "echo"):
            told = [text for text in literals(call) if re.search("[A-Za-z]", text)]
            assert set(told) <= NAMES, f"{verb}: {told}"


def said(*words: str) -> str:
    done = CliRunner().invoke(main, [*words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("games", "--lang", "ja"), "入力する名前"),
        (("players", "othello", "--lang", "zh"), "会下 othello"),
        (("players", "othello", "--lang", "ja"), "hash=.*置換表のメモリ"),
        (("weights", "--lang", "zh-TW"), "內附"),
        (("tune", "othello", "--list", "--lang", "zh"), "参数 +声明值"),
        (
            (
                "tune",
                "othello-6",
                "--parameters",
                "razor_depth",
                "--iterations",
                "2",
                "--games",
                "2",
                "--limit",
                "nodes=20",
                "--verify",
                "0",
                "--lang",
                "ja",
            ),
            "2 回中 2 回目|コミットに書く行",
        ),
        (("store", "--lang", "ja"), "保存庫は空です"),
        (("analyze", "othello", "--limit", "nodes=50", "--lang", "ja"), "最善"),
        (("explain", "tictactoe", "--lang", "zh"), "最佳变化"),
        (("match", "othello", "greedy", "random", "--games", "2", "--lang", "ja"), "先手|得点率"),
        (("tournament", "othello", "greedy", "random", "--games", "2", "--lang", "ja"), "先手の利"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_a_verb_speaks_the_language_asked_for(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    assert re.search(told, said(*words))
    monkeypatch.setenv("LC_ALL", f"{words[-1].replace('-', '_')}.UTF-8")
    assert re.search(told, said(*words[:-2]))  # by what the shell is set to


def test_the_language_may_stand_before_the_verb() -> None:
    assert "入力する名前" in said("--lang", "ja", "games")
    assert "输入的名称" in said("--lang", "ja", "games", "--lang", "zh")


def test_json_is_the_same_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    words = ("tournament", "othello", "greedy", "random", "--games", "2", "--json", "--lang")
    assert said(*words, "ja") == said(*words, "en")


@pytest.mark.parametrize("language", ["ja", "zh", "zh-Hant"])
def test_every_option_of_a_player_is_explained_in_the_language(language: str) -> None:
    for kind in KINDS:
        for option in shown_options(kind):
            assert re.search(KANJI, option_about(Words(language), kind, option)), option


# Names on narrow terminals.

LONG = "alphazero:a-run-with-a-very-long-name-that-nobody-would-type"


def column(text: str, head: str) -> str:
    """What stands below a head, without its breaks."""
    first, *rest = text.splitlines()
    begins = first.index(head)
    after = re.match(r"\S+\s*", first[begins:])
    assert after
    return "".join(line[begins : begins + after.end()].strip() for line in rest)


@pytest.mark.parametrize("width", [60, 80])
def test_no_name_is_cut_so_that_two_look_alike(width: int) -> None:
    table = plain_table(ENGLISH, "", "player", "elo", "interval_head", "games")
    names = [f"{LONG}-{number}" for number in (1, 2)]
    for number, name in enumerate(names, 1):
        table.add_row(str(number), name, "+1234", "+1000 to +1500", "1,234,567")
    out = io.StringIO()
    Console(file=out, width=width).print(table)
    assert "…" not in out.getvalue()
    assert all(name in column(out.getvalue(), "player") for name in names)
    assert "+1000 to +1500" in out.getvalue() and "1,234,567" in out.getvalue()


def test_files_are_told_of_in_the_language_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    said("match", "othello-6", "greedy", "random", "--games", "2", "--name", "m")
    file = str(tmp_path / "m.ggf")
    assert "2 局、飛ばしたもの 0 局" in said("export", "m", file)
    assert "2 件を読み込み" in said("convert", file, str(tmp_path / "m.sgf"))
    assert "2 局、うち新規 2 局" in said("import", file)
