"""Words that the field has others for do not come back (docs/glossary.md has the right ones)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kishi.cli import main
from kishi.cli.group import Verb
from kishi.players import KINDS
from kishi.players.kind import options_of
from kishi.renamed import OPTIONS, SETTINGS
from kishi.renamed import TRAINERS as OLD_TRAINERS
from kishi.training import TRAINERS

PACKAGE = Path(__file__).parents[1] / "src" / "kishi"
# Each with what to say; words that are also plain English are left to readers.
OLD_WORDS = {
    r"walks?": "simulation",
    r"guided": "mcts, by a network",
    r"comes? along|comes? with kishi": "ships with kishi, bundled",
    r"write-up \d": "the PSO, Gomoku, Monte-Carlo, minishogi, GA write-up",
    r"numbers of (an evaluation|a network)": "weights, parameters",
    r"how far a step of learning goes(?! (at first|at most))": "learning rate",
    r"cuts? off below zero": "ReLU",
    r"logarithm of the odds|log-odds": "logit",
    r"thinkers?|foretold": "engine, solver's answer",
    r"glances?": "move ordering, check and threat information",
    r"lab|entrants?|campaigns?": "training context, candidate, run",
    r"spar|spars|partners?": "sparring opponents",
    r"strangers?": "random opponents",
    r"fillings?|twins?": "pattern index, symmetric index",
    r"stretch(es)?|parcels?": "chunk, message, blob",
    r"calm|dear": "quiet, expensive",
    r"cheap (and full )?searches": "playout cap randomisation: fast and full searches",
    r"how-manieth|bent scale": "plain idiomatic English",
}
OLD = re.compile("|".join(rf"\b({word})\b" for word in OLD_WORDS), re.IGNORECASE)


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """A command and all below it, each with what is typed for it."""
    loaded = command.load() if isinstance(command, Verb) else command
    yield path, loaded
    for name, below in getattr(loaded, "commands", {}).items():
        yield from commands(below, f"{path} {name}")


COMMANDS = dict(commands(main, "kishi"))


def old_words(text: str) -> list[str]:
    return [found[0] for found in OLD.finditer(text)]


def test_old_words_are_known_when_seen() -> None:
    assert old_words("16 walks by a guided search, which comes with kishi (write-up 3)") == [
        "walks", "guided", "comes with kishi", "write-up 3",
    ]  # fmt: skip
    assert old_words("simulations, what it comes with, a sidewalk, all but dearest") == []


@pytest.mark.parametrize("path", COMMANDS)
def test_help_has_the_words_of_the_field(path: str) -> None:
    command = COMMANDS[path]
    assert old_words(command.get_help(click.Context(command, info_name=path))) == []


def test_help_keeps_names_as_they_are_written() -> None:
    command = COMMANDS["kishi train alphazero"]
    assert "(AdamW)" in command.get_help(click.Context(command))


def test_players_have_the_words_of_the_field() -> None:
    listed = CliRunner().invoke(main, ["players"]).output
    assert "alphazero" in listed and old_words(listed) == []


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda f: str(f.name))
def test_docstrings_have_the_words_of_the_field(file: Path) -> None:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [n for n in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(n, documented)]
    assert old_words("\n".join(ast.get_docstring(node) or "" for node in nodes)) == []


def test_no_old_name_is_in_use() -> None:
    for trainer in TRAINERS:
        assert trainer.method not in OLD_TRAINERS
        assert not set(trainer.__dataclass_fields__) & set(SETTINGS.get(trainer.method, {}))
    for kind in KINDS:
        assert not set(options_of(kind)) & set(OPTIONS.get(kind.kind, {}))


def test_every_new_name_exists() -> None:
    methods = {trainer.method: trainer for trainer in TRAINERS}
    assert set(OLD_TRAINERS.values()) | set(SETTINGS) <= set(methods)
    for method, names in SETTINGS.items():
        assert {new for new in names.values() if new} <= set(methods[method].__dataclass_fields__)
    assert set(OPTIONS) <= {kind.kind for kind in KINDS}
