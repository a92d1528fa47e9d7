"""`kishi tournament`: many players, one table."""

import json
import shlex
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from ..arena.chance import key
from ..arena.conduct import cpu_text
from ..arena.contest import Contest, must_start, resolve
from ..arena.tournament import Crosstable, pairings, stored_tables
from ..cluster import open_cluster
from ..core import Spec, game
from ..errors import BadInput, PlayerFailed
from ..locale import ENGLISH, Words
from ..store import Event, Store
from .completing import game_names, player_texts
from .conditions import (
    computer_spec,
    condition_options,
    conditions_of,
    expect_many_games,
    limit_option,
    repeats_told,
    seed_option,
    whole_pairs,
)
from .language import words
from .match import conditions_text
from .terminal.progress import Pace, Progress
from .terminal.tables import plain_table, span_text


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.argument("players", nargs=-1, metavar="A B C ...", shell_complete=player_texts)
@click.option("--games", type=click.IntRange(1, 10**7), default=20, show_default=True,
              help="For each pairing; half of them with each side first.")  # fmt: skip
@click.option("--gauntlet", is_flag=True, help="A against each of the others, not all against all.")
@limit_option
@condition_options
@seed_option
@click.option("--name", "event", metavar="NAME", help="Begin, or go on with, the tournament NAME.")
def tournament(
    *, name: str, players: tuple[str, ...], games: int, gauntlet: bool, limit: str, openings: str,
    jobs: int, cluster: str | None, seed: int, event: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Play a tournament of A, B, C, ... and print its table with ratings.

    The same command goes on where it was stopped; so does `kishi tournament GAME --name NAME`
    alone. No game is played or counted twice. Ratings are in Elo; `random` is 0 where it plays.
    """
    of = game(name)
    expect_many_games()
    with Store.open() as store:
        if event is not None and not players:
            settings = found(store, event, of.name).settings
            players, games = tuple(settings["players"]), settings["games"]
            limit, openings, seed = (settings[k] for k in ("limit", "openings", "seed"))
            gauntlet = settings["gauntlet"]
        games = whole_pairs(games, Console(highlight=False, stderr=as_json))
        specs, weights = resolve(of, [computer_spec(of, text) for text in players])
        pairs = pairings(specs, gauntlet=gauntlet)
        if cluster is None:
            must_start(of, specs)
        conditions = conditions_of(of, weights, limit, openings, seed)
        texts = [str(spec) for spec in specs]
        settings = {**conditions.settings, "games": games, "gauntlet": gauntlet, "players": texts}
        title = event or f"tournament-{key(of.name, json.dumps(settings)):016x}"
        kept = store.event(title, "tournament", of.name, settings)
        contest = Contest(conditions, pairs, games, store, kept)
        Tournament(contest, specs, as_json).play(jobs, cluster)


def found(store: Store, name: str, of: str) -> Event:
    event = store.find_event(name)
    if event is None or event.kind != "tournament" or event.game != of:
        raise BadInput(f"there is no {of} tournament '{name[:60]}' to go on with: name its players")
    return event


@dataclass
class Tournament:
    """A tournament under way, and what is shown of it."""

    contest: Contest
    players: list[Spec]
    as_json: bool
    table: Crosstable = field(init=False)
    pace: Pace = field(default_factory=Pace)
    words: Words = field(init=False)  # JSON is the same in every language

    def __post_init__(self) -> None:
        self.words = ENGLISH if self.as_json else words()
        self.table = self.stored_table()

    @property
    def _all(self) -> int:
        return self.contest.all_games

    def play(self, jobs: int, address: str | None) -> None:
        """Play it to its end and print the table; the table so far at Ctrl-C."""
        console = Console(highlight=False, stderr=self.as_json)
        try:
            self.run(console, jobs, address)
        except PlayerFailed:
            self._report()
            raise
        except KeyboardInterrupt:
            self._report()
            self._say_how_to_go_on(console)
            raise
        self._report()

    def run(self, console: Console, jobs: int, address: str | None) -> None:
        """Play the games that are missing."""
        native = self.contest.conditions.native(self.contest.pairings)
        if not self.as_json or console.is_terminal:
            console.print(self._heading(), soft_wrap=True, markup=False)
            for line in repeats_told(self.contest, self.words):
                console.print(line, soft_wrap=True, markup=False)
        with (
            Progress(console) as progress,
            closing(open_cluster(jobs, address, native=native)) as cluster,
            closing(self.contest.play(cluster)) as batches,
        ):
            for batch in batches:
                self.table.add(batch.pairing, batch.games, batch.efforts)
                self.pace.games += len(batch.games)
                progress.show(self._table, self._line)

    def stored_table(self) -> Crosstable:
        """From the store, not from memory: another process may have played some of the games."""
        playing = [player.identity for player in self.players]
        return stored_tables(self.contest.store, [self.contest.event], playing)[0]

    def _heading(self) -> str:
        event, players = self.contest.event, self.words("t_n_players", n=len(self.players))
        told = conditions_text(self.contest, self._all, self.words)
        return f"{event.name}: {event.game}, {players}, {told}"

    def _line(self) -> str:
        left = self._all - self.table.games
        told = "".join(f"; {line}" for line in forfeits(self.table, self.words))
        played = self.words("t_different_games", n=self.table.games, all=self._all)
        return f"{played}; {self.pace.text(left, self.words)}{told}"

    def _table(self) -> Table:
        table = table_of(self.table, self.words)
        table.caption = self._line()
        return table

    def _report(self) -> None:
        final = self.stored_table()
        if self.as_json:
            click.echo(json.dumps(self._json(final), indent=1))
            return
        if self.pace.games:
            seconds = f"{self.pace.seconds:.2f}"
            click.echo(self.words("t_played_in", games=self.pace.games, seconds=seconds))
        console = Console(highlight=False)
        width = None if console.is_terminal else 40 + 16 * len(self.players)
        Console(highlight=False, width=width).print(table_of(final, self.words))
        if (ratings := final.ratings()) is not None:
            value, low, high = (f"{x:+.0f}" for x in ratings.advantage)
            click.echo(self.words("t_first_move", value=value, low=low, high=high))
        for line in forfeits(final, self.words):
            click.echo(self.words("t_forfeits_line", told=line))

    def _json(self, table: Crosstable) -> dict[str, Any]:
        event, words = self.contest.event, self.words
        told = (words("t_forfeits_line", told=line) for line in forfeits(table, words))
        return {
            "name": event.name, "game": event.game, "settings": dict(event.settings),
            "games": table.games, **table.as_dict(),
            "warnings": [*repeats_told(self.contest, self.words), *told],
        }  # fmt: skip

    def _say_how_to_go_on(self, console: Console) -> None:
        event = self.contest.event
        command = shlex.join(["kishi", "tournament", event.game, "--name", event.name])
        console.print(self.words("t_go_on", command=command), soft_wrap=True, markup=False)


def table_of(crosstable: Crosstable, words: Words) -> Table:
    """A row for each player, the strongest first; cells are points of games."""
    ratings = crosstable.ratings()
    ranking = crosstable.ranking(ratings)
    table = plain_table(words, "", "player", "elo", "interval_head", "cpu_a_move", "score")
    for number in range(1, len(ranking) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, player in enumerate(ranking, 1):
        total = crosstable.total(player)
        elo, span = "", ""
        if ratings and player in ratings.players:
            value, low, high = ratings.rating(player)
            elo, span = f"{value:+.0f}", span_text(words, low, high)
        cells = [cell(crosstable, player, other) for other in ranking]
        cpu = cpu_text(crosstable.conduct.effort(player))
        table.add_row(str(number), player, elo, span, cpu, f"{total.fraction:.1%}", *cells)
    return table


def forfeits(crosstable: Crosstable, words: Words) -> list[str]:
    texts = {player: crosstable.conduct.text(player, words) for player in crosstable.players}
    return [words("t_lost", name=player, forfeits=text) for player, text in texts.items() if text]


def cell(crosstable: Crosstable, player: str, other: str) -> str:
    score = crosstable.score(player, other)
    if player == other or not score.games:
        return "-"
    return f"{score.wins + score.draws / 2:g}/{score.games}"
