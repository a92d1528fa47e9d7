"""PSQ, Piskvork's and Gomocup's format: a line a move, column, row and milliseconds."""

import re
from collections.abc import Iterator

from ..core import Game, Record, Verdict
from ..errors import BadInput
from .pieces import Piece, Source, Text, grouped
from .replay import (
    ADJUDICATED,
    RULES,
    WON_BY,
    Illegal,
    Item,
    Played,
    gomoku_games,
    gomoku_rule,
    replayed,
    rule_of,
)

_HEAD = re.compile(r"Piskvorky\s+(\d{1,3})\s*x\s*(\d{1,3})\s*,?.*", re.IGNORECASE)
_MOVE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(-?\d{1,12})\s*")
_RESULT = re.compile(r"\s*(-?\d)\s*(?:,(.*))?")
_ANY = re.compile(rb"")
RULE_NAMES = dict(zip(RULES, ("Freestyle", "Standard", "Renju"), strict=True))
HINT = "Piskvorky 15x15, 11:11, 0"


def looks_like(head: bytes) -> bool:
    return head.lstrip()[:9].lower() == b"piskvorky"


def pieces(source: Source) -> Iterator[Piece]:
    return grouped(source, re.compile(rb"\s*Piskvorky\s", re.IGNORECASE), _ANY)


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece, "utf-8", "cp1250")
    lines = [(at, line) for at, line in text.lines() if line.strip()]
    head = _HEAD.fullmatch(lines[0][1].strip())
    if not head:
        raise text.wrong(lines[0][0], f"a heading such as '{HINT}'", lines[0][1])
    size = int(head[1])
    if head[1] != head[2] or not 5 <= size <= 20:
        raise text.wrong(lines[0][0], "a square board from 5x5 to 20x20", lines[0][1])
    moves, at = [], 1
    while at < len(lines) and (found := _MOVE.fullmatch(lines[at][1])):
        moves.append(_played(text, lines[at][0], found, size))
        at += 1
    names, result = _trailer(text, lines[at:])
    rule = next((r for r in [gomoku_rule(result[1])] if r is not None), None)
    starts = [g.start() for g in ([of] if of else gomoku_games(size, rule))]
    try:
        replay = replayed(starts, moves)
    except Illegal as wrong:
        raise text.wrong(wrong.played.at, wrong.why, wrong.played.name) from None
    return replay.record(names, _claimed(result[0]), ADJUDICATED), 0


def _played(text: Text, at: int, found: re.Match[str], size: int) -> Played:
    column, row, spent = int(found[1]), int(found[2]), int(found[3])
    if not (1 <= column <= size and 1 <= row <= size):
        raise text.wrong(at, f"a column and a row from 1 to {size}", found[0])
    name = f"{chr(ord('a') + column - 1)}{size + 1 - row}"
    return Played(name, at, None, max(0, spent) / 1000)


def _trailer(
    text: Text, lines: list[tuple[int, str]]
) -> tuple[tuple[str, str] | None, tuple[str, str]]:
    """Who played, and how the game ended: the winner's number and the rule."""
    words = [line.strip() for _, line in lines]
    results = [m for m in map(_RESULT.fullmatch, words) if m]
    names = [w for w in words if not _RESULT.fullmatch(w)]
    strange = next(((at, w) for at, w in lines if re.match(r"\s*-?\d+\s*,\s*-?\d+", w)), None)
    if strange and not _RESULT.fullmatch(strange[1].strip()):
        raise text.wrong(strange[0], "a move: column,row,milliseconds", strange[1])
    players = (names[0], names[1]) if len(names) >= 2 else None
    last = results[-1] if results else None
    return players, (last[1] if last else "", (last[2] or "") if last else "")


def _claimed(winner: str) -> Verdict | None:
    return {"1": WON_BY[0], "2": WON_BY[1], "0": Verdict.DRAW}.get(winner)


def write(item: Item) -> bytes:
    record = item if isinstance(item, Record) else Record.new(item.position.game, item.position)
    if record.positions[0] != record.game.start():
        raise BadInput("PSQ holds games from the empty board only")
    size = record.game.shape[2]
    lines = [f"Piskvorky {size}x{size}, 11:11, 0"]
    for choice in record.choices:
        row, column = divmod(choice.move, size)
        lines.append(f"{column + 1},{row + 1},{round(choice.seconds * 1000)}")
    lines += [_one_line(name) for name in record.players or ("?", "?")]
    winner = {WON_BY[0]: 1, WON_BY[1]: 2, Verdict.DRAW: 0}.get(record.verdict, -1)
    return "\n".join([*lines, "-1", f"{winner},{RULE_NAMES[rule_of(record.game)]}", ""]).encode()


def _one_line(name: str) -> str:
    """A name that cannot be taken for a move or a result."""
    plain = " ".join(name.split()) or "?"
    return f"'{plain}'" if re.match(r"-?\d|piskvorky\s", plain, re.IGNORECASE) else plain
