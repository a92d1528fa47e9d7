"""Training runs: begun and steered by a page, worked at by processes of their own, kept in the store.

The store is what there is to see: a run that was begun in a terminal is shown all the same.
"""

from typing import Any

from ..store import Run, Store
from ..training import PRESETS, runs
from ..training.runs import NameTaken, RunRequest
from ..training.work import Work
from .admission import Admission
from .reading import Fields, click_of
from .refusal import Refusal, unknown
from .run_views import facts

MOST_RUNS = 2  # at once, paused ones too: they keep their memory
MOST_GAMES = 10**9
LISTED = 100
PATIENCE = 30.0  # seconds for another process to stop


class Runs:
    """The runs of the store, and the processes of this server that work at some."""

    def __init__(self) -> None:
        full = f"{MOST_RUNS} training runs at once are the most here; stop one first"
        self._works: Admission[Work] = Admission(MOST_RUNS, full)

    def begin(self, fields: Fields) -> Run:
        """A new run, and a process that works at it."""
        asked = request_of(fields)
        return self.find(self._works.begin(lambda: _begun(asked), click_of(fields)))

    def pause(self, id: int) -> None:
        self.find(id)
        with self._works.at(id) as work:
            if work is None:
                raise Refusal(409, "this server is not working at this run")
            work.pause()

    def resume(self, id: int) -> None:
        """Go on: with a paused process, or where the store says that the run was left."""
        run = self.find(id)
        runs.trainer_named(run.trainer)
        self._works.resume(id, lambda: _gone_on(run))

    def stop(self, id: int) -> None:
        """Whoever works at it, here or in another process of this home."""
        self.find(id)
        self._works.end(id)
        with Store.open() as store:
            if not store.stop_work(id, PATIENCE):
                raise Refusal(503, "another process works at this run and does not stop")

    def find(self, id: int) -> Run:
        """What was refused at once has left the store, but its page is still to say why."""
        with Store.open() as store:
            run = store.get_run(id) if id < 2**62 else None
        work = self._works.get(id)
        if run is None and work is not None:
            run = work.run
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
        self._works.close()


def _begun(asked: RunRequest) -> tuple[int, Work]:
    with Store.open() as store:
        try:
            run = runs.begin(store, asked)
        except NameTaken as taken:
            raise Refusal(409, f"{taken}: choose another name or seed") from None
        try:
            return run.id, Work(run)
        except OSError as wrong:  # no room for another process
            store.forget_unbegun(run.id)
            raise Refusal(503, f"no process can be started: {wrong.strerror}") from None


def _gone_on(run: Run) -> Work:
    with Store.open() as store:
        if store.is_worked_at(run.id):
            raise Refusal(409, "another process is training this run: stop it there")
    try:
        return Work(run)
    except OSError as wrong:
        raise Refusal(503, f"no process can be started: {wrong.strerror}") from None


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
