"""The command line: one file for each verb, and what they share."""

import click

from .. import __version__
from . import (
    analyze,
    bench,
    check,
    convert,
    engine,
    explain,
    export,
    games,
    import_,
    ladder,
    match,
    openings,
    perft,
    play,
    players,
    ratings,
    report,
    serve,
    solve,
    tournament,
    train,
    weights,
)
from .group import Verbs

__all__ = ["main"]


@click.group(cls=Verbs, invoke_without_command=True)
@click.version_option(__version__, prog_name="kishi", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Make, train, play and measure board-game AIs: Othello, Gomoku and minishogi.

    Without a command, `kishi serve`: the web app.
    """
    if context.invoked_subcommand is None:
        serve.run()


for verb in (
    games.games,
    play.play,
    players.players,
    perft.perft,
    solve.solve_command,
    analyze.analyze,
    explain.explain,
    bench.bench,
    match.match,
    tournament.tournament,
    ratings.ratings,
    ladder.ladder,
    openings.openings,
    report.report,
    convert.convert,
    import_.import_games,
    export.export_games,
    engine.engine,
    check.check,
    train.train,
    weights.weights,
    serve.serve,
):
    main.add_command(verb)
