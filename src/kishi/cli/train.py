"""`kishi train`: make a better player."""

import json
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
from ..locale import Words
from ..players.trained import written
from ..renamed import SETTINGS, flag
from ..renamed import TRAINERS as OLD_TRAINERS
from ..store import Run, Store
from ..text_board import Drawing, Look
from ..training import PRESETS, TRAINERS, Step, Trainer, TrainingContext, runs
from ..training.evolution.evolve import Evolution
from ..training.measure import Measured, candidate_of, measure
from ..training.phase import Phase
from ..training.runs import NameTaken, RunRequest
from .completing import game_names
from .group import RenamingCommand, RenamingGroup
from .language import words
from .numbers import Integer, Real
from .terminal.maps import drawn_maps
from .terminal.progress import Pace, Progress, duration
from .terminal.tables import plain_table

BARS = "▁▂▃▄▅▆▇█"


class Methods(RenamingGroup):
    """The trainers."""

    noun, old_names = "the trainer", OLD_TRAINERS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [trainer.method for trainer in TRAINERS]  # from the simple to the large

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each with the games it trains, and no sentence cut short."""
        with formatter.section("Methods"):
            formatter.write_dl([(t.method, f"{about(t)} {trains(t)}") for t in TRAINERS])


@click.group(
    cls=Methods,
    no_args_is_help=False,
    options_metavar=None,
    subcommand_metavar="METHOD [OPTIONS]",
)
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.pass_context
def train(context: click.Context, name: str) -> None:
    """Train a player of GAME by METHOD; it is then `METHOD:NAME` wherever players are named.

    \b
    Examples:
      kishi train othello pso                             for about a minute
      kishi train othello pso --preset hour --name mine   for about an hour
      kishi train othello pso --help                      all options of a method
      kishi play othello --second pso:mine                play against it

    Ctrl-C at any time loses nothing: the same command with --resume goes on, and comes to the same
    result as if it had not been stopped. `kishi weights` lists what has been trained.
    """
    context.obj = game(name)


class TrainerCommand(RenamingCommand):
    """What every run has comes first in the help, then what the method has alone."""

    trainer: type[Trainer]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"{about(self.trainer)} {trains(self.trainer)}")
        of, method = self._game(ctx).name, self.trainer.method
        with formatter.section("Examples"):
            formatter.write(f"  kishi train {of} {method} --preset hour --name mine\n")
            formatter.write(f"  kishi play {of} --second {written(method, 'mine')}\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Defaults are what a run has that is told nothing: many are the first preset's."""
        ctx.default_map = self.trainer.preset(PRESETS[0], self._game(ctx))
        own = self.trainer.__dataclass_fields__
        rows: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
        for param in self.get_params(ctx):
            if row := param.get_help_record(ctx):
                rows[param.name in own].append(row)
        for title, of_method in (("Every run", False), ("This method", True)):
            with formatter.section(title):
                formatter.write_dl(rows[of_method])

    def _game(self, ctx: click.Context) -> Game:
        """The one that is asked about, or one that the method trains."""
        asked = ctx.find_object(Game)
        families = self.trainer.families
        return asked if asked and asked.family in families else game(families[0])


def about(trainer: type[Trainer]) -> str:
    return " ".join((trainer.__doc__ or "").split("\n\n")[0].split())


def trains(trainer: type[Trainer]) -> str:
    return f"Trains {', '.join(trainer.families)}."


def command_of(trainer: type[Trainer]) -> click.Command:
    """The subcommand of a trainer: its dataclass's fields are its options."""

    @click.pass_context
    def run(context: click.Context, /, **given: Any) -> None:
        start(context, trainer, given)

    params: list[click.Parameter] = [_option_of(f) for f in fields(cast(Any, trainer))]
    command = TrainerCommand(
        trainer.method, callback=run, params=[*_common(trainer), *params], help=about(trainer),
        old_names=SETTINGS.get(trainer.method, {}),
    )  # fmt: skip
    command.trainer = trainer
    return command


