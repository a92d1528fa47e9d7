"""Genomes by name, and the weights that hold their numbers. A game's genomes are in its value."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import Game, Weights
from ..errors import BadInput, nearest, quoted
from ..games import GAMES, Genome, Numbers, facts_of

BY_NAME = {genome.name: genome for facts in GAMES for genome in facts.genomes}


def genome_for(game: Game, name: str = "auto") -> Genome:
    """The genome of this name; `auto` is the first for the game."""
    known = facts_of(game).genomes
    if name == "auto" and known:
        return known[0]
    found = next((g for g in known if g.name == name), None)
    if found is None:
        names = [g.name for g in known]
        listed = ", ".join(names) or "none"
        raise BadInput(
            f"{game.family} has no genome {quoted(name)}{nearest(name, names)} (it has {listed})"
        )
    return found


def weights_of(genome: Genome, game: Game, numbers: Numbers) -> Weights:
    return Weights(game.name, genome.name, {"numbers": numbers})


def numbers_of(weights: Weights) -> Numbers:
    array: NDArray[Any] = weights.arrays["numbers"]
    return np.ascontiguousarray(array, np.float32)
