"""Programs that speak the minishogi write-up's own line protocol.

The program is started with 0 (the other side moves first) or 1 (it does), reads the other's moves
one a line and prints its own; then ``You Win``, ``You Lose`` or ``Draw``, as it looks to whoever
reads it. An illegal or unreadable move loses; after 150 plies the game is a draw.
"""

from typing import ClassVar

from ..core import Choice, Game, Limit, Move, Record, Resign, SearchControl
from ..errors import BadInput, PlayerFailed
from .manager import ExternalPlayer, played
from .process import Child

FILES = "EDCBA"  # USI's 1 to 5
PIECES = {"P": "FU", "B": "KK", "R": "HI", "S": "GI", "G": "KI"}
RESULTS = ("You Win", "You Lose", "Draw")


def write_up_name(of: Game, move: Move) -> str:
    """The move in the write-up's notation: `2A3A`, `4A5AN`, `3CGI`."""
    text = of.move_text(move)
    if text[1] == "*":
        return _square(text[2:4]) + PIECES[text[0]]
    return _square(text[:2]) + _square(text[2:4]) + ("N" if text.endswith("+") else "")


def _square(usi: str) -> str:
    return f"{'edcba'.index(usi[1]) + 1}{FILES[int(usi[0]) - 1]}"


class PlainPlayer(ExternalPlayer):
    """A program of the write-up's sort. It cannot be told a game, so it must have played it."""

    families: ClassVar[tuple[str, ...]] = ("minishogi",)
    farewell = ""

    def __init__(self, name: str, game: Game, text: str) -> None:
        super().__init__(name, game, text)
        if self.options:
            raise BadInput("a program of the plain protocol has no options")
        self._program = self._command
        self._known: tuple[Move, ...] | None = None

    def prepare(self, control: SearchControl | None = None) -> None:
        """Nothing before the first move: until then it is not known who makes it."""

    @property
    def lasting(self) -> bool:
        return False

    def greet(self) -> None:
        pass

    def ask(self, record: Record, limit: Limit) -> Choice | Resign:
        mine = record.position.turn
        if record.positions[0] != record.game.start():
            raise PlayerFailed("plays only from the start of the game")
        if self._child is None or record.moves[:-1] != self._known:
            if len(record.moves) > mine:
                raise PlayerFailed("cannot be told moves that it did not make itself")
            self._begin(mine)
        if record.moves:
            self.say(write_up_name(record.game, record.moves[-1]))
        answer = self.until(bool)
        if answer in RESULTS:
            if answer == "You Win":
                return Resign()
            raise PlayerFailed(f"said '{answer}' though the game is not over")
        move = played(record.game, lambda: record.game.parse_move(answer), answer)
        self._known = (*record.moves, move)
        return Choice(move=move)

    def _begin(self, mine: int) -> None:
        """A process a game: nothing else begins one."""
        if self._closed:
            raise PlayerFailed("was closed")
        if self._child is not None:
            self._child.close()
        self._child = Child([*self._program, "1" if mine == 0 else "0"], farewell="")
        self._known = ()
