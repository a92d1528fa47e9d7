"""`kishi compare`: is one revision of kishi stronger than another?"""

import shlex
import sys
import time
from pathlib import Path

import click
from rich.console import Console

from ..arena.contest import Contest, Pairing, must_start
from ..core import game
from ..store import Store
from ..tuning.revisions import Repository, Revision, has_ccache
from .completing import game_names
from .conditions import (
    LIMIT_HELP,
    conditions_of,
    expect_many_games,
    jobs_option,
    json_option,
    openings_option,
    player_option,
    seed_option,
    whole_pairs,
)
from .language import words
from .match import Match, parse_sprt
from .terminal.progress import Progress, duration


@click.command()
@click.argument("a", metavar="REV_A")
@click.argument("b", metavar="REV_B")
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.option("--games", type=click.IntRange(2, 10**7), default=2000, show_default=True,
              help="At most; the test may end them earlier.")  # fmt: skip
@click.option("--sprt", metavar="ELO0,ELO1", default="0,5", show_default=True,
              help="Stop when it is clear that A is better by ELO0 or ELO1.")  # fmt: skip
@click.option("--limit", metavar="TEXT", default="cpu=100ms", show_default=True, help=LIMIT_HELP)
@player_option("Who plays, in both.")
@openings_option
@jobs_option
@json_option
@seed_option
@click.option(
    "--name", "event", metavar="NAME", help="Of the match.  [default: by revisions and seed]"
)
def compare(
    *, a: str, b: str, name: str, games: int, sprt: str, limit: str, spec: str, openings: str,
    jobs: int, seed: int, event: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Play GAME between two revisions of kishi, built side by side: is A stronger?

    A revision is what git calls one (a commit, a branch, a tag), or . for the work tree as it is.
    Each is built once, under KISHI_HOME/builds, and plays as an engine over USI or GTP. Ctrl-C at
    any time loses nothing: the same command goes on. A line is printed for the body of a commit.
    """
    of, test, say = game(name), parse_sprt(sprt), words()
    conditions = conditions_of(of, {}, limit, openings, seed)
    repository = Repository.around(Path.cwd())
    revisions = [repository.revision(text) for text in (a, b)]
    console = Console(highlight=False, stderr=as_json)
    games = whole_pairs(games, console)
    for text, revision in zip((a, b), revisions, strict=True):
        told = say("t_revision", text=text, name=revision.name, folder=revision.folder)
        console.print(told, soft_wrap=True)
        build(repository, revision, console)
    pairing = Pairing(*(r.player(of, spec, conditions.limit) for r in revisions))
    must_start(of, pairing)
    settings = {**conditions.settings, "players": [str(pairing.a), str(pairing.b)]}
    names = (revisions[0].name, revisions[1].name)
    title = event or "-".join(["compare", of.name, *(r.tree[:8] for r in revisions), str(seed)])
    again = shlex.join(["kishi", *sys.argv[1:]])
    expect_many_games()
    with Store.open() as store:
        kept = store.event(title, "match", of.name, settings)
        contest = Contest(conditions, [pairing], games, store, kept)
        match = Match(contest, pairing, test, as_json, names, again)
        match.play(jobs, None)
    if not as_json:
        click.echo(say("t_for_commit", line=match.line))


def build(repository: Repository, revision: Revision, console: Console) -> None:
    """Build the revision if that was never done, and say so."""
    if revision.built:
        return
    say, name = words(), revision.name
    helped = say("t_with_ccache") if has_ccache() else say("t_without_ccache")
    console.print(say("t_building", name=name), helped, soft_wrap=True)
    began = time.monotonic()
    with Progress(console) as progress:

        def tell(done: int, files: int) -> None:
            passed = time.monotonic() - began
            left = duration(passed / done * (files - done)) if done else "?"
            line = say("t_files_of", name=name, n=done, all=files, left=left)
            progress.show(lambda: line, lambda: line)

        repository.build(revision, tell)
    took = duration(time.monotonic() - began)
    console.print(say("t_built", name=name, time=took))
