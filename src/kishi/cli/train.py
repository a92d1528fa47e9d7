"""`kishi train`: make a better player."""

import shlex
import sys
from contextlib import closing
from dataclasses import Field, dataclass, field, fields
from math import isnan
from typing import Any, cast

import click
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from ..core import Game, Position, Weights, game
from ..errors import BadInput
from ..players.trained import written
from ..renamed import SETTINGS, flag
from ..renamed import TRAINERS as OLD_TRAINERS
from ..store import Run, Store
from ..text_board import Drawing, Look
from ..training import PRESETS, TRAINERS, Step, Trainer, TrainingContext, runs
from ..training.evolution.evolve import Evolution
from ..training.measure import Measured, candidate_of, measure
from ..training.runs import NameTaken, RunRequest
from .completing import game_names
from .group import RenamingCommand, RenamingGroup
from .numbers import Integer, Real
from .terminal.maps import drawn_maps
from .terminal.progress import Pace, Progress, duration

BARS = "▁▂▃▄▅▆▇█"


class Methods(RenamingGroup):
    """The trainers."""

    noun, old_names = "the trainer", OLD_TRAINERS


@click.group(cls=Methods, subcommand_metavar="METHOD [OPTIONS]")
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.pass_context
def train(context: click.Context, name: str) -> None:
    """Train a player of GAME by METHOD; it is then `METHOD:NAME` wherever players are named.

    Ctrl-C at any time loses nothing: the same command with --resume goes on, and comes to the same
    result as if it had not been stopped. `kishi weights` lists what has been trained.
    """
    context.obj = game(name)


class TrainerCommand(RenamingCommand):
    """What every run has comes first in the help, then what the method has alone."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        common = {param.name for param in _common()}
        rows: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
        for param in self.get_params(ctx):
            if row := param.get_help_record(ctx):
                rows[param.name in (*common, "help")].append(row)
        for title, of_all in (("Every run", True), ("This method", False)):
            with formatter.section(title):
                formatter.write_dl(rows[of_all])


def command_of(trainer: type[Trainer]) -> click.Command:
    """The subcommand of a trainer: its dataclass's fields are its options."""

    @click.pass_context
    def run(context: click.Context, /, **given: Any) -> None:
        start(context, trainer, given)

    about = (trainer.__doc__ or "").split("\n\n")[0]
    params: list[click.Parameter] = [_option_of(f) for f in fields(cast(Any, trainer))]
    return TrainerCommand(
        trainer.method, callback=run, params=[*_common(), *params], help=about,
        old_names=SETTINGS.get(trainer.method, {}),
    )  # fmt: skip


def _common() -> list[click.Parameter]:
    return [
        click.Option(["--preset"], type=click.Choice(PRESETS), default=PRESETS[0], show_default=True,
                     help="How long: CPU time on one thread, roughly. faithful: as the write-up says."),
        click.Option(
            ["--name", "run_name"],
            metavar="NAME",
            help="Of the run and its weights.  [default: METHOD-GAME-SEED]",
        ),
        click.Option(["--seed"], type=Integer(0, 2**63 - 1), default=1, show_default=True,
                     help="For all chance: the same seed, the same weights."),
        click.Option(["--jobs"], type=Integer(1, 1024), default=1, show_default=True, help="Threads."),
        click.Option(["--cluster"], metavar="ADDRESS", help="Play on a Ray cluster; auto starts one here."),
        click.Option(["--resume"], is_flag=True,
                     help="Go on with the run of this name; it is longer with more --games (--rounds)."),
    ]  # fmt: skip


def _option_of(f: Field[Any]) -> click.Option:
    low, high, choices = (f.metadata[k] for k in ("low", "high", "choices"))
    kind: Any = click.Choice(choices) if choices else type(f.default)
    if low is not None:
        kind = (Integer if isinstance(f.default, int) else Real)(low, high)
    switch = isinstance(f.default, bool)
    about = f.metadata["about"]
    name = flag(f.name)
    return click.Option(
        [f"{name}/--no-{name[2:]}" if switch else name, f.name], type=None if switch else kind,
        default=f.default, show_default=True, help=f"{about[0].upper()}{about[1:]}.",
    )  # fmt: skip


