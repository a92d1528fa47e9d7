"""The nouns of kishi: what every other module passes around.

Nothing here does I/O, and nothing here imports the rest of kishi but the games and their native rules.
Values are always for the side to move, in [-1, 1].
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from inspect import signature
from typing import Any, NamedTuple, Protocol, Self

from numpy.typing import NDArray

from ._native import Game, Position, SearchControl, Tally, Verdict, all_games, judge
from ._native import random_games as _random_games
from .errors import BadInput, nearest, quoted
from .games import ALIASES, facts_of

__all__ = [
    "Answer",
    "Choice",
    "End",
    "Game",
    "Identity",
    "Limit",
    "Move",
    "Option",
    "Player",
    "Position",
    "Record",
    "Resign",
    "SearchControl",
    "SimplePlayer",
    "Spec",
    "TakeBack",
    "Tally",
    "Variation",
    "Verdict",
    "Weights",
    "as_choice",
    "game",
    "games",
    "random_games",
    "takes_control",
    "winner",
]

Move = int
Option = str | int | float | bool

_GAMES = {g.name: g for g in all_games()}


def games() -> list[Game]:
    """Every game and variant there is."""
    return list(_GAMES.values())


def game(name: str) -> Game:
    """The game of this name: ``othello``, ``gomoku-16``, ``gomoku-15-renju``, ``minishogi``, ..."""
    plain = name.strip().lower()
    plain = ALIASES.get(plain, plain)
    if plain in _GAMES:
        return _GAMES[plain]
    _refuse_size(plain)
    raise BadInput(
        f"no game {quoted(name)}{nearest(plain, list(_GAMES))} (`kishi games` lists them)"
    )


def _make_values_copyable() -> None:
    """Games and positions are rebuilt from their names and texts: copied, or sent to another process."""
    Game.__reduce__ = _rebuild_game  # type: ignore[assignment, method-assign]
    Position.__reduce__ = _rebuild_position  # type: ignore[assignment, method-assign]
    for value in (Game, Position, SearchControl, Tally, Verdict):
        value.__module__ = "kishi"  # where people find them, whichever build they are of


def _rebuild_game(this: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    return game, (this.name,)


def _rebuild_position(this: Position) -> tuple[Callable[[Game, str], Position], tuple[Game, str]]:
    return _parsed, (this.game, str(this))


def _parsed(of: Game, text: str) -> Position:
    return of.parse(text)


def _refuse_size(name: str) -> None:
    """Say which boards a game has, if only the size is wrong."""
    named = re.fullmatch(r"([a-z]+)-(\d{1,9})(-\w+)?", name)
    boards = [g for g in _GAMES.values() if named and g.family == named[1]]
    sizes = sorted({g.shape[2] for g in boards})
    if not named or len(sizes) < 2 or int(named[2]) in sizes:
        return
    called = facts_of(boards[0]).name
    if len(boards) > 3:
        raise BadInput(f"no {called} board of size {named[2]}: sizes are {sizes[0]} to {sizes[-1]}")
    *most, last = (g.name for g in boards)
    raise BadInput(f"no {called} board {quoted(name)}: there are {', '.join(most)} and {last}")


def random_games(
    of: Game, n: int, seed: int = 0, threads: int = 1, start: Position | None = None
) -> Tally:
    """Play ``n`` games of random moves in the core; the answer does not depend on ``threads``."""
    if n < 0:
        raise BadInput(f"a number of games is 0 or more; got {n}")
    return _random_games(start or of.start(), n, seed % 2**64, threads)


def winner(verdict: Verdict) -> int | None:
    """0 or 1 for the player who has won, None for a draw or a running game."""
    return {Verdict.FIRST_WINS: 0, Verdict.SECOND_WINS: 1}.get(verdict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When to stop thinking: whichever comes first. Nothing set: the player's own default."""

    seconds: float | None = None  # for this move, by the clock
    cpu: float | None = None  # for this move, of CPU time
    nodes: int | None = None
    depth: int | None = None
    clocks: tuple[float, float] | None = None  # seconds left for each player
    increment: float = 0.0  # seconds added after each move

    @property
    def timed(self) -> bool:
        """Is it time, of whichever clock, that ends the thinking?"""
        return self.seconds is not None or self.cpu is not None or self.clocks is not None


