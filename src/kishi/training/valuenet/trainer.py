"""The minishogi write-up's value network: mates first, then the results of its own games.

Each round plays games one move ahead with the network as it is, each after some random moves. Every
position's value is then moved towards what the game showed, from the end backwards, and the network
learns the new values. A round is one step of the log, and its state goes into the store, so a stopped
run goes on to the same end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ..._native import Position, Verdict, play_fixtures, random_openings
from ...arena.chance import key
from ...arena.contest import MOST_PLIES
from ...core import Game, SearchControl, Weights, game
from ...errors import Stopped
from ...games import Numbers
from ...players.kind import option
from ...players.trained import VALUENET, judged_by
from ..context import Step, TrainingContext, is_marked, must_have_torch
from ..measure import candidate_of, measure
from ..phase import Phase, Word
from .mates import Mates, attack_maps, mates_to_learn

if TYPE_CHECKING:
    from .network import DenseNet

PLAY = "kishi.training.valuenet.trainer:play"
GAMES_IN_A_BATCH = 250
ACCURACY_OF = 10_000  # held-out mates after a round; after an epoch of them, all
MARK_OPENINGS = 50  # held-out ones, each with both colours, for a mark on the way
SPACING = 1.5  # from the number of a measured round to the next
# A network that is sure of mates learns slowly from games: elsewhere than in the write-up a few are enough.
FEW_MATES = {"mates": 4_000, "held_out": 10_000, "epochs": 2}
# The write-up's numbers are the trainer's own defaults.
PRESETS: dict[str, dict[str, Any]] = {
    "minute": {"games": 8_000, "round": 500, **FEW_MATES},
    "hour": {
        "games": 800_000,
        "batch": 64,
        "last_learning_rate": 1e-4,
        "round": 4_000,
        **FEW_MATES,
    },
    "evening": {
        "games": 3_000_000,
        "batch": 64,
        "last_learning_rate": 5e-5,
        "round": 8_000,
        **FEW_MATES,
    },
    "night": {
        "games": 6_000_000,
        "batch": 64,
        "last_learning_rate": 1e-5,
        "round": 10_000,
        **FEW_MATES,
    },
    "faithful": {},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueNetTrainer:
    """The minishogi write-up's value network on attack maps: mates first, then its own games' results."""

    method: ClassVar[str] = "valuenet"
    needs_torch: ClassVar[bool] = True
    families: ClassVar[tuple[str, ...]] = judged_by(VALUENET)
    length: ClassVar[str] = "games"

    games: int = option(100_000, "games of self-play in all", low=1, high=10**9)
    mates: int = option(
        360_000, "positions of mate and of one move before to begin with", low=2, high=10**8
    )
    held_out: int = option(96_554, "such positions to test it with", low=2, high=10**8)
    epochs: int = option(5, "epochs: times those are all learned from", low=1, high=1_000)
    sample_reuse: int = option(
        1, "times each position of self-play is learned from", low=1, high=1_000
    )
    batch: int = option(32, "batch size: positions in one step of learning", low=1, high=10**6)
    learning_rate: float = option(
        1e-3, "how far a step of learning goes at first (Adam)", low=1e-9, high=1
    )
    last_learning_rate: float = option(1e-3, "the same at the end of self-play", low=1e-9, high=1)
    random_moves: int = option(10, "random moves before a game, at most", low=1, high=100)
    alpha: float = option(0.2, "how far a value moves towards what the game showed", low=0, high=1)
    gamma: float = option(
        0.8, "0 learns from the next position's value, 1 from the result", low=0, high=1
    )
    updated: bool = option(
        False, "the next position's value is taken after its own update, not before it"
    )
    round: int = option(1_000, "games between two steps of the log", low=1, high=10**7)

    def __post_init__(self) -> None:
        must_have_torch(self.method)

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        return {"games": cls.__dataclass_fields__["games"].default, **PRESETS[name]}

    def longer(self, length: int) -> Self:
        """The same as one that was so long from the beginning, where the learning rate does not fall."""
        return replace(self, games=length)

    def run(self, context: TrainingContext) -> Iterator[Step]:
        yield from _ValueNetRun(self, context).steps()


class _ValueNetRun:
    """One run of the trainer: epochs of mates, then rounds of games; each is a step."""

    def __init__(self, plan: ValueNetTrainer, context: TrainingContext) -> None:
        self.plan, self.context = plan, context
        # The last round of a run that was lengthened may have been a short one.
        before = max(0, len(context.log()) - plan.epochs)
        self.rounds = before - (context.games() - plan.games) // plan.round

    def steps(self) -> Iterator[Step]:
        done = len(self.context.log())
        if done == self.plan.epochs + self.rounds:
            return
        net = self._net()
        learned, held_out = mates_to_learn(
            self.context.game, self.plan.mates, self.plan.held_out, self.context.seed
        )
        for epoch in range(done, self.plan.epochs):
            self._tell("learning", epoch)
            loss = net.learn(
                learned.inputs, learned.values, batch=self.plan.batch,
                learning_rate=self.plan.learning_rate,
                seed=key("epoch", self.context.seed, epoch),
            )  # fmt: skip
            figures = {"loss": loss, "mates": accuracy(net, held_out)}
            last = epoch + 1 == self.plan.epochs
            title = f"mates, epoch {epoch + 1} of {self.plan.epochs}"
            yield self._keep(net, epoch + 1, title, 0, figures, marked=last)
        del learned  # a hundred megabytes
        held_out = Mates(held_out.inputs[:ACCURACY_OF], held_out.values[:ACCURACY_OF])
        for number in range(max(0, done - self.plan.epochs), self.rounds):
            before = self.context.games()
            games = min(self.plan.games, before + self.plan.round)
            self._tell("playing", self.plan.epochs + number)
            figures = self._round(net, number, games - before)
            figures["mates"] = accuracy(net, held_out)
            yield self._keep(
                net, self.plan.epochs + number + 1, f"round {number + 1} of {self.rounds}", games,
                figures, marked=is_marked(number + 1, SPACING) or number + 1 == self.rounds,
            )  # fmt: skip

    def _tell(self, word: Word, number: int, done: int = 0, of: int = 0) -> None:
        """Epochs of mates count as rounds."""
        rounds = self.plan.epochs + self.rounds
        self.context.phases.tell(Phase(word, number + 1, rounds, done, of))

    def _net(self) -> "DenseNet":
        import torch  # noqa: PLC0415 - an optional extra

        from .network import DenseNet  # noqa: PLC0415

        torch.set_num_threads(1)  # sums of several threads differ in their last digits
        net = DenseNet(key("network", self.context.seed))
        state = self.context.state()
        if state is not None:
            net.restore(state)
        return net

    def _keep(
        self,
        net: "DenseNet",
        number: int,
        title: str,
        games: int,
        figures: dict[str, float],
        *,
        marked: bool,
    ) -> Step:
        """Finish a step. At some the weights are kept too, and measured against fixed opponents."""
        weights = (
            Weights(self.context.game.name, VALUENET, {"numbers": net.numbers()})
            if marked
            else None
        )
        if weights is not None:
            self._tell("measuring", number - 1)
            with self.context.aside():
                elo = measure(
                    self.context.game, candidate_of(weights), self.context.runner, (), MARK_OPENINGS
                ).elo
            figures |= {"elo": elo.value, "elo_low": elo.low, "elo_high": elo.high}
        self.context.keep(number, weights, {"games": games, **figures}, net.state())
        return Step(number, title, games, self.plan.games, weights, figures)

    def _round(self, net: "DenseNet", number: int, games: int) -> dict[str, float]:
        """Play, work out the new values, and learn them."""
        numbers, length = net.numbers(), 0
        lines: list[list[Position]] = []
        targets: list[NDArray[np.float32]] = []
        for line, end in self._played(numbers, number, games):
            values = chances(numbers, line)
            plan = self.plan
            found = backward(values, end, plan.alpha, plan.gamma, plan.updated)
            targets += [found.targets] * 2
            lines += [line, [p.turned(1) for p in line]]
            length += len(line)
        inputs = np.concatenate([attack_maps(line) for line in lines])
        wanted = np.concatenate(targets)
        first, last = self.plan.learning_rate, self.plan.last_learning_rate
        rate = first + (last - first) * number / self.rounds
        loss = 0.0
        for again in range(self.plan.sample_reuse):
            self._tell("learning", self.plan.epochs + number, again, self.plan.sample_reuse)
            loss = net.learn(
                inputs, wanted, batch=self.plan.batch, learning_rate=rate,
                seed=key("round", self.context.seed, number, again),
            )  # fmt: skip
        return {"loss": loss, "length": length / games}

    def _played(
        self, numbers: Numbers, number: int, games: int
    ) -> Iterator[tuple[list[Position], float]]:
        """Each game's positions after its random moves, and what its end is worth to the mover there."""
        of, threads = self.context.game, self.context.runner.threads
        openings = distinct_openings(
            of, games, self.plan.random_moves, key("openings", self.context.seed, number)
        )
        batches = [
            ValueGamesTask(of.name, numbers, openings[i : i + GAMES_IN_A_BATCH], threads)
            for i in range(0, games, GAMES_IN_A_BATCH)
        ]
        # They come back in any order, and learning must not depend on it.
        played = {id(b): found for b, found in self.context.runner.cluster.map(PLAY, batches)}
        for batch in batches:
            for opening, (moves, end) in zip(batch.openings, played[id(batch)], strict=True):
                line = line_of(of, [*opening, *np.frombuffer(moves, "<u2").tolist()])
                yield line[len(opening) :], end


