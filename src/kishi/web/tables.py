"""All the tables: begun, kept on disk after every move, and taken up again where they were left."""

import asyncio
import re
import secrets
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from ..core import Game, Record, Spec
from ..errors import BadInput
from ..games import facts_of, names
from ..home import home
from ..store import Store
from .quota import Desk, Rate
from .reading import Fields, parse
from .refusal import Refusal, unknown
from .seats import HUMAN, seat_spec, seated
from .swap2 import Swap2
from .table import GameTable, Terms
from .table_files import TableFiles, as_dict
from .thinking import ThinkingPool

P = ParamSpec("P")
T = TypeVar("T")
MOST_LIVE = 1000  # tables that pages watch at once
AGAIN = 3.0  # seconds until what could not be written is tried again
LAST_CHANCE = 5.0  # seconds for games to reach the disk and the store when the server ends
ID = re.compile(r"[0-9a-f]{16}")


class Tables:
    """The tables of one server."""

    def __init__(self, pool: ThinkingPool, desk: Desk) -> None:
        self._pool = pool
        self._desk = desk
        self._live: dict[str, GameTable] = {}
        self._files = TableFiles(home() / "web" / "tables")
        self._rate = Rate(1000, "new games")
        self._saves: dict[
            str, asyncio.Task[None]
        ] = {}  # of tables whose newest state is not on disk
        self._stale: set[str] = set()  # those that have changed since their save began
        self._being_stored: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        # A thread each: the store may be busy with another process for a while, and no page should
        # wait for that; and what is written of one table is written in its order.
        self._storing = ThreadPoolExecutor(1, thread_name_prefix="kishi stores")
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="kishi saves")

    # Begin and find.

    async def begin(self, body: bytes) -> GameTable:
        """A new game on the terms that a page asks for."""
        self._rate.one()
        self._make_room()
        terms, record = await self._desk.do(_agreed, body)
        swap2 = Swap2() if terms.swap2 else None
        clocks = (terms.clock, terms.clock) if terms.clock else None
        table = GameTable(
            secrets.token_hex(8), terms, record, self._pool, self.keep, clocks=clocks, swap2=swap2
        )
        # A game that cannot be kept is not begun.
        await self._written(self._files.write, table.id, as_dict(table))
        self._live[table.id] = table
        await self._written(self._files.forget_oldest)
        return table

    async def find(self, id: str) -> GameTable:
        """The table of this id, from memory or from disk."""
        if not ID.fullmatch(id):
            raise unknown("game", id)
        if id not in self._live:
            self._make_room()
            read = await self._desk.do(self._files.read, id, self._pool, self.keep)
            self._live.setdefault(id, read)  # somebody else may have come meanwhile
        return self._live[id]

    async def delete(self, id: str) -> None:
        """It is gone from the list of games; if it is over, the store still has it."""
        table = await self.find(id)
        if table.watchers or id in self._being_stored:
            raise Refusal(409, "somebody has this game open: close that page first")
        self._live.pop(id, None)
        if id in self._saves:
            self._saves.pop(id).cancel()
        await self._written(self._files.delete, id)

    def release(self, table: GameTable) -> None:
        """Nobody watches any more: the file is enough, if it is there."""
        if not (table.watchers or table.id in self._saves or table.id in self._being_stored):
            self._live.pop(table.id, None)

    async def recover(self) -> None:
        """Finished games that an earlier server could not put into the store any more."""
        for id in await self._written(self._files.left):
            with suppress(Refusal):
                table = await self.find(id)
                self.keep(table)

    async def close(self) -> None:
        for table in list(self._live.values()):
            await table.rest()
        loop = asyncio.get_running_loop()
        until = loop.time() + LAST_CHANCE
        while self._tasks and loop.time() < until:
            await asyncio.wait(self._tasks, timeout=until - loop.time())
        for task in self._tasks:
            task.cancel()
        self._storing.shutdown()
        self._writing.shutdown()

    def _make_room(self) -> None:
        if len(self._live) < MOST_LIVE:
            return
        for idle in [t for t in self._live.values() if not t.watchers]:
            self.release(idle)
        if len(self._live) >= MOST_LIVE:
            raise Refusal(429, f"{MOST_LIVE} games at once are the most here; try again later")

    def recent(self) -> list[dict[str, Any]]:
        return self._files.recent()

    # On disk.

    def keep(self, table: GameTable) -> None:
        """Have its newest state written down. Pages are told of it when it is, or cannot be."""
        if table.id in self._saves:
            self._stale.add(table.id)
            return
        table.saved.clear()
        self._saves[table.id] = self._begun(self._save(table))

    async def _save(self, table: GameTable) -> None:
        """Until its newest state is there; and once it is over, into the store."""
        id, failed = table.id, False
        while True:
            self._stale.discard(id)
            try:
                await self._written(self._files.write, id, as_dict(table))
            except Exception as wrong:
                table.saved.set()
                if not failed:
                    table.fail(wrong, "the game is not saved yet, which is tried again")
                failed = True
                await asyncio.sleep(AGAIN)
                continue
            if id not in self._stale:
                break
        del self._saves[id]
        table.saved.set()
        if failed:
            table.tell({"type": "saved"})
        if table.record.over and not table.stored and id not in self._being_stored:
            self._being_stored.add(id)
            self._begun(self._store(table))
        self.release(table)

    async def _store(self, table: GameTable) -> None:
        """Until it is there: a game is called stored when it is."""
        sides = (table.terms.seats[table.seat_of(0)], table.terms.seats[table.seat_of(1)])
        record, told = table.played, False
        loop = asyncio.get_running_loop()
        while True:
            try:
                await loop.run_in_executor(self._storing, store_game, table.id, record, sides)
                break
            except (OSError, BadInput) as wrong:
                if not told:
                    table.fail(wrong, "the game is not in the store yet, which is tried again")
                told = True
                await asyncio.sleep(AGAIN)
        table.stored = True
        self._being_stored.discard(table.id)
        self.keep(table)

    def _begun(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _written(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What is done to the files, one after the other, beside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writing, lambda: work(*args, **more))


def _agreed(body: bytes) -> tuple[Terms, Record]:
    """What a page asks for, and where the game begins."""
    fields = parse(body)
    terms, record = terms_of(fields.game(), fields), fields.record()
    if record.over:
        raise BadInput("the game is over in this position")
    if terms.swap2 and record.choices:
        raise Refusal(422, "swap2 begins with an empty board")
    return terms, record


def terms_of(of: Game, fields: Fields) -> Terms:
    """The terms a page asks for."""
    first, second = fields.texts("seats", 2, 2, most=300)
    swap2 = fields.flag("swap2")
    if swap2 and not facts_of(of).swap2:
        raise Refusal(422, f"swap2 is an opening of {names(lambda facts: facts.swap2)}")
    clock = fields.maybe_number("clock", 1, 86400)
    return Terms(
        game=of,
        seats=(_able(of, first), _able(of, second)),
        seconds=fields.maybe_number("seconds", 0.01, 60),
        clock=clock,
        increment=fields.number("increment", 0, 600, 0.0) if clock else 0.0,
        swap2=swap2,
        seed=secrets.randbits(62),
    )


def _able(of: Game, text: str) -> Spec:
    """The player of this text, who has been made once: some options do not suit every board."""
    spec = seat_spec(of, text)
    if spec.kind == HUMAN:
        return spec
    player, spec = seated(of, spec, 0)
    player.close()
    return spec


def store_game(id: str, record: Record, specs: tuple[Spec, Spec]) -> None:
    """Put a finished game beside those of matches; the table's id makes it one of a kind there."""
    with Store.open() as store:
        event = store.event(f"web-{record.game.name}", "play", record.game.name, {})
        store.add_record(event, record, specs, int(id, 16) >> 2)