def _common(trainer: type[Trainer]) -> list[click.Parameter]:
    return [
        click.Option(["--preset"], type=click.Choice(PRESETS), metavar="NAME", default=PRESETS[0],
                     show_default=True,
                     help="minute, hour, evening or night: about so much CPU time on one thread. "
                     f"Defaults below are those of {PRESETS[0]}. "
                     "faithful: as a write-up has it, where there is one."),
        click.Option(["--name", "run_name"], metavar="NAME",
                     help=f"Of the run and its weights.  [default: {trainer.method}-GAME-SEED]"),
        click.Option(["--seed"], type=Integer(0, 2**63 - 1), default=1, show_default=True,
                     help="For all chance: the same seed, the same weights."),
        click.Option(["--jobs"], type=Integer(1, 1024), default=1, show_default=True,
                     help="Threads that play at once."),
        click.Option(["--cluster"], metavar="ADDRESS", help="Play on a Ray cluster; auto starts one here."),
        click.Option(["--resume"], is_flag=True,
                     help=f"Go on with the run of this name; with more {flag(trainer.length)} it is longer."),
        click.Option(["--json", "as_json"], is_flag=True,
                     help="Print the result as JSON; what is told meanwhile goes to standard error."),
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
        default=f.default, show_default=f.default != "", help=f"{about[0].upper()}{about[1:]}.",
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
            Training(run_context, made, as_json=given["as_json"]).watch()


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
    words: Words = field(default_factory=words)
    as_json: bool = False

    def __post_init__(self) -> None:
        if self.as_json:
            self.console = Console(highlight=False, stderr=True)

    def watch(self) -> None:
        name = self.run_context.run.name
        run = self.run_context
        about = {"game": run.game.name, "method": run.run.trainer, "seed": run.seed}
        self._say(self.words("t_run", name=name, **about))
        log = self.run_context.log()
        if log:
            games = f"{log[-1]['games']:,}"
            self._say(self.words("t_going_on", step=len(log), games=games))
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
            self._say(self.words("t_stopped", command=f"{_command()} --resume"))
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
        return self.words(
            "t_train_line", phase=phase, games=f"{step.games:,}", share=f"{step.done:.0%}",
            figures=figures, speed=self.pace.speed(self.words),
        )  # fmt: skip

    def _phase(self) -> str:
        """What it is doing, and for how long: from the first second."""
        phases = self.run_context.phases
        now = phase_text(phases.now, self.words)
        return self.words("phase_left", phase=now, left=duration(phases.left))

    def _table(self) -> Group:
        step = self.step
        table = Table(show_header=False, box=None, pad_edge=False)
        table.add_row(self.words("t_phase"), self._phase())
        if step is not None:
            games, in_all = f"{step.games:,}", f"{step.games_in_all:,}"
            far = self.words("t_games_of", games=games, all=in_all, share=f"{step.done:.0%}")
            table.add_row(self.words("t_games"), far)
            for name, text in self.figures.items():
                table.add_row(name, text, sparkline(self.history[name], 40))
            table.add_row(self.words("t_pace"), self.pace.speed(self.words))
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
        spent = {"games": f"{log[-1]['games']:,}", "cpu": f"{cpu:.1f}"}
        self._say(self.words("t_trained", steps=len(log), id=weights.id, **spent))
        for drawn in drawn_maps(weights):
            self.console.print(drawn)
        self._say(self.words("t_never_seen"))
        found = measure(run_context.game, candidate_of(weights), run_context.runner)
        self.console.print(marks_table(found))
        spec = written(run_context.run.trainer, run_context.run.name)
        if self.as_json:
            click.echo(json.dumps({**self._json(weights.id, found), "player": spec}, indent=1))
            return
        command = f"kishi play {run_context.game.name} --second {spec}"
        self._say(self.words("t_play_it", command=command))

    def _json(self, weights: str, found: Measured) -> dict[str, Any]:
        run, log = self.run_context.run, self.run_context.log()
        cpu = sum(float(step.get("cpu_seconds", 0)) for step in log)
        return {
            "name": run.name, "game": run.game, "method": run.trainer, "settings": dict(run.settings),
            "steps": len(log), "games": log[-1]["games"], "cpu_seconds": cpu, "weights": weights,
            **found.as_dict(),
        }  # fmt: skip

    def _say(self, line: str) -> None:
        self.console.print(line, soft_wrap=True, highlight=False, markup=False)


def phase_text(now: Phase, words: Words) -> str:
    """`Round 2 of 8, playing games, 30 of 512`"""
    parts = [words("phase_round", n=now.round, all=now.rounds)] if now.round else []
    parts += [words(f"phase_{now.word}")]
    parts += [words("phase_of", n=f"{now.done:,}", all=f"{now.of:,}")] if now.of else []
    return ", ".join(parts)


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
    say = words()
    table = plain_table(say, "opponent", "games")
    for head in ("+", "=", "-", say("t_score")):
        table.add_column(head)
    for mark in measured.marks:
        counts = (str(n) for n in (mark.games, mark.wins, mark.draws, mark.losses))
        table.add_row(mark.opponent, *counts, f"{mark.score:.1%} ± {mark.error:.1%}")
    value, low, high = measured.elo
    if not isnan(value):
        table.add_row(
            say("elo_zero", player=measured.zero),
            "",
            "",
            "",
            "",
            f"{value:+.0f} ({say('t_span', low=f'{low:+.0f}', high=f'{high:+.0f}')})",
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
