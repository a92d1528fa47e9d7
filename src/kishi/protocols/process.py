"""Somebody else's program as a child process that cannot hurt us.

Whatever it does, every call here ends by its deadline, memory stays small, and nothing is left
behind: the child leads a process group of its own, which is killed as a whole. Nothing is read but
while an answer is awaited, so a program that talks without being asked fills its pipe and waits.

For POSIX systems: others have neither process groups nor pipes that can be waited for.
"""

import atexit
import os
import selectors
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from ..core import SearchControl
from ..errors import PlayerFailed, Stopped

LONGEST_LINE = 64 * 1024
MOST_OUTPUT = 1024 * 1024  # bytes of lines that are no answer, before it counts as flooding
LINE_COST = 100  # bytes that a line counts for besides its own
CHUNK = 16 * 1024
GLANCE = 0.05  # seconds between looks at whether the child still lives
FAREWELL = 0.3  # seconds to leave by itself after it was told to

_LIVE: "weakref.WeakSet[Child]" = weakref.WeakSet()


class Child:
    """A program that is sent lines and answers in lines."""

    def __init__(self, command: Sequence[str], *, farewell: str = "quit") -> None:
        self._farewell = farewell
        self._lines: deque[bytes] = deque()
        self._rest = b""  # the beginning of the next line
        self._heard = 0  # what it has said since the last question, by MOST_OUTPUT's measure
        self._ended = True  # until it has begun
        self._lock = threading.Lock()
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise PlayerFailed(f"'{command[0][:60]}' cannot be started: {reason}") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._ended = False
        _LIVE.add(self)

    def send(self, line: str, deadline: float) -> None:
        """Write a line by `deadline` (of time.monotonic); PlayerFailed if it is not taken."""
        rest = line.encode() + b"\n"
        with self._lock:
            self._heard = 0
            while rest:
                self._check()
                self._wait(self._in, selectors.EVENT_WRITE, deadline, "does not read its input")
                try:
                    rest = rest[os.write(self._in, rest[:CHUNK]) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise self._gone() from None

    def receive(self, deadline: float, control: SearchControl | None = None) -> str:
        """The next line by `deadline`; PlayerFailed says why there is none. Stopped if `control` is."""
        with self._lock:
            _must_go_on(control)
            while not self._lines:
                if len(self._rest) > LONGEST_LINE:
                    raise PlayerFailed("flooded its output with a line that does not end")
                self._check()
                self._wait(
                    self._out, selectors.EVENT_READ, deadline, "gave no answer in time", control
                )
                with suppress(BlockingIOError):
                    self._read()
            line = self._lines.popleft()
            self._heard += len(line) + LINE_COST
            if self._heard > MOST_OUTPUT:
                raise PlayerFailed("flooded its output")
            return line.decode(errors="replace").rstrip("\r")

    def _read(self) -> None:
        chunk = os.read(self._out, CHUNK)
        if not chunk:
            raise self._gone()
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        self._lines.extend(whole)

    def _wait(
        self,
        file: int,
        event: int,
        deadline: float,
        failure: str,
        control: SearchControl | None = None,
    ) -> None:
        """Until the pipe is ready. A dead child's pipe may be held open by a child of its own."""
        with selectors.DefaultSelector() as selector:
            selector.register(file, event)
            while not selector.select(max(0.0, min(GLANCE, deadline - time.monotonic()))):
                self._check()
                _must_go_on(control)
                if self._exited():
                    raise self._gone()
                if time.monotonic() >= deadline:
                    raise PlayerFailed(failure)
        if time.monotonic() >= deadline + GLANCE:
            raise PlayerFailed(failure)

    def _check(self) -> None:
        if self._ended:
            raise PlayerFailed("was closed")

    def _exited(self) -> bool:
        """Without reaping it: until then its number, and so its group's, is nobody else's."""
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        try:
            return os.waitid(os.P_PID, self._process.pid, options) is not None
        except ChildProcessError:
            return True

    def _gone(self) -> PlayerFailed:
        """Why it is no longer there. Its end may be seen a moment after its pipe's."""
        until = time.monotonic() + FAREWELL
        while not self._exited() and time.monotonic() < until:
            time.sleep(0.005)
        code = self._end()
        if code is None or code == 0:
            return PlayerFailed("ended without an answer")
        if code < 0:
            return PlayerFailed(f"crashed ({_signal_name(-code)})")
        return PlayerFailed(f"crashed (exit code {code})")

    def close(self) -> None:
        """Ask it to leave, and see to it that it does, with all that it has started."""
        if not self._ended:
            with suppress(OSError):
                os.write(self._in, self._farewell.encode() + b"\n")
            until = time.monotonic() + FAREWELL
            while not self._exited() and time.monotonic() < until:
                time.sleep(0.005)
            self._end()
        with self._lock:  # whoever waits for an answer notices within a glance
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()

    def _end(self) -> int | None:
        """Kill the whole group, whatever is left of it; the code with which its leader ended."""
        exited = self._exited()
        self._ended = True
        if self._process.returncode is None:
            # Not SIGTERM first: it may be ignored, and the farewell was the polite part.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        _LIVE.discard(self)
        return self._process.returncode if exited else None

    def __del__(self) -> None:
        if not getattr(self, "_ended", True):
            self._end()


def _must_go_on(control: SearchControl | None) -> None:
    if control is not None and control.stopped:
        raise Stopped


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@atexit.register
def end_all() -> None:
    """Leave no child behind when we end."""
    for child in list(_LIVE):
        child._end()
