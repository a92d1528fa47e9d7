"""What the pages of Learn ask for: small pieces of the real thing, their numbers laid open.

A module for each lesson, named as its page is. Its `ANSWERS` are asked for at `/api/learn/LESSON/NAME`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..reading import Fields
from . import alphabeta, alphazero, ga, lines, montecarlo, pso, valuenet

Answer = Callable[[Fields], dict[str, Any]]
LESSONS: Mapping[str, Mapping[str, Answer]] = {
    "pso": pso.ANSWERS,
    "ga": ga.ANSWERS,
    "lines": lines.ANSWERS,
    "alphabeta": alphabeta.ANSWERS,
    "montecarlo": montecarlo.ANSWERS,
    "valuenet": valuenet.ANSWERS,
    "alphazero": alphazero.ANSWERS,
}
