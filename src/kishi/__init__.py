"""Make, train, play and measure board-game AIs: Othello, Gomoku and minishogi."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .core import (
    Choice,
    End,
    Game,
    Limit,
    Player,
    Position,
    Record,
    Resign,
    SearchControl,
    SimplePlayer,
    Spec,
    TakeBack,
    Tally,
    Verdict,
    Weights,
    game,
    games,
    random_games,
)
from .drawing import show_in_notebooks
from .errors import BadInput, PlayerFailed

if TYPE_CHECKING:
    from .arena import Referee, play_game
    from .calls import analyse, match, train
    from .players import make_player, parse_spec, save_weights

__version__ = "0.1.0"

show_in_notebooks()

__all__ = [
    "BadInput",
    "Choice",
    "End",
    "Game",
    "Limit",
    "Player",
    "PlayerFailed",
    "Position",
    "Record",
    "Referee",
    "Resign",
    "SearchControl",
    "SimplePlayer",
    "Spec",
    "TakeBack",
    "Tally",
    "Verdict",
    "Weights",
    "analyse",
    "game",
    "games",
    "make_player",
    "match",
    "parse_spec",
    "play_game",
    "random_games",
    "save_weights",
    "train",
]

# Who plays and who referees needs SQLite, protocols and much else: a tenth of a second, for whoever asks
# for it.
_WHEN_ASKED = {
    "Referee": "arena",
    "analyse": "calls",
    "make_player": "players",
    "match": "calls",
    "parse_spec": "players",
    "play_game": "arena",
    "save_weights": "players",
    "train": "calls",
}


def __getattr__(name: str) -> Any:
    if name not in _WHEN_ASKED:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    found = getattr(import_module(f".{_WHEN_ASKED[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
