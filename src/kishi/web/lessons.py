"""What the pages of Learn ask for: small pieces of the real thing, their numbers laid open."""

import random
from typing import Any

import numpy as np

from .. import _native
from ..arena.openings import RandomOpenings
from ..arena.statistics import Score, score_estimate
from ..core import Choice, Game, Position, Record, Verdict, game, random_games, winner
from ..games.gomoku import GOMOKU, LINE_SCORES
from ..players.maps import MAPS, map_named
from .reading import Fields
from .refusal import Refusal

OTHELLO = game("othello")
SQUARES = 64
MOST_WORTH = 1000.0
OPENING_PLIES = 6


# A value map.


def maps() -> dict[str, Any]:
    """The maps that ship with kishi."""
    return {name: [float(v) for v in map_named(OTHELLO, name)] for name in MAPS}


def worth(fields: Fields) -> dict[str, Any]:
    """What each move wins on a value map: the map summed over the squares that change hands."""
    record = _othello(fields)
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


# Random playouts.


def playouts(fields: Fields) -> dict[str, Any]:
    """Random games from after each move: how many the mover wins."""
    record = _running(fields)
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


# Line scores.

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
LONGEST = 5


def line_scores(fields: Fields) -> dict[str, Any]:
    """Attack and guard of each empty point of a Gomoku board, and what `lines` plays."""
    record = _running(fields)
    if record.game.family != GOMOKU.family:
        raise Refusal(422, "line scores are Gomoku's")
    cells = record.position.picture()[0]
    size = record.game.shape[1]
    attack, guard = [0.0, *LINE_SCORES[:5].tolist()], [0.0, *LINE_SCORES[5:10].tolist()]
    mine, theirs = ("X", "O") if record.position.turn == 0 else ("O", "X")
    rows = [
        {
            "move": cell,
            "to": cell,
            "text": record.game.move_text(cell),
            "attack": _lines_through(cells, size, cell, mine, attack),
            "guard": _lines_through(cells, size, cell, theirs, guard),
            "place": _place(size, cell),
        }
        for cell in record.position.legal_moves()
    ]
    engine = _native.lines_engine(record.game, LINE_SCORES, False, 0)
    chosen = engine.choose(record.positions, _native.SearchControl()).move
    return {"moves": rows, "chosen": chosen, "text": record.game.move_text(chosen)}


def _place(size: int, cell: int) -> float:
    """An edge costs a point, the centre brings one."""
    row, column = divmod(cell, size)
    edges = (row == 0) + (column == 0) + (row == size - 1) + (column == size - 1)
    return float(row == column == size // 2) * float(LINE_SCORES[10]) - edges


def _lines_through(
    cells: list[str], size: int, cell: int, stone: str, scores: list[float]
) -> float:
    """Every window of one to five cells through this one that would be all of one colour."""
    total = 0.0
    for down, right in DIRECTIONS:
        back = _run(cells, size, cell, -down, -right, stone)
        ahead = _run(cells, size, cell, down, right, stone)
        for length in range(1, LONGEST + 1):
            windows = min(back, length - 1) + min(ahead, length - 1) - (length - 1) + 1
            total += scores[length] * max(0, windows)
    return total


def _run(cells: list[str], size: int, cell: int, down: int, right: int, stone: str) -> int:
    row, column = divmod(cell, size)
    for steps in range(LONGEST):
        row, column = row + down, column + right
        inside = 0 <= row < size and 0 <= column < size
        if not inside or cells[row * size + column] != stone:
            return steps
    return LONGEST


# A tree to step through.

OWN_WEIGHTS = np.zeros(0, np.float32)
ENDLESS = 10**6  # the core's windows open wider than any value


def tree(fields: Fields) -> dict[str, Any]:
    """A small game tree of Othello, and what alpha-beta does in it, step by step."""
    record = _othello(fields)
    depth, width = fields.whole("depth", 1, 3, 3), fields.whole("width", 2, 4, 3)
    whole, cut = (
        _native.textbook_tree(
            record.positions, "map", OWN_WEIGHTS, depth=depth, width=width, pruning=pruning
        ).nodes
        for pruning in (False, True)
    )
    places = {path: at for at, path in enumerate(_paths(whole))}
    nodes = [
        {
            "id": at,
            "parent": None if node.parent < 0 else node.parent,
            "text": OTHELLO.move_text(node.move) if node.move >= 0 else "",
            "ply": node.ply,
            "value": node.value,
            "children": [i for i, child in enumerate(whole) if child.parent == at],
        }
        for at, node in enumerate(whole)
    ]
    steps = _Steps(cut, [places[path] for path in _paths(cut)], nodes)
    steps.visit(0)
    return {"nodes": nodes, "steps": steps.told, "value": cut[0].value}


def _paths(nodes: list[_native.TreeNode]) -> list[tuple[int, ...]]:
    """The moves that lead to each node: they name it in both trees."""
    paths: list[tuple[int, ...]] = []
    for node in nodes:
        paths.append((*paths[node.parent], node.move) if node.parent >= 0 else ())
    return paths


class _Steps:
    """The core's searched tree told as a story."""

    def __init__(
        self, cut: list[_native.TreeNode], places: list[int], nodes: list[dict[str, Any]]
    ) -> None:
        self.told: list[dict[str, Any]] = []
        self._cut = cut
        self._places = places
        self._nodes = nodes

    def visit(self, at: int) -> None:
        node, place = self._cut[at], self._places[at]
        alpha, beta = node.alpha, node.beta
        self._tell("enter", place, alpha=alpha, beta=beta)
        if node.leaf:
            self._tell("leaf", place, value=node.value)
            return
        best: int | None = None
        children = [i for i, child in enumerate(self._cut) if child.parent == at]
        for child in children:
            self.visit(child)
            worth = self._cut[child].value
            if node.ply % 2 == 0:
                best = worth if best is None else max(best, worth)
                alpha = max(alpha, best)
            else:
                best = worth if best is None else min(best, worth)
                beta = min(beta, best)
            self._tell("back", place, value=best, alpha=alpha, beta=beta)
        if node.pruned:
            skipped = self._nodes[place]["children"][len(children) :]
            self._tell("cut", place, children=skipped, alpha=alpha, beta=beta)

    def _tell(self, do: str, place: int, **facts: Any) -> None:
        for side in ("alpha", "beta"):
            if abs(facts.get(side, 0)) >= ENDLESS:
                facts[side] = None
        self.told.append({"do": do, "node": place, **facts})


# Positions with their results, for a network that learns in the page.


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


def _othello(fields: Fields) -> Record:
    record = _running(fields)
    if record.game != OTHELLO:
        raise Refusal(422, "this is for Othello on 8x8")
    return record


def _running(fields: Fields) -> Record:
    record = fields.record()
    if record.over:
        raise Refusal(409, "the game is over in this position")
    return record
