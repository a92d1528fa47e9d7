"""The openings that training plays from, and those it never sees.

Whether an opening is held out is a property of its last position, alike for all its mirror images: a
half of all positions, whatever the seed. Training draws from the others, measuring from these.
"""

from functools import lru_cache

from ..arena.chance import key, stream
from ..arena.openings import Opening, RandomOpenings, balanced
from ..core import Game
from ..games import facts_of

HELD_OUT_SHARE = 2  # one of so many


def held_out(game: Game, opening: Opening) -> bool:
    """Is this opening one that training never plays?"""
    last = opening.positions(game)[-1]
    looks = min(str(last.turned(s)) for s in range(game.symmetries))
    return key("held out", game.name, looks) % HELD_OUT_SHARE == 0


def training_openings(
    game: Game, count: int, seed: int, plies: tuple[int, int] | None = None
) -> list[Opening]:
    """So many, all different; from so many to so many random moves, where they are random."""
    return _drawn(game, count, seed, plies, for_training=True)


def strange_openings(game: Game, count: int, seed: int) -> list[Opening]:
    """Random moves, from a few to many: somebody has usually blundered, which is to be punished."""
    base, found, number = key("strange openings", seed), list[Opening](), 0
    while len(found) < count:
        opening = _random(game, base, number, facts_of(game).openings.strange)
        number += 1
        if not held_out(game, opening):
            found.append(opening)
    return found


@lru_cache(maxsize=8)
def held_out_openings(game: Game, count: int) -> tuple[Opening, ...]:
    """Always the same ones, all different."""
    return tuple(_drawn(game, count, 0, None, for_training=False))


def _drawn(
    game: Game, count: int, seed: int, plies: tuple[int, int] | None, *, for_training: bool
) -> list[Opening]:
    base = key("openings for training" if for_training else "held-out openings", seed)
    found: list[Opening] = []
    seen: set[str] = set()
    number, usual = 0, facts_of(game).openings.training
    while len(found) < count:
        opening = (
            _balanced(game, base, number)
            if usual is None
            else _random(game, base, number, plies or usual)
        )
        number += 1
        last = str(opening.positions(game)[-1])
        # Small boards have few openings; there the same one may come again.
        again = last in seen and number < 50 * count
        if not again and held_out(game, opening) != for_training:
            seen.add(last)
            found.append(opening)
    return found


def _random(game: Game, base: int, number: int, between: tuple[int, int]) -> Opening:
    fewest, most = between
    plies = fewest + (int(stream(base, [number])[0]) >> 32) % (most - fewest + 1)
    return RandomOpenings(game, plies, base).of([number])[0]


def _balanced(game: Game, base: int, number: int) -> Opening:
    """From the list of balanced openings, seen from any side: random stones decide too many games."""
    listed = _listed(game)
    if not listed:
        return RandomOpenings(game, facts_of(game).openings.match, base).of([number])[0]
    draw = int(stream(base, [number])[0]) >> 16
    moves = listed[draw // 8 % len(listed)].moves
    turned = tuple(game.turned_move(m, draw % game.symmetries) for m in moves)
    return Opening(None, turned)


@lru_cache(maxsize=8)
def _listed(game: Game) -> tuple[Opening, ...]:
    return tuple(o for o in balanced(game) or () if o.start is None)
