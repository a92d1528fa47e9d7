"""`kishi players`: who can play, and with which options."""

import inspect
import json
from dataclasses import Field
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..core import Game, game
from ..games import families
from ..locale import Words
from ..players import KINDS, Kind, kinds_for, shown_options
from ..players.level import Level
from .completing import game_names
from .language import words


@click.command()
@click.argument("name", metavar="[GAME]", required=False, shell_complete=game_names)
@click.option("--json", "as_json", is_flag=True, help="All of them as JSON.")
def players(name: str | None, as_json: bool) -> None:
    """List the kinds of players with their options, or only those that play GAME.

    A player is written `kind` or `kind:option=value,option=value`. Elo of levels is told where it was
    measured; `random` is 0.
    """
    listed = kinds_for(game(name)) if name else KINDS
    boards = [game(name)] if name else [game(family) for family in families()]
    if as_json:
        click.echo(json.dumps([described(kind, boards) for kind in listed]))
        return
    console = Console(highlight=False)
    for kind in listed:
        describe(console, kind, boards)


def described(kind: type[Kind], boards: list[Game]) -> dict[str, object]:
    options = {n: {"default": f.default, **f.metadata} for n, f in shown_options(kind).items()}
    levels = {"levels": levels_of(boards)} if kind is Level else {}
    return {"kind": kind.kind, "about": about(kind), "plays": list(kind.families),
            "source": kind.source, "main": kind.main, "options": options, **levels}  # fmt: skip


def levels_of(boards: list[Game]) -> list[dict[str, Any]]:
    """Every level, what it is called, and its Elo in the games where that was measured."""
    names = words()("level_names").split("\n")
    return [
        {"level": n, "name": name,
         "elo": {b.name: elo for b in boards if (elo := Level(n).elo(b)) is not None}}
        for n, name in enumerate(names, 1)
    ]  # fmt: skip


def describe(console: Console, kind: type[Kind], boards: list[Game]) -> None:
    console.print(Text.assemble((kind.kind, "bold cyan"), "  ", told_in(words(), kind)))
    console.print(Text(f"  {words()('t_plays', games=', '.join(kind.families))}", style="dim"))
    if kind.source:
        console.print(Text(f"  {words()('t_from', source=kind.source)}", style="dim"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, field in shown_options(kind).items():
        table.add_row(f"  {name}={default_text(field)}", Text(option_text(kind, name, field)))
    if table.row_count:
        console.print(table)
    if kind is Level:
        console.print(level_table(levels_of(boards)))
    console.print()


def level_table(levels: list[dict[str, Any]]) -> Table:
    """A row a level; a column for each game of which any was measured."""
    games = list(dict.fromkeys(name for level in levels for name in level["elo"]))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    say = words()
    table.add_column(f"  {say('t_level')}")
    table.add_column(say("t_name"))
    for name in games:
        table.add_column(f"{name}, Elo", justify="right")
    for level in levels:
        known = (level["elo"].get(name) for name in games)
        figures = ("" if elo is None else say("t_about", elo=f"{elo:+}") for elo in known)
        table.add_row(f"  level:{level['level']}", level["name"], *figures)
    return table


def told_in(words: Words, kind: type[Kind]) -> str:
    """In English its docstring, which tells more; a plugin or a kind for tests has nothing else."""
    key = f"about_{kind.kind}"
    return words(key) if words.language != "en" and key in words else about(kind)


def about(kind: type[Kind]) -> str:
    return (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")


def default_text(field: Field[Any]) -> str:
    return str(field.default).lower() if isinstance(field.default, bool) else str(field.default)


def option_about(words: Words, kind: type[Kind], option: str) -> str:
    """In English there is none, as for kinds: what stands beside the field tells more."""
    keys = (f"option_about_{kind.kind}_{option}", f"option_about_{option}")
    known = (words(key).rstrip(".。") for key in keys if key in words)
    return "" if words.language == "en" else next(known, "")


def option_text(kind: type[Kind], name: str, field: Field[Any]) -> str:
    low, high, choices = (field.metadata[k] for k in ("low", "high", "choices"))
    say = words()
    parts = [option_about(say, kind, name) or str(field.metadata["about"])]
    if choices:
        parts.append(say("t_one_of", choices=", ".join(choices)))
    if low is not None:
        bounded = high is not None
        parts.append(say("t_span", low=low, high=high) if bounded else say("t_at_least", low=low))
    if kind.main == name:
        text = f"{kind.kind}:{default_text(field) or '...'}"
        parts.append(say("t_may_be_written", text=text))
    return "; ".join(parts)
