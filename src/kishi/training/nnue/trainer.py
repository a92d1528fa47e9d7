"""A network inside the search: play, learn, compare, and again.

Each round plays games with the best network so far (the first with a hand-made evaluation), learns a
network from the games of the last rounds, and keeps it if it beats the best one. All that a round has
done is on disk as soon as it is done: a stopped run goes on at the same batch, epoch or pair of games.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ... import _native
from ...arena.chance import key
from ...core import Game, Weights
from ...errors import BadInput
from ...formats import games as games_format
from ...players.kind import option
from ...players.search import NETWORK, evaluation_for
from ...players.trained import judged_by
from ...store.packed import EncodedGame, PackedGame
from ..context import Step, TrainingContext, must_have_torch, not_written_up
from ..games_file import folder_of, write_whole
from ..phase import Phase, Word
from ..versions import Version, VersionMatch
from . import selfplay
from .samples import Samples, joined, merged, samples_of

if TYPE_CHECKING:
    from .network import NnueLearner

GAMES_IN_A_BATCH = 200
HELD_OUT_GAMES = 50  # of so many games one is not learned from, to measure the loss on
PRESET_ROUNDS = {
    "minute": (1, 2_000),
    "hour": (4, 120_000),
    "evening": (8, 500_000),
    "night": (12, 1_200_000),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NnueTrainer:
    """A network that is updated move by move inside the search, learned from the search's own games."""

    method: ClassVar[str] = "nnue"
    needs_torch: ClassVar[bool] = True
    families: ClassVar[tuple[str, ...]] = judged_by(NETWORK)
    length: ClassVar[str] = "rounds"

    rounds: int = option(1, "times to play, learn and compare", low=1, high=10_000)
    games: int = option(2_000, "games of self-play in all", low=1, high=10**9)
    nodes: int = option(1_000, "nodes a move in self-play and in comparing", low=1, high=10**9)
    window: int = option(3, "rounds whose games are learned from", low=1, high=10_000)
    epochs: int = option(8, "times all positions are learned from", low=1, high=1_000)
    batch: int = option(4_096, "batch size: positions in one step of learning", low=1, high=10**7)
    learning_rate: float = option(
        0.004, "how far a step of learning goes at most (Adam)", low=1e-9, high=1
    )
    results: float = option(0.3, "share of the game's result in what is learned", low=0, high=1)
    match: int = option(400, "games at most to compare a network with the best", low=2, high=10**6)

    def __post_init__(self) -> None:
        must_have_torch(self.method)
        if self.games < self.rounds:
            raise BadInput(f"{self.rounds} rounds need more than {self.games} games")

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name == "faithful":
            raise not_written_up(cls.method)
        rounds, games = PRESET_ROUNDS[name]
        return {"rounds": rounds, "games": games}

    def longer(self, length: int) -> Self:
        """With as many games a round as before."""
        return replace(self, rounds=length, games=self.games * length // self.rounds)

    def run(self, context: TrainingContext) -> Iterator[Step]:
        run = NnueRun(self, context)
        for number in range(len(context.log()), self.rounds):
            yield from run.round(number)


class NnueRun:
    """A run of the trainer and its files."""

    def __init__(self, plan: NnueTrainer, context: TrainingContext) -> None:
        self.plan, self.context = plan, context
        self.folder = folder_of(context.run)

    def round(self, number: int) -> Iterator[Step]:
        best = self._best()
        yield from self._play(number, best)
        learner = self._learner(number)
        yield from self._learn(number, learner)
        held_out = self._samples(number, held_out=True)
        made = Version(NETWORK, learner.net.numbers())
        match = VersionMatch(self.plan.match, self._match(number))
        self._tell("comparing", number)
        for score in match.play(self.context, number, made, best, self.plan.nodes):
            title = f"round {number + 1}, comparing"
            yield self._step(number, title, self._games(number + 1), {"score": score})
        # Networks compete with networks: the first one is kept in any case.
        won = match.better or best.evaluation != NETWORK
        weights = Weights(
            self.context.game.name,
            NETWORK,
            {"numbers": (made if won else best).numbers.astype(np.float16)},
        )
        figures = {
            "score": match.score,
            "loss": learner.loss(held_out) if held_out.count else 0.0,
            "kept": float(won),
        }
        self.context.keep(number + 1, weights, {"games": self._games(number + 1), **figures})
        for file in (self._state(number), self._match(number)):
            file.unlink(missing_ok=True)
        yield self._step(
            number + 1, f"round {number + 1} done", self._games(number + 1), figures, weights
        )

    def _best(self) -> Version:
        kept = self.context.newest_weights()
        if kept is None:
            by_hand = evaluation_for(self.context.game, "auto", learned=False)
            return Version(by_hand.name, np.zeros(0, np.float32))
        return Version(NETWORK, kept.arrays["numbers"].astype(np.float32))

    # 1. Play.

    def _play(self, number: int, best: Version) -> Iterator[Step]:
        """The games of this round; batches that are on disk are not played again."""
        firsts = {self._batch(number, first, best): first for first in self._firsts(number)}
        missing = [b for b, first in firsts.items() if not _holds(self._file(number, first), b)]
        done = self._games(number + 1) - sum(b.games for b in missing)
        blobs = {best.id: best.numbers.tobytes()} if best.id else {}
        of = self._games(number + 1) - self._games(number)
        self._tell("playing", number, of - sum(b.games for b in missing), of)
        began, positions = time.perf_counter(), 0
        for batch, data in self.context.runner.cluster.map(selfplay.PLAY, missing, blobs):
            write_whole(self._file(number, firsts[batch]), data)
            done += batch.games
            positions += games_format.about(data)["positions"]
            pace = {"positions/s": positions / (time.perf_counter() - began)}
            self._tell("playing", number, done - self._games(number), of)
            yield self._step(number, f"round {number + 1}, playing", done, pace)

    def _firsts(self, number: int) -> range:
        return range(0, self._games(number + 1) - self._games(number), GAMES_IN_A_BATCH)

    def _batch(self, number: int, first: int, best: Version) -> selfplay.SearchGamesTask:
        left = self._games(number + 1) - self._games(number) - first
        return selfplay.SearchGamesTask(
            self.context.game.name, best.evaluation, best.id, self.plan.nodes,
            min(GAMES_IN_A_BATCH, left),
            key("self-play", self.context.seed, number, first), self.context.runner.threads,
        )  # fmt: skip

    # 2. Learn.

    def _learner(self, number: int) -> "NnueLearner":
        """As far as it had got before a stop."""
        import torch  # noqa: PLC0415 - an optional extra, and slow to import

        from .network import NnueLearner, NnuePlan  # noqa: PLC0415

        torch.set_num_threads(1)  # with more, sums would depend on how many
        p = self.plan
        seed = key("network", self.context.seed, number) % 2**40
        plan = NnuePlan(p.epochs, p.batch, p.learning_rate, p.results, seed)
        samples = merged(self._samples(number, held_out=False))
        learner = NnueLearner(_native.network_shape(self.context.game), plan, samples)
        if self._state(number).exists():
            learner.go_on(self._state(number).read_bytes())
        return learner

    def _learn(self, number: int, learner: "NnueLearner") -> Iterator[Step]:
        while learner.epoch < self.plan.epochs:
            self._tell("learning", number, learner.epoch, self.plan.epochs)
            began = time.perf_counter()
            loss = learner.learn()
            write_whole(self._state(number), learner.state())
            pace = len(learner.chance) / (time.perf_counter() - began)
            title = f"round {number + 1}, learning, epoch {learner.epoch} of {self.plan.epochs}"
            figures = {"loss": loss, "positions/s": pace}
            yield self._step(number, title, self._games(number + 1), figures)

    def _samples(self, number: int, *, held_out: bool) -> Samples:
        def wanted(games: Iterator[EncodedGame]) -> Iterator[PackedGame]:
            for n, played in enumerate(games):
                if (n % HELD_OUT_GAMES == HELD_OUT_GAMES - 1) == held_out:
                    yield played.packed

        files = [
            self._file(earlier, first)
            for earlier in range(max(0, number + 1 - self.plan.window), number + 1)
            for first in self._firsts(earlier)
        ]
        read = (games_format.games_in(file.read_bytes(), str(file)) for file in files)
        return joined(samples_of(self.context.game, wanted(games)) for games in read)

    # Files, and what is shown.

    def _file(self, number: int, first: int) -> Path:
        return self.folder / f"{number:04d}-{first:09d}.games"

    def _state(self, number: int) -> Path:
        return self.folder / f"{number:04d}.learning"

    def _match(self, number: int) -> Path:
        return self.folder / f"{number:04d}.verdicts"

    def _tell(self, word: Word, number: int, done: int = 0, of: int = 0) -> None:
        self.context.phases.tell(Phase(word, number + 1, self.plan.rounds, done, of))

    def _games(self, rounds: int) -> int:
        """Played in so many rounds; of those that are over, the log knows."""
        log = self.context.log()
        if 0 < rounds <= len(log):
            return int(log[rounds - 1]["games"])
        return self.plan.games * rounds // self.plan.rounds

    def _step(
        self,
        number: int,
        title: str,
        games: int,
        figures: dict[str, float],
        weights: Weights | None = None,
    ) -> Step:
        return Step(number, title, games, self.plan.games, weights, figures)


def _holds(file: Path, batch: selfplay.SearchGamesTask) -> bool:
    """Whether the games of this very batch are there, and whole."""
    try:
        about = games_format.about(file.read_bytes())
    except (OSError, BadInput):
        return False
    return all(
        about.get(name) == value for name, value in batch._asdict().items() if name != "threads"
    )
