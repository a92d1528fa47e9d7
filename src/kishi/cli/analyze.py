"""`kishi analyze`: what a player thinks of a position."""

import json

import click
from rich.console import Console
from rich.table import Table

from ..core import Choice, Limit, Move, Record
from ..errors import BadInput
from ..players import NativePlayer, make_player
from ..players.thinking import think
from ..protocols.manager import ExternalPlayer
from .position import about_a_position


@click.command()
@about_a_position
@click.option("--player", "spec", default="search", show_default=True, help="Who is asked.")
@click.option(
    "--multipv",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Best moves to tell apart.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.001),
    help="Thinking time.  [default: 1, or what the player says]",
)
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes to search.")
@click.option("--depth", type=click.IntRange(1, 100), help="Depth to search.")
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
def analyze(
    record: Record,
    spec: str,
    multipv: int,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """The value of a position, the best lines, and how far the player looked.

    FILE holds games in any format that `kishi convert` reads.
    """
    if record.over:
        raise BadInput(f"the game is over here: {record.verdict.name.lower().replace('_', ' ')}")
    if multipv > 1:
        if not spec.startswith("search"):
            raise BadInput("--multipv is for the player search")
        spec += f"{',' if ':' in spec else ':'}lines={multipv}"
    if not (seconds or nodes or depth) and spec.startswith("search"):
        seconds = 1.0
    choice = thought_of(record, spec, Limit(seconds=seconds, nodes=nodes, depth=depth))
    facts = described(record, spec, choice)
    if as_json:
        click.echo(json.dumps(facts))
    else:
        show(facts)


def thought_of(record: Record, spec: str, limit: Limit) -> Choice:
    player = make_player(record.game, spec)
    if not isinstance(player, NativePlayer | ExternalPlayer):
        raise BadInput(f"{spec} does not tell what it thinks")
    try:
        answer = think(player, record, limit).watch()
    finally:
        player.close()
    if not isinstance(answer, Choice):
        raise BadInput(f"{spec} gives up here")
    return answer


def described(record: Record, spec: str, choice: Choice) -> dict[str, object]:
    """The answer as plain data; values are for the side to move, in [-1, 1]."""
    text = record.game.move_text
    values: dict[Move, float | None] = {**choice.values} if choice.values else {}
    values = values or {choice.move: choice.value}
    rate = round(choice.nodes / choice.seconds) if choice.seconds > 0 and choice.nodes else None
    return {
        "game": record.game.name,
        "position": str(record.position),
        "player": spec,
        "move": text(choice.move),
        "value": choice.value,
        "points": choice.points,
        "exact": choice.exact,
        "depth": choice.depth,
        "nodes": choice.nodes,
        "nodes_per_second": rate,
        "seconds": round(choice.seconds, 4),
        "line": [text(m) for m in choice.line],
        "moves": [
            {"move": text(m), "value": v, "visits": (choice.visits or {}).get(m)}
            for m, v in values.items()
        ],
    }


def show(facts: dict[str, object]) -> None:
    console = Console()
    table = Table(box=None, pad_edge=False)
    for column in ("move", "value", "visits"):
        table.add_column(column, justify="left" if column == "move" else "right")
    moves = facts["moves"]
    assert isinstance(moves, list)
    for row in moves:
        visits = "" if row["visits"] is None else f"{row['visits']:,}"
        value = "" if row["value"] is None else f"{row['value']:+.3f}"  # GTP tells none
        table.add_row(row["move"], value, visits)
    console.print(table)
    line, nodes, rate = facts["line"], facts["nodes"], facts["nodes_per_second"]
    assert isinstance(line, list)
    if line:
        console.print(f"line   {' '.join(line)}", highlight=False, soft_wrap=True)
    sure = " (proved)" if facts["exact"] else ""
    speed = f", {rate:,} nodes/s" if rate else ""
    console.print(
        f"depth  {facts['depth']}, {nodes:,} nodes{speed}, {facts['seconds']} s", highlight=False
    )
    worth = "" if facts["value"] is None else f"  value {facts['value']:+.3f}{sure}"
    console.print(f"best   {facts['move']}{worth}", highlight=False)
