"""Othello on 6x6: does a network's player reach what perfect play reaches?

`python benchmarks/alphazero_perfect.py PLAYER [OPENINGS]`: from held-out openings of 4 to 8 random moves the
player meets the exact solver with both colours. Its result is compared with that of perfect play by both:
who wins, and by how many discs.
"""

import sys
from collections import Counter
from functools import cache

from kishi._native import SearchControl, solve
from kishi.core import Choice, Limit, Position, game
from kishi.players import make_player
from kishi.training.openings import held_out_openings

OF = game("othello-6")


@cache
def solved(position: str) -> tuple[int, int]:
    """The discs that the mover ends ahead with, empty squares going to the winner, and its move."""
    found = solve(OF.parse(position), SearchControl())
    assert found.complete
    return found.number, found.line[0]


def lead(end: Position, side: int) -> int:
    squares = end.picture()[0]
    discs = squares.count("X"), squares.count("O")
    ahead = discs[side] - discs[1 - side]
    empty = len(squares) - sum(discs)
    return ahead + empty * ((ahead > 0) - (ahead < 0))


def sign(x: int) -> int:
    return (x > 0) - (x < 0)


def main() -> None:
    name, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 50
    player = make_player(OF, name)
    tally = Counter[str]()
    for opening in held_out_openings(OF, count):
        line = opening.positions(OF)
        for side in (0, 1):
            record = opening.record(OF)
            perfect, _ = solved(str(line[-1]))
            perfect = perfect if line[-1].turn == side else -perfect
            while not record.over:
                here = record.position
                mine = here.turn == side
                answer = (
                    player.choose(record, Limit()) if mine else Choice(move=solved(str(here))[1])
                )
                assert isinstance(answer, Choice)
                record = record.play(answer)
            got = lead(record.position, side)
            at_stake = perfect >= 0  # what is lost cannot be lost again
            tally["games"] += 1
            tally["same result"] += sign(got) == sign(perfect)
            tally["same discs"] += got == perfect
            tally["at stake"] += at_stake
            tally["kept"] += at_stake and sign(got) == sign(perfect)
            assert got <= perfect, "better than perfect: the solver is wrong"
        print(dict(tally), flush=True)


if __name__ == "__main__":
    main()
