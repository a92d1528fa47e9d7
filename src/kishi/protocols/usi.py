"""Programs that speak USI, and Fairy-Stockfish's dialect of UCI, as players of minishogi."""

import re
import time
from typing import ClassVar

from ..core import Answer, Choice, Game, Limit, Move, Record, Resign
from ..errors import PlayerFailed, nearest
from ..formats.usi import position_text
from .manager import (
    STOP_SECONDS,
    ExternalPlayer,
    milliseconds,
    patience,
    played,
    seconds_for,
    shown,
)
from .process import Late

SCALE = 600  # centipawns that win about three games of four; UCI's scores have no fixed meaning
VARIANT_OPTIONS = ("UCI_Variant", "USI_Variant")
MOVETIME_KNOWN = ("fairy-stockfish", "kishi")  # to take `movetime`; others are tried
TRIAL_SECONDS = 0.3
TRIAL_PATIENCE = 2.0  # on a machine that does other things


class UsiPlayer(ExternalPlayer):
    """Sends the whole game before each move, as USI has it."""

    stop_word = "stop"
    families: ClassVar[tuple[str, ...]] = ("minishogi",)
    hello: ClassVar[str] = "usi"
    ready: ClassVar[str] = "usiok"
    begin: ClassVar[str] = "usinewgame"
    always_by_time: ClassVar[bool] = False  # the protocol itself has `movetime`

    def greet(self) -> None:
        self.say(self.hello)
        known, name = list[str](), ""
        while (line := self.hear()) != self.ready:
            if found := re.match(r"option name (.+?) type ", line):
                known.append(found[1])
            elif line.startswith("id name "):
                name = line.removeprefix("id name ")
        self._set_options(known)
        self._sync()
        self.new_game()
        self._moves_by_time = self.always_by_time or (
            name.lower().startswith(MOVETIME_KNOWN) or self._takes_movetime()
        )

    def _set_options(self, known: list[str]) -> None:
        for name in VARIANT_OPTIONS:
            if name in known:
                self.say(f"setoption name {name} value {self.game.name}")
        for name, value in self.options.items():
            end = f" value {value}" if value else ""  # a button has none
            self.say(f"setoption name {option_called(name, known)}{end}")

    def _sync(self) -> None:
        self.say("isready")
        self.until(lambda line: line == "readyok")

    def new_game(self) -> None:
        """Ready again after it: a large table may take a while to clear."""
        self.say(self.begin)
        self._sync()

    def _takes_movetime(self) -> bool:
        """Tried out, because USI itself has only byoyomi, of which many a program uses a part: told
        `movetime` it answers after that time, and not at once or only when it is stopped. Twice, since
        an answer may also come late because the machine does other things."""
        return all(self._thinks_so_long(TRIAL_SECONDS) for _ in range(2))

    def _thinks_so_long(self, seconds: float) -> bool:
        self.say("position startpos")
        self.say(f"go movetime {milliseconds(seconds)}")
        began = time.monotonic()
        left, self._deadline = self._deadline, began + TRIAL_PATIENCE
        try:
            self.until(lambda line: line.startswith("bestmove"))
            return time.monotonic() - began > seconds / 2
        except Late:
            self.by(STOP_SECONDS)
            self.say("stop")
            self.until(lambda line: line.startswith("bestmove"))
            return False
        finally:
            self._deadline = left

    def ask(self, record: Record, limit: Limit) -> Answer:
        self.say(f"position {self.position(record)}")
        self.say(self.go(record, limit))
        value, line = None, tuple[Move, ...]()
        depth = nodes = 0
        while not (heard := self.hear()).startswith("bestmove"):
            if heard.startswith("info ") and " pv " in heard and _number(heard, "multipv", 1) == 1:
                value = _score(heard, value)
                depth = _number(heard, "depth", depth)
                nodes = _number(heard, "nodes", nodes)
                line = self._line(record, heard)
        words = heard.split()
        if len(words) < 2:
            raise PlayerFailed("answered bestmove without a move")
        if words[1] in ("resign", "(none)", "none", "0000"):
            return Resign()
        if words[1] == "win":
            raise PlayerFailed("claimed to have won by entering, which minishogi has not")
        move = played(record.game, lambda: self.read_move(record.game, words[1]), words[1])
        return Choice(move=move, value=value, line=line, depth=depth, nodes=nodes)

    def position(self, record: Record) -> str:
        return position_text(record)

    def read_move(self, of: Game, text: str) -> Move:
        return of.parse_move(text)

    def go(self, record: Record, limit: Limit) -> str:
        """The command that has it think within these limits."""
        parts = ["go"]
        # Of CPU time it is told nothing: it is stopped when it has used that.
        seconds = seconds_for(record, limit) if limit.cpu is None else patience(record, limit)
        if limit.clocks and limit.seconds is None:
            ours, theirs = (milliseconds(limit.clocks[side]) for side in (0, 1))
            step = milliseconds(limit.increment) if limit.increment else 0
            parts += [f"{self.clock_names[0]} {ours} {self.clock_names[1]} {theirs}"]
            parts += [f"{self.clock_names[2]} {step} {self.clock_names[3]} {step}"]
        elif seconds is not None:
            parts += [self.move_time(milliseconds(seconds))]
        parts += [f"nodes {limit.nodes}"] if limit.nodes else []
        parts += [f"depth {limit.depth}"] if limit.depth else []
        return " ".join(parts)

    clock_names: ClassVar[tuple[str, str, str, str]] = ("btime", "wtime", "binc", "winc")

    def move_time(self, time: int) -> str:
        return f"movetime {time}" if self._moves_by_time else f"btime 0 wtime 0 byoyomi {time}"

    def _line(self, record: Record, heard: str) -> tuple[Move, ...]:
        moves = []
        for text in heard.partition(" pv ")[2].split():
            try:
                moves.append(self.read_move(record.game, text))
            except ValueError:
                break
        return tuple(moves)


