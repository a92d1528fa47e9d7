"""How much a program has computed: the CPU time of its process, all its threads, and all it has started."""

import ctypes
import os
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """Of a process and its descendants; those that are over count once their parent has waited for
    them. What a system does not tell is 0."""
    return sum(_own(p) + _of_ended_children(p) for p in (pid, *_descendants(pid)))


def _descendants(pid: int) -> list[int]:
    found = []
    with suppress(OSError, ValueError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *_descendants(child)]
    return found


@lru_cache(maxsize=1)
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def _own(pid: int) -> float:
    """By the clock that POSIX has for each process: /proc counts in steps of 10 ms."""
    clock = ctypes.c_int()
    try:
        unknown = _libc().clock_getcpuclockid(pid, ctypes.byref(clock))
        return 0.0 if unknown else time.clock_gettime(clock.value)
    except (AttributeError, OSError):  # a system without such clocks, or the process is gone
        return 0.0


def _of_ended_children(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
        after_name = text.rpartition(")")[2].split()  # the name may hold anything
        return (int(after_name[13]) + int(after_name[14])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0
