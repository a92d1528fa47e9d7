"""Training runs: begun and steered by a page, worked at by processes of their own, kept in the store.

The store is what there is to see: a run that was begun in a terminal is shown all the same.
"""

import signal
import subprocess
import sys
from dataclasses import asdict
from typing import Any, cast

from ..core import Game
from ..errors import BadInput
from ..players.registry import NAME
from ..store import Run, Store
from ..training import PRESETS, TRAINERS, Trainer
from .reading import Fields
from .refusal import Refusal, unknown
from .run_views import facts
from .training import trainer_of

MOST_RUNS = 2  # at once, paused ones too: they keep their memory
MOST_GAMES = 10**9
LISTED = 100
PATIENCE = 5.0  # seconds for a process to end


class Work:
    """The process that works at a run."""

    def __init__(self, run: Run) -> None:
        self.paused = False
        # A group of its own: Ctrl-C is for the server, which then ends its runs in order; and a
        # paused process whose server was killed is ended by the system itself.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kishi.web.training", run.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        self._failure: str | None = None

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def failure(self) -> str | None:
        """Why it ended by itself before the run did: one line."""
        if self._process.poll() in (None, 0, -signal.SIGTERM):
            return None
        if self._failure is None:
            assert self._process.stderr is not None
            said = self._process.stderr.read().strip().splitlines()
            self._failure = said[-1] if said else f"ended with {self._process.returncode}"
        return self._failure

    def pause(self, on: bool) -> None:
        """At once, in the middle of a generation too: one may take minutes."""
        self._process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)
        self.paused = on

    def end(self) -> None:
        self._process.terminate()
        self._process.send_signal(signal.SIGCONT)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Runs:
    """The runs of the store, and the processes of this server that work at some."""

    def __init__(self) -> None:
        self._works: dict[int, Work] = {}

    def begin(self, fields: Fields) -> Run:
        """A new run, and a process that works at it."""
        self._must_have_room()
        of = fields.game()
        trainer = trainer_for(of, fields.one_of("method", [t.method for t in TRAINERS]))
        settings = trainer.preset(fields.one_of("preset", PRESETS, PRESETS[0]), of)
        if fields.has("games"):
            settings["games"] = fields.whole("games", 1, MOST_GAMES)
        made = trainer(**settings)
        with Store.open() as store:
            name, seed = self._named(store, fields, f"{trainer.method}-{of.name}")
            stored = {**asdict(cast(Any, made)), "seed": seed}
            store.start_run(name, of.name, trainer.method, stored)
            run = store.find_run(name)
        assert run is not None
        self._works[run.id] = Work(run)
        return run

    def _named(self, store: Store, fields: Fields, stem: str) -> tuple[str, int]:
        """A free name and its seed; without either the first number that is free, as both."""
        taken = {run.name for run in store.runs()}
        free = next(n for n in range(1, len(taken) + 2) if f"{stem}-{n}" not in taken)
        seed = fields.whole("seed", 0, 2**62, free)
        name = fields.text("name", most=60) if fields.has("name") else f"{stem}-{seed}"
        if not NAME.fullmatch(name):
            raise BadInput(f"a name is letters, digits, - . and _, at most 60; got '{name[:60]}'")
        if name in taken:
            raise Refusal(409, f"there is a run '{name}' already: choose another name or seed")
        return name, seed

    def pause(self, id: int) -> None:
        work = self._working(id)
        if work.paused:
            raise Refusal(409, "this run is paused already")
        work.pause(True)

    def resume(self, id: int) -> None:
        """Go on: with a paused process, or where the store says that the run was left."""
        run, work = self.find(id), self._works.get(id)
        trainer_of(run)
        if work is not None and work.alive:
            if not work.paused:
                raise Refusal(409, "this run is being worked at")
            work.pause(False)
            return
        with Store.open() as store:
            elsewhere = store.is_worked_at(id)
        if elsewhere:
            raise Refusal(409, "another process is training this run: stop it there")
        self._must_have_room()
        self._works[id] = Work(run)

    def stop(self, id: int) -> None:
        self._working(id).end()

    def find(self, id: int) -> Run:
        with Store.open() as store:
            run = store.get_run(id) if id < 2**62 else None
        if run is None:
            raise unknown("run", id)
        return run

    def state(self, store: Store, id: int) -> str:
        """running, paused, elsewhere, failed or resting."""
        work = self._works.get(id)
        if work is not None and work.alive:
            return "paused" if work.paused else "running"
        if store.is_worked_at(id):
            return "elsewhere"  # by a process that is not ours, such as one of a terminal
        return "failed" if work is not None and work.failure else "resting"

    def failure(self, id: int) -> str | None:
        work = self._works.get(id)
        return work.failure if work is not None else None

    def listed(self) -> list[dict[str, Any]]:
        with Store.open() as store:
            runs = store.runs()[:LISTED]
            return [{**facts(store, r), "state": self.state(store, r.id)} for r in runs]

    def about(self, run: Run) -> dict[str, Any]:
        """What becomes of a run at the moment, which the store does not tell."""
        with Store.open() as store:
            return {"state": self.state(store, run.id), "failure": self.failure(run.id)}

    def close(self) -> None:
        for work in self._works.values():
            if work.alive:
                work.end()

    def _working(self, id: int) -> Work:
        self.find(id)
        work = self._works.get(id)
        if work is None or not work.alive:
            raise Refusal(409, "this server is not working at this run")
        return work

    def _must_have_room(self) -> None:
        if sum(work.alive for work in self._works.values()) >= MOST_RUNS:
            raise Refusal(
                429, f"{MOST_RUNS} training runs at once are the most here; stop one first"
            )


def trainer_for(of: Game, method: str) -> type[Trainer]:
    trainer = next(t for t in TRAINERS if t.method == method)
    if of.family not in trainer.families:
        raise BadInput(
            f"{method} does not train {of.family}: it trains {', '.join(trainer.families)}"
        )
    return trainer
