"""Players that think in the native core."""

import time
from typing import Protocol, runtime_checkable

from .._native import Engine, SearchControl, SearchResult
from ..core import Choice, Limit, Record


@runtime_checkable
class ThinkingAloud(Protocol):
    """A player whose search can be watched and stopped from another thread."""

    thought: SearchControl


class NativePlayer:
    """A engine of the core behind the Player protocol."""

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self.engine = engine
        self.thought = SearchControl()  # of the search under way, or of the last one

    def choose(self, record: Record, limit: Limit) -> Choice:
        began = time.perf_counter()
        self.thought = thought = SearchControl()
        clock = limit.clocks[record.position.turn] if limit.clocks else 0.0
        found = self.engine.choose(
            record.positions,
            thought,
            seconds=limit.seconds or 0.0,
            nodes=limit.nodes or 0,
            depth=limit.depth or 0,
            clock=clock,
            increment=limit.increment,
        )
        return choice_of(found, time.perf_counter() - began)

    def stop(self) -> None:
        """End the search under way, from another thread; `choose` then answers what it has."""
        self.thought.stop()

    def close(self) -> None:
        self.stop()


def choice_of(found: SearchResult, seconds: float) -> Choice:
    """The core's answer as a Choice."""
    return Choice(
        move=found.move,
        value=found.value,
        points=found.points,
        exact=found.exact,
        visits={m: v for m, _, v in found.moves if v} or None,
        values={m: value for m, value, _ in found.moves} or None,
        priors=dict(found.priors) or None,
        line=tuple(found.line),
        depth=found.depth,
        nodes=found.nodes,
        seconds=seconds,
    )
