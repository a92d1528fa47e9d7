"""How far a campaign is: one line that changes on a terminal, a plain line now and then elsewhere."""

from collections.abc import Callable

from rich.console import Console

from kishi.cli.terminal.progress import Pace, Progress, duration, short


class Count:
    """So many of so many."""

    def __init__(self, what: str, all: int, more: Callable[[], str] = str) -> None:
        """`more` is what else there is to say at such a moment."""
        self._what, self._all, self._more = what, all, more
        self._console, self._pace = Console(stderr=True), Pace()
        self._progress = Progress(self._console)

    def one(self) -> None:
        """One more is done."""
        self._pace.games += 1
        if self._pace.games == 1:
            self._progress.__enter__()
        self._progress.show(self._line, self._line)
        if self._pace.games == self._all:
            self._progress.__exit__(None, None, None)

    def _line(self) -> str:
        done, rate = self._pace.games, self._pace.rate
        left = duration((self._all - done) / rate)
        far = f"{self._what} {done:,} of {self._all:,}, {short(rate)}/s, {left} left"
        return ", ".join(filter(None, [far, self._more()]))
