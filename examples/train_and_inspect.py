"""Evolve a value map for Othello, look at it, and see what it is worth."""

import kishi

made = kishi.train("othello", "pso", games=100_000, seed=1)
for name, array in made.weights.arrays.items():
    print(name, array.round(1).tolist())
print(kishi.match(made.player, "greedy", game="othello", games=100).line)
