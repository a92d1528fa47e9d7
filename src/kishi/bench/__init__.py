"""Measurements against peers, side by side in one run."""

from .contest import Contest, Figure, measured
from .rules import contests

__all__ = ["Contest", "Figure", "contests", "measured"]
