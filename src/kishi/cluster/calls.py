"""What all clusters share: functions by name, blobs that were sent, tasks to be handed out."""

import importlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, NamedTuple

from ..core import SearchControl, takes_control
from ..errors import PlayerFailed

Work = Callable[[Any, SearchControl], Any]

NOTHING: dict[str, bytes] = {}
MOST_TRIES = 3  # of a task whose worker dies: beyond that it is the task that kills them

_HELD: list[Mapping[str, bytes]] = []  # the blobs of each work under way


def function_named(name: str) -> Work:
    """The function as one of a task and a control, which it is handed if it asks for it."""
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found if takes_control(found) else lambda task, control: found(task)


@contextmanager
def blobs(sent: Mapping[str, bytes]) -> Iterator[None]:
    """Around work that asks for these: bytes that many tasks have in common, such as weights."""
    mine = MappingProxyType(dict(sent))
    _HELD.append(mine)
    try:
        yield
    finally:
        del _HELD[next(i for i, held in enumerate(_HELD) if held is mine)]


def blob(id: str) -> bytes | None:
    """The blob of this id that was sent to this worker."""
    return next((held[id] for held in list(_HELD) if id in held), None)


def still_wanted(
    had: Mapping[str, bytes], new: Mapping[str, bytes], wanted: Iterable[str]
) -> dict[str, bytes]:
    """What a worker keeps of its blobs: a long run sends a new network with every round."""
    return {id: new[id] if id in new else had[id] for id in wanted}


class Given(NamedTuple):
    """A task that a worker has, and how many times it has been handed out."""

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
