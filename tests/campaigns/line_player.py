"""The smallest protocol there is, for programs that test how faulty ones are borne.

The program first prints ``ready``. Then for each of its moves it is sent ``move GAME MOVES...``, all
the moves from the start of the game, and prints a move in the game's notation.
"""

from kishi import Limit, Record
from kishi.core import Choice
from kishi.errors import PlayerFailed
from kishi.protocols.manager import ExternalPlayer, played, shown


class LinePlayer(ExternalPlayer):
    """A program that is asked in one line and answers in one."""

    def greet(self) -> None:
        greeting = self.until(bool)
        if greeting != "ready":
            raise PlayerFailed(f"began with '{shown(greeting)}', not with 'ready'")

    def ask(self, record: Record, limit: Limit) -> Choice:
        moves = (record.game.move_text(move) for move in record.moves)
        self.say(" ".join(["move", record.game.name, *moves]))
        answer = self.until(bool)
        move = played(record.game, lambda: record.game.parse_move(answer), answer)
        return Choice(move=move)
