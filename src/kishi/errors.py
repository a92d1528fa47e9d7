"""What can go wrong, as a tree:

    ValueError
      BadInput       a person or a program gave us something wrong; the message is one clear line
    RuntimeError
      PlayerFailed   a player crashed, hung or broke its protocol; the message says how
    OSError
      StoreFailed    the store cannot be read or written: full disk, read-only, damaged, ...
    Exception
      Stopped        work that was told to stop has no whole result; whoever told it expects this

Faces print these in one line and exit with 2 (BadInput) or 1. Anything else is a bug and shows its
traceback.
"""

from difflib import get_close_matches

from ._native import BadInput

__all__ = ["BadInput", "PlayerFailed", "Stopped", "StoreFailed", "nearest", "quoted"]

BadInput.__doc__ = "A person or a program gave us something wrong; the message is one clear line."


class PlayerFailed(RuntimeError):
    """A player crashed, hung or broke its protocol."""

    stderr = ""  # the last that a program has said there


class StoreFailed(OSError):
    """The store cannot be read or written; what was stored before is still there."""

    def __init__(self, message: str, path: object = "") -> None:
        super().__init__(message)
        self.path = str(path)

    @property
    def public(self) -> str:
        """What a page may be told: not where anything is on this machine."""
        return str(self).replace(f" {self.path}", "", 1) if self.path else str(self)


class Stopped(Exception):
    """The work was stopped before it was whole, by whoever asked for it."""


def nearest(word: str, words: list[str]) -> str:
    """The end of an error line: which of the right words was probably meant."""
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.5)
    return f"; did you mean '{close[0]}'?" if close else ""


def quoted(text: str) -> str:
    """What somebody typed, for an error line: short, and harmless to a terminal."""
    shown = "".join(c if c.isprintable() else "?" for c in text[:60])
    return f"'{shown}...'" if len(text) > 60 else f"'{shown}'"
