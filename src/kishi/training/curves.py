"""What training buys: strength on held-out games over games played and over CPU seconds, as SVG."""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from ..arena.charts import COLOURS
from ..arena.statistics import Estimate
from ..core import game
from ..store import Run, Store
from .fitness import MatchRunner
from .measure import candidate_of, measure

WIDTH, HEIGHT = 760, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 560, 16, 310
POINTS = 12  # of a curve, spaced evenly on a logarithmic scale


class CurvePoint(NamedTuple):
    """Where a run stood after so much work."""

    games: int
    cpu_seconds: float
    elo: Estimate


def curve(store: Store, run: Run, runner: MatchRunner, openings: int) -> list[CurvePoint]:
    """The strength of a run's best at some of its steps: as it was measured on the way, where it was and
    no number of openings is asked for; else it is measured now."""
    cpu, known = 0.0, list[tuple[str, int, float, Estimate | None]]()
    for _, weights, measures in store.steps(run.id):
        cpu += float(measures.get("cpu_seconds", 0))
        if weights:
            marks = [float(measures[m]) for m in ("elo", "elo_low", "elo_high") if m in measures]
            told = Estimate(*marks) if len(marks) == 3 and not openings else None
            known.append((weights, int(measures["games"]), cpu, told))
    points = []
    for at in spaced(len(known)):
        id, games, seconds, told = known[at]
        elo = told or measured_now(store, run.game, id, runner, openings)
        points.append(CurvePoint(games, seconds, elo))
    return points


def measured_now(store: Store, of: str, id: str, runner: MatchRunner, openings: int) -> Estimate:
    return measure(game(of), candidate_of(store.get_weights(id)), runner, (), openings).elo


def spaced(count: int) -> list[int]:
    """Some of the numbers below `count`, the first and the last among them."""
    if count < 2:
        return list(range(count))
    raw = [round(math.exp(math.log(count) * i / (POINTS - 1))) - 1 for i in range(POINTS)]
    return sorted(set(raw))


def drawn(curves: Mapping[str, Sequence[CurvePoint]], by: str) -> str:
    """Elo over `games` or `cpu_seconds`, with bars over the 95% intervals.

    What was there before any work is drawn at the left edge, where a logarithm has no place for it.
    """
    every = [p for points in curves.values() for p in points]
    worked = [float(getattr(p, by)) for p in every if getattr(p, by) > 0] or [1.0]
    from_nothing = any(getattr(p, by) <= 0 for p in every)
    begin = math.floor(math.log10(min(worked))) - from_nothing
    end = max(begin + 1, math.ceil(math.log10(max(worked))))

    def work(p: CurvePoint) -> float:
        return max(float(getattr(p, by)), 10.0**begin)

    low = 100 * math.floor(min(p.elo.low for p in every) / 100)
    high = 100 * math.ceil(max(p.elo.high for p in every) / 100)

    def x(p: CurvePoint) -> float:
        return LEFT + (math.log10(work(p)) - begin) / (end - begin) * (RIGHT - LEFT)

    def y(elo: float) -> float:
        return BOTTOM - (elo - low) / (high - low) * (BOTTOM - TOP)

    parts = [_across(y(elo), f"{elo:+d}") for elo in range(low, high + 1, 100)]
    parts += [
        _upright(
            LEFT + (power - begin) / (end - begin) * (RIGHT - LEFT),
            "0" if from_nothing and power == begin else f"{10.0**power:,.10g}",
        )
        for power in range(begin, end + 1)
    ]
    parts += [_line(n, name, points, x, y) for n, (name, points) in enumerate(curves.items())]
    unit = "games" if by == "games" else "CPU seconds"
    parts.append(
        f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{unit}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n'
    )


def _line(
    number: int,
    name: str,
    points: Sequence[CurvePoint],
    x: Callable[[CurvePoint], float],
    y: Callable[[float], float],
) -> str:
    colour = COLOURS[number % len(COLOURS)]
    path = " ".join(f"{x(p):.1f},{y(p.elo.value):.1f}" for p in points)
    bars = "".join(
        f'<line x1="{x(p):.1f}" x2="{x(p):.1f}" y1="{y(p.elo.low):.1f}" y2="{y(p.elo.high):.1f}" '
        f'stroke="{colour}" opacity="0.5"/>'
        for p in points
    )
    at = TOP + 14 + 20 * number
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>{bars}'
        f'<circle cx="{RIGHT + 20}" cy="{at - 4}" r="5" fill="{colour}"/>'
        f'<text x="{RIGHT + 32}" y="{at}">{escape(name)}</text>'
    )


def _across(y: float, label: str) -> str:
    return (
        f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    )


def _upright(x: float, label: str) -> str:
    return (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{BOTTOM}" stroke="#ddd"/>'
        f'<text x="{x:.1f}" y="{BOTTOM + 16}" text-anchor="middle">{label}</text>'
    )
