"""`kishi ratings`: how strong everyone is who has ever played here."""

import json

import click
from rich.console import Console
from rich.table import Table

from ..arena.league import League, league
from ..core import game
from ..store import Store
from .completing import game_names


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.option("--json", "as_json", is_flag=True, help="Print the ratings as JSON.")
def ratings(name: str, as_json: bool) -> None:
    """Rate all players of GAME from all the games in the store, in Elo; `random` is 0.

    Bradley-Terry with draws and the advantage of moving first, by maximum likelihood. Nothing is
    remembered but games, so a new game changes everyone's rating at once.
    """
    of = game(name)
    with Store.open() as store:
        found = league(store, of.name)
    if as_json:
        click.echo(json.dumps(as_dict(found), indent=1))
        return
    console = Console(highlight=False)
    console.print(table_of(found))
    value, low, high = found.ratings.advantage
    console.print(f"Moving first is worth {value:+.0f} Elo ({low:+.0f} to {high:+.0f}).")
    for group in found.ratings.apart:
        console.print(f"No games connect these to the others: {', '.join(group)}", markup=False)


def table_of(found: League) -> Table:
    table = Table("", "player", "Elo", "95%", "games", box=None, pad_edge=False)
    for number, player in enumerate(found.ratings.players, 1):
        value, low, high = found.ratings.rating(player)
        span = f"{low:+.0f} to {high:+.0f}" if low < high else "anchor"
        table.add_row(str(number), player, f"{value:+.0f}", span, f"{found.games[player]:,}")
    return table


def as_dict(found: League) -> dict[str, object]:
    return {
        "players": found.as_list(),
        "first_move_elo": found.ratings.advantage._asdict(),
        "draw_rate": found.ratings.draw_rate._asdict(),
        "apart": [list(group) for group in found.ratings.apart],
    }
