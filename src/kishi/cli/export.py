"""`kishi export`: games of the store as a file."""

from collections import Counter
from contextlib import ExitStack

import click

from ..arena.names import shown
from ..errors import BadInput, nearest
from ..formats import format_for, format_named, write
from ..store import Store
from .convert import NAMES, counted, note, opened


@click.command("export")
@click.argument("event", metavar="EVENT")
@click.argument("target", metavar="OUT")
@click.option("--to", "target_format", type=click.Choice(NAMES), help="What OUT shall be.")
@click.option("--skip", is_flag=True, help="Leave out games that do not fit; say how many.")
def export_games(event: str, target: str, target_format: str | None, skip: bool) -> None:
    """Write the games of EVENT (a match, tournament or import) to OUT; - is standard output.

    OUT's name decides the format, unless --to does. The games come in the order of their end.
    """
    if target_format is None and target == "-":
        raise BadInput("say with --to which format to write to standard output")
    into = format_named(target_format) if target_format else format_for(target)
    told: Counter[str] = Counter()

    def skipped(text: str) -> None:
        told["skipped"] += 1
        note(text)

    with Store.open() as store, store.snapshot(), ExitStack() as files:
        found = store.find_event(event)
        if found is None:
            known = [e.name for e in store.events()]
            raise BadInput(f"the store has no event '{event[:60]}'{nearest(event, known)}")
        names = shown(store.players(found))
        records = (stored.record(names) for stored in store.in_order(found))
        outgoing = opened(target, "wb", files)
        for part in write(counted(records, told), into, skipped=skipped if skip else None):
            outgoing.write(part)
    click.echo(f"{told['read']} games, {told['skipped']} skipped", err=True)
