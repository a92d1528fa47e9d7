"""Long calls into the core, made so that Ctrl-C is heard meanwhile.

Python handles signals between its own instructions on the main thread only, so a call that stays in
the core for a minute would keep it deaf for that minute.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

T = TypeVar("T")

_NAME = "kishi work in the background"


def in_background(
    work: Callable[[], T], *, meanwhile: Callable[[], None] = lambda: None, every: float = 0.1
) -> T:
    """The result of `work`, done on another thread; `meanwhile` is called now and then."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as failure:  # handed to the caller below
            done.set_exception(failure)

    # A daemon: if the main thread gives up, what this one still does keeps no process alive.
    threading.Thread(target=run, name=_NAME, daemon=True).start()
    while not wait([done], timeout=every).done:
        meanwhile()
    return done.result()


def still_at_work(patience: float = 0.3) -> bool:
    """Is some call still in the core, although it was told to stop or cannot be?"""
    threads = [t for t in threading.enumerate() if t.name == _NAME]
    for thread in threads:
        thread.join(patience)
    return any(t.is_alive() for t in threads)
