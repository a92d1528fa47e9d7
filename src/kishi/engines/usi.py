"""kishi as a USI engine: minishogi for ShogiGUI, Shogidokoro and other managers."""

import re
from typing import NamedTuple

from .._native import solve
from ..core import Answer, Choice, Game, Limit, Record, SearchControl, Variation, game
from ..errors import BadInput
from ..formats.pieces import Piece, Text
from ..formats.usi import read_start
from ..players.thinking import Background
from .engine import (
    FOREVER,
    LEAST,
    OVERHEAD,
    MakePlayer,
    OneSearch,
    Say,
    SearchTask,
    Seat,
    most_megabytes,
    one_line,
    whole_number,
)


class Spin(NamedTuple):
    """An option of USI that is a number, and the name that kinds of players give to the same."""

    ours: str
    usual: int
    most: int


SPINS = {
    "USI_Hash": Spin("hash", 64, most_megabytes()),
    "Threads": Spin("threads", 1, 256),
    "MultiPV": Spin("lines", 1, 100),
}
OVERHEAD_OPTION, MOST_OVERHEAD = "USI_Overhead", 5000  # milliseconds
HEEDLESS = ("USI_Ponder", "USI_Variant", "UCI_Variant")  # may be set, and change nothing
NUMBERS = ("btime", "wtime", "byoyomi", "binc", "winc", "nodes", "depth", "movetime")


