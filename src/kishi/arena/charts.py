"""Charts as SVG text: ratings with their error bars, and score against thinking time."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from .statistics import Estimate

WIDTH = 760
ROW = 26
COLOURS = ("#2563eb", "#dc2626", "#16a34a", "#9333ea", "#ea580c", "#0891b2", "#be185d", "#65a30d",
           "#4f46e5", "#a16207")  # fmt: skip


class ChartPoint(NamedTuple):
    """A player's score with so much thinking."""

    seconds: float  # a move, on average
    score: float


def rating_chart(ratings: Sequence[tuple[str, Estimate]], label: str) -> str:
    """A row for each player: a dot at the rating, a line over its 95% interval."""
    left, right = 230, WIDTH - 60
    low = min(e.low for _, e in ratings)
    high = max(e.high for _, e in ratings)
    ticks = _ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    height = ROW * len(ratings) + 34

    def x(elo: float) -> float:
        return left + (elo - low) / max(high - low, 1e-9) * (right - left)

    parts = [_vertical(x(t), height - 24, f"{t:g}") for t in ticks]
    for row, (player, e) in enumerate(ratings):
        y = ROW * row + 16
        parts.append(
            f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{_short(player)}</text>'
            f'<line class="bar" x1="{x(e.low):.1f}" x2="{x(e.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="dot" cx="{x(e.value):.1f}" cy="{y}" r="5"/>'
            f'<text class="small" x="{right + 8}" y="{y + 4}">{e.value:+.0f}</text>'
        )
    return _svg(height, parts, label)


def time_chart(players: Mapping[str, Sequence[ChartPoint]], label: str) -> str:
    """Score over the time a move took on average, one line of dots for each player."""
    left, right, top, bottom = 50, WIDTH - 220, 12, 300
    times = [p.seconds for points in players.values() for p in points]
    begin, end = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    end = max(end, begin + 1)

    def at(point: ChartPoint) -> tuple[float, float]:
        share = (math.log10(point.seconds) - begin) / (end - begin)
        return left + share * (right - left), bottom - point.score * (bottom - top)

    parts = [
        _vertical(left + (power - begin) / (end - begin) * (right - left), bottom, _time(power))
        for power in range(begin, end + 1)
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - share * (bottom - top)
        parts.append(
            f'<line class="grid" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>'
            f'<text class="small" x="{left - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>'
        )
    for number, (player, points) in enumerate(players.items()):
        colour = COLOURS[number % len(COLOURS)]
        spots = [at(point) for point in sorted(points)]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in spots)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}"/>')
        parts += [
            f'<circle cx="{px:.1f}" cy="{py:.1f}" r="4" fill="{colour}"/>' for px, py in spots
        ]
        y = top + 10 + 20 * number
        parts.append(
            f'<circle cx="{right + 22}" cy="{y}" r="5" fill="{colour}"/>'
            f'<text class="small" x="{right + 34}" y="{y + 4}">{_short(player)}</text>'
        )
    return _svg(max(bottom + 28, top + 30 + 20 * len(players)), parts, label)


def _svg(height: float, parts: Sequence[str], label: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img"'
        f' aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _vertical(x: float, bottom: float, label: str) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{bottom}"/>'
        f'<text class="small" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{label}</text>'
    )


def _ticks(low: float, high: float) -> list[float]:
    """About six round numbers that span the range."""
    span = max(high - low, 1.0)
    unit: float = 10 ** math.floor(math.log10(span / 6))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= span / 6)
    first = math.floor(low / step)
    return [step * n for n in range(first, math.ceil(high / step) + 1)]


def _time(power: int) -> str:
    for least, unit in ((0, "s"), (-3, "ms"), (-6, "µs"), (-9, "ns")):
        if power >= least:
            return f"{10 ** (power - least)} {unit}"
    return f"1e{power} s"


def _short(player: str) -> str:
    return escape(player if len(player) <= 30 else player[:28] + "…")
