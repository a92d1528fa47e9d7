"""The process that does the work that comes on standard input, one task at a time.

Messages both ways are plain data (`messages.py`) after their length in 8 bytes.
"""

import os
import queue
import signal
import sys
import threading
import traceback
from typing import IO, Any, NoReturn

from .. import errors
from ..core import SearchControl
from .calls import blobs, function_named, still_wanted
from .messages import pack, unpack

TOLD = ("BadInput", "PlayerFailed", "StoreFailed")  # failures that people are told in one line
PATIENCE = 2.0  # seconds for a task to notice that it is no longer wanted


def send(stream: IO[bytes], message: Any) -> None:
    body = pack(message)
    stream.write(len(body).to_bytes(8, "little") + body)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """The next message; EOFError at the end, in the middle of a message too."""
    length = stream.read(8)
    body = stream.read(int.from_bytes(length, "little")) if len(length) == 8 else b""
    if not body or len(body) < int.from_bytes(length, "little"):
        raise EOFError
    return unpack(body)


def main() -> None:
    # The driver hears Ctrl-C, and decides what becomes of us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    incoming, outgoing = _own_streams()
    sys.path[:] = receive(incoming)
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    control = SearchControl()  # one for all tasks: who stops one lets the whole process go
    threading.Thread(target=_listen, args=(incoming, tasks, control), daemon=True).start()
    kept: dict[str, bytes] = {}
    while True:
        function, task, new, wanted = tasks.get()
        kept = still_wanted(kept, new, wanted)
        send(outgoing, answered(function, task, kept, control))


def _leave(signal: int, frame: Any) -> NoReturn:
    sys.exit(0)


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Standard input and output for messages alone; what others print goes to standard error."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return incoming, outgoing


def _listen(incoming: IO[bytes], tasks: "queue.SimpleQueue[Any]", control: SearchControl) -> None:
    """Take messages as they come, so that the driver's end is noticed during a task, too."""
    try:
        while True:
            tasks.put(receive(incoming))
    except (EOFError, OSError):
        # The main thread then leaves in good order, unless it is deep in the core.
        impatient = threading.Timer(PATIENCE, os._exit, (1,))
        impatient.daemon = True
        impatient.start()
        control.stop()
        os.kill(os.getpid(), signal.SIGTERM)


def answered(
    function: str, task: Any, kept: dict[str, bytes], control: SearchControl
) -> tuple[bytes, str, str]:
    """The result as bytes, or which failure it was and what it said."""
    try:
        with blobs(kept):
            return pack(function_named(function)(task, control)), "", ""
    except (errors.BadInput, errors.PlayerFailed, errors.StoreFailed) as failure:
        return b"", next(n for n in TOLD if isinstance(failure, getattr(errors, n))), str(failure)
    except Exception:
        return b"", "", traceback.format_exc()


def result_of(answer: tuple[bytes, str, str]) -> Any:
    """What a worker's answer holds; a failure is raised again."""
    packed, failure, text = answer
    if packed:
        return unpack(packed)
    raise (
        getattr(errors, failure)(text) if failure in TOLD else RuntimeError(f"in a worker:\n{text}")
    )
