"""Where work is done: threads or processes of this machine, or a Ray cluster.

Work is data. A cluster maps a function, given by its name ``module:function``, over tasks, and
hands back each task with its result as it is done. Tasks are taken from their iterator one by one
as workers become free, so whoever makes them can still change their mind about the next one.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from .calls import NOTHING, blob, blobs
from .processes import Processes
from .threads import Threads

__all__ = [
    "Cluster",
    "Processes",
    "Threads",
    "blob",
    "blobs",
    "open_cluster",
]


class Cluster(Protocol):
    """Somewhere to work. A worker that dies loses nothing: its task goes to another."""

    @property
    def workers(self) -> int: ...

    def map(
        self,
        function: str,
        tasks: Iterable[Any],
        sent: Mapping[str, bytes] = MappingProxyType(NOTHING),
    ) -> Iterator[tuple[Any, Any]]:
        """(task, result) as they are done.

        A function with a parameter `control` is handed one for its task alone; who leaves early
        stops the tasks under way by them, and nothing else.

        Each worker is sent each of these blobs once, and the function asks for them by
        `blob(id)`: what many tasks have in common, such as weights. They are kept until other
        ones are sent.
        """
        ...

    def close(self) -> None: ...


def open_cluster(jobs: int, address: str | None = None, *, native: bool = False) -> Cluster:
    """A Ray cluster if an address is given; else `jobs` workers here.

    Work that is `native` lets go of the interpreter lock, so that threads will do.
    """
    if address is not None:
        from .on_ray import Ray  # noqa: PLC0415 - an optional extra

        return Ray(address)
    return Threads(jobs) if native or jobs == 1 else Processes(jobs)
