"""Workers that are processes of this machine."""

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from .calls import NOTHING, Given, Tasks
from .worker import PATIENCE, receive, result_of, send

Message = tuple[bytes, str, str]  # an answer


class _Worker:
    """One process, what it is doing, and the thread that hears from it."""

    def __init__(self, heard: "queue.SimpleQueue[tuple[_Worker, Message | None]]") -> None:
        # Not multiprocessing: that would run the caller's main module once more.
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from kishi.cluster.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.given: Given | None = None
        self._has: set[str] = set()
        self._heard = heard
        self._send(sys.path)
        threading.Thread(target=self._listen, daemon=True).start()

    def give(self, function: str, given: Given, sent: Mapping[str, bytes]) -> None:
        self.given = given
        new = {id: body for id, body in sent.items() if id not in self._has}
        self._has = set(sent)
        self._send((function, given.task, new, list(sent)))

    def _send(self, message: Any) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # it has died: the listener tells
            send(self.process.stdin, message)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self._heard.put((self, receive(self.process.stdout)))
        except (EOFError, OSError, ValueError):
            self._heard.put((self, None))

    def dismiss(self) -> None:
        """Tell it to leave; it does so by itself when its input ends."""
        assert self.process.stdin is not None
        with suppress(OSError):  # it has not read all of it
            self.process.stdin.close()

    def bury(self, until: float) -> None:
        try:
            self.process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Processes:
    """Long-lived processes, started with the first work."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._all: list[_Worker] = []
        self._heard: queue.SimpleQueue[tuple[_Worker, Message | None]] = queue.SimpleQueue()

    def map(
        self, function: str, tasks: Iterable[Any], sent: Mapping[str, bytes] = NOTHING
    ) -> Iterator[tuple[Any, Any]]:
        while len(self._all) < self.workers:
            self._all.append(_Worker(self._heard))
        todo, idle, busy = Tasks(tasks), list(self._all), set[_Worker]()
        try:
            while True:
                while idle and (given := todo.take()):
                    worker = idle.pop()
                    worker.give(function, given, sent)
                    busy.add(worker)
                if not busy:
                    return
                worker, message = self._heard.get()
                if worker not in self._all:
                    continue  # the end of one that was let go
                if message is None:
                    self._replace(worker, idle, busy, todo)
                    continue
                busy.remove(worker)
                idle.append(worker)
                assert worker.given is not None
                yield worker.given.task, result_of(message)
        finally:
            self._let_go(busy)

    def _replace(self, dead: _Worker, idle: list[_Worker], busy: set[_Worker], todo: Tasks) -> None:
        self._let_go({dead})
        self._all.append(_Worker(self._heard))
        idle.append(self._all[-1])
        if dead in idle:
            idle.remove(dead)
        if dead in busy:
            busy.remove(dead)
            assert dead.given is not None
            todo.hand_back(dead.given)

    def _let_go(self, workers: set[_Worker]) -> None:
        """End these processes: nobody waits for what they do."""
        self._all = [worker for worker in self._all if worker not in workers]
        for worker in workers:
            worker.dismiss()
        until = time.monotonic() + PATIENCE + 1
        for worker in workers:
            worker.bury(until)

    def close(self) -> None:
        self._let_go(set(self._all))
