"""`kishi games`: what can be played."""

import click
from rich.console import Console
from rich.table import Table

from ..core import Game
from ..core import games as all_games

ABOUT = {
    "othello": "most discs win",
    "gomoku": "freestyle: five or more win",
    "gomoku-standard": "standard: exactly five wins",
    "gomoku-renju": "renju: Black has forbidden points",
    "minishogi": "no mate by pawn drop",
    "minishogi-dropmate": "for comparison: mate by pawn drop allowed",
}


@click.command()
def games() -> None:
    """List the games and variants, and the names to type."""
    console = Console(highlight=False)
    console.print(overview(all_games()))
    console.print("All the names:")
    console.print("  " + " ".join(g.name for g in all_games()), soft_wrap=not console.is_terminal)


def overview(listed: list[Game]) -> Table:
    """A row for each kind of rule; the boards it is played on share the row."""
    table = Table("Game", "Boards", "Rule", "Actions", "Name to type", box=None, pad_edge=False)
    rules: dict[str, list[Game]] = {}
    for g in listed:
        rules.setdefault(rule_of(g), []).append(g)
    for rule, variants in rules.items():
        variants.sort(key=size_of)
        names = [g.name for g in variants]
        typed = ", ".join(names) if len(names) <= 3 else some_names(names)
        boards = span([f"{size_of(g)}x{size_of(g)}" for g in variants])
        actions = span([str(g.moves) for g in variants])
        table.add_row(variants[0].family, boards, ABOUT.get(rule, ""), actions, typed)
    return table


def rule_of(g: Game) -> str:
    """The game's name without the size of its board."""
    return "-".join(part for part in g.name.split("-") if not part.isdigit())


def size_of(g: Game) -> int:
    return g.shape[1]


def span(texts: list[str]) -> str:
    return ", ".join(texts) if len(texts) <= 3 else f"{texts[0]} to {texts[-1]}"


def some_names(names: list[str]) -> str:
    unsized = [n for n in names if not any(part.isdigit() for part in n.split("-"))]
    ends = f"{names[0]} to {names[-1]}"
    return f"{unsized[0]} (15x15), {ends}" if unsized else ends
