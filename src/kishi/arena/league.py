"""Ratings from every game ever stored. They are computed, never kept."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..core import Identity
from ..errors import BadInput
from ..store import Store
from .names import shown
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
    identities: dict[str, Identity]

    def as_list(self) -> list[dict[str, Any]]:
        """All who are rated, the strongest first, for JSON."""
        return [
            {
                "player": player,
                **self.identities[player]._asdict(),
                "games": self.games[player],
                **self.ratings.rating(player)._asdict(),
            }
            for player in self.ratings.players
        ]


def player_label(name: str, limit: str) -> str:
    """A player under a limit: the same method with more time is another player."""
    kind = re.split("[:@]", name)[0]
    return name if not limit or kind in WITHOUT_THOUGHT else f"{name} @ {limit}"


def league(store: Store, of: str) -> League:
    """The ratings of all who have played `of`, `random` being 0."""
    tallies = list(store.tallies(of))
    names = shown(player for tally in tallies for player in (tally.first, tally.second))
    rows, games, identities = [], Counter[str](), dict[str, Identity]()
    for tally in tallies:
        pair = (tally.first, tally.second)
        first, second = (player_label(names[player], tally.limit) for player in pair)
        if first == second:
            continue
        row = Row(first, second, tally.wins, tally.draws, tally.losses)
        rows.append(row)
        games.update({player: sum(row[2:]) for player in row[:2]})
        identities |= zip(row[:2], pair, strict=True)
    if ANCHOR not in games:
        raise BadInput(
            f"no stored game of {of} has '{ANCHOR}' in it, which is rated 0: play one, "
            f"such as `kishi match {of} {ANCHOR} level:1`"
        )
    return League(rate(rows, ANCHOR), games, identities)
