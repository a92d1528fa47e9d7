"""AlphaZero: what the shipped networks say of a position, and their search a simulation at a time."""

from math import exp, sqrt
from typing import Any

import numpy as np

from ..._native import MctsOptions, NetworkSearch, SearchResult
from ...core import Record
from ...players.alphazero import EXPLORATION, session_for
from ...players.net_session import KIND, NetSession
from ...players.registry import shipped
from ..reading import Fields
from ..refusal import Refusal
from .positions import running_line

MOST_SIMULATIONS = 128
CONSIDERED = 16  # root moves that Gumbel's halving begins with
UNTRIED = 0.2  # how much worse than its node PUCT believes a move to be before it is tried
# Elo of the bundled network of gomoku-8 by games of self-play, as docs/alphazero.md has it.
CURVE = [
    (512, 664, 526, 802), (2_048, 1065, 904, 1226), (5_632, 1352, 1168, 1535), (7_680, 1643, 1432, 1855),
    (20_992, 1871, 1633, 2109), (40_960, 1932, 1688, 2177), (65_000, 1857, 1622, 2093),
]  # fmt: skip


def network_for(record: Record) -> NetSession:
    found = shipped(f"{KIND}-{record.game.name}")
    if found is None:
        raise Refusal(422, f"no network for {record.game.name} ships with kishi")
    return session_for(record.game, found.weights)


def policy(fields: Fields) -> dict[str, Any]:
    """The network's policy and value, before any search."""
    record = running_line(fields)
    of, position = record.game, record.position
    planes = np.zeros((1, *of.shape), np.float32)
    position.encode(planes[0])
    answer = network_for(record).run(planes)
    moves = position.legal_moves()
    powers = [exp(float(answer.policy[0][of.seen_move(m, position.turn)])) for m in moves]
    return {
        "value": float(answer.value[0]),
        "draw": float(answer.draw[0]),
        "moves": [
            {"move": m, "to": position.path(m)[1], "text": of.move_text(m), "prior": p / sum(powers)}
            for m, p in zip(moves, powers, strict=True)
        ],
    }  # fmt: skip


def search(fields: Fields) -> dict[str, Any]:
    """The search a simulation at a time: which root move it went through, and what is known of each."""
    record = running_line(fields)
    rule = fields.one_of("rule", ("puct", "gumbel"), "puct")
    simulations = fields.whole("simulations", 1, MOST_SIMULATIONS, 32)
    c = fields.number("exploration", 0, 10, EXPLORATION)
    options = MctsOptions(gumbel=rule == "gumbel", exploration=c, considered=CONSIDERED)
    tree = NetworkSearch(record.game, options, exact=False)
    tree.begin(record.positions, simulations)
    session, planes = network_for(record), np.zeros((1, *record.game.shape), np.float32)
    frames: list[dict[str, Any]] = []
    value = 0.0
    while tree.leaves(planes):
        answer = session.run(planes)
        tree.answer(*answer)
        found = tree.found()
        if not frames:
            value = float(answer.value[0])
        frames.append(_frame(found, value, c))
    moves = [m for m, _ in sorted(tree.found().priors, key=lambda row: -row[1])]
    return {
        "moves": [{"move": m, "to": record.position.path(m)[1], "text": record.game.move_text(m)}
                  for m in moves],
        "frames": [{**f, "rows": [f["rows"][m] for m in moves]} for f in frames],
        "target": [dict(tree.target()).get(m, 0.0) for m in moves],
        "value": value,
    }  # fmt: skip


def _frame(found: SearchResult, value: float, c: float) -> dict[str, Any]:
    """Each root move after a simulation; `score` is what PUCT compares for the next one."""
    visits = {m: n for m, _, n in found.moves}
    means = {m: mean for m, mean, _ in found.moves}
    priors = dict(found.priors)
    total = sum(visits.values())
    seen = sum(priors[m] for m in visits)
    known = value + sum(means[m] * visits[m] for m in visits)
    untried = max(-1.0, known / (1 + total) - UNTRIED * sqrt(seen))
    rows = {}
    for m, prior in priors.items():
        n = visits.get(m, 0)
        bonus = c * prior * sqrt(max(total, 1)) / (1 + n)
        rows[m] = {"prior": prior, "visits": n, "mean": means.get(m), "bonus": bonus,
                   "score": means.get(m, untried) + bonus}  # fmt: skip
    return {"rows": rows, "best": found.move, "value": found.value}


def curve(fields: Fields) -> dict[str, Any]:
    """How strong the network for gomoku-8 was after so many games, with 95% intervals."""
    return {"points": [{"x": n, "y": elo, "low": low, "high": high} for n, elo, low, high in CURVE]}


ANSWERS = {"policy": policy, "search": search, "curve": curve}
