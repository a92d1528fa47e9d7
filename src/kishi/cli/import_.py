"""`kishi import`: games from files into the store."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import PurePath
from typing import Any

import click
from rich.console import Console

from ..core import Record, Verdict, game
from ..errors import BadInput
from ..formats import Item, Note, read
from ..store import Event, Store
from .convert import NAMES
from .files import note, number_option, opened
from .language import words
from .terminal.progress import Counting

BATCH = 500  # games a transaction: others may write in between, and memory stays small


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--name", metavar="NAME", help="What to call them.  [default: the file's name]")
@click.option("--from", "source_format", type=click.Choice(NAMES), help="What the files are.")
@click.option("--game", "of", metavar="GAME", help="The game or rule, where a file does not say.")
@click.option("--skip", is_flag=True, help="Leave out what is wrong or unfinished; say how many.")
@number_option
@click.option("--json", "as_json", is_flag=True, help="The events as JSON.")
def import_games(
    files: tuple[str, ...], name: str | None, source_format: str | None, of: str | None, skip: bool,
    number: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Keep the games of each FILE in the store, as an event named after the file and the game.

    What a file is shows in its content; - is standard input. A file that is imported again adds
    only the games that were not there. `kishi export` writes them out; ratings leave them out. One
    game alone (--number) is an event of its own.
    """
    if (name or number) and len(files) > 1:
        raise BadInput(f"--{'name' if name else 'number'} is for one file at a time")
    if "-" in files and not name:
        raise BadInput("say with --name what to call the games of standard input")
    rows: list[dict[str, Any]] = []
    with Store.open() as store:
        for file in files:
            told: Counter[str] = Counter()

            def skipped(text: str, told: Counter[str] = told) -> None:
                told["skipped"] += 1
                note(text)

            with ExitStack() as stack:
                items = read(
                    opened(file, "rb", stack), game=game(of) if of else None, format=source_format,
                    note=note, skipped=skipped if skip else None, number=number,
                )  # fmt: skip
                source = {"file": PurePath(file).name, **({"number": number} if number else {})}
                title = name or PurePath(file).stem + (f"-{number}" if number else "")
                kept = keep(store, title, source, finished(items, skipped if skip else None))
            if as_json:
                rows += kept
            else:
                tell(title, kept)
            if told:
                click.echo(words()("t_skipped", n=told["skipped"]), err=True)
    if as_json:
        click.echo(json.dumps(rows))


def tell(title: str, kept: list[dict[str, Any]]) -> None:
    for event in kept:
        click.echo(words()("t_imported", **event))
    if not kept:
        click.echo(words()("t_no_games", name=title))


def finished(items: Iterator[Item], skipped: Note | None) -> Iterator[Record]:
    """The games that the store can keep."""
    for number, item in enumerate(items, 1):
        wrong = None
        if not isinstance(item, Record):
            wrong = "it is a position, and the store keeps games"
        elif item.verdict is Verdict.RUNNING:
            wrong = "it is not finished, and the store keeps finished games (--skip leaves it out)"
        if wrong is None:
            assert isinstance(item, Record)
            yield item
        elif skipped is not None:
            skipped(f"game {number}: {wrong}")
        else:
            raise BadInput(f"game {number}: {wrong}")


def keep(
    store: Store, title: str, source: dict[str, Any], records: Iterator[Record]
) -> list[dict[str, Any]]:
    """Put the games into events, one for each game or variant among them: name, games, how many new."""
    events: dict[str, Event] = {}
    places: Counter[str] = Counter()
    new: Counter[str] = Counter()
    with Counting(Console(stderr=True, highlight=False), "t_games_read", words()) as counting:
        while batch := list(islice(records, BATCH)):
            by_game: dict[str, list[Record]] = {}
            for record in batch:
                by_game.setdefault(record.game.name, []).append(record)
            for of, some in by_game.items():
                if of not in events:
                    events[of] = store.event(f"{title}-{of}", "import", of, source)
                new[of] += store.add_imported(events[of], some, places[of])
                places[of] += len(some)
            counting.show(places.total())
    return [{"name": e.name, "games": places[of], "new": new[of]} for of, e in events.items()]
