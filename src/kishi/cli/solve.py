"""`kishi solve`: the exact answer, where one can be had."""

import json

import click

from .._native import SearchControl, Solution, solve
from ..arena.limits import parse_limit
from ..core import Game, Position, Record
from ..errors import BadInput
from ..games import facts_of, names
from ..players.thinking import Background
from ..renamed import FLAGS
from .group import RenamingCommand
from .position import about_a_position

__all__ = ["solve_command"]

COUNTED = names(lambda facts: facts.unit)


@click.command("solve", cls=RenamingCommand, old_names=FLAGS["solve"])
@about_a_position
@click.option(
    "--limit", metavar="TEXT", default="", help="Give up after 10s, nodes=1000000, or both."
)
@click.option("--outcome", is_flag=True, help=f"{COUNTED}: only who wins, which is quicker.")
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
def solve_command(
    record: Record,
    limit: str,
    outcome: bool,
    as_json: bool,
) -> None:
    """Solve a position exactly. The last line printed is the answer alone.

    Othello: the disc difference for the side to move (`+38`), empties to the winner, or with
    --outcome `win`, `draw` or `loss`. Gomoku: `win N` (plies) by fours and threes, or `none`.
    Minishogi: `mate N` (plies) by checks, or `none`. `unknown`: the limit came first.
    """
    of = record.game
    counted = bool(facts_of(of).unit)
    if outcome and not counted:
        raise BadInput(f"--outcome is for {COUNTED}: elsewhere the answer is the outcome")

    given = parse_limit(limit)
    if given.cpu or given.depth or given.clocks:
        raise BadInput(
            f"--limit of solve is a time or nodes, such as 10s or nodes=1000000; got '{limit}'"
        )

    def work(control: SearchControl) -> Solution:
        return solve(
            record.position,
            control,
            seconds=given.seconds or 0,
            nodes=given.nodes or 0,
            outcome=outcome,
        )

    found = Background(work).watch()
    if as_json:
        click.echo(json.dumps(described(record, found, outcome)))
        return
    if found.line:
        click.echo("line: " + " ".join(of.move_text(m) for m in found.line))
    if counted and found.complete and not outcome:
        click.echo(f"ends:  {final_count(record.position, found)}")
    click.echo(f"{found.nodes:,} nodes", err=True)
    click.echo(answer(of, found, outcome))


def described(record: Record, found: Solution, outcome: bool) -> dict[str, object]:
    """The answer as plain data."""
    return {
        "game": record.game.name,
        "position": str(record.position),
        "answer": answer(record.game, found, outcome),
        "line": [record.game.move_text(m) for m in found.line],
        "nodes": found.nodes,
    }


def final_count(position: Position, found: Solution) -> str:
    """The discs at the end of the line: the answer gives the empty squares to the winner."""
    mover = position.turn
    for move in found.line:
        position = position.play(move)
    squares = position.picture()[0]
    discs = (squares.count("X"), squares.count("O"))
    lead = discs[mover] - discs[1 - mover]
    return f"black {discs[0]}, white {discs[1]}, {lead:+d} on the board for the side to move"


def answer(of: Game, found: Solution, outcome: bool) -> str:
    """The one word or number that is asked for."""
    if not found.complete:
        return "unknown"
    if facts_of(of).unit:
        signs = ("loss", "draw", "win")
        return (
            signs[(found.number > 0) - (found.number < 0) + 1] if outcome else f"{found.number:+d}"
        )
    if not found.found:
        return "none"
    return f"{facts_of(of).win} {found.number}"
