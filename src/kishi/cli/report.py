"""`kishi report`: a tournament as one HTML file."""

from pathlib import Path

import click

from ..arena.report import report as report_of
from ..errors import BadInput, nearest
from ..store import Event, Store
from .completing import event_names
from .language import words as spoken_words


@click.command()
@click.argument("tournament", required=False, shell_complete=event_names)
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
              help="Where to write it.  [default: TOURNAMENT.html]")  # fmt: skip
def report(tournament: str | None, output: Path | None) -> None:
    """Write a report of TOURNAMENT (or match, or ladder) that any browser shows.

    It holds the crosstable, ratings, score against thinking time, and games to replay, in one file
    that loads nothing else. Without a name: of the last one that was begun.
    """
    with Store.open() as store:
        title, events = found(store, tournament)
        with store.snapshot():
            text = report_of(store, title, events, spoken_words())
    file = output or Path(f"{title.replace('/', '-')}.html")
    try:
        file.write_text(text, "utf-8")
    except OSError as wrong:
        raise BadInput(f"cannot write {file}: {wrong.strerror}") from None
    click.echo(spoken_words()("t_written", file=file))


def found(store: Store, name: str | None) -> tuple[str, list[Event]]:
    """The events of this name: one, or the limits of a ladder."""
    events = [e for e in store.events() if e.kind != "import"]  # others' games are no contest
    if not events:
        raise BadInput("nothing has been played yet: see `kishi match` and `kishi tournament`")
    name = name or events[0].name.partition("/")[0]
    of_name = [e for e in events if e.name == name or e.name.startswith(f"{name}/")]
    if not of_name:
        near = nearest(name, [e.name for e in events])
        raise BadInput(f"no tournament or match '{name[:60]}'{near}")
    return name, sorted(of_name, key=lambda event: event.id)
