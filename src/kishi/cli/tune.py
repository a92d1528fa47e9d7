"""`kishi tune`: better values for the parameters of a game's search, by games."""

import json
import shlex
import sys
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

import click
from rich.console import Console, Group

from ..arena.chance import key
from ..arena.contest import Contest, Pairing, resolve
from ..arena.sprt import Sprt
from ..cluster import open_cluster
from ..core import Game, game
from ..errors import BadInput
from ..locale import ENGLISH, Words
from ..players.registry import NAME
from ..store import Store
from ..tuning.parameters import Parameter, declared
from ..tuning.plan import TuningPlan
from ..tuning.run import KeptTuning, at_work
from .completing import game_names
from .conditions import (
    LIMIT_HELP,
    condition_options,
    conditions_of,
    expect_many_games,
    seed_option,
    whole_pairs,
)
from .language import words
from .match import Match, parse_sprt
from .terminal.progress import Pace, Progress
from .terminal.tables import plain_table
from .tune_report import Report, report_of

COLUMNS = ("parameter", "declared", "low", "high", "step")


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.option("--list", "listing", is_flag=True, help="Only list the parameters.")
@click.option("--parameters", metavar="A,B,...", help="Which to tune.  [default: all]")
@click.option(
    "--screen", is_flag=True, help="Which of them matter: a screening design instead of SPSA."
)
@click.option("--beyond", type=click.FloatRange(0), default=2.0, show_default=True,
              help="Of a screening: standard errors from which on an effect is believed.")  # fmt: skip
@click.option("--iterations", type=click.IntRange(1, 10**6), default=1000, show_default=True)
@click.option("--games", type=click.IntRange(2, 10**5), default=16, show_default=True,
              help="Of an iteration.")  # fmt: skip
@click.option("--limit", metavar="TEXT", default="nodes=2000", show_default=True, help=LIMIT_HELP)
@condition_options
@seed_option
@click.option(
    "--name", "run", metavar="NAME", help="Of the run.  [default: tune-GAME-SEED, screen-GAME-SEED]"
)
@click.option("--verify", type=click.IntRange(0, 10**7), default=2000, show_default=True,
              help="Games at most of the values found against those declared; 0: none.")  # fmt: skip
@click.option("--sprt", metavar="ELO0,ELO1", default="0,5", show_default=True,
              help="The test that ends those games earlier.")  # fmt: skip
def tune(
    *, name: str, listing: bool, parameters: str | None, screen: bool, beyond: float, iterations: int,
    games: int, limit: str, openings: str, jobs: int, cluster: str | None, seed: int, run: str | None,
    verify: int, sprt: str, as_json: bool,
) -> None:  # fmt: skip
    """Tune the parameters of GAME's search by SPSA: games between two sets of values move them.

    --screen asks first which of many parameters matter: each pair of games moves all of them a step up or
    down, and the effect of each is told in Elo with its standard error.

    Ctrl-C at any time loses nothing: the same command goes on, and under a limit of nodes or depth
    comes to the same values as if it had not been stopped. At the end the values found play those
    declared, and what to write into the body of a commit is printed.
    """
    of, test = game(name), parse_sprt(sprt)
    wanted = declared(of, parameters.split(",") if parameters else ())
    if listing:
        _list(wanted)
        return
    run = run or f"{'screen' if screen else 'tune'}-{of.name}-{seed}"
    console = Console(highlight=False, stderr=as_json)
    games, verify = whole_pairs(games, console), whole_pairs(verify, console)
    plan = _plan(of, wanted, iterations, games, limit, openings, seed, run, screen)
    expect_many_games()
    with at_work(run, plan) as kept:
        report = report_of(kept, beyond)
        TuningScreen(kept, report, run, console).watch(jobs, cluster)
        if verify and report.values():
            match = f"{run}-{beyond:g}" if screen else run  # another bound, other values
            _verify(of, kept, report, match, verify, test, as_json, jobs, cluster)
        elif as_json:
            click.echo(json.dumps(_json(kept, report), indent=1))
        else:
            _tell(report, report.line())


def _list(parameters: tuple[Parameter, ...]) -> None:
    table = plain_table(words(), *COLUMNS)
    for parameter in parameters:
        table.add_row(*map(str, parameter))
    Console(highlight=False).print(table)


def _tell(report: Report, line: str) -> None:
    click.echo(words()("t_for_commit", line=line))
    if report.player:
        click.echo(report.player)


