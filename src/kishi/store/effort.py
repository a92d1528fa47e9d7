"""What thinking has cost: kept for each player of a pairing, summed over its games."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any

from ..core import Choice, Limit


@dataclass(frozen=True, slots=True)
class Effort:
    """Of some moves together. Of very quick players only some games are measured."""

    moves: int = 0
    seconds: float = 0.0  # by the clock
    cpu: float = 0.0  # seconds of CPU time
    nodes: int = 0
    depth: int = 0
    early: int = 0  # moves answered in less than half of the time they were given
    early_cpu: float = 0.0  # seconds of CPU time of those

    @classmethod
    def of_move(cls, choice: Choice, limit: Limit) -> Effort:
        """Of one move. An answer is early where nothing was left to think about: the only move, a proof."""
        cpu = choice.cpu or 0.0
        early = cpu < (limit.cpu or 0.0) / 2 or choice.seconds < (limit.seconds or 0.0) / 2
        spent = (choice.seconds, cpu, choice.nodes, choice.depth)
        return cls(1, *spent, early=int(early), early_cpu=cpu if early else 0.0)

    def __add__(self, other: Effort) -> Effort:
        return Effort(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    @property
    def seconds_a_move(self) -> float:
        return self.seconds / max(self.moves, 1)

    @property
    def cpu_a_move(self) -> float:
        return self.cpu / max(self.moves, 1)

    @property
    def cpu_a_full_move(self) -> float:
        """Of the moves that were not answered early."""
        return (self.cpu - self.early_cpu) / max(self.moves - self.early, 1)

    @property
    def nodes_a_second(self) -> float:
        """Of CPU time."""
        return self.nodes / self.cpu if self.cpu else 0.0

    @property
    def mean_depth(self) -> float:
        return self.depth / max(self.moves, 1)

    def as_dict(self) -> dict[str, Any]:
        """The means, for JSON; without a measured move there are none."""
        if not self.moves:
            return {"measured_moves": 0}
        return {
            "measured_moves": self.moves,
            "cpu_a_move": self.cpu_a_move,
            "early_moves": self.early,
            "cpu_a_full_move": self.cpu_a_full_move,
            "seconds_a_move": self.seconds_a_move,
            "nodes_a_cpu_second": self.nodes_a_second,
            "depth": self.mean_depth,
        }
