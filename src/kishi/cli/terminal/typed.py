"""The lines a person types, or a script sends."""

import sys
from contextlib import suppress

from .screen import Screen

LONGEST = 1000  # of a line that anybody could mean


class TypedLines:
    """Standard input, line by line, with one line of looking ahead."""

    def __init__(self) -> None:
        self.typed_by_hand = sys.stdin is not None and sys.stdin.isatty()
        self._ahead: str | None = None
        if self.typed_by_hand:
            with suppress(ImportError):
                import readline  # noqa: F401, PLC0415 - its import gives input() history and editing

    def nobody(self) -> bool:
        """Is there neither a terminal nor any input? Waits for the first line of a pipe."""
        if self.typed_by_hand:
            return False
        self._ahead = sys.stdin.readline() if sys.stdin is not None else ""
        return not self._ahead

    def ask(self, screen: Screen, prompt: str) -> str | None:
        """The next line; None at the end of the input."""
        if self.typed_by_hand:
            try:
                return input(prompt)[:LONGEST]
            except EOFError:
                screen.write("")
                return None
        line = self._ahead or (sys.stdin.readline() if sys.stdin is not None else "")
        self._ahead = None
        # A script's lines do not show by themselves; the transcript reads better with them.
        screen.write(prompt + clean(line))
        return line[:LONGEST] if line else None


def clean(text: str) -> str:
    """What was typed, short and with nothing in it that could upset a terminal."""
    shown = "".join(c for c in text.strip() if c.isprintable())
    return shown[:60] + ("..." if len(shown) > 60 else "")
