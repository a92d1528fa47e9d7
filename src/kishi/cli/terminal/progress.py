"""Something long under way: a table that changes on a terminal, a line now and then elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import rich.progress
from rich.console import Console, RenderableType
from rich.live import Live
from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

from ...locale import ENGLISH, Words

REDRAW_SECONDS = 0.2
LINE_SECONDS = 10.0


class Progress:
    """Shows the latest state of something; use as a context manager."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._next = 0.0 if console.is_terminal else time.monotonic() + LINE_SECONDS

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def show(self, table: Callable[[], RenderableType], line: Callable[[], str]) -> None:
        """The state now, if it is time to show it again."""
        now = time.monotonic()
        if now < self._next:
            return
        if self._console.is_terminal:
            self._live.update(table(), refresh=True)
            self._next = now + REDRAW_SECONDS
        else:
            self._console.print(line(), soft_wrap=True, highlight=False, markup=False)
            self._next = now + LINE_SECONDS


class Pace:
    """How fast games are played, and how long the rest will take."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.games = 0

    @property
    def seconds(self) -> float:
        return max(time.monotonic() - self._began, 1e-9)

    @property
    def rate(self) -> float:
        return self.games / self.seconds

    def speed(self, words: Words = ENGLISH) -> str:
        """`1,234 games/s`"""
        if not self.games:
            return words("t_no_game_yet")
        return words("t_speed", rate=short(self.rate))

    def text(self, left: float, words: Words = ENGLISH) -> str:
        """`1,234 games/s, 0:12 left`"""
        speed = self.speed(words)
        if not self.games:
            return speed
        return words("t_pace_text", speed=speed, left=duration(left / self.rate))


class Counting:
    """So many of so many, how fast and how long to go; use as a context manager."""

    def __init__(self, console: Console, key: str, words: Words, before: int = 0) -> None:
        """`key` is the text that takes `n` and `all`; without an end in sight, `n` alone.

        `before`: so many were done by an earlier command, and tell nothing of the pace."""
        self._progress, self._pace, self._before = Progress(console), Pace(), before
        self._key, self._words = key, words

    def __enter__(self) -> Self:
        self._progress.__enter__()
        return self

    def __exit__(self, *how: Any) -> None:
        self._progress.__exit__(*how)

    def show(self, done: int, all: int | None = None) -> None:
        self._pace.games = done - self._before

        def text() -> str:
            if all is None:
                return self._words(self._key, n=f"{done:,}")
            far = self._words(self._key, n=f"{done:,}", all=f"{all:,}")
            left = duration((all - done) / self._pace.rate) if self._pace.games else "?"
            return self._words("t_counting", far=far, rate=short(self._pace.rate), left=left)

        self._progress.show(text, text)


@contextmanager
def elapsing(console: Console, text: str) -> Iterator[Callable[[str], None]]:
    """On a terminal, that something goes on whose end nobody can foresee, and for how long it has.

    What it yields takes another text, when there is news."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with rich.progress.Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as shown:
        task = shown.add_task(text, total=None)
        yield lambda news: shown.update(task, description=news)


def short(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def duration(seconds: float) -> str:
    minutes, second = divmod(round(min(seconds, 1e9)), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
