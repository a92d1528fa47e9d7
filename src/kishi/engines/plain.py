"""kishi behind the minishogi write-up's own line protocol (`protocols/plain.py`)."""

from ..core import Choice, Game, Limit, Record, Resign, Verdict, game, winner
from ..errors import BadInput, PlayerFailed
from ..protocols.plain import write_up_name
from .engine import MakePlayer, Say, Seat, answer_now

MOST_PLIES = 150


class PlainEngine:
    """One game, from its start to the line that tells the result."""

    def __init__(self, say: Say, make: MakePlayer, of: Game | None, first: bool) -> None:
        if of is not None and of.family != "minishogi":
            raise BadInput(f"this protocol is for minishogi; not {of.name}")
        self._say = say
        self._seat = Seat(make)
        self._mine = 0 if first else 1
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
        answer = answer_now(self._seat, self._record, Limit())
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
