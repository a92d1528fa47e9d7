"""The processes that a program has started, however they have left it.

A group is ended as a whole, but a process that calls `setsid` leaves its group, and one whose parent
has gone has no parent that we know. What stays with all of them is the environment they were started
with: programs get a word of ours there, as build servers do it. Where there is no /proc, their group
is all that we find.
"""

import os
import signal
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

NAME = "KISHI_PROGRAM"  # of the variable: the words of all programs of kishi's around a process
PROC = Path("/proc")
ROUNDS, ROUND_SECONDS = 200, 0.005  # to be gone in: a killed process needs the processor once more


def new_word() -> str:
    return uuid.uuid4().hex


def environment(word: str) -> Mapping[str, str]:
    """Ours, with this word; a kishi that is itself a program of kishi's keeps those around it."""
    return {**os.environ, NAME: " ".join(filter(None, (os.environ.get(NAME), word)))}


def with_word(word: str) -> Iterator[int]:
    """The processes that were started with the word around them."""
    wanted = word.encode()
    for entry in PROC.iterdir() if PROC.is_dir() else ():
        if entry.name.isdigit():
            with suppress(OSError):  # it is gone, or not ours
                if wanted in (entry / "environ").read_bytes():
                    yield int(entry.name)


def end_with_word(word: str) -> None:
    """Kill them, and those that they start meanwhile."""
    for _ in range(ROUNDS):
        left = list(with_word(word))
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not left:
            return
        time.sleep(ROUND_SECONDS)
