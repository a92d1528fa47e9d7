"""Measurements against peers, side by side in one run."""

from . import arena, rules, search
from .contest import Contest, Figure, measured


def contests() -> list[Contest]:
    """Every row of the benchmark."""
    return [*rules.contests(), *search.contests(), *arena.contests()]


__all__ = ["Contest", "Figure", "contests", "measured"]
