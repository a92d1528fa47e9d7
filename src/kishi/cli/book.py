"""`kishi book`: opening books grown, listed and looked into."""

import json
import shlex
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from .. import __version__
from ..arena.book_growth import BookGrower
from ..arena.limits import limit_text, parse_limit
from ..cluster import open_cluster
from ..core import Game, Limit, Record, Spec, game
from ..errors import BadInput
from ..games import facts_of
from ..players import identified, repeats
from ..players.book import MOST_POSITIONS, Book, book_named, read_book
from ..players.book_files import (
    AUTO,
    book_names,
    file_of,
    find_book,
    is_shipped,
    own_file,
    read_file,
    write_file,
)
from ..players.registry import must_be_word
from .completing import game_names, names_of_books
from .conditions import computer_spec, jobs_option, player_option
from .language import words
from .numbers import Integer
from .position import about_a_position
from .terminal.progress import Counting
from .terminal.tables import plain_table

SAVE_SECONDS = 60  # at least between two times that a growing book is written


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="The list as JSON.")
@click.pass_context
def book(context: click.Context, as_json: bool) -> None:
    """Opening books: grow one by self-play, or look a position up in one.

    Without a command, the list of books: your own, and what ships with kishi. A player plays from one when
    it is asked to: `level:10,book=auto`, `search:book=NAME`.
    """
    if context.invoked_subcommand is not None:
        return
    listed = [about_file(file_of(name)) for name in book_names()]
    if as_json:
        click.echo(json.dumps(listed))
        return
    table = plain_table(words(), "name", "game", "positions", "player", "limit")
    for row in listed:
        size = f"{int(row['positions']):,}"
        table.add_row(row["name"], row["game"], size, row["player"], row["limit"])
    Console(highlight=False).print(table)


def about_file(file: Path) -> dict[str, Any]:
    """What the file tells of its book."""
    found = read_file(file)
    size = len(found.weights.arrays.get("parent", ()))
    known = {name: found.origin.get(name, "") for name in ("player", "limit", "command", "weights")}
    return {"name": found.name, "game": found.weights.game, "id": found.weights.id,
            "positions": size, **known}  # fmt: skip


@book.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.option("--name", "title", metavar="NAME", help="Of the book.  [default: my-GAME]")
@click.option("--positions", type=Integer(1, MOST_POSITIONS), default=1000, show_default=True,
              help="How many it shall have in all.")  # fmt: skip
@player_option("Who searches: the player search, without noise.", default="search:hash=16,lines=4")
@click.option("--limit", default="nodes=300000", show_default=True,
              help="For each position: nodes=N or depth=N.")  # fmt: skip
@jobs_option
def grow(
    *, name: str, title: str | None, positions: int, spec: str, limit: str, jobs: int
) -> None:  # fmt: skip
    """Grow an opening book of GAME, best first, from the start and the balanced openings.

    Each position is searched for its best moves; the positions after those by which both sides lose least
    come next. Ctrl-C loses nothing: the same command goes on, and comes to the same book as if it had not
    been stopped; with more --positions it grows on. There is no chance in it, so there is no seed.
    """
    of = game(name)
    title = title or f"my-{of.name}"
    must_be_title(title)
    searcher = searcher_of(of, spec, bound := parse_limit(limit))
    growing = Growing(of, own_file(title), searcher, bound)
    growing.grow(positions, jobs)
    told = f"level:10,book={title}"
    click.echo(words()("t_play_it", command=f"kishi play {of.name} --second {told}"))


def must_be_title(title: str) -> None:
    must_be_word(title)
    if title == AUTO:
        raise BadInput(f"'{AUTO}' means the game's own book: choose another name")
    if is_shipped(title):
        raise BadInput(f"'{title}' ships with kishi: choose another name")


def searcher_of(of: Game, text: str, limit: Limit) -> Spec:
    """The player, with the ids of its weights; it must come to the same again, and tell moves apart."""
    spec = computer_spec(of, text)
    lines = spec.options.get("lines", 1)
    if spec.kind != "search" or not isinstance(lines, int) or lines < 2:
        raise BadInput(f"a book is grown by search:lines=N, N at least 2; got '{text[:60]}'")
    if not repeats(of, spec, limit):
        raise BadInput("a book is grown by a search without noise, book or clock: --limit nodes=N")
    made = identified(of, spec)
    made.player.close()
    return made.spec


