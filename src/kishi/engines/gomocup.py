"""kishi as a Gomocup (Piskvork) brain. Points are x,y from 0, from the upper left."""

import re
from collections.abc import Callable

from ..core import Choice, Game, Limit, Record, Resign, game
from ..errors import BadInput
from ..formats.replay import gomoku_position, rule_of
from .engine import (
    LEAST,
    OVERHEAD,
    MakePlayer,
    Say,
    Seat,
    answer_now,
    most_megabytes,
    one_line,
    whole_number,
)
from .swap2 import SWAP, Swap2Turn

EXACT_FIVE, CONTINUOUS, RENJU = 1, 2, 4  # of INFO rule, a sum of such
USUAL_SECONDS = 1.0
MOST_THREADS = 256
OWN_MEGABYTES = 128  # of memory that are no table


class GomocupEngine:
    """Obeys the manager's commands, each answered before the next is read."""

    def __init__(
        self,
        say: Say,
        make: MakePlayer,
        of: Game | None,
        version: str,
        overhead: float = OVERHEAD,
    ) -> None:
        if of is not None and of.family != "gomoku":
            raise BadInput(f"the Gomocup protocol is for Gomoku; not {of.name}")
        self._say = say
        self._seat = Seat(make)
        self._version = version
        self._overhead = overhead
        self._refusal = ""  # why no game can be played: a rule that we do not know
        self._record = Record.new(of or game("gomoku"))
        self._rule = rule_of(self._record.game)
        self._info: dict[str, float] = {}  # milliseconds
        self._seat.ready(self._record.game)
        self._reading: tuple[str, list[tuple[int, int, int]]] | None = (
            None  # between BOARD and DONE
        )
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start, "RECTSTART": self._rect_start, "RESTART": self._restart,
            "BEGIN": self._begin, "TURN": self._turn, "PLAY": self._turn_played,
            "TAKEBACK": self._take_back, "INFO": self._information, "ABOUT": self._about,
        }  # fmt: skip

    def hear(self, line: str) -> bool:
        if self._reading is not None:
            self._board_line(line)
            return True
        word, _, rest = line.partition(" ")
        word = word.upper()
        if word == "END":
            return False
        if word in ("BOARD", "SWAP2BOARD"):
            self._reading = (word, [])
        elif word in self._commands:
            self._commands[word](rest.strip())
        elif word:
            self._say(f"UNKNOWN {word[:40]}")
        return True

    def complain(self, wrong: Exception) -> None:
        self._reading = None
        self._say(f"ERROR {one_line(wrong)}")

    def close(self) -> None:
        self._seat.close()

    def _start(self, rest: str) -> None:
        size = whole_number(rest, "the size")
        if not 5 <= size <= 20:
            raise BadInput("unsupported size: 5 to 20 are")
        self._record = Record.new(game(f"gomoku-{size}{self._rule}"))
        self._seat.new_game(self._record.game)
        self._say("OK")

    def _rect_start(self, rest: str) -> None:
        width, _, height = rest.partition(",")
        if width.strip() != height.strip():
            raise BadInput("unsupported size: only square boards are")
        self._start(width.strip())

    def _restart(self, rest: str) -> None:
        self._record = Record.new(self._record.game)
        self._seat.new_game(self._record.game)
        self._say("OK")

    def _about(self, rest: str) -> None:
        self._say(f'name="kishi", version="{self._version}", author="the kishi project"')

    def _information(self, rest: str) -> None:
        """INFO is never answered, unless it asks for a rule that we do not know; what we do not use is
        not wrong."""
        key, value = (*(word.strip() for word in rest.split(" ", 1)), "")[:2]
        key = key.lower()
        if key in ("timeout_turn", "timeout_match", "time_left"):
            if re.fullmatch(r"-?\d{1,12}", value):
                self._info[key] = float(value)
        elif value.isascii() and value.isdigit() and len(value) <= 15:
            self._set(key, int(value))

    def _set(self, key: str, value: int) -> None:
        if key == "rule":
            self._set_rule(value)
        elif key == "max_memory":  # bytes; 0 is no limit
            table = ((value >> 20) - OWN_MEGABYTES) // 2
            self._option("hash", max(1, min(most_megabytes(), table)) if value else 0)
        elif key == "thread_num":
            self._option("threads", min(value, MOST_THREADS))

    def _option(self, name: str, value: int) -> None:
        """Set what 0 does not leave to us; made at once, since the next command may be a move's."""
        before = dict(self._seat.options)
        self._seat.options.pop(name, None)
        self._seat.options |= {name: str(value)} if value else {}
        if self._seat.options != before:
            self._seat.ready(self._record.game)

    def _set_rule(self, rule: int) -> None:
        self._refusal = ""
        if rule & ~(EXACT_FIVE | CONTINUOUS | RENJU):
            self._refusal = (
                f"unsupported rule {rule}: 0 (freestyle), 1 (standard) and 4 (renju) are"
            )
            raise BadInput(self._refusal)
        self._rule = "-renju" if rule & RENJU else "-standard" if rule & EXACT_FIVE else ""
        size = self._record.game.shape[2]
        if not self._record.choices:
            self._record = Record.new(game(f"gomoku-{size}{self._rule}"))
            self._seat.ready(self._record.game)

    def _begin(self, rest: str) -> None:
        if self._record.choices:
            raise BadInput("BEGIN is for an empty board")
        self._answer()

    def _turn(self, rest: str) -> None:
        self._turn_played(rest, silent=True)
        self._answer()

    def _turn_played(self, rest: str, *, silent: bool = False) -> None:
        self._record = self._record.play(Choice(move=self._cell(rest)))
        if not silent:
            self._say(self._point(self._record.moves[-1]))

    def _take_back(self, rest: str) -> None:
        cell = self._cell(rest)
        if not self._record.moves or self._record.moves[-1] != cell:
            raise BadInput("that is not the last move")
        self._record = self._record.back(1)
        self._say("OK")

    def _board_line(self, line: str) -> None:
        assert self._reading is not None
        command, stones = self._reading
        if line.upper() != "DONE":
            if len(stones) > 400:
                raise BadInput("more stones than points")
            point, _, who = line.rpartition(",") if command == "BOARD" else (line, "", "1")
            if who.strip() not in ("1", "2", "3"):
                raise BadInput("expected x,y,who or DONE")
            stones.append((self._cell(point), int(who), len(stones)))
            return
        self._reading = None
        if command == "BOARD":
            self._set_board(stones)
            self._answer()
        else:
            self._swap2([cell for cell, _, _ in stones])

    def _set_board(self, stones: list[tuple[int, int, int]]) -> None:
        """The stones of both, which may come in any order; it is our turn."""
        mine = {cell for cell, who, _ in stones if who == 1}
        theirs = {cell for cell, who, _ in stones if who != 1}
        if len(mine) + len(theirs) != len(stones) or mine & theirs:
            raise BadInput("a point is taken twice")
        sides = (mine, theirs) if len(mine) == len(theirs) else (theirs, mine)
        of = game(f"gomoku-{self._record.game.shape[2]}{self._rule}")
        in_order = [cell for cell, _, _ in stones]
        try:
            record = Record.new(of)
            for cell, side in zip(in_order, (0, 1) * len(in_order), strict=False):
                if cell not in sides[side]:
                    raise BadInput("not in the order of play")
                record = record.play(Choice(move=cell))
        except BadInput:
            record = Record.new(of, gomoku_position(of, sides))
        self._record = record

    def _swap2(self, cells: list[int]) -> None:
        """Swap2 as the manager plays it: none, three or five stones lie on the board."""
        if len(cells) not in (0, 3, 5) or len(set(cells)) != len(cells):
            raise BadInput("swap2 has none, three or five stones")
        self._must_know_the_rule()
        record = Record.new(game(f"gomoku-{self._record.game.shape[2]}{self._rule}"))
        record = _with(record, tuple(cells))
        seconds = self._limit().seconds
        assert seconds is not None
        put = Swap2Turn(self._seat, record, seconds).answer()
        self._record = record if put == SWAP else _with(record, put)
        self._say("SWAP" if put == SWAP else " ".join(self._point(cell) for cell in put))

    def _must_know_the_rule(self) -> None:
        if self._refusal:
            raise BadInput(self._refusal)

    def _answer(self) -> None:
        self._must_know_the_rule()
        answer = answer_now(self._seat, self._record, self._limit())
        if isinstance(answer, Resign):
            raise BadInput("the game is over")
        if answer.depth:
            self._say(f"MESSAGE {self._told(answer)}")
        self._record = self._record.play(answer)
        self._say(self._point(answer.move))

    def _told(self, answer: Choice) -> str:
        milliseconds = max(1, round(1000 * answer.seconds))
        line = " ".join(self._point(move) for move in answer.line)
        worth = f"{50 * (1 + (answer.value or 0.0)):.1f}%"
        spent = (
            f"nodes {answer.nodes} nps {answer.nodes * 1000 // milliseconds} time {milliseconds}"
        )
        return f"depth {answer.depth} winrate {worth} {spent} pv {line}".rstrip()

    def _limit(self) -> Limit:
        turn = self._info.get("timeout_turn")
        bounds = [turn / 1000 if turn is not None else USUAL_SECONDS]
        if self._info.get("timeout_match", 0) > 0 and "time_left" in self._info:
            bounds.append(self._info["time_left"] / 1000 / 15)
        # A time of 0 asks for an answer as fast as can be.
        return Limit(seconds=max(LEAST, min(bounds) - self._overhead))

    def _cell(self, text: str) -> int:
        size = self._record.game.shape[2]
        found = re.fullmatch(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*", text)
        if not found or int(found[1]) >= size or int(found[2]) >= size:
            raise BadInput(f"expected x,y from 0 to {size - 1}")
        return int(found[2]) * size + int(found[1])

    def _point(self, move: int) -> str:
        row, column = divmod(move, self._record.game.shape[2])
        return f"{column},{row}"


def _with(record: Record, cells: tuple[int, ...]) -> Record:
    for cell in cells:
        record = record.play(Choice(move=cell))
    return record
