"""What the store tells: events, games, results and runs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..core import Identity, Record, game
from .effort import Effort
from .packed import PackedGame, unpack


@dataclass(frozen=True, slots=True)
class Event:
    """A match or tournament: all the games played under one set of settings."""

    id: int
    name: str
    kind: str
    game: str
    settings: Mapping[str, Any]  # all that decides which games are played
    made: float  # seconds since 1970
    excluded: bool = False  # from ratings


class Outside(NamedTuple):
    """Games of one pairing that ended alike, otherwise than by the rules."""

    a: Identity
    b: Identity
    swapped: bool
    verdict: int
    reason: str
    games: int


class Spent(NamedTuple):
    """What one player's moves in a pairing cost."""

    a: Identity
    b: Identity
    side: int  # 0: of a, 1: of b
    effort: Effort


class Result(NamedTuple):
    """A game without its moves, seen as the pairing a - b."""

    a: Identity
    b: Identity
    number: int
    verdict: int

    @property
    def points(self) -> float:
        """What it brought a: 1, 0.5 or 0."""
        return 0.5 if self.verdict == 3 else float((self.verdict == 1) != bool(self.number & 1))


class Tally(NamedTuple):
    """How games between two players went, seen by the one who moved first."""

    first: Identity
    second: Identity
    limit: str
    wins: int
    draws: int
    losses: int


class Run(NamedTuple):
    """A training run."""

    id: int
    name: str
    game: str
    trainer: str
    settings: Mapping[str, Any]
    made: float  # seconds since 1970


class StoredGame(NamedTuple):
    """A game with who played it."""

    event: Event
    a: Identity
    b: Identity
    ended: float
    packed: PackedGame

    @property
    def identities(self) -> tuple[Identity, Identity]:
        """First mover first."""
        return (self.b, self.a) if self.packed.swapped else (self.a, self.b)

    @property
    def players(self) -> tuple[str, str]:
        """Their texts, first mover first."""
        first, second = self.identities
        return first.text, second.text

    @property
    def weights(self) -> tuple[str, str]:
        """The ids of what they were made with."""
        first, second = self.identities
        return first.weights, second.weights

    def record(self, names: Mapping[Identity, str] | None = None) -> Record:
        """The game to replay; `names` are those by which its players are shown."""
        first, second = self.identities
        shown = (names[first], names[second]) if names else self.players
        record = unpack(game(self.event.game), self.packed, shown)
        return replace(record, weights=self.weights) if any(self.weights) else record
