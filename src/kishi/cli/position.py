"""Which position a command is about: the start, a text, moves from it, or a saved game."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from ..core import Choice, Game, Record
from ..errors import BadInput
from ..notation import read_move
from .terminal.saved import load

F = TypeVar("F", bound=Callable[..., object])


def position_options(command: F) -> F:
    """The options that say which position is meant; `record_of` reads them."""
    for add in (
        click.option("--moves", metavar="MOVES", help="Moves from there, separated by spaces."),
        click.option("--position", metavar="TEXT", help="The position, not the start."),
        click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False)),
    ):
        command = add(command)
    return command


def record_of(game: Game, file: str | None, position: str | None, moves: str | None) -> Record:
    """The record these options describe."""
    if file is not None:
        if position is not None:
            raise BadInput("give a FILE or --position, not both")
        record = load(Path(file))
        if record.game != game:
            raise BadInput(f"{file} is a game of {record.game.name}, not of {game.name}")
    else:
        record = Record.new(game, game.parse(position) if position is not None else None)
    for text in (moves or "").split():
        record = record.play(Choice(move=read_move(game, text)))
    return record
