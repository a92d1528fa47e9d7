"""Somebody else's program as a child process that cannot hurt us.

Whatever it does, every call here ends by its deadline, memory stays small, and nothing is left
behind: the child leads a process group of its own, which is killed as a whole, and so is what has
left that group (`descendants.py`). Nothing is read but while an answer is awaited, so a program that
talks without being asked fills its pipe and waits. Of what it says on standard error the end is kept,
for whoever wants to know why it failed.

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
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..errors import PlayerFailed, Stopped
from .cpu_time import cpu_seconds
from .descendants import end_with_word, environment, new_word

LONGEST_LINE = 64 * 1024
MOST_OUTPUT = 1024 * 1024  # bytes of lines that are no answer, before it counts as flooding
LINE_COST = 100  # bytes that a line counts for besides its own
CHUNK = 16 * 1024
MOST_STDERR = 4 * 1024  # bytes of it that are kept, the last ones
MOST_WORDS = 200  # of its last line, in the reason of a game's end
GLANCE = 0.05  # seconds between looks at whether the child still lives
FAREWELL = 0.3  # seconds to leave by itself after it was told to

# Asked while a child is waited for: how many seconds until it is asked again. None ends the waiting.
Patience = Callable[[], float | None]

_LIVE: "weakref.WeakSet[Child]" = weakref.WeakSet()


class Late(PlayerFailed):
    """It did not do in time what was waited for."""


class Child:
    """A program that is sent lines and answers in lines."""

    def __init__(self, command: Sequence[str], *, farewell: str = "quit") -> None:
        self._farewell = farewell
        self._lines: deque[bytes] = deque()
        self._rest = b""  # the beginning of the next line
        self._heard = 0  # what it has said since the last question, by MOST_OUTPUT's measure
        self._ended = True  # until it has begun
        self._lock = threading.Lock()
        self._stderr = b""
        self._word = new_word()
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=environment(self._word),
            )
        except (OSError, ValueError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise PlayerFailed(f"'{command[0][:60]}' cannot be started: {reason}") from None
        pipes = self._pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._err_open = True
        self._ended = False
        _LIVE.add(self)

    def send(self, line: str, deadline: float) -> None:
        """Write a line by `deadline` (of time.monotonic); PlayerFailed if it is not taken."""
        rest = line.encode() + b"\n"
        with self._lock:
            self._heard = 0
            while rest:
                self._check()
                self._wait(
                    self._in, selectors.EVENT_WRITE, deadline, "does not read its input", _endless
                )
                try:
                    rest = rest[os.write(self._in, rest[:CHUNK]) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise self._gone() from None

    @property
    def stderr(self) -> str:
        """The last that it has said there."""
        return self._stderr.decode(errors="replace").strip()

    def receive(self, deadline: float, patience: Patience | None = None) -> str:
        """The next line by `deadline`; PlayerFailed says why there is none. Stopped if `patience` ends."""
        patience = patience or _endless
        with self._lock:
            _seconds_to_wait(patience)
            while not self._lines:
                if len(self._rest) > LONGEST_LINE:
                    raise PlayerFailed("flooded its output with a line that does not end")
                self._check()
                self._wait(
                    self._out, selectors.EVENT_READ, deadline, "gave no answer in time", patience
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
        patience: Patience,
    ) -> None:
        """Until the pipe is ready. A dead child's pipe may be held open by a child of its own."""
        with selectors.DefaultSelector() as selector:
            selector.register(file, event)
            if self._err_open:
                selector.register(self._err, selectors.EVENT_READ)
            while not self._ready(file, selector, deadline, patience):
                self._check()
                if time.monotonic() >= deadline:
                    raise Late(failure)
        if time.monotonic() >= deadline + GLANCE:
            raise Late(failure)

    def _ready(
        self, file: int, selector: selectors.BaseSelector, deadline: float, patience: Patience
    ) -> bool:
        """Is the pipe ready after a moment, in which standard error is read too?"""
        left = min(GLANCE, deadline - time.monotonic(), _seconds_to_wait(patience))
        found = {key.fd for key, _ in selector.select(max(0.0, left))}
        if self._err in found and not self._read_stderr() and not self._err_open:
            selector.unregister(self._err)
        if not found and self._exited():
            raise self._gone()
        return file in found

    def _read_stderr(self) -> bool:
        """Keep the end of what was said there; False: nothing more was."""
        try:
            chunk = os.read(self._err, CHUNK)
        except BlockingIOError:
            return False
        self._err_open = bool(chunk)
        self._stderr = (self._stderr + chunk)[-MOST_STDERR:]
        return self._err_open

    def cpu_seconds(self) -> float:
        """CPU time of the program so far: all its threads, and all that it has started."""
        return 0.0 if self._ended else cpu_seconds(self._process.pid)

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
        while self._err_open and self._read_stderr():  # its last words: nobody is left to say more
            pass
        how = _end_text(code)
        return PlayerFailed(f"{how}; it said: {said}" if (said := self._last_words()) else how)

    def _last_words(self) -> str:
        """The last line on standard error, so that the reason of a game's end holds why it failed."""
        lines = [line for line in self.stderr.splitlines() if line.strip()]
        return "".join(c for c in lines[-1][-MOST_WORDS:] if c.isprintable()) if lines else ""

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
            for pipe in self._pipes:
                if pipe is not None:
                    pipe.close()
            self._err_open = False

    def _end(self) -> int | None:
        """Kill all that is left of it and of its own; the code with which it ended by itself."""
        exited = self._exited()
        self._ended = True
        if self._process.returncode is None:
            # Not SIGTERM first: it may be ignored, and the farewell was the polite part.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            end_with_word(self._word)
        _LIVE.discard(self)
        return self._process.returncode if exited else None

    def __del__(self) -> None:
        if not getattr(self, "_ended", True):
            self._end()


def _endless() -> float:
    return GLANCE


def _seconds_to_wait(patience: Patience) -> float:
    seconds = patience()
    if seconds is None:
        raise Stopped
    return seconds


def _end_text(code: int | None) -> str:
    if code is None or code == 0:
        return "ended without an answer"
    return f"crashed ({_signal_name(-code)})" if code < 0 else f"crashed (exit code {code})"


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
