"""Where a game's actions and symmetries lie on its board, derived from the game's own moves.

A network says one number for each pair of a plane and a square; a move is the square it ends on, in the
plane of how one gets there: put a piece there, drop that kind, come from two squares below, and so on.
What has no square (Othello's pass) is *loose*.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core import Game


class Actions(NamedTuple):
    """Where each action is read: `where[action]` < planes * squares, or after them the loose ones."""

    planes: int
    loose: int
    where: NDArray[np.int64]
    slots: int  # of the board's planes and the loose ones together

    @property
    def in_order(self) -> bool:
        """The board and then the loose ones are the actions as they are: nothing is to be gathered."""
        return len(self.where) == self.slots and bool((self.where == np.arange(self.slots)).all())


def actions_of(game: Game) -> Actions:
    _, rows, cols = game.shape
    squares = rows * cols
    planes, met, loose = dict[tuple[int, ...], int](), dict[tuple[int, int], int](), 0
    found: list[tuple[int, int]] = []  # plane and square, plane -1 for the loose ones
    for move in range(game.moves):
        start, to = game.path(move)
        if to < 0:
            found.append((-1, loose))
            loose += 1
            continue
        again = met[start, to] = met.get((start, to), -1) + 1  # a promotion goes the same way twice
        way: tuple[int, ...] = (start, again)
        if 0 <= start < squares:
            way = (to // cols - start // cols, to % cols - start % cols, again)
        found.append((planes.setdefault(way, len(planes)), to))
    where = [
        plane * squares + square if plane >= 0 else len(planes) * squares + square
        for plane, square in found
    ]
    slots = len(planes) * squares + loose
    return Actions(len(planes), loose, np.array(where, np.int64), slots)
