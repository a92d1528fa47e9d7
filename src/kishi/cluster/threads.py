"""Workers that are threads of this process: for native work, and for one job at a time."""

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .calls import NOTHING, function_named, holding, stop_all

NAME = "kishi work in the background"  # by which the command line knows that the core is busy
PATIENCE = 2.0  # seconds for work to notice that it is no longer wanted

Answer = tuple[threading.Thread, Any, Any, BaseException | None]


class Threads:
    """One thread a task. They are daemons: whoever gives up waiting can leave."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(
        self, function: str, tasks: Iterable[Any], parts: Mapping[str, bytes] = NOTHING
    ) -> Iterator[tuple[Any, Any]]:
        with holding(parts):
            yield from self._map(function_named(function), tasks)

    def _map(self, work: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        done: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        free, over = threading.Semaphore(self.workers), threading.Event()

        def run(task: Any) -> None:
            me = threading.current_thread()
            with free:
                if over.is_set():
                    return
                try:
                    done.put((me, task, work(task), None))
                except BaseException as failure:  # handed to the caller below
                    done.put((me, task, None, failure))

        coming, flying = iter(tasks), set[threading.Thread]()
        # Several workers have one more task waiting for them, so that they need not wait for what the
        # caller does with results. One worker alone is to be no more than one thread.
        ahead = 1 if self.workers > 1 else 0
        try:
            while True:
                for task in coming:
                    flying.add(_started(run, task))
                    if len(flying) == self.workers + ahead:
                        break
                if not flying:
                    return
                thread, task, result, failure = done.get()
                flying.remove(thread)
                if failure is not None:
                    raise failure
                yield task, result
        finally:
            over.set()
            _let_go(flying)

    def close(self) -> None:
        pass


def _started(run: Callable[[Any], None], task: Any) -> threading.Thread:
    thread = threading.Thread(target=run, args=(task,), name=NAME, daemon=True)
    thread.start()
    return thread


def _let_go(flying: set[threading.Thread]) -> None:
    """End work that nobody waits for: the interpreter must not be taken down around the core."""
    if flying:
        stop_all()
    until = time.monotonic() + PATIENCE
    for thread in flying:
        thread.join(max(0.0, until - time.monotonic()))
