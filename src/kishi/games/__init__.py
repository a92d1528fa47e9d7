"""The games as Python knows them: one frozen value a family, one file a value.

The rules are in `native/games/`; everything else that depends on the game is asked of its value here.
"""

from collections.abc import Callable

from .._native import Game
from .facts import (
    BoardStyle,
    Evaluation,
    GameFacts,
    OpeningPlies,
    Reason,
    Rule,
    TrainingFacts,
    side_of,
)
from .genome import Genome, Numbers, whole_map
from .gomoku import GOMOKU
from .minishogi import MINISHOGI
from .othello import OTHELLO
from .tictactoe import TICTACTOE

__all__ = [
    "ALIASES",
    "GAMES",
    "BoardStyle",
    "Evaluation",
    "GameFacts",
    "Genome",
    "Numbers",
    "OpeningPlies",
    "Reason",
    "Rule",
    "TrainingFacts",
    "facts_of",
    "families",
    "names",
    "rule_of",
    "side_of",
    "whole_map",
]

# THE list of games. A new one is a file in this folder and its value here; faces show them in this order.
GAMES: tuple[GameFacts, ...] = (OTHELLO, GOMOKU, MINISHOGI, TICTACTOE)

ALIASES = {alias: name for facts in GAMES for alias, name in facts.aliases.items()}
_BY_FAMILY = {facts.family: facts for facts in GAMES}


def facts_of(game: Game) -> GameFacts:
    """All that Python knows of this game's family."""
    return _BY_FAMILY[game.family]


def rule_of(game: Game) -> Rule:
    """The rule that this game of its family is played by."""
    rules = facts_of(game).rules
    return next((rule for rule in rules if rule.name in game.name.split("-")), rules[0])


def families(having: Callable[[GameFacts], object] = bool) -> tuple[str, ...]:
    """The families of games that have something, or of all games."""
    return tuple(facts.family for facts in GAMES if having(facts))


def names(having: Callable[[GameFacts], object]) -> str:
    """What those are called, for a sentence: `Othello and Gomoku`."""
    return " and ".join(facts.name for facts in GAMES if having(facts))
