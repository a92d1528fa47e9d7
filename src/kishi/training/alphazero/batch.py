"""What a board network is given to learn from, as plain arrays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class TrainingBatch(NamedTuple):
    """Positions and what is to be said of them, all as the mover sees it."""

    planes: Floats  # [n, planes, rows, cols]
    policy: Floats  # [n, actions]: shares of the legal moves, which add up to 1; -1 for the others
    policy_weight: Floats  # [n]; 0 where no policy is known
    value: Floats  # [n], how the game ended: -1, 0, 1
    short: Floats  # [n], how it stood soon after, from -1 to 1
    owner: Floats  # [n, rows, cols], whose each square is in the end: -1, 0, 1
    owner_known: Floats  # [n]; 0 where that is not known