class ValueGamesTask(NamedTuple):
    """Games of a network against itself, as data."""

    game: str
    numbers: Numbers
    openings: Sequence[list[int]]
    threads: int = 1


def play(batch: ValueGamesTask, control: SearchControl) -> list[tuple[bytes, float]]:
    """Each game's moves (uint16) after its opening, and what the end is worth to its mover, 0 to 1."""
    of = game(batch.game)
    mover = _native.valuenet_engine(of, batch.numbers, 0)
    lines = [line_of(of, opening) for opening in batch.openings]
    played = play_fixtures(
        mover, mover, [(line, False, 0) for line in lines], most_plies=MOST_PLIES,
        threads=batch.threads, control=control,
    )  # fmt: skip
    if control.stopped:
        raise Stopped
    found = []
    for line, g in zip(lines, played, strict=True):
        mover_at_end = (line[-1].turn + len(g.moves)) % 2
        for_first = {Verdict.FIRST_WINS: 1.0, Verdict.SECOND_WINS: 0.0}.get(g.verdict, 0.5)
        found.append((g.packed[0], for_first if mover_at_end == 0 else 1 - for_first))
    return found


def distinct_openings(of: Game, games: int, most: int, seed: int) -> list[list[int]]:
    """From none to so many random moves, no two games alike as long as the board allows it."""
    found: dict[tuple[int, ...], None] = {}
    tries = 0
    while len(found) < games and tries < 20 * games:
        draw = key("opening", seed, tries)
        found[tuple(random_openings(of, (draw >> 40) % (most + 1), [draw])[0])] = None
        tries += 1
    openings = [list(moves) for moves in found]
    return [openings[i % len(openings)] for i in range(games)]


