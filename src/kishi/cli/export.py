"""`kishi export`: games of the store as a file."""

from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack, closing

import click

from ..arena.names import shown
from ..core import Record, game
from ..errors import BadInput, nearest
from ..formats import format_for, format_named, write
from ..store import Store
from ..training import games_file
from .completing import event_names
from .convert import NAMES, counted
from .files import note, opened
from .language import words


@click.command("export")
@click.argument("event", metavar="EVENT", shell_complete=event_names)
@click.argument("target", metavar="OUT")
@click.option("--to", "target_format", type=click.Choice(NAMES), help="What OUT shall be.")
@click.option("--skip", is_flag=True, help="Leave out games that do not fit; say how many.")
@click.option("--selfplay", is_flag=True, help="EVENT is a training run: write its own games.")
def export_games(
    event: str, target: str, target_format: str | None, skip: bool, selfplay: bool
) -> None:
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
        records = selfplay_of(store, event) if selfplay else games_of_event(store, event)
        files.enter_context(closing(records))  # before the store is closed, whatever goes wrong
        outgoing = opened(target, "wb", files)
        for part in write(counted(records, told), into, skipped=skipped if skip else None):
            outgoing.write(part)
    line = words()("t_exported", games=told["read"], skipped=told["skipped"])
    click.echo(line, err=True)


def games_of_event(store: Store, name: str) -> Generator[Record]:
    found = store.find_event(name)
    if found is None:
        if store.find_run(name):
            raise BadInput(f"'{name}' is a training run: --selfplay writes the games it has kept")
        names = [e.name for e in store.events()]
        raise BadInput(f"the store has no event '{name[:60]}'{nearest(name, names)}")
    shown_as = shown(store.players(found))
    return (stored.record(shown_as) for stored in store.in_order(found))


def selfplay_of(store: Store, name: str) -> Generator[Record]:
    """The games of a training run that are still on disk."""
    run = store.find_run(name)
    if run is None:
        names = [r.name for r in store.runs()]
        raise BadInput(f"there is no training run '{name[:60]}'{nearest(name, names)}")
    if not games_file.files_of(run):
        raise BadInput(f"'{name}' has kept no games: alphazero and nnue keep their newest")
    of = game(run.game)
    return (encoded.record(of) for encoded in games_file.games_of(run))
