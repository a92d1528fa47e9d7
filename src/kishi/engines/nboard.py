"""kishi as an NBoard 2 engine: Othello."""

import math

from ..core import Answer, Choice, Game, Limit, Record, game
from ..errors import BadInput
from ..formats.ggf import move_text, read_game
from ..formats.pieces import Piece, Text
from ..formats.replay import forced_pass
from .engine import MakePlayer, OneSearch, Say, SearchTask, Seat, one_line, whole_number

MOST_DEPTH = 60


class NBoardEngine:
    """Obeys NBoard's commands. Any command ends what is being thought about, as `ping` must."""

    def __init__(
        self, say: Say, make: MakePlayer, of: Game | None, version: str, overhead: float = 0.0
    ) -> None:
        """`overhead` changes nothing: NBoard has depths in the place of time."""
        if of is not None and of.family != "othello":
            raise BadInput(f"NBoard is for Othello; not {of.name}")
        self._say = say
        self._seat = Seat(make)
        self._search = OneSearch()
        self._version = version
        self._record = Record.new(of or game("othello"))
        self._depth = 0
        self._seat.ready(self._record.game)

    def hear(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        commands = {
            "nboard": self._hello, "set": self._set, "move": self._move, "hint": self._hint,
            "go": self._go, "ping": self._ping, "analyze": self._analyze, "learn": self._learn,
        }  # fmt: skip
        if word == "quit":
            return False
        if word in commands:
            self._search.cancel()
            commands[word](rest.strip())
        elif word:
            raise BadInput(f"unknown command: {word[:40]}")
        return True

    def complain(self, wrong: Exception) -> None:
        self._say(f"status {one_line(wrong)}")

    def close(self) -> None:
        self._search.cancel()
        self._seat.close()

    def _hello(self, rest: str) -> None:
        if rest != "2":
            raise BadInput("expected: nboard 2")
        self._say("set myname kishi")

    def _set(self, rest: str) -> None:
        what, _, value = rest.partition(" ")
        if what == "depth":
            self._depth = min(MOST_DEPTH, whole_number(value.strip(), "depth"))
        elif what == "game":
            self._record = read_game(Text(Piece(1, value.encode())))
        elif what not in ("contempt", "time", "name"):
            raise BadInput(f"nothing to set: {what[:40]}")

    def _move(self, rest: str) -> None:
        name = rest.partition("/")[0].strip().lower()
        of = self._record.game
        move = of.parse_move("pass" if name in ("pa", "pass") else name)
        due = forced_pass(self._record.position)
        if due is not None and move != due:
            self._record = self._record.play(Choice(move=due))
        self._record = self._record.play(Choice(move=move))

    def _learn(self, rest: str) -> None:
        self._say("learned")

    def _ping(self, rest: str) -> None:
        self._say(f"pong {whole_number(rest, 'ping')}")

    def _limit(self) -> Limit:
        return Limit(depth=self._depth or None)

    def _go(self, rest: str) -> None:
        record = self._record
        if not record.position.legal_moves():
            raise BadInput("the game is over")
        self._say("status thinking")

        def done(answer: Answer | Exception) -> None:
            if isinstance(answer, Choice):
                # By the protocol the answer is not played until the manager says so.
                self._say(
                    f"=== {move_text(record.game, answer.move, lead(answer), answer.seconds)}"
                )
                self._say(f"nodestats {answer.nodes} {answer.seconds:.3f}")
            elif isinstance(answer, Exception):
                self.complain(answer)
            self._say("status")

        player = self._seat.player(record.game)
        self._search.begin(SearchTask(player, record, self._limit(), done, self._search_line))

    def _hint(self, rest: str) -> None:
        count = max(1, whole_number(rest or "1", "hint", 64))
        record = self._record
        if not record.position.legal_moves():
            raise BadInput("the game is over")
        self._seat.options["lines"] = str(count)
        self._say("status thinking")

        def done(answer: Answer | Exception) -> None:
            if isinstance(answer, Choice):
                values = dict(answer.values or {answer.move: answer.value or 0.0})
                for move, value in list(values.items())[:count]:
                    line = answer.line if move == answer.move else (move,)
                    worth = lead(answer) if move == answer.move else discs(value)
                    self._say(search_line(record.game, line, worth, answer.depth))
            elif isinstance(answer, Exception):
                self.complain(answer)
            self._say("status")

        player = self._seat.player(record.game)
        self._search.begin(SearchTask(player, record, self._limit(), done, self._search_line))
        self._seat.options.pop("lines")

    def _search_line(self, thought: Choice) -> None:
        line = thought.line or (thought.move,)
        self._say(search_line(self._record.game, line, lead(thought), thought.depth))

    def _analyze(self, rest: str) -> None:
        """The value of each position of the game, the last first, as the protocol says."""
        record = self._record
        player = self._seat.player(record.game)
        for ply in range(len(record.choices), -1, -1):
            so_far = record.back(len(record.choices) - ply)
            if not so_far.position.legal_moves():
                continue
            answer = player.choose(so_far, Limit(seconds=0.1, depth=self._depth or None))
            if isinstance(answer, Choice):
                sign = 1 if so_far.position.turn == 0 else -1
                self._say(f"analysis {ply} {sign * lead(answer):.2f}")


def discs(value: float) -> float:
    """A value in [-1, 1] as a lead in discs: one of 8 wins about three games of four."""
    return round(8 * math.atanh(max(-0.99, min(0.99, value))) / math.atanh(0.5), 2)


def lead(answer: Choice) -> float:
    """What is thought of the answer, in discs; exact where it was solved. Not every player counts them."""
    return answer.points or (0.0 if answer.exact else discs(answer.value or 0.0))


def search_line(of: Game, line: tuple[int, ...], worth: float, depth: int) -> str:
    moves = "".join(move_text(of, m) for m in line)
    return f"search {moves} {worth:.2f} 0 {depth}"
