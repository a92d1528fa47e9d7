"""`kishi games`: what can be played."""

import json

import click
from rich.console import Console
from rich.table import Table

from ..core import Game, game
from ..core import games as all_games
from ..games import rule_of
from .language import words
from .terminal.tables import plain_table


@click.command()
@click.option("--json", "as_json", is_flag=True, help="All of them as JSON.")
def games(as_json: bool) -> None:
    """List the games and variants, and the names to type."""
    if as_json:
        click.echo(json.dumps([described(g) for g in all_games()]))
        return
    console = Console(highlight=False)
    console.print(overview(all_games()))
    console.print(words()("t_all_names"))
    console.print("  " + " ".join(g.name for g in all_games()), soft_wrap=not console.is_terminal)


def described(g: Game) -> dict[str, object]:
    rule = rule_of(g).about
    return {
        "name": g.name,
        "family": g.family,
        "board": board_of(g),
        "rule": rule,
        "actions": g.moves,
    }


def overview(listed: list[Game]) -> Table:
    """A row for each kind of rule; the boards it is played on share the row."""
    table = plain_table(words(), "Game", "boards", "rule", "actions", "to_type")
    rules: dict[str, list[Game]] = {}
    for g in listed:
        rules.setdefault(kind_of(g), []).append(g)
    for variants in rules.values():
        variants.sort(key=size_of)
        names = [g.name for g in variants]
        typed = ", ".join(names) if len(names) <= 3 else some_names(names)
        boards = span([board_of(g) for g in variants])
        actions = span([str(g.moves) for g in variants])
        table.add_row(variants[0].family, boards, rule_of(variants[0]).about, actions, typed)
    return table


def kind_of(g: Game) -> str:
    """The game's name without the size of its board."""
    return "-".join(part for part in g.name.split("-") if not part.isdigit())


def size_of(g: Game) -> int:
    return g.shape[1]


def board_of(g: Game) -> str:
    _, rows, columns = g.shape
    return f"{columns}x{rows}"


def span(texts: list[str]) -> str:
    return ", ".join(texts) if len(texts) <= 3 else f"{texts[0]} to {texts[-1]}"


def some_names(names: list[str]) -> str:
    unsized = [n for n in names if not any(part.isdigit() for part in n.split("-"))]
    ends = f"{names[0]} to {names[-1]}"
    if not unsized:
        return ends
    return f"{unsized[0]} ({board_of(game(unsized[0]))}), {ends}"
