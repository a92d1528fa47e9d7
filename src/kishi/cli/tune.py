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
from ..tuning.run import KeptTuning, TuningPlan, at_work
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

COLUMNS = ("parameter", "declared", "low", "high")


@click.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.option("--list", "listing", is_flag=True, help="Only list the parameters.")
@click.option("--parameters", metavar="A,B,...", help="Which to tune.  [default: all]")
@click.option("--iterations", type=click.IntRange(1, 10**6), default=1000, show_default=True)
@click.option("--games", type=click.IntRange(2, 10**5), default=16, show_default=True,
              help="Of an iteration.")  # fmt: skip
@click.option("--limit", metavar="TEXT", default="nodes=2000", show_default=True, help=LIMIT_HELP)
@condition_options
@seed_option
@click.option("--name", "run", metavar="NAME", help="Of the run.  [default: tune-GAME-SEED]")
@click.option("--verify", type=click.IntRange(0, 10**7), default=2000, show_default=True,
              help="Games at most of the values found against those declared; 0: none.")  # fmt: skip
@click.option("--sprt", metavar="ELO0,ELO1", default="0,5", show_default=True,
              help="The test that ends those games earlier.")  # fmt: skip
def tune(
    *, name: str, listing: bool, parameters: str | None, iterations: int, games: int, limit: str,
    openings: str, jobs: int, cluster: str | None, seed: int, run: str | None, verify: int, sprt: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Tune the parameters of GAME's search by SPSA: games between two sets of values move them.

    Ctrl-C at any time loses nothing: the same command goes on, and under a limit of nodes or depth
    comes to the same values as if it had not been stopped. At the end the values found play those
    declared, and what to write into the body of a commit is printed.
    """
    of, test = game(name), parse_sprt(sprt)
    wanted = declared(of, parameters.split(",") if parameters else ())
    if listing:
        table = plain_table(words(), *COLUMNS)
        for parameter in wanted:
            table.add_row(*map(str, parameter))
        Console(highlight=False).print(table)
        return
    run = run or f"tune-{of.name}-{seed}"
    console = Console(highlight=False, stderr=as_json)
    games, verify = whole_pairs(games, console), whole_pairs(verify, console)
    plan = _plan(of, wanted, iterations, games, limit, openings, seed, run)
    expect_many_games()
    with at_work(run, plan) as kept:
        TuningScreen(kept, run, console).watch(jobs, cluster)
        if verify:
            _verify(of, kept, run, verify, test, as_json, jobs, cluster)
        elif as_json:
            click.echo(json.dumps(_json(kept), indent=1))
        else:
            click.echo(words()("t_for_commit", line=line_of(kept)))


def _plan(
    of: Game, wanted: tuple[Parameter, ...], iterations: int, games: int, limit: str, openings: str,
    seed: int, run: str,
) -> TuningPlan:  # fmt: skip
    if not NAME.fullmatch(run):
        raise BadInput(f"a name is letters, digits, - . and _, at most 60; got '{run[:60]}'")
    settings = conditions_of(of, {}, limit, openings, seed).settings
    if not settings["limit"]:
        raise BadInput(f"tuning needs a --limit: {LIMIT_HELP}")
    return TuningPlan(
        of.name, wanted, iterations, games, settings["limit"], settings["openings"], seed
    )


def _verify(
    of: Game, kept: KeptTuning, run: str, games: int, test: Sprt, as_json: bool, jobs: int,
    cluster: str | None,
) -> None:  # fmt: skip
    """The values found against those declared, from openings that tuning has not drawn."""
    plan = kept.tuning.plan
    values = [p.best for p in kept.tuning.found()], [p.value for p in plan.parameters]
    players, weights = resolve(of, [plan.box.player(of, v) for v in values])
    seed = key("verify", plan.seed) % 2**32
    conditions = conditions_of(of, weights, plan.limit, plan.openings, seed)
    settings = {**conditions.settings, "players": [str(p) for p in players]}
    with Store.open() as store:
        pairing, event = Pairing(*players), store.event(run, "match", of.name, settings)
        contest = Contest(conditions, [pairing], games, store, event)
        say = ENGLISH if as_json else words()
        sides = say("t_tuned"), say("t_declared")
        match = Match(contest, pairing, test, as_json, sides, command(), {"tuning": _json(kept)})
        match.play(jobs, cluster)
    if not as_json:
        click.echo(words()("t_for_commit", line=f"{line_of(kept)}; {match.line}"))


@dataclass
class TuningScreen:
    """A run under way, and what is shown of it."""

    kept: KeptTuning
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
        if tuning.scores:
            self._say("t_after_iteration", n=len(tuning.scores))
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
        tuning = self.kept.tuning
        moved = ", ".join(str(p) for p in tuning.found())
        return f"{self._done()}; {moved}; {self._pace()}"

    def _table(self) -> Group:
        tuning = self.kept.tuning
        table = plain_table(self.words, *COLUMNS, "found", "error")
        for p, found in zip(tuning.plan.parameters, tuning.found(), strict=True):
            table.add_row(*map(str, p), str(found.best), f"± {found.error:.2g}")
        return Group(table, f"{self._done()}; {self._pace()}" if self.pace.games else self._done())

    def _done(self) -> str:
        tuning = self.kept.tuning
        return self.words("t_iteration_of", n=len(tuning.scores), all=tuning.plan.iterations)

    def _pace(self) -> str:
        tuning = self.kept.tuning
        left = tuning.plan.iterations * tuning.plan.games - tuning.games
        return self.pace.text(left, self.words)

    def _say(self, key: str, **values: object) -> None:
        self.console.print(self.words(key, **values), soft_wrap=True, markup=False)


def line_of(kept: KeptTuning) -> str:
    """What a run has found, for the body of a commit."""
    plan = kept.tuning.plan
    played = f"{plan.iterations} iterations of {plan.games} games at {plan.limit}, seed {plan.seed}"
    return f"SPSA, {played}: {', '.join(str(p) for p in kept.tuning.found())}"


def command() -> str:
    return shlex.join(["kishi", *sys.argv[1:]])


def _json(kept: KeptTuning) -> dict[str, Any]:
    tuning = kept.tuning
    found = [{**p._asdict(), "best": p.best} for p in tuning.found()]
    return {**asdict(tuning.plan), "found": found, "line": line_of(kept)}
