"""A tuning run on disk: begun, gone on with, and worked at by one process.

The scores of the pairings are all that is kept, in one file a run: values, openings and games follow from
the plan and from them, so a run that was stopped comes to the same as one that was not.
"""

import json
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from ..arena.statistics import Score
from ..cluster import Cluster
from ..errors import BadInput, StoreFailed
from ..home import home
from ..renamed import flag
from ..store.claim import Taken, claimed
from .plan import TuningPlan
from .screening import Screening
from .spsa import SpsaTuning

Tuning = SpsaTuning | Screening


def tuning_of(plan: TuningPlan) -> Tuning:
    """A run that begins."""
    return Screening(plan) if plan.screen else SpsaTuning(plan)


def file_of(name: str) -> Path:
    return home() / "tuning" / f"{name}.jsonl"


@contextmanager
def at_work(name: str, plan: TuningPlan) -> Iterator["KeptTuning"]:
    """The run of this name, begun or gone on with; BadInput if it was begun otherwise, or another process
    works at it."""
    file = file_of(name)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with claimed(file.with_suffix(".claim")):
            if not file.exists():
                _append(file, {"plan": asdict(plan)})
            yield KeptTuning(_read(file, name, plan), file)
    except Taken:
        raise BadInput(f"another process is at work at '{name}'") from None
    except OSError as wrong:
        raise StoreFailed(f"cannot write {file}: {wrong.strerror}") from None


class KeptTuning(NamedTuple):
    """A run and its file: the plan, then a line for each pairing."""

    tuning: Tuning
    file: Path

    @property
    def done(self) -> int:
        """Whole iterations."""
        return len(self.tuning.scores) // self.tuning.plan.together

    def iterations(self, cluster: Cluster) -> Generator[Score, None, None]:
        """Those not yet played; each is kept before it is told of."""
        tuning = self.tuning
        while self.done < tuning.plan.iterations:
            scores = tuning.plan.play(len(tuning.scores), tuning.ask(), cluster)
            for score in scores:
                _append(self.file, {"score": [score.wins, score.draws, score.losses]})
                tuning.tell(score)
            yield sum(scores, Score())


def _append(file: Path, line: dict[str, Any]) -> None:
    with file.open("ab") as stream:
        stream.write(json.dumps(line).encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())


def _read(file: Path, name: str, plan: TuningPlan) -> Tuning:
    whole, _, cut = file.read_bytes().rpartition(b"\n")
    if cut:  # a line that a crash cut short
        os.truncate(file, len(whole) + 1)
    try:
        head, *lines = (json.loads(line) for line in whole.splitlines())
        kept = TuningPlan.read(head["plan"])
        scores = [Score(*line["score"]) for line in lines]
    except (ValueError, KeyError, TypeError):
        raise StoreFailed(f"{file} is no tuning run: move it away") from None
    _must_be_the_same(name, kept, plan)
    tuning = tuning_of(kept)
    for score in scores:
        tuning.ask()
        tuning.tell(score)
    return tuning


def _must_be_the_same(name: str, kept: TuningPlan, wanted: TuningPlan) -> None:
    if kept.game != wanted.game:
        raise BadInput(f"'{name}' tunes {kept.game}: choose another --name")
    if kept.screen != wanted.screen:
        begun = "with" if kept.screen else "without"
        raise BadInput(f"'{name}' was begun {begun} --screen: choose another --name")
    other = [f for f in ("iterations", "games", "limit", "openings", "seed", "parameters")
             if getattr(kept, f) != getattr(wanted, f)]  # fmt: skip
    if not other:
        return
    if other == ["parameters"]:
        raise BadInput(f"'{name}' was begun with other parameters or values: choose another --name")
    begun = ", ".join(f"{flag(f)} {getattr(kept, f)}" for f in other if f != "parameters")
    raise BadInput(
        f"'{name}' was begun with {begun}: leave that as it was, or choose another --name"
    )
