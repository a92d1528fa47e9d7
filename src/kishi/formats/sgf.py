"""SGF: Gomoku (GM[4]) and Othello (GM[2]), the main line of each tree.

Points are read as two letters from the upper left (``hh``), as Go programs write them, and as a
letter and a number (``h8``, Othello's ``f5``), as others do. Gomoku is written in the first way,
Othello in the second, which is Edax's.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from ..core import Game, Position, Record, Verdict, game
from ..errors import BadInput
from ..games import facts_of
from .pieces import Piece, Source, Text, balanced
from .replay import (
    ADJUDICATED,
    WON_BY,
    Illegal,
    Item,
    Played,
    gomoku_games,
    gomoku_position,
    gomoku_rule,
    named,
    position_of,
    record_of,
    replayed,
    rule_of,
    stones_of,
)
from .trees import Property, escaped, read_tree

LETTERS = "abcdefghijklmnopqrstuvwxyz"
OTHELLO, GOMOKU = 2, 4  # as GM numbers them
NUMBERS = {"othello": OTHELLO, "gomoku": GOMOKU}
SIDES = {"B": 0, "AB": 0, "W": 1, "AW": 1}
WAYS = {"r": "resigned", "resign": "resigned", "t": "time", "time": "time", "f": "forfeit"}
RULE_NAMES = {"": "Freestyle", "-standard": "Standard", "-renju": "Renju"}


def looks_like(head: bytes) -> bool:
    return bool(re.search(rb"\(\s*;", head))


def pieces(source: Source) -> Iterator[Piece]:
    return balanced(source, b"()", b"[]")


@dataclass
class SgfHeader:
    """What the properties of a tree say."""

    text: Text
    game: int = 1  # what SGF says of a file that does not: Go
    size: int | None = None
    rule: str | None = None
    names: dict[int, str] = field(default_factory=dict)
    result: str = ""
    turn: int | None = None
    stones: list[tuple[int, str, int]] = field(default_factory=list)  # side, point, offset
    moves: list[Played] = field(default_factory=list)

    def read(self, one: Property) -> None:
        value = one.values[0]
        match one.name:
            case "GM":
                self.game = self._number(value, one.at)
            case "SZ":
                self.size = self._number(value.partition(":")[0], one.at)
            case "RU":
                self.rule = gomoku_rule(value)
            case "PB" | "PW":
                self.names["BW".index(one.name[1])] = value.strip()
            case "RE":
                self.result = value.strip()
            case "PL":
                self.turn = 1 if value.strip().lower().startswith(("w", "2")) else 0
            case "AB" | "AW":
                if self.moves:
                    raise self.text.wrong(one.at, "moves only: stones were set up after the first")
                self.stones += [(SIDES[one.name], v, one.at) for v in one.values]
            case "B" | "W":
                self.moves.append(Played(value.strip(), one.at, SIDES[one.name]))

    def _number(self, value: str, at: int) -> int:
        if not re.fullmatch(r"\s*\d{1,3}\s*", value):
            raise self.text.wrong(at, "a number", value)
        return int(value.strip())  # by itself it does not take all that is space for space

    @property
    def players(self) -> tuple[str, str] | None:
        return named(self.names.get(0, ""), self.names.get(1, ""))


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    """The game, and how many variations of it were left out."""
    text = Text(piece, "utf-8", _declared_encoding(piece.data))
    tree = read_tree(text)
    facts = SgfHeader(text)
    for one in tree.properties:
        facts.read(one)
    starts = _starts(facts, _games(facts, of))
    moves = [_named(m, starts[0].game) for m in facts.moves]
    try:
        replay = replayed(starts, moves)
    except Illegal as wrong:
        raise text.wrong(wrong.played.at, wrong.why, wrong.played.name) from None
    return replay.record(facts.players, *claimed(facts.result)), tree.variations


def _declared_encoding(data: bytes) -> str:
    found = re.search(rb"CA\[([\w.-]{1,30})\]", data)
    return found[1].decode("ascii") if found else "utf-8"


def _games(facts: SgfHeader, of: Game | None) -> list[Game]:
    if of is not None:
        return [of]
    if facts.game == OTHELLO:
        return [game(f"othello-{facts.size or 8}")]
    if facts.game == GOMOKU:
        return gomoku_games(facts.size or 15, facts.rule)
    raise facts.text.wrong(
        0, "GM[2] (Othello) or GM[4] (Gomoku); or say which game it is", f"GM[{facts.game}]"
    )


def _starts(facts: SgfHeader, games: list[Game]) -> list[Position]:
    if not facts.stones:
        return [g.start() for g in games]
    stones: tuple[set[int], set[int]] = (set(), set())
    for side, point, at in facts.stones:
        cell = _cell(point, games[0])
        if cell is None:
            raise facts.text.wrong(at, "a point of the board", point)
        stones[side].add(cell)
    at = facts.stones[0][2]
    try:
        if facts_of(games[0]).unit:  # any number of discs may be there
            return [position_of(games[0], stones, facts.turn or 0)]
        return [gomoku_position(g, stones) for g in games]
    except BadInput:
        raise facts.text.wrong(at, "a position that can arise, black having moved first") from None


def _named(played: Played, of: Game) -> Played:
    """The move in the game's own spelling."""
    cell = _cell(played.name, of)
    if cell is None:
        name = "" if played.name.lower() in ("", "pa", "pass", "tt") else played.name
    else:
        name = of.move_text(cell)
    return Played(name, played.at, played.side)


