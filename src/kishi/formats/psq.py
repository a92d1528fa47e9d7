"""PSQ, Piskvork's and Gomocup's format: a line a move, column, row and milliseconds.

Behind the players' names Piskvork has a number that says why the game ended, and Gomocup one that
says which program won: 1 is the one that moved first *after* the opening, whose length the file
does not tell. Where the rules leave a game open, that is not needed: who was to move has lost, by
time, by a crash, or by a move that cannot be played, which then is the last of the file.
"""

import re
from collections.abc import Iterator
from itertools import islice

from .._native import judge
from ..core import Game, Position, Verdict
from ..errors import BadInput
from .pieces import Piece, Source, Text, grouped
from .replay import (
    ADJUDICATED,
    RULES,
    WON_BY,
    Illegal,
    Item,
    Played,
    Replay,
    gomoku_games,
    gomoku_rule,
    record_of,
    replayed,
    rule_of,
)

_HEAD = re.compile(
    r"Piskvorky\s+(\d{1,3})\s*x\s*(\d{1,3})(?:\s*,[\s\d:]*,\s*([01])\s*|\s*,?.*)", re.IGNORECASE
)
_MOVE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(-?\d{1,12})\s*)?")
_RESULT = re.compile(r"(-?\d{1,2})\s*(?:,\s*([^\d\s-].*)?)?")
TIMEOUT = "15"  # as Piskvork numbers it
_ANY = re.compile(rb"")
MOST_LINES = 1000  # of a game: the largest board has 400 points
RULE_NAMES = dict(zip(RULES, ("Freestyle", "Standard", "Renju"), strict=True))
HINT = "Piskvorky 15x15, 11:11, 0"


def looks_like(head: bytes) -> bool:
    return head.lstrip()[:9].lower() == b"piskvorky"


def pieces(source: Source) -> Iterator[Piece]:
    return grouped(source, re.compile(rb"\s*Piskvorky\s", re.IGNORECASE), _ANY)


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece, "utf-8", "cp1250")
    lines = list(islice(((at, line) for at, line in text.lines() if line.strip()), MOST_LINES + 1))
    if len(lines) > MOST_LINES:
        raise text.wrong(lines[-1][0], f"the end of the game within {MOST_LINES} lines")
    if not lines:  # what is space in text need not be space in bytes
        raise text.wrong(0, f"a heading such as '{HINT}'")
    head = _HEAD.fullmatch(lines[0][1].strip())
    if not head:
        raise text.wrong(lines[0][0], f"a heading such as '{HINT}'", lines[0][1])
    size = int(head[1])
    if head[1] != head[2] or not 5 <= size <= 20:
        raise text.wrong(lines[0][0], "a square board from 5x5 to 20x20", lines[0][1])
    moves, at = list[Played](), 1
    while at < len(lines) and (found := _MOVE.fullmatch(lines[at][1])):
        moves.append(_played(lines[at][0], found, size))
        at += 1
    names, result = _trailer(text, lines[at:])
    if names and head[3] == "1":
        names = names[1], names[0]  # the second of them moved first
    starts = [g.start() for g in ([of] if of else gomoku_games(size, gomoku_rule(result[1] or "")))]
    claims, reason = _claims(*result)
    try:
        replay = replayed(starts, moves)
    except Illegal as wrong:
        shorter = _without_the_last(starts, moves) if claims == "lost" else None
        if shorter is None:
            raise _refused(text, wrong, size) from None
        replay, reason = shorter, "illegal move"
    lost = WON_BY[1 - replay.position.turn]
    return replay.record(names, {"lost": lost, "draw": Verdict.DRAW}.get(claims), reason), 0


def _played(at: int, found: re.Match[str], size: int) -> Played:
    column, row, spent = int(found[1]), int(found[2]), int(found[3] or 0)
    there = 1 <= column <= size and 1 <= row <= size
    name = f"{chr(ord('a') + column - 1)}{size + 1 - row}" if there else found[0].strip()
    return Played(name, at, None, max(0, spent) / 1000)


def _without_the_last(starts: list[Position], moves: list[Played]) -> Replay | None:
    """The game up to a last move that cannot be played, if it was under way until then."""
    try:
        replay = replayed(starts, moves[:-1])
    except Illegal:
        return None
    return replay if judge(replay.positions) is Verdict.RUNNING else None


def _refused(text: Text, wrong: Illegal, size: int) -> BadInput:
    outside = "," in wrong.played.name
    why = f"a column and a row from 1 to {size}" if outside else wrong.why
    return text.wrong(wrong.played.at, why, wrong.played.name)


def _trailer(
    text: Text, lines: list[tuple[int, str]]
) -> tuple[tuple[str, str] | None, tuple[str, str | None]]:
    """Who played, and how the game ended: a number, and what stands behind it."""
    words = [line.strip() for _, line in lines]
    results = [m for m in map(_RESULT.fullmatch, words) if m]
    names = [w for w in words if not _RESULT.fullmatch(w)]
    strange = next(((at, w) for at, w in lines if re.match(r"\s*-?\d+\s*,\s*-?\d+", w)), None)
    if strange and not _RESULT.fullmatch(strange[1].strip()):
        raise text.wrong(strange[0], "a move: column,row,milliseconds", strange[1])
    players = (names[0], names[1]) if len(names) >= 2 else None
    last = results[-1] if results else None
    return players, (last[1], last[2]) if last else ("", None)


def _claims(number: str, behind: str | None) -> tuple[str, str]:
    """What the end of a file says of the player to move, if anything, and why."""
    if behind is None:
        return ("lost", "time") if number == TIMEOUT else ("", ADJUDICATED)
    return {"1": "lost", "2": "lost", "0": "draw"}.get(number, ""), ADJUDICATED


def write(item: Item) -> bytes:
    record = record_of(item)
    if record.positions[0] != record.game.start():
        raise BadInput("PSQ holds games from the empty board only")
    if record.end and record.verdict is WON_BY[record.position.turn]:
        raise BadInput("PSQ cannot say that the player to move has won")
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