class Growing:
    """A book in a file, and what makes it grow."""

    def __init__(self, of: Game, file: Path, searcher: Spec, limit: Limit) -> None:
        self._file = file
        self._grower = BookGrower(of, str(searcher), limit)
        self._made_with = {
            "player": str(searcher),
            "limit": limit_text(limit),
            "weights": "+".join(searcher.weights),
        }
        self._command = command()
        self._saved = self._read(of) if file.is_file() else None

    def _read(self, of: Game) -> Book:
        """What is there already, which must have been made in the same way."""
        found = read_file(self._file)
        told = {name: found.origin.get(name, "") for name in self._made_with}
        if found.weights.game != of.name or told != self._made_with:
            now = " ".join(filter(None, told.values()))
            raise BadInput(
                f"{self._file} is a book of {found.weights.game} by {now}: choose another --name"
            )
        self._grower.cpu_seconds = float(found.origin.get("cpu_seconds", 0))
        self._command = found.origin.get("command", self._command)
        return read_book(of, found.weights)

    def grow(self, positions: int, jobs: int) -> None:
        before = len(self._saved) if self._saved else 0
        if before >= positions:
            raise BadInput(f"{self._file} has {before:,} positions already: ask for more")
        if before:  # longer than the command it was begun by says
            self._command = command()
        console = Console(stderr=True, highlight=False)
        try:
            with (
                Counting(console, "t_book_positions", words(), before) as counting,
                closing(open_cluster(jobs, native=True)) as cluster,
            ):
                written = time.monotonic()
                for size in self._grower.grow(positions, cluster, self._saved):
                    counting.show(size, positions)
                    if time.monotonic() - written > SAVE_SECONDS:
                        self._write()
                        written = time.monotonic()
        except KeyboardInterrupt:
            if self._grower.growth.filled > before:
                self._write()
            console.print(words()("t_book_stopped", command=command()), soft_wrap=True)
            raise
        self._write()
        made, cpu = f"{self._grower.growth.filled:,}", f"{self._grower.cpu_seconds:.1f}"
        click.echo(words()("t_book_grown", n=made, cpu=cpu, file=self._file))

    def _write(self) -> None:
        about = {**self._made_with, "command": self._command, "made": f"kishi {__version__}",
                 "cpu_seconds": f"{self._grower.cpu_seconds:.1f}"}  # fmt: skip
        write_file(self._file, self._grower.book.weights(), about)


def command() -> str:
    return shlex.join(["kishi", *sys.argv[1:]])


@book.command()
@about_a_position
@click.option("--name", "title", metavar="NAME", default=AUTO, show_default=True,
              shell_complete=names_of_books, help="Which book; auto is the one of the game.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
def show(record: Record, title: str, as_json: bool) -> None:
    """What a book knows of a position: its moves, the best first, their worth and where they lead.

    A worth is for the side to move, in discs or whatever the game is counted in, and as a value in [-1, 1].
    """
    found, within = find_book(record.game, title), book_named(record.game, title)
    facts = {
        "name": found.name,
        "game": record.game.name,
        "id": found.weights.id,
        "positions": len(within),
        "plies": max(within.plies),
        "made": {n: found.origin[n] for n in MADE if n in found.origin},
        "position": str(record.position),
        "moves": known_moves(record, within),
    }
    if as_json:
        click.echo(json.dumps(facts))
    else:
        draw(facts)


MADE = ("command", "cpu_seconds", "weights", "made")


def known_moves(record: Record, within: Book) -> list[dict[str, Any]]:
    text, scale = record.game.move_text, facts_of(record.game).lead_scale
    return [
        {
            "move": text(known.move),
            "lead": round(known.worth.points / scale, 2) + 0.0,
            "value": round(known.worth.value, 4) + 0.0,
            "line": [text(m) for m in within.line(record.position, known.move)],
        }
        for known in within.moves(record.position)
    ]


def draw(facts: dict[str, Any]) -> None:
    console, say = Console(highlight=False), words()
    size = {"n": f"{facts['positions']:,}", "plies": facts["plies"]}
    console.print(say("t_book_of", name=facts["name"], game=facts["game"], **size), markup=False)
    for key, value in facts["made"].items():
        console.print(f"{key}: {value}", soft_wrap=True, markup=False)
    if not facts["moves"]:
        console.print(say("t_book_unknown"))
        return
    table = plain_table(say, "move")
    for column in ("lead", "value"):
        table.add_column(say(f"t_{column}"), justify="right")
    table.add_column(say("t_line"))
    for row in facts["moves"]:
        line = " ".join(row["line"][1:])
        table.add_row(row["move"], f"{row['lead']:+.1f}", f"{row['value']:+.3f}", line)
    console.print(table)
