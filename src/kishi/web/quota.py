"""How much of the machine the web may use at once; more is answered with 429."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from .refusal import Refusal

P = ParamSpec("P")
T = TypeVar("T")


class Quota:
    """So many at once."""

    def __init__(self, most: int, what: str) -> None:
        self.most = most
        self.used = 0
        self._what = what

    @contextmanager
    def some(self, count: int) -> Iterator[None]:
        """Around the use of so many of them."""
        if self.used + count > self.most:
            raise Refusal(
                429, f"{self.most} {self._what} at once are the most here; try again later"
            )
        self.used += count
        try:
            yield
        finally:
            self.used -= count

    @contextmanager
    def one(self) -> Iterator[None]:
        """Around one of them."""
        with self.some(1):
            yield


class Rate:
    """So many in so many seconds."""

    def __init__(self, most: int, what: str, seconds: float = 60.0) -> None:
        self._most = most
        self._what = what
        self._seconds = seconds
        self._times: deque[float] = deque()

    def one(self) -> None:
        now = time.monotonic()
        while self._times and self._times[0] < now - self._seconds:
            self._times.popleft()
        if len(self._times) >= self._most:
            span = "minute" if self._seconds == 60 else f"{self._seconds:g} seconds"
            raise Refusal(429, f"{self._most} {self._what} a {span} are the most here")
        self._times.append(now)


class Desk:
    """Work beside the event loop: a few at a time, some more in line, and beyond that a refusal.

    Few, because Python threads take turns: the event loop, which a person's move waits for, is one of
    those that wait for a turn.
    """

    def __init__(self, workers: int, most: int, what: str) -> None:
        self.quota = Quota(most, what)
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=f"kishi {what}")

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        with self.quota.one():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, lambda: work(*args, **kwargs))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