def _cell(point: str, of: Game) -> int | None:
    """The cell of a point, counted in reading order; None if there is none."""
    return _cells(of).get(point.strip().lower())


@cache
def _cells(of: Game) -> dict[str, int]:
    """Both names of every point: two letters from the upper left, and the game's own."""
    size = of.shape[2]
    columns, rows = facts_of(of).labels(size, size)
    cells = {}
    for row, column in product(range(size), repeat=2):
        for name in (LETTERS[row], rows[row], f"{rows[row]:0>2}"):
            cells[columns[column] + name] = row * size + column
    return cells


def claimed(result: str) -> tuple[Verdict | None, str]:
    """The verdict that a result text claims, and by which reason."""
    plain = result.strip().lower()
    won = re.match(r"(?:(b)|w)\w*\s*\+\s*([a-z]*)", plain)
    if won:
        return WON_BY[0 if won[1] else 1], WAYS.get(won[2], ADJUDICATED)
    if plain in ("0", "draw", "jigo", "1/2-1/2"):
        return Verdict.DRAW, ADJUDICATED
    return None, ADJUDICATED


def write(item: Item) -> bytes:
    record = record_of(item)
    of, start = record.game, record.positions[0]
    number = NUMBERS[of.family]
    head = [f"GM[{number}]FF[4]CA[UTF-8]AP[kishi]SZ[{of.shape[2]}]"]
    if number == GOMOKU:
        head.append(f"RU[{RULE_NAMES[rule_of(of)]}]")
    if record.players:
        head.append(f"PB[{escaped(record.players[0])}]PW[{escaped(record.players[1])}]")
    head.append(f"RE[{result_text(record)}]")
    if start != of.start():
        head.append(_set_up(start))
    nodes = [
        f";{'BW'[position.turn]}[{_point(of, choice.move)}]"
        for choice, position in zip(record.choices, record.positions, strict=False)
    ]
    lines = ["".join(nodes[i : i + 12]) for i in range(0, len(nodes), 12)]
    return ("(;" + "\n".join(["".join(head), *lines]) + ")\n").encode()


def _set_up(start: Position) -> str:
    text = ""
    for name, cells in zip(("AB", "AW"), stones_of(start), strict=True):
        if cells:
            text += name + "".join(f"[{_point(start.game, cell)}]" for cell in cells)
    return text + f"PL[{'BW'[start.turn]}]"


def _point(of: Game, move: int) -> str:
    size = of.shape[2]
    if NUMBERS[of.family] == OTHELLO:
        return "" if move == size * size else of.move_text(move)
    return LETTERS[move % size] + LETTERS[move // size]


def result_text(record: Record) -> str:
    """The result as SGF writes it."""
    verdict = record.verdict
    if verdict is Verdict.RUNNING:
        return "?"
    if verdict is Verdict.DRAW:
        return "0"
    side = "B" if verdict is Verdict.FIRST_WINS else "W"
    if record.end is None or record.end.reason == ADJUDICATED:
        return f"{side}+"
    way = {"resigned": "R", "time": "T"}.get(record.end.reason, "F")
    return f"{side}+{way}"
