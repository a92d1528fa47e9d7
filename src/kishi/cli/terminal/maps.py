"""Value maps drawn as coloured boards."""

import numpy as np
from rich.text import Text

from ... import _native
from ...core import Game, Weights, game
from ...games import Genome, Numbers, facts_of
from ...players.genomes import BY_NAME, numbers_of


def drawn_maps(weights: Weights) -> list[Text]:
    """The maps that these weights hold, or their numbers where a genome has no map."""
    genome = BY_NAME.get(weights.kind)
    if genome is None:
        return []
    of, numbers = game(weights.game), numbers_of(weights)
    if genome.maps is None:
        return named_numbers(genome, numbers)
    maps = [drawn_map(of, values) for values in genome.maps(of, numbers)]
    if len(maps) == 1:
        return maps
    move = _native.table_switch(of, numbers)
    titles = (f"opening table, before move {move}", f"endgame table, from move {move} on")
    switch = Text(f"switch: {numbers[-1]:.4g}, so at move {move} of 60")
    return [*(Text(f"{t}\n") + m for t, m in zip(titles, maps, strict=True)), switch]


def named_numbers(genome: Genome, numbers: Numbers) -> list[Text]:
    """A line for each group: its name, and each number under its own."""
    groups: dict[str, list[tuple[str, float]]] = {}
    for (group, name), number in zip(genome.names, numbers, strict=True):
        groups.setdefault(group, []).append((name, float(number)))
    return [
        Text(f"{group:<8}" + "".join(f"{name:>4} {number:<9.4g}" for name, number in row).rstrip())
        for group, row in groups.items()
    ]


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
