"""Value maps drawn as coloured boards."""

import numpy as np
from rich.text import Text

from ...core import Game, Weights, game
from ...games import Numbers, facts_of
from ...players.genomes import BY_NAME, numbers_of


def drawn_maps(weights: Weights) -> list[Text]:
    """The maps that these weights hold, or their numbers where a genome has no map."""
    genome = BY_NAME.get(weights.kind)
    if genome is None:
        return []
    of, numbers = game(weights.game), numbers_of(weights)
    if genome.maps is None:
        return [Text("  ".join(f"{n:.4g}" for n in numbers))]
    return [drawn_map(of, values) for values in genome.maps(of, numbers)]


def drawn_map(of: Game, values: Numbers) -> Text:
    """Red is bad, green is good, the largest number full."""
    size = of.shape[2]
    columns, rows = facts_of(of).labels(size, size)
    largest = max(float(np.abs(values).max()), 1e-9)
    text = Text("   " + "".join(f"{c:>6}" for c in columns) + "\n")
    for row in range(size):
        text.append(f"{rows[row]:>2} ")
        for value in values[row * size : (row + 1) * size]:
            text.append(f"{float(value):>z6.1f}", colour(float(value) / largest))
        text.append("\n")
    return text


def colour(share: float) -> str:
    """From red over grey to green."""
    strength = min(1.0, abs(share)) ** 0.6
    dark, light = int(60 * (1 - strength)) + 20, int(60 + 130 * strength)
    red, green = (light, dark) if share < 0 else (dark, light)
    return f"#ffffff on #{red:02x}{green:02x}28"
