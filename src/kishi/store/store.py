"""The store: one SQLite file under KISHI_HOME that several processes may use at once.

Every method is one short transaction. What cannot be done is a StoreFailed of one line, and leaves
the file as it was.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from ..errors import BadInput
from .claim import Taken, ask_for, claimed, interrupt, is_claimed
from .failures import failures, make_folder
from .games import GameStore
from .rows import Event
from .training import TrainingStore


class Store(GameStore, TrainingStore):
    """The games, players, weights and runs of one file, and who works at what."""

    # Who works at what: one process at a time.

    def working_at(
        self, run: int, asked: Callable[[], None] = interrupt
    ) -> AbstractContextManager[None]:
        """Around training: BadInput if another process is training this run. `asked`: to stop."""
        return self._held(f"run-{run}", asked, "another process is training this run")

    def playing(
        self, event: Event, asked: Callable[[], None] = interrupt
    ) -> AbstractContextManager[None]:
        """Around playing the event's games, likewise."""
        return self._held(f"event-{event.id}", asked, f"another process is playing '{event.name}'")

    def is_worked_at(self, run: int) -> bool:
        """Is some process, this one or another, training this run?"""
        return self._is_held(f"run-{run}")

    def is_played(self, event: Event) -> bool:
        return self._is_held(f"event-{event.id}")

    def stop_work(self, run: int, seconds: float) -> bool:
        """Ask whoever trains this run to stop; has it within that time?"""
        return ask_for(self._claim(f"run-{run}"), seconds)

    def stop_playing(self, event: Event, seconds: float) -> bool:
        return ask_for(self._claim(f"event-{event.id}"), seconds)

    @contextmanager
    def _held(self, what: str, asked: Callable[[], None], taken: str) -> Iterator[None]:
        with ExitStack() as held:
            make_folder(self._claim(what).parent)
            try:
                with failures(self.path):
                    held.enter_context(claimed(self._claim(what), asked))
            except Taken:
                raise BadInput(f"{taken} at the same time") from None
            yield

    def _is_held(self, what: str) -> bool:
        with failures(self.path):
            return is_claimed(self._claim(what))

    def _claim(self, what: str) -> Path:
        return self.path.parent / "claims" / f"{self.path.stem}-{what}"
