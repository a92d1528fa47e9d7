"""How fast matches between native players are, store included."""

import tempfile
from pathlib import Path

from ..arena import Conditions, Pairing, parse_openings
from ..arena.contest import Contest as Games
from ..cluster import Threads
from ..core import Limit, game
from ..players import parse_spec
from ..store import Store
from .contest import Comparison, Work

GAMES = 20_000


def contests() -> list[Comparison]:
    return [
        Comparison(
            name="match: greedy against greedy, random:8, all games stored",
            unit="games/s",
            ours=match_work("othello", "greedy", GAMES),
            least_rate=30_000,
        )
    ]


def match_work(name: str, player: str, games: int) -> Work:
    """A match on one thread, as `kishi match` plays it, in a store of its own."""
    of = game(name)
    spec = parse_spec(of, player)
    conditions = Conditions(of, Limit(), parse_openings(of, "random:8", 1), 1)

    def play() -> int:
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "x.db") as store:
            event = store.event("bench", "match", of.name, conditions.settings)
            contest = Games(conditions, [Pairing(spec, spec)], games, store, event)
            return sum(len(batch.games) for batch in contest.play(Threads(1)))

    return play
