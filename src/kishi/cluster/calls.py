"""What all clusters share: functions by name, parts that were sent, tasks to be handed out."""

import importlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..errors import PlayerFailed

NOTHING: dict[str, bytes] = {}
MOST_TRIES = 3  # of a task whose worker dies: beyond that it is the task that kills them

_PARTS: dict[str, bytes] = {}
_STOPS: set[Callable[[], None]] = set()


def function_named(name: str) -> Callable[[Any], Any]:
    module, _, function = name.partition(":")
    found: Callable[[Any], Any] = getattr(importlib.import_module(module), function)
    return found


def keep(parts: Mapping[str, bytes]) -> None:
    _PARTS.update(parts)


def shared(id: str) -> bytes | None:
    """The part of this id that was sent to this worker."""
    return _PARTS.get(id)


@contextmanager
def stoppable(stop: Callable[[], None]) -> Iterator[None]:
    """Around work that ends soon after another thread has called `stop`."""
    _STOPS.add(stop)
    try:
        yield
    finally:
        _STOPS.discard(stop)


def stop_all() -> None:
    """End all the work of this process: nobody waits for it any more."""
    for stop in list(_STOPS):
        stop()


class Given(NamedTuple):
    """A task in a worker's hands, for the how-manieth time."""

    task: Any
    tries: int


class Tasks:
    """Tasks still to be done. One whose worker died comes first again."""

    def __init__(self, coming: Iterable[Any]) -> None:
        self._coming = iter(coming)
        self._again: deque[Given] = deque()

    def take(self) -> Given | None:
        if self._again:
            return self._again.popleft()
        for task in self._coming:
            return Given(task, 1)
        return None

    def hand_back(self, given: Given) -> None:
        if given.tries == MOST_TRIES:
            raise PlayerFailed(f"{MOST_TRIES} workers died over the same job")
        self._again.append(Given(given.task, given.tries + 1))
