"""What is wrong with a move that was typed, and what would have been right.

Reasons are keys of the table of texts. Whether a move is legal is the core's word; here one only
looks at the picture for the likely reason.
"""

from difflib import get_close_matches

from ...core import Game, Move, Position
from ...games import facts_of, side_of

MOST_NEAR = 8


def why_illegal(position: Position, move: Move) -> str:
    """The key of the text that says why this move cannot be played."""
    cells, _, _ = position.picture()
    start, end = position.game.path(move)
    if start >= 0:
        return _why_not_lifted(position, move)
    if end < 0:
        return "no_pass"
    if cells[end]:
        return "occupied"
    return facts_of(position.game).refusal


def _why_not_lifted(position: Position, move: Move) -> str:
    cells, *hands = position.picture()
    start, end = position.game.path(move)
    if start >= len(cells):
        kind = facts_of(position.game).hand[start - len(cells)]
        return _why_no_drop(hands[position.turn], kind, cells[end])
    if not cells[start]:
        return "empty_square"
    if side_of(cells[start]) != position.turn:
        return "not_yours"
    if cells[end] and side_of(cells[end]) == position.turn:
        return "own_piece"
    if (start, end) in {position.game.path(m) for m in position.legal_moves()}:
        return "cannot_promote" if position.game.move_text(move).endswith("+") else "must_promote"
    return "piece_move"


def _why_no_drop(hand: list[str], kind: str, target: str) -> str:
    if kind not in {p.upper() for p in hand}:
        return "not_in_hand"
    if target:
        return "occupied"
    return "pawn_drop" if kind == "P" else "piece_drop"


def near_moves(position: Position, move: Move) -> list[Move]:
    """The legal moves most like this one, nearest first."""
    game = position.game
    legal = sorted(position.legal_moves(), key=lambda m: _distance(game, m, move))
    return legal[:MOST_NEAR]


def near_words(typed: str, words: list[str]) -> list[str]:
    """The words that were probably meant."""
    return get_close_matches(typed.lower(), words, n=MOST_NEAR, cutoff=0.5)


def _distance(game: Game, a: Move, b: Move) -> tuple[bool, int]:
    """Another piece first, then how far apart the cells are where it is put down."""
    (a_start, a_end), (b_start, b_end) = game.path(a), game.path(b)
    columns = game.shape[2]
    rows_apart = abs(a_end // columns - b_end // columns)
    columns_apart = abs(a_end % columns - b_end % columns)
    return a_start != b_start, max(rows_apart, columns_apart)
