"""Evaluation matches of networks: against players of the core, many games at once.

So leaves are judged together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from .._native import Engine, MctsOptions, NetworkSearch, Position, SearchControl, Verdict, judge
from ..core import Game
from ..players.net_session import NetSession

SIMULATIONS = 64  # for a move
AT_ONCE = 64


@dataclass
class _Playing:
    """A game of the network against one opponent."""

    opponent: int
    mine: int  # the side that the network has
    line: list[Position]
    end: int  # positions at which it is too long
    search: NetworkSearch
    searching: bool = False

    @property
    def verdict(self) -> Verdict:
        if len(self.line) >= self.end:
            return Verdict.DRAW
        return judge(self.line)


@dataclass
class NetworkMatch:
    """Every opponent, from every opening, with both colours."""

    game: Game
    session: NetSession
    opponents: Sequence[Engine]
    openings: Sequence[Sequence[Position]]
    most_plies: int
    control: SearchControl
    counts: NDArray[np.int32] = field(init=False)

    def play(self) -> NDArray[np.int32]:
        """Wins, draws and losses of the network against each opponent."""
        self.counts = np.zeros((len(self.opponents), 3), np.int32)
        waiting = self._games()
        planes = np.zeros((AT_ONCE, *self.session.shape), np.float32)
        playing = list(islice(waiting, AT_ONCE))
        while playing and not self.control.stopped:
            asking: list[_Playing] = []
            for g in playing:
                row = len(asking)
                if self._advance(g, planes[row : row + 1]):
                    asking.append(g)
            if asking:
                said = self.session.run(planes[: len(asking)])
                for i, g in enumerate(asking):
                    g.search.answer(*(answers[i : i + 1] for answers in said))
            finished = [g for g in playing if g.verdict is not Verdict.RUNNING]
            for g in finished:
                self._count(g)
            playing = [g for g in playing if g.verdict is Verdict.RUNNING]
            playing += islice(waiting, AT_ONCE - len(playing))
        return self.counts

    def _games(self) -> Iterator[_Playing]:
        for opponent in range(len(self.opponents)):
            for opening in self.openings:
                for mine in (0, 1):
                    search = NetworkSearch(self.game, MctsOptions(gumbel=False))
                    end = len(opening) + self.most_plies
                    yield _Playing(opponent, mine, list(opening), end, search)

    def _advance(self, g: _Playing, planes: NDArray[np.float32]) -> bool:
        """Move on until the network is needed; false: the game is over."""
        while g.verdict is Verdict.RUNNING:
            if g.line[-1].turn != g.mine:
                found = self.opponents[g.opponent].choose(g.line, self.control)
                g.line.append(g.line[-1].play(found.move))
                continue
            if not g.searching:
                g.search.begin(g.line, SIMULATIONS)
                g.searching = True
            if g.search.leaves(planes):
                return True
            g.line.append(g.line[-1].play(g.search.found().move))
            g.searching = False
        return False

    def _count(self, g: _Playing) -> None:
        won = Verdict.FIRST_WINS if g.mine == 0 else Verdict.SECOND_WINS
        place = 1 if g.verdict is Verdict.DRAW else 0 if g.verdict is won else 2
        self.counts[g.opponent, place] += 1
