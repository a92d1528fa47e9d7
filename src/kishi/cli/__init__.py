"""The command line: one file for each verb, and what they share."""

import click

from .. import __version__
from .group import Verb, Verbs
from .language import lang_option

__all__ = ["main"]

# THE list of verbs, each with the first sentence of its help.
VERBS = (
    Verb("games", "List the games and variants, and the names to type."),
    Verb("play", "Play GAME in the terminal: people and computers in any pairing."),
    Verb("players", "List the kinds of players with their options, or only those that play GAME."),
    Verb("perft", "Count the lines of DEPTH moves."),
    Verb("solve", "Solve a position exactly.", "solve:solve_command"),
    Verb("analyze", "The value of a position, the best lines, and how far the player looked."),
    Verb(
        "review",
        "Judge a whole game: how accurately each side played, its mistakes, what was better and why.",
        "review:review_command",
    ),
    Verb("explain", "Draw how alpha-beta finds its move: values, cut-offs, and what it saves."),
    Verb("bench", "Measure speed on one thread, next to peers where they are installed."),
    Verb("match", "Play games between A and B: pairs from the same opening, each side once each."),
    Verb("tournament", "Play a tournament of A, B, C, ... and print its table with ratings."),
    Verb(
        "ratings",
        "Rate all players of GAME from all the games in the store, in Elo; `random` is 0.",
    ),
    Verb(
        "ladder",
        "Compare methods under equal thinking time: all that are shipped for GAME, or those named.",
    ),
    Verb("openings", "Make openings of GAME after which both sides have about the same chances."),
    Verb("book", "Opening books: grow one by self-play, or look a position up in one."),
    Verb("report", "Write a report of TOURNAMENT (or match, or ladder) that any browser shows."),
    Verb(
        "store",
        "List the matches, tournaments and imports in the store: games, forfeits, what counts.",
    ),
    Verb("convert", "Convert the games in IN to OUT; - is standard input or output."),
    Verb(
        "import",
        "Keep the games of each FILE in the store, as an event named after the file and the game.",
        "import_:import_games",
    ),
    Verb(
        "export",
        "Write the games of EVENT (a match, tournament or import) to OUT; - is standard output.",
        "export:export_games",
    ),
    Verb(
        "engine", "Speak PROTOCOL on standard input and output, for boards and managers of others."
    ),
    Verb("check", "Start the engine CMD, try it out over PROTOCOL, and say what it gets wrong."),
    Verb(
        "train",
        "Train a player of GAME by METHOD; it is then `METHOD:NAME` wherever players are named.",
    ),
    Verb(
        "tune",
        "Tune the parameters of GAME's search by SPSA: games between two sets of values move them.",
    ),
    Verb("compare", "Play GAME between two revisions of kishi, built side by side: is A stronger?"),
    Verb(
        "weights", "List weights: what you have trained or set yourself, and what ships with kishi."
    ),
    Verb("serve", "Play, review and compare in the browser."),
)

# How `kishi --help` shows them: what one does first comes first.
SECTIONS = {
    "Play": ("play", "serve", "games", "players"),
    "Look at a position or a game": ("analyze", "explain", "solve", "review", "book"),
    "Train": ("train", "weights"),
    "Find who is stronger": ("match", "tournament", "ladder", "ratings", "report", "openings"),
    "Games kept, and files": ("store", "import", "export", "convert"),
    "Programs of others": ("engine", "check"),
    "For engine authors": ("bench", "compare", "tune", "perft"),
}


@click.group(cls=Verbs, commands=VERBS, sections=SECTIONS, invoke_without_command=True)
@click.version_option(__version__, prog_name="kishi", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Make, train, play and measure board-game AIs: Othello, Gomoku and minishogi.

    Without a command, `kishi serve`: the web app.
    """
    if context.invoked_subcommand is None:
        from .serve import run  # noqa: PLC0415 - as the verbs are: when it is called

        run()


main.params.append(lang_option)  # before the verb or after it
