"""Tic-tac-toe: the smallest game, and so the value to read first."""

from .._native import Position, Verdict
from .facts import BoardStyle, GameFacts, Rule, rows_of


def _reason(position: Position, verdict: Verdict) -> str:
    return "full" if verdict is Verdict.DRAW else "three"


TICTACTOE = GameFacts(
    family="tictactoe",
    name="Tic-tac-toe",
    pitch="Three in a row wins.",
    aliases={"tic-tac-toe": "tictactoe", "noughts-and-crosses": "tictactoe"},
    rules=(Rule(about="three in a row wins"),),
    sides=("X", "O"),
    reason=_reason,
    deciding=lambda position: rows_of(position, 3),
    style=BoardStyle(
        piece="mark",
        shades=("#fffdf6", "#f8f3e6", "#f3ecdb"),
        faces=(("#4d7fb8", "#2f629c", "#1f4a7b"), ("#d9694a", "#b94a2c", "#92361d")),
        ground="#f3ecdb",
        dot="#c9bfa6",
        inks=("#1f4a7b", "#92361d"),
    ),
    preview=("tictactoe", "b2 a1 c1"),
)