class Variation(NamedTuple):
    """A line that a search has told apart from others."""

    line: tuple[Move, ...]
    value: float
    points: float  # the value in the game's own unit
    plies: int  # to the end of the game, where that is proved; else 0


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Choice:
    """A player's answer: the move, and what it thought."""

    move: Move
    value: float | None = None
    exact: bool = False  # the value is proved, not estimated
    points: float | None = None  # the value in the game's own unit: discs, pawns, ...
    visits: Mapping[Move, int] | None = field(default=None, hash=False)
    # Of the other moves it looked at, for its mover.
    values: Mapping[Move, float] | None = field(default=None, hash=False)
    # The shares that a network gives all moves before any search.
    priors: Mapping[Move, float] | None = field(default=None, hash=False)
    # Of all moves in points of the player's own, where it counts in such: a value map's, line scores.
    worths: Mapping[Move, float] | None = field(default=None, hash=False)
    line: tuple[Move, ...] = ()
    plies: int = 0  # to the end of the game, where that is proved
    variations: tuple[Variation, ...] = ()  # its best root moves, where several were asked for
    depth: int = 0
    selectivity: int = 0  # percent: how sure each cut of a solver's pass is; 0: not of one
    nodes: int = 0
    table_full: int = 0  # how many of a thousand places of its table the search has filled
    seconds: float = 0.0
    cpu: float | None = None  # seconds of CPU time, where the player has measured them
    book: bool = False  # from an opening book, not thought of now

    def __repr__(self) -> str:
        told = [f for f in fields(self) if getattr(self, f.name) != f.default]
        return f"Choice({', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in told)})"


@dataclass(frozen=True, slots=True)
class Resign:
    """A player's answer instead of a move: I give up."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A person's answer instead of a move: back to my move before this one, usually two plies."""

    plies: int = 2


Answer = Choice | Resign | TakeBack


@dataclass(frozen=True, slots=True)
class End:
    """Why a game ended otherwise than by the rules: resigned, time, illegal move, crashed, ..."""

    reason: str
    verdict: Verdict


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """A game as played so far: everything needed to replay, judge, store or learn from it."""

    game: Game
    positions: tuple[Position, ...]  # one more than there are choices
    choices: tuple[Choice, ...] = ()
    players: tuple[str, str] | None = None  # their Specs as text, first mover first
    end: End | None = None
    weights: tuple[str, str] | None = None  # the ids of what the players were made with, if known

    @classmethod
    def new(cls, of: Game, start: Position | None = None) -> Self:
        """A game in which nobody has moved yet, from the usual start or another one."""
        return cls(of, (start or of.start(),))

    def __repr__(self) -> str:
        moves = " ".join(map(self.game.move_text, self.moves[:8]))
        more = " ..." if len(self.choices) > 8 else ""
        result = self.verdict.name.lower().replace("_", " ")
        return f"<Record of {self.game.name}: {moves}{more} ({len(self.choices)} moves, {result})>"

    @property
    def position(self) -> Position:
        """The newest position."""
        return self.positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves as numbers; `game.move_text` writes one."""
        return tuple(c.move for c in self.choices)

    @property
    def verdict(self) -> Verdict:
        """How the game stands, repetition and forfeits considered."""
        return self.end.verdict if self.end else judge(self.positions)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.verdict is not Verdict.RUNNING

    @property
    def winner(self) -> int | None:
        """0 or 1 for the player who has won; None for a draw, or a game that goes on."""
        return winner(self.verdict)

    def play(self, move: "Choice | Move | str") -> "Record":
        """The record one move longer; BadInput if the move is illegal."""
        choice = as_choice(self.game, move)
        after = self.position.play(choice.move)
        return replace(self, positions=(*self.positions, after), choices=(*self.choices, choice))

    def extended(self, choices: Iterable[Choice]) -> "Record":
        """The record with these moves; as `play` for each, in time that grows with their number."""
        positions, played = list(self.positions), list(self.choices)
        for choice in choices:
            positions.append(positions[-1].play(choice.move))
            played.append(choice)
        return replace(self, positions=tuple(positions), choices=tuple(played))

    def back(self, plies: int) -> "Record":
        """The record without its last moves."""
        if not 0 <= plies <= len(self.choices):
            raise BadInput(f"cannot take back {plies} of {len(self.choices)} moves")
        keep = len(self.choices) - plies
        return replace(
            self, positions=self.positions[: keep + 1], choices=self.choices[:keep], end=None
        )

    def as_dict(self) -> dict[str, Any]:
        """The record as plain data for JSON; `from_dict` reads it again."""
        book = [number for number, choice in enumerate(self.choices) if choice.book]
        return {
            "kishi": 1,
            "game": self.game.name,
            "start": str(self.positions[0]),
            "moves": [self.game.move_text(m) for m in self.moves],
            "values": [c.value for c in self.choices],
            "seconds": [round(c.seconds, 4) for c in self.choices],
            **({"book": book} if book else {}),
            "players": list(self.players) if self.players else None,
            **({"weights": list(self.weights)} if self.weights else {}),
            "end": {"reason": self.end.reason} if self.end else None,
            "result": self.verdict.name.lower(),
        }

    @classmethod
    def from_dict(cls, data: Any) -> "Record":
        """A record from the data `as_dict` makes; BadInput says what is wrong with it."""
        try:
            of = game(str(data["game"]))
            record = cls.new(of, of.parse(str(data["start"])))
            values = data.get("values") or [None] * len(data["moves"])
            seconds = data.get("seconds") or [0.0] * len(data["moves"])
            told = zip(data["moves"], values, seconds, strict=True)
            book = {int(number) for number in data.get("book", ())}
            record = record.extended(
                Choice(
                    move=of.parse_move(move),
                    value=None if value is None else float(value),
                    seconds=float(spent),
                    book=number in book,
                )
                for number, (move, value, spent) in enumerate(told)
            )
            first, second = data.get("players") or (None, None)
            players = (str(first), str(second)) if first and second else None
            one, two = data.get("weights") or ("", "")
            weights = (str(one), str(two)) if one or two else None
            end = data.get("end")
            verdict = Verdict[str(data["result"]).upper()]
            ended = End(str(end["reason"]), verdict) if end else None
            if ended and verdict is Verdict.RUNNING:
                raise BadInput("not a kishi game record: it has ended without a result")
            return replace(record, players=players, end=ended, weights=weights)
        except BadInput:
            raise
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as wrong:
            raise BadInput(f"not a kishi game record: {repr(wrong)[:200]}") from None


def as_choice(of: Game, answer: object) -> Choice:
    """What a player may answer as a Choice: one, a move's number, or the move as it is written."""
    if isinstance(answer, Choice):
        return answer
    if isinstance(answer, str):
        return Choice(move=of.parse_move(answer))
    if hasattr(answer, "__index__"):  # also numpy's integers
        return Choice(move=int(answer))
    raise BadInput(
        f"{quoted(repr(answer))} is no move: give its number, its text ('f5'), or kishi.Choice(move=...)"
    )


