"""The minishogi write-up's own line protocol, both ways.

The program is started with 0 (the other side moves first) or 1 (it does), reads the other's moves
one a line and prints its own; then ``You Win``, ``You Lose`` or ``Draw``, as it looks to whoever
reads it. An illegal or unreadable move loses; after 150 plies the game is a draw.
"""

from typing import ClassVar

from ..core import Choice, Game, Limit, Move, Record, Resign, Verdict, game, winner
from ..errors import BadInput, PlayerFailed
from .engine import MakePlayer, Say, Seat, answer_now
from .manager import ExternalPlayer, played
from .process import Child

MOST_PLIES = 150
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


class PlainEngine:
    """One game, from its start to the line that tells the result."""

    def __init__(
        self, say: Say, make: MakePlayer, of: Game | None, first: bool, limit: Limit | None = None
    ) -> None:
        if of is not None and of.family != "minishogi":
            raise BadInput(f"this protocol is for minishogi; not {of.name}")
        self._say = say
        self._seat = Seat(make)
        self._mine = 0 if first else 1
        self._limit = limit or Limit()
        self._record = Record.new(of or game("minishogi"))
        self._over = False
        if first:
            self._move()

    def hear(self, line: str) -> bool:
        if self._over:
            return False
        if not line:
            return True
        try:
            move = self._record.game.parse_move(line)
            self._record = self._record.play(Choice(move=move))
        except BadInput:
            self._say("You Lose")
            return False
        return not self._ended() and self._move()

    def complain(self, wrong: Exception) -> None:
        """What cannot be read loses as an unreadable move does; a player that fails, loses."""
        self._say("You Win" if isinstance(wrong, PlayerFailed) else "You Lose")
        self._over = True

    def close(self) -> None:
        self._seat.close()

    def _move(self) -> bool:
        """Make our move; False if the game is over then."""
        answer = answer_now(self._seat.player(self._record.game), self._record, self._limit)
        if isinstance(answer, Resign):
            self._say("You Win")
            return False
        self._say(write_up_name(self._record.game, answer.move))
        self._record = self._record.play(answer)
        return not self._ended()

    def _ended(self) -> bool:
        verdict = self._record.verdict
        if verdict is Verdict.RUNNING and len(self._record.choices) < MOST_PLIES:
            return False
        won = winner(verdict)
        self._say("Draw" if won is None else "You Lose" if won == self._mine else "You Win")
        return True


class PlainPlayer(ExternalPlayer):
    """A program of the write-up's sort. It cannot be told a game, so it must have played it."""

    families: ClassVar[tuple[str, ...]] = ("minishogi",)
    farewell = ""

    def __init__(self, name: str, game: Game, command: str) -> None:
        super().__init__(name, game, command)
        self._program = self._command
        self._known: tuple[Move, ...] | None = None

    def prepare(self) -> None:
        """Nothing before the first move: until then it is not known who makes it."""

    def greet(self) -> None:
        pass

    def ask(self, record: Record, limit: Limit) -> Choice | Resign:
        mine = record.position.turn
        if record.positions[0] != record.game.start():
            raise PlayerFailed("plays only from the start of the game")
        if self._known is None or record.moves[:-1] != self._known:
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
