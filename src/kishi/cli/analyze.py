"""`kishi analyze`: what a player thinks of a position."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import click
from rich.console import Console

from ..arena.limits import parse_limit
from ..core import Choice, Limit, Move, Record
from ..errors import BadInput
from ..locale import Words
from ..players import NativePlayer, make_player
from ..players.alphazero import NetPlayer
from ..players.book import BookPlayer
from ..players.thinking import think
from ..protocols.manager import ExternalPlayer
from ..renamed import FLAGS
from .conditions import limit_option, player_option
from .group import RenamingCommand
from .language import words
from .position import about_a_position
from .terminal.progress import Progress
from .terminal.tables import plain_table


@click.command(cls=RenamingCommand, old_names=FLAGS["analyze"])
@about_a_position
@player_option("Who is asked.")
@click.option(
    "--multipv",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Best moves to tell apart.",
)
@limit_option
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
def analyze(
    record: Record,
    spec: str,
    multipv: int,
    limit: str,
    as_json: bool,
) -> None:
    """The value of a position, the best lines, and how far the player looked.

    Any player that can tell something: one that searches tells values in [-1, 1] and lines, a network
    its priors too; `greedy`, `table` and `lines` tell what each move is worth in points of their own.
    FILE holds games in any format that `kishi convert` reads.
    """
    if record.over:
        raise BadInput(f"the game is over here: {record.verdict.name.lower().replace('_', ' ')}")
    if multipv > 1:
        if not spec.startswith("search"):
            raise BadInput("--multipv is for the player search")
        spec += f"{',' if ':' in spec else ':'}lines={multipv}"
    if not limit and spec.startswith("search"):
        limit = "1s"
    choice = thought_of(record, spec, parse_limit(limit))
    facts = described(record, spec, choice)
    if as_json:
        click.echo(json.dumps(facts))
    else:
        show(facts)


def thought_of(record: Record, spec: str, limit: Limit) -> Choice:
    player = make_player(record.game, spec)
    if not isinstance(player, NativePlayer | BookPlayer | NetPlayer | ExternalPlayer):
        raise BadInput(f"{spec} does not tell what it thinks")
    console, say = Console(highlight=False, stderr=True), words()
    try:
        with Progress(console) as progress:
            answer = think(player, record, limit).watch(
                lambda news: progress.show(*[partial(_news, record, news, say)] * 2)
            )
    finally:
        player.close()
    if not isinstance(answer, Choice):
        raise BadInput(f"{spec} gives up here")
    if isinstance(player, NativePlayer) and answer.value is None and not answer.worths:
        forced = len(record.position.legal_moves()) == 1
        why = "has nothing to choose here" if forced else "does not tell what it thinks"
        raise BadInput(f"{spec} {why}")
    return answer


def _news(record: Record, news: Choice, say: Words) -> str:
    """What it thinks so far, in a line."""
    line = " ".join(map(record.game.move_text, news.line[:8]))
    value = "" if news.value is None else f"{news.value:+.3f}  "
    return say("t_news", depth=news.depth, value=value, line=line, nodes=f"{news.nodes:,}")


def described(record: Record, spec: str, choice: Choice) -> dict[str, Any]:
    """The answer as plain data; values are for the side to move, in [-1, 1], worths in points of its own."""
    text = record.game.move_text
    rate = round(choice.nodes / choice.seconds) if choice.seconds > 0 and choice.nodes else None
    return {
        "game": record.game.name,
        "position": str(record.position),
        "player": spec,
        "move": text(choice.move),
        "value": choice.value,
        "points": choice.points,
        "exact": choice.exact,
        "book": choice.book,
        "depth": choice.depth,
        "nodes": choice.nodes,
        "nodes_per_second": rate,
        "seconds": round(choice.seconds, 4),
        "line": [text(m) for m in choice.line],
        "moves": [{"move": text(m), **about} for m, about in told_of_moves(choice).items()],
    }


def told_of_moves(choice: Choice) -> dict[Move, dict[str, float | None]]:
    """What is known of each move that the player told something about, in the player's order."""
    told: dict[str, dict[Move, Any]] = {
        "value": {**(choice.values or {})},
        "worth": best_first(choice.worths or {}),
        "visits": {**(choice.visits or {})},
        "prior": best_first(choice.priors or {}),
    }
    told["value"].setdefault(choice.move, choice.value)
    moves = dict.fromkeys(
        [*told["worth"], *told["value"]] if choice.worths else [*told["value"], *told["prior"]]
    )
    return {m: {name: by_move.get(m) for name, by_move in told.items()} for m in moves}


def best_first(by_move: Mapping[Move, float]) -> dict[Move, float]:
    return dict(sorted(by_move.items(), key=lambda item: -item[1]))


COLUMNS = {"worth": "{:+g}", "value": "{:+.3f}", "prior": "{:.1%}", "visits": "{:,}"}


def show(facts: dict[str, Any]) -> None:
    console = Console(highlight=False)
    moves = facts["moves"]
    told = {n: form for n, form in COLUMNS.items() if any(row[n] is not None for row in moves)}
    say = words()
    table = plain_table(say, "move")
    for column in told:
        table.add_column(say(f"t_{column}"), justify="right")
    for row in moves:
        cells = ("" if row[n] is None else form.format(row[n]) for n, form in told.items())
        table.add_row(row["move"], *cells)
    console.print(table)
    if facts["line"]:
        console.print(f"{say('t_line'):<6} {' '.join(facts['line'])}", soft_wrap=True)
    sure, rate = say("t_proved") if facts["exact"] else "", facts["nodes_per_second"]
    sure += f" ({say('book')})" if facts["book"] else ""
    speed = f", {say('t_nodes_a_second', n=f'{rate:,}')}" if rate else ""
    if facts["depth"] or facts["nodes"]:
        count = f"{facts['nodes']:,}"
        nodes = f", {say('t_n_nodes', n=count)}" if facts["nodes"] else ""
        depth = f"{say('t_depth'):<6} {facts['depth']}"
        console.print(f"{depth}{nodes}{speed}, {say('seconds', seconds=facts['seconds'])}")
    value = "" if facts["value"] is None else f"  {say('t_value')} {facts['value']:+.3f}{sure}"
    console.print(f"{say('t_best'):<6} {facts['move']}{value}")
