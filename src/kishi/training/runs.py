"""Training runs: asked for, begun, found, gone on with, worked at. Faces only ask and show.

A run is in the store from its beginning on, and one process at a time works at it.
"""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from shutil import rmtree
from typing import Any, NamedTuple, cast

from ..cluster import open_cluster
from ..core import Game, game
from ..errors import BadInput, nearest
from ..players.kind import typed
from ..players.registry import must_be_word
from ..renamed import SETTINGS, flag, now_called
from ..renamed import TRAINERS as OLD_TRAINERS
from ..store import Run, Store
from . import PRESETS, TRAINERS
from .context import LENGTHENED, Trainer, TrainingContext, settings_of
from .fitness import MatchRunner
from .games_file import folder_of
from .phase import Phase, Phases

A_MINUTE = 60.0  # what the first preset takes


class NameTaken(BadInput):
    """There is a run of this name already."""


def trainer_named(method: str) -> type[Trainer]:
    found = next((t for t in TRAINERS if t.method == method), None)
    if found is None:
        if method in OLD_TRAINERS:
            raise BadInput(now_called(f"the trainer {method}", OLD_TRAINERS[method]))
        known = [t.method for t in TRAINERS]
        raise BadInput(f"this kishi does not train by '{method[:60]}'{nearest(method, known)}")
    return found


# Asking for a run.


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A run as it is asked for. What is left out is as the first preset has it, or the next that is free."""

    game: Game
    trainer: type[Trainer]
    name: str | None = None
    seed: int | None = None
    preset: str | None = None
    chosen: Mapping[str, Any] = field(default_factory=dict)  # settings that are not the preset's

    def __post_init__(self) -> None:
        method, families = self.trainer.method, self.trainer.families
        if self.game.family not in families:
            raise BadInput(
                f"{method} does not train {self.game.family}: it trains {', '.join(families)}"
            )
        if self.name is not None:
            must_be_word(self.name)
        if self.preset is not None and self.preset not in PRESETS:
            raise BadInput(
                f"no preset '{self.preset[:60]}'{nearest(self.preset, list(PRESETS))}"
                f" (there are {', '.join(PRESETS)})"
            )

    @property
    def stem(self) -> str:
        """What a name begins with that nobody chose; its seed follows."""
        return f"{self.trainer.method}-{self.game.name}"

    @property
    def settings(self) -> dict[str, Any]:
        """Every one of the trainer's, checked."""
        preset = self.trainer.preset(self.preset or PRESETS[0], self.game)
        return asdict(cast(Any, self.trainer(**{**preset, **self._chosen()})))

    @property
    def told(self) -> dict[str, Any]:
        """What a run that goes on must have been begun with."""
        told = self.settings if self.preset else self._chosen()
        return told if self.seed is None else {**told, "seed": self.seed}

    def _chosen(self) -> dict[str, Any]:
        known, method = self.trainer.__dataclass_fields__, self.trainer.method
        old = SETTINGS.get(method, {})
        for name in self.chosen:
            if name in old:
                raise BadInput(now_called(f"{method}'s setting {name}", old[name]))
            if name not in known:
                raise BadInput(f"{method} has no setting '{name}'{nearest(name, list(known))}")
        return {n: typed(method, known[n], str(value)) for n, value in self.chosen.items()}


def begin(store: Store, asked: RunRequest) -> Run:
    """A new run, without a step yet; NameTaken if there is one of its name."""
    settings, taken = asked.settings, names(store)
    free = next(n for n in range(1, len(taken) + 2) if f"{asked.stem}-{n}" not in taken)
    seed = free if asked.seed is None else asked.seed
    name = asked.name or f"{asked.stem}-{seed}"
    if name in taken:
        was = find(store, name)
        raise NameTaken(f"there is a run '{name}' already, of {was.game} by {was.trainer}")
    must_be_free(store, name)
    store.start_run(name, asked.game.name, asked.trainer.method, {**settings, "seed": seed})
    return find(store, name)


def resume(store: Store, asked: RunRequest) -> Run:
    """The run of the name asked for, which must have been begun with all that is told, or with less of what
    says how long it is: then it becomes longer."""
    if asked.name is None:
        raise BadInput("which run is to go on? Give its name")
    name, told = asked.name, asked.told
    run = find(store, name)
    if (run.game, run.trainer) != (asked.game.name, asked.trainer.method):
        raise BadInput(f"'{name}' is a run of {run.game} by {run.trainer}; choose another --name")
    settings, seed = settings_of(run, asked.trainer)  # first: what is gone cannot be left as it was
    length = asked.trainer.length
    begun_with = asked.trainer(**settings)
    grows = told.get(length, 0) > settings[length]
    if grows:
        settings = asdict(cast(Any, begun_with.longer(told[length])))
    other = [n for n, v in {**settings, "seed": seed}.items() if told.get(n, v) != v]
    if other:
        begun = ", ".join(f"{flag(n)} {run.settings[n]}" for n in other)
        raise BadInput(
            f"'{name}' was begun with {begun}: leave that as it was, or choose another --name "
            f"(a larger {flag(length)} makes it longer)"
        )
    return _lengthened(store, run, settings, length) if grows else run


