"""Who may work: training runs and contests are started, resumed and stopped here, one at a time.

Whether there is room, taking it and starting are one step under one lock, and so is stopping. A wish
that is granted already is granted again: a second click is answered as the first was.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from .refusal import Refusal

CLICKS = 200  # whose answers are remembered


class Admitted(Protocol):
    """Work under way."""

    @property
    def alive(self) -> bool: ...
    def go_on(self) -> None:
        """If it is paused."""

    def end(self) -> None:
        """Returns when it has ended."""


J = TypeVar("J", bound=Admitted)


class Admission(Generic[J]):
    """So many jobs at once, each known by its number."""

    def __init__(self, most: int, full: str) -> None:
        self._most = most
        self._full = full
        self._jobs: dict[int, J] = {}
        self._clicks: OrderedDict[str, int] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False

    def begin(self, start: Callable[[], tuple[int, J]], click: str = "") -> int:
        """Start something new; its number. The same click starts nothing a second time."""
        with self._lock:
            if click in self._clicks:
                return self._clicks[click]
            self._must_have_room()
            id, self._jobs[id] = start()
            if click:
                self._clicks[click] = id
                while len(self._clicks) > CLICKS:
                    self._clicks.popitem(last=False)
            return id

    def resume(self, id: int, start: Callable[[], J]) -> None:
        """Go on with what is paused, or start what has ended."""
        with self._lock:
            job = self._jobs.get(id)
            if job is not None and job.alive:
                job.go_on()
                return
            self._must_have_room()
            self._jobs[id] = start()

    def end(self, id: int) -> None:
        """Whatever it was doing, it does no more."""
        with self.at(id) as job:
            if job is not None:
                job.end()

    @contextmanager
    def at(self, id: int) -> Iterator[J | None]:
        """The job, if it is under way; it is neither begun nor ended by others meanwhile."""
        with self._lock:
            job = self._jobs.get(id)
            yield job if job is not None and job.alive else None

    def get(self, id: int) -> J | None:
        """The job that was last started under this number."""
        return self._jobs.get(id)

    def close(self) -> None:
        """End all of them; nothing is started after that."""
        with self._lock:
            self._closed = True
            for job in self._jobs.values():
                if job.alive:
                    job.end()

    def _must_have_room(self) -> None:
        if self._closed:
            raise Refusal(503, "the server is ending")
        if sum(job.alive for job in self._jobs.values()) >= self._most:
            raise Refusal(429, self._full)
