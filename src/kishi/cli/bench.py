"""`kishi bench`: our speed next to our peers'."""

import json
from dataclasses import asdict
from functools import partial

import click
from rich.console import Console
from rich.table import Table

from ..bench import Comparison, Figure, contests, measured, search
from ..bench.contest import short
from ..core import SearchControl
from ..locale import Words
from ..players.thinking import Background
from .language import words
from .terminal.progress import Counting


@click.command()
@click.option("--repetitions", type=click.IntRange(1, 1000), default=5, show_default=True,
              help="The best of so many counts.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--signature", "only_signature", is_flag=True,
              help="Only what fixed searches find: the same on every machine.")  # fmt: skip
@click.option("--manners", "only_manners", is_flag=True,
              help="Only how exactly searches keep their time.")  # fmt: skip
def bench(repetitions: int, as_json: bool, only_signature: bool, only_manners: bool) -> None:
    """Measure speed on one thread, next to peers where they are installed.

    Figures are units in a second of CPU time. The peers are measured in the same run.
    """
    say = words()
    if only_signature:
        for name, (nodes, moves) in Background(lambda _: search.signature()).watch().items():
            click.echo(f"{name}: {nodes} {moves}")
        return
    if only_manners:
        for m in Background(lambda _: search.manners(repetitions)).watch():
            over, stop = f"{m.overrun:.1f}", f"{m.stop:.1f}"
            click.echo(say("t_manners", game=m.game, over=over, stop=stop))
        return
    console, rows = Console(highlight=False), contests()
    figures: list[Figure] = []
    with Counting(Console(stderr=True, highlight=False), "t_figures_of", say) as counting:
        for row in rows:
            figures.append(Background(partial(figure, row, repetitions)).watch())
            counting.show(len(figures), len(rows))
    if as_json:
        click.echo(json.dumps([{**asdict(f), "ratio": f.ratio} for f in figures], indent=1))
        return
    console.print(table_of(figures, say))
    if missing := missing_peers(rows):
        console.print(say("t_not_installed", names=" ".join(missing)))


def figure(row: Comparison, repetitions: int, _: SearchControl) -> Figure:
    return measured(row, repetitions)


def table_of(figures: list[Figure], say: Words) -> Table:
    heads = ("", "kishi", say("t_peer"), say("t_ratio"), say("t_goal"))
    table = Table(*heads, box=None, pad_edge=False)
    for f in figures:
        theirs = f"{short(f.theirs)} {f.peer}" if f.theirs else "-"
        ratio = f"{f.ratio:.3g}x" if f.ratio else "-"
        verdict = {True: say("t_met"), False: say("t_missed"), None: ""}[f.met]
        ours = f"{short(f.ours)} {f.unit}"
        table.add_row(f.name, ours, theirs, ratio, f"{f.goal} {verdict}".strip())
    return table


def missing_peers(rows: list[Comparison]) -> list[str]:
    return sorted({row.peer for row in rows if row.peer and not row.theirs})