def start(context: click.Context, trainer: type[Trainer], given: dict[str, Any]) -> None:
    asked = _asked(context, trainer, given)
    with Store.open() as store:
        run = runs.resume(store, asked) if given["resume"] else _begun(store, asked)
        # What goes on was begun by another command, which the weights are to tell.
        command = "" if given["resume"] else _command()
        with runs.at_work(
            store, run, threads=given["jobs"], cluster=given["cluster"], command=command
        ) as (made, run_context):
            Training(run_context, made).watch()


def _asked(context: click.Context, trainer: type[Trainer], given: dict[str, Any]) -> RunRequest:
    typed = {
        n: v
        for n, v in given.items()
        if context.get_parameter_source(n) is click.core.ParameterSource.COMMANDLINE
    }
    of = context.find_object(Game)
    assert of is not None  # the group has put it there
    return RunRequest(
        of,
        trainer,
        name=given["run_name"] or f"{trainer.method}-{of.name}-{given['seed']}",
        # A run that goes on keeps its own, unless somebody says which that is.
        seed=typed.get("seed") if given["resume"] else given["seed"],
        preset=typed.get("preset"),
        chosen={n: v for n, v in typed.items() if n in trainer.__dataclass_fields__},
    )


def _begun(store: Store, asked: RunRequest) -> Run:
    try:
        return runs.begin(store, asked)
    except NameTaken as taken:
        raise BadInput(f"{taken}: --resume goes on with it, or choose another --name") from None


def _command() -> str:
    return shlex.join(["kishi", *(a for a in sys.argv[1:] if a != "--resume")])


@dataclass
class Training:
    """A run under way, and what is shown of it."""

    run_context: TrainingContext
    trainer: Trainer
    console: Console = field(default_factory=lambda: Console(highlight=False))
    pace: Pace = field(default_factory=Pace)
    figures: dict[str, str] = field(default_factory=dict)  # each as it was last told
    history: dict[str, list[float]] = field(default_factory=dict)
    weights: Weights | None = None
    step: Step | None = None
    shown: Position | None = None

    def watch(self) -> None:
        name = self.run_context.run.name
        self._say(
            f"{name}: {self.run_context.game.name} by {self.run_context.run.trainer}, "
            f"seed {self.run_context.seed}"
        )
        log = self.run_context.log()
        if log:
            self._say(f"Going on after step {len(log)}, {log[-1]['games']:,} games.")
        elif isinstance(self.trainer, Evolution) and (
            more := self.trainer.beforehand(self.run_context)
        ):
            self._say(more)
        before = log[-1]["games"] if log else 0
        try:
            with (
                Progress(self.console) as progress,
                closing(self.trainer.run(self.run_context)) as steps,  # type: ignore[type-var]
            ):
                self.run_context.phases.watcher = lambda: progress.show(self._table, self._line)
                for step in steps:
                    self._take(step, before)
                    progress.show(self._table, self._line)
        except KeyboardInterrupt:
            self._say(f"Stopped; every finished step is stored. Go on with: {_command()} --resume")
            raise
        self._report()

    def _take(self, step: Step, before: int) -> None:
        self.step = step
        self.pace.games = step.games - before
        self.weights = step.weights or self.weights
        self.shown = step.position or self.shown
        self.figures |= figure_texts(step)
        for name, value in step.figures.items():
            self.history.setdefault(name, []).append(value)

    def _line(self) -> str:
        step, phase = self.step, self._phase()
        if step is None:
            return phase
        figures = ", ".join(f"{name} {text}" for name, text in figure_texts(step).items())
        return f"{phase}; {step.games:,} games ({step.done:.0%}), {figures}; {self.pace.speed}"

    def _phase(self) -> str:
        """What it is doing, and for how long: from the first second."""
        phases = self.run_context.phases
        return f"{phases.now}, about {duration(phases.left)} left"

    def _table(self) -> Group:
        step = self.step
        table = Table(show_header=False, box=None, pad_edge=False)
        table.add_row("phase", self._phase())
        if step is not None:
            table.add_row("games", f"{step.games:,} of {step.games_in_all:,} ({step.done:.0%})")
            for name, text in self.figures.items():
                table.add_row(name, text, sparkline(self.history[name], 40))
            table.add_row("pace", self.pace.speed)
        maps = drawn_maps(self.weights) if self.weights else []
        return Group(table, *maps, *self._board())

    def _board(self) -> list[Text]:
        """The newest game, where the trainer shows one."""
        if self.shown is None:
            return []
        return Drawing(self.shown, Look(colour=not self.console.no_color)).lines()

    def _report(self) -> None:
        run_context = self.run_context
        made = [w for _, w, _ in run_context.store.steps(run_context.run.id) if w]
        weights = run_context.store.get_weights(made[-1])
        log = run_context.log()
        cpu = sum(float(m.get("cpu_seconds", 0)) for m in log)
        self._say(
            f"{len(log)} steps, {log[-1]['games']:,} games, {cpu:.1f} CPU seconds; weights {weights.id}"
        )
        for drawn in drawn_maps(weights):
            self.console.print(drawn)
        self._say("Against players and from openings that training has never seen:")
        self.console.print(
            marks_table(measure(run_context.game, candidate_of(weights), run_context.runner))
        )
        spec = written(run_context.run.trainer, run_context.run.name)
        self._say(f"Play it: kishi play {run_context.game.name} --second {spec}")

    def _say(self, line: str) -> None:
        self.console.print(line, soft_wrap=True, highlight=False, markup=False)


