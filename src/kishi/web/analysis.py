"""Positions looked at by a player while a page watches, and whole games judged move by move."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..arena.review import Judgement, judged_end, judgement_of, review
from ..core import Choice, Limit, Record, Verdict
from ..formats.replay import disc_difference
from ..games import facts_of
from .quota import Desk, Quota
from .reading import Fields
from .refusal import Refusal, refusal_of
from .reviews import review_view
from .scores import end_score
from .seats import computer_spec, megabytes_of, seated, threads_of
from .thinking import Thinker, ThinkingPool
from .views import choice_view

Say = Callable[[dict[str, Any]], None]
MOST = 32  # at once, with those that wait
USUAL_SECONDS = 20.0
REVIEW_SECONDS = 0.15


class Analysts:
    """So many positions are looked at at once, for whoever asks first; some more wait for their turn."""

    def __init__(self, pool: ThinkingPool, desk: Desk) -> None:
        self.quota = Quota(MOST, "analyses")
        self._pool = pool
        self._desk = desk

    async def look(self, fields: Fields, say: Say) -> dict[str, Any]:
        """What a player thinks of a line's last position; `say` hears of it meanwhile."""
        with self.quota.one():
            record, thinker = await self._desk.do(_asked, fields)
            if record.over:
                raise Refusal(409, "the game is over in this position")
            with self._pool.keeping(thinker):
                return await self._think(thinker, record, fields.limit(USUAL_SECONDS), say)

    async def review(self, fields: Fields, say: Say) -> None:
        """Every position of a line, the last first: knowing the end helps to judge the rest."""
        limit = fields.limit(REVIEW_SECONDS)
        with self.quota.one():
            record, thinker = await self._desk.do(_asked, fields)
            judged: dict[int, Judgement | None] = {}
            with self._pool.keeping(thinker):
                for ply in reversed(range(len(record.positions))):
                    part = record.back(len(record.choices) - ply)
                    if part.over:
                        judged[ply], thought = judged_end(part), _ended(part)
                    else:
                        choice = await self._choose(thinker, part, limit, lambda _: None)
                        judged[ply] = judgement_of(part, choice)
                        thought = choice_view(part.position, choice)
                    say({"type": "judged", "ply": ply, "thought": thought})
            done = await self._desk.do(lambda: review_view(review(record, judged)))
            say({"type": "reviewed", "review": done})

    async def _think(
        self, thinker: Thinker, record: Record, limit: Limit, say: Say
    ) -> dict[str, Any]:
        answer = await self._choose(thinker, record, limit, say)
        return choice_view(record.position, answer)

    async def _choose(self, thinker: Thinker, record: Record, limit: Limit, say: Say) -> Choice:
        def tell(choice: Choice) -> None:
            say({"type": "thinking", "thought": choice_view(record.position, choice)})

        answer = await self._pool.think(thinker, record, limit, tell)
        assert isinstance(answer, Choice)
        return answer


def _asked(fields: Fields) -> tuple[Record, Thinker]:
    """The line, and who looks at it."""
    record = fields.record()
    lines = fields.whole("lines", 1, 30, 1)
    text = fields.text("player", "search", most=300)
    spec = computer_spec(record.game, f"search:lines={lines}" if text == "search" else text)
    make = lambda: seated(record.game, spec, 0).player  # noqa: E731
    return record, Thinker(make, threads_of(spec), megabytes_of(spec))


def _ended(record: Record) -> dict[str, Any]:
    """The verdict as a thought: its value for the side that would move."""
    by_side = {Verdict.FIRST_WINS: 1.0, Verdict.SECOND_WINS: -1.0}
    value = by_side.get(record.verdict, 0.0) * (1 - 2 * record.position.turn)
    return {
        "move": None,
        "value": value,
        "points": _margin(record),
        "exact": True,
        "score": end_score(record),
        "line": [],
    }


def _margin(record: Record) -> float | None:
    """The end in the game's unit for the side that would move, if it is counted."""
    if not facts_of(record.game).unit:
        return None
    margin = disc_difference(record.position)
    return float(margin if record.position.turn == 0 else -margin)


class Conversation:
    """One page's analyses: a new question ends the one before."""

    def __init__(self, analysts: Analysts, say: Say) -> None:
        self._analysts = analysts
        self._say = say
        self._task: asyncio.Task[None] | None = None

    async def hear(self, fields: Fields) -> None:
        do = fields.one_of("do", ("analyse", "review", "stop"))
        await self.stop()
        if do != "stop":
            tag = fields.text("tag", "", most=60)
            self._task = asyncio.create_task(self._answer(do, fields, tag))

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _answer(self, do: str, fields: Fields, tag: str) -> None:
        def say(event: dict[str, Any]) -> None:
            self._say({**event, "tag": tag})

        try:
            if do == "review":
                await self._analysts.review(fields, say)
            else:
                say({"type": "thought", "thought": await self._analysts.look(fields, say)})
        except Exception as failure:
            refusal = refusal_of(failure)
            say({"type": "error", "status": refusal.status, "error": refusal.message})
