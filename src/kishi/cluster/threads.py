"""Workers that are threads of this process: for native work, and for one job at a time."""

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..core import SearchControl
from ..players.thinking import NAME
from .calls import NOTHING, Work, blobs, function_named

PATIENCE = 2.0  # seconds for work to notice that it is no longer wanted

Answer = tuple[threading.Thread, Any, Any, BaseException | None]


class Threads:
    """One thread a task. They are daemons: whoever gives up waiting can leave."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(
        self, function: str, tasks: Iterable[Any], sent: Mapping[str, bytes] = NOTHING
    ) -> Iterator[tuple[Any, Any]]:
        with blobs(sent):
            yield from self._map(function_named(function), tasks)

    def _map(self, work: Work, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        done: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        free, over = threading.Semaphore(self.workers), threading.Event()

        def run(task: Any, control: SearchControl) -> None:
            me = threading.current_thread()
            with free:
                if over.is_set():
                    return
                try:
                    done.put((me, task, work(task, control), None))
                except BaseException as failure:  # handed to the caller below
                    done.put((me, task, None, failure))

        coming, flying = iter(tasks), dict[threading.Thread, SearchControl]()
        # Several workers have one more task waiting for them, so that they need not wait for what the
        # caller does with results. One worker alone is to be no more than one thread.
        ahead = 1 if self.workers > 1 else 0
        try:
            while True:
                for task in coming:
                    control = SearchControl()
                    flying[_started(run, task, control)] = control
                    if len(flying) == self.workers + ahead:
                        break
                if not flying:
                    return
                thread, task, result, failure = done.get()
                del flying[thread]
                if failure is not None:
                    raise failure
                yield task, result
        finally:
            over.set()
            _let_go(flying)

    def close(self) -> None:
        pass


def _started(run: Callable[[Any, SearchControl], None], *args: Any) -> threading.Thread:
    thread = threading.Thread(target=run, args=args, name=NAME, daemon=True)
    thread.start()
    return thread


def _let_go(flying: Mapping[threading.Thread, SearchControl]) -> None:
    """End work that nobody waits for: the interpreter must not be taken down around the core."""
    for control in flying.values():
        control.stop()
    until = time.monotonic() + PATIENCE
    for thread in flying:
        thread.join(max(0.0, until - time.monotonic()))
