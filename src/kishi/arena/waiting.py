"""Players that wait for their next game, because to make them anew takes longer than a game may.

Only those that say so: programs of others, which are told when a new game begins. They wait in the
process that played the last one, until whoever holds the contest lets them go.
"""

import threading
from typing import Protocol, runtime_checkable

from ..core import Game, Player
from ..players import make_player

_WAITING: dict[tuple[str, str], list[Player]] = {}
_LOCK = threading.Lock()


@runtime_checkable
class Lasting(Protocol):
    """A player that may be able to play another game after this one."""

    @property
    def lasting(self) -> bool: ...


def seated(game: Game, spec: str, seed: int) -> Player:
    """The player of this text: one that waits, or a new one."""
    with _LOCK:
        waiting = _WAITING.get((game.name, spec))
        if waiting:
            return waiting.pop()
    return make_player(game, spec, seed)


def leave(game: Game, spec: str, player: Player) -> None:
    """The game is over: the player waits for the next if it can, else it is closed."""
    if isinstance(player, Lasting) and player.lasting:
        with _LOCK:
            _WAITING.setdefault((game.name, spec), []).append(player)
    else:
        player.close()


def send_home() -> None:
    """Close all that wait in this process."""
    with _LOCK:
        waiting = [player for players in _WAITING.values() for player in players]
        _WAITING.clear()
    for player in waiting:
        player.close()
