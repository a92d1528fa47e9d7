"""The players that need no thought: chance, and a script."""

from dataclasses import dataclass
from typing import ClassVar

from .. import _native
from ..core import Choice, Game, Limit, Player, Record, SimplePlayer
from ..errors import BadInput
from .kind import EVERY_GAME, option
from .native import NativePlayer


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move, each as likely."""

    kind: ClassVar[str] = "random"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = ""
    main: ClassVar[str] = ""

    def player(self, game: Game, name: str, seed: int) -> Player:
        return NativePlayer(name, _native.random_engine(game, seed))


@dataclass(frozen=True, slots=True)
class First:
    """Plays the given moves in turn (`first:moves=f5 f6`), then the first legal one: for tests."""

    kind: ClassVar[str] = "first"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = ""
    main: ClassVar[str] = "moves"

    moves: str = option("", "the moves to play, separated by spaces")

    def player(self, game: Game, name: str, seed: int) -> SimplePlayer:
        return Scripted(name, [game.parse_move(m) for m in self.moves.split()])

    def repeats(self, game: Game, limit: Limit) -> bool:
        return True


class Scripted:
    """Plays a fixed list of moves, one a turn, then the first legal move."""

    def __init__(self, name: str, moves: list[int]) -> None:
        self.name = name
        self._moves = moves

    def choose(self, record: Record, limit: Limit) -> Choice:
        mine = record.positions[0].turn ^ record.position.turn ^ 1
        played = (len(record.choices) + mine) // 2
        if played < len(self._moves):
            return Choice(move=self._moves[played])
        legal = record.position.legal_moves()
        if not legal:
            raise BadInput("the game is over: there is no move to choose")
        return Choice(move=legal[0])

    def close(self) -> None:
        pass
