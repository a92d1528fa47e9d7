"""Measurements against peers, side by side in one run."""

from . import arena, rules, search
from .contest import Comparison, Figure, measured


def contests() -> list[Comparison]:
    """Every row of the benchmark."""
    return [*rules.contests(), *search.contests(), *arena.contests()]


__all__ = ["Comparison", "Figure", "contests", "measured"]
