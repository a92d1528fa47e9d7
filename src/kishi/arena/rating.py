"""Ratings of many players from who beat whom: Bradley-Terry with draws and a first-move advantage.

Draws follow Davidson: win, draw and loss have odds exp(d/2) : nu : exp(-d/2), d being the rating
difference with the first player's advantage added. Unlike Rao and Kupper's threshold it is an
exponential family: points (a draw is half a win) are all the fit sees of a player's results, and
the likelihood is concave, so Newton's method finds its one maximum. A difference of d Elo means
odds of 10^(d/400) between winning and losing; draws bring the expected score closer to even.

Games count as independent. Colour-swapped pairs mostly vary less than that, which leaves the
intervals on the cautious side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .statistics import ELO_PER_NAT, NORMAL, Z95, Estimate

Floats = NDArray[np.float64]

# Virtual games per player, half won and half lost, shared among its real pairings and both colours.
# They keep the unbeaten finite. For two players this is Jeffreys' prior; a heavier one pulls wide
# ladders together until their intervals miss, a lighter one makes the unbeaten look uncertain.
VIRTUAL_GAMES = 0.5
# Virtual draws in all, so that games without draws leave the draw parameter finite too.
VIRTUAL_DRAWS = 0.5


class Row(NamedTuple):
    """Results of games in which `first` moved first."""

    first: str
    second: str
    wins_first: int
    draws: int
    wins_second: int


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings in Elo relative to an anchor, with what is needed to compare any two players."""

    players: tuple[str, ...]
    """All players connected to the anchor by games, the strongest first."""
    apart: tuple[tuple[str, ...], ...]
    """Groups without any game against the others: nothing can be said about them here."""
    advantage: Estimate
    """Elo that moving first is worth."""
    draw_rate: Estimate
    """Of games between equals."""
    _values: Floats
    _covariance: Floats

    def rating(self, player: str) -> Estimate:
        """The interval is that of the difference to the anchor, whose own rating is exact."""
        place = self._place(player)
        return _interval(float(self._values[place]), float(self._covariance[place, place]))

    def difference(self, player: str, other: str) -> Estimate:
        """How much stronger `player` is than `other`.

        Never take it from two ratings' intervals: their errors are correlated.
        """
        return _interval(*self._difference(player, other))

    def superiority(self, player: str, other: str) -> float:
        """Likelihood that `player` is the stronger one (LOS)."""
        value, variance = self._difference(player, other)
        return NORMAL.cdf(value / math.sqrt(variance)) if variance > 0 else 0.5

    def _place(self, player: str) -> int:
        try:
            return self.players.index(player)
        except ValueError:
            raise ValueError(f"{player!r} has no games that connect it to the anchor") from None

    def _difference(self, player: str, other: str) -> tuple[float, float]:
        one, two = self._place(player), self._place(other)
        spread = self._covariance
        variance = spread[one, one] + spread[two, two] - 2 * spread[one, two]
        return float(self._values[one] - self._values[two]), float(variance)


def rate(rows: Iterable[Row], anchor: str, at: float = 0.0) -> Ratings:
    """Ratings of everyone connected to `anchor`, whose own rating is fixed `at` a value.

    Groups apart are only named, since any rating for them would be an invention; to rate one,
    call again with an anchor from it.
    """
    totals = _totals(rows)
    groups = _groups(totals)
    home = next((group for group in groups if anchor in group), None)
    if home is None:
        raise ValueError(f"the anchor {anchor!r} has played no games")
    # The anchor comes last: it is then the row that the fit leaves out.
    names = [*sorted(home - {anchor}), anchor]
    table = _Table.of({pair: row for pair, row in totals.items() if pair[0] in home}, names)
    solution, covariance = table.fit()

    count = len(names)
    values = np.append(solution[: count - 1], 0.0) * ELO_PER_NAT + at
    spread = np.zeros((count, count))
    spread[:-1, :-1] = covariance[: count - 1, : count - 1] * ELO_PER_NAT**2
    order = np.argsort(-values, kind="stable")
    return Ratings(
        players=tuple(names[place] for place in order),
        apart=tuple(tuple(sorted(group)) for group in groups if group is not home),
        advantage=_interval(solution[-2] * ELO_PER_NAT, covariance[-2, -2] * ELO_PER_NAT**2),
        draw_rate=Estimate(*map(_draw_rate, _interval(solution[-1], covariance[-1, -1]))),
        _values=values[order],
        _covariance=spread[np.ix_(order, order)],
    )


def _interval(value: float, variance: float) -> Estimate:
    half = Z95 * math.sqrt(variance)
    return Estimate(float(value), float(value - half), float(value + half))


def _draw_rate(log_nu: float) -> float:
    """Between equals win and loss have weight one each against nu for a draw."""
    return 1 / (1 + 2 * math.exp(-log_nu))


Totals = dict[tuple[str, str], list[int]]


def _totals(rows: Iterable[Row]) -> Totals:
    """(first, second) -> [wins of first, draws, wins of second]; the fit then costs pairings."""
    totals: Totals = {}
    for first, second, wins, draws, losses in rows:
        if first == second:
            raise ValueError(f"{first!r} cannot be rated by games against itself")
        if min(wins, draws, losses) < 0:
            raise ValueError(f"negative results between {first!r} and {second!r}")
        if wins + draws + losses == 0:
            continue
        total = totals.setdefault((first, second), [0, 0, 0])
        total[0] += wins
        total[1] += draws
        total[2] += losses
    return totals


