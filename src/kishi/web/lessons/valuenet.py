"""Value network: positions with their results, for a network that learns in the page."""

import random
from typing import Any

from ...core import Choice, Game, Position, Record, game, winner
from ..reading import Fields


def samples(fields: Fields) -> dict[str, Any]:
    """Positions of random games of small Othello, seen by the mover, and who won in the end."""
    of = game("othello-6")
    count = fields.whole("games", 1, 300, 100)
    chance = random.Random(fields.whole("seed", 0, 2**32, 1))
    seen: list[tuple[str, float]] = []
    for _ in range(count):
        seen += _random_samples(of, chance)
    return {"cells": 36, "positions": [p for p, _ in seen], "results": [r for _, r in seen]}


def _random_samples(of: Game, chance: random.Random) -> list[tuple[str, float]]:
    """A tenth of a game's positions at most: neighbours tell a learner the same thing."""
    record = Record.new(of)
    while not record.over:
        record = record.play(Choice(move=chance.choice(record.position.legal_moves())))
    won = winner(record.verdict)
    kept = chance.sample(record.positions[6:], min(4, len(record.positions) - 6))
    return [(_seen(p), 0.5 if won is None else float(won == p.turn)) for p in kept]


def _seen(position: Position) -> str:
    """A sign for each cell: m mine, t theirs, - empty."""
    mine = "XO"[position.turn]
    return "".join("-" if not c else "m" if c == mine else "t" for c in position.picture()[0])


ANSWERS = {"samples": samples}
