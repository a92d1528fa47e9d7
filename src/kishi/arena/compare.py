"""Which of two players is stronger? Games are counted until a test has decided, or there are no more.

Every comparison by SPRT is this one, whoever plays the games: a contest of the store (`kishi match`), or
two engines whose games nobody keeps (training).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .._native import Engine, SearchControl, play_fixtures
from ..core import Game
from .contest import MOST_PLIES
from .match import MatchResult, Standing
from .openings import Opening
from .sprt import Decision, Sprt, expected_games

PAIRS_AT_ONCE = 20  # of engines: the test looks at them one by one all the same


class PlayedBatch(NamedTuple):
    """Games just played. In those with an odd number the second-named player moved first."""

    numbers: Sequence[int]
    verdicts: Sequence[int]


@dataclass(slots=True)
class HeadToHead:
    """Two players in so many games at most, and the test that may end it earlier."""

    games: int
    sprt: Sprt | None = None
    standing: Standing = field(init=False)

    def __post_init__(self) -> None:
        self.standing = Standing(self.games)

    def add(self, played: PlayedBatch) -> None:
        self.standing.add(played.numbers, played.verdicts)

    def until_decided(self, batches: Iterator[PlayedBatch]) -> Iterator[PlayedBatch]:
        """Count one batch after the other; where the test has decided, none is asked for any more."""
        while not self.decided and (batch := next(batches, None)) is not None:
            self.add(batch)
            yield batch

    @property
    def decided(self) -> bool:
        test = self.standing.test(self.sprt) if self.sprt else None
        return test is not None and test.decision is not Decision.RUNNING

    @property
    def left(self) -> float:
        """Games to come, as far as can be foreseen."""
        left = float(self.games - self.standing.games)
        if self.sprt and self.standing.pairs.games:
            left = min(left, expected_games(self.sprt, self.standing.pairs))
        return left

    def result(self, a: str, b: str) -> MatchResult:
        return MatchResult.of(a, b, self.standing, self.sprt)


def engine_games(
    of: Game,
    a: Engine,
    b: Engine,
    openings: Sequence[Opening],
    control: SearchControl,
    *,
    begun: int,
    nodes: int,
    threads: int,
) -> Iterator[PlayedBatch]:
    """Two games from each opening, each side once, but for the first `begun` games of all; none more once
    `control` is stopped."""
    for at in range(begun // 2, len(openings), PAIRS_AT_ONCE):
        numbers = range(2 * at, 2 * min(at + PAIRS_AT_ONCE, len(openings)))
        fixtures = [(openings[n // 2].positions(of), n & 1 == 1, 0) for n in numbers]
        games = play_fixtures(
            a, b, fixtures, nodes=nodes, most_plies=MOST_PLIES, threads=threads, control=control
        )
        if control.stopped:
            return
        yield PlayedBatch(numbers, [g.verdict.value for g in games])
