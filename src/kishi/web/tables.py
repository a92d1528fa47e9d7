"""All the tables: begun, kept on disk after every move, and taken up again where they were left."""

import asyncio
import json
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ..core import Game, Record, Spec, game
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
from .thinking import ThinkingPool

MOST_LIVE = 1000  # tables that pages watch at once
MOST_KEPT = 2000  # on disk; beyond that the oldest go
RECENT = 30
AGAIN = 3.0  # seconds until what could not be written is tried again
LAST_CHANCE = 5.0  # seconds for games to reach the store when the server ends
ID = re.compile(r"[0-9a-f]{16}")
# What reading a file can raise that somebody else has written, or half of it.
DAMAGES = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


class Tables:
    """The tables of one server."""

    def __init__(self, pool: ThinkingPool, desk: Desk) -> None:
        self._pool = pool
        self._desk = desk
        self._live: dict[str, GameTable] = {}
        self._folder = home() / "web" / "tables"
        self._rate = Rate(1000, "new games")
        self._unsaved: set[str] = set()  # tables whose newest state is not on disk
        self._being_stored: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        # The store may be busy with another process for a while; no page should wait for that.
        self._storing = ThreadPoolExecutor(1, thread_name_prefix="kishi stores")

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
        self._save(table)  # a game that cannot be kept is not begun
        self._live[table.id] = table
        self._forget_oldest()
        return table

    async def find(self, id: str) -> GameTable:
        """The table of this id, from memory or from disk."""
        if not ID.fullmatch(id):
            raise unknown("game", id)
        if id not in self._live:
            self._make_room()
            read = await self._desk.do(self._load, id)
            self._live.setdefault(id, read)  # somebody else may have come meanwhile
        return self._live[id]

    async def delete(self, id: str) -> None:
        """It is gone from the list of games; if it is over, the store still has it."""
        table = await self.find(id)
        if table.watchers or id in self._being_stored:
            raise Refusal(409, "somebody has this game open: close that page first")
        self._live.pop(id, None)
        self._unsaved.discard(id)
        await self._desk.do(lambda: self._file(id).unlink(missing_ok=True))

    def release(self, table: GameTable) -> None:
        """Nobody watches any more: the file is enough, if it is there."""
        if not table.watchers and table.id not in self._unsaved | self._being_stored:
            self._live.pop(table.id, None)

    async def recover(self) -> None:
        """Finished games that an earlier server could not put into the store any more."""
        for id in await self._desk.do(self._not_stored):
            with suppress(Refusal):
                table = await self.find(id)
                self.keep(table)

    def _not_stored(self) -> list[str]:
        return [file.stem for file in self._newest_first() if _is_left(file)]

    async def close(self) -> None:
        for table in list(self._live.values()):
            await table.rest()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LAST_CHANCE)
        for task in self._tasks:
            task.cancel()
        self._storing.shutdown()

    def _make_room(self) -> None:
        if len(self._live) < MOST_LIVE:
            return
        for idle in [t for t in self._live.values() if not t.watchers]:
            self.release(idle)
        if len(self._live) >= MOST_LIVE:
            raise Refusal(429, f"{MOST_LIVE} games at once are the most here; try again later")

    # On disk.

    def keep(self, table: GameTable) -> None:
        """Write the table down, and once it is over into the store; what cannot be is tried again."""
        try:
            self._save(table)
        except OSError as wrong:
            if table.id not in self._unsaved:
                self._unsaved.add(table.id)
                table.fail(wrong, "the game is not saved yet, which is tried again")
                self._later(self._try_again, table)
            return
        if table.id in self._unsaved:
            self._unsaved.discard(table.id)
            table.tell({"type": "saved"})
        if table.record.over and not table.stored and table.id not in self._being_stored:
            self._being_stored.add(table.id)
            task = asyncio.get_running_loop().create_task(self._store(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _save(self, table: GameTable) -> None:
        """Whole or not at all."""
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._file(table.id)
        new = file.with_suffix(".new")
        new.write_text(json.dumps(as_dict(table)), "utf-8")
        new.replace(file)

    def _try_again(self, table: GameTable) -> None:
        if table.id in self._unsaved:
            self.keep(table)
            self._later(self._try_again, table)

    async def _store(self, table: GameTable) -> None:
        """Until it is there: a game is called stored when it is."""
        sides = (table.terms.seats[table.seat_of(0)], table.terms.seats[table.seat_of(1)])
        record, told = played(table), False
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
        self.release(table)

    @staticmethod
    def _later(do: Callable[[GameTable], None], table: GameTable) -> None:
        asyncio.get_running_loop().call_later(AGAIN, do, table)

    def _load(self, id: str) -> GameTable:
        try:
            data = json.loads(self._file(id).read_text("utf-8"))
            return from_dict(id, data, self._pool, self.keep)
        except FileNotFoundError:
            raise unknown("game", id) from None
        except DAMAGES as wrong:
            why = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise Refusal(410, f"the game {id} can no longer be read: {why}") from None

    def _file(self, id: str) -> Path:
        return self._folder / f"{id}.json"

    def _newest_first(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        return sorted(self._folder.glob("*.json"), key=lambda f: f.stat().st_mtime, reverse=True)

    def _forget_oldest(self) -> None:
        # Looking through the folder costs more than a move; now and then is enough.
        if secrets.randbelow(100) == 0:
            for file in self._newest_first()[MOST_KEPT:]:
                file.unlink(missing_ok=True)

    def recent(self) -> list[dict[str, Any]]:
        """The games last played, for going on with or looking at."""
        found = []
        for file in self._newest_first()[:RECENT]:
            try:
                data = json.loads(file.read_text("utf-8"))
                found.append(
                    {
                        "id": file.stem,
                        "game": data["record"]["game"],
                        "seats": data["seats"],
                        "plies": len(data["record"]["moves"]),
                        "result": data["record"]["result"],
                        "touched": data.get("touched", file.stat().st_mtime),
                    }
                )
            except DAMAGES:
                continue
        return found


def _is_left(file: Path) -> bool:
    """Is this a finished game that never reached the store?"""
    try:
        data = json.loads(file.read_text("utf-8"))
        return data.get("stored") is False and data["record"]["result"] != "running"
    except DAMAGES:
        return False


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


def as_dict(table: GameTable) -> dict[str, Any]:
    terms = table.terms
    return {
        "seats": [str(spec) for spec in terms.seats],
        "weights": [list(spec.weights) for spec in terms.seats],
        "seconds": terms.seconds,
        "clock": terms.clock,
        "increment": terms.increment,
        "seed": terms.seed,
        "clocks": list(table.clocks) if table.clocks else None,
        "swap2": asdict(table.swap2) if table.swap2 else None,
        "record": played(table).as_dict(),
        "stored": table.stored,
        "scores": table.scores,
        "touched": table.touched,
    }


def from_dict(
    id: str, data: dict[str, Any], pool: ThinkingPool, keep: Callable[[GameTable], None]
) -> GameTable:
    of = game(data["record"]["game"])
    first, second = (
        replace(seat_spec(of, text), weights=tuple(ids))
        for text, ids in zip(data["seats"], data.get("weights", ((), ())), strict=True)
    )
    swap2 = Swap2(**data["swap2"]) if data["swap2"] else None
    terms = Terms(
        game=of,
        seats=(first, second),
        seconds=data["seconds"],
        clock=data["clock"],
        increment=data["increment"],
        swap2=swap2 is not None,
        seed=data["seed"],
    )
    clocks = (data["clocks"][0], data["clocks"][1]) if data["clocks"] else None
    record = Record.from_dict(data["record"])
    stored = bool(data.get("stored", record.over))  # older files do not say
    table = GameTable(
        id,
        terms,
        record,
        pool,
        keep,
        clocks=clocks,
        swap2=swap2,
        stored=stored,
        scores=data.get("scores", ()),
    )
    table.touched = float(data.get("touched", table.touched))
    return table


def played(table: GameTable) -> Record:
    """The record with its players, the first mover first."""
    names = [str(table.terms.seats[table.seat_of(side)]) for side in (0, 1)]
    return replace(table.record, players=(names[0], names[1]))


def store_game(id: str, record: Record, specs: tuple[Spec, Spec]) -> None:
    """Put a finished game beside those of matches; the table's id makes it one of a kind there."""
    with Store.open() as store:
        event = store.event(f"web-{record.game.name}", "play", record.game.name, {})
        store.add_record(event, record, specs, int(id, 16) >> 2)
