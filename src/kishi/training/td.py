"""Temporal differences: pattern values for Othello from self-play.

The core plays and learns; here are the chunks between which the state is kept. Learning is one
thread's work, because each game changes what the next one is played with.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from .. import _native
from .._native import Learned
from ..arena.chance import key
from ..cluster import Threads
from ..core import Game, SearchControl, Weights
from ..errors import Stopped
from ..players.kind import option
from ..players.trained import TD_PATTERNS, judged_by
from .context import Step, TrainingContext, not_written_up
from .phase import Phase

GAMES_A_SECOND = 8_000
PRESET_SECONDS = {"minute": 50, "hour": 3_000, "evening": 13_000, "night": 30_000}
LEARN = "kishi.training.td:learn"


@dataclass(frozen=True, slots=True, kw_only=True)
class TdTrainer:
    """Temporal differences: values of 12 shapes of squares, learned by self-play."""

    method: ClassVar[str] = "td"
    families: ClassVar[tuple[str, ...]] = judged_by("td")
    length: ClassVar[str] = "games"

    games: int = option(400_000, "games in all", low=1, high=10**12)
    phases: int = option(3, "parts of the game with values of their own", low=1, high=60)
    learning_rate: float = option(
        0.3, "how far a value moves towards its target at first", low=0, high=4
    )
    last_learning_rate: float = option(0.02, "the same at the end", low=0, high=4)
    epsilon: float = option(0.1, "how often a move is a random one", low=0, high=1)
    trace: float = option(
        0.0, "0 learns from the next position, 1 from the result (lambda)", low=0, high=1
    )
    random_opponents: float = option(
        0.7, "share of games in which one side plays by a random value map", low=0, high=1
    )
    chunk: int = option(10_000, "games between two steps of the log", low=1, high=10**9)

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name == "faithful":
            raise not_written_up(cls.method)
        return {"games": PRESET_SECONDS[name] * GAMES_A_SECOND}

    def longer(self, length: int) -> Self:
        """Not the same as one that was so long from the beginning: its learning rate has fallen already."""
        return replace(self, games=length)

    def run(self, context: TrainingContext) -> Iterator[Step]:
        done, played = len(context.log()), context.games()
        steps = done - (played - self.games) // self.chunk
        numbers = self._numbers(context)
        for step in range(done, steps):
            games = min(self.games, played + self.chunk)
            task = Chunk(
                context.game, numbers, games - played, self._learning_rate(played),
                self._learning_rate(games), self.epsilon, self.trace, self.random_opponents,
                key("stretch", context.seed, step),  # not "chunk": a seed's result stays the same
            )  # fmt: skip
            context.phases.tell(Phase("learning", step + 1, steps))
            played = games
            ((_, learned),) = Threads(1).map(LEARN, [task])
            figures = {"error": learned.error, "first": learned.first_wins / learned.games}
            # Whole tables are large: they are kept for a curve at powers of two, and at the end.
            keep = step + 1 == steps or step + 1 & step == 0
            weights = (
                Weights(context.game.name, TD_PATTERNS, {"numbers": numbers.copy()})
                if keep
                else None
            )
            context.keep(step + 1, weights, {"games": games, **figures}, numbers.tobytes())
            yield Step(step + 1, f"step {step + 1} of {steps}", games, self.games, weights, figures)

    def _numbers(self, context: TrainingContext) -> NDArray[np.float32]:
        size = self.phases * _native.PATTERN_NUMBERS
        state = context.state()
        return np.frombuffer(state, np.float32).copy() if state else np.zeros(size, np.float32)

    def _learning_rate(self, games: int) -> float:
        first, last = self.learning_rate, self.last_learning_rate
        return first + (last - first) * games / self.games


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """Games of self-play that change the numbers in place."""

    game: Game
    numbers: NDArray[np.float32]
    games: int
    learning_rate: float
    last_learning_rate: float
    epsilon: float
    trace: float
    random_opponents: float
    seed: int


def learn(chunk: Chunk, control: SearchControl) -> Learned:
    learned = _native.learn_patterns(
        chunk.game,
        chunk.numbers,
        chunk.games,
        learning_rate=chunk.learning_rate,
        last_learning_rate=chunk.last_learning_rate,
        epsilon=chunk.epsilon,
        lambda_=chunk.trace,
        random_opponents=chunk.random_opponents,
        seed=chunk.seed,
        control=control,
    )
    if control.stopped:
        raise Stopped
    return learned
