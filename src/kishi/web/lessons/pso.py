"""Value map and PSO: what each move wins on a map, and how well a map plays."""

from typing import Any

import numpy as np

from ... import _native
from ...arena.openings import RandomOpenings
from ...arena.statistics import Score, score_estimate
from ...core import Position, Verdict, winner
from ...players.maps import MAPS, map_named
from ..reading import Fields
from .positions import OTHELLO, othello_line

SQUARES = 64
MOST_WORTH = 1000.0
OPENING_PLIES = 6


def maps() -> dict[str, Any]:
    """The maps that ship with kishi."""
    return {name: [float(v) for v in map_named(OTHELLO, name)] for name in MAPS}


def worth(fields: Fields) -> dict[str, Any]:
    """What each move wins on a value map: the map summed over the squares that change hands."""
    record = othello_line(fields)
    values = fields.numbers("map", SQUARES, -MOST_WORTH, MOST_WORTH)
    before = record.position.picture()[0]
    rows = []
    for move in record.position.legal_moves():
        after = record.position.play(move).picture()[0]
        won = [cell for cell in range(SQUARES) if after[cell] != before[cell]]
        to = record.position.path(move)[1]
        text = OTHELLO.move_text(move)
        rows.append({"move": move, "to": to, "text": text, "won": won,
                     "worth": sum(values[cell] for cell in won)})  # fmt: skip
    return {"moves": rows}


def measure(fields: Fields) -> dict[str, Any]:
    """How well players with these value maps do against one that kishi has."""
    rows = fields.rows("maps", 40, SQUARES, -MOST_WORTH, MOST_WORTH)
    games = fields.whole("games", 2, 400, 100)
    seed = fields.whole("seed", 0, 2**32, 1)
    against = fields.one_of("against", ("random", *MAPS), "classic")
    other = (
        _native.random_engine(OTHELLO, seed)
        if against == "random"
        else _native.greedy_engine(OTHELLO, map_named(OTHELLO, against), True, seed)
    )
    openings = RandomOpenings(OTHELLO, OPENING_PLIES, seed).of(range((games + 1) // 2))
    lines = [opening.positions(OTHELLO) for opening in openings]
    fixtures = [(line, swapped, seed) for line in lines for swapped in (False, True)]
    return {"scores": [_score(row, other, fixtures, seed) for row in rows], "games": len(fixtures)}


def _score(
    row: list[float],
    other: _native.Engine,
    fixtures: list[tuple[list[Position], bool, int]],
    seed: int,
) -> dict[str, Any]:
    mine = _native.greedy_engine(OTHELLO, np.array(row, np.float32), True, seed)
    played = _native.play_fixtures(mine, other, fixtures, control=_native.SearchControl())
    points = [
        _points(g.verdict, swapped) for g, (_, swapped, _) in zip(played, fixtures, strict=True)
    ]
    score = Score(points.count(1.0), points.count(0.5), points.count(0.0))
    value, low, high = score_estimate(score)
    return {"wins": score.wins, "draws": score.draws, "losses": score.losses,
            "score": value, "low": low, "high": high}  # fmt: skip


def _points(verdict: Verdict, swapped: bool) -> float:
    won = winner(verdict)
    return 0.5 if won is None else float(won == int(swapped))


ANSWERS = {"worth": worth, "measure": measure}
