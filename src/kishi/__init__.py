"""Make, train, play and measure board-game AIs: Othello, Gomoku and minishogi."""

from .arena import Referee, play_game
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
from .players import make_player, parse_spec

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
    "game",
    "games",
    "make_player",
    "parse_spec",
    "play_game",
    "random_games",
]
