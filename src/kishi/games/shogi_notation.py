"""Moves of shogi as its people write and read them: ☗2四銀 in Japan, S-2d elsewhere."""

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from .._native import Position

FILES, RANKS = "54321", "一二三四五"  # from the left and from the top
LETTERS = "abcde"
SIDES = "☗☖"
# In a move; on the board a promoted silver is one sign wide.
NAMES: Mapping[str, str] = {
    "P": "歩", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
    "+P": "と", "+S": "成銀", "+B": "馬", "+R": "龍",
}  # fmt: skip
KINDS = {**{name: kind for kind, name in NAMES.items()}, "王": "K", "竜": "+R", "全": "+S"}
_JAPANESE = re.compile(
    r"[☗☖▲△▼▽]?(?:(同)|([1-5])([一二三四五1-5]))同?"
    rf"({'|'.join(sorted(KINDS, key=len, reverse=True))})"
    r"(打)?([右左])?(直|上|行|引|寄)?(打|不成|成|生)?(?:\(([1-5])([1-5])\))?"
)
_WESTERN = re.compile(
    r"(\+?[PSGBRK])(?:([1-5])([a-e1-5]))?(?:([-x*'])([1-5])([a-e1-5])|(x))([+=])?", re.IGNORECASE
)


class PieceMove(NamedTuple):
    """A move taken apart."""

    kind: str  # R, +P, ... of the piece that moves
    start: int  # a cell; -1: it is dropped
    end: int
    promotes: bool


def step(position: Position, move: int) -> PieceMove:
    text, (start, end) = position.game.move_text(move), position.path(move)
    if text[1] == "*":
        return PieceMove(text[0], -1, end, False)
    return PieceMove(position.picture()[0][start].upper(), start, end, text.endswith("+"))


def japanese(position: Position, move: int, last: int | None) -> str:
    """☗2四銀; 同 where the move before went to the same square."""
    made = step(position, move)
    same = last is not None and position.path(last)[1] == made.end
    where = "同" if same else FILES[made.end % 5] + RANKS[made.end // 5]
    others = [other for other in _rivals(position, made) if other.start != made.start]
    what = f"{SIDES[position.turn]}{where}{NAMES[made.kind]}"
    if made.start < 0:
        return f"{what}{'打' if others else ''}"
    from_where = _apart(position.turn, made, [o for o in others if o.start >= 0])
    return f"{what}{from_where}{_promotion(position, made, '成', '不成')}"


def western(position: Position, move: int, last: int | None) -> str:
    """S-2d, Sx2d, S*2d, R-1a+; where it comes from only if another such piece could go there."""
    made = step(position, move)
    to = square(made.end)
    if made.start < 0:
        return f"{made.kind}*{to}"
    others = [o for o in _rivals(position, made) if o.start not in (-1, made.start)]
    takes = "x" if position.picture()[0][made.end] else "-"
    begin = square(made.start) if others else ""
    return f"{made.kind}{begin}{takes}{to}{_promotion(position, made, '+', '=')}"


def square(cell: int) -> str:
    return FILES[cell % 5] + LETTERS[cell // 5]


def read(position: Position, text: str, last: int | None) -> int | None:
    """The legal move that somebody has written in either way; None: it is no such text, or not one move."""
    plain = re.sub(r"\s", "", unicodedata.normalize("NFKC", text))
    wanted = _japanese(position, plain, last) or _western(plain, position, last)
    if wanted is None:
        return None
    every = {move: step(position, move) for move in position.legal_moves()}
    fitting = {m: made for m, made in every.items() if wanted.fits(made, position.turn)}
    if wanted.side:
        sides = [_right(position.turn, made) for made in fitting.values()]
        of = {"右": max, "左": min}.get(wanted.side)
        at = of(sides, default=0) if of else 0
        fitting = {m: made for m, made in fitting.items() if _right(position.turn, made) == at}
    if len(fitting) > 1:  # without a word a piece stays as it is, and comes from the board
        plainer = [m for m, made in fitting.items() if not made.promotes]
        moved = [m for m in plainer if fitting[m].start >= 0]
        return moved[0] if len(moved) == 1 else plainer[0] if len(plainer) == 1 else None
    return next(iter(fitting), None)


class Wanted(NamedTuple):
    """What a text says of a move; None is anything."""

    kind: str
    end: int
    start: int | None = None
    drops: bool | None = None
    promotes: bool | None = None
    goes: str = ""  # 上 引 寄 直
    side: str = ""  # 右 左: which one of two; 直: from straight below

    def fits(self, made: PieceMove, turn: int) -> bool:
        return (
            self.kind == made.kind
            and self.end == made.end
            and self.start in (None, made.start)
            and self.drops in (None, made.start < 0)
            and self.promotes in (None, made.promotes)
            and (not self.goes or (made.start >= 0 and _goes(turn, made) == self.goes))
            and (not self.side or made.start >= 0)
        )


def _japanese(position: Position, text: str, last: int | None) -> Wanted | None:
    found = _JAPANESE.fullmatch(text)
    if not found or (found[1] and last is None):
        return None
    end = position.path(last)[1] if found[1] and last is not None else _cell(found[2], found[3])
    start = _cell(found[9], found[10]) if found[9] else None
    end_word = found[8] or ""
    goes = {"行": "上", "直": "上"}.get(found[7] or "", found[7] or "")
    return Wanted(
        KINDS[found[4]],
        end,
        start,
        True if found[5] or end_word == "打" else None,
        {"成": True, "不成": False, "生": False}.get(end_word),
        goes,
        found[6] or ("" if found[7] != "直" else "直"),
    )


def _western(text: str, position: Position, last: int | None) -> Wanted | None:
    found = _WESTERN.fullmatch(text)
    if not found or (found[7] and last is None):
        return None
    end = position.path(last)[1] if found[7] and last is not None else _cell(found[5], found[6])
    return Wanted(
        found[1].upper(),
        end,
        _cell(found[2], found[3]) if found[2] else None,
        found[4] in ("*", "'"),
        {"+": True, "=": False}.get(found[8] or ""),
    )


def _cell(file: str, rank: str) -> int:
    row = (RANKS if rank in RANKS else LETTERS if rank.lower() in LETTERS else "12345").index(
        rank.lower()
    )
    return row * 5 + FILES.index(file)


def _rivals(position: Position, made: PieceMove) -> list[PieceMove]:
    """Every legal move of such a piece to that square, this one included."""
    every = (step(position, m) for m in position.legal_moves() if position.path(m)[1] == made.end)
    return [other for other in every if other.kind == made.kind]


def _goes(turn: int, made: PieceMove) -> str:
    forward = (made.start // 5 - made.end // 5) * (1 - 2 * turn)
    return "上" if forward > 0 else "引" if forward < 0 else "寄"


def _right(turn: int, made: PieceMove) -> int:
    """How far to the right of its square it comes from, as its player sees it."""
    return (made.start % 5 - made.end % 5) * (1 - 2 * turn)


def _apart(turn: int, made: PieceMove, others: list[PieceMove]) -> str:
    """The word that tells it from other pieces of its kind, if there are any."""
    if not others:
        return ""
    goes = _goes(turn, made)
    if all(_goes(turn, other) != goes for other in others):
        return goes
    right = _right(turn, made)
    if right == 0 and goes == "上" and made.kind not in ("+B", "+R"):
        return "直"
    return "右" if right > min(_right(turn, other) for other in others) else "左"


def _promotion(position: Position, made: PieceMove, yes: str, no: str) -> str:
    if made.promotes:
        return yes
    could = made._replace(promotes=True)
    return no if could in _rivals(position, made) else ""
