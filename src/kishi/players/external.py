"""Programs of others as players: after ``kind:`` comes the program's command line, and after that its
own options, as in ``usi:fairy-stockfish,option.Hash=64``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ..core import Game, Player
from ..protocols.gomocup import GomocupPlayer
from ..protocols.gtp import GtpPlayer
from ..protocols.nboard import NBoardPlayer
from ..protocols.plain import PlainPlayer
from ..protocols.usi import UciPlayer, UsiPlayer
from .kind import option

ABOUT = (
    "the program and its arguments, as a shell would read them; its options: CMD,option.NAME=VALUE"
)


@dataclass(frozen=True, slots=True)
class _Program:
    kind: ClassVar[str]
    plays: ClassVar[Callable[[str, Game, str], Player]]  # over its protocol: name, game, command
    main: ClassVar[str] = "command"
    verbatim: ClassVar[bool] = True

    command: str = option("", ABOUT)

    def player(self, game: Game, name: str, seed: int) -> Player:
        return type(self).plays(name, game, self.command)


@dataclass(frozen=True, slots=True)
class Usi(_Program):
    """A program that speaks USI, such as `usi:fairy-stockfish`."""

    kind: ClassVar[str] = "usi"
    plays: ClassVar[Callable[[str, Game, str], Player]] = UsiPlayer
    families: ClassVar[tuple[str, ...]] = UsiPlayer.families
    source: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Uci(_Program):
    """A program that speaks UCI with variants, as Fairy-Stockfish does."""

    kind: ClassVar[str] = "uci"
    plays: ClassVar[Callable[[str, Game, str], Player]] = UciPlayer
    families: ClassVar[tuple[str, ...]] = UciPlayer.families
    source: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Gtp(_Program):
    """A program that speaks GTP, such as `gtp:edax -gtp`."""

    kind: ClassVar[str] = "gtp"
    plays: ClassVar[Callable[[str, Game, str], Player]] = GtpPlayer
    families: ClassVar[tuple[str, ...]] = GtpPlayer.families
    source: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Gomocup(_Program):
    """A program that speaks the Gomocup (Piskvork) protocol."""

    kind: ClassVar[str] = "gomocup"
    plays: ClassVar[Callable[[str, Game, str], Player]] = GomocupPlayer
    families: ClassVar[tuple[str, ...]] = GomocupPlayer.families
    source: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class NBoard(_Program):
    """A program that speaks NBoard 2."""

    kind: ClassVar[str] = "nboard"
    plays: ClassVar[Callable[[str, Game, str], Player]] = NBoardPlayer
    families: ClassVar[tuple[str, ...]] = NBoardPlayer.families
    source: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Plain(_Program):
    """A program of the minishogi write-up's sort: started with 0 or 1, a line for each move."""

    kind: ClassVar[str] = "plain"
    plays: ClassVar[Callable[[str, Game, str], Player]] = PlainPlayer
    families: ClassVar[tuple[str, ...]] = PlainPlayer.families
    source: ClassVar[str] = "the minishogi write-up (its line protocol)"
