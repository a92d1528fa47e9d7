"""Minishogi over SFEN; the move number is always written 1 and whatever stands there is ignored."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

Result = Literal["running", "first", "second", "draw"]
Square = tuple[int, int]  # (column from the left, row from the top), both from 0
Step = tuple[int, int]
Board = dict[Square, str]  # pieces as in SFEN: upper case sente, lower case gote, "+" promoted

SIZE = 5
HAND_ORDER = "RBGSP"
PROMOTABLE = "RBSP"
OTHER = {"b": "w", "w": "b"}
FAR_RANK = {"b": 0, "w": SIZE - 1}  # row from the top: the promotion zone
SQUARES = [(x, y) for y in range(SIZE) for x in range(SIZE)]

# Steps as sente sees the board: forward is up, which is row - 1.
STRAIGHT: list[Step] = [(0, -1), (0, 1), (-1, 0), (1, 0)]
DIAGONAL: list[Step] = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
GOLD = [*STRAIGHT, (-1, -1), (1, -1)]
STEPS: dict[str, list[Step]] = {
    "K": STRAIGHT + DIAGONAL,
    "G": GOLD,
    "S": [*DIAGONAL, (0, -1)],
    "P": [(0, -1)],
    "+S": GOLD,
    "+P": GOLD,
    "+B": STRAIGHT,
    "+R": DIAGONAL,
}
SLIDES: dict[str, list[Step]] = {"B": DIAGONAL, "R": STRAIGHT, "+B": DIAGONAL, "+R": STRAIGHT}


@dataclass(frozen=True)
class Position:
    board: Board
    hands: Counter[str]  # piece letters in the case of their owner
    side: str  # "b" sente, "w" gote


def start() -> str:
    return "rbsgk/4p/5/P4/KGSBR b - 1"


def legal(text: str, drop_mate: bool = False) -> list[str]:
    """Every legal move; `drop_mate` also allows mate by a dropped pawn, as some engines do."""
    position = _parse(text)
    return [move for move in _candidates(position) if _is_legal(position, move, drop_mate)]


def play(text: str, move: str, drop_mate: bool = False) -> str:
    if move not in legal(text, drop_mate):
        raise ValueError(f"{move} is not legal in {text}")
    return _text(_after(_parse(text), move))


def result(text: str, drop_mate: bool = False) -> Result:
    """A player with no legal move loses, in check or not."""
    if legal(text, drop_mate):
        return "running"
    return "second" if _parse(text).side == "b" else "first"


def in_check(text: str) -> bool:
    position = _parse(text)
    return _in_check(position.board, position.side)


def result_of_line(texts: list[str], drop_mate: bool = False) -> Result:
    """The result of a game given by all its positions, the starting one first.

    The cycle is everything from the first occurrence of the repeated position to the fourth. If
    both sides gave check all through it neither is to blame alone, and sente loses.
    """
    positions = [_text(_parse(text)) for text in texts]
    for last, position in enumerate(positions):
        if positions[: last + 1].count(position) == 4:
            return _repetition(positions[positions.index(position) + 1 : last + 1])
    return result(positions[-1], drop_mate)


def perft(text: str, depth: int, drop_mate: bool = False) -> int:
    """A game that is over with depth left counts 0."""
    if depth == 0:
        return 1
    position = _parse(text)
    afters = [_text(_after(position, move)) for move in legal(text, drop_mate)]
    return sum(perft(after, depth - 1, drop_mate) for after in afters)


def _repetition(cycle: list[str]) -> Result:
    """Who wins when the position that ends `cycle` has come for the fourth time."""
    checking = {"b": True, "w": True}
    for position in map(_parse, cycle):
        checking[OTHER[position.side]] &= _in_check(position.board, position.side)
    gote_alone = checking["w"] and not checking["b"]
    return "first" if gote_alone else "second"


def _candidates(position: Position) -> list[str]:
    """Moves by how the pieces go and where drops may fall, whatever becomes of the king."""
    own = [square for square in position.board if _side(position.board[square]) == position.side]
    moves = [move for origin in own for move in _piece_moves(position, origin)]
    held = {piece.upper() for piece in position.hands if _side(piece) == position.side}
    empty = [square for square in SQUARES if square not in position.board]
    drops = [f"{kind}*{_name(square)}" for kind in held for square in empty
             if kind != "P" or _pawn_may_drop(position, square)]  # fmt: skip
    return moves + drops


def _piece_moves(position: Position, origin: Square) -> list[str]:
    moves = []
    for target in _reach(position.board, origin):
        if _side(position.board.get(target, "")) == position.side:
            continue
        move = _name(origin) + _name(target)
        far = FAR_RANK[position.side]
        kind = position.board[origin].upper()
        may_promote = kind in PROMOTABLE and far in (origin[1], target[1])
        if may_promote:
            moves.append(move + "+")
        if not (may_promote and kind == "P"):
            moves.append(move)
    return moves


def _pawn_may_drop(position: Position, square: Square) -> bool:
    """Not where it could never move, and not on a file with an unpromoted pawn of its side."""
    pawn = _owned("P", position.side)
    file = [position.board.get((square[0], y)) for y in range(SIZE)]
    return square[1] != FAR_RANK[position.side] and pawn not in file


def _is_legal(position: Position, move: str, drop_mate: bool) -> bool:
    after = _after(position, move)
    if _in_check(after.board, position.side):
        return False
    if drop_mate or not move.startswith("P*") or not _in_check(after.board, after.side):
        return True
    return any(_is_legal(after, reply, drop_mate) for reply in _candidates(after))


def _after(position: Position, move: str) -> Position:
    """The position after a move that `_candidates` gave."""
    board, hands = dict(position.board), Counter(position.hands)
    target = _square(move[2:4])
    if move[1] == "*":
        piece = _owned(move[0], position.side)
        hands[piece] -= 1
    else:
        piece = board.pop(_square(move[:2]))
        if target in board:
            hands[_owned(board[target].upper().lstrip("+"), position.side)] += 1
        if move.endswith("+"):
            piece = "+" + piece
    board[target] = piece
    return Position(board, +hands, OTHER[position.side])


def _in_check(board: Board, side: str) -> bool:
    king = _owned("K", side)
    attacked = {
        target
        for origin, piece in board.items()
        if _side(piece) != side
        for target in _reach(board, origin)
    }
    return any(board.get(square) == king for square in attacked)


def _reach(board: Board, origin: Square) -> list[Square]:
    """The squares the piece goes to, its own side's pieces included."""
    piece = board[origin]
    forward = 1 if _side(piece) == "b" else -1
    steps = [(origin[0] + dx, origin[1] + dy * forward) for dx, dy in STEPS.get(piece.upper(), [])]
    slides = [
        square for step in SLIDES.get(piece.upper(), []) for square in _ray(board, origin, step)
    ]
    return [square for square in steps if square in SQUARES] + slides


