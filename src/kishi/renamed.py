"""Names that kishi no longer uses, and what each is called now (None: it no longer exists).

An old name that somebody types is refused in one line that says the new one. What is kept in a store is
renamed by a migration (store/renaming.py), with the same meaning and the same values.
"""

from collections.abc import Mapping

Names = Mapping[str, str | None]

TRAINERS: Names = {"montecarlo": "valuenet"}

# Of each trainer, by today's name: flags of `kishi train`, and settings of runs.
SETTINGS: Mapping[str, Names] = {
    "td": {
        "rate": "learning_rate",
        "last_rate": "last_learning_rate",
        "strangers": "random_opponents",
        "stretch": "chunk",
    },
    "valuenet": {
        "rate": "learning_rate",
        "last_rate": "last_learning_rate",
        "passes": "sample_reuse",
    },
    "nnue": {"rate": "learning_rate"},
    "alphazero": {
        "rate": "learning_rate",
        "buffer": "replay_buffer",
        "reuse": "sample_reuse",
        "cheap": "fast_simulations",
        "press": "draw_contempt",
        "discs": None,
        "edge": None,
        "handicap": None,
        "rule": None,
        "spar": None,
    },
}

# Of each kind of player.
OPTIONS: Mapping[str, Names] = {
    "alphazero": {"edge": None},
    "greedy": {"placed": None},
    "lines": {"weights": "scores"},
}

# Flags of verbs: time, nodes and depth are one limit everywhere.
FLAGS: Mapping[str, Names] = {
    "analyze": {"seconds": "limit", "nodes": "limit", "depth": "limit"},
    "solve": {"seconds": "limit", "nodes": "limit"},
    "play": {"seconds": "limit"},
}

# Of groups of commands.
COMMANDS: Mapping[str, Names] = {"weights": {"int8": None}}


def now_called(old: str, new: str | None) -> str:
    """The line that refuses an old name."""
    return f"{old} is now called {new}" if new else f"{old} no longer exists"


def flag(name: str) -> str:
    """A setting as it is typed: learning_rate is --learning-rate."""
    return f"--{name.replace('_', '-')}"
