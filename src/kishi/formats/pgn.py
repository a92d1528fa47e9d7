"""PGN as PlayOK writes it for Othello and Gomoku: tags, then `1. f5 d6 2. c3 --`, `--` being a pass."""

import re
from collections.abc import Iterator

from ..core import Game, Position, Record, Verdict, game
from ..errors import BadInput
from .pieces import Piece, Source, Text, grouped
from .replay import (
    ADJUDICATED,
    WON_BY,
    Illegal,
    Item,
    Played,
    gomoku_games,
    named,
    record_of,
    replayed,
)

_TAG = re.compile(r'\s*\[\s*(\w{1,40})\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_SKIPPED = re.compile(r"\s+|\d{1,6}\s*\.+|\{[^}]*\}|;[^\n]*|\$\d{1,4}")
_MOVE = re.compile(r"([a-t]\d{1,2})(?![\w-])|(--|pass|pa|ps)(?![\w-])", re.IGNORECASE)
_END = re.compile(r"(1-0|0-1|1/2-1/2|½-½|\*)(?!\w)|\d{1,3}-\d{1,3}(?![\w-])")
_DISCS = re.compile(r"(\d{1,3})-(\d{1,3})")
_BEGINS = re.compile(rb'\s*\[\s*\w+\s+"')
_GOES_ON = re.compile(rb"\s*(?:\d|--|\*|[A-Za-z]\d)")
RESULTS = {"1-0": WON_BY[0], "0-1": WON_BY[1], "1/2-1/2": Verdict.DRAW, "½-½": Verdict.DRAW}
WRITTEN = {Verdict.FIRST_WINS: "1-0", Verdict.SECOND_WINS: "0-1", Verdict.DRAW: "1/2-1/2"}
SIZE = 15  # of PlayOK's Gomoku


def looks_like(head: bytes) -> bool:
    return bool(re.match(rb'\s*\[\s*\w{1,40}\s+"', head))


def pieces(source: Source) -> Iterator[Piece]:
    return grouped(source, _BEGINS, _GOES_ON)


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece, "utf-8")
    tags, at = _tags(text)
    moves, result = _moves(text, at)
    try:
        replay = replayed(_starts(text, tags, moves, of), moves)
    except Illegal as wrong:
        raise text.wrong(wrong.played.at, wrong.why, wrong.played.name or "--") from None
    verdict = _verdict(result or tags.get("Result", ""))
    reason = tags.get("Termination", ADJUDICATED)
    players = named(tags.get("Black", ""), tags.get("White", ""))
    return replay.record(players, verdict, reason), 0


def _verdict(result: str) -> Verdict | None:
    """Also where discs are told, as PlayOK does for Othello: `38-26`."""
    if result in RESULTS or not (discs := _DISCS.fullmatch(result)):
        return RESULTS.get(result)
    first, second = int(discs[1]), int(discs[2])
    return Verdict.DRAW if first == second else WON_BY[0 if first > second else 1]


def _tags(text: Text) -> tuple[dict[str, str], int]:
    """What the brackets say, and where the moves begin."""
    found, at = dict[str, str](), 0
    while tag := _TAG.match(text.text, at):
        found[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2]).strip()
        at = tag.end()
    return found, at


def _moves(text: Text, at: int) -> tuple[list[Played], str]:
    """The moves, and the result where they end with one."""
    moves = list[Played]()
    while at < len(text.text):
        if skipped := _SKIPPED.match(text.text, at):
            at = skipped.end()
        elif move := _MOVE.match(text.text, at):
            moves.append(Played((move[1] or "").lower(), at))
            at = move.end()
        elif end := _END.match(text.text, at):
            return moves, end[0]
        else:
            raise text.wrong(at, "a move such as f5, -- for a pass, or a result such as 1-0")
    return moves, ""


def _starts(
    text: Text, tags: dict[str, str], moves: list[Played], of: Game | None
) -> list[Position]:
    """What may have been played: as the file says, or what fits its squares; PlayOK says nothing."""
    try:
        if "Game" in tags:
            said = game(tags["Game"])
            return [said.parse(tags["FEN"]) if "FEN" in tags else said.start()]
    except BadInput as wrong:
        raise text.wrong(0, "a game and a position that kishi knows", str(wrong)[:60]) from None
    if of is not None:
        return [of.start()]
    wide = any(re.fullmatch(r"[i-t]\d+|[a-t](?:9|\d\d)", move.name) for move in moves)
    gomoku = [one.start() for one in gomoku_games(SIZE, None)]
    return gomoku if wide else [game("othello").start(), *gomoku]


def write(item: Item) -> bytes:
    record = record_of(item)
    tags = [("Site", "kishi"), ("Game", record.game.name)]
    if record.positions[0] != record.game.start():
        tags.append(("FEN", str(record.positions[0])))
    if record.players:
        tags += zip(("Black", "White"), record.players, strict=True)
    result = WRITTEN.get(record.verdict, "*")
    tags.append(("Result", result))
    if record.end and record.end.reason != ADJUDICATED:
        tags.append(("Termination", record.end.reason))
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags)
    return f"{head}\n{_numbered(record)}{result}\n\n".encode()


def _numbered(record: Record) -> str:
    names = [record.game.move_text(choice.move) for choice in record.choices]
    words = ["--" if name == "pass" else name for name in names]
    pairs = (f"{at // 2 + 1}. {' '.join(words[at : at + 2])} " for at in range(0, len(words), 2))
    return "".join(pairs)


def _quoted(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
