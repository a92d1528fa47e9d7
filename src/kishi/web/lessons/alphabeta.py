"""Minimax and alpha-beta: trees to step through, those of the write-up and those of real positions."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from ... import _native
from ...core import Game, Position, Record, SearchControl, game
from ...players.search import evaluation_of
from ..reading import Fields
from ..refusal import Refusal
from ..views import position_view
from .positions import running_line

INFINITE = 10**9  # how +inf and -inf are sent
MOST_NODES = 400  # that a page can draw
Nested = int | list["Nested"]

# The write-up's two pictures, from a max node at the root.
MINIMAX_PICTURE: Nested = [
    [[[10, INFINITE], [5]], [[-10]]],
    [[[7, 5], [-INFINITE]], [[-7, -5]]],
]
ALPHABETA_PICTURE: Nested = [
    [[[5, 6], [7, 4, 5]], [[3]]],
    [[[6], [6, 9]], [[7]]],
    [[[5]], [[9, 8], [6]]],
]
PICTURES = {"minimax": MINIMAX_PICTURE, "alphabeta": ALPHABETA_PICTURE}

# What the page shows beside the tree, with the running line marked: Python that runs (the tests run it).
CODE = {
    "minimax": """\
def minimax(node):
    if not node.children:
        return node.value
    if node.is_max:
        v = -inf
        for child in node.children:
            v = max(v, minimax(child))
    else:
        v = inf
        for child in node.children:
            v = min(v, minimax(child))
    return v""",
    "alphabeta": """\
