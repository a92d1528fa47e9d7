"""Every command that the pages name can be typed, and the cheap figures beside them are what comes out."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kishi.cli import main
from kishi.errors import BadInput
from test_docs import WRAPPED
from test_layers import REPOSITORY

MEASURED = REPOSITORY / "docs" / "measured"
# What a page leaves open is not typed as it stands.
OPEN = re.compile(r"\.\.\.|[|\[\]<>…]")

SOME = {"N": "1", "METHOD": "pso", "PROTOCOL": "gtp"}  # of what a placeholder may stand for
HEADER = "kishi games 2"  # is how a file of games begins

PREFIXES = (click.MissingParameter, click.BadOptionUsage, click.exceptions.NoArgsIsHelpError)


def commands(page: Path) -> list[str]:
    """What stands in backticks or in blocks of code and begins with `kishi`."""
    text = page.read_text(encoding="utf-8")
    inline = [" ".join(found.split()) for found in re.findall(r"`(kishi\s[^`]+)`", text)]
    blocks = re.findall(r"^(?:    |\$ )(kishi .*)$", text, re.MULTILINE)
    return [
        c.partition(" #")[0].strip()
        for c in (*inline, *blocks)
        if not OPEN.search(c) and c != HEADER
    ]


def parse(command: click.Command, words: list[str], parent: click.Context | None = None) -> None:
    """Read the words as click would, down to the last subcommand, and call nothing."""
    context = command.make_context(command.name, list(words), parent=parent)
    group, rest = context.command, [*context._protected_args, *context.args]
    if isinstance(group, click.Group) and rest:
        _, found, args = group.resolve_command(context, rest)
        assert found is not None
        parse(found, args, context)


def refusal(command: str) -> str:
    """Why it cannot be typed; empty if it can, or if it is only the beginning of a command."""
    words = [SOME.get(word, word) for word in shlex.split(command)[1:]]
    try:
        parse(main, words)
    except (*PREFIXES, click.exceptions.Exit):  # the last: --help and --version are done
        return ""
    except (BadInput, click.UsageError) as wrong:
        return "" if "does not exist" in str(wrong) else str(wrong)  # a file of the reader's own
    return ""


@pytest.mark.parametrize("page", WRAPPED, ids=lambda p: str(p.relative_to(REPOSITORY)))
def test_every_command_on_a_page_can_be_typed(page: Path) -> None:
    """What was measured at an earlier revision may name what is gone, if it is refused by name."""
    looks_back = page.is_relative_to(MEASURED) or page.name == "CHANGELOG.md"
    refused = {command: said for command in commands(page) if (said := refusal(command))}
    gone = {c for c, said in refused.items() if re.search("no longer exists|is now called", said)}
    assert not {c: said for c, said in refused.items() if not (looks_back and c in gone)}


def test_the_commands_are_found() -> None:
    assert "kishi tune minishogi --list" in commands(REPOSITORY / "docs" / "tuning.md")
    assert sum(len(commands(page)) for page in WRAPPED) > 150
    assert "no such option" in refusal("kishi match othello greedy table --game 3").lower()
    assert refusal("kishi train othello psi")
    assert refusal("kishi nosuch")
    assert refusal("kishi match othello greedy table --games many")
    assert not refusal("kishi train othello pso --preset minute --seed 3")


def run(command: str) -> str:
    done = CliRunner().invoke(main, shlex.split(command)[1:])
    assert done.exit_code == 0, f"{command}: {done.output}"
    return done.output


# Of a second or less, as they stand on a page.
CHEAP = [
    "kishi games",
    "kishi players",
    "kishi tune minishogi --list",
    "kishi weights",
]


@pytest.mark.parametrize("command", CHEAP)
def test_the_cheap_ones_run(command: str) -> None:
    assert any(command in commands(page) for page in WRAPPED), "no page has it any more"
    assert run(command)


def bundled_rows() -> list[tuple[str, list[str]]]:
    page = (MEASURED / "evolve.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \(bundled\) \|(.*)\|$", page, re.MULTILINE)
    return [(name, [cell.strip() for cell in cells.split("|")[1:]]) for name, cells in rows]


@pytest.mark.parametrize(
    "name", ["pso-othello", "ga-othello", "cmaes-othello", "hillclimb-othello"]
)
def test_the_bundled_maps_score_what_the_page_says(name: str) -> None:
    greedy, table, elo = dict(bundled_rows())[name]
    output = " ".join(run(f"kishi weights measure {name}").split())
    scores = re.findall(r"(greedy|table) 2000 \d+ \d+ \d+ ([\d.]+%) ± ([\d.]+%)", output)
    assert {who: f"{score[:-1]} ± {error}" for who, score, error in scores} == {
        "greedy": greedy,
        "table": table,
    }
    assert elo in output