class UciPlayer(UsiPlayer):
    """Fairy-Stockfish's UCI: squares a1 to e5, the first player is white, drops are ``P@c3``."""

    hello = "uci"
    ready = "uciok"
    begin = "ucinewgame"
    always_by_time = True
    clock_names = ("wtime", "btime", "winc", "binc")

    def position(self, record: Record) -> str:
        start = record.positions[0]
        text = "startpos" if start == record.game.start() else f"fen {fen(str(start))}"
        moves = " ".join(uci_name(record.game, m) for m in record.moves)
        return f"{text} moves {moves}" if moves else text

    def read_move(self, of: Game, text: str) -> Move:
        return of.parse_move(usi_name(text))


def option_called(name: str, known: list[str]) -> str:
    """The program's name for an option: `Skill Level` is also `Skill_Level`, `Hash` also `USI_Hash`."""
    by_plain = {_plain(other): other for other in known}
    for plain in (_plain(name), f"usi{_plain(name)}"):
        if plain in by_plain:
            return by_plain[plain]
    raise PlayerFailed(f"has no option '{shown(name)}'{nearest(name, known)}")


def _plain(name: str) -> str:
    return re.sub(r"[ _]", "", name).lower()


def fen(sfen: str) -> str:
    """An SFEN as Fairy-Stockfish's FEN."""
    rows, turn, hands, _ = sfen.split()
    held = "" if hands == "-" else re.sub(r"(\d)(\w)", lambda m: int(m[1]) * m[2], hands)
    return f"{rows}[{held}] {'w' if turn == 'b' else 'b'} - - 0 1"


def uci_name(of: Game, move: Move) -> str:
    """USI's ``5d5c`` as ``a2a3``, ``P*3c`` as ``P@c3``."""
    text = of.move_text(move)
    if text[1] == "*":
        return f"{text[0]}@{_turned(text[2:4])}"
    return _turned(text[:2]) + _turned(text[2:4]) + text[4:]


def _turned(square: str) -> str:
    return f"{'edcba'[int(square[0]) - 1]}{5 - 'abcde'.index(square[1])}"


def usi_name(text: str) -> str:
    """UCI's spelling of a move in USI's; what is none stays as it is."""
    drop = re.fullmatch(r"([RBGSP])@([a-e])([1-5])", text)
    if drop:
        return f"{drop[1]}*{_back(drop[2], drop[3])}"
    move = re.fullmatch(r"([a-e])([1-5])([a-e])([1-5])(\+?)", text)
    if not move:
        return shown(text)
    return f"{_back(move[1], move[2])}{_back(move[3], move[4])}{move[5]}"


def _back(file: str, rank: str) -> str:
    return f"{'edcba'.index(file) + 1}{'abcde'[5 - int(rank)]}"


def _score(line: str, before: float | None) -> float | None:
    found = re.search(r"\bscore (cp|mate) ([+-]?)(\d{0,9})", line)
    if not found:
        return before
    if found[1] == "mate":
        return -1.0 if found[2] == "-" else 1.0
    points = int(found[2] + (found[3] or "0"))
    return max(-0.999, min(0.999, points / (abs(points) + SCALE)))


def _number(line: str, name: str, before: int) -> int:
    found = re.search(rf"\b{name} (\d{{1,15}})\b", line)
    return int(found[1]) if found else before
