"""Files of games as commands take them: any format, one game or all, and - for standard input."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, cast

import click

from ..core import Game, Record
from ..errors import BadInput
from ..formats import Problem, read, read_one
from ..formats.replay import record_of

number_option = click.option(
    "--number", type=click.IntRange(min=1), metavar="N", help="Which game of many in the file."
)


def note(text: str) -> None:
    click.echo(f"kishi: {text}", err=True)


def opened(name: str, mode: str, files: ExitStack) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer if mode == "rb" else sys.stdout.buffer
    try:
        file = cast(BinaryIO, files.enter_context(Path(name).open(mode)))  # noqa: SIM115
    except (OSError, ValueError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else wrong
        raise BadInput(f"cannot open {name[:200]!r}: {reason}") from None
    return file


def game_in(name: str, number: int | None = None, of: Game | None = None) -> Record:
    """The game of this number in a file, or its only one; BadInput says why there is none."""
    with ExitStack() as files:
        stream = opened(name, "rb", files)
        try:
            return read_one(stream, game=of, note=note, number=number)
        except OSError as wrong:
            raise BadInput(f"cannot read {name[:200]!r}: {wrong.strerror}") from None
        except BadInput as wrong:
            raise BadInput(f"{name[:200]}: {wrong}") from None


def positions_in(name: str, of: Game | None = None) -> list[Record]:
    """All positions of a file of positions, as games without moves; none if it holds games."""
    if name == "-":
        return []
    with ExitStack() as files:
        found = list[Record]()
        try:
            for item in read(opened(name, "rb", files), game=of, note=note):
                if not isinstance(item, Problem):
                    return []
                found.append(record_of(item))
        except OSError as wrong:
            raise BadInput(f"cannot read {name[:200]!r}: {wrong.strerror}") from None
        except BadInput as wrong:
            raise BadInput(f"{name[:200]}: {wrong}") from None
        return found
