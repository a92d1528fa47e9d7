"""Gomoku by line scores: the Gomoku write-up's player, which looks one move ahead."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from .. import _native
from ..core import Game, Limit, Player
from ..core import game as game_named
from ..errors import BadInput
from ..games import Numbers, facts_of, families
from .kind import option
from .native import NativePlayer
from .registry import existing_weights


@dataclass(frozen=True, slots=True)
class Lines:
    """The cell with the highest attack and guard scores of the lines through it."""

    kind: ClassVar[str] = "lines"
    families: ClassVar[tuple[str, ...]] = families(lambda f: f.line_scores is not None)
    source: ClassVar[str] = "the Gomoku write-up (attack and guard)"
    main: ClassVar[str] = "scores"

    scores: str = option("", "line scores, trained or your own, by name (none: the write-up's)")
    faithful: bool = option(
        False, "as written, mistakes included: lopsided windows and edges (16x16 only)"
    )

    def player(self, game: Game, name: str, seed: int) -> Player:
        written_up = facts_of(game).write_ups.get(self.kind)
        if self.faithful and game.name != written_up:
            raise BadInput(
                f"lines:faithful=true plays {written_up}, as the write-up did; not {game.name}"
            )
        scores = line_scores_of(game, self.scores)
        return NativePlayer(name, _native.lines_engine(game, scores, self.faithful, seed))

    def repeats(self, game: Game, limit: Limit) -> bool:
        return True


def line_scores_of(game: Game, name: str) -> Numbers:
    """The line scores of this name; of none, the write-up's."""
    if not name:
        scores = facts_of(game).line_scores
        assert scores is not None
        return scores
    found = existing_weights(name)  # they fit boards of every size
    if found.kind != "lines" or game_named(found.game).family != game.family:
        raise BadInput(f"the weights '{name}' ({found.kind}) are no line scores")
    return np.ascontiguousarray(found.arrays["numbers"], np.float32)
