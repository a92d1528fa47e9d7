"""What kishi remembers: games, players, weights and training runs, in one SQLite file."""

from .effort import Effort
from .packed import PackedGame, pack, unpack
from .store import STORE, Event, Result, Run, Store, StoredGame, Tally

__all__ = [
    "STORE",
    "Effort",
    "Event",
    "PackedGame",
    "Result",
    "Run",
    "Store",
    "StoredGame",
    "Tally",
    "pack",
    "unpack",
]