def figure_texts(step: Step) -> dict[str, str]:
    """`best`: `0.61 ± 0.02`, `elo`: `+510 (+420 to +600)`, `mean`: `0.5`, ..."""
    figures = dict(step.figures)
    texts = {}
    if "best" in figures:
        texts["best"] = f"{figures.pop('best'):.3f} ± {figures.pop('error', 0.0):.3f}"
    if "elo_low" in figures:
        value, low, high = (figures.pop(name) for name in ("elo", "elo_low", "elo_high"))
        texts["elo"] = f"{value:+.0f} ({low:+.0f} to {high:+.0f})"
    return {
        **texts,
        **{name: _figure(value) for name, value in figures.items()},
    }


def _figure(value: float) -> str:
    """Four digits that matter; counts are whole."""
    if abs(value) >= 1000 or float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 100 else f"{value:.4g}"


def marks_table(measured: Measured) -> Table:
    table = Table("opponent", "games", "+", "=", "-", "score", box=None, pad_edge=False)
    for mark in measured.marks:
        counts = (str(n) for n in (mark.games, mark.wins, mark.draws, mark.losses))
        table.add_row(mark.opponent, *counts, f"{mark.score:.1%} ± {mark.error:.1%}")
    value, low, high = measured.elo
    if not isnan(value):
        table.add_row(
            f"Elo ({measured.zero} = 0)",
            "",
            "",
            "",
            "",
            f"{value:+.0f} ({low:+.0f} to {high:+.0f})",
        )
    return table


def sparkline(values: list[float], width: int = 60) -> str:
    """The values as a row of bars."""
    if not values:
        return ""
    step = max(1, len(values) // width)
    means = [
        sum(values[i : i + step]) / len(values[i : i + step]) for i in range(0, len(values), step)
    ]
    low, high = min(means), max(means)
    span = max(high - low, 1e-9)
    return "".join(BARS[int((v - low) / span * (len(BARS) - 1))] for v in means[-width:])


for _trainer in TRAINERS:
    train.add_command(command_of(_trainer))
