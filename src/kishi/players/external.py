"""Programs of others as players: everything after ``kind:`` is the program's command line."""

from dataclasses import dataclass
from typing import ClassVar

from ..core import Game, Player
from ..protocols.gomocup import GomocupPlayer
from ..protocols.gtp import GtpPlayer
from ..protocols.nboard import NBoardPlayer
from ..protocols.plain import PlainPlayer
from ..protocols.usi import UciPlayer, UsiPlayer
from .kind import option

ABOUT = "the program and its arguments, as a shell would read them"


@dataclass(frozen=True, slots=True)
class Usi:
    """A program that speaks USI, such as `usi:fairy-stockfish`."""

    kind: ClassVar[str] = "usi"
    families: ClassVar[tuple[str, ...]] = ("minishogi",)
    source: ClassVar[str] = ""
    main: ClassVar[str] = "command"
    verbatim: ClassVar[bool] = True

    command: str = option("", ABOUT)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return UsiPlayer(name, game, self.command)


@dataclass(frozen=True, slots=True)
class Uci:
    """A program that speaks UCI with variants, as Fairy-Stockfish does."""

    kind: ClassVar[str] = "uci"
    families: ClassVar[tuple[str, ...]] = ("minishogi",)
    source: ClassVar[str] = ""
    main: ClassVar[str] = "command"
    verbatim: ClassVar[bool] = True

    command: str = option("", ABOUT)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return UciPlayer(name, game, self.command)


@dataclass(frozen=True, slots=True)
class Gtp:
    """A program that speaks GTP, such as `gtp:edax -gtp`."""

    kind: ClassVar[str] = "gtp"
    families: ClassVar[tuple[str, ...]] = ("othello", "gomoku")
    source: ClassVar[str] = ""
    main: ClassVar[str] = "command"
    verbatim: ClassVar[bool] = True

    command: str = option("", ABOUT)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return GtpPlayer(name, game, self.command)


@dataclass(frozen=True, slots=True)
class Gomocup:
    """A program that speaks the Gomocup (Piskvork) protocol."""

    kind: ClassVar[str] = "gomocup"
    families: ClassVar[tuple[str, ...]] = ("gomoku",)
    source: ClassVar[str] = ""
    main: ClassVar[str] = "command"
    verbatim: ClassVar[bool] = True

    command: str = option("", ABOUT)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return GomocupPlayer(name, game, self.command)


@dataclass(frozen=True, slots=True)
class NBoard:
    """A program that speaks NBoard 2."""

    kind: ClassVar[str] = "nboard"
    families: ClassVar[tuple[str, ...]] = ("othello",)
    source: ClassVar[str] = ""
    main: ClassVar[str] = "command"
    verbatim: ClassVar[bool] = True

    command: str = option("", ABOUT)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return NBoardPlayer(name, game, self.command)


@dataclass(frozen=True, slots=True)
class Plain:
    """A program of write-up 4's sort: started with 0 or 1, a line for each move."""

    kind: ClassVar[str] = "plain"
    families: ClassVar[tuple[str, ...]] = ("minishogi",)
    source: ClassVar[str] = "write-up 4 (its line protocol)"
    main: ClassVar[str] = "command"
    verbatim: ClassVar[bool] = True

    command: str = option("", ABOUT)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return PlainPlayer(name, game, self.command)