def _groups(totals: Totals) -> list[set[str]]:
    """Sets of players connected by games, in order of appearance."""
    group_of: dict[str, set[str]] = {}
    for pair in totals:
        one, two = (group_of.setdefault(player, {player}) for player in pair)
        if one is two:
            continue
        if len(one) < len(two):
            one, two = two, one
        one |= two
        for player in two:
            group_of[player] = one
    return list({id(group): group for group in group_of.values()}.values())


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Pairings as arrays: one line for each (first, second), virtual games included.

    The unknowns are the ratings of all but the last player, the advantage and log nu, in nats.
    """

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    results: Floats
    """[line, (win, draw, loss)]"""
    players: int

    @staticmethod
    def of(totals: Totals, names: list[str]) -> _Table:
        place = {name: index for index, name in enumerate(names)}
        pairs = np.array([(place[one], place[two]) for one, two in totals], dtype=np.intp)
        results = np.array(list(totals.values()), dtype=np.float64)
        games = results.sum(axis=1)
        played = np.bincount(pairs.ravel(), weights=games.repeat(2), minlength=len(names))
        virtual = VIRTUAL_GAMES * games * (1 / played[pairs]).sum(axis=1)
        results[:, 1] += VIRTUAL_DRAWS * games / games.sum()
        mirror = np.column_stack([virtual / 4, np.zeros_like(virtual), virtual / 4])
        return _Table(
            first=np.concatenate([pairs[:, 0], pairs[:, 1]]),
            second=np.concatenate([pairs[:, 1], pairs[:, 0]]),
            results=np.concatenate([results + mirror, mirror]),
            players=len(names),
        )

    def fit(self) -> tuple[Floats, Floats]:
        """The maximum of the likelihood and the covariance there, by Newton's method."""
        unknowns = np.zeros(self.players + 1)
        likelihood, gradient, information = self._slopes(unknowns)
        for _ in range(100):
            step = np.linalg.solve(information, gradient)
            # Squared distance to the maximum in standard errors.
            distance = float(gradient @ step)
            if distance < 1e-12:
                break
            # Concave, but not quadratic far from the maximum: halve until the climb is real.
            while True:
                ahead = self._slopes(unknowns + step)
                if ahead[0] > likelihood or distance < 1e-6:
                    break
                step = step / 2
            unknowns = unknowns + step
            likelihood, gradient, information = ahead
        covariance: Floats = np.asarray(np.linalg.inv(information), dtype=np.float64)
        return unknowns, covariance

    def _slopes(self, unknowns: Floats) -> tuple[float, Floats, Floats]:
        """Log-likelihood, its gradient and minus its second derivatives.

        In an exponential family these are sums of observed minus expected statistics and of
        their covariances; the statistics are (win - loss) / 2 for d and draw for log nu.
        """
        ratings = np.append(unknowns[: self.players - 1], 0.0)
        half = (ratings[self.first] - ratings[self.second] + unknowns[-2]) / 2
        weights = np.stack([half, np.full_like(half, unknowns[-1]), -half])
        highest = weights.max(axis=0)
        chances = np.exp(weights - highest)
        total = chances.sum(axis=0)
        chances /= total
        games = self.results.sum(axis=1)
        likelihood = (self.results * (weights - highest - np.log(total)).T).sum()

        tilt = (chances[0] - chances[2]) / 2
        draw = chances[1]
        excess = (self.results[:, 0] - self.results[:, 2]) / 2 - games * tilt
        excess_draws = (self.results[:, 1] - games * draw).sum()
        tilt_variance = games * ((chances[0] + chances[2]) / 4 - tilt * tilt)
        covariance = -games * tilt * draw

        gradient = np.concatenate([self._spread(excess), [excess.sum(), excess_draws]])
        size = self.players + 1
        information = np.zeros((size, size))
        information[:-2, :-2] = self._laplacian(tilt_variance)
        information[-2, :-2] = information[:-2, -2] = self._spread(tilt_variance)
        information[-1, :-2] = information[:-2, -1] = self._spread(covariance)
        information[-2, -2] = tilt_variance.sum()
        information[-2, -1] = information[-1, -2] = covariance.sum()
        information[-1, -1] = (games * draw * (1 - draw)).sum()
        return float(likelihood), gradient, information

    def _spread(self, lines: Floats) -> Floats:
        """Sums over a player's games, positive where it moved first; the anchor left out."""
        plus = np.bincount(self.first, weights=lines, minlength=self.players)
        minus = np.bincount(self.second, weights=lines, minlength=self.players)
        return np.asarray((plus - minus)[:-1], dtype=np.float64)

    def _laplacian(self, lines: Floats) -> Floats:
        """Second derivatives in the ratings, the anchor left out."""
        both = np.zeros((self.players, self.players))
        np.add.at(both, (self.first, self.second), -lines)
        both += both.T
        np.fill_diagonal(both, -both.sum(axis=1))
        return both[:-1, :-1]
