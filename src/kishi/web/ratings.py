"""How strong players are, from the games in the store; nothing is ever stored as a rating."""

from typing import Any

from ..arena.league import league
from ..arena.tournament import ANCHOR
from ..core import game
from ..errors import BadInput
from ..store import Store


def of_game(name: str) -> dict[str, Any]:
    """Elo with its 95% interval of every player of this game whom games connect to `random`."""
    of = game(name)
    try:
        with Store.open() as store:
            found = league(store, of.name)
    except BadInput:  # nobody has played yet, which a page says in its own words
        return {"game": of.name, "anchor": ANCHOR, "players": []}
    return {"game": of.name, "anchor": ANCHOR, "players": found.as_list()}
