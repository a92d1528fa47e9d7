"""`kishi players`: who can play, and with which options."""

import inspect
import json
from dataclasses import Field
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..core import game
from ..players import KINDS, Kind, kinds_for, shown_options
from .completing import game_names


@click.command()
@click.argument("name", metavar="[GAME]", required=False, shell_complete=game_names)
@click.option("--json", "as_json", is_flag=True, help="All of them as JSON.")
def players(name: str | None, as_json: bool) -> None:
    """List the kinds of players with their options, or only those that play GAME.

    A player is written `kind` or `kind:option=value,option=value`.
    """
    listed = kinds_for(game(name)) if name else KINDS
    if as_json:
        click.echo(json.dumps([described(kind) for kind in listed]))
        return
    console = Console(highlight=False)
    for kind in listed:
        describe(console, kind)


def described(kind: type[Kind]) -> dict[str, object]:
    options = {n: {"default": f.default, **f.metadata} for n, f in shown_options(kind).items()}
    return {"kind": kind.kind, "about": about(kind), "plays": list(kind.families),
            "source": kind.source, "main": kind.main, "options": options}  # fmt: skip


def describe(console: Console, kind: type[Kind]) -> None:
    console.print(Text.assemble((kind.kind, "bold cyan"), "  ", about(kind)))
    console.print(Text(f"  plays {', '.join(kind.families)}", style="dim"))
    if kind.source:
        console.print(Text(f"  from {kind.source}", style="dim"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, field in shown_options(kind).items():
        table.add_row(f"  {name}={default_text(field)}", Text(option_text(kind, name, field)))
    if table.row_count:
        console.print(table)
    console.print()


def about(kind: type[Kind]) -> str:
    return (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")


def default_text(field: Field[Any]) -> str:
    return str(field.default).lower() if isinstance(field.default, bool) else str(field.default)


def option_text(kind: type[Kind], name: str, field: Field[Any]) -> str:
    low, high, choices = (field.metadata[k] for k in ("low", "high", "choices"))
    parts = [str(field.metadata["about"])]
    if choices:
        parts.append(f"one of {', '.join(choices)}")
    if low is not None:
        parts.append(f"{low} to {high}" if high is not None else f"at least {low}")
    if kind.main == name:
        parts.append(f"may be written {kind.kind}:{default_text(field) or '...'}")
    return "; ".join(parts)