def line_of(of: Game, moves: Sequence[int]) -> list[Position]:
    line = [of.start()]
    for move in moves:
        line.append(line[-1].play(move))
    return line


def chances(numbers: Numbers, positions: list[Position]) -> NDArray[np.float64]:
    """The mover's chance to win in each position, as the network sees it."""
    logits = np.empty(len(positions), np.float32)
    _native.valuenet_logits(numbers, positions, logits)
    return np.asarray(1 / (1 + np.exp(-logits.astype(np.float64))))


class Backward(NamedTuple):
    """What a game showed of its positions s_0..s_n, and their new values."""

    shown: NDArray[np.float64]  # R_i
    targets: NDArray[np.float32]  # the new V(s_i)


def backward(
    values: NDArray[np.float64], end: float, alpha: float, gamma: float, updated: bool = False
) -> Backward:
    """From the end of a game backwards; its last position is worth `end` to its mover.

    R_n = end; R_i = 1 - ((1 - gamma) V(s_i+1) + gamma R_i+1); V(s_i) <- (1 - alpha) V(s_i) + alpha R_i.
    The write-up leaves open which V(s_i+1) stands in R_i: here the one before its own update, or, if
    `updated`, the one after it.
    """
    shown = np.full(len(values), end)
    targets = np.empty(len(values), np.float32)
    for i in reversed(range(len(values))):
        if i + 1 < len(values):
            next_value = float(targets[i + 1]) if updated else values[i + 1]
            shown[i] = 1 - ((1 - gamma) * next_value + gamma * shown[i + 1])
        targets[i] = (1 - alpha) * values[i] + alpha * shown[i]
    return Backward(shown, targets)


def accuracy(net: "DenseNet", mates: Mates) -> float:
    """The share of positions that the network puts on the right side of one half."""
    return float(np.mean((net.logits(mates.inputs) > 0) == (mates.values > 0.5)))
