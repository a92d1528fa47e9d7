"""Training runs: begun and steered by a page, worked at by processes of their own, kept in the store.

The store is what there is to see: a run that was begun in a terminal is shown all the same.
"""

import threading
from typing import Any

from ..store import Run, Store
from ..training import PRESETS, runs
from ..training.runs import NameTaken, RunRequest
from ..training.work import Work
from .reading import Fields
from .refusal import Refusal, unknown
from .run_views import facts

MOST_RUNS = 2  # at once, paused ones too: they keep their memory
MOST_GAMES = 10**9
LISTED = 100


class Runs:
    """The runs of the store, and the processes of this server that work at some."""

    def __init__(self) -> None:
        self._works: dict[int, Work] = {}
        self._starting = threading.Lock()  # whether there is room, and a process that takes it

    def begin(self, fields: Fields) -> Run:
        """A new run, and a process that works at it."""
        asked = request_of(fields)
        with self._starting:
            self._must_have_room()
            with Store.open() as store:
                try:
                    run = runs.begin(store, asked)
                except NameTaken as taken:
                    raise Refusal(409, f"{taken}: choose another name or seed") from None
            self._works[run.id] = Work(run)
        return run

    def pause(self, id: int) -> None:
        work = self._working(id)
        if work.paused:
            raise Refusal(409, "this run is paused already")
        work.pause(True)

    def resume(self, id: int) -> None:
        """Go on: with a paused process, or where the store says that the run was left."""
        run = self.find(id)
        runs.trainer_named(run.trainer)
        with self._starting:
            work = self._works.get(id)
            if work is None or not work.alive:
                self._go_on(run)
            elif work.paused:
                work.pause(False)
            else:
                raise Refusal(409, "this run is being worked at")

    def _go_on(self, run: Run) -> None:
        with Store.open() as store:
            elsewhere = store.is_worked_at(run.id)
        if elsewhere:
            raise Refusal(409, "another process is training this run: stop it there")
        self._must_have_room()
        self._works[run.id] = Work(run)

    def stop(self, id: int) -> None:
        self._working(id).end()

    def find(self, id: int) -> Run:
        """What was refused at once has left the store, but its page is still to say why."""
        with Store.open() as store:
            run = store.get_run(id) if id < 2**62 else None
        if run is None and id in self._works:
            run = self._works[id].run
        if run is None:
            raise unknown("run", id)
        return run

    def state(self, store: Store, run: Run) -> str:
        """running, paused, elsewhere, failed or resting."""
        work = self._work_at(run)
        if work is not None and work.alive:
            return "paused" if work.paused else "running"
        if store.is_worked_at(run.id):
            return "elsewhere"  # by a process that is not ours, such as one of a terminal
        return "failed" if work is not None and work.failure else "resting"

    def _work_at(self, run: Run) -> Work | None:
        """The time tells a run from one that has left the store and had the same number."""
        work = self._works.get(run.id)
        return work if work is not None and work.run.made == run.made else None

    def listed(self) -> list[dict[str, Any]]:
        with Store.open() as store:
            runs = store.runs()[:LISTED]
            return [{**facts(store, r), "state": self.state(store, r)} for r in runs]

    def about(self, run: Run) -> dict[str, Any]:
        """What becomes of a run at the moment, which the store does not tell."""
        work = self._work_at(run)
        with Store.open() as store:
            return {"state": self.state(store, run), "failure": work.failure if work else None}

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


def request_of(fields: Fields) -> RunRequest:
    of = fields.game()
    return RunRequest(
        of,
        runs.trainer_named(fields.text("method", most=60)),
        name=fields.text("name", most=60) if fields.has("name") else None,
        seed=fields.whole("seed", 0, 2**62) if fields.has("seed") else None,
        preset=fields.one_of("preset", PRESETS, PRESETS[0]),
        chosen={"games": fields.whole("games", 1, MOST_GAMES)} if fields.has("games") else {},
    )
