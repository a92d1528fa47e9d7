"""Versions of an evaluation in a run that plays, learns and compares, round by round."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .. import _native
from .._native import Engine, SearchControl
from ..arena.chance import key
from ..arena.compare import HeadToHead, PlayedBatch, engine_games
from ..arena.sprt import Sprt
from ..core import Game
from ..games import Numbers
from .context import TrainingContext
from .games_file import write_whole
from .openings import training_openings

TEST = Sprt(elo0=0, elo1=30)


class Version(NamedTuple):
    """Who plays: an evaluation and its numbers."""

    evaluation: str
    numbers: Numbers

    @property
    def id(self) -> str:
        return f"{key(self.numbers.tobytes().hex()):016x}" if len(self.numbers) else ""


def searcher(of: Game, version: Version, nodes: int) -> Engine:
    """The search that plays: small, on one thread, with its solvers."""
    return _native.search_engine(
        of, version.evaluation, version.numbers, seconds=0, nodes=nodes, depth=0, megabytes=4,
        threads=1, lines=1, exact=True, prune=True, noise=0, seed=0,
    )  # fmt: skip


class VersionMatch:
    """The new version's games against the old one, until the test has decided or they are many.

    Their verdicts are kept in a file, so that a stopped match goes on at the same pair.
    """

    def __init__(self, games: int, file: Path) -> None:
        self.pairs = -(-games // 2)
        self.match = HeadToHead(2 * self.pairs, TEST)
        self._file = file

    @property
    def score(self) -> float:
        return self.match.standing.pairs.fraction

    @property
    def better(self) -> bool:
        return self.match.standing.test(TEST).llr > 0

    def play(
        self, context: TrainingContext, number: int, new: Version, old: Version, nodes: int
    ) -> Iterator[float]:
        """The score after each batch of games."""
        of = context.game
        done: list[int] = json.loads(self._file.read_text("utf-8")) if self._file.exists() else []
        self.match.add(PlayedBatch(range(len(done)), done))
        games = engine_games(
            of,
            searcher(of, new, nodes),
            searcher(of, old, nodes),
            training_openings(of, self.pairs, key("match", context.seed, number)),
            SearchControl(),
            begun=len(done),
            nodes=nodes,
            threads=context.runner.threads,
        )
        for batch in self.match.until_decided(games):
            done += batch.verdicts
            write_whole(self._file, json.dumps(done).encode())
            yield self.score
