"""kishi as a GTP engine: Othello and Gomoku for GoGui and other managers."""

import re
from collections.abc import Callable

from ..core import Answer, Choice, Game, Limit, Record, Resign, Verdict, game
from ..errors import BadInput
from ..formats.replay import disc_difference, forced_pass, rule_of
from ..games import GAMES, GameFacts, facts_of, names
from ..protocols.gtp_names import COLUMNS, FAMILIES, colour, move_at, vertex
from .engine import (
    FOREVER,
    LEAST,
    OVERHEAD,
    MakePlayer,
    OneSearch,
    Say,
    SearchTask,
    Seat,
    answer_now,
    one_line,
)


def spoken(facts: GameFacts) -> bool:
    return facts.family in FAMILIES


class GtpEngine:
    """Obeys GTP's commands, one after the other; `analyze` goes on until the next line."""

    def __init__(
        self,
        say: Say,
        make: MakePlayer,
        of: Game | None,
        version: str,
        overhead: float = OVERHEAD,
    ) -> None:
        of = of or game(FAMILIES[0])
        if of.family not in FAMILIES:
            raise BadInput(f"GTP is for {names(spoken)}; not {of.name}")
        self._say = say
        self._seat = Seat(make)
        self._search = OneSearch()
        self._version = version
        self._overhead = overhead
        self._begin(of)
        self._time: tuple[float, float, int] | None = None  # main, byoyomi and its stones
        self._left: dict[int, tuple[float, int]] = {}  # seconds and stones, by colour
        self._id = ""
        self._seat.ready(of)
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2", "name": lambda _: "kishi",
            "version": lambda _: self._version, "known_command": self._known,
            "list_commands": lambda _: "\n".join(sorted(self._commands)),
            "boardsize": self._board_size, "clear_board": self._clear, "komi": lambda _: "",
            "play": self._play, "genmove": self._genmove, "reg_genmove": self._reg_genmove,
            "undo": self._undo, "time_settings": self._time_settings, "time_left": self._time_left,
            "showboard": self._show, "final_score": self._final_score, "analyze": self._analyze,
            "set_game": self._set_game, "list_games": lambda _: "\n".join(f.name for f in GAMES if spoken(f)),
            "quit": lambda _: "",
        }  # fmt: skip

    def hear(self, line: str) -> bool:
        if self._search.busy:  # any line ends an analysis, whose answer then ends with an empty one
            self._search.stop()
        words = line.partition("#")[0].split()
        self._id = ""
        if words and words[0].isascii() and words[0].isdigit():
            self._id = words.pop(0)[:12]
        if not words:
            return True
        command = self._commands.get(words[0])
        if command is None:
            raise BadInput("unknown command")
        answer = command(words[1:])
        if words[0] != "analyze":
            self._say(f"={self._id} {answer}\n".replace(" \n", "\n"))
        return words[0] != "quit"

    def complain(self, wrong: Exception) -> None:
        self._say(f"?{self._id} {one_line(wrong)}\n")

    def close(self) -> None:
        self._search.cancel()
        self._seat.close()

    def _begin(self, of: Game) -> None:
        self._record = Record.new(of)
        self._passes_after_the_end = 0  # managers made for Go end a game by two of them

    def _known(self, words: list[str]) -> str:
        return "true" if words and words[0] in self._commands else "false"

    def _set_game(self, words: list[str]) -> str:
        self._begin(game(" ".join(words)))
        return ""

    def _board_size(self, words: list[str]) -> str:
        of, size = self._record.game, words[0] if words else ""
        try:
            if not re.fullmatch(r"\d{1,2}", size):
                raise BadInput("no size")
            wanted = game(f"{of.family}-{size}{rule_of(of)}")
        except BadInput:
            raise BadInput("unacceptable size") from None
        self._begin(wanted)
        self._seat.ready(wanted)
        return ""

    def _clear(self, words: list[str]) -> str:
        self._begin(self._record.game)
        self._seat.new_game(self._record.game)
        self._left = {}
        return ""

    def _turn_of(self, side: int) -> None:
        """Make it this side's turn, by the pass that may be due."""
        position = self._record.position
        if position.turn == side:
            return
        due = forced_pass(position)
        if due is None:
            raise BadInput("illegal move: it is the other side's turn")
        self._record = self._record.play(Choice(move=due))

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise BadInput("syntax error: play COLOR VERTEX")
        side = colour(words[0])
        before = self._record
        if before.over and words[1].lower() == "pass":
            self._passes_after_the_end += 1
            return ""
        try:
            move = move_at(before.game, words[1])
            self._turn_of(side)
            self._record = self._record.play(Choice(move=move))
        except BadInput:
            self._record = before
            raise BadInput("illegal move") from None
        return ""

    def _genmove(self, words: list[str]) -> str:
        if self._record.over:
            return self._answer_after_the_end()
        answer = self._thought(words)
        if isinstance(answer, Resign):
            return "PASS" if self._counted else "resign"
        self._record = self._record.play(answer)
        return vertex(self._record.game, answer.move)

    def _answer_after_the_end(self) -> str:
        """Whose game is not counted resigns, since passes would leave the score to Go's rules."""
        if not self._counted and self._record.verdict is not Verdict.DRAW:
            return "resign"
        self._passes_after_the_end += 1
        return "PASS"

    @property
    def _counted(self) -> bool:
        """Is the result a number, as in Go?"""
        return bool(facts_of(self._record.game).unit)

    def _reg_genmove(self, words: list[str]) -> str:
        before = self._record
        if before.over:
            return "PASS"
        try:
            answer = self._thought(words)
        finally:
            self._record = before
        return vertex(before.game, answer.move) if isinstance(answer, Choice) else "PASS"

    def _thought(self, words: list[str]) -> Choice | Resign:
        if words:
            self._turn_of(colour(words[0]))
        return answer_now(self._seat, self._record, self._limit())

    def _limit(self) -> Limit:
        """What the clock allows for this move."""
        if self._time is None and not self._left:
            return Limit()
        main, byoyomi, stones = self._time or (0.0, 0.0, 0)
        left, due = self._left.get(self._record.position.turn, (main, 0))
        if due:
            seconds = left / due
        elif byoyomi and stones:
            seconds = left / 20 + byoyomi / stones
        else:
            clock = max(left - self._overhead, LEAST)
            return Limit(clocks=(clock, clock)) if left else Limit(seconds=LEAST)
        return Limit(seconds=max(LEAST, seconds - self._overhead))

    def _undo(self, words: list[str]) -> str:
        if self._passes_after_the_end:
            self._passes_after_the_end -= 1
            return ""
        if not self._record.choices:
            raise BadInput("cannot undo")
        self._record = self._record.back(1)
        return ""

    def _time_settings(self, words: list[str]) -> str:
        main, byoyomi, stones = _numbers(words, 3)
        self._time = (main, byoyomi, int(stones))
        self._left = {}
        # By GTP, time for no stones is no limit at all.
        if byoyomi and not stones:
            self._time = None
        return ""

    def _time_left(self, words: list[str]) -> str:
        side = colour(words[0] if words else "")
        seconds, stones = _numbers(words[1:], 2)
        self._left[side] = (seconds, int(stones))
        return ""

    def _show(self, words: list[str]) -> str:
        of, (cells, *_) = self._record.game, self._record.position.picture()
        size = of.shape[2]
        heading = "   " + " ".join(COLUMNS[:size])
        rows = []
        _, numbers = facts_of(of).labels(size, size)
        for row, number in enumerate(numbers):
            signs = " ".join(c.upper() or "." for c in cells[row * size : row * size + size])
            rows.append(f"{number:>2} {signs}")
        side = "black" if self._record.position.turn == 0 else "white"
        return "\n".join(["", heading, *rows, heading, f"{side} (X is black) to move"])

    def _final_score(self, words: list[str]) -> str:
        verdict = self._record.verdict
        if verdict in (Verdict.RUNNING, Verdict.DRAW):
            return "0"
        side = "B" if verdict is Verdict.FIRST_WINS else "W"
        lead = abs(disc_difference(self._record.position)) if self._counted else 1
        return f"{side}+{lead}"

    def _analyze(self, words: list[str]) -> str:
        """Lines `info move ...` until the next command, as Go programs analyse."""
        if words and words[0].lower() in ("b", "w", "black", "white"):
            self._turn_of(colour(words[0]))
        record = self._record
        if not record.position.legal_moves():
            raise BadInput("the game is over")
        self._say(f"={self._id}")

        def report(thought: Choice) -> None:
            self._say(analysis_line(record.game, thought))

        def done(answer: Answer | Exception) -> None:
            self._say("")

        player = self._seat.player(record.game)
        self._search.begin(
            SearchTask(player, record, Limit(seconds=FOREVER), done, report, hold=True)
        )
        return ""


def analysis_line(of: Game, thought: Choice) -> str:
    """What a search thinks, in the form of Go's analysis commands."""
    values = thought.values or {thought.move: thought.value or 0.0}
    parts = []
    for order, (move, value) in enumerate(values.items()):
        visits = (thought.visits or {}).get(move, thought.nodes)
        line = thought.line if move == thought.move else (move,)
        names = " ".join(vertex(of, m) for m in line)
        winrate = round(5000 * (1 + value))
        parts.append(
            f"info move {vertex(of, move)} visits {visits} winrate {winrate} "
            f"order {order} pv {names}"
        )
    return " ".join(parts)


def _numbers(words: list[str], count: int) -> list[float]:
    if len(words) != count or not all(re.fullmatch(r"\d{1,9}(\.\d{1,6})?", w) for w in words):
        raise BadInput(f"syntax error: expected {count} numbers")
    return [float(w) for w in words]
