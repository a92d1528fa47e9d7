"""A thing that we and a peer both do, and how fast each is."""

import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], int]  # does a piece of work and returns how many units it was


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One row of a benchmark."""

    name: str
    unit: str
    ours: Work
    theirs: tuple[Work, ...] = ()  # the peer's ways to do it; its best one counts
    peer: str = ""  # the package, whether it is installed or not
    least_rate: float | None = None  # what we want to reach: units in a CPU second,
    least_ratio: float | None = None  # or times the peer's rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What was measured: units in a CPU second."""

    name: str
    unit: str
    ours: float
    peer: str
    theirs: float | None
    goal: str
    met: bool | None  # None: nothing to compare with

    @property
    def ratio(self) -> float | None:
        return self.ours / self.theirs if self.theirs else None


def measured(contest: Comparison, repetitions: int) -> Figure:
    """The best of several repetitions for each, in turn, so that a busy machine disturbs both."""
    ours, theirs = 0.0, 0.0
    for _ in range(repetitions):
        ours = max(ours, rate(contest.ours))
        theirs = max([theirs, *map(rate, contest.theirs)])
    ratio = ours / theirs if theirs else None
    return Figure(
        name=contest.name,
        unit=contest.unit,
        ours=ours,
        peer=contest.peer,
        theirs=theirs or None,
        goal=goal_text(contest),
        met=goal_met(contest, ours, ratio),
    )


def rate(work: Work) -> float:
    began = time.process_time()
    units = work()
    return units / max(time.process_time() - began, 1e-9)


def goal_text(contest: Comparison) -> str:
    if contest.least_rate is not None:
        return f">= {short(contest.least_rate)}"
    return f">= {contest.least_ratio:.2g}x" if contest.least_ratio is not None else ""


def goal_met(contest: Comparison, ours: float, ratio: float | None) -> bool | None:
    if contest.least_rate is not None:
        return ours >= contest.least_rate
    if contest.least_ratio is None or ratio is None:
        return None
    return ratio >= contest.least_ratio


def short(number: float) -> str:
    """A rate in three digits: 212 M, 4.51 k."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"
