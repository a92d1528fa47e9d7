"""How far Othello's weights are from the exact score 15 to 18 squares before the end, after one ply.

python benchmarks/othello_error.py positions 1000 near.txt      # once: 100 CPU seconds
python benchmarks/othello_error.py error near.txt patterns-othello patterns-mine td-othello

The positions are one of each game that `search:eval=td` plays against itself at 4,000 nodes a move from
a balanced opening and two random moves: weights of patterns have no part in them. Each stands in a line
with its exact score for the mover. The error is the root mean square, in discs, of the best that the
weights say after a move; `td` counts a value of 1 as so many discs as `kishi train othello patterns
--start` does.
"""

import random
import sys
from pathlib import Path

import numpy as np

import kishi
from kishi import _native
from kishi._native import DISC_POINTS, SearchControl
from kishi.arena.limits import parse_limit
from kishi.arena.openings import parse_openings
from kishi.players.genomes import numbers_of
from kishi.players.registry import weights_named
from kishi.players.trained import TD_PATTERNS
from kishi.training.patterns.positions import _board
from kishi.training.patterns.trainer import DISCS_OF_A_VALUE

FEWEST, MOST = 15, 18
GAME = kishi.game("othello")


def positions(count: int, seed: int = 1) -> list[str]:
    chance = random.Random(seed)
    player = kishi.make_player(GAME, "search:eval=td")
    limit = parse_limit("nodes=4000")
    openings = parse_openings(GAME, "balanced", seed)
    found: dict[str, str] = {}
    for opening in openings.of(range(4 * count)):
        wanted = FEWEST + len(found) % (MOST - FEWEST + 1)
        record = kishi.Record.new(GAME, opening.positions(GAME)[-1])
        for _ in range(2):
            record = record.play(chance.choice(record.position.legal_moves()))
        while not record.over and str(record.position).count("-") > wanted:
            record = record.play(player.choose(record, limit))
        here = record.position
        if record.over or here.legal_texts() == ["pass"] or str(here) in found:
            continue
        solved = _native.solve(here, SearchControl())
        found[str(here)] = f"{here}; {solved.number:.0f}"
        if len(found) == count:
            break
    return list(found.values())


def discs(name: str) -> np.ndarray:
    kept = weights_named(GAME, name)
    numbers = numbers_of(kept)
    if kept.kind == TD_PATTERNS:
        made = np.zeros(_native.disc_weights(), np.float32)
        _native.discs_of_values(GAME, numbers, made, DISCS_OF_A_VALUE)
        numbers = made
    return (numbers / DISC_POINTS).astype(np.float32)


class OnePly:
    """What comes after each move of many positions."""

    def __init__(self, lines: list[str]) -> None:
        boards, self.owner, self.sign, self.ended = [], [], [], []
        self.scores = np.array([float(line.split(";")[1]) for line in lines], np.float32)
        for i, line in enumerate(lines):
            here = GAME.parse(line.split(";")[0])
            for move in here.legal_moves():
                after = here.play(move)
                if not after.over and after.legal_texts() == ["pass"]:
                    after = after.play(after.legal_moves()[0])
                mine, theirs = _board(after)
                if after.over:
                    lead = mine.bit_count() - theirs.bit_count()
                    empty = 64 - mine.bit_count() - theirs.bit_count()
                    self.ended.append(
                        (len(boards), lead + (empty if lead > 0 else -empty if lead < 0 else 0))
                    )
                boards.append((mine, theirs))
                self.owner.append(i)
                self.sign.append(1 if after.turn == here.turn else -1)
        self.boards = np.array(boards, np.uint64)

    def errors(self, weights: np.ndarray) -> np.ndarray:
        said = np.zeros(len(self.boards), np.float32)
        _native.predict_discs(weights, self.boards, said)
        for at, score in self.ended:
            said[at] = score
        best = np.full(len(self.scores), -np.inf, np.float32)
        np.maximum.at(best, self.owner, np.clip(said, -64, 64) * np.array(self.sign, np.float32))
        return np.asarray(best - self.scores)


if __name__ == "__main__":
    verb, *rest = sys.argv[1:]
    if verb == "positions":
        Path(rest[1]).write_text("\n".join(positions(int(rest[0]))) + "\n", encoding="utf-8")
    else:
        near = OnePly(Path(rest[0]).read_text(encoding="utf-8").splitlines())
        for name in rest[1:]:
            errors = near.errors(discs(name))
            print(
                f"{name}: {np.sqrt((errors**2).mean()):.2f} discs, {errors.mean():+.2f} on average"
            )
