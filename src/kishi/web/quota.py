"""How much of the machine the web may use at once; more is answered with 429."""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from .refusal import Refusal


class Quota:
    """So many at once."""

    def __init__(self, most: int, what: str) -> None:
        self.most = most
        self.used = 0
        self._what = what

    @contextmanager
    def one(self) -> Iterator[None]:
        """Around one of them."""
        if self.used >= self.most:
            raise Refusal(
                429, f"{self.most} {self._what} at once are the most here; try again later"
            )
        self.used += 1
        try:
            yield
        finally:
            self.used -= 1


class Rate:
    """So many in a minute."""

    def __init__(self, most: int, what: str) -> None:
        self._most = most
        self._what = what
        self._times: deque[float] = deque()

    def one(self) -> None:
        now = time.monotonic()
        while self._times and self._times[0] < now - 60:
            self._times.popleft()
        if len(self._times) >= self._most:
            raise Refusal(429, f"{self._most} {self._what} a minute are the most here")
        self._times.append(now)