def _lengthened(store: Store, run: Run, settings: Mapping[str, Any], length: str) -> Run:
    """The run with the settings of a longer one. The play-off that ended it comes again at its new end."""
    before = [*run.settings.get(LENGTHENED, []), run.settings[length]]
    with store.working_at(run.id):
        steps = [number for number, _, m in store.steps(run.id) if not m.get("final")]
        store.lengthen_run(
            run.id,
            {**settings, "seed": run.settings["seed"], LENGTHENED: before},
            steps[-1] if steps else 0,
        )
    return find(store, run.name)


# Runs that there are.


def names(store: Store) -> list[str]:
    return [run.name for run in store.runs()]


def must_be_free(store: Store, name: str) -> None:
    """BadInput if a run cannot be called so: it is no name, or something else has it."""
    must_be_word(name)
    if store.find_run(name) is not None or name in store.own_weights():
        raise NameTaken(f"there are weights '{name}' already: choose another name")


def find(store: Store, name: str) -> Run:
    run = store.find_run(name)
    if run is None:
        raise BadInput(f"there is no run '{name[:60]}'{nearest(name, names(store))}")
    return run


def remove(store: Store, run: Run) -> None:
    """Forget a run that nobody is working at: its steps, its weights, its games of self-play."""
    with store.working_at(run.id):
        rmtree(folder_of(run), ignore_errors=True)
        store.forget_weights(run.name)


def rename(store: Store, run: Run, name: str) -> None:
    """Games that were played keep the name they were played under."""
    with store.working_at(run.id):
        if (files := folder_of(run)).is_dir():
            files.rename(folder_of(run._replace(name=name)))
        store.rename_weights(run.name, name)


class RunProgress(NamedTuple):
    """How far a run has got."""

    step: int  # the last that is finished
    games: int
    weights: str | None  # the newest
    finished: bool


def progress(store: Store, run: Run) -> RunProgress:
    step, weights = store.newest(run.id)
    last = store.steps(run.id, step - 1)[-1][2] if step else {}
    games = int(last.get("games", 0))
    return RunProgress(step, games, weights, _is_finished(run, games, last))


def _is_finished(run: Run, games: int, last: Mapping[str, Any]) -> bool:
    """Evolution ends with a play-off, other methods with their last game."""
    evolves = any(t.method == run.trainer and hasattr(t, "optimiser") for t in TRAINERS)
    if evolves:
        return bool(last.get("final"))
    return 0 < int(run.settings.get("games", 0)) <= games


def command_of(run: Run) -> str:
    """What to type for the same run in a terminal."""
    words = ["kishi", "train", run.game, run.trainer, "--name", run.name]
    words += ["--seed", str(run.settings.get("seed", 1))]
    trainer = trainer_named(run.trainer)
    unless_told = trainer.preset(PRESETS[0], game(run.game))
    for f in trainer.__dataclass_fields__.values():
        value = run.settings.get(f.name, f.default)
        if value != unless_told.get(f.name, f.default):
            if isinstance(value, bool):
                words.append(flag(f.name) if value else flag(f"no_{f.name}"))
            else:
                words += [flag(f.name), str(value)]
    return shlex.join(words)


def planned_seconds(run: Run) -> float:
    """CPU time that it will take, roughly: presets are measured out in it."""
    a_minute = int(trainer_named(run.trainer).preset(PRESETS[0], game(run.game))["games"])
    return A_MINUTE * int(run.settings.get("games", a_minute)) / a_minute


# Working at one.


@contextmanager
def at_work(
    store: Store, run: Run, *, threads: int = 1, cluster: str | None = None, command: str = ""
) -> Iterator[tuple[Trainer, TrainingContext]]:
    """The run's trainer, and what it trains with; BadInput if another process works at the run.

    What is refused before its first step leaves no run behind. `command` is what the weights are to tell,
    where it is not the usual one.
    """
    method = trainer_named(run.trainer)
    settings, seed = settings_of(run, method)
    trainer = method(**settings)
    with (
        store.working_at(run.id),
        closing(open_cluster(1, cluster, native=True)) as opened,
    ):
        runner = MatchRunner(opened, 1 if cluster else threads)
        phases = Phases(run, planned_seconds(run))
        phases.tell(Phase("preparing"))
        try:
            yield (
                trainer,
                TrainingContext(
                    game(run.game), seed, runner, store, run, command or command_of(run), phases
                ),
            )
        except BadInput:
            store.forget_unbegun(run.id)
            raise
        finally:
            phases.end()
