"""What comes from outside: JSON whose every field is checked once, here.

A wrong field is a Refusal that names it and says what would be right.
"""

import json
import re
from collections.abc import Sequence, Set
from typing import Any, NoReturn

from .._native import judge
from ..core import Choice, Game, Limit, Position, Record, Verdict, game
from ..errors import BadInput
from ..notation import read_position
from .refusal import Refusal

MOST_TEXT = 2000
MOST_MOVES = 2000
LONGEST_THINK = 60.0  # seconds that the web may ask a player to think for one move
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # of a surrogate pair: without the other half no text


def parse(text: str | bytes) -> "Fields":
    """A JSON object; anything else is refused."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
        if _HALF.search(text.encode() if isinstance(text, str) else text):
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refusal(400, "the message is not JSON in UTF-8") from None
    if not isinstance(data, dict):
        raise Refusal(400, "the message is not a JSON object")
    return Fields(data)


def click_of(fields: "Fields") -> str:
    """What a page calls the click that it asks for: the same one may come twice."""
    return fields.text("click", "", most=60)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


class Fields:
    """The fields of a JSON object."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self.looked_at: set[str] = set()

    def part(self, names: Set[str]) -> str:
        """These of its fields, as a text by which they are known."""
        return json.dumps({name: self._data[name] for name in sorted(names) if name in self._data})

    def _get(self, name: str, default: Any = None) -> Any:
        self.looked_at.add(name)
        return self._data.get(name, default)

    def has(self, name: str) -> bool:
        return self._get(name) is not None

    def text(self, name: str, default: str | None = None, most: int = MOST_TEXT) -> str:
        value = self._get(name, default)
        if not isinstance(value, str) or len(value) > most:
            raise Refusal(422, f"'{name}' is a text of up to {most} characters")
        return value

    def one_of(self, name: str, words: Sequence[str], default: str | None = None) -> str:
        value = self._get(name, default)
        if value not in words:
            raise Refusal(422, f"'{name}' is one of {', '.join(words)}")
        return str(value)

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        value = self._get(name, default)
        if type(value) is not int or not low <= value <= high:
            raise Refusal(422, f"'{name}' is a whole number from {low} to {high}")
        return value

    def number(self, name: str, low: float, high: float, default: float | None = None) -> float:
        value = self._get(name, default)
        if type(value) not in (int, float) or not low <= value <= high:
            raise Refusal(422, f"'{name}' is a number from {low:g} to {high:g}")
        return float(value)

    def maybe_number(self, name: str, low: float, high: float) -> float | None:
        return self.number(name, low, high) if self.has(name) else None

    def flag(self, name: str) -> bool:
        value = self._get(name, False)
        if not isinstance(value, bool):
            raise Refusal(422, f"'{name}' is true or false")
        return value

    def texts(self, name: str, low: int, high: int, most: int = MOST_TEXT) -> list[str]:
        value = self._get(name)
        if not isinstance(value, list) or not low <= len(value) <= high:
            raise Refusal(422, f"'{name}' is a list of {low} to {high} texts")
        if not all(isinstance(v, str) and len(v) <= most for v in value):
            raise Refusal(422, f"'{name}' holds texts of up to {most} characters")
        return value

    def wholes(self, name: str, low: int, high: int, most: int) -> list[int]:
        value = self._get(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise Refusal(422, f"'{name}' is a list of up to {most} whole numbers")
        if not all(type(v) is int and low <= v <= high for v in value):
            raise Refusal(422, f"'{name}' holds whole numbers from {low} to {high}")
        return value

    def numbers(self, name: str, count: int, low: float, high: float) -> list[float]:
        value = self._get(name)
        if not isinstance(value, list) or len(value) != count:
            raise Refusal(422, f"'{name}' is a list of {count} numbers")
        return _numbers(name, value, low, high)

    def items(self, name: str, most: int) -> list[Any]:
        """A list of up to `most` things, whatever they are."""
        value = self._get(name)
        if not isinstance(value, list) or len(value) > most:
            raise Refusal(422, f"'{name}' is a list of up to {most}")
        return value

    def rows(self, name: str, most: int, count: int, low: float, high: float) -> list[list[float]]:
        """A list of up to `most` lists of `count` numbers."""
        value = self._get(name)
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise Refusal(422, f"'{name}' is a list of 1 to {most} lists")
        if not all(isinstance(row, list) and len(row) == count for row in value):
            raise Refusal(422, f"'{name}' holds lists of {count} numbers")
        return [_numbers(name, row, low, high) for row in value]

    # The nouns.

    def game(self) -> Game:
        return game(self.text("game", most=60))

    def position(self, of: Game) -> Position:
        return read_position(of, self.text("start")) if self.has("start") else of.start()

    def record(self) -> Record:
        """A line of play: `game`, where it starts, and its moves."""
        of = self.game()
        positions = [self.position(of)]
        moves = self.wholes("moves", 0, of.moves - 1, MOST_MOVES)
        for move in moves:
            if judge(positions) is not Verdict.RUNNING:
                raise BadInput("the game is over before the last of these moves")
            positions.append(positions[-1].play(move))
        return Record(of, tuple(positions), tuple(Choice(move=move) for move in moves))

    def limit(self, seconds: float) -> Limit:
        """How long a player may think."""
        nodes = self.whole("nodes", 1, 10**9) if self.has("nodes") else None
        depth = self.whole("depth", 1, 100) if self.has("depth") else None
        time = self.number("seconds", 0.01, LONGEST_THINK, seconds)
        return Limit(seconds=time, nodes=nodes, depth=depth)


def _numbers(name: str, values: list[Any], low: float, high: float) -> list[float]:
    for value in values:
        if type(value) not in (int, float) or not low <= value <= high:
            raise Refusal(422, f"'{name}' holds numbers from {low:g} to {high:g}")
    return [float(v) for v in values]
