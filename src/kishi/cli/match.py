"""`kishi match`: which of two players is stronger, and how sure are we?"""

import json
import secrets
import shlex
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from ..arena.compare import HeadToHead, PlayedBatch
from ..arena.conduct import Conduct, effort_text, unequal
from ..arena.contest import Conditions, Contest, Pairing, PairingGames, must_start, resolve
from ..arena.distinct import DistinctGames, few_differ
from ..arena.match import MatchResult
from ..arena.names import shown
from ..arena.sprt import Sprt
from ..cluster import open_cluster
from ..core import game
from ..errors import BadInput, PlayerFailed
from ..locale import ENGLISH, Words
from ..store import Store
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
from .terminal.progress import Pace, Progress, short


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.argument("a", shell_complete=player_texts)
@click.argument("b", shell_complete=player_texts)
@click.option("--games", type=click.IntRange(1, 10**7), default=100, show_default=True)
@limit_option
@condition_options
@click.option(
    "--sprt", metavar="ELO0,ELO1", help="Stop when it is clear that A is better by ELO0 or ELO1."
)
@seed_option
@click.option("--name", "event", metavar="NAME", help="Begin, or go on with, the match NAME.")
def match(
    *, name: str, a: str, b: str, games: int, limit: str, openings: str, jobs: int,
    cluster: str | None, sprt: str | None, seed: int, event: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Play games between A and B: pairs from the same opening, each side once each.

    A and B are players that `kishi players` lists. Every game goes to the store; `kishi report`
    shows them. The last line printed is: SCORE A B: wins draws losses score elo low high.
    """
    of = game(name)
    expect_many_games()
    games = whole_pairs(games, Console(highlight=False, stderr=as_json))
    players, weights = resolve(of, [computer_spec(of, a), computer_spec(of, b)])
    pairing = Pairing(*players)
    test = parse_sprt(sprt) if sprt else None
    with Store.open() as store:
        known = store.find_event(event) if event else None
        if known and not _is_typed("seed"):
            seed = known.settings.get("seed", seed)
        conditions = conditions_of(of, weights, limit, openings, seed)
        if cluster is None:
            must_start(of, players)
        title = event or f"match-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.randbits(32):08x}"
        settings = {**conditions.settings, "players": [str(pairing.a), str(pairing.b)]}
        kept = store.event(title, "match", of.name, settings)
        contest = Contest(conditions, [pairing], games, store, kept)
        Match(contest, pairing, test, as_json).play(jobs, cluster)


def _is_typed(option: str) -> bool:
    """Has somebody said so, or is it the default?"""
    source = click.get_current_context().get_parameter_source(option)
    return source is not click.core.ParameterSource.DEFAULT


def parse_sprt(text: str) -> Sprt:
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
        return Sprt(elo0, elo1)
    except ValueError:
        raise BadInput(f"--sprt is two numbers such as 0,5; got '{text[:60]}'") from None


@dataclass
class Match:
    """A match under way, and what is shown of it."""

    contest: Contest
    pairing: Pairing
    sprt: Sprt | None
    as_json: bool
    names: tuple[str, str] | None = None  # to show, where the players' own say too much
    again: str = ""  # the command that goes on with it, where that is not `kishi match`
    more: Mapping[str, Any] = field(default_factory=dict)  # for the JSON
    match: HeadToHead = field(init=False)
    conduct: Conduct[int] = field(init=False)  # of a (0) and b (1)
    distinct: DistinctGames = field(init=False)
    pace: Pace = field(default_factory=Pace)
    words: Words = field(init=False)  # JSON is the same in every language

    def __post_init__(self) -> None:
        self.words = ENGLISH if self.as_json else words()
        self.match = HeadToHead(self.contest.games_of(self.pairing), self.sprt)
        self.distinct = DistinctGames(
            self.pairing.a.identity == self.pairing.b.identity, self.contest.repeats(self.pairing)
        )
        self.distinct.add(self.contest.stored(self.pairing))
        played = self.contest.played(self.pairing)
        self.match.add(PlayedBatch([*played.keys()], [*played.values()]))
        self.conduct = self.contest.conduct(self.pairing)

    def play(self, jobs: int, address: str | None) -> None:
        native = self.contest.conditions.native([self.pairing])
        console = Console(highlight=False, stderr=self.as_json)
        if not self.as_json or console.is_terminal:
            console.print(self._heading(), soft_wrap=True, markup=False)
            for line in repeats_told(self.contest, self.words):
                console.print(line, soft_wrap=True, markup=False)
        try:
            with (
                Progress(console) as progress,
                closing(open_cluster(jobs, address, native=native)) as cluster,
                closing(self.contest.play(cluster)) as batches,
            ):
                for batch in self.match.until_decided(map(self._noted, batches)):
                    self.pace.games += len(batch.numbers)
                    progress.show(self._table, self._line)
        except PlayerFailed:
            self._report()
            raise
        except KeyboardInterrupt:
            self._report()
            self._say_how_to_go_on(console)
            raise
        self._report()

    def _noted(self, played: PairingGames) -> PlayedBatch:
        self.conduct.add((0, 1), played.games, played.efforts)
        self.distinct.add(played.games)
        return PlayedBatch(played.games.numbers, played.games.verdicts)

    def result(self) -> MatchResult:
        return self.match.result(*(self.names or self._shown()))

    def _shown(self) -> tuple[str, str]:
        names = shown(player.identity for player in self.pairing)
        return names[self.pairing.a.identity], names[self.pairing.b.identity]

    @property
    def line(self) -> str:
        """What it says in one line, for the body of a commit."""
        settings, result = self.contest.event.settings, self.result()
        limit = settings["limit"] or "the players' own limits"
        said = f"{self.contest.event.game} at {limit}, {result.a} - {result.b}: {result.summary}"
        if self.sprt and (test := result.test):
            bounds = f"{test.lower:+.2f} to {test.upper:+.2f}"
            said += f", SPRT {self.sprt.elo0:g},{self.sprt.elo1:g} {test.decision}"
            said += f" (LLR {test.llr:+.2f} in {bounds})"
        spent = (f"{1000 * self.conduct.effort(side).cpu_a_move:.3g}" for side in (0, 1))
        said += f"; CPU {' and '.join(spent)} ms a move"
        said += "".join(f"; {told}" for told in self._forfeits(result))
        return f"{said}; openings {settings['openings']}, seed {settings['seed']}"

    def _heading(self) -> str:
        players = " - ".join(self.names or map(str, self.pairing))
        told = conditions_text(self.contest, self.contest.games_of(self.pairing), self.words)
        return f"{self.contest.event.game}: {players}, {told}"

    def _line(self) -> str:
        result, left = self.result(), self.match.left
        score = result.score
        counts = f"+{score.wins} ={score.draws} -{score.losses}"
        elo = _elo(result, self.words)
        line = self.words("t_so_far", games=score.games, counts=counts, elo=elo)
        line += f", LLR {result.test.llr:+.2f}" if result.test else ""
        line += "".join(f"; {told}" for told in self._forfeits(result))
        return f"{line}; {self.pace.text(left, self.words)}"

    def _table(self) -> Table:
        table = self._table_of(self.result())
        table.add_row(self.words("t_pace"), self.pace.text(self.match.left, self.words))
        return table

    def _table_of(self, result: MatchResult) -> Table:
        table, words = table_of(result, self.words), self.words
        for side, name in enumerate((result.a, result.b)):
            cost = effort_text(self.conduct.effort(side), words)
            table.add_row("" if side else words("t_a_move"), f"{name}: {cost}")
        games = words("t_different_games", n=f"{self._distinct:,}", all=f"{self._played:,}")
        table.add_row(words("t_different"), games)
        for place, told in enumerate(self._forfeits(result)):
            table.add_row("" if place else words("t_forfeits"), told)
        return table

    def _forfeits(self, result: MatchResult) -> list[str]:
        names = enumerate((result.a, result.b))
        texts = [(name, self.conduct.text(side, self.words)) for side, name in names]
        return [self.words("t_lost", name=name, forfeits=text) for name, text in texts if text]

    def _warnings(self, result: MatchResult) -> list[str]:
        """What whoever reads the result must know."""
        names, efforts = (result.a, result.b), (self.conduct.effort(0), self.conduct.effort(1))
        told = [self.words("t_forfeits_line", told=line) for line in self._forfeits(result)]
        told += repeats_told(self.contest, self.words)
        repeated = few_differ(self._distinct, self._played, self.words)
        return [line for line in (*told, repeated, unequal(names, efforts, self.words)) if line]

    @property
    def _played(self) -> int:
        """Games that count: none after the pair that decided the test."""
        return self.match.standing.games

    @property
    def _distinct(self) -> int:
        return min(self.distinct.count(), self._played)

    def _report(self) -> None:
        result = self.result()
        if self.as_json:
            click.echo(json.dumps(self._json(result), indent=1))
            return
        console = Console(highlight=False)
        if self.pace.games:
            seconds, rate = f"{self.pace.seconds:.2f}", short(self.pace.rate)
            click.echo(self.words("t_played", games=self.pace.games, seconds=seconds, rate=rate))
        console.print(self._table_of(result))
        for warning in self._warnings(result):
            click.echo(warning)
        click.echo(result.line)

    def _json(self, result: MatchResult) -> dict[str, Any]:
        event = self.contest.event
        a, b = (player.identity._asdict() for player in self.pairing)
        return {
            "name": event.name, "game": event.game, "settings": dict(event.settings),
            "players": {"a": a, "b": b}, "played_now": self.pace.games,
            "seconds": self.pace.seconds, **result.as_dict(),
            "effort": {side: self.conduct.effort(at).as_dict() for at, side in enumerate("ab")},
            "forfeits": {side: self.conduct.counts(at) for at, side in enumerate("ab")},
            "distinct_games": self._distinct,
            "warnings": self._warnings(result), **self.more,
        }  # fmt: skip

    def _say_how_to_go_on(self, console: Console) -> None:
        say = partial(console.print, soft_wrap=True, highlight=False, markup=False)
        say(self.words("t_go_on", command=self.again or self._command()))

    def _command(self) -> str:
        conditions: Conditions = self.contest.conditions
        command = ["kishi", "match", conditions.game.name, str(self.pairing.a), str(self.pairing.b)]
        command += ["--games", str(self.contest.games), "--name", self.contest.event.name]
        settings = conditions.settings
        command += ["--limit", settings["limit"]] if settings["limit"] else []
        command += ["--openings", settings["openings"]]
        command += ["--sprt", f"{self.sprt.elo0:g},{self.sprt.elo1:g}"] if self.sprt else []
        return shlex.join(command)


def conditions_text(contest: Contest, games: int, words: Words) -> str:
    """`100 games, limit 1s, openings balanced, seed 1`"""
    settings = contest.event.settings
    return words(
        "t_conditions", games=games, limit=settings["limit"] or words("t_own_limits"),
        openings=settings["openings"], seed=settings["seed"],
    )  # fmt: skip


def table_of(result: MatchResult, words: Words) -> Table:
    """The match as a table of two columns."""
    score, fraction = result.score, result.fraction
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_row(words("t_players"), words("t_against", a=result.a, b=result.b))
    counts = f"{score.games}: +{score.wins} ={score.draws} -{score.losses}"
    table.add_row(words("t_games"), counts)
    shares = {name: f"{getattr(fraction, name):.2%}" for name in ("value", "low", "high")}
    table.add_row(words("t_score"), words("t_interval", **shares))
    table.add_row("Elo", _elo(result, words))
    table.add_row(words("t_stronger"), words("t_likely", share=f"{result.superiority:.2%}"))
    pairs = " ".join(map(str, result.pairs.counts))
    table.add_row(words("t_pairs"), words("t_pairs_brought", counts=pairs))
    if test := result.test:
        llr, low, high = (f"{x:+.2f}" for x in (test.llr, test.lower, test.upper))
        text = words("t_sprt", llr=llr, low=low, high=high, decision=test.decision)
        table.add_row("SPRT", text)
    return table


def _elo(result: MatchResult, words: Words) -> str:
    value, low, high = (f"{x:+.1f}" for x in result.elo)
    return words("t_interval", value=value, low=low, high=high)
