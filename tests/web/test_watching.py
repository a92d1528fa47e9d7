"""Pages that listen miss nothing."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

from kishi.web.feeds import Feeds
from kishi.web.quota import Desk
from kishi.web.state import ServerState
from kishi.web.watcher import Watcher


class Changing:
    """A contest in which a game ends while its table is being made, which knows nothing of it yet."""

    def __init__(self) -> None:
        self.games = 0

    def version(self, id: int) -> int:
        return self.games

    def standing(self, id: int) -> dict[str, Any]:
        played, self.games = self.games, 1
        return {"played": played}

    def live(self, id: int) -> None:
        return None


async def first_two() -> list[int]:
    watcher = Watcher()
    told = SimpleNamespace(contests=Changing(), lookups=Desk(1, 9, "questions"))
    leave = Feeds(cast(ServerState, told)).join_contest(1, watcher)
    try:
        events = [await asyncio.wait_for(watcher.next(), 60) for _ in range(2)]
    finally:
        leave()
    return [json.loads(event)["contest"]["played"] for event in events if event]


def test_a_change_while_the_table_is_made_is_told_too() -> None:
    with ThreadPoolExecutor(1) as apart:  # browser tests leave a running loop on this thread
        assert apart.submit(asyncio.run, first_two()).result() == [0, 1]
