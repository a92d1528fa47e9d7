"""Players that think in the native core."""

import time

from .._native import Engine, SearchControl
from ..core import Choice, Limit, Record
from .thinking import choice_of


class NativePlayer:
    """A engine of the core behind the Player protocol."""

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self.engine = engine

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Choice:
        began = time.perf_counter()
        clock = limit.clocks[record.position.turn] if limit.clocks else 0.0
        found = self.engine.choose(
            record.positions,
            control or SearchControl(),
            seconds=limit.seconds or 0.0,
            nodes=limit.nodes or 0,
            depth=limit.depth or 0,
            clock=clock,
            increment=limit.increment,
            cpu=limit.cpu or 0.0,
        )
        return choice_of(found, time.perf_counter() - began)

    def prepare(self, control: SearchControl | None = None) -> None:
        """Get the memory of its table now, not in its first search."""
        self.engine.prepare()

    def close(self) -> None:
        """Nothing to let go of."""
