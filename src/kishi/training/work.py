"""A training run in a process of its own: ``python -m kishi.training.work NAME``.

Whoever starts it goes on with other work, such as serving. Whatever ends it loses at most the step under
way, because the store holds every finished one. From time to time it measures the newest weights on games
that training never sees; those marks are for a page alone and are kept beside the web's games.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from math import isfinite
from typing import Any

from ..core import Weights, game
from ..errors import BadInput, PlayerFailed, StoreFailed
from ..games import facts_of
from ..home import home
from ..players.net_session import KIND
from ..store import Run, Store
from . import runs
from .context import TrainingContext
from .measure import candidate_of, measure

OPENINGS_OF_NETWORKS = 8  # held-out ones for a mark on the way: their games take many times as long
AT_THE_END = 5  # times as many
SPACING = 1.5  # from the number of a measured step to the next
POLITENESS = 10  # whoever plays comes first, and then whoever searches for them
PATIENCE = 5.0  # seconds for a process to end
LONGEST_LINE = 500  # of what it says


class Work:
    """A process that works at a run, as whoever started it sees it."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.paused = False
        # A group of its own: Ctrl-C is for who started it, who then ends its runs in order; and a
        # paused process whose parent was killed is ended by the system itself.
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, run.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        self._said: deque[str] = deque(maxlen=20)
        self._reaper = threading.Thread(target=self._reap, name="kishi reaps a run", daemon=True)
        self._reaper.start()

    def _reap(self) -> None:
        """Hear what it says, or it would wait to be heard; and take leave of it when it has ended."""
        with self._process as process:
            assert process.stderr is not None
            for line in process.stderr:
                self._said.append(line[:LONGEST_LINE])

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def failure(self) -> str | None:
        """Why it ended by itself before the run did: one line."""
        if self._process.poll() in (None, 0, -signal.SIGTERM):
            return None
        self._reaper.join(PATIENCE)
        said = [line.strip() for line in self._said if line.strip()]
        return said[-1] if said else f"ended with {self._process.returncode}"

    def pause(self) -> None:
        """At once, in the middle of a generation too: one may take minutes."""
        self._process.send_signal(signal.SIGSTOP)
        self.paused = True

    def go_on(self) -> None:
        self._process.send_signal(signal.SIGCONT)
        self.paused = False

    def end(self) -> None:
        self._process.terminate()
        self._process.send_signal(signal.SIGCONT)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reaper.join(PATIENCE)


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

    def __init__(self, run: Run, context: TrainingContext) -> None:
        self._game, self._runner, self._marks = game(run.game), context.runner, Marks(run)
        self._phases = context.phases
        known = self._marks.read()
        self._last = known[-1]["step"] if known else 0
        self._final = bool(known and known[-1]["final"])

    def see(self, number: int, games: int, weights: Weights) -> None:
        if number > SPACING * self._last:
            self._measure(number, games, weights, final=False)

    def end(self, number: int, games: int, weights: Weights) -> None:
        if not (self._final and number <= self._last):  # it may have been lengthened since
            self._measure(number, games, weights, final=True)

    def _measure(self, number: int, games: int, weights: Weights, *, final: bool) -> None:
        few = OPENINGS_OF_NETWORKS if weights.kind == KIND else facts_of(self._game).training.marked
        openings = few * (AT_THE_END if final else 1)
        self._phases.tell(self._phases.now._replace(word="measuring", done=0, of=0))
        found = measure(self._game, candidate_of(weights), self._runner, (), openings)
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
        run = runs.find(store, name)
        with runs.at_work(store, run) as (trainer, context):
            examiner = Examiner(run, context)
            for step in trainer.run(context):
                if step.weights is not None:
                    with context.aside():
                        examiner.see(step.number, step.games, step.weights)
            end = runs.progress(store, run)
            if end.weights is not None:
                examiner.end(end.step, end.games, store.get_weights(end.weights))


def end_with_parent() -> None:
    """Whoever started us holds the other end of our input: when they are gone, so are we."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)


def main(arguments: list[str]) -> int:
    os.nice(POLITENESS)
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        train(arguments[0])
    except (BadInput, PlayerFailed, StoreFailed) as failure:
        print(failure, file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # another process of this home has asked for it
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
