"""`kishi ladder`: which method wins for the same thinking?"""

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from ..arena.chance import key
from ..arena.contest import Contest, PackedWeights, must_start, resolve
from ..arena.ladder import Rung, methods, training_seconds
from ..arena.names import shown
from ..arena.tournament import pairings
from ..core import Game, Spec, game
from ..store import Store
from .completing import game_names, player_texts
from .conditions import (
    computer_spec,
    condition_options,
    conditions_of,
    expect_many_games,
    seed_option,
    whole_pairs,
)
from .language import words
from .terminal.tables import plain_table
from .tournament import Tournament


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.argument("players", nargs=-1, metavar="[A B C ...]", shell_complete=player_texts)
@click.option("--limit", "limits", metavar="TEXT,...", default="10ms,100ms,1s", show_default=True,
              help="Thinking for each move, the same for all; one ladder for each.")  # fmt: skip
@click.option("--games", type=click.IntRange(1, 10**6), default=10, show_default=True,
              help="For each pairing and limit.")  # fmt: skip
@condition_options
@seed_option
@click.option("--name", "event", metavar="NAME", help="Begin, or go on with, the ladder NAME.")
def ladder(
    *, name: str, players: tuple[str, ...], limits: str, games: int, openings: str, jobs: int,
    cluster: str | None, seed: int, event: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Compare methods under equal thinking time: all that are shipped for GAME, or those named.

    Everyone meets everyone under each limit. The table holds Elo (random is 0) under each limit,
    and the CPU time that training the method took. The same command goes on after a stop.
    """
    of = game(name)
    expect_many_games()
    games = whole_pairs(games, Console(highlight=False, stderr=as_json))
    wanted = [computer_spec(of, text) for text in players] or methods(of)
    specs, weights = resolve(of, wanted)
    if cluster is None:
        must_start(of, specs)
    allowed = [text.strip() for text in limits.split(",") if text.strip()]
    title = event or f"ladder-{key(of.name, *specs, games, openings, seed):016x}"
    console = Console(highlight=False, stderr=as_json)
    with Store.open() as store:
        rungs = [
            played(store, of, specs, weights, f"{title}/{limit}", limit, games, openings, seed)
            for limit in allowed
        ]
        for rung in rungs:
            rung.run(console, jobs, cluster)
        done = [Rung(limit, r.stored_table()) for limit, r in zip(allowed, rungs, strict=True)]
    names = shown(spec.identity for spec in specs)
    cost = {names[spec.identity]: training_seconds(spec) for spec in specs}
    if as_json:
        click.echo(json.dumps(as_dict(title, of, done, cost), indent=1))
        return
    width = None if console.is_terminal else 60 + 30 * len(done)
    Console(highlight=False, width=width).print(table_of(done, cost))
    click.echo(words()("t_report", name=title))


def played(
    store: Store, of: Game, specs: list[Spec], weights: dict[str, PackedWeights], title: str,
    limit: str, games: int, openings: str, seed: int,
) -> Tournament:  # fmt: skip
    """The tournament under one limit."""
    conditions = conditions_of(of, weights, limit, openings, seed)
    texts = [str(spec) for spec in specs]
    settings = {**conditions.settings, "games": games, "players": texts}
    kept = store.event(title, "ladder", of.name, settings)
    return Tournament(Contest(conditions, pairings(specs), games, store, kept), specs, True)


def table_of(rungs: list[Rung], cost: dict[str, float]) -> Table:
    """A row for each method, the strongest under the longest limit first."""
    say = words()
    table = plain_table(say, "method")
    for rung in rungs:
        table.add_column(rung.limit)
    table.add_column(say("t_training"))
    for player in rungs[-1].ranking():
        seconds = cost[player]
        spent = say("t_cpu_seconds", n=f"{seconds:,.0f}") if seconds else "0"
        table.add_row(player, *(rung.text(player) for rung in rungs), spent)
    return table


def as_dict(title: str, of: Game, rungs: list[Rung], cost: dict[str, float]) -> dict[str, Any]:
    tables = {rung.limit: rung.table.as_dict() for rung in rungs}
    return {"name": title, "game": of.name, "limits": tables, "training_cpu_seconds": cost}