def _plan(
    of: Game, wanted: tuple[Parameter, ...], iterations: int, games: int, limit: str, openings: str,
    seed: int, run: str, screen: bool,
) -> TuningPlan:  # fmt: skip
    if not NAME.fullmatch(run):
        raise BadInput(f"a name is letters, digits, - . and _, at most 60; got '{run[:60]}'")
    settings = conditions_of(of, {}, limit, openings, seed).settings
    if not settings["limit"]:
        raise BadInput(f"tuning needs a --limit: {LIMIT_HELP}")
    if screen and (pairs := iterations * games // 2) < 2 * len(wanted):
        raise BadInput(
            f"a screening of {len(wanted)} parameters needs twice as many pairs of games, and these are "
            f"{pairs}: more --iterations or --games, or fewer --parameters"
        )
    return TuningPlan(
        of.name, wanted, iterations, games, settings["limit"], settings["openings"], seed, screen
    )


def _verify(
    of: Game, kept: KeptTuning, report: Report, run: str, games: int, test: Sprt, as_json: bool,
    jobs: int, cluster: str | None,
) -> None:  # fmt: skip
    """The values found against those declared, from openings that tuning has not drawn."""
    plan = kept.tuning.plan
    found = report.values()
    values = (
        [found.get(p.name, p.value) for p in plan.parameters],
        [p.value for p in plan.parameters],
    )
    players, weights = resolve(of, [plan.box.player(of, v) for v in values])
    seed = key("verify", plan.seed) % 2**32
    conditions = conditions_of(of, weights, plan.limit, plan.openings, seed)
    settings = {**conditions.settings, "players": [str(p) for p in players]}
    with Store.open() as store:
        pairing, event = Pairing(*players), store.event(run, "match", of.name, settings)
        contest = Contest(conditions, [pairing], games, store, event)
        say = ENGLISH if as_json else words()
        sides = say("t_tuned"), say("t_declared")
        more = {"tuning": _json(kept, report)}
        match = Match(contest, pairing, test, as_json, sides, command(), more)
        match.play(jobs, cluster)
    if not as_json:
        _tell(report, f"{report.line()}; {match.line}")


@dataclass
class TuningScreen:
    """A run under way, and what is shown of it."""

    kept: KeptTuning
    report: Report
    name: str
    console: Console
    pace: Pace = field(default_factory=Pace)
    words: Words = field(default_factory=words)

    def watch(self, jobs: int, address: str | None) -> None:
        tuning = self.kept.tuning
        plan = tuning.plan
        self._say(
            "t_tuning", name=self.name, game=plan.game, n=len(plan.parameters),
            iterations=plan.iterations, games=plan.games, limit=plan.limit,
            openings=plan.openings, seed=plan.seed,
        )  # fmt: skip
        if self.kept.done:
            self._say("t_after_iteration", n=self.kept.done)
        try:
            with (
                Progress(self.console) as progress,
                closing(open_cluster(jobs, address, native=True)) as cluster,
                closing(self.kept.iterations(cluster)) as iterations,
            ):
                for score in iterations:
                    self.pace.games += score.games
                    progress.show(self._table, self._line)
        except KeyboardInterrupt:
            self._say("t_iterations_kept", command=command())
            raise
        self.console.print(self._table())

    def _line(self) -> str:
        return f"{self._done()}; {self.report.news()}; {self._pace()}"

    def _table(self) -> Group:
        table = plain_table(self.words, *self.report.columns)
        for row in self.report.rows():
            table.add_row(*row)
        done = f"{self._done()}; {self._pace()}" if self.pace.games else self._done()
        return Group(table, *filter(None, [self.report.remark(self.words)]), done)

    def _done(self) -> str:
        iterations = self.kept.tuning.plan.iterations
        return self.words("t_iteration_of", n=self.kept.done, all=iterations)

    def _pace(self) -> str:
        plan = self.kept.tuning.plan
        return self.pace.text((plan.iterations - self.kept.done) * plan.games, self.words)

    def _say(self, key: str, **values: object) -> None:
        self.console.print(self.words(key, **values), soft_wrap=True, markup=False)


def command() -> str:
    return shlex.join(["kishi", *sys.argv[1:]])


def _json(kept: KeptTuning, report: Report) -> dict[str, Any]:
    return {**asdict(kept.tuning.plan), **report.details(), "line": report.line()}
