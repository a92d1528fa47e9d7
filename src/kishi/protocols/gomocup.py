"""Programs that speak the Gomocup protocol as players of Gomoku."""

import re
from typing import ClassVar

from ..core import Answer, Choice, Limit, Move, Record
from ..errors import PlayerFailed
from ..formats.replay import rule_of, stones_of
from .manager import ExternalPlayer, milliseconds, seconds_for, shown

RULES = {"": 0, "-standard": 1, "-renju": 4}
TALK = ("MESSAGE", "DEBUG", "UNKNOWN", "SUGGEST")


class GomocupPlayer(ExternalPlayer):
    """Sends TURN where the program knows the game so far, the whole BOARD where it does not."""

    families: ClassVar[tuple[str, ...]] = ("gomoku",)
    farewell = "END"

    def greet(self) -> None:
        self._known: tuple[Move, ...] | None = None
        size = self.game.shape[2]
        self.say(f"START {size}")
        answer = self.words()
        if answer.upper() != "OK":
            raise PlayerFailed(f"answered '{shown(answer)}' to START {size}, not OK")
        self.say("INFO timeout_match 0")
        self.say("INFO max_memory 0")
        self.say("INFO game_type 1")
        self.say(f"INFO rule {RULES[rule_of(self.game)]}")

    def words(self) -> str:
        """The next line that is no talk."""
        return self.until(lambda line: bool(line) and not line.upper().startswith(TALK))

    def ask(self, record: Record, limit: Limit) -> Answer:
        seconds = seconds_for(record, limit)
        if limit.clocks:
            self.say(f"INFO time_left {milliseconds(limit.clocks[record.position.turn])}")
            self.say(f"INFO timeout_match {milliseconds(max(limit.clocks))}")
        if seconds is not None:
            self.say(f"INFO timeout_turn {milliseconds(seconds)}")
        answer = self._asked(record)
        move = self._cell(answer)
        self._known = (*record.moves, move)
        return Choice(move=move)

    def _asked(self, record: Record) -> str:
        known = self._known
        if not record.moves and record.positions[0] == record.game.start():
            if known:
                self.say("RESTART")
                self.words()
            self.say("BEGIN")
        elif known is not None and record.moves[:-1] == known:
            self.say(f"TURN {self._point(record.moves[-1])}")
        else:
            self._board(record)
        return self.words()

    def _board(self, record: Record) -> None:
        """All the stones; in the order of play where it is known."""
        mine = record.position.turn
        sides = stones_of(record.positions[0])
        stones = [(cell, side) for side in (0, 1) for cell in sides[side]]
        stones += [(m, p.turn) for m, p in zip(record.moves, record.positions, strict=False)]
        self.say("BOARD")
        for cell, side in stones:
            self.say(f"{self._point(cell)},{1 if side == mine else 2}")
        self.say("DONE")

    def _point(self, move: Move) -> str:
        row, column = divmod(move, self.game.shape[2])
        return f"{column},{row}"

    def _cell(self, answer: str) -> Move:
        size = self.game.shape[2]
        found = re.fullmatch(r"(\d{1,3})\s*,\s*(\d{1,3})", answer)
        if not found or int(found[1]) >= size or int(found[2]) >= size:
            raise PlayerFailed(f"answered '{shown(answer)}', which is no move")
        return int(found[2]) * size + int(found[1])
