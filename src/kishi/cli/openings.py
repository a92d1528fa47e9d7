"""`kishi openings`: balanced openings for fair matches."""

import shlex
from contextlib import closing
from pathlib import Path

import click
from rich.console import Console

from .. import __version__
from ..arena.balance import Balanced, Maker
from ..arena.limits import limit_text, parse_limit
from ..arena.openings import MOST_PLIES
from ..cluster import open_cluster
from ..core import Game, game
from ..errors import BadInput
from ..games import facts_of
from .completing import game_names
from .conditions import computer_spec, player_option, seed_option
from .language import words
from .terminal.progress import Counting


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.option("--count", type=click.IntRange(1, 10**6), default=200, show_default=True)
@click.option("--plies", type=click.IntRange(1, MOST_PLIES), help="Moves of each opening.")
@click.option("--within", type=click.FloatRange(0, 1), default=0.1, show_default=True,
              help="How far from even, on a scale from -1 (lost) to 1 (won).")  # fmt: skip
@player_option("Who judges.", default="search:hash=4")
@click.option("--limit", default="nodes=20000", show_default=True, help="For each judgement.")
@seed_option
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
              help="Write them there, not to standard output.")  # fmt: skip
def openings(
    *, name: str, count: int, plies: int | None, within: float, spec: str, limit: str, seed: int,
    jobs: int, output: Path | None,
) -> None:  # fmt: skip
    """Make openings of GAME after which both sides have about the same chances.

    Random moves make a candidate; it is kept if the player finds it even, both for the side to move
    and, after that side's best move, for the other. No two are the same but for turning the board.
    """
    of = game(name)
    plies = plies or facts_of(of).openings.balanced
    judge = str(computer_spec(of, spec))
    maker = Maker(of, judge, parse_limit(limit), plies, within, seed)
    found = made(maker, count, jobs)
    text = "\n".join([*header(maker, count), *(line(of, balanced) for balanced in found)]) + "\n"
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, "utf-8")
    except OSError as wrong:
        raise BadInput(f"cannot write {output}: {wrong.strerror}") from None


def made(maker: Maker, count: int, jobs: int) -> list[Balanced]:
    found: list[Balanced] = []
    console = Console(stderr=True, highlight=False)
    with (
        Counting(console, "t_openings_of", words()) as counting,
        closing(open_cluster(jobs, native=True)) as cluster,
    ):
        for balanced in maker.make(count, cluster):
            found.append(balanced)
            counting.show(len(found), count)
    if len(found) < count:
        raise BadInput(f"only {len(found)} such openings were found: allow more --within")
    return found


def header(maker: Maker, count: int) -> list[str]:
    command = [
        "kishi", "openings", maker.game.name, "--count", str(count), "--plies", str(maker.plies),
        "--within", f"{maker.within:g}", "--player", maker.player,
        "--limit", limit_text(maker.limit), "--seed", str(maker.seed),
    ]  # fmt: skip
    return [f"# Balanced openings of {maker.game.name}, made with kishi {__version__} by:",
            f"# {shlex.join(command)}"]  # fmt: skip


def line(of: Game, balanced: Balanced) -> str:
    moves = " ".join(of.move_text(move) for move in balanced.moves)
    return f"{moves}  # {balanced.value:+.3f}"
