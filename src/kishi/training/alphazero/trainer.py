"""AlphaZeroTrainer: a network learns the moves and results of its own games, which a tree search plays.

A round plays games with the network as it is, then learns from the newest positions; the network that
plays is the average of those it has been on the way. All games of a round are on disk as soon as they
are played, and a finished round is one step of the log with the whole state of learning, so a stopped
run goes on to the same end.
"""

import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from math import cos, pi
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ..._native import SelfPlaySamples
from ...arena.chance import key
from ...cluster import Cluster, Threads, open_cluster
from ...core import Game, Position, Weights, game
from ...errors import BadInput
from ...formats import games as games_format
from ...games import facts_of
from ...players.kind import EVERY_GAME, option
from ...players.net_session import KIND, ONNX, Floats
from ...players.registry import existing_weights
from ...store.tensors import from_bytes, to_bytes
from ..context import Step, TrainingContext, is_marked, must_have_torch, not_written_up
from ..fitness import MatchRunner
from ..games_file import folder_of
from ..measure import candidate_of, measure
from ..phase import Phase, Word
from . import selfplay
from .replay import ReplayBuffer, batches, filled, samples_in

if TYPE_CHECKING:
    from .learner import BoardLearner
    from .network import BoardNet

GAMES_IN_A_BATCH = 128
MARK_OPENINGS = 20  # held-out ones, each with both colours, for a mark on the way
SPACING = 1.4  # from the number of a measured round to the next
STATISTICS_OF = 4_096  # positions on which the playing network's normalisation is measured
SHOWN_STEPS = 50  # of learning between two lines
WARM_UP = 200  # steps of learning until the full learning rate
LAST_RATE = 0.1  # of the first, at the end
SIZES = ("tiny", "small", "base")
MANY = "many"  # the network for many positions at once, in the state of a run
DRAW_CONTEMPT = 0.5  # where good players draw there is little to learn, unless one side must win
# CPU seconds, roughly: how many games they are worth is estimated below.
PRESET_SECONDS = {"minute": 50, "hour": 3_000, "evening": 13_000, "night": 30_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class AlphaZeroTrainer:
    """A policy and value network that learns from its own games, played by tree search."""

    method: ClassVar[str] = KIND
    needs_torch: ClassVar[bool] = True
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    length: ClassVar[str] = "games"

    size: str = option("small", "of the network: 2x32, 4x32 or 6x64", choices=SIZES)
    start: str = option(
        "", "weights to begin with: a network of the same game, on any board (none: from nothing)"
    )
    games: int = option(20_000, "games of self-play in all", low=1, high=10**9)
    round: int = option(
        0,
        "games between two times of learning (0: 512, or fewer where all are few)",
        low=0,
        high=10**6,
    )
    # Playout cap randomisation.
    simulations: int = option(
        64, "simulations of a full search, whose move is learned from", low=2, high=10**6
    )
    fast_simulations: int = option(
        16, "simulations of a fast search, for the other moves", low=2, high=10**6
    )
    full_share: float = option(
        0.25, "the share of full searches (playout cap randomisation)", low=0.001, high=1
    )
    draw_contempt: float = option(
        0.0, "how much less than nothing a draw is worth to one side, drawn by lot", low=0, high=0.9
    )
    replay_buffer: int = option(
        300_000, "the newest positions of self-play, at most, to learn from", low=1_000, high=10**8
    )
    sample_reuse: float = option(4.0, "times each position is learned from", low=0.01, high=1_000)
    batch: int = option(256, "batch size: positions in one step of learning", low=2, high=10**6)
    learning_rate: float = option(
        0.003, "how far a step of learning goes at first (AdamW)", low=1e-9, high=1
    )

    def __post_init__(self) -> None:
        must_have_torch(self.method)

    @property
    def games_a_round(self) -> int:
        return self.round or min(512, max(32, -(-self.games // 8)))

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name == "faithful":
            raise not_written_up(cls.method)
        return preset_for(name, game)

    def longer(self, length: int) -> Self:
        """Not the same as one that was so long from the beginning: its learning rate has fallen already."""
        return replace(self, games=length, round=self.games_a_round)

    def run(self, context: TrainingContext) -> Iterator[Step]:
        run = AlphaZeroRun(self, context)
        with run.workers() as cluster:
            for number in range(len(context.log()), run.rounds):
                yield from run.round(number, cluster)


def preset_for(name: str, game: Game) -> dict[str, Any]:
    """A minute's games with a tiny network; later, as many as the time allows.

    On 8x8 a small network plays five games in a CPU second and learns from them, once they have become long.
    """
    squares = game.shape[1] * game.shape[2]
    size = "tiny" if name == "minute" else "small"
    a_second = {"tiny": 10.0, "small": 5.0}[size] * min(2.0, (64 / squares) ** 1.5)
    games = max(64, int(a_second * PRESET_SECONDS[name]))
    if not facts_of(game).drawish:
        return {"size": size, "games": games}
    return {"size": size, "games": games, "draw_contempt": DRAW_CONTEMPT}


class AlphaZeroRun:
    """A run of the trainer: its files, its network, its rounds."""

    def __init__(self, plan: AlphaZeroTrainer, context: TrainingContext) -> None:
        self.plan, self.context = plan, context
        # By number; the last round of a run that was lengthened may have been a short one.
        self._played = [0, *(int(m["games"]) for m in context.log())]
        while self._played[-1] < plan.games:
            self._played.append(min(plan.games, self._played[-1] + plan.games_a_round))
        self.rounds = len(self._played) - 1
        self.replay = ReplayBuffer(context.game, folder_of(context.run), plan.replay_buffer)
        self._learner: BoardLearner | None = None
        self._begun_with: BoardNet | None = None  # until the learner has adopted it
        # The network as it plays by itself, and the same for many positions at once: none before the first
        # round is learned.
        self._model = self._model_for_many = b""

    def workers(self) -> Any:
        """The cluster, or a process for each job; a closing context."""
        runner = self.context.runner
        if isinstance(runner.cluster, Threads) and runner.threads > 1:
            return closing(open_cluster(runner.threads))
        return nullcontext(runner.cluster)

    def round(self, number: int, cluster: Cluster) -> Iterator[Step]:
        learner = self._take_up()
        yield from self._play(number, cluster)
        made = [*(int(m["positions"]) for m in self.context.log()), self._positions(number)]
        figures: dict[str, float] = {"positions": made[-1]}
        for step in self._learn(number, learner, made):
            figures |= step.figures
            yield step
        yield self._keep(number, learner, figures, made, cluster)

    # 1. Play.

    def _play(self, number: int, cluster: Cluster) -> Iterator[Step]:
        """The games of this round; batches that are on disk are not played again."""
        batches = {self._batch(number, first): first for first in self._firsts(number)}
        missing = [b for b, first in batches.items() if not self._holds(number, first, b)]
        done = self._games(number + 1) - sum(b.games for b in missing)
        blobs = {self._model_id: self._model_for_many} if self._model else {}
        of = self._games(number + 1) - self._games(number)
        self._tell("playing", number, of - sum(b.games for b in missing), of)
        began, totals = time.perf_counter(), dict[str, float]()
        for batch, data in cluster.map(selfplay.PLAY, missing, blobs):
            self.replay.put(number, batches[batch], data)
            done += batch.games
            about = games_format.about(data)
            if not isinstance(cluster, Threads):
                self.context.spent_elsewhere(about["cpu_seconds"])
            for name in ("games", "simulations_done", "seconds", "network_seconds", "plies"):
                totals[name] = totals.get(name, 0) + about[name]
            seconds = time.perf_counter() - began
            figures = {
                "games/s": totals["games"] / seconds,
                "simulations/s": totals["simulations_done"] / seconds,
                "network's share": totals["network_seconds"] / max(totals["seconds"], 1e-9),
                "length": totals["plies"] / totals["games"],
            }
            title = f"round {number + 1} of {self.rounds}, playing"
            shown = samples_in(self.context.game, data).last_end
            self._tell("playing", number, done - self._games(number), of)
            yield self._step(number, title, done, figures, position=shown)

    def _firsts(self, number: int) -> range:
        return range(0, self._games(number + 1) - self._games(number), GAMES_IN_A_BATCH)

    def _batch(self, number: int, first: int) -> selfplay.SelfPlayTask:
        p, left = self.plan, self._games(number + 1) - self._games(number) - first
        return selfplay.SelfPlayTask(
            self.context.game.name, self._model_id, p.simulations, p.fast_simulations,
            p.full_share, p.draw_contempt, min(GAMES_IN_A_BATCH, left),
            key("self-play", self.context.seed, number, first),
        )  # fmt: skip

    def _holds(self, number: int, first: int, batch: selfplay.SelfPlayTask) -> bool:
        about = self.replay.about(number, first)
        return about is not None and all(about.get(k) == v for k, v in batch._asdict().items())

    def _positions(self, number: int) -> int:
        files = (self.replay.file(number, first) for first in self._firsts(number))
        return sum(len(samples_in(self.context.game, file.read_bytes())) for file in files)

    @property
    def _model_id(self) -> str:
        return f"{key(self._model.hex()):016x}" if self._model else ""

    # 2. Learn.

    def _take_up(self) -> "BoardLearner":
        """As far as it had got before a stop."""
        if self._learner is None:
            import torch  # noqa: PLC0415 - an optional extra, and slow to import

            from .learner import BoardLearner  # noqa: PLC0415

            torch.set_num_threads(self.context.runner.threads)
            self._learner = BoardLearner(
                self.context.game, self.plan.size, key("net", self.context.seed)
            )
            state = self.context.state()
            if state is not None:
                arrays, _ = from_bytes(state)
                self._learner.go_on(arrays["learner"].tobytes())
                self._model, self._model_for_many = (arrays[n].tobytes() for n in (ONNX, MANY))
            elif self.plan.start:
                self._begin_with(existing_weights(self.plan.start))
        return self._learner

    def _begin_with(self, weights: Weights) -> None:
        from .onnx_read import net_in  # noqa: PLC0415 - an optional extra

        of, name = self.context.game, self.plan.start
        if weights.kind != KIND or game(weights.game).family != of.family:
            raise BadInput(
                f"--start wants a network of {of.family}; '{name}' is {weights.kind} for {weights.game}"
            )
        self._begun_with = net_in(weights.arrays[ONNX].tobytes(), of, self.plan.size, name)
        self._write_models(self._begun_with)

    def _learn(self, number: int, learner: "BoardLearner", made: list[int]) -> Iterator[Step]:
        of, p = self.context.game, self.plan
        samples = self.replay.samples(made)
        if not len(samples):
            raise BadInput("these games have no positions to learn from: give more of them")
        steps = max(1, int(p.sample_reuse * made[-1] / p.batch))
        seed = key("learn", self.context.seed, number)
        if self._begun_with is not None:
            learner.adopt(self._begun_with, self._some_planes(samples, seed))
            self._begun_with = None
        falling = LAST_RATE + (1 - LAST_RATE) * (1 + cos(pi * number / self.rounds)) / 2
        learning_rate = p.learning_rate * falling
        drawn = batches(samples, of, p.batch, steps, seed)
        began, sums = time.perf_counter(), dict[str, float]()
        self._tell("learning", number, 0, steps)
        for done, batch in enumerate(drawn, start=1):
            warm = min(1.0, (learner.steps + 1) / WARM_UP)
            for name, loss in learner.learn(batch, learning_rate * warm).items():
                sums[name] = sums.get(name, 0.0) + loss
            if done % SHOWN_STEPS == 0 or done == steps:
                figures = {name: total / done for name, total in sums.items()}
                figures["positions/s"] = done * p.batch / (time.perf_counter() - began)
                figures["buffer"] = len(samples)
                title = f"round {number + 1} of {self.rounds}, learning"
                self._tell("learning", number, done, steps)
                yield self._step(number, title, self._games(number + 1), figures)
        self._write_models(learner.averaged(self._some_planes(samples, seed)))

    def _some_planes(self, samples: SelfPlaySamples, seed: int) -> Floats:
        """Of positions drawn for statistics."""
        draw = np.random.default_rng(key("statistics", seed))
        which = draw.integers(0, len(samples), STATISTICS_OF)
        sides = draw.integers(0, self.context.game.symmetries, STATISTICS_OF)
        return filled(samples, self.context.game, which, sides).planes

    def _write_models(self, net: "BoardNet") -> None:
        from .onnx_model import onnx_of  # noqa: PLC0415 - an optional extra

        self._model, self._model_for_many = onnx_of(net), onnx_of(net, many=True)

    # 3. Keep, and see how strong it has become.

    def _keep(
        self,
        number: int,
        learner: "BoardLearner",
        figures: dict[str, float],
        made: list[int],
        cluster: Cluster,
    ) -> Step:
        last = number + 1 == self.rounds
        weights = None
        if last or is_marked(number + 1, SPACING):
            model = np.frombuffer(self._model, np.uint8)
            weights = Weights(self.context.game.name, KIND, {ONNX: model})
            self._tell("measuring", number)
            with self.context.aside():
                runner = MatchRunner(cluster)
                elo = measure(
                    self.context.game, candidate_of(weights), runner, (), MARK_OPENINGS
                ).elo
            figures |= {"elo": elo.value, "elo_low": elo.low, "elo_high": elo.high}
        state = to_bytes(
            {
                "learner": np.frombuffer(learner.state(), np.uint8),
                ONNX: np.frombuffer(self._model, np.uint8),
                MANY: np.frombuffer(self._model_for_many, np.uint8),
            },
            {},
        )
        games = self._games(number + 1)
        # How fast it went is no part of what it came to.
        kept = {name: figure for name, figure in figures.items() if not name.endswith("/s")}
        self.context.keep(number + 1, weights, {"games": games, **kept}, state)
        self.replay.forget(self.replay.window(made).start)
        title = f"round {number + 1} of {self.rounds} done"
        return self._step(number + 1, title, games, figures, weights)

    def _tell(self, word: Word, number: int, done: int = 0, of: int = 0) -> None:
        self.context.phases.tell(Phase(word, number + 1, self.rounds, done, of))

    def _games(self, rounds: int) -> int:
        """Played in so many rounds."""
        return self._played[rounds]

    def _step(
        self,
        number: int,
        title: str,
        games: int,
        figures: dict[str, float],
        weights: Weights | None = None,
        position: Position | None = None,
    ) -> Step:
        return Step(number, title, games, self.plan.games, weights, figures, position)
