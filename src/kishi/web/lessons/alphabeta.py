"""Minimax and alpha-beta: a tree to step through."""

from typing import Any

import numpy as np

from ... import _native
from ..reading import Fields
from .positions import OTHELLO, othello_line

OWN_WEIGHTS = np.zeros(0, np.float32)
ENDLESS = 10**6  # the core's windows open wider than any value


def tree(fields: Fields) -> dict[str, Any]:
    """A small game tree of Othello, and what alpha-beta does in it, step by step."""
    record = othello_line(fields)
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


ANSWERS = {"tree": tree}
