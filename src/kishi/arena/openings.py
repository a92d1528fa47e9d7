"""How the games of a match begin: from nothing, from chance, or from a list of openings.

Both games of a pair begin alike, and what round they belong to decides how.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import NamedTuple, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from .._native import draw_openings, judge, random_openings
from ..core import Choice, Game, Move, Position, Record, Verdict
from ..errors import BadInput
from ..games import facts_of
from ..notation import read_move
from ..store.packed import move_numbers
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


@dataclass(frozen=True, slots=True)
class PackedOpenings(Sequence[Opening]):
    """Many openings, their moves as the store keeps them: uint16 each."""

    starts: list[str | None]
    moves: list[bytes]

    @classmethod
    def of(cls, openings: Sequence[Opening]) -> "PackedOpenings":
        if isinstance(openings, PackedOpenings):
            return openings
        return cls(
            [o.start for o in openings], [np.array(o.moves, "<u2").tobytes() for o in openings]
        )

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, at: int) -> Opening: ...
    @overload
    def __getitem__(self, at: slice) -> "PackedOpenings": ...
    def __getitem__(self, at: int | slice) -> "Opening | PackedOpenings":
        if isinstance(at, slice):
            return PackedOpenings(self.starts[at], self.moves[at])
        return Opening(self.starts[at], tuple(move_numbers(self.moves[at])))


class Openings(Protocol):
    """Where openings come from. `text` names them, so that a match can be repeated."""

    @property
    def text(self) -> str: ...
    def of(self, rounds: Sequence[int]) -> Sequence[Opening]: ...
    def distinct(self) -> "DistinctOpenings":
        """The same, each once: for players that would play the same game again."""
        ...


class DistinctOpenings:
    """Each round another opening: those of a list, then random ones, as long as there are any."""

    def __init__(
        self, text: str, listed: Sequence[Opening], drawn: "DistinctDraws | None" = None
    ) -> None:
        self.text = text
        self._listed = list(dict.fromkeys(listed))
        self._drawn = drawn

    def rounds(self, wanted: int) -> int:
        """How many there are, if there are not as many as are wanted."""
        beyond = max(0, wanted - len(self._listed))
        there = self._drawn.available(beyond) if self._drawn and beyond else 0
        return min(wanted, len(self._listed) + there)

    def of(self, rounds: Sequence[int]) -> PackedOpenings:
        """Those of these rounds, which are in ascending order."""
        given = len(self._listed)
        listed = PackedOpenings.of([self._listed[r] for r in rounds if r < given])
        if self._drawn is None or len(listed) == len(rounds):
            return listed
        drawn = self._drawn.of(np.asarray(rounds[len(listed) :]) - given)
        return PackedOpenings([*listed.starts, *[None] * len(drawn)], listed.moves + drawn)

    def distinct(self) -> "DistinctOpenings":
        return self


class DistinctDraws:
    """Random openings of so many plies in the order in which a seed draws them, none of them twice: not
    even by another order of moves, where that leaves the players the same position."""

    def __init__(self, game: Game, plies: int, seed: int, taken: Sequence[Opening] = ()) -> None:
        self._game, self._key = game, key("random openings", seed)
        self._taken = {opening.moves for opening in taken if opening.start is None}
        self._moves = np.zeros((0, plies), np.uint16)
        self._keys = np.zeros(0, np.uint64)  # of these, in ascending order
        self._drawn = self._in_vain = 0  # so often, and so often since the last new one

    def available(self, wanted: int) -> int:
        """How many there are, up to as many as are wanted."""
        while len(self._moves) < wanted and self._in_vain < 1000 + 5 * len(self._moves):
            self._draw(max(256, 2 * (wanted - len(self._moves))))
        return min(wanted, len(self._moves))

    def _draw(self, number: int) -> None:
        moves = np.zeros((number, self._moves.shape[1]), np.uint16)
        keys = np.zeros(number, np.uint64)
        seeds = stream(self._key, np.arange(self._drawn, self._drawn + number, dtype=np.uint64))
        draw_openings(self._game, seeds, moves, keys)
        _, first = np.unique(keys, return_index=True)
        fresh = np.sort(first[~np.isin(keys[first], self._keys)])
        if self._taken:
            fresh = np.array([i for i in fresh if tuple(moves[i].tolist()) not in self._taken], int)
        self._in_vain = number - 1 - int(fresh[-1]) if len(fresh) else self._in_vain + number
        self._drawn += number
        self._moves = np.concatenate([self._moves, moves[fresh]])
        self._keys = np.sort(np.concatenate([self._keys, keys[fresh]]))

    def of(self, places: NDArray[np.int64]) -> list[bytes]:
        """Their moves, uint16 each."""
        self.available(int(places[-1]) + 1)
        moves = self._moves[places].astype("<u2", copy=False)
        whole: list[bytes] = moves.view(f"V{moves.itemsize * moves.shape[1]}").ravel().tolist()
        return whole


@dataclass(frozen=True, slots=True)
class NoOpenings:
    """Every game from the start."""

    text: str = "none"

    def of(self, rounds: Sequence[int]) -> list[Opening]:
        return [Opening()] * len(rounds)

    def distinct(self) -> DistinctOpenings:
        return DistinctOpenings(self.text, [Opening()])


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

    def distinct(self) -> DistinctOpenings:
        return DistinctOpenings(self.text, (), DistinctDraws(self.game, self.plies, self.seed))


@dataclass(frozen=True, slots=True)
class ListedOpenings:
    """A list, gone through in an order of the seed's own, again and again."""

    text: str
    openings: tuple[Opening, ...]
    seed: int
    more: RandomOpenings | None = (
        None  # that may follow, for players who would only repeat themselves
    )

    def of(self, rounds: Sequence[int]) -> list[Opening]:
        order = self._in_order()
        return [order[r % len(order)] for r in rounds]

    def distinct(self) -> DistinctOpenings:
        more, drawn = self.more, None
        if more is not None:
            drawn = DistinctDraws(more.game, more.plies, more.seed, self.openings)
        return DistinctOpenings(self.text, self._in_order(), drawn)

    def _in_order(self) -> list[Opening]:
        draws = stream(key("order of openings", self.seed), range(len(self.openings))).tolist()
        order = sorted(range(len(self.openings)), key=draws.__getitem__)
        return [self.openings[at] for at in order]


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
        drawn = RandomOpenings(game, facts_of(game).openings.match, seed)
        # Where there is no list, the text says what was used instead.
        return drawn if listed is None else ListedOpenings("balanced", listed, seed, drawn)
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
