"""`kishi perft`: count the lines of play, to check rules and their speed."""

import json
import time

import click
from rich.console import Console

from ..core import Position, game
from ..errors import BadInput
from ..notation import read_position
from ..players.thinking import Background
from .completing import game_names
from .terminal.progress import Progress

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
    under = divided(start, depth, tell=divide and not as_json) if depth > 1 or divide else {}
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


def divided(position: Position, depth: int, *, tell: bool) -> dict[str, int]:
    """The count under each move, and how far it is meanwhile; none where there is no move, and the end
    is the game's own business."""
    moves, under = position.legal_texts(), dict[str, int]()

    def how_far() -> str:
        return f"{len(under)} of {len(moves)} first moves, {sum(under.values()):,} leaves"

    with Progress(Console(highlight=False, stderr=True)) as progress:
        for move in moves if depth else []:
            under[move] = counted(position.play(move), depth - 1)
            if tell:
                click.echo(f"{move}: {under[move]}")
            progress.show(how_far, how_far)
    return under
