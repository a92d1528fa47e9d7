"""`kishi perft`: count the lines of play, to check rules and their speed."""

import json
import time

import click

from ..core import Game, Position, game
from ..errors import BadInput
from ..notation import read_position
from ..players.thinking import Background
from .completing import game_names

DEEPEST = 999


@click.command(context_settings={"ignore_unknown_options": True})  # so that -1 is read as a number
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.argument("depth", type=int)
@click.option("--position", metavar="TEXT", help="Count from here, not from the start.")
@click.option("--divide", is_flag=True, help="Show the count under each first move, too.")
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
def perft(name: str, depth: int, position: str | None, divide: bool, as_json: bool) -> None:
    """Count the lines of DEPTH moves. The last line printed is the count alone."""
    if not 0 <= depth <= DEEPEST:
        raise BadInput(f"DEPTH is from 0 to {DEEPEST}; got {depth}")
    of = game(name)
    start = read_position(of, position) if position is not None else of.start()
    began = time.perf_counter()
    under = divided(of, start, depth, quiet=as_json) if divide and depth else {}
    leaves = sum(under.values()) if under else counted(start, depth)
    seconds = max(time.perf_counter() - began, 1e-9)
    if as_json:
        facts = {"game": of.name, "position": str(start), "depth": depth, "leaves": leaves}
        click.echo(json.dumps({**facts, **({"moves": under} if divide else {})}))
        return
    click.echo(f"{seconds:.3f} s, {leaves / seconds:,.0f} leaves/s", err=True)
    click.echo(leaves)


def counted(position: Position, depth: int) -> int:
    return Background(lambda _: position.perft(depth)).watch()


def divided(of: Game, position: Position, depth: int, *, quiet: bool) -> dict[str, int]:
    """The count under each move; none where there is no move, and the end is the game's own business."""
    under = {}
    for move in position.legal_moves():
        under[of.move_text(move)] = counted(position.play(move), depth - 1)
        if not quiet:
            click.echo(f"{of.move_text(move)}: {under[of.move_text(move)]}")
    return under
