"""Many players: who meets whom, the crosstable, and ratings from it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from ..core import Spec
from ..errors import BadInput
from ..store import PackedGame, Result
from .contest import Pairing
from .rating import Ratings, Row, rate
from .statistics import Score

ANCHOR = "random"  # rated 0 wherever it plays


def pairings(players: Sequence[Spec], *, gauntlet: bool = False) -> list[Pairing]:
    """Everyone against everyone, or the first against all others.

    A pairing names its players in alphabetical order, so that it is the same pairing, with the same
    games, in whatever order somebody lists the players.
    """
    texts = [str(player) for player in players]
    doubled = next((t for t in texts if texts.count(t) > 1), None)
    if doubled is not None:
        raise BadInput(f"player '{doubled}' is listed twice")
    if len(players) < 2:
        raise BadInput("a tournament needs at least two players")
    met = ((players[0], p) for p in players[1:]) if gauntlet else combinations(players, 2)
    return [Pairing(*sorted(pair, key=str)) for pair in met]


@dataclass(slots=True)
class Crosstable:
    """How often each player has beaten each other one, by who moved first."""

    players: Sequence[str]
    _counts: Counter[tuple[str, str, int]] = field(default_factory=Counter)

    def add(self, pairing: Pairing, games: Iterable[PackedGame]) -> None:
        a, b = str(pairing.a), str(pairing.b)
        self._counts.update((b, a, g.verdict) if g.number & 1 else (a, b, g.verdict) for g in games)

    def add_results(self, results: Iterable[Result]) -> None:
        self._counts.update(
            (r.b, r.a, r.verdict) if r.number & 1 else (r.a, r.b, r.verdict) for r in results
        )

    @property
    def games(self) -> int:
        return self._counts.total()

    def score(self, player: str, other: str) -> Score:
        """The player's results against the other one, from both sides."""
        first = [self._counts[player, other, verdict] for verdict in (1, 3, 2)]
        second = [self._counts[other, player, verdict] for verdict in (2, 3, 1)]
        return Score(*first) + Score(*second)

    def total(self, player: str) -> Score:
        return sum((self.score(player, p) for p in self.players if p != player), Score())

    def rows(self) -> list[Row]:
        met = sorted({(first, second) for first, second, _ in self._counts})
        return [Row(f, s, *(self._counts[f, s, v] for v in (1, 3, 2))) for f, s in met if f != s]

    def ratings(self) -> Ratings | None:
        """Relative to `random`, or else to the first player; None before there are games."""
        rows = self.rows()
        playing = {row.first for row in rows} | {row.second for row in rows}
        anchor = ANCHOR if ANCHOR in self.players else self.players[0]
        return rate(rows, anchor) if anchor in playing else None

    def ranking(self, ratings: Ratings | None) -> list[str]:
        """The strongest first; those without a rating by their score."""
        rated = list(ratings.players) if ratings else []
        rest = [p for p in self.players if p not in rated]
        return rated + sorted(rest, key=lambda p: (-self.total(p).fraction, p))

    def as_dict(self) -> dict[str, Any]:
        """All of it for JSON."""
        ratings = self.ratings()
        ranking = self.ranking(ratings)
        rated = ratings.players if ratings else ()
        return {
            "players": [
                {
                    "player": p,
                    "rating": ratings.rating(p)._asdict() if ratings and p in rated else None,
                    "score": self.total(p).fraction,
                    "games": self.total(p).games,
                    "against": {
                        other: list(self.score(p, other).counts[::-1])
                        for other in ranking
                        if self.score(p, other).games and other != p
                    },
                }
                for p in ranking
            ],
            "first_move_elo": ratings.advantage._asdict() if ratings else None,
            "draw_rate": ratings.draw_rate._asdict() if ratings else None,
        }