def alphabeta(node, alpha=-inf, beta=inf):
    if not node.children:
        return node.value
    if node.is_max:
        v = -inf
        for child in node.children:
            v = max(v, alphabeta(child, alpha, beta))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
    else:
        v = inf
        for child in node.children:
            v = min(v, alphabeta(child, alpha, beta))
            beta = min(beta, v)
            if alpha >= beta:
                break
    return v""",
}
# The line of the code that each step is at, for max and min nodes.
LINES = {
    "minimax": {"enter": (4, 8), "leaf": (2, 2), "back": (6, 10), "return": (11, 11)},
    "alphabeta": {"enter": (4, 11), "leaf": (2, 2), "back": (7, 14), "cut": (9, 16), "return": (17, 17)},
}  # fmt: skip


@dataclass
class Node:
    """A node of a tree that fits on a page."""

    is_max: bool
    value: int = 0  # of a leaf
    children: list["Node"] = field(default_factory=list)
    text: str = ""
    position: Position | None = None
    id: int = 0


class Told:
    """A search of a tree, told step by step; everything is seen by the player at the root."""

    def __init__(self, pruning: bool) -> None:
        self.steps: list[dict[str, Any]] = []
        self.lines = LINES["alphabeta" if pruning else "minimax"]
        self.pruning = pruning

    def search(self, node: Node, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
        if not node.children:
            self._tell("leaf", node, alpha, beta, value=node.value)
            return node.value
        self._tell("enter", node, alpha, beta)
        best = -INFINITE if node.is_max else INFINITE
        for i, child in enumerate(node.children):
            found = self.search(child, alpha, beta)
            best = max(best, found) if node.is_max else min(best, found)
            if self.pruning:
                alpha, beta = (max(alpha, best), beta) if node.is_max else (alpha, min(beta, best))
            self._tell("back", node, alpha, beta, value=best)
            if self.pruning and alpha >= beta and i + 1 < len(node.children):
                skipped = [c.id for c in node.children[i + 1 :]]
                self._tell("cut", node, alpha, beta, value=best, children=skipped)
                break
        self._tell("return", node, alpha, beta, value=best)
        return best

    def _tell(self, do: str, node: Node, alpha: int, beta: int, **facts: Any) -> None:
        line = self.lines[do][0 if node.is_max else 1]
        self.steps.append(
            {"do": do, "node": node.id, "line": line, "alpha": alpha, "beta": beta, **facts}
        )


def tree(fields: Fields) -> dict[str, Any]:
    """A tree, the value of each node by minimax, and the search of it step by step."""
    search = fields.one_of("search", tuple(CODE), "alphabeta")
    picture = fields.text("picture", "", most=20)
    if picture:
        if picture not in PICTURES:
            raise Refusal(422, f"there is no picture '{picture}': there are {', '.join(PICTURES)}")
        root = of_nested(PICTURES[picture])
    else:
        depth, width = fields.whole("depth", 1, 4, 4), fields.whole("width", 2, 9, 3)
        root = of_position(running_line(fields), depth, width)
    nodes = numbered(root)
    if len(nodes) > MOST_NODES:
        raise Refusal(422, f"a tree of {len(nodes)} nodes: {MOST_NODES} are the most here")
    told = Told(search == "alphabeta")
    value = told.search(root)
    return {
        "nodes": [node_view(node, parent) for node, parent in nodes],
        "steps": told.steps,
        "value": value,
        "code": CODE[search].splitlines(),
    }


def of_nested(tree: Nested, is_max: bool = True) -> Node:
    if isinstance(tree, int):
        return Node(is_max, tree)
    return Node(is_max, children=[of_nested(child, not is_max) for child in tree])


def of_position(record: Record, depth: int, width: int) -> Node:
    """The most promising moves of each node as the core orders them, valued by it at the leaves."""
    name, numbers = evaluation_of(record.game, "auto", learned=False)
    searched = _native.textbook_tree(
        record.positions, name, numbers, depth=depth, width=width, pruning=False
    ).nodes
    made: list[Node] = []
    for n in searched:
        if n.parent < 0:
            made.append(Node(True, n.value, position=record.position))
            continue
        up = made[n.parent]
        assert up.position is not None
        made.append(Node(not up.is_max, n.value, text=record.game.move_text(n.move),
                         position=up.position.play(n.move)))  # fmt: skip
        up.children.append(made[-1])
    return made[0]


def numbered(root: Node) -> list[tuple[Node, Node | None]]:
    """Every node with its parent, in the order of a search that leaves nothing out."""
    found = list(_walk(root, None))
    for id, (node, _) in enumerate(found):
        node.id = id
    return found


def _walk(node: Node, parent: Node | None) -> Iterator[tuple[Node, Node | None]]:
    yield node, parent
    for child in node.children:
        yield from _walk(child, node)


def minimax(node: Node) -> int:
    if not node.children:
        return node.value
    return (max if node.is_max else min)(minimax(child) for child in node.children)


def node_view(node: Node, parent: Node | None) -> dict[str, Any]:
    view: dict[str, Any] = {
        "id": node.id,
        "parent": None if parent is None else parent.id,
        "children": [child.id for child in node.children],
        "max": node.is_max,
        "text": node.text,
        "value": minimax(node),
    }
    if node.position is not None:
        view["position"] = position_view(node.position)
    return view


# The whole of a small game, and what pruning saves elsewhere.

TICTACTOE = game("tictactoe")
NO_NUMBERS = np.zeros(0, np.float32)


def whole(fields: Fields) -> dict[str, Any]:
    """All of tic-tac-toe from here: what each move comes to, and how many positions that takes."""
    record = running_line(fields)
    if record.game != TICTACTOE:
        raise Refusal(422, "only tic-tac-toe is small enough to be searched whole")
    engine = _native.textbook_engine(TICTACTOE, "zero", NO_NUMBERS, depth=9, pruning=False, seed=0)
    found = engine.choose(record.positions, SearchControl())
    moves = [
        {"move": m, "to": record.position.path(m)[1], "text": TICTACTOE.move_text(m),
         "value": (value > 0) - (value < 0)}
        for m, value, _ in found.moves
    ]  # fmt: skip
    counts = {
        name: _native.textbook_search(
            record.positions, "zero", NO_NUMBERS, SearchControl(), depth=9, pruning=name == "alphabeta"
        ).nodes
        for name in CODE
    }  # fmt: skip
    return {"moves": moves, "nodes": counts}


MEASURED = {"tictactoe": 6, "othello": 5, "gomoku-9": 3, "minishogi": 4}  # to so many plies


@cache
def saved(name: str) -> list[dict[str, Any]]:
    """Nodes of both searches by depth, from the start; they come to the same value."""
    of: Game = game(name)
    evaluation, numbers = evaluation_of(of, "auto", learned=False)
    rows = []
    for depth in range(1, MEASURED[name] + 1):
        both = [
            _native.textbook_search(
                [of.start()], evaluation, numbers, SearchControl(), depth=depth, pruning=pruning
            )
            for pruning in (False, True)
        ]
        rows.append({"depth": depth, "minimax": both[0].nodes, "alphabeta": both[1].nodes,
                     "cutoffs": both[1].cutoffs, "same": both[0].score == both[1].score})  # fmt: skip
    return rows


def measured(fields: Fields) -> dict[str, Any]:
    """What alpha-beta saves in one of the games."""
    return {"rows": saved(fields.one_of("game", tuple(MEASURED)))}


ANSWERS = {"tree": tree, "whole": whole, "measured": measured}
