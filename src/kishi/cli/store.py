"""`kishi store`: which events it holds, and whether it is whole; events excluded or deleted."""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from ..arena.conduct import forfeit_kind
from ..errors import BadInput, StoreFailed, nearest
from ..home import home
from ..store import STORE, Event, Store, upkeep
from .language import words
from .terminal.tables import plain_table


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@click.pass_context
def store(context: click.Context, as_json: bool) -> None:
    """List the matches, tournaments and imports in the store: games, forfeits, what counts."""
    if context.invoked_subcommand is not None:
        return
    with Store.open() as kept:
        rows = [as_dict(event, counts) for event, counts in kept.listed()]
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    console = Console(highlight=False)
    if not rows:
        console.print(words()("t_empty_store"))
        return
    width = None if console.is_terminal else 160
    Console(highlight=False, width=width).print(table_of(rows))


def as_dict(event: Event, counts: Counter[str | None]) -> dict[str, Any]:
    forfeits = Counter[str]()
    for reason, games in counts.items():
        if kind := forfeit_kind(reason):
            forfeits[kind] += games
    return {
        "name": event.name, "kind": event.kind, "game": event.game, "games": counts.total(),
        "forfeits": dict(forfeits), "made": event.made, "excluded": event.excluded,
    }  # fmt: skip


def table_of(rows: list[dict[str, Any]]) -> Table:
    say = words()
    table = plain_table(say, "name", "kind", "game", "games", "forfeits", "made", "")
    for row in rows:
        forfeits = ", ".join(
            say(f"forfeit_{kind}", n=games) for kind, games in row["forfeits"].items()
        )
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(row["made"]))
        excluded = say("t_excluded") if row["excluded"] else ""
        table.add_row(
            row["name"], row["kind"], row["game"], f"{row['games']:,}", forfeits, day, excluded
        )
    return table


@store.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(names: tuple[str, ...], yes: bool) -> None:
    """Forget events and all their games; this cannot be undone."""
    with Store.open() as kept:
        events = [found(kept, name) for name in names]
        games = sum(kept.count(event) for event in events)
        if not yes:
            asked = words()("t_delete", events=told(events), games=f"{games:,}")
            click.confirm(asked, abort=True)
        for event in events:
            kept.delete(event)
    click.echo(words()("t_deleted", events=told(events), games=f"{games:,}"))


@store.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def exclude(names: tuple[str, ...]) -> None:
    """Have `kishi ratings` leave events out; their games stay, and `include` counts them again."""
    set_excluded(names, True)


@store.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def include(names: tuple[str, ...]) -> None:
    """Count events for ratings again."""
    set_excluded(names, False)


@store.command()
def check() -> None:
    """Read the whole store and say what is damaged; the exit code is 1 if anything is."""
    found = upkeep.check(home() / STORE)
    for damage in found:
        click.echo(damage.what)
    if found:
        raise StoreFailed(f"{len(found)} things are damaged: `kishi store repair` mends them")
    click.echo(words()("t_whole"))


@store.command()
def repair() -> None:
    """Mend what is damaged, losing only what cannot be read; the file as it was is kept beside it."""
    found, before = upkeep.repair(home() / STORE)
    for damage in found:
        click.echo(words()("t_mended", what=damage.what))
    click.echo(words()("t_n_mended", n=len(found), file=before))


@store.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
def backup(file: Path | None) -> None:
    """Copy the store to FILE, also while it is used; without one, to a folder beside it."""
    into = file or home() / "backups" / f"kishi-{time.strftime('%Y%m%d-%H%M%S')}.db"
    size = upkeep.backup(home() / STORE, into)
    click.echo(words()("t_copied", file=into, size=f"{size / 1e6:,.1f}"))


def set_excluded(names: tuple[str, ...], excluded: bool) -> None:
    with Store.open() as kept:
        events = [found(kept, name) for name in names]
        for event in events:
            kept.exclude(event, excluded)
    click.echo(words()("t_left_out" if excluded else "t_counted", events=told(events)))


def found(kept: Store, name: str) -> Event:
    event = kept.find_event(name)
    if event is None:
        near = nearest(name, [e.name for e in kept.events()])
        raise BadInput(f"there is no event '{name[:60]}'{near} (`kishi store` lists them)")
    return event


def told(events: list[Event]) -> str:
    return ", ".join(f"'{event.name}'" for event in events)
