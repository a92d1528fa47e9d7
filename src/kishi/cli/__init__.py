"""The command line: one file for each verb, and what they share."""

import click

from .. import __version__
from . import bench, games, match, perft, play, players, tournament
from .group import Verbs

__all__ = ["main"]


@click.group(cls=Verbs, invoke_without_command=True)
@click.version_option(__version__, prog_name="kishi", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Make, train, play and measure board-game AIs: Othello, Gomoku and minishogi."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for verb in (
    games.games,
    play.play,
    players.players,
    perft.perft,
    bench.bench,
    match.match,
    tournament.tournament,
):
    main.add_command(verb)
