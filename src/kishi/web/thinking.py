"""Players at work on other threads: watched while they think, stopped when nobody cares."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from ..core import Answer, Choice, Limit, Player, Record
from ..players.native import ThinkingAloud, choice_of

EVERY = 0.1  # seconds between looks at a search
Tell = Callable[[Choice], None]


class Desk:
    """Threads on which players think; who finds none free waits for one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="kishi thinks")

    async def think(self, player: Player, record: Record, limit: Limit, tell: Tell) -> Answer:
        """The player's answer. Cancelling this ends the search too."""
        began = time.perf_counter()
        work = self._pool.submit(player.choose, record, limit)
        answer = asyncio.wrap_future(work)
        seen = 0
        try:
            while not (await asyncio.wait({answer}, timeout=EVERY))[0]:
                seen = _look(player, seen, began, tell)
            return answer.result()
        except asyncio.CancelledError:
            await _end(player, work)
            raise

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _look(player: Player, seen: int, began: float, tell: Tell) -> int:
    if not isinstance(player, ThinkingAloud):
        return seen
    found, number = player.thought.latest()
    if number > seen:
        tell(choice_of(found, time.perf_counter() - began))
    return number


async def _end(player: Player, work: Future[Answer]) -> None:
    """Told again and again, since a search that is just beginning may not hear the first time."""
    while not (work.cancel() or work.done()):
        stop = getattr(player, "stop", player.close)
        stop()
        await asyncio.sleep(0.005)
