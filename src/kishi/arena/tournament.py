"""Many players: who meets whom, the crosstable, and ratings from it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any

from ..core import Identity, Spec, game
from ..errors import BadInput
from ..players import parse_spec
from ..store import Effort, Event, PackedGame, Result, Store
from .conduct import Conduct, loser
from .contest import Conditions, Pairing
from .limits import parse_limit
from .names import Names, shown
from .openings import parse_openings
from .rating import Ratings, Row, rate
from .statistics import Score

ANCHOR = "random"  # rated 0 wherever it plays


def pairings(players: Sequence[Spec], *, gauntlet: bool = False) -> list[Pairing]:
    """Everyone against everyone, or the first against all others.

    A pairing names its players in alphabetical order, so that it is the same pairing, with the same
    games, in whatever order somebody lists the players.
    """
    identities = [player.identity for player in players]
    doubled = next((p for p in players if identities.count(p.identity) > 1), None)
    if doubled is not None:
        raise BadInput(f"player '{doubled}' is listed twice")
    if len(players) < 2:
        raise BadInput("a tournament needs at least two players")
    return _meetings(players, gauntlet)


def _meetings(players: Sequence[Spec], gauntlet: bool) -> list[Pairing]:
    met = ((players[0], p) for p in players[1:]) if gauntlet else combinations(players, 2)
    return [Pairing(*sorted(pair, key=str)) for pair in met]


@dataclass(slots=True)
class Crosstable:
    """How often each player has beaten each other one, by who moved first.

    Players go by the names they are shown by, of which no two are alike.
    """

    names: Names
    _counts: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    conduct: Conduct[str] = field(default_factory=Conduct)

    def add(
        self, pairing: Pairing, games: Sequence[PackedGame], efforts: Sequence[Effort] = ()
    ) -> None:
        a, b = self.names[pairing.a.identity], self.names[pairing.b.identity]
        self._counts.update((b, a, g.verdict) if g.number & 1 else (a, b, g.verdict) for g in games)
        self.conduct.add((a, b), games, efforts)

    def add_results(self, results: Iterable[Result]) -> None:
        for a, b, number, verdict in results:
            first, second = (b, a) if number & 1 else (a, b)
            self._counts[self.names[first], self.names[second], verdict] += 1

    def add_stored(self, store: Store, event: Event) -> None:
        """All that the store has of an event."""
        self.add_results(store.results(event))
        for spent in store.spent(event):
            self.conduct.spent(self.names[(spent.a, spent.b)[spent.side]], spent.effort)
        for some in store.outside(event):
            player = (some.a, some.b)[loser(some.verdict, some.swapped)]
            self.conduct.ended(self.names[player], some.reason, some.games)

    @property
    def players(self) -> list[str]:
        return list(self.names.values())

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
        identities = {name: identity for identity, name in self.names.items()}
        return {
            "players": [
                {
                    "player": p,
                    **identities[p]._asdict(),
                    "rating": ratings.rating(p)._asdict() if ratings and p in rated else None,
                    "score": self.total(p).fraction,
                    "games": self.total(p).games,
                    "effort": self.conduct.effort(p).as_dict(),
                    "forfeits": self.conduct.counts(p),
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


def all_games(event: Event) -> int | None:
    """How many games a contest is over with; None where its settings do not say. Players without chance
    play none twice."""
    settings = event.settings
    if not settings.get("games"):
        return None
    of = game(event.game)
    openings = parse_openings(of, settings["openings"], settings["seed"])
    conditions = Conditions(of, parse_limit(settings["limit"]), openings, settings["seed"])
    players = [parse_spec(of, text) for text in settings["players"]]
    # One text may be two players here, of a name that has meant two: their weights are not looked up.
    met = _meetings(players, settings.get("gauntlet", False))
    return sum(conditions.games_of(pairing, settings["games"]) for pairing in met)


def stored_tables(
    store: Store, events: Sequence[Event], playing: Sequence[Identity] = ()
) -> list[Crosstable]:
    """The table of each event as the store has it; a player has one name in all of them.

    `playing` are those who are known to play, with games or without.
    """
    met = [store.players(event) for event in events]
    known = [*playing, *chain(*met)]
    entered = [_entered(event, there, known) for event, there in zip(events, met, strict=True)]
    names = shown([*playing, *chain(*entered)])
    tables = [Crosstable({p: names[p] for p in (*playing, *players)}) for players in entered]
    for table, event in zip(tables, events, strict=True):
        table.add_stored(store, event)
    return tables


def _entered(event: Event, met: list[Identity], known: list[Identity]) -> list[Identity]:
    """Who plays in an event, in the order of its settings: those who have, and those who are to."""
    in_order = [
        [p for p in met if is_listed_as(p, text)]
        or [p for p in known if is_listed_as(p, text)]
        or [Identity(text)]
        for text in event.settings.get("players", [])
    ]
    return list(dict.fromkeys([*chain(*in_order), *met]))


def is_listed_as(player: Identity, text: str) -> bool:
    """Do an event's settings mean this player: by its text, or with the id of its weights?"""
    plain, _, ids = text.rpartition("@")
    same = zip(player.weights.split("+"), ids.split("+"), strict=False)
    return player.text == text or (
        player.text == plain and all(whole.startswith(id) for whole, id in same)
    )
