"""GGF, the Othello server's and NBoard's format: moves with the mover's evaluation and seconds."""

import re
from collections.abc import Iterator

from ..core import Game, Position, Record, Verdict, game
from ..errors import BadInput
from .pieces import Piece, Source, Text, balanced
from .replay import (
    ADJUDICATED,
    WON_BY,
    Illegal,
    Item,
    Played,
    Replay,
    disc_difference,
    named,
    record_of,
    replayed,
)
from .trees import Property, escaped, read_tree

WAYS = {"r": "resigned", "t": "time"}
PASSES = ("", "pa", "pass")
_NUMBER = re.compile(r"\s*[+-]?(?=\.?\d)\d{0,9}(\.\d{0,9})?(e[+-]?\d)?\s*")
SIZES = {64: "othello", 36: "othello-6", 16: "othello-4"}


def looks_like(head: bytes) -> bool:
    return bool(re.search(rb"\(\s*;[^()]{0,400}?GM\s*\[\s*othello", head, re.IGNORECASE))


def pieces(source: Source) -> Iterator[Piece]:
    return balanced(source, b"()", b"[]")


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    return read_game(Text(piece, "utf-8")), 0


def read_game(text: Text) -> Record:
    """The game of one GGF text."""
    properties = read_tree(text).properties
    by_name = {p.name: p for p in properties}
    if "BO" not in by_name:
        raise text.wrong(len(text.text), "the board, BO[8 ...]")
    _refuse_other_rules(text, by_name)
    start = board(text, by_name["BO"])
    moves = [_move(text, p) for p in properties if p.name in ("B", "W")]
    try:
        replay: Replay = replayed([start], moves)
    except Illegal as wrong:
        raise text.wrong(wrong.played.at, wrong.why, wrong.played.name) from None
    first, second = (by_name[n].values[0].strip() if n in by_name else "" for n in ("PB", "PW"))
    result = by_name["RE"].values[0] if "RE" in by_name else ""
    return replay.record(named(first, second), *claimed(result))


def _refuse_other_rules(text: Text, by_name: dict[str, Property]) -> None:
    kind = by_name.get("TY")
    if kind and re.search("[ak]", re.sub(r"\d+|s", "", kind.values[0].lower())):
        raise text.wrong(kind.at, "plain Othello, such as TY[8]", kind.values[0])


def board(text: Text, one: Property) -> Position:
    """The position of BO[size squares side]."""
    size, _, rest = one.values[0].strip().partition(" ")
    squares = "".join(rest.split()).replace("*", "X").upper()
    cells, side = squares[:-1], squares[-1:]
    try:
        if not size.isdigit() or len(cells) != int(size) ** 2 or len(cells) not in SIZES:
            raise BadInput("not so many squares")
        return game(SIZES[len(cells)]).parse(f"{cells} {side}")
    except (BadInput, ValueError):
        expected = "a size of 8, 6 or 4, so many squares of *, O and -, and the side to move"
        raise text.wrong(one.at, expected, one.values[0]) from None


def _move(text: Text, one: Property) -> Played:
    name, points, seconds = (*one.values[0].strip().split("/"), "", "")[:3]
    side = "BW".index(one.name)
    plain = "" if name.strip().lower() in PASSES else name.strip().lower()
    return Played(
        plain, one.at, side, _number(text, one.at, seconds) or 0.0, _number(text, one.at, points)
    )


def _number(text: Text, at: int, value: str) -> float | None:
    if not value or value.isspace():
        return None
    if not _NUMBER.fullmatch(value):
        raise text.wrong(at, "a number", value)
    return float(value.strip())  # by itself it does not take all that is space for space


def claimed(result: str) -> tuple[Verdict | None, str]:
    """The verdict that RE claims (black's discs less white's), and by which reason."""
    found = re.fullmatch(r"\s*([+-]?\d{1,6}(?:\.\d*)?)\s*(?::(\w))?\s*", result)
    if not found or abs(float(found[1])) > 64:
        return None, ADJUDICATED
    difference = float(found[1])
    verdict = Verdict.DRAW if difference == 0 else WON_BY[0 if difference > 0 else 1]
    return verdict, WAYS.get(found[2] or "", ADJUDICATED)


def write(item: Item) -> bytes:
    record = record_of(item)
    return (game_text(record) + "\n").encode()


def game_text(record: Record) -> str:
    """The record in one line."""
    first, second = record.players or ("", "")
    squares, side = str(record.positions[0]).split(" ")
    size = record.game.shape[2]
    head = f"(;GM[Othello]PC[kishi]PB[{escaped(first)}]PW[{escaped(second)}]RE[{_result(record)}]"
    start = f"TY[{size}]BO[{size} {squares.replace('X', '*')} {side.replace('X', '*')}]"
    moves = (
        f"{'BW'[p.turn]}[{move_text(record.game, c.move, c.points, c.seconds)}]"
        for p, c in zip(record.positions, record.choices, strict=False)
    )
    return head + start + "".join(moves) + ";)"


def move_text(of: Game, move: int, points: float | None = None, seconds: float = 0.0) -> str:
    """A move as GGF and NBoard write it: name, evaluation, seconds."""
    name = "PA" if move == of.moves - 1 else of.move_text(move).upper()
    worth = "" if points is None else f"{points:.2f}"
    spent = f"{seconds:.3f}".rstrip("0").rstrip(".") if seconds else ""
    return f"{name}/{worth}/{spent}".rstrip("/")


def _result(record: Record) -> str:
    verdict = record.verdict
    if verdict is Verdict.RUNNING:
        return "?"
    if record.end is None:
        return f"{disc_difference(record.position):+d}.000"
    most = record.game.shape[1] * record.game.shape[2]
    sign = {Verdict.FIRST_WINS: most, Verdict.SECOND_WINS: -most}.get(verdict, 0)
    way = {"resigned": ":r", "time": ":t"}.get(record.end.reason, "")
    return f"{sign:+d}.000{way}"
