"""How the games of a match begin: from nothing, from chance, or from a list of openings.

Both games of a pair begin alike, and what round they belong to decides how.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import NamedTuple, Protocol

from .._native import judge, random_openings
from ..core import Choice, Game, Move, Position, Record, Verdict
from ..errors import BadInput
from ..games import facts_of
from ..notation import read_move
from .chance import key, stream

MOST_PLIES = 60


class Opening(NamedTuple):
    """A start and moves from it."""

    start: str | None = None  # canonical text; None is the game's own start
    moves: tuple[Move, ...] = ()

    def begin(self, game: Game) -> Position:
        return game.parse(self.start) if self.start else game.start()

    def positions(self, game: Game) -> list[Position]:
        position = self.begin(game)
        line = [position]
        for move in self.moves:
            line.append(position := position.play(move))
        return line

    def record(self, game: Game) -> Record:
        choices = tuple(Choice(move=move) for move in self.moves)
        return Record(game, tuple(self.positions(game)), choices)


class Openings(Protocol):
    """Where openings come from. `text` names them, so that a match can be repeated."""

    @property
    def text(self) -> str: ...
    def of(self, rounds: Sequence[int]) -> list[Opening]: ...


@dataclass(frozen=True, slots=True)
class NoOpenings:
    """Every game from the start."""

    text: str = "none"

    def of(self, rounds: Sequence[int]) -> list[Opening]:
        return [Opening()] * len(rounds)


@dataclass(frozen=True, slots=True)
class RandomOpenings:
    """So many random moves, another opening for each round."""

    game: Game
    plies: int
    seed: int

    @property
    def text(self) -> str:
        return f"random:{self.plies}"

    def of(self, rounds: Sequence[int]) -> list[Opening]:
        seeds = stream(key("random openings", self.seed), rounds).tolist()
        return [Opening(None, tuple(m)) for m in random_openings(self.game, self.plies, seeds)]


@dataclass(frozen=True, slots=True)
class ListedOpenings:
    """A list, gone through in an order of the seed's own, again and again."""

    text: str
    openings: tuple[Opening, ...]
    seed: int

    def of(self, rounds: Sequence[int]) -> list[Opening]:
        draws = stream(key("order of openings", self.seed), range(len(self.openings))).tolist()
        order = sorted(range(len(self.openings)), key=draws.__getitem__)
        return [self.openings[order[r % len(order)]] for r in rounds]


def parse_openings(game: Game, text: str, seed: int) -> Openings:
    """``none``, ``random:K``, ``balanced`` or the name of a file."""
    name, _, rest = text.partition(":")
    if text == "none":
        return NoOpenings()
    if name == "random":
        if rest and not (rest.isascii() and rest.isdigit() and int(rest) <= MOST_PLIES):
            raise BadInput(f"openings random:K take a K from 0 to {MOST_PLIES}; got '{rest[:60]}'")
        plies = int(rest) if rest else facts_of(game).openings.match
        return RandomOpenings(game, plies, seed) if plies else NoOpenings()
    if text == "balanced":
        listed = balanced(game)
        if listed is None:  # the text says what was used instead
            return RandomOpenings(game, facts_of(game).openings.match, seed)
        return ListedOpenings("balanced", listed, seed)
    return ListedOpenings(text, from_file(game, Path(text)), seed)


def balanced(game: Game) -> tuple[Opening, ...] | None:
    """The balanced openings that ship with kishi, if there are any for this game."""
    file = resources.files("kishi").joinpath("openings", f"{game.name}.txt")
    return parse_list(game, file.read_text("utf-8"), str(file)) if file.is_file() else None


def from_file(game: Game, file: Path) -> tuple[Opening, ...]:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else "no text"
        raise BadInput(
            f"openings are balanced, random:K, none or a file; cannot read '{file}': {reason}"
        ) from None
    return parse_list(game, text, str(file))


def parse_list(game: Game, text: str, source: str) -> tuple[Opening, ...]:
    """An opening a line: moves, or `position` and its text; # begins a comment."""
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.partition("#")[0].strip()
        if not plain:
            continue
        try:
            openings.append(_parse_line(game, plain))
        except BadInput as wrong:
            raise BadInput(f"{source}, line {number}: {wrong}") from None
    if not openings:
        raise BadInput(f"{source} holds no openings")
    return tuple(openings)


def _parse_line(game: Game, line: str) -> Opening:
    word, _, rest = line.partition(" ")
    if word == "position":
        opening = Opening(str(game.parse(rest.strip())))
    else:
        opening = Opening(None, tuple(read_move(game, move) for move in line.split()))
    if judge(opening.positions(game)) is not Verdict.RUNNING:
        raise BadInput("the game is over after this opening")
    return opening
