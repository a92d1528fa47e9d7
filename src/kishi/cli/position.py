"""Which position a command is about: the start, a text, moves from it, or a game in a file."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..core import Choice, Game, Record, game
from ..errors import BadInput
from ..games import families
from ..notation import read_move
from .completing import games_and_files
from .files import game_in, note, number_option, positions_in

OPTIONS = (
    click.option("--moves", metavar="MOVES", help="Moves from there, separated by spaces."),
    click.option("--position", metavar="TEXT", help="The position, not the start."),
    click.option("--ply", type=click.IntRange(min=0), metavar="N",
                 help="The position after N moves of the file's game.  [default: the last to move in]"),
    number_option,
    click.argument("asked", nargs=-1, metavar="[GAME] [FILE]", shell_complete=games_and_files),
)  # fmt: skip


def about_a_position(command: Callable[..., None]) -> Callable[..., None]:
    """The command gets the `record` that its options describe, a file's in any format."""

    @wraps(command)
    def told(*, ply: int | None, number: int | None, **rest: Any) -> None:
        record, rest = _described(number=number, ply=ply, **rest)
        command(record=record, **rest)

    return _with_options(told)


def about_positions(command: Callable[..., None]) -> Callable[..., None]:
    """The same, but the command gets all `records` of a file of positions, unless one is asked for."""

    @wraps(command)
    def told(*, asked: tuple[str, ...], number: int | None, **rest: Any) -> None:
        of, file = game_and_file(asked)
        listed = positions_in(file, of) if file is not None and number is None else []
        if not listed:
            record, rest = _described(asked=asked, number=number, **rest)
            listed = [record]
        elif any(rest.pop(name) is not None for name in ("position", "moves", "ply")):
            raise BadInput(
                f"{file} holds {len(listed)} positions: choose one by --number N, or leave"
                " --position, --moves and --ply out"
            )
        command(records=listed, **rest)

    return _with_options(told)


def _with_options(told: Callable[..., None]) -> Callable[..., None]:
    for add in OPTIONS:
        told = add(told)
    return told


def _described(
    *, asked: tuple[str, ...], position: str | None, moves: str | None, number: int | None,
    ply: int | None, **rest: Any,
) -> tuple[Record, dict[str, Any]]:  # fmt: skip
    """The record that the options describe, and the other options."""
    of, file = game_and_file(asked)
    if file is not None:
        if position is not None:
            raise BadInput("give a FILE or --position, not both")
        record = record_in(file, number, of, ply)
    else:
        assert of is not None
        if number is not None or ply is not None:
            raise BadInput("--number and --ply are for a FILE")
        record = Record.new(of, of.parse(position) if position is not None else None)
    for text in (moves or "").split():
        record = record.play(Choice(move=read_move(record.game, text)))
    return record, rest


def game_and_file(asked: tuple[str, ...]) -> tuple[Game | None, str | None]:
    """What was asked about: a game, a file, or a file of a game."""
    if not 1 <= len(asked) <= 2:
        raise click.UsageError(
            f"name a GAME, such as {families()[0]}, or a FILE of games, or both",
            click.get_current_context(),
        )
    if len(asked) == 2:
        return game(asked[0]), asked[1]
    try:
        return game(asked[0]), None
    except BadInput:
        if asked[0] == "-" or "." in asked[0] or Path(asked[0]).exists():
            return None, asked[0]
        raise


def record_in(file: str, number: int | None, of: Game | None, ply: int | None) -> Record:
    """A file's game up to a ply; of a finished one, as far as there was something to decide."""
    record = game_in(file, number, of)
    if of is not None and record.game != of:
        raise BadInput(f"{file} is a game of {record.game.name}, not of {of.name}")
    plies = len(record.choices)
    if ply is not None:
        if ply > plies:
            raise BadInput(f"there is no ply {ply}: the game has {plies} moves")
        return record.back(plies - ply)
    if not record.over:
        return record
    record = record.back(0)  # somebody gave up, or the like: the position may be one to move in
    if record.over and plies:
        record = record.back(1)
    note(f"the game is over: this is about the position after {len(record.choices)} moves (--ply)")
    return record
