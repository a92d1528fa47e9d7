"""How far the Othello solver's small searches are from exact scores: fitted, and checked.

python benchmarks/othello_probcut.py fit                 # the numbers of kProbCut, and what they leave over
python benchmarks/othello_probcut.py fit --write         # the same, into native/solve/othello_probcut.hpp
python benchmarks/othello_probcut.py check               # are the solver's numbers true? on other positions

After new weights: fit --write, build (`make install`), check. Positions come from games of the weights
with random departures, up to two random moves away, and are solved.
"""

import argparse
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import kishi
from kishi import _native
from kishi._native import SearchControl, Solution, solve
from kishi.players.search import ordering_weights

FLOATS = NDArray[np.float64]
Misses = Callable[[int, int], tuple[float, float]]  # by empty squares and depth
OTHELLO = kishi.game("othello")
HEADER = Path(__file__).parents[1] / "native/solve/othello_probcut.hpp"
WEIGHTS = ordering_weights(OTHELLO)
FEWEST, MOST = 12, 20  # empty squares of what is fitted to
DEPTHS = range(1, 9)
CHECKED = range(18, 23)  # of what whole passes are checked on


class Sample(NamedTuple):
    """Solved positions: empty squares, exact scores, and small searches by depth (from 0 on)."""

    empties: FLOATS
    exact: FLOATS
    searched: FLOATS  # [position, depth]


def positions(seed: int) -> Iterator[str]:
    """Positions of games with departures, each some random moves further, without end."""
    chance = random.Random(seed)
    none = np.zeros((0, 2), np.uint64)
    plan = _native.DiscGamesPlan(depth=3, solved=8, departures=4)
    while True:
        boards, _ = _native.play_disc_games(
            OTHELLO,
            WEIGHTS,
            none,
            seed=chance.getrandbits(63),
            games=20,
            plan=plan,
            threads=1,
            control=SearchControl(),
        )
        for mine, theirs in np.frombuffer(boards, np.uint64).reshape(-1, 2):
            position = OTHELLO.parse(text_of(int(mine), int(theirs)))
            for _ in range(chance.randrange(3)):
                moves = position.legal_moves()
                position = position.play(chance.choice(moves)) if moves else position
            if position.legal_moves() not in ([], [64]):
                yield str(position)


def text_of(mine: int, theirs: int) -> str:
    squares = ("X" if mine >> s & 1 else "O" if theirs >> s & 1 else "-" for s in range(64))
    return "".join(squares) + " X"


def drawn(empties: int, count: int, seed: int) -> list[str]:
    """So many different positions with so many empty squares."""
    found: dict[str, None] = {}
    for text in positions(seed):
        if text.count("-") == empties:
            found[text] = None
        if len(found) == count:
            break
    return list(found)


def solved(text: str) -> Solution:
    return solve(OTHELLO.parse(text), SearchControl(), weights=WEIGHTS)


def boards_of(texts: list[str]) -> NDArray[np.uint64]:
    """The mover's discs and the other side's."""

    def bits(text: str, disc: str) -> int:
        return sum(1 << s for s in range(64) if text[s] == disc)

    rows = [(bits(t, t[-1]), bits(t, "XO"[t[-1] == "X"])) for t in texts]
    return np.array(rows, np.uint64)


def sample(count: int, seed: int) -> Sample:
    texts = [t for e in range(FEWEST, MOST + 1) for t in drawn(e, count, seed + e)]
    boards = boards_of(texts)
    searched = np.zeros((len(texts), DEPTHS[-1] + 1), np.float32)
    for depth in range(DEPTHS[-1] + 1):
        column = np.zeros(len(texts), np.float32)
        _native.small_searches(OTHELLO, WEIGHTS, boards, column, depth=depth)
        searched[:, depth] = column
    return Sample(
        np.array([t.count("-") for t in texts], float),
        np.array([solved(t).number for t in texts], float),
        searched.astype(float),
    )


