"""What the server keeps while it runs."""

import asyncio
import os

from .analysis import Analysts
from .contests import Contests
from .quota import Quota
from .runs import Runs
from .tables import Tables
from .thinking import ThinkingPool

MOST_PAGES = 1500
MOST_QUESTIONS = 64


class ServerState:
    """Made when the server starts, closed when it ends."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self._players = ThinkingPool(max(4, cores))  # moves of games wait for each other
        self._analysis = ThinkingPool(max(2, cores // 2))  # analyses beyond these are refused
        self.tables = Tables(self._players)
        self.analysts = Analysts(self._analysis)
        self.contests = Contests()
        self.runs = Runs()
        self.pages = Quota(MOST_PAGES, "open pages")
        self.questions = Quota(MOST_QUESTIONS, "questions")

    async def close(self) -> None:
        await self.tables.close()
        await asyncio.to_thread(self.contests.close)
        await asyncio.to_thread(self.runs.close)
        self._players.close()
        self._analysis.close()
