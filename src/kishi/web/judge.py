"""The one analysis that a table's bar and graph show: a strong search of its own, whoever plays.

It takes its turn after every computer that a person waits for, looks at the newest position first, and
then at those that it has missed.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..core import Choice, Limit, Player, Record
from .scores import EVEN, Score, end_score, score_of
from .seats import BESIDE, computer_spec, seated
from .thinking import Thinker, ThinkingPool

ANALYST, MEGABYTES = "search:hash=4", 4 + BESIDE
LATER = 1.0  # seconds until it asks again where many wait for a search
LIMIT = Limit(nodes=100_000, seconds=3.0)


class Judge:
    """What a strong player thinks of the positions of one game."""

    def __init__(
        self,
        pool: ThinkingPool,
        record: Record,
        known: Sequence[Score | None],
        tell: Callable[[int, Score], None],
    ) -> None:
        self._pool = pool
        self._record = record
        self._scores = {
            ply: (position, score)
            for ply, (position, score) in enumerate(zip(record.positions, known, strict=False))
            if score
        }
        self._tell = tell
        self._task: asyncio.Task[None] | None = None

    def score(self, record: Record, ply: int) -> Score | None:
        """What it thinks of the position after so many moves, if it has looked at it."""
        position, score = self._scores.get(ply, (None, None))
        return score if position == record.positions[ply] else None

    def scores(self, record: Record) -> list[Score | None]:
        return [self.score(record, ply) for ply in range(len(record.positions))]

    def follow(self, record: Record) -> None:
        """Look at whatever of this game it has not looked at."""
        self._record = record
        if self._task is None:
            self._task = asyncio.create_task(self._judge())

    async def rest(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _judge(self) -> None:
        me = asyncio.current_task()
        thinker = Thinker(self._player, 1, MEGABYTES)
        try:
            with self._pool.keeping(thinker):
                while (part := self._unseen()) is not None:
                    if self._pool.crowded:
                        await asyncio.sleep(LATER)
                    else:
                        await self._look(thinker, part)
        finally:
            if self._task is me:
                self._task = None

    def _unseen(self) -> Record | None:
        """The game up to the newest position that has not been looked at."""
        record = self._record
        for back in range(len(record.positions)):
            if self.score(record, len(record.choices) - back) is None:
                return record.back(back)
        return None

    async def _look(self, thinker: Thinker, part: Record) -> None:
        score = end_score(part) if part.over else await self._thought(thinker, part)
        ply = len(part.choices)
        self._scores[ply] = part.position, score
        if ply < len(self._record.positions) and self.score(self._record, ply) is score:
            self._tell(ply, score)

    async def _thought(self, thinker: Thinker, record: Record) -> Score:
        answer = await self._pool.think(thinker, record, LIMIT, lambda _: None, urgent=False)
        assert isinstance(answer, Choice)
        return score_of(record.position, answer) or EVEN

    def _player(self) -> Player:
        of = self._record.game
        return seated(of, computer_spec(of, ANALYST), 0).player
