"""The files of tables: a table as JSON, written whole after every move, and read again."""

import json
import secrets
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ..core import Record, game
from .refusal import Refusal, unknown
from .seats import seat_spec
from .swap2 import Swap2
from .table import GameTable, Terms
from .thinking import ThinkingPool

MOST_KEPT = 2000  # beyond that the oldest go
RECENT = 30
# What reading a file can raise that somebody else has written, or half of it.
DAMAGES = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


class TableFiles:
    """One folder of them. Nothing here is quick: it is for threads beside the event loop."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, id: str, data: dict[str, Any]) -> None:
        """Whole or not at all."""
        file = self._file(id)
        new = file.with_suffix(".new")
        text = json.dumps(data, default=Record.as_dict)
        try:
            new.write_text(text, "utf-8")
        except FileNotFoundError:  # the first table, or somebody has tidied up
            self._folder.mkdir(parents=True, exist_ok=True)
            new.write_text(text, "utf-8")
        new.replace(file)

    def read(self, id: str, pool: ThinkingPool, keep: Callable[[GameTable], None]) -> GameTable:
        try:
            data = json.loads(self._file(id).read_text("utf-8"))
            return from_dict(id, data, pool, keep)
        except FileNotFoundError:
            raise unknown("game", id) from None
        except DAMAGES as wrong:
            why = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise Refusal(410, f"the game {id} can no longer be read: {why}") from None

    def delete(self, id: str) -> None:
        self._file(id).unlink(missing_ok=True)

    def _file(self, id: str) -> Path:
        return self._folder / f"{id}.json"

    def _newest_first(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        return sorted(self._folder.glob("*.json"), key=_written, reverse=True)

    def forget_oldest(self) -> None:
        # Looking through the folder costs more than a move; now and then is enough.
        if secrets.randbelow(100) == 0:
            for file in self._newest_first()[MOST_KEPT:]:
                file.unlink(missing_ok=True)

    def left(self) -> list[str]:
        """Finished games that never reached the store."""
        return [file.stem for file in self._newest_first() if _is_left(file)]

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


def _written(file: Path) -> float:
    """When; never, if it has been deleted meanwhile."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _is_left(file: Path) -> bool:
    """Is this a finished game that never reached the store?"""
    try:
        data = json.loads(file.read_text("utf-8"))
        return data.get("stored") is False and data["record"]["result"] != "running"
    except DAMAGES:
        return False


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
        "record": table.played,  # spelled out when it is written
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
