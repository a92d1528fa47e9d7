"""Temporal differences: pattern values for Othello from self-play.

The core plays and learns; here are the chunks between which the state is kept. Learning is one
thread's work, because each game changes what the next one is played with.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .. import _native
from .._native import Learned
from ..arena.chance import key
from ..cluster import Threads
from ..core import Game, SearchControl, Weights
from ..errors import BadInput, Stopped
from ..players.kind import option
from ..players.trained import PATTERNS, judged_by
from .context import Step, TrainingContext

GAMES_A_SECOND = 8_000
PRESET_SECONDS = {"minute": 50, "hour": 3_000, "evening": 13_000, "night": 30_000}
LEARN = "kishi.training.td:learn"


@dataclass(frozen=True, slots=True, kw_only=True)
class TdTrainer:
    """Temporal differences: values of 12 shapes of squares, learned by self-play."""

    method: ClassVar[str] = "td"
    families: ClassVar[tuple[str, ...]] = judged_by(PATTERNS)

    games: int = option(400_000, "games in all", low=1, high=10**12)
    phases: int = option(3, "parts of the game with values of their own", low=1, high=60)
    rate: float = option(0.3, "how far a value moves towards its target at first", low=0, high=4)
    last_rate: float = option(0.02, "and at the end", low=0, high=4)
    epsilon: float = option(0.1, "how often a move is a random one", low=0, high=1)
    trace: float = option(
        0.0, "lambda: 0 learns from the next position, 1 from the result", low=0, high=1
    )
    strangers: float = option(
        0.7, "share of games in which one side plays by a random value map", low=0, high=1
    )
    stretch: int = option(10_000, "games between two steps of the log", low=1, high=10**9)

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name == "faithful":
            raise BadInput("no write-up trains by td: faithful is for pso and ga")
        return {"games": PRESET_SECONDS[name] * GAMES_A_SECOND}

    def run(self, context: TrainingContext) -> Iterator[Step]:
        steps = -(-self.games // self.stretch)
        done = len(context.log())
        numbers = self._numbers(context)
        for step in range(done, steps):
            games = min(self.games, (step + 1) * self.stretch)
            task = Chunk(
                context.game, numbers, games - step * self.stretch, self._rate(step * self.stretch),
                self._rate(games), self.epsilon, self.trace, self.strangers,
                key("stretch", context.seed, step),
            )  # fmt: skip
            ((_, learned),) = Threads(1).map(LEARN, [task])
            figures = {"error": learned.error, "first": learned.first_wins / learned.games}
            # Whole tables are large: they are kept for a curve at powers of two, and at the end.
            keep = step + 1 == steps or step + 1 & step == 0
            weights = (
                Weights(context.game.name, PATTERNS, {"numbers": numbers.copy()}) if keep else None
            )
            context.keep(step + 1, weights, {"games": games, **figures}, numbers.tobytes())
            yield Step(step + 1, f"step {step + 1} of {steps}", games, self.games, weights, figures)

    def _numbers(self, context: TrainingContext) -> NDArray[np.float32]:
        size = self.phases * _native.PATTERN_NUMBERS
        state = context.state()
        return np.frombuffer(state, np.float32).copy() if state else np.zeros(size, np.float32)

    def _rate(self, games: int) -> float:
        return self.rate + (self.last_rate - self.rate) * games / self.games


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """Games of self-play that change the numbers in place."""

    game: Game
    numbers: NDArray[np.float32]
    games: int
    rate: float
    last_rate: float
    epsilon: float
    trace: float
    strangers: float
    seed: int


def learn(chunk: Chunk, control: SearchControl) -> Learned:
    learned = _native.learn_patterns(
        chunk.game,
        chunk.numbers,
        chunk.games,
        rate=chunk.rate,
        last_rate=chunk.last_rate,
        epsilon=chunk.epsilon,
        lambda_=chunk.trace,
        strangers=chunk.strangers,
        seed=chunk.seed,
        control=control,
    )
    if control.stopped:
        raise Stopped
    return learned
