"""Players at work beside the event loop: watched while they think, stopped when nobody cares."""

import asyncio

from ..core import Answer, Limit, Player, Record
from ..players.thinking import EVERY, Background, Tell, think


class ThinkingPool:
    """So many players think at once; who finds no room waits for it."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._room = asyncio.Semaphore(workers)
        self._busy: set[Background[Answer]] = set()

    async def think(self, player: Player, record: Record, limit: Limit, tell: Tell) -> Answer:
        """The player's answer. Cancelling this ends the search, and the player too."""
        async with self._room:
            search = think(player, record, limit)
            self._busy.add(search)
            try:
                return await _watched(search, tell)
            except asyncio.CancelledError:
                await _ended(search, player)
                raise
            finally:
                self._busy.discard(search)

    def close(self) -> None:
        for search in self._busy:
            search.stop()


async def _watched(search: Background[Answer], tell: Tell) -> Answer:
    answer = asyncio.wrap_future(search.done)
    while not (await asyncio.wait({answer}, timeout=EVERY))[0]:
        search.look(tell)
    return answer.result()


async def _ended(search: Background[Answer], player: Player) -> None:
    """Its place is free only when it has ended; closing is for players that heed no control."""
    search.stop()
    player.close()
    while not search.done.done():
        await asyncio.sleep(0.005)
