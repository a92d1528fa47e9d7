"""GTP's names of points: the game's own, but for the letter I, which is left out."""

from ..core import Game, Move
from ..errors import BadInput

FAMILIES = ("othello", "gomoku")  # of games, the usual one first
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


def vertex(of: Game, move: Move) -> str:
    """GTP's name of a move."""
    name = of.move_text(move)
    if name == "pass":
        return name.upper()
    return COLUMNS["abcdefghijklmnopqrst".index(name[0])] + name[1:]


def move_at(of: Game, text: str) -> Move:
    """The move at a vertex; BadInput if there is none."""
    plain = text.strip().upper()
    if plain == "PASS":
        return of.parse_move(plain.lower())
    if not plain or plain[0] not in COLUMNS[:20]:
        raise BadInput("invalid vertex")
    return of.parse_move("abcdefghijklmnopqrst"[COLUMNS.index(plain[0])] + plain[1:])


def colour(text: str) -> int:
    if text.lower() not in COLOURS:
        raise BadInput("invalid color")
    return COLOURS[text.lower()]
