"""What the lessons of the web app claim, measured with the very functions that their pages ask.

python benchmarks/lessons.py race 1 10        # PSO: corrected against as written, 1,500 games each
python benchmarks/lessons.py untrained 1 10   # what random maps score against the standard weights
python benchmarks/lessons.py ranking 1 10     # how well one game and 100 fair games rank maps
python benchmarks/lessons.py breed 1 10       # GA: are bred maps sensible, and how long does it take?
"""

import sys
import time

import numpy as np

from kishi.web.lessons import ga, pso
from kishi.web.reading import Fields


def race(seed: int) -> float:
    found = pso.race(Fields({"seed": seed}))
    score = float(found["met"]["score"])
    print(f"seed {seed}: {score:.3f}, {found['games']} and {found['written_games']} games")
    return float(score > 0.5)


def untrained(seed: int) -> float:
    mean = float(np.mean(pso.race(Fields({"seed": seed}))["untrained"]))
    print(f"seed {seed}: 20 random maps {mean:.3f}")
    return mean


def ranking(seed: int) -> float:
    found = pso.ranking(Fields({"seed": seed}))
    one, fair = found["one_correlation"], found["fair_correlation"]
    print(f"seed {seed}: one game {one:.2f}, {found['games']} fair games {fair:.2f}")
    return float(one)


def breed(seed: int) -> float:
    began, told = time.process_time(), []
    while True:
        found = ga.breed(Fields({"seed": seed, "told": told or None}))
        told.append(found["scores"])
        if len(told) == found["most"]:
            break
    corner, diagonal, *_ = genes = found["genes"]
    sensible = corner == max(genes) and diagonal < 0 and diagonal in sorted(genes)[:3]
    score, seconds = found["measured"]["score"], time.process_time() - began
    print(f"seed {seed}: {'sensible' if sensible else 'not sensible'}, corner {corner}, "
          f"diagonal {diagonal}, {score:.0%} against SWH, {seconds:.1f} CPU s")  # fmt: skip
    return float(sensible)


if __name__ == "__main__":
    ways = {"race": race, "untrained": untrained, "ranking": ranking, "breed": breed}
    name = sys.argv[1] if len(sys.argv) > 1 else "race"
    first, last = sys.argv[2:4] if len(sys.argv) > 3 else ("1", "10")
    results = [ways[name](seed) for seed in range(int(first), int(last) + 1)]
    print(f"{name}: mean {np.mean(results):.3f} of {len(results)}")
