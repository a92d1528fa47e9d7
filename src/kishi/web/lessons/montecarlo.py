"""Monte-Carlo, epsilon-greedy: random games from after each move."""

from typing import Any

from ...core import random_games
from ..reading import Fields
from .positions import running_line


def playouts(fields: Fields) -> dict[str, Any]:
    """Random games from after each move: how many the mover wins."""
    record = running_line(fields)
    each = fields.whole("playouts", 1, 1000, 50)
    seed = fields.whole("seed", 0, 2**32, 1)
    rows = []
    for move in record.position.legal_moves():
        after = record.position.play(move)
        tally = random_games(record.game, each, seed + move, start=after)
        won = (tally.first_wins, tally.second_wins)
        turn = record.position.turn
        rows.append({"move": move, "text": record.game.move_text(move),
                     "to": record.position.path(move)[1], "wins": won[turn],
                     "draws": tally.draws, "losses": won[1 - turn]})  # fmt: skip
    return {"moves": rows, "playouts": each}


ANSWERS = {"playouts": playouts}
