"""Othello endings of strong games, for measuring the solver: as many positions as asked, in OBF.

python benchmarks/othello_endings.py 60 endings.obf      # then: kishi solve endings.obf

One position of each game that `search` plays against itself at 20,000 nodes a move from a balanced
opening and two random moves; 20 to 26 empty squares in turn, and never two alike. The same seed makes
the same positions with the same build.
"""

import random
import sys
from pathlib import Path

import kishi
from kishi.arena.limits import parse_limit
from kishi.arena.openings import parse_openings

FEWEST, MOST = 20, 26


def endings(count: int, seed: int) -> list[str]:
    game = kishi.game("othello")
    chance = random.Random(seed)
    player = kishi.make_player(game, "search")
    limit = parse_limit("nodes=20000")
    found: list[str] = []
    for opening in parse_openings(game, "balanced", seed).of(range(4 * count)):
        wanted = FEWEST + len(found) % (MOST - FEWEST + 1)
        record = kishi.Record.new(game, opening.positions(game)[-1])
        for _ in range(2):
            record = record.play(chance.choice(record.position.legal_moves()))
        while not record.over and str(record.position).count("-") > wanted:
            record = record.play(player.choose(record, limit))
        if record.over or len(record.position.legal_moves()) < 2 or str(record.position) in found:
            continue
        found.append(str(record.position))
        if len(found) == count:
            break
    return found


if __name__ == "__main__":
    asked, name, *seeds = sys.argv[1:]
    lines = endings(int(asked), int(seeds[0]) if seeds else 1)
    Path(name).write_text("".join(f"{line};\n" for line in lines), encoding="utf-8")
