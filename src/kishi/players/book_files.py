"""Opening books by name: files of one's own in the folder `books` of kishi's home, and what ships."""

from functools import lru_cache
from pathlib import Path

from ..core import Game, Weights
from ..errors import BadInput, nearest, quoted
from ..home import home
from ..store import tensors
from .registry import NAME, Named, found

KIND = "book"  # of the weights that a book is
AUTO = "auto"
SHIPPED = Path(__file__).parents[1] / "books"
SUFFIX = ".safetensors"
MOST_BYTES = 1 << 27


def own_file(name: str) -> Path:
    """Where one's own book of this name is, or would be."""
    return home() / "books" / f"{name}{SUFFIX}"


def is_shipped(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and _shipped_file(name).is_file()


def _shipped_file(name: str) -> Path:
    return SHIPPED / f"{name}{SUFFIX}"


def file_of(name: str) -> Path:
    """The file of this name: one's own comes before what is shipped, as with weights."""
    return own_file(name) if own_file(name).is_file() else _shipped_file(name)


def book_names() -> list[str]:
    """Every name that a book has."""
    files = [*(home() / "books").glob(f"*{SUFFIX}"), *SHIPPED.glob(f"*{SUFFIX}")]
    return sorted({file.stem for file in files})


def has_book(game: Game) -> bool:
    """Does `auto` mean anything here?"""
    return file_of(game.name).is_file()


def find_book(game: Game, name: str) -> Named:
    """The book of this name with how it was made; BadInput if there is none for this game."""
    name = game.name if name == AUTO else name
    book = found(f"{KIND}/{name}", _look_up)
    if book is None:
        near = nearest(name, book_names())
        raise BadInput(f"no book {quoted(name)}{near} (`kishi book` lists them and grows new ones)")
    if book.weights.game != game.name:
        raise BadInput(f"the book '{name}' is for {book.weights.game}, not for {game.name}")
    return book


def _look_up(name: str) -> Named | None:
    name, _, id = name.removeprefix(f"{KIND}/").partition("@")
    if not NAME.fullmatch(name):
        return None
    file = file_of(name)
    book = _read(file, file.stat().st_mtime_ns) if file.is_file() else None
    if id and (book is None or not book.weights.id.startswith(id)):
        raise BadInput(f"there is no book '{name}' with the id {id}")
    return book


@lru_cache(maxsize=8)  # a player is made with one in every game of a match
def _read(file: Path, changed: int) -> Named:
    return read_file(file)


def read_file(file: Path) -> Named:
    """The book in a file; BadInput says what is wrong with it."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadInput(f"{file} is too large for a book")
        return _named(file.stem, file.read_bytes())
    except OSError as wrong:
        raise BadInput(f"cannot read {file}: {wrong.strerror}") from None
    except BadInput as wrong:
        raise BadInput(f"{file} is no book: {wrong}") from None


def _named(name: str, data: bytes) -> Named:
    arrays, about = tensors.from_bytes(data)
    if about.get("kind") != KIND or "game" not in about:
        raise BadInput("these safetensors hold something else")
    return Named(name, Weights(about["game"], KIND, arrays), dict(about))


def write_file(file: Path, weights: Weights, about: dict[str, str]) -> None:
    """The book with how it was made: whole or not at all."""
    new = file.with_suffix(".new")
    body = tensors.to_bytes(weights.arrays, {"game": weights.game, "kind": KIND, **about})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(body)
        new.replace(file)
    except OSError as wrong:
        raise BadInput(f"cannot write {file}: {wrong.strerror}") from None
