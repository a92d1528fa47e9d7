"""What the server keeps while it runs, and how much of the machine that may be."""

import asyncio
import os

from .analysis import Analysts
from .assets import Asset, Assets
from .connections import room
from .contests import Contests
from .feeds import Feeds
from .quota import Desk, Quota
from .runs import Runs
from .tables import Tables
from .taught import Taught
from .thinking import ThinkingPool

FOR_REQUESTS = 100  # connections that pages leave for others
MEGABYTES = 2048  # of what players remember between their moves, and half as much for analyses


class ServerState:
    """Made when the server starts, closed when it ends."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self.assets = Assets()
        self.constants: dict[object, Asset] = {}
        self._players = ThinkingPool(max(4, 2 * cores), MEGABYTES)
        self._analysis = ThinkingPool(max(2, cores), MEGABYTES // 2)
        self.questions = Desk(2, 64, "questions")  # answered by computing
        self.lessons = Desk(2, 64, "questions of lessons")
        self.taught = Taught()
        self.lookups = Desk(4, 256, "questions to the store")
        self.steering = Desk(1, 64, "clicks")  # what starts and stops work, one after the other
        self.tables = Tables(self._players, self.questions)
        self.analysts = Analysts(self._analysis, self.questions)
        self.contests = Contests()
        self.runs = Runs()
        self.feeds = Feeds(self)
        self.pages = Quota(room() - FOR_REQUESTS, "open pages")

    async def begin(self) -> None:
        await self.tables.recover()

    async def close(self) -> None:
        await self.tables.close()
        await asyncio.to_thread(self.contests.close)
        await asyncio.to_thread(self.runs.close)
        self._players.close()
        self._analysis.close()
        for desk in (self.questions, self.lessons, self.lookups, self.steering):
            desk.close()
