"""`kishi ratings`: how strong everyone is who has ever played here."""

import json

import click
from rich.console import Console
from rich.table import Table

from ..arena.league import League, league
from ..core import game
from ..store import Store
from .completing import game_names
from .language import words
from .terminal.tables import plain_table, span_text


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
    console.print(
        words()("t_first_move", value=f"{value:+.0f}", low=f"{low:+.0f}", high=f"{high:+.0f}")
    )
    for group in found.ratings.apart:
        console.print(words()("t_apart", names=", ".join(group)), markup=False)


def table_of(found: League) -> Table:
    say = words()
    table = plain_table(say, "", "player", "elo", "interval_head", "games")
    for number, player in enumerate(found.ratings.players, 1):
        value, low, high = found.ratings.rating(player)
        span = span_text(say, low, high)
        table.add_row(str(number), player, f"{value:+.0f}", span, f"{found.games[player]:,}")
    return table


def as_dict(found: League) -> dict[str, object]:
    return {
        "players": found.as_list(),
        "first_move_elo": found.ratings.advantage._asdict(),
        "draw_rate": found.ratings.draw_rate._asdict(),
        "apart": [list(group) for group in found.ratings.apart],
    }
