"""Ratings from every game ever stored. They are computed, never kept."""

from dataclasses import dataclass

from ..errors import BadInput
from ..store import Store
from .rating import Ratings, Row, rate
from .tournament import ANCHOR

# Kinds that look one move ahead or not at all: whatever the limit, they are the same player.
WITHOUT_THOUGHT = (
    "random", "first", "greedy", "table", "lines", "td", "pso", "ga", "cmaes", "hillclimb",
    "valuenet",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class League:
    """Everyone who has played a game, rated as far as games connect them to `random`."""

    ratings: Ratings
    games: dict[str, int]  # of each player


def player_label(spec: str, limit: str) -> str:
    """A player under a limit: the same method with more time is another player."""
    kind = spec.partition(":")[0]
    return spec if not limit or kind in WITHOUT_THOUGHT else f"{spec} @ {limit}"


def league(store: Store, of: str) -> League:
    """The ratings of all who have played `of`, `random` being 0."""
    rows, games = [], dict[str, int]()
    for tally in store.tallies(of):
        first, second = (player_label(p, tally.limit) for p in (tally.first, tally.second))
        if first == second:
            continue
        rows.append(Row(first, second, tally.wins, tally.draws, tally.losses))
        for player in (first, second):
            games[player] = games.get(player, 0) + tally.wins + tally.draws + tally.losses
    if ANCHOR not in games:
        raise BadInput(
            f"no stored game of {of} has '{ANCHOR}' in it, which is rated 0: play one, "
            f"such as `kishi match {of} {ANCHOR} level:1`"
        )
    return League(rate(rows, ANCHOR), games)
