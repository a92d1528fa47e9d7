"""What a trainer works with: the games' runner, and a log of finished steps that survives any crash."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import log
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from ..core import Game, Position, Weights
from ..errors import BadInput
from ..extras import command_for
from ..renamed import flag
from ..store import Run, Store
from .fitness import MatchRunner
from .phase import Phases

LENGTHENED = "lengthened"  # of a run's settings: how long it was before, each time


class Step(NamedTuple):
    """A finished step of training, for whoever watches."""

    number: int
    title: str
    games: int  # so far
    games_in_all: int
    weights: Weights | None  # the best so far, where it is worth showing
    figures: Mapping[str, float]  # best, error, mean, diversity, ...
    position: Position | None = None  # where a game under way or just finished stands

    @property
    def done(self) -> float:
        return min(1.0, self.games / max(self.games_in_all, 1))


class Trainer(Protocol):
    """A way to train: a dataclass whose fields are its flags and what the store keeps of it."""

    method: ClassVar[str]
    families: ClassVar[tuple[str, ...]]
    length: ClassVar[str]  # the field that says how long a run is, and may grow when it goes on
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        """The fields that a preset sets."""
        ...

    def longer(self, length: int) -> Self:
        """The same with a longer run, whose steps so far are those of the shorter one."""
        ...

    def run(self, context: "TrainingContext") -> Iterator[Step]:
        """Go on from the context's log to the end; nothing if it is at the end already."""
        ...


def settings_of(run: Run, trainer: type[Trainer]) -> tuple[dict[str, Any], int]:
    """What a run was begun with, and its seed."""
    settings = dict(run.settings)
    seed = int(settings.pop("seed"))
    settings.pop(LENGTHENED, None)
    gone = [flag(n) for n in settings if n not in trainer.__dataclass_fields__]
    if gone:
        raise BadInput(
            f"'{run.name}' was begun by another version of kishi, with {', '.join(gone)}: begin a new run"
        )
    return settings, seed


@dataclass(slots=True)
class TrainingContext:
    """One training run."""

    game: Game
    seed: int
    runner: MatchRunner
    store: Store
    run: Run
    command: str = ""
    phases: Phases = field(default_factory=Phases)
    _cpu_at: float = field(default_factory=time.process_time)
    _spent: float = 0.0  # CPU seconds of all finished steps

    def __post_init__(self) -> None:
        self._spent = sum(float(measures.get("cpu_seconds", 0)) for measures in self.log())

    def log(self) -> list[dict[str, Any]]:
        """What each finished step has noted, in order."""
        return [measures for _, _, measures in self.store.steps(self.run.id)]

    def games(self) -> int:
        """Played in all finished steps."""
        log = self.log()
        return int(log[-1]["games"]) if log else 0

    def state(self) -> bytes | None:
        return self.store.run_state(self.run.id)

    def newest_weights(self) -> Weights | None:
        _, id = self.store.newest(self.run.id)
        return self.store.get_weights(id) if id else None

    def keep(
        self,
        number: int,
        weights: Weights | None,
        measures: Mapping[str, Any],
        state: bytes | None = None,
    ) -> None:
        """Finish a step: after this line, nothing of it can be lost."""
        now = time.process_time()
        noted = {**measures, "cpu_seconds": round(now - self._cpu_at, 3)}
        self._cpu_at = now
        self._spent += noted["cpu_seconds"]
        id = self.store.put_weights(weights, self._origin(noted)) if weights else None
        self.store.add_step(self.run.id, id, noted, state, number)

    def spent_elsewhere(self, seconds: float) -> None:
        """CPU time of this step that another process has spent."""
        self._cpu_at -= seconds

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Around work that is no part of the training, such as measuring it: it costs the run nothing."""
        began = time.process_time()
        try:
            yield
        finally:
            self._cpu_at += time.process_time() - began

    def _origin(self, measures: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "command": self.command,
            "run": self.run.name,
            "trainer": self.run.trainer,
            "settings": dict(self.run.settings),
            "seed": self.seed,
            "games": measures.get("games"),
            "cpu_seconds": round(self._spent, 3),
        }


def is_marked(number: int, spacing: float) -> bool:
    """Is this the first number past a power of `spacing`? So marks lie further and further apart."""
    return number == 1 or int(log(number, spacing)) != int(log(number - 1, spacing))


def not_written_up(method: str) -> BadInput:
    """What is raised where a trainer without a write-up is asked for the preset `faithful`."""
    return BadInput(f"no write-up trains by {method}: faithful is for valuenet, pso and ga")


def must_have_torch(method: str) -> None:
    """BadInput, before anything is begun, where the extra that trains networks is not installed."""
    command = torch_command()
    if command:
        raise BadInput(f"{method} trains a network with torch: run `{command}` first")


def torch_command() -> str:
    """What installs the extra that trains networks; empty where it is there."""
    there = find_spec("torch") is not None and find_spec("onnx") is not None
    return "" if there else command_for("train")
