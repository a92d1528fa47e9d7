"""Two players, many games: how the match stands, and what that says about them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .sprt import Decision, Sprt, SprtState
from .statistics import (
    Estimate,
    Pairs,
    Results,
    Score,
    elo,
    normalised_elo,
    score_estimate,
    superiority,
)

# a's points in halves, by who moves first (a, b) and verdict (-, first wins, second wins, draw).
HALVES = np.array([[-1, 2, 0, 1], [-1, 0, 2, 1]], np.int8)
UNPLAYED = -1


class Standing:
    """The results of a match of `games` games, as far as it has got; a is the player in view."""

    def __init__(self, games: int) -> None:
        self._halves: NDArray[np.int8] = np.full(games + (games & 1), UNPLAYED, np.int8)
        self._top = 0  # no pair from here on has a game
        self._in_order = 0  # pairs from the first on that the test has seen
        self._counts: NDArray[np.int64] = np.zeros(5, np.int64)  # of those pairs
        self._decided: SprtState | None = None

    def add(self, numbers: Iterable[int], verdicts: Iterable[int]) -> None:
        """Count games; numbers beyond the match are left out."""
        at = np.fromiter(numbers, np.int64)
        told = np.fromiter(verdicts, np.int64)
        inside = at < len(self._halves)
        at, told = at[inside], told[inside]
        self._halves[at] = HALVES[at & 1, told]
        self._top = max(self._top, int(at.max(initial=-2)) // 2 + 1)

    @property
    def games(self) -> int:
        return int((self._seen() != UNPLAYED).sum())

    @property
    def score(self) -> Score:
        """Of all the games."""
        losses, draws, wins = (int((self._seen() == halves).sum()) for halves in (0, 1, 2))
        return Score(wins, draws, losses)

    @property
    def pairs(self) -> Pairs:
        """Of the pairs of which both games are played."""
        counts = np.bincount(self._pair_halves(self._seen()), minlength=5)
        return Pairs(tuple(int(n) for n in counts))

    @property
    def evidence(self) -> Results:
        """Pairs, once there are any."""
        return self.pairs if self.pairs.games else self.score

    def test(self, sprt: Sprt) -> SprtState:
        """Where the test stands. Pairs count in their order, whichever was played first: else quick
        games would be heard before slow ones, and the outcome would depend on the machine. Once it
        is decided, nothing after the deciding pair counts any more."""
        if self._decided:
            return self._decided
        both = self._halves.reshape(-1, 2)[self._in_order : self._top]
        gaps = np.flatnonzero((both == UNPLAYED).any(axis=1))
        new = both[: gaps[0]] if len(gaps) else both
        if len(new):
            self._look(sprt, np.eye(5, dtype=np.int64)[new.sum(axis=1)].cumsum(axis=0))
        state = sprt.state(Pairs(tuple(int(n) for n in self._counts)))
        if state.decision is not Decision.RUNNING:
            self._decided = state
        return state

    def _look(self, sprt: Sprt, running: NDArray[np.int64]) -> None:
        """Go through new pairs up to the one that decides."""
        totals = self._counts + running
        ratios = sprt.llr(totals.astype(np.float64))
        out = np.flatnonzero((ratios >= sprt.upper) | (ratios <= sprt.lower))
        last = int(out[0]) if len(out) else len(totals) - 1
        self._counts = totals[last]
        self._in_order += last + 1

    def _seen(self) -> NDArray[np.int8]:
        return self._halves[: 2 * (self._in_order if self._decided else self._top)]

    @staticmethod
    def _pair_halves(halves: NDArray[np.int8]) -> NDArray[np.int64]:
        both = halves.astype(np.int64).reshape(-1, 2)
        complete = both[(both != UNPLAYED).all(axis=1)]
        halves_of_pair: NDArray[np.int64] = complete[:, 0] + complete[:, 1]
        return halves_of_pair


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match says, at its end or on the way."""

    a: str
    b: str
    score: Score
    pairs: Pairs
    fraction: Estimate
    elo: Estimate
    normalised_elo: Estimate
    superiority: float
    test: SprtState | None

    @classmethod
    def of(cls, a: str, b: str, standing: Standing, sprt: Sprt | None) -> "MatchResult":
        test = standing.test(sprt) if sprt else None
        evidence = standing.evidence
        return cls(
            a=a,
            b=b,
            score=standing.score,
            pairs=standing.pairs,
            fraction=score_estimate(evidence),
            elo=elo(evidence),
            normalised_elo=normalised_elo(evidence),
            superiority=superiority(evidence),
            test=test,
        )

    @property
    def line(self) -> str:
        """SCORE A B: W D L score elo low high"""
        wins, draws, losses = self.score.wins, self.score.draws, self.score.losses
        numbers = (f"{self.fraction.value:.4f}", *(f"{x:.1f}" for x in self.elo))
        return f"SCORE {self.a} {self.b}: {wins} {draws} {losses} {' '.join(numbers)}"

    @property
    def summary(self) -> str:
        """+W =D -L, score and Elo."""
        score, (elo, low, high) = self.score, self.elo
        said = f"+{score.wins} ={score.draws} -{score.losses}, {self.fraction.value:.1%}"
        return f"{said}, Elo {elo:+.1f} ({low:+.1f} to {high:+.1f})"

    def as_dict(self) -> dict[str, Any]:
        """All of it for JSON; infinite numbers, which JSON lacks, are null."""
        data: dict[str, Any] = {
            "a": self.a,
            "b": self.b,
            "games": self.score.games,
            "wins": self.score.wins,
            "draws": self.score.draws,
            "losses": self.score.losses,
            "pentanomial": list(self.pairs.counts),
            "score": _numbers(self.fraction),
            "elo": _numbers(self.elo),
            "normalised_elo": _numbers(self.normalised_elo),
            "los": self.superiority,
        }
        if self.test:
            data["sprt"] = {
                "llr": self.test.llr,
                "lower": self.test.lower,
                "upper": self.test.upper,
                "decision": self.test.decision.value,
            }
        return data


def _numbers(estimate: Estimate) -> dict[str, float | None]:
    return {
        name: value if np.isfinite(value) else None for name, value in estimate._asdict().items()
    }
