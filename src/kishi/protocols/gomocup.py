"""Programs that speak the Gomocup protocol as players of Gomoku."""

import re
import time
from collections.abc import Mapping
from typing import ClassVar

from ..core import Answer, Choice, Limit, Move, Record
from ..errors import PlayerFailed
from ..formats.replay import rule_of, stones_of
from .manager import ExternalPlayer, milliseconds, seconds_for, shown
from .process import Late

RULES = {"": 0, "-standard": 1, "-renju": 4}
MESSAGES = ("MESSAGE", "DEBUG")
TALK = (*MESSAGES, "UNKNOWN", "SUGGEST", "NAME=")  # the last: ABOUT, answered late
BREATH = 0.002  # seconds between its move and the next that it is told
SYNC_SECONDS = 5.0  # for the answer to ABOUT
# What programs tell of their search has no fixed form: `Depth 12-25 | Node 116K`, `depth 9 nodes 1200`.
DEPTH = re.compile(r"\bdepth[ :=]*(\d{1,4})()", re.IGNORECASE)
NODES = re.compile(r"\b(?:nodes?|n)[ :=]+(\d{1,15}(?:\.\d{1,6})?) ?([KMG]?)\b", re.IGNORECASE)
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


class GomocupPlayer(ExternalPlayer):
    """Sends TURN where the program knows the game so far, the whole BOARD where it does not."""

    families: ClassVar[tuple[str, ...]] = ("gomoku",)
    farewell = "END"

    def greet(self) -> None:
        self._talk: list[str] = []
        self._answered = 0.0  # when it told its last move
        self._answers_about = True  # until it is seen not to
        self._begun(f"START {self.game.shape[2]}")

    def new_game(self) -> None:
        self._begun("RESTART")

    def _begun(self, command: str) -> None:
        self._known: tuple[Move, ...] | None = None
        self.say(command)
        answer = self.words()
        if answer.upper() != "OK":
            raise PlayerFailed(f"answered '{shown(answer)}' to {command}, not OK")
        usual = {"timeout_match": "0", "max_memory": "0", "game_type": "1",
                 "rule": str(RULES[rule_of(self.game)])}  # fmt: skip
        self._told: dict[str, str] = {}
        self._inform({**usual, **self.options})
        self._sync()

    def _inform(self, told: Mapping[str, str]) -> None:
        """Say what is news; what the options say holds."""
        for name, value in {**told, **{n: v for n, v in self.options.items() if n in told}}.items():
            if self._told.get(name) != value:
                self.say(f"INFO {name} {value}")
            self._told[name] = value

    def _sync(self) -> None:
        """Wait until it has done what INFO had it do, such as to make room for a table: that is never
        answered, but ABOUT is, with UNKNOWN or ERROR by programs that do not know it."""
        if not self._answers_about:
            return
        left, self._deadline = self._deadline, time.monotonic() + SYNC_SECONDS
        self.say("ABOUT")
        try:
            self.until(lambda line: bool(line) and not line.upper().startswith(MESSAGES))
        except Late:
            self._answers_about = False
        finally:
            self._deadline = left

    def words(self) -> str:
        """The next line that is no talk, which is kept."""
        self._talk = []
        while not (line := self.hear()) or line.upper().startswith(TALK):
            self._talk.append(line)
        return line

    def ask(self, record: Record, limit: Limit) -> Answer:
        # Rapfi, for one, does not hear what comes before it has put away the move that it has told.
        time.sleep(max(0.0, self._answered + BREATH - time.monotonic()))
        seconds = seconds_for(record, limit)
        if limit.clocks:
            left, most = limit.clocks[record.position.turn], max(limit.clocks)
            self._inform({"timeout_match": f"{milliseconds(most)}"})
            self._inform({"time_left": f"{milliseconds(left)}"})
        if seconds is not None:
            self._inform({"timeout_turn": f"{milliseconds(seconds)}"})
        answer = self._asked(record)
        move = self._cell(answer)
        self._known, self._answered = (*record.moves, move), time.monotonic()
        return Choice(move=move, depth=_last(DEPTH, self._talk), nodes=_last(NODES, self._talk))

    def _asked(self, record: Record) -> str:
        known = self._known
        if not record.moves and record.positions[0] == record.game.start():
            if known:
                self.new_game()
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


def _last(what: re.Pattern[str], talk: list[str]) -> int:
    """The last such number of a program's messages; 0 if there is none."""
    for line in reversed(talk):
        if found := what.search(line):
            return int(float(found[1]) * UNITS[found[2].upper()])
    return 0
