"""`kishi convert`: games from one format into another."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import BinaryIO

import click

from ..core import game
from ..errors import BadInput
from ..formats import FORMATS, Item, format_for, format_named, read, write
from .files import note, number_option, opened
from .language import words

NAMES = [f.name for f in FORMATS]
FORMS = "; ".join(f"{f.name} ({f.about})" for f in FORMATS)


@click.command(epilog=f"Formats: {FORMS}.")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--from", "source_format", type=click.Choice(NAMES), help="What IN is, if it is not clear."
)
@click.option("--to", "target_format", type=click.Choice(NAMES), help="What OUT shall be.")
@click.option("--game", "name", metavar="GAME", help="The game or rule, where IN does not say it.")
@click.option("--skip", is_flag=True, help="Leave out what is wrong or does not fit; say how many.")
@number_option
def convert(
    source: str, target: str, source_format: str | None, target_format: str | None,
    name: str | None, skip: bool, number: int | None,
) -> None:  # fmt: skip
    """Convert the games in IN to OUT; - is standard input or output.

    What IN is shows in its content. OUT's name decides what it shall be, unless --to does.
    """
    if target_format is None and target == "-":
        raise BadInput("say with --to which format to write to standard output")
    into = format_named(target_format) if target_format else format_for(target)
    of = game(name) if name else None
    told: Counter[str] = Counter()

    def skipped(text: str) -> None:
        told["skipped"] += 1
        note(text)

    with ExitStack() as files:
        incoming = opened(source, "rb", files)
        items = read(
            incoming, game=of, format=source_format, note=note, skipped=skipped if skip else None,
            number=number,
        )  # fmt: skip
        outgoing: BinaryIO | None = None  # not before there is something to write
        for part in write(counted(items, told), into, skipped=skipped if skip else None):
            outgoing = outgoing or opened(target, "wb", files)
            outgoing.write(part)
    click.echo(words()("t_converted", n=told["read"], skipped=told["skipped"]), err=True)


def counted(items: Iterator[Item], told: Counter[str]) -> Iterator[Item]:
    for item in items:
        told["read"] += 1
        yield item
