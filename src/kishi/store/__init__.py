"""What kishi remembers: games, players, weights and training runs, in one SQLite file."""

from .database import STORE
from .effort import Effort
from .packed import PackedGame, PackedGames, pack, unpack
from .rows import Event, Result, Run, StoredGame, Tally
from .store import Store

__all__ = [
    "STORE",
    "Effort",
    "Event",
    "PackedGame",
    "PackedGames",
    "Result",
    "Run",
    "Store",
    "StoredGame",
    "Tally",
    "pack",
    "unpack",
]