class SimplePlayer(Protocol):
    """The least that is a player: a class of one's own may be no more than this.

    A player is handed the whole record each time, so there is nothing to reset. One that
    keeps a tree or a hash table may reuse it when the record extends the last one.
    """

    @property
    def name(self) -> str: ...
    def choose(self, record: Record, limit: Limit) -> Answer: ...
    def close(self) -> None: ...


class Player(SimplePlayer, Protocol):
    """A player that heeds who asks it.

    The control is theirs: once it is stopped, `choose` answers soon with what it has, and meanwhile
    the control carries what the search thinks. Without one, nobody will stop it.
    """

    def choose(
        self, record: Record, limit: Limit, control: SearchControl | None = None
    ) -> Answer: ...


def takes_control(function: Callable[..., Any]) -> bool:
    """Is this a function that is to be handed the control of whoever calls it?"""
    try:
        return "control" in signature(function).parameters
    except ValueError:  # a builtin that does not tell
        return False


@dataclass(frozen=True, repr=False)
class Weights:
    """What training makes and evaluation reads: named arrays, which stay as they are.

    Equal content, equal id.
    """

    game: str
    kind: str
    arrays: Mapping[str, NDArray[Any]]

    def __repr__(self) -> str:
        arrays = ", ".join(f"{name} {array.shape}" for name, array in self.arrays.items())
        return f"<Weights {self.id[:4]} of {self.kind} for {self.game}: {arrays}>"

    @cached_property  # of 16 MB it takes as long as a hundred moves of a person
    def id(self) -> str:
        """Sixteen hexadecimal digits that equal weights, and only they, have in common."""
        h = hashlib.sha256(f"{self.game}/{self.kind}".encode())
        for name in sorted(self.arrays):
            array = self.arrays[name]
            h.update(f"/{name}/{array.dtype.str}/{array.shape}/".encode())
            h.update(array.tobytes())
        return h.hexdigest()[:16]


class Identity(NamedTuple):
    """Who a player is: the text that makes it, and the ids of the weights it was made with.

    Without ids it has none, or nobody has noted which: then it is whoever its text says.
    """

    text: str
    weights: str = ""  # ids, joined by +


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """How to build a player, as data: it is stored, rated and sent to other machines.

    Its text, ``kind`` or ``kind:option=value,...``, holds only the options that differ from the
    kind's defaults, in the kind's order, so that equal players have equal texts. Names of weights in
    it may come to mean others, so a player is known by its text and the ids of its weights.
    """

    game: str
    kind: str
    options: Mapping[str, Option] = field(default_factory=dict)
    weights: tuple[str, ...] = ()  # ids of the Weights, filled in when their names are resolved
    main: str = ""  # the option that the text holds without its name: level:5
    pinned: str = ""  # ids joined by +, or their beginnings: those it must be made with

    @property
    def id(self) -> str:
        ids = self.identity.weights or None
        body = [self.game, self.kind, ids, sorted(self.options.items())]
        return hashlib.sha256(json.dumps(body).encode()).hexdigest()[:16]

    @property
    def identity(self) -> Identity:
        return Identity(self.text, "+".join(self.weights))

    @property
    def text(self) -> str:
        """What it is made from, whichever weights the names in it mean."""
        shown = [
            _option_text(v) if k == self.main else f"{k}={_option_text(v)}"
            for k, v in self.options.items()
        ]
        return f"{self.kind}:{','.join(shown)}" if shown else self.kind

    def __str__(self) -> str:
        return f"{self.text}@{self.pinned}" if self.pinned else self.text


def _option_text(value: Option) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_make_values_copyable()
