"""Methods side by side under equal thinking time, and what their training cost."""

from dataclasses import dataclass
from functools import cached_property

from ..core import Game, Spec, game
from ..errors import BadInput
from ..games import facts_of
from ..players import kinds_for, make_player, parse_spec
from ..players.registry import meaning
from ..players.search import evaluation_for
from .rating import Ratings
from .tournament import Crosstable

# People, a script for tests, mixtures of the methods that are compared here, and the search by another name.
NO_METHODS = ("human", "first", "level", "nnue", "patterns")


def methods(game: Game) -> list[Spec]:
    """Every method that can play this game, as it is by default; the search also with other evaluations."""
    kinds = [k.kind for k in kinds_for(game) if k.kind not in NO_METHODS]
    searches = [f"search:eval={e}" for e in _other_evaluations(game)]
    return [parse_spec(game, text) for text in (*kinds, *searches) if _is_there(game, text)]


def _other_evaluations(game: Game) -> list[str]:
    """What people made for the search and what it has learned, but for what it uses anyway."""
    known, usual = facts_of(game).evaluations, evaluation_for(game, "auto")
    by_hand = next(e for e in known if not e.learned)
    return [e.name for e in known if e is not usual and (e is by_hand or e.learned)]


def _is_there(game: Game, text: str) -> bool:
    """Some need weights, and not every game has had any trained."""
    try:
        make_player(game, text).close()
    except BadInput:
        return False
    return True


def training_seconds(spec: Spec) -> float:
    """CPU seconds that went into the player's weights; 0 for what people made by hand."""
    with meaning({}) as meanings:
        make_player(game(spec.game), spec).close()
    return sum(float(m.origin.get("cpu_seconds", 0.0)) for m in meanings.values() if m)


@dataclass(frozen=True)
class Rung:
    """How the methods did under one limit."""

    limit: str
    table: Crosstable

    @cached_property
    def ratings(self) -> Ratings | None:
        return self.table.ratings()

    def ranking(self) -> list[str]:
        return self.table.ranking(self.ratings)

    def text(self, player: str) -> str:
        """`+350 (+200 to +500), 75%`"""
        total = self.table.total(player)
        score = f"{total.fraction:.0%}"
        if self.ratings is None or player not in self.ratings.players:
            return score
        value, low, high = self.ratings.rating(player)
        span = f" ({low:+.0f} to {high:+.0f})" if low < high else ""
        return f"{value:+.0f}{span}, {score}"