def fitted(s: Sample) -> FLOATS:
    """The numbers of ProbCutFit: the means by least squares, the deviation by greatest likelihood."""
    empties = np.tile(s.empties, len(DEPTHS))
    depth = np.repeat(np.array(DEPTHS, float), len(s.empties))
    miss = np.concatenate([s.exact - s.searched[:, d] for d in DEPTHS])
    odd, odd_depth = empties % 2, depth % 2
    ones = np.ones_like(miss)
    parities = np.stack([ones, odd, odd_depth, odd * odd_depth], 1)
    means = np.linalg.lstsq(parities, miss, rcond=None)[0]
    rest = miss - parities @ means
    linear = np.stack([ones, depth, empties], 1)
    logs = np.array([np.log(rest.std()), 0.0, 0.0])
    for _ in range(50):  # Newton's method, from a deviation that is the same everywhere
        square = rest**2 * np.exp(-2 * linear @ logs)
        logs -= np.linalg.solve((linear * 2 * square[:, None]).T @ linear, linear.T @ (1 - square))
    return np.concatenate([means, logs])


def by(numbers: FLOATS) -> Misses:
    """What `_native.small_search_miss` says once the solver has these numbers."""

    def miss(empties: int, depth: int) -> tuple[float, float]:
        odd, odd_depth = empties % 2, depth % 2
        mean = numbers[:4] @ (1, odd, odd_depth, odd * odd_depth)
        return float(mean), float(np.exp(numbers[4:] @ (1, depth, empties)))

    return miss


def show_residuals(s: Sample, miss_of: Misses) -> None:
    print("exact minus small search: mean and deviation as seen / as by the numbers")
    print("empty " + "".join(f"{f'depth {d}':>22}" for d in range(2, 8)))
    for empties in sorted(set(s.empties)):
        cells = []
        for depth in range(2, 8):
            miss = (s.exact - s.searched[:, depth])[s.empties == empties]
            mean, deviation = miss_of(int(empties), depth)
            cells.append(f"{miss.mean():+5.1f} {miss.std():4.1f} /{mean:+5.1f} {deviation:4.1f} ")
        print(f"{int(empties):>5} " + "".join(f"{c:>22}" for c in cells))


def show_margins(s: Sample, miss_of: Misses) -> None:
    """How many exact scores are within the margin of each pass, of all that the solver may ask."""
    for percent, deviations in _native.solver_passes():
        within = []
        for empties, exact, searched in zip(*s, strict=True):
            depth = (int(empties) - FEWEST) // 2 + 2
            mean, deviation = miss_of(int(empties), depth)
            within.append(abs(exact - searched[depth] - mean) <= deviations * deviation)
        print(
            f"@{percent}%: {np.mean(within):.1%} of {len(within)} exact scores are within the margin"
        )


def show_passes(count: int, seed: int) -> None:
    """How often whole passes have the exact score."""
    for empties in CHECKED:
        found = [solved(text) for text in drawn(empties, count, seed + empties)]
        told = []
        for number, (percent, _) in enumerate(_native.solver_passes()):
            off = np.array([abs(one.passes[number][1] - one.number) for one in found])
            told.append(
                f"@{percent}% exact {np.mean(off == 0):.0%}, within 2 {np.mean(off <= 2):.0%}"
            )
        print(f"{empties} empty, {count} positions: " + "; ".join(told), flush=True)


def written(numbers: FLOATS) -> None:
    values = ", ".join(f"{n:.4g}" for n in numbers)
    text = HEADER.read_text(encoding="utf-8")
    text, changed = re.subn(r"(kProbCut = )\{[^}]*\}", rf"\1{{{values}}}", text)
    assert changed == 1
    HEADER.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("fit", "check"))
    parser.add_argument(
        "--count", type=int, default=300, help="positions for each number of empty squares"
    )
    parser.add_argument(
        "--passes", type=int, default=50, help="positions on which whole passes are checked"
    )
    parser.add_argument("--seed", type=int, help="1 to fit, 1001 to check")
    parser.add_argument("--write", action="store_true", help="into the source of the solver")
    asked = parser.parse_args()
    seed = asked.seed or (1 if asked.what == "fit" else 1001)
    found = sample(asked.count, seed)
    numbers = fitted(found)
    if asked.what == "fit":
        print("kProbCut = {" + ", ".join(f"{n:.4g}" for n in numbers) + "}")
        if asked.write:
            written(numbers)
    miss_of = by(numbers) if asked.what == "fit" else _native.small_search_miss
    show_residuals(found, miss_of)
    show_margins(found, miss_of)
    if asked.what == "check":
        show_passes(asked.passes, seed)


if __name__ == "__main__":
    main()
