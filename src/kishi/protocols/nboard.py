"""Programs that speak NBoard 2 as players of Othello."""

import re
from typing import ClassVar

from ..core import Answer, Choice, Limit, Record
from ..formats.ggf import game_text
from .manager import ExternalPlayer, played

USUAL_DEPTH = 8


class NBoardPlayer(ExternalPlayer):
    """Sends the whole game before each move. NBoard limits depth; time is the program's affair."""

    families: ClassVar[tuple[str, ...]] = ("othello",)

    def greet(self) -> None:
        self._pings = 0
        self.say("nboard 2")
        for name, value in self.options.items():
            self.say(f"set {name} {value}")
        self._sync()

    def _sync(self) -> None:
        """Wait until all that was said before has been heard."""
        self._pings += 1
        self.say(f"ping {self._pings}")
        self.until(lambda line: line == f"pong {self._pings}")

    def ask(self, record: Record, limit: Limit) -> Answer:
        self.say(f"set depth {limit.depth or USUAL_DEPTH}")
        self.say(f"set game {game_text(record)}")
        self._sync()
        self.say("go")
        answer = self.until(lambda line: line.startswith("==="))[3:].strip()
        name, points = (*answer.split("/"), "")[:2]
        plain = name.strip().lower()
        text = "pass" if plain in ("pa", "pass") else plain
        move = played(record.game, lambda: record.game.parse_move(text), answer)
        return Choice(move=move, points=_number(points), value=_value(_number(points)))


def _number(text: str) -> float | None:
    plain = text.strip()
    return float(plain) if re.fullmatch(r"[+-]?\d{1,6}(\.\d{1,6})?", plain) else None


def _value(points: float | None) -> float | None:
    return None if points is None else max(-1.0, min(1.0, points / 64))
