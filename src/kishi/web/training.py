"""A training run in a process of its own: ``python -m kishi.web.training NAME``.

The server starts it and goes on serving. Whatever ends it loses at most the step under way, because
the store holds every finished one. From time to time it measures the newest weights on games that
training never sees; those marks are for the page alone and are kept beside the web's games.
"""

import json
import os
import shlex
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import fields
from math import isfinite
from typing import Any, cast

from ..cluster import open_cluster
from ..core import Weights, game
from ..errors import BadInput, PlayerFailed, StoreFailed
from ..games import facts_of
from ..home import home
from ..players.net_session import KIND
from ..store import Run, Store
from ..training import PRESETS, TRAINERS, Trainer, TrainingContext, settings_of
from ..training.fitness import MatchRunner
from ..training.measure import candidate_of, measure

OPENINGS_OF_NETWORKS = 8  # held-out ones for a mark on the way: their games take many times as long
AT_THE_END = 5  # times as many
SPACING = 1.5  # from the number of a measured step to the next
POLITENESS = 5  # whoever plays comes first


def trainer_of(run: Run) -> type[Trainer]:
    """BadInput if this kishi has no such trainer."""
    found = next((t for t in TRAINERS if t.method == run.trainer), None)
    if found is None:
        raise BadInput(f"this kishi does not train by '{run.trainer}'")
    return found


def command_of(run: Run) -> str:
    """What to type for the same run in a terminal."""
    words = ["kishi", "train", run.game, run.trainer, "--name", run.name]
    words += ["--seed", str(run.settings["seed"])]
    trainer = trainer_of(run)
    unless_told = trainer.preset(PRESETS[0], game(run.game))
    for f in fields(cast(Any, trainer)):
        value = run.settings.get(f.name, f.default)
        if value != unless_told.get(f.name, f.default):
            flag = f.name.replace("_", "-")
            if isinstance(value, bool):
                words.append(f"--{flag}" if value else f"--no-{flag}")
            else:
                words += [f"--{flag}", str(value)]
    return shlex.join(words)


class Marks:
    """How a run did at some of its steps on games that training never sees: one line a mark."""

    def __init__(self, run: Run) -> None:
        # The time tells it from a run of another store that once had the same number.
        self.path = home() / "web" / "runs" / f"{run.id}-{int(run.made)}.jsonl"

    def read(self) -> list[dict[str, Any]]:
        try:
            lines = self.path.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return []
        found = []
        for line in lines:
            with suppress(ValueError):  # the last one may have been cut short
                found.append(json.loads(line))
        return found

    def size(self) -> int:
        """Grows with every mark."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def add(self, mark: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(mark) + "\n")


class Examiner:
    """Measures a run's weights at steps that lie further and further apart, and at the end."""

    def __init__(self, run: Run, runner: MatchRunner) -> None:
        self._game, self._ground, self._marks = game(run.game), runner, Marks(run)
        known = self._marks.read()
        self._last = known[-1]["step"] if known else 0
        self._final = bool(known and known[-1]["final"])

    def see(self, number: int, games: int, weights: Weights) -> None:
        if number > SPACING * self._last:
            self._measure(number, games, weights, final=False)

    def end(self, number: int, games: int, weights: Weights) -> None:
        if not self._final:
            self._measure(number, games, weights, final=True)

    def _measure(self, number: int, games: int, weights: Weights, *, final: bool) -> None:
        few = OPENINGS_OF_NETWORKS if weights.kind == KIND else facts_of(self._game).training.marked
        openings = few * (AT_THE_END if final else 1)
        found = measure(self._game, candidate_of(weights), self._ground, (), openings)
        self._marks.add(
            {
                "step": number,
                "games": games,
                "final": final,
                "elo": [x if isfinite(x) else None for x in found.elo],
                "zero": found.zero,
                "marks": [{**m.as_dict(), "games": m.games} for m in found.marks],
            }
        )
        self._last = number


def train(name: str) -> None:
    """Go on with the run of this name to its end."""
    with Store.open() as store:
        run = store.find_run(name)
        if run is None:
            raise BadInput(f"no training run '{name[:60]}'")
        settings, seed = settings_of(run, trainer_of(run))
        trainer = trainer_of(run)(**settings)
        with store.working_at(run.id), closing(open_cluster(1, native=True)) as cluster:
            runner = MatchRunner(cluster, 1)
            context = TrainingContext(game(run.game), seed, runner, store, run, command_of(run))
            examiner = Examiner(run, runner)
            steps = cast(Iterator[Any], trainer.run(context))
            for step in steps:
                if step.weights is not None:
                    with context.aside():
                        examiner.see(step.number, step.games, step.weights)
            number, id = store.newest(run.id)
            if id is not None:
                games = store.steps(run.id, number - 1)[-1][2]["games"]
                examiner.end(number, games, store.get_weights(id))


def end_with_server() -> None:
    """The server holds the other end of our input: when it is gone, so are we."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)


def main(arguments: list[str]) -> int:
    os.nice(POLITENESS)
    threading.Thread(target=end_with_server, daemon=True).start()
    try:
        train(arguments[0])
    except (BadInput, PlayerFailed, StoreFailed) as failure:
        print(failure, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
