"""Othello's evaluation in discs: play, solve, fit, mix, compare, and again.

Each round plays games with the best weights so far (the first by a guess), solves their ends, fits weights
to the positions of the last rounds, mixes them with the best ones, and keeps the mean if it beats those.

Weights are fitted from the end of the game to its beginning, stage by stage. The last stages learn exact
scores. Each one before them learns what a search says that ends in stages which have been fitted just now: so
what the solver knows reaches the first moves within one round, and no label is older than that.

All that a round has done is on disk as soon as it is done: a stopped run goes on at the same batch, stage or
pair of games.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ..._native import DISC_POINTS, DISC_STAGES, SearchControl
from ...arena.chance import key
from ...core import Game, Weights
from ...errors import BadInput
from ...games import Numbers
from ...players.genomes import numbers_of
from ...players.kind import option
from ...players.mean import mean
from ...players.registry import find_named, weights_named
from ...players.search import evaluation_for
from ...players.trained import DISC_PATTERNS, PATTERNS, TD_PATTERNS, judged_by
from ...store.tensors import from_bytes, to_bytes
from ..context import Step, TrainingContext, not_written_up
from ..games_file import folder_of, write_whole
from ..phase import Phase, Word
from ..versions import Version, VersionMatch
from . import positions
from .positions import STAGE, DiscGamesTask, LabelTask, PlayedPositions

GAMES_IN_A_BATCH = 200  # each with its branches: about 330 positions a game
LABELS_IN_A_BATCH = 50_000
# Positions of each disc count that are also searched a ply deeper. All searches of one depth end with
# the same side to move: what weights say too much for whoever moves would grow from stage to stage.
EVENED = 1_000
HELD_OUT_SHARE = 50  # for so many games of a round, one more is played that is not learned from
EXACT = (15, 18)  # empty squares at which the error is measured: near enough to the end to be true
# Where there is time, games are solved from 14 empty squares on: positions cost twice as much then
# and teach more.
PRESETS = {
    "minute": {"rounds": 1, "games": 2_000},
    "hour": {"rounds": 3, "games": 80_000, "solved": 14},
    "evening": {"rounds": 4, "games": 300_000, "solved": 14},
    "night": {"rounds": 5, "games": 800_000, "solved": 14},
}
LAST_RATE = 0.1  # of the learning rate, in the last epoch
DISCS_OF_A_VALUE = 14.0  # what td calls 1 wins as many games as this lead
# What a weight that is known already has learned from so far (a sum of squared errors): the more, the less it
# moves. About three positions.
KNOWN = 200.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternsTrainer:
    """Values of 15 shapes of squares in discs, fitted to games of the search whose ends are solved."""

    method: ClassVar[str] = "patterns"
    families: ClassVar[tuple[str, ...]] = judged_by(PATTERNS)
    length: ClassVar[str] = "rounds"

    rounds: int = option(1, "times to play, fit and compare", low=1, high=1_000)
    games: int = option(2_000, "games in all, each with its branches", low=1, high=10**9)
    depth: int = option(3, "how deep the search looks that plays", low=1, high=20)
    label_depth: int = option(
        4, "how deep the search looks that labels what is not solved", low=STAGE, high=20
    )
    solved: int = option(12, "empty squares from which games are played exactly", low=6, high=24)
    departures: int = option(4, "branches of a game, by random moves", low=0, high=100)
    openings: str = option(
        "", "file of games (WTHOR, GGF, ...): half of the games begin with a position of them"
    )
    window: int = option(3, "rounds whose positions are learned from", low=1, high=10_000)
    epochs: int = option(5, "times all positions are learned from", low=1, high=1_000)
    learning_rate: float = option(
        0.3, "how far a step of learning goes at first (AdaGrad)", low=1e-9, high=10
    )
    start: str = option(
        "", "weights that the first round plays with, by name, of td too (none: a guess)"
    )
    match: int = option(400, "games at most to compare with the best weights", low=2, high=10**6)
    nodes: int = option(2_000, "nodes a move in comparing", low=1, high=10**9)

    def __post_init__(self) -> None:
        if self.games < self.rounds**2:
            raise BadInput(
                f"{self.rounds} rounds need at least {self.rounds**2} games; got {self.games}"
            )

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name == "faithful":
            raise not_written_up(cls.method)
        return dict(PRESETS[name])

    def longer(self, length: int) -> Self:
        """With as many games in its first rounds as before."""
        return replace(self, rounds=length, games=games_of(length, self.games, self.rounds))

    def run(self, context: TrainingContext) -> Iterator[Step]:
        run = PatternsRun(self, context)
        for number in range(len(context.log()), self.rounds):
            yield from run.round(number)


def games_of(rounds: int, games: int, in_rounds: int) -> int:
    """In so many rounds of a run that has so many games in so many rounds."""
    return games * rounds**2 // in_rounds**2


@dataclass(slots=True)
class Fit:
    """Weights while they are fitted, in discs, and how far that is."""

    weights: NDArray[np.float32]
    squares: NDArray[np.float32]
    stages: int = DISC_STAGES  # that are still to be fitted

    @classmethod
    def begun(cls, points: Numbers) -> "Fit":
        """From weights in points, or from nothing."""
        if not len(points):
            size = _native.disc_weights()
            return cls(np.zeros(size, np.float32), np.zeros(size, np.float32))
        known = np.where(points == 0, 0, KNOWN).astype(np.float32)
        return cls((points / DISC_POINTS).astype(np.float32), known)

    @classmethod
    def unpacked(cls, data: bytes) -> "Fit":
        arrays, about = from_bytes(data)
        return cls(arrays["weights"].copy(), arrays["squares"].copy(), int(about["stages"]))

    def packed(self) -> bytes:
        arrays = {"weights": self.weights, "squares": self.squares}
        return to_bytes(arrays, {"stages": str(self.stages)})

    def inherit(self, stage: int) -> None:
        """Weights that this stage does not know begin with those of the stage after it."""
        size = _native.disc_stage_weights()
        one, other = (slice(at * size, (at + 1) * size) for at in (stage, stage + 1))
        unknown = self.weights[one] == 0
        self.weights[one][unknown] = self.weights[other][unknown]

    @property
    def points(self) -> NDArray[np.int16]:
        """As they are kept: in points, of which many make a disc."""
        return np.rint(np.clip(self.weights * DISC_POINTS, -32767, 32767)).astype(np.int16)

    def error(self, held_out: PlayedPositions) -> float:
        """The root of the mean squared error, in discs, on positions that are as good as solved."""
        near = (held_out.empties >= EXACT[0]) & (held_out.empties <= EXACT[1])
        known = held_out[near & ~np.isnan(held_out.scores)]
        if not len(known.scores):
            return 0.0
        said = np.zeros(len(known.scores), np.float32)
        _native.predict_discs(self.weights, known.boards, said)
        return float(np.sqrt(np.mean((said - known.scores) ** 2)))


class OpeningBoards(NamedTuple):
    """Boards that games may begin with."""

    boards: NDArray[np.uint64]

    @property
    def id(self) -> str:
        return f"{key(self.boards.tobytes().hex()):016x}"


class PatternsRun:
    """A run of the trainer and its files."""

    def __init__(self, plan: PatternsTrainer, context: TrainingContext) -> None:
        self.plan, self.context = plan, context
        self.folder = folder_of(context.run)
        self.openings = self._kept_openings()

    def round(self, number: int) -> Iterator[Step]:
        best = self._best()
        yield from self._play(number, best)
        fit, held_out = self._fit(number, best), positions.read([self._held_out(number)])
        yield from self._learn(number, fit, held_out)
        points = self._mixed(number, best, fit)
        made = Version(PATTERNS, points.astype(np.float32))
        match = VersionMatch(self.plan.match, self._match(number))
        self._tell("comparing", number)
        for score in match.play(self.context, number, made, self._rival(best), self.plan.nodes):
            yield self._step(number, "comparing", {"score": score})
        # Weights compete with weights: the first ones are kept in any case.
        won = match.better or not best.id
        kept = points if won else best.numbers.astype(np.int16)
        weights = Weights(self.context.game.name, DISC_PATTERNS, {"numbers": kept})
        error = Fit.begun(made.numbers).error(held_out)
        figures = {"score": match.score, "error": error, "kept": float(won)}
        self.context.keep(number + 1, weights, {"games": self._games(number + 1), **figures})
        self._tidy(number)
        yield Step(
            number + 1, f"round {number + 1} done", self._games(number + 1), self.plan.games,
            weights, figures,
        )  # fmt: skip

    def _best(self) -> Version:
        kept = self.context.newest_weights()
        return Version(PATTERNS, numbers_of(kept) if kept else self._start())

    def _mixed(self, number: int, best: Version, fit: Fit) -> NDArray[np.int16]:
        """The fit and the best weights so far, by the games that each has learned from.

        Both err by what their games happened to hold, so their mean errs less than either.
        """
        known = self._known_games(number) if best.id else 0
        if not known:
            return fit.points
        learned = self._games(number + 1) - self._games(self._oldest(number))
        fitted = fit.points.astype(np.float32)
        both = mean([best.numbers, fitted], [known, learned], unseen_is_zero=True)
        return np.rint(both).astype(np.int16)

    def _known_games(self, number: int) -> int:
        """How many games the best weights have learned from, as far as anybody knows."""
        kept = [n for n, step in enumerate(self.context.log()[:number], 1) if step["kept"]]
        begun = find_named(self.plan.start) if self.plan.start else None
        told = begun.origin if begun and begun.weights.kind == DISC_PATTERNS else {}
        return int(told.get("games") or 0) + (self._games(kept[-1]) if kept else 0)

    def _start(self) -> Numbers:
        """What the run begins with: weights of another run, or those of td taken for discs."""
        if not self.plan.start:
            return np.zeros(0, np.float32)
        found = weights_named(self.context.game, self.plan.start)
        numbers = numbers_of(found)
        if found.kind == DISC_PATTERNS:
            return numbers
        if found.kind != TD_PATTERNS:
            raise BadInput(
                f"patterns cannot begin with '{self.plan.start}' ({found.kind}):"
                f" it takes weights of patterns or of td"
            )
        discs = np.zeros(_native.disc_weights(), np.float32)
        _native.discs_of_values(self.context.game, numbers, discs, DISCS_OF_A_VALUE)
        return discs

    def _rival(self, best: Version) -> Version:
        """Whom the new weights must beat: the best ones, or at first an evaluation made by hand."""
        if best.id:
            return best
        by_hand = evaluation_for(self.context.game, "auto", learned=False)
        return Version(by_hand.name, np.zeros(0, np.float32))

    # 1. Play.

    def _play(self, number: int, best: Version) -> Iterator[Step]:
        """The games of this round; batches that are on disk are not played again."""
        tasks = self._tasks(number, best)
        missing = [task for task, file in tasks.items() if not positions.holds(file, task)]
        blobs = {best.id: best.numbers.tobytes()} if best.id else {}
        if self.openings:
            blobs[self.openings.id] = self.openings.boards.tobytes()
        began, played, done = time.perf_counter(), 0, len(tasks) - len(missing)
        self._tell("playing", number, done, len(tasks))
        for task, data in self.context.runner.cluster.map(positions.PLAY, missing, blobs):
            write_whole(tasks[task], data)
            done += 1
            played += len(from_bytes(data)[0]["scores"])
            pace = {"positions/s": played / (time.perf_counter() - began)}
            self._tell("playing", number, done, len(tasks))
            yield self._step(number, "playing", pace, done / len(tasks))

    def _tasks(self, number: int, best: Version) -> dict[DiscGamesTask, Path]:
        games, id = self._games(number + 1) - self._games(number), best.id
        tasks = {
            self._task(id, min(GAMES_IN_A_BATCH, games - first), number, first): file
            for first, file in self._files(number).items()
        }
        held_out = self._task(id, max(1, games // HELD_OUT_SHARE), number, -1)
        return {held_out: self._held_out(number), **tasks}

    def _task(self, weights: str, games: int, number: int, first: int) -> DiscGamesTask:
        p = self.plan
        return DiscGamesTask(
            self.context.game.name, weights, p.depth, p.solved, p.departures, games,
            key("disc games", self.context.seed, number, first),
            self.openings.id if self.openings else "", self.context.runner.threads,
        )  # fmt: skip

    # 2. Fit.

    def _fit(self, number: int, best: Version) -> Fit:
        """From the best weights so far, or as far as it had got before a stop."""
        state = self._state(number)
        return Fit.unpacked(state.read_bytes()) if state.exists() else Fit.begun(best.numbers)

    def _learn(self, number: int, fit: Fit, held_out: PlayedPositions) -> Iterator[Step]:
        rounds = range(self._oldest(number), number + 1)
        files = [file for n in rounds for file in self._files(n).values()]
        while fit.stages:
            done, stage = DISC_STAGES - fit.stages, fit.stages - 1
            self._tell("learning", number, done, DISC_STAGES)
            began, here = time.perf_counter(), positions.read(files, stage)
            labels = self._labels(fit, here)
            if stage + 1 < DISC_STAGES:
                fit.inherit(stage)
            self._fit_stage(number, stage, fit, here, labels)
            fit.stages = stage
            write_whole(self._state(number), fit.packed())
            pace = len(here.scores) / (time.perf_counter() - began)
            figures = {"error": fit.error(held_out), "positions/s": pace}
            yield self._step(number, f"fitting, stage {done + 1} of {DISC_STAGES}", figures)

    def _labels(self, fit: Fit, here: PlayedPositions) -> NDArray[np.float32]:
        """The exact score where it is known, else what a search says by the weights of the stages fitted."""
        labels = here.scores.copy()
        open_ones = np.flatnonzero(here.empties > self.plan.solved)
        by, depth = Version(PATTERNS, fit.points.astype(np.float32)), self.plan.label_depth
        labels[open_ones] = self._searched(by, here.boards[open_ones], depth)
        of_count = [
            open_ones[here.empties[open_ones] == n] for n in np.unique(here.empties[open_ones])
        ]
        some = [these[:: max(1, len(these) // EVENED)] for these in of_count]
        if some:
            deeper = self._searched(by, here.boards[np.concatenate(some)], depth + 1)
            ends = np.cumsum([len(these) for these in some])
            for these, sample, ply_more in zip(
                of_count, some, np.split(deeper, ends), strict=False
            ):
                labels[these] += (ply_more - labels[sample]).mean() / 2
        return labels

    def _searched(self, by: Version, boards: NDArray[np.uint64], depth: int) -> NDArray[np.float32]:
        tasks = [
            LabelTask(
                self.context.game.name, by.id, depth, first,
                boards[first : first + LABELS_IN_A_BATCH].tobytes(), self.context.runner.threads,
            )
            for first in range(0, len(boards), LABELS_IN_A_BATCH)
        ]  # fmt: skip
        said = np.zeros(len(boards), np.float32)
        found = self.context.runner.cluster.map(
            positions.LABEL, tasks, {by.id: by.numbers.tobytes()}
        )
        for task, data in found:
            said[task.first : task.first + LABELS_IN_A_BATCH] = np.frombuffer(data, np.float32)
        return said

    def _fit_stage(
        self, number: int, stage: int, fit: Fit, here: PlayedPositions, labels: NDArray[np.float32]
    ) -> None:
        p = self.plan
        for epoch in range(p.epochs):
            _native.fit_discs(
                fit.weights, fit.squares, here.boards, labels,
                learning_rate=p.learning_rate * LAST_RATE ** (epoch / max(1, p.epochs - 1)),
                seed=key("fit", self.context.seed, number, stage, epoch),
                threads=self.context.runner.threads, control=SearchControl(),
            )  # fmt: skip

    # Files, and what is shown.

    def _kept_openings(self) -> "OpeningBoards | None":
        """The boards of the file of games: kept with the run, which goes on though the file may be gone."""
        if not self.plan.openings:
            return None
        file = self.folder / "openings"
        if not file.exists():
            boards = positions.opening_boards(self.plan.openings, self.context.game)
            write_whole(file, to_bytes({"boards": boards}, {"file": self.plan.openings}))
        return OpeningBoards(from_bytes(file.read_bytes())[0]["boards"])

    def _files(self, number: int) -> dict[int, Path]:
        games = self._games(number + 1) - self._games(number)
        return {
            first: self.folder / f"{number:04d}-{first:09d}.positions"
            for first in range(0, games, GAMES_IN_A_BATCH)
        }

    def _held_out(self, number: int) -> Path:
        return self.folder / f"{number:04d}-held-out.positions"

    def _state(self, number: int) -> Path:
        return self.folder / f"{number:04d}.fit"

    def _match(self, number: int) -> Path:
        return self.folder / f"{number:04d}.verdicts"

    def _oldest(self, number: int) -> int:
        """The first round whose positions round `number` learns from."""
        return max(0, number + 1 - self.plan.window)

    def _tidy(self, number: int) -> None:
        """Forget what no later round reads."""
        for file in (self._state(number), self._match(number), self._held_out(number)):
            file.unlink(missing_ok=True)
        if self._oldest(number + 1) > self._oldest(number):
            for file in self._files(self._oldest(number)).values():
                file.unlink(missing_ok=True)

    def _tell(self, word: Word, number: int, done: int = 0, of: int = 0) -> None:
        self.context.phases.tell(Phase(word, number + 1, self.plan.rounds, done, of, growing=True))

    def _games(self, rounds: int) -> int:
        """Played in so many rounds; of those that are over, the log knows."""
        log = self.context.log()
        if 0 < rounds <= len(log):
            return int(log[rounds - 1]["games"])
        return games_of(rounds, self.plan.games, self.plan.rounds)

    def _step(
        self, number: int, title: str, figures: dict[str, float], played: float = 1.0
    ) -> Step:
        first, last = self._games(number), self._games(number + 1)
        games = first + int(played * (last - first))
        return Step(number, f"round {number + 1}, {title}", games, self.plan.games, None, figures)
