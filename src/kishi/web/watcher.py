"""A page that stays connected: what it is to be told waits here, so that a slow one holds up nobody."""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from typing import Any

Event = dict[str, Any]
MOST_WAITING = 1_000_000  # characters
FEW = 20  # events that wait while thoughts still join them: a newer one comes anyway


def written(event: Event) -> str:
    return json.dumps(event, separators=(",", ":"))


class Watcher:
    """What one page is still to be told."""

    def __init__(self) -> None:
        self._waiting: deque[str | Callable[[], Event]] = deque()
        self._size = 0
        self._lost = False  # it has stopped listening
        self._asked = False
        self._news = asyncio.Event()

    def tell(self, event: Event) -> None:
        self.send(event["type"], written(event))

    def send(self, kind: str, text: str) -> None:
        """What has been written once for all who watch."""
        if kind == "thinking" and len(self._waiting) >= FEW:
            return
        self._size += len(text)
        self._lost = self._lost or self._size > MOST_WAITING
        if self._lost:
            self._waiting.clear()
        else:
            self._waiting.append(text)
        self._news.set()

    def ask(self, whole: Callable[[], Event]) -> None:
        """Tell it all of something as it is when its turn comes. Asked for twice, it is told once."""
        if not self._asked:
            self._asked = True
            self._waiting.append(whole)
            self._news.set()

    async def next(self) -> str | None:
        """The next thing to tell; None: hang up."""
        while not self._waiting and not self._lost:
            self._news.clear()
            await self._news.wait()
        if self._lost:
            return None
        event = self._waiting.popleft()
        if isinstance(event, str):
            self._size -= len(event)
            return event
        self._asked = False
        return written(event())