def _ray(board: Board, origin: Square, step: Step) -> list[Square]:
    """The squares from `origin` on, up to and including the first occupied one."""
    squares: list[Square] = []
    square = (origin[0] + step[0], origin[1] + step[1])
    while square in SQUARES and not (squares and squares[-1] in board):
        squares.append(square)
        square = (square[0] + step[0], square[1] + step[1])
    return squares


def _side(piece: str) -> str:
    """The owner of a piece; nobody for an empty square."""
    return "b" if piece.isupper() else "w" if piece.islower() else ""


def _owned(kind: str, side: str) -> str:
    return kind if side == "b" else kind.lower()


def _name(square: Square) -> str:
    return f"{SIZE - square[0]}{'abcde'[square[1]]}"


def _square(name: str) -> Square:
    return SIZE - int(name[0]), "abcde".index(name[1])


def _parse(text: str) -> Position:
    rows, side, hands = text.split()[:3]
    board = {
        (x, y): piece
        for y, row in enumerate(rows.split("/"))
        for x, piece in enumerate(_cells(row))
        if piece
    }
    counted = re.findall(r"(\d*)([A-Za-z])", hands)
    return Position(board, Counter({piece: int(count or 1) for count, piece in counted}), side)


def _cells(row: str) -> list[str]:
    cells: list[str] = []
    for token in re.findall(r"\d|\+?[A-Za-z]", row):
        cells += [""] * int(token) if token.isdigit() else [token]
    return cells


def _text(position: Position) -> str:
    rows = "/".join(_row_text(position.board, y) for y in range(SIZE))
    return f"{rows} {position.side} {_hands_text(position.hands)} 1"


def _row_text(board: Board, y: int) -> str:
    cells = "".join(board.get((x, y), ".") for x in range(SIZE))
    return re.sub(r"\.+", lambda run: str(len(run[0])), cells)


def _hands_text(hands: Counter[str]) -> str:
    order = HAND_ORDER + HAND_ORDER.lower()
    counts = [(hands[piece], piece) for piece in order if hands[piece]]
    return "".join(piece if count == 1 else f"{count}{piece}" for count, piece in counts) or "-"
