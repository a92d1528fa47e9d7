"""Workers that are actors of a Ray cluster. Nothing else in kishi knows about Ray."""

import importlib
import socket
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..core import SearchControl
from ..errors import BadInput
from ..extras import command_for
from .calls import NOTHING, Given, Tasks, still_wanted
from .messages import pack, unpack
from .worker import answered, result_of

REACH_SECONDS = 5.0


class Works:
    """What an actor does: the same as a local worker."""

    def __init__(self) -> None:
        self._blobs: dict[str, bytes] = {}

    def start(self) -> None:
        pass

    def work(
        self, function: str, task: bytes, wanted: list[str], names: list[str], *bodies: bytes
    ) -> tuple[bytes, str, str]:
        """Plain data both ways: nothing that Ray unpickles is more than bytes and texts."""
        # Ray hands over the content of each reference, fetched once for each node.
        self._blobs = still_wanted(self._blobs, dict(zip(names, bodies, strict=True)), wanted)
        control = SearchControl()  # a stopped actor is killed
        return answered(function, unpack(task), self._blobs, control)


class Ray:
    """Actors on every CPU of the cluster at this address; `auto` starts a cluster here."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        try:
            # By name, so that types and lint do not depend on what is installed.
            ray: Any = importlib.import_module("ray")
        except ImportError:
            raise BadInput(f"--cluster needs ray: run `{command_for('cluster')}` first") from None
        if address != "auto":
            _must_answer(address)
        self._ray = ray
        self._joined = not ray.is_initialized()
        if self._joined:
            self._join(address)
        self.workers = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._kind: Any = ray.remote(num_cpus=1)(Works)
        self._actors: dict[Any, set[str]] = {}  # actor -> ids of the blobs it has
        self._starting: dict[Any, Any] = {}  # what is awaited of actors that are not there yet

    def _join(self, address: str) -> None:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        place = {"include_dashboard": False} if address == "auto" else {"address": address}
        try:
            self._ray.init(**place, **quiet)
        except (ConnectionError, ValueError, RuntimeError) as wrong:
            raise BadInput(f"no Ray cluster at '{address}': {wrong}") from None

    def map(
        self, function: str, tasks: Iterable[Any], sent: Mapping[str, bytes] = NOTHING
    ) -> Iterator[tuple[Any, Any]]:
        kept = {id: self._ray.put(body) for id, body in sent.items()}
        todo = Tasks(tasks)
        idle = [actor for actor in self._actors if actor not in self._starting.values()]
        out: dict[Any, tuple[Any, Given]] = {}  # result of a task -> who has it in hand
        for _ in range(self.workers - len(self._actors)):
            self._start_one()
        try:
            while True:
                while idle and (given := todo.take()):
                    actor = idle.pop()
                    out[self._give(actor, function, given, kept)] = (actor, given)
                if idle and not out:
                    return
                (ready, *_), _ = self._ray.wait([*self._starting, *out], num_returns=1)
                if (starting := self._starting.pop(ready, None)) is not None:
                    actor, given = starting, None
                else:
                    actor, given = out.pop(ready)
                try:
                    result = self._ray.get(ready)
                except self._ray.exceptions.RayActorError:
                    # It may only be out of reach, and would then keep its CPU from the next one.
                    self._end(actor)
                    self._start_one()
                    if given:
                        todo.hand_back(given)
                    continue
                except self._ray.exceptions.RayTaskError as failure:
                    raise failure.cause from failure
                idle.append(actor)
                if given:
                    yield given.task, result_of(result)
        finally:
            for actor, _ in out.values():
                self._end(actor)

    def _start_one(self) -> None:
        # An actor that waits for a CPU to come back must not hold a task meanwhile.
        actor = self._kind.remote()
        self._actors[actor] = set()
        self._starting[actor.start.remote()] = actor

    def _give(self, actor: Any, function: str, given: Given, kept: Mapping[str, Any]) -> Any:
        new = [id for id in kept if id not in self._actors[actor]]
        self._actors[actor] = set(kept)
        return actor.work.remote(
            function, pack(given.task), list(kept), new, *(kept[id] for id in new)
        )

    def _end(self, actor: Any) -> None:
        self._actors.pop(actor, None)
        self._ray.kill(actor)

    def close(self) -> None:
        for actor in list(self._actors):
            self._end(actor)
        if self._joined:
            self._ray.shutdown()


def _must_answer(address: str) -> None:
    """Ray itself would try for minutes, and say much."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), REACH_SECONDS).close()
    except (OSError, ValueError, OverflowError) as wrong:
        raise BadInput(f"no Ray cluster at '{address[:60]}', which is HOST:PORT: {wrong}") from None
