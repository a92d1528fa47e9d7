"""Positions looked at by a player while a page watches, and whole games judged move by move."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..core import Choice, Limit, Player, Record, Verdict
from ..formats.replay import disc_difference
from ..games import facts_of
from .quota import Quota
from .reading import Fields
from .refusal import Refusal
from .seats import computer_spec, seated
from .thinking import ThinkingPool
from .views import choice_view

Say = Callable[[dict[str, Any]], None]
USUAL_SECONDS = 20.0
REVIEW_SECONDS = 0.15


class Analysts:
    """So many positions are looked at at once, for whoever asks first."""

    def __init__(self, pool: ThinkingPool) -> None:
        self.quota = Quota(pool.workers, "analyses")
        self._pool = pool

    async def look(self, fields: Fields, say: Say) -> dict[str, Any]:
        """What a player thinks of a line's last position; `say` hears of it meanwhile."""
        record = fields.record()
        if record.over:
            raise Refusal(409, "the game is over in this position")
        player = self._player(fields, record)
        with self.quota.one():
            return await self._think(player, record, fields.limit(USUAL_SECONDS), say)

    async def review(self, fields: Fields, say: Say) -> None:
        """Every position of a line, the last first: knowing the end helps to judge the rest."""
        record = fields.record()
        player = self._player(fields, record)
        limit = fields.limit(REVIEW_SECONDS)
        with self.quota.one():
            for ply in reversed(range(len(record.positions))):
                part = record.back(len(record.choices) - ply)
                thought = (
                    _ended(part)
                    if part.over
                    else await self._think(player, part, limit, lambda _: None)
                )
                say({"type": "judged", "ply": ply, "thought": thought})
            say({"type": "reviewed"})

    def _player(self, fields: Fields, record: Record) -> Player:
        lines = fields.whole("lines", 1, 30, 1)
        text = fields.text("player", "search", most=300)
        spec = computer_spec(record.game, f"search:lines={lines}" if text == "search" else text)
        return seated(record.game, spec, 0).player

    async def _think(
        self, player: Player, record: Record, limit: Limit, say: Say
    ) -> dict[str, Any]:
        def tell(choice: Choice) -> None:
            say({"type": "thinking", "thought": choice_view(record.position, choice)})

        answer = await self._pool.think(player, record, limit, tell)
        assert isinstance(answer, Choice)
        return choice_view(record.position, answer)


def _ended(record: Record) -> dict[str, Any]:
    """The verdict as a thought: its value for the side that would move."""
    by_side = {Verdict.FIRST_WINS: 1.0, Verdict.SECOND_WINS: -1.0}
    value = by_side.get(record.verdict, 0.0) * (1 - 2 * record.position.turn)
    return {"move": None, "value": value, "points": _margin(record), "exact": True, "line": []}


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
        except Refusal as refusal:
            say({"type": "error", "status": refusal.status, "error": refusal.message})
        except ValueError as wrong:
            say({"type": "error", "status": 422, "error": str(wrong)})