class UsiEngine:
    """Obeys USI's commands."""

    def __init__(
        self,
        say: Say,
        make: MakePlayer,
        of: Game | None,
        version: str,
        overhead: float = OVERHEAD,
    ) -> None:
        if of is not None and of.family != "minishogi":
            raise BadInput(f"USI is for minishogi; not {of.name}")
        self._say = say
        self._seat = Seat(make)
        self._search = OneSearch()
        self._version = version
        self._overhead = overhead
        self._reported = 0  # nodes of the last report
        self._record = Record.new(of or game("minishogi"))
        self._pondered: Limit | None = None  # what holds once the ponder move was played
        self._mate: Background[None] | None = None
        self._seat.player(self._record.game)

    def hear(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        commands = {
            "usi": self._usi, "isready": self._ready, "setoption": self._set_option,
            "usinewgame": self._new_game, "position": self._position, "go": self._go,
            "stop": self._stop, "ponderhit": self._ponder_hit, "gameover": self._new_game,
        }  # fmt: skip
        if word == "quit":
            return False
        if word in commands:
            commands[word](rest.strip())
        elif word:
            raise BadInput(f"unknown command: {word[:40]}")
        return True

    def complain(self, wrong: Exception) -> None:
        self._say(f"info string {one_line(wrong)}")

    def close(self) -> None:
        self._end_mate()
        self._search.cancel()
        self._seat.close()

    def _usi(self, rest: str) -> None:
        self._say(f"id name kishi {self._version}")
        self._say("id author the kishi project")
        for name, spin in SPINS.items():
            self._say(f"option name {name} type spin default {spin.usual} min 1 max {spin.most}")
        usual = round(1000 * self._overhead)
        self._say(
            f"option name {OVERHEAD_OPTION} type spin default {usual} min 0 max {MOST_OVERHEAD}"
        )
        self._say("option name USI_Ponder type check default false")
        self._say("usiok")

    def _ready(self, rest: str) -> None:
        self._seat.ready(self._record.game)
        self._say("readyok")

    def _set_option(self, rest: str) -> None:
        found = re.fullmatch(r"name\s+(\S+)(?:\s+value\s+(.*))?", rest)
        if not found:
            raise BadInput("expected: setoption name NAME value VALUE")
        name, value = found[1], (found[2] or "").strip()
        if name in SPINS:
            spin, before = SPINS[name], dict(self._seat.options)
            # Whatever plays: not every kind of player has the option and would look at the value.
            if whole_number(value, name, spin.most) < 1:
                raise BadInput(f"{name} is at least 1")
            self._search.stop()  # the player at work may have to make room for another
            self._seat.options[spin.ours] = value
            try:
                self._seat.player(self._record.game)
            except BadInput:
                self._seat.options = before
                raise
        elif name == OVERHEAD_OPTION:
            self._overhead = whole_number(value, name, MOST_OVERHEAD) / 1000
        elif name not in HEEDLESS:
            raise BadInput(f"no option {name[:40]}")

    def _new_game(self, rest: str) -> None:
        self._end_mate()
        self._search.cancel()
        self._record = Record.new(self._record.game)
        self._seat.new_game(self._record.game)

    def _position(self, rest: str) -> None:
        self._stop("")  # each `go` has its answer, whatever comes between
        text = Text(Piece(1, rest.encode()))
        start, at = read_start(text, self._record.game)
        record = Record.new(self._record.game, start)
        for name in rest[at:].split():
            record = record.play(Choice(move=record.game.parse_move(name)))
        self._record = record

    def _go(self, rest: str) -> None:
        words = rest.split()
        if words[:1] == ["mate"]:
            self._go_mate(words[1:])
            return
        given: dict[str, int] = {}
        for name, value in zip(words, [*words[1:], ""], strict=False):
            if name in NUMBERS:
                given[name] = whole_number(value.lstrip("-") or "0", name)
        limit = limit_of(given, self._record.position.turn, self._overhead)
        ponder, infinite = "ponder" in words, "infinite" in words
        self._pondered = limit if ponder else None
        endless = ponder or infinite
        self._begin(Limit(seconds=FOREVER) if endless else limit, hold=endless)

    def _begin(self, limit: Limit, *, hold: bool) -> None:
        self._stop("")
        player = self._seat.player(self._record.game)
        self._seat.used, self._reported = True, 0
        self._search.begin(SearchTask(player, self._record, limit, self._done, self._report, hold))

    def _go_mate(self, words: list[str]) -> None:
        seconds = (
            whole_number(words[0], "mate") / 1000 if words[:1] not in ([], ["infinite"]) else 0.0
        )
        self._stop("")
        record = self._record

        def work(control: SearchControl) -> None:
            found = solve(record.position, control, seconds=seconds)
            if found.found:
                self._say("checkmate " + " ".join(record.game.move_text(m) for m in found.line))
            else:
                self._say("checkmate nomate" if found.complete else "checkmate timeout")

        if not record.position.legal_moves():
            self._say("checkmate nomate")
        else:
            self._mate = Background(work)

    def _stop(self, rest: str) -> None:
        self._end_mate()
        self._search.stop()

    def _end_mate(self) -> None:
        """Have the answer of a search for mate now; none may outlive the engine."""
        mate, self._mate = self._mate, None
        if mate is not None:
            mate.stop()
            mate.watch()

    def _ponder_hit(self, rest: str) -> None:
        if self._pondered is None or not self._search.busy:
            raise BadInput("ponderhit without go ponder")
        limit, self._pondered = self._pondered, None
        self._search.cancel()  # what it learnt stays in its tables
        self._begin(limit, hold=False)

    def _report(self, thought: Choice) -> None:
        self._reported = thought.nodes
        for line in info_lines(self._record.game, thought):
            self._say(line)

    def _done(self, answer: Answer | Exception) -> None:
        if isinstance(answer, Choice):
            if answer.nodes > self._reported:  # with those since the last depth, of all threads
                self._report(answer)
            text = self._record.game.move_text
            ponder = f" ponder {text(answer.line[1])}" if len(answer.line) > 1 else ""
            self._say(f"bestmove {text(answer.move)}{ponder}")
            return
        if isinstance(answer, Exception):
            self.complain(answer)
        self._say("bestmove resign")


def limit_of(given: dict[str, int], turn: int, overhead: float = OVERHEAD) -> Limit:
    """What `go` allows for this move. Clocks that have run down, and nothing else, ask for an answer at
    once; no clock at all is no limit."""
    clocks = (given.get("btime", 0) / 1000, given.get("wtime", 0) / 1000)
    increment = given.get("winc" if turn else "binc", 0) / 1000
    byoyomi = given.get("byoyomi", 0) / 1000
    seconds = None
    if "movetime" in given:
        seconds = given["movetime"] / 1000
    elif byoyomi:
        seconds = byoyomi + clocks[turn] / 20
    elif {"btime", "wtime", "byoyomi"} & set(given) and not clocks[turn]:
        seconds = increment
    timed = seconds is None and any(clocks)
    return Limit(
        seconds=None if seconds is None else max(LEAST, seconds - overhead),
        nodes=given.get("nodes") or None,
        depth=min(given.get("depth", 0), 100) or None,
        clocks=(max(clocks[0] - overhead, LEAST), max(clocks[1] - overhead, LEAST))
        if timed
        else None,
        increment=increment if timed else 0.0,
    )


def info_lines(of: Game, thought: Choice) -> list[str]:
    """What the search thinks by now, a line for each of the variations it was asked for."""
    milliseconds, nodes = max(1, round(thought.seconds * 1000)), thought.nodes
    spent = f"time {milliseconds} nodes {nodes} nps {nodes * 1000 // milliseconds}"
    lines = []
    for number, told in enumerate(variations_of(thought), 1):
        name = f" multipv {number}" if len(thought.variations) > 1 else ""
        pv = " ".join(of.move_text(m) for m in told.line)
        lines.append(
            f"info depth {max(1, thought.depth)}{name} {spent} score {score_text(told)} "
            f"hashfull {thought.table_full} pv {pv}"
        )
    return lines


def variations_of(thought: Choice) -> tuple[Variation, ...]:
    """Those that were told apart, or the one that was found."""
    if len(thought.variations) > 1:
        return thought.variations
    line = thought.line or (thought.move,)
    return (Variation(line, thought.value or 0.0, thought.points or 0.0, thought.plies),)


def score_text(told: Variation) -> str:
    if told.plies:
        return f"mate {'-' if told.value < 0 else ''}{told.plies}"
    return f"cp {round(told.points)}"
