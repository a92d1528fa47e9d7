"""PUCT as plainly as it can be written, to compare the core's with."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from plain_network import FakeNet, planes_of

from kishi._native import Position, Verdict, judge
from kishi.core import Game

F = np.float32
C, UNTRIED, ZERO = F(1.5), F(0.2), F(0)


def is_dead(position: Position) -> bool:
    """Gomoku: no five cells in a line that one side could still fill."""
    size = position.game.shape[1]
    mine, theirs = planes_of(position)[:2].astype(bool)
    for row, col in np.ndindex(size, size):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if not (row + 4 * down < size and 0 <= col + 4 * right < size):
                continue
            five = [(row + i * down, col + i * right) for i in range(5)]
            if not any(mine[c] for c in five) or not any(theirs[c] for c in five):
                return False
    return True


@dataclass
class Edge:
    prior: np.float32
    visits: int = 0
    sum: np.float32 = ZERO
    child: "Node | None" = None
    proof: int | None = None
    end: np.float32 = ZERO  # what is proved is worth

    @property
    def mean(self) -> np.float32:
        return self.end if self.proof is not None else self.sum / F(self.visits)


@dataclass
class Node:
    value: np.float32
    edges: dict[int, Edge] = field(default_factory=dict)

    @property
    def proof(self) -> int | None:
        proofs = [e.proof for e in self.edges.values()]
        known = [p for p in proofs if p is not None]
        if 1 in known:
            return 1
        return max(known) if len(known) == len(proofs) else None

    @property
    def end(self) -> np.float32:
        return max(e.end for e in self.edges.values() if e.proof is not None)


class SlowPuct:
    """Single precision throughout, so that ties fall as they do in the core."""

    def __init__(self, of: Game, net: FakeNet, line: Sequence[Position], draw: float = 0.0) -> None:
        self.of, self.net, self.line = of, net, list(line)
        self.draw = draw  # what one is worth to the mover of the root
        self.root = self.node(self.line[-1])

    def node(self, position: Position) -> Node:
        policy, value, drawn = self.net.run(planes_of(position)[None])
        moves = position.legal_moves()
        logits = [policy[0, self.of.seen_move(m, position.turn)] for m in moves]
        highest = max(logits)
        shift = highest + F(np.log(sum(np.exp(float(x - highest)) for x in logits)))
        priors = [np.exp(F(x - shift)) for x in logits]
        worth = F(value[0] + F(drawn[0] * self.draw_for(position.turn)))
        return Node(worth, {m: Edge(p) for m, p in zip(moves, priors, strict=True)})

    def draw_for(self, side: int) -> np.float32:
        return F(self.draw if side == self.line[-1].turn else -self.draw)

    def search(self, simulations: int) -> None:
        for _ in range(simulations):
            if self.root.proof is not None:
                return
            self.simulate(self.root, list(self.line))

    def simulate(self, node: Node, line: list[Position]) -> np.float32:
        """One simulation; its value for the mover of the node."""
        move = self.pick(node)
        edge = node.edges[move]
        line.append(line[-1].play(move))
        if edge.proof is not None:
            value = edge.end
        elif edge.child is not None:
            value = -self.simulate(edge.child, line)
            reply = edge.child.proof
            if reply is not None:
                edge.proof, edge.end = -reply, -edge.child.end
        else:
            verdict = judge(line)
            if verdict is Verdict.RUNNING:
                edge.child = self.node(line[-1])
                value = -edge.child.value
            else:
                mine = Verdict.FIRST_WINS if line[-2].turn == 0 else Verdict.SECOND_WINS
                edge.proof = 0 if verdict is Verdict.DRAW else 1 if verdict is mine else -1
                edge.end = F(edge.proof or 0) or self.draw_for(line[-2].turn)
        if edge.proof is not None:
            value = edge.end
        edge.visits += 1
        edge.sum = F(edge.sum + value)
        return value

    def pick(self, node: Node) -> int:
        visits, total, seen = F(0), node.value, F(0)
        for e in node.edges.values():
            if e.visits:
                visits += F(e.visits)
                total = F(total + e.mean * F(e.visits))
                seen = F(seen + e.prior)
        untried = max(F(-1), F(total / (1 + visits) - UNTRIED * F(sqrt(seen))))
        best, highest = -1, F(-np.inf)
        for move, e in node.edges.items():
            width = F(F(C * e.prior) * F(sqrt(max(visits, F(1)))))
            mean = e.mean if e.visits or e.proof is not None else untried
            score = F(-1e6) if e.proof == -1 else F(mean + F(width / F(1 + e.visits)))
            if score > highest:
                best, highest = move, score
        return best

    def best(self) -> int:
        won = [m for m, e in self.root.edges.items() if e.proof == 1]
        if won:
            return won[0]
        open_ = {m: e for m, e in self.root.edges.items() if e.proof != -1} or self.root.edges
        total = sum(e.visits for e in open_.values())
        return max(
            open_,
            key=lambda m: (
                open_[m].visits / total + 1e-6 * float(open_[m].mean if open_[m].visits else 0)
            ),
        )
