"""Games on disk: one JSON record a file."""

import json
from datetime import datetime
from pathlib import Path

from ...core import Record
from ...errors import BadInput
from ...home import home


def new_file() -> Path:
    """A file for a game that was left: `kishi-game-DATE-TIME.json` in the folder of games."""
    folder = home() / "games"
    stem = f"kishi-game-{datetime.now():%Y%m%d-%H%M%S}"
    names = (f"{stem}{more}.json" for more in ("", *(f"-{i}" for i in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


def save(record: Record, file: Path) -> None:
    """Write the game; BadInput if it cannot be done, or would overwrite something else."""
    try:
        if file.exists() and not _is_game(file):
            raise BadInput(f"{file} exists and is no saved game: choose another name")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(as_json(record), "utf-8")
    except (OSError, ValueError) as wrong:
        raise (
            wrong if isinstance(wrong, BadInput) else BadInput(_cannot("write", file, wrong))
        ) from None


def as_json(record: Record) -> str:
    """The record as JSON with a line for each of its parts."""
    parts = (f" {json.dumps(k)}: {json.dumps(v)}" for k, v in record.as_dict().items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def load(file: Path) -> Record:
    """The game in this file; BadInput says why there is none."""
    try:
        data = json.loads(file.read_text("utf-8"))
    except OSError as wrong:
        raise BadInput(_cannot("read", file, wrong)) from None
    except (ValueError, RecursionError):
        raise BadInput(f"{file} is no saved game: not JSON") from None
    return Record.from_dict(data)


def _is_game(file: Path) -> bool:
    try:
        load(file)
    except BadInput:
        return False
    return True


def _cannot(do: str, file: Path, wrong: Exception) -> str:
    reason = wrong.strerror if isinstance(wrong, OSError) else wrong
    return f"cannot {do} {str(file)[:200]!r}: {reason}"
