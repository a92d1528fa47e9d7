"""kishi as a Gomocup (Piskvork) brain. Points are x,y from 0, from the upper left."""

import re
from collections.abc import Callable

from ..core import Choice, Game, Limit, Record, Resign, game
from ..errors import BadInput
from ..formats.replay import gomoku_position, rule_of
from .engine import LATENCY, MakePlayer, Say, Seat, answer_now, one_line, whole_number

EXACT_FIVE, RENJU = 1, 4  # of INFO rule, a sum of such
USUAL_SECONDS = 1.0
# Three stones for swap2, counted from the upper left on any board: near a corner, no easy win.
SWAP2_STONES = ((1, 0), (2, 3), (4, 1))


class GomocupEngine:
    """Obeys the manager's commands, each answered before the next is read."""

    def __init__(self, say: Say, make: MakePlayer, of: Game | None, version: str) -> None:
        if of is not None and of.family != "gomoku":
            raise BadInput(f"the Gomocup protocol is for Gomoku; not {of.name}")
        self._say = say
        self._seat = Seat(make)
        self._version = version
        self._record = Record.new(of or game("gomoku"))
        self._rule = rule_of(self._record.game)
        self._info: dict[str, float] = {}  # milliseconds
        self._seat.player(self._record.game)
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
        self._seat.player(self._record.game)
        self._say("OK")

    def _rect_start(self, rest: str) -> None:
        width, _, height = rest.partition(",")
        if width.strip() != height.strip():
            raise BadInput("unsupported size: only square boards are")
        self._start(width.strip())

    def _restart(self, rest: str) -> None:
        self._record = Record.new(self._record.game)
        self._say("OK")

    def _about(self, rest: str) -> None:
        self._say(f'name="kishi", version="{self._version}", author="the kishi project"')

    def _information(self, rest: str) -> None:
        """INFO is never answered; what we do not use is not wrong."""
        key, _, value = rest.partition(" ")
        if key == "rule" and value.strip().isdecimal():
            bits = int(value.strip()[:6])
            self._rule = "-renju" if bits & RENJU else "-standard" if bits & EXACT_FIVE else ""
            size = self._record.game.shape[2]
            if not self._record.choices:
                self._record = Record.new(game(f"gomoku-{size}{self._rule}"))
        elif key in ("timeout_turn", "timeout_match", "time_left"):
            if re.fullmatch(r"-?\d{1,12}", value.strip()):
                self._info[key] = float(value)
        elif key == "max_memory" and value.strip().isdecimal():
            megabytes = int(value.strip()[:15]) >> 20
            if megabytes:
                self._seat.options["hash"] = str(max(1, min(64, megabytes // 4)))

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
        size = self._record.game.shape[2]
        if len(cells) not in (0, 3, 5) or len(set(cells)) != len(cells):
            raise BadInput("swap2 has none, three or five stones")
        if not cells:
            self._say(" ".join(f"{x},{y}" for x, y in SWAP2_STONES))
            return
        self._record = Record.new(game(f"gomoku-{size}{self._rule}"))
        for cell in cells:
            self._record = self._record.play(Choice(move=cell))
        answer = self._thought()
        if isinstance(answer, Choice) and (answer.value or 0.0) >= 0:
            self._record = self._record.play(answer)
            self._say(self._point(answer.move))
        else:
            self._say("SWAP")

    def _thought(self) -> Choice | Resign:
        return answer_now(self._seat.player(self._record.game), self._record, self._limit())

    def _answer(self) -> None:
        answer = self._thought()
        if isinstance(answer, Resign):
            raise BadInput("the game is over")
        self._record = self._record.play(answer)
        self._say(self._point(answer.move))

    def _limit(self) -> Limit:
        turn = self._info.get("timeout_turn")
        bounds = [turn / 1000 if turn is not None else USUAL_SECONDS]
        if self._info.get("timeout_match", 0) > 0 and "time_left" in self._info:
            bounds.append(self._info["time_left"] / 1000 / 15)
        # A time of 0 asks for an answer as fast as can be.
        return Limit(seconds=max(0.005, min(bounds) - 2 * LATENCY))

    def _cell(self, text: str) -> int:
        size = self._record.game.shape[2]
        found = re.fullmatch(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*", text)
        if not found or int(found[1]) >= size or int(found[2]) >= size:
            raise BadInput(f"expected x,y from 0 to {size - 1}")
        return int(found[2]) * size + int(found[1])

    def _point(self, move: int) -> str:
        row, column = divmod(move, self._record.game.shape[2])
        return f"{column},{row}"
