"""Games on disk, one a file: our own JSON, or the format that the name of the file asks for."""

import json
from datetime import datetime
from pathlib import Path

from ...core import Record
from ...errors import BadInput
from ...formats import FORMATS, read_one, write
from ...home import home

JSON = "json"  # our own


def new_file() -> Path:
    """A file for a game that was left: `kishi-game-DATE-TIME.json` in the folder of games."""
    folder = home() / "games"
    stem = f"kishi-game-{datetime.now():%Y%m%d-%H%M%S}"
    names = (f"{stem}{more}.json" for more in ("", *(f"-{i}" for i in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def save(record: Record, file: Path) -> None:
    """Write the game; BadInput if it cannot be done, or would overwrite something else."""
    try:
        if file.exists() and not (is_saved(file) or _is_earlier(file, record)):
            raise BadInput(f"{file} exists and is no saved game: choose another name")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_content(record, file))
    except (OSError, ValueError) as wrong:
        raise (wrong if isinstance(wrong, BadInput) else _cannot_write(file, wrong)) from None


def _content(record: Record, file: Path) -> bytes:
    """By the extension; JSON, which keeps all of it, where that is none of a format."""
    into = next((one for one in FORMATS if file.suffix.lower() in one.extensions), None)
    if into is None or into.name == JSON:
        return as_json(record).encode()
    return b"".join(write([record], into))


def as_json(record: Record) -> str:
    """The record as JSON with a line for each of its parts."""
    parts = (f" {json.dumps(k)}: {json.dumps(v)}" for k, v in record.as_dict().items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def is_saved(file: Path) -> bool:
    """Whether this is a file as `save` makes it, which may be written again: one game in JSON."""
    try:
        with file.open("rb") as stream:
            read_one(stream, format=JSON)
    except (OSError, BadInput):
        return False
    return True


def _is_earlier(file: Path, record: Record) -> bool:
    """Whether this game, as far as it had been played then, is all that the file holds."""
    try:
        with file.open("rb") as stream:
            then = read_one(stream, game=record.game)
    except (OSError, BadInput):
        return False
    return then.game == record.game and then.moves == record.moves[: len(then.moves)]


def _cannot_write(file: Path, wrong: Exception) -> BadInput:
    reason = wrong.strerror if isinstance(wrong, OSError) else wrong
    return BadInput(f"cannot write {str(file)[:200]!r}: {reason}")
