"""What a shell completes: verbs, games, players with their weights, and files."""

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from kishi.cli import main
from kishi.store import Store


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))


def offered(*words: str) -> list[str]:
    *args, typed = words
    shell = ShellComplete(main, {}, "kishi", "_KISHI_COMPLETE")
    return [str(item.value) for item in shell.get_completions(args, typed)]


def test_verbs_and_their_options() -> None:
    assert offered("mat") == ["match"]
    assert "--multipv" in offered("analyze", "othello", "--m")


@pytest.mark.parametrize(
    "verb", ["play", "match", "perft", "train", "analyze", "review", "ratings"]
)
def test_names_of_games(verb: str) -> None:
    assert {"othello", "othello-6"} <= set(offered(verb, "oth"))
    assert not set(offered(verb, "oth")) & {"gomoku", "minishogi"}


def test_players_of_the_game_that_was_typed() -> None:
    assert "lines" in offered("match", "gomoku", "")
    assert "lines" not in offered("match", "othello", "")
    assert offered("match", "othello", "greedy", "tab") == ["table"]
    assert offered("play", "minishogi", "--second", "nnu") == ["nnue"]
    assert offered("analyze", "gomoku", "--player", "alphaz") == ["alphazero"]


def test_weights_behind_the_colon() -> None:
    with Store.open() as store:
        store.start_run("mine", "othello", "pso", {})
        store.start_run("other", "gomoku", "pso", {})
    assert offered("match", "othello", "pso:") == ["pso:mine", "pso:pso-othello"]
    assert offered("match", "othello", "pso:m") == ["pso:mine"]
    assert offered("match", "othello", "random:") == []
    assert {"mine", "pso-othello"} <= set(offered("weights", "show", ""))


def test_a_store_that_cannot_be_read_offers_what_is_shipped(tmp_path: Path) -> None:
    (tmp_path / "kishi.db").write_text("no database")
    assert "pso-othello" in offered("weights", "show", "pso")
    assert offered("match", "othello", "pso:p") == ["pso:pso-othello"]
    assert offered("export", "x") == []
