"""Evolution by play: hill climbing, PSO, GA and CMA-ES over a genome.

A generation asks the optimiser for points, lets them play a fair evaluation match, tells it the
scores and writes them to the log in one transaction. The log is the state: going on after a stop replays it.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np

from ... import _native
from ...arena.chance import key
from ...arena.openings import Opening
from ...core import Game
from ...errors import BadInput
from ...games import Genome, facts_of, families
from ...players.genomes import genome_for, weights_of
from ...players.kind import option
from ...players.trained import EVOLVED
from ..context import Step, TrainingContext, not_written_up
from ..fitness import (
    Candidate,
    EvaluationMatch,
    Fitness,
    FitnessEvaluation,
    anchor,
    mean_points,
    standard_errors,
)
from ..openings import training_openings
from . import optimisers
from .optimisers import Optimiser, Points, Scores, diversity

PRESET_SECONDS = {"minute": 60, "hour": 3_000, "evening": 13_000, "night": 30_000}
PRECISION = 4  # whoever has more than a minute compares better: so many times the openings
MUTATION = 0.5  # of half a weight's range
FINALISTS = 16
FINAL_SHARE = 0.1  # of all games, for the play-off
MOST_OPENINGS = 2_000


def _must_be_written_up(method: str, game: Game) -> None:
    known = families(lambda f: method in f.write_ups)
    if game.family not in known:
        raise BadInput(
            f"{method} --preset faithful is the {method.upper()} write-up's and plays {', '.join(known)}; "
            f"not {game.name}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evolution(ABC):
    """What the four methods share: the genome, and how candidates are compared."""

    method: ClassVar[str]
    families: ClassVar[tuple[str, ...]] = EVOLVED

    genome: str = option("auto", "what the weights mean; auto is the game's first")
    games: int = option(1_000_000, "games in all", low=1, high=10**12)
    openings: int = option(6, "random openings for everyone in a generation", low=1, high=10**5)
    more: int = option(18, "further openings for the best quarter", low=0, high=10**5)
    hall: int = option(
        6, "opponents from the hall of fame: past generations' best", low=0, high=1000
    )
    peers: int = option(6, "opponents from the generation itself", low=0, high=1000)
    mutants: int = option(6, "opponents that are the newest best, changed", low=0, high=1000)
    anchors: str = option("", "further opponents, players as `kishi players` lists, joined by ;")
    score: str = option("points", "what counts", choices=("points", "discs"))

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name == "faithful":
            raise not_written_up(cls.method)
        known = facts_of(game).training
        sizes = dict(known.evaluation)
        if name != "minute":
            usual = {f.name: f.default for f in fields(cls)}
            sizes |= {n: PRECISION * sizes.get(n, usual[n]) for n in ("openings", "more")}
        return {"games": PRESET_SECONDS[name] * known.games_a_second, **sizes}

    @abstractmethod
    def optimiser(self, genome: Genome, size: int, seed: int) -> Optimiser:
        """The method itself, for so many weights."""

    def run(self, context: TrainingContext) -> Iterator[Step]:
        run = EvolutionRun(self, context)
        for row in context.log():
            run.replay(row)
        while not run.finished:
            yield run.step()


@dataclass(frozen=True, slots=True, kw_only=True)
class HillClimbTrainer(Evolution):
    """Hill climbing: try random neighbours, move to a better one."""

    method: ClassVar[str] = "hillclimb"

    neighbours: int = option(24, "tried at a time", low=1, high=10**5)
    step: float = option(0.2, "how far away at first, of half a weight's range", low=0, high=1)

    def optimiser(self, genome: Genome, size: int, seed: int) -> Optimiser:
        return optimisers.HillClimber(
            size,
            seed,
            neighbours=self.neighbours,
            step=self.step,
            from_centre=genome.origin is not None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PsoTrainer(Evolution):
    """Particle swarm optimisation, whose bests are scored anew in every generation."""

    method: ClassVar[str] = "pso"

    swarm: int = option(30, "particles", low=2, high=10**5)
    inertia: float = option(0.7298, "how much of its speed a particle keeps", low=0, high=1)
    pull: float = option(1.4962, "towards its own best and the best of all", low=0, high=4)
    speed: float = option(0.2, "largest speed at first, of half a weight's range", low=0, high=2)
    duel: bool = option(False, "as written: one game against one random member, never scored again")

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name != "faithful":
            return super(PsoTrainer, cls).preset(name, game)
        _must_be_written_up("pso", game)
        return {"genome": "flips", "swarm": 150, "games": 1500, "inertia": 0.9, "pull": 1.0,
                "speed": 0.0, "duel": True}  # fmt: skip

    def optimiser(self, genome: Genome, size: int, seed: int) -> Optimiser:
        return optimisers.ParticleSwarm(
            size, seed, swarm=self.swarm, inertia=self.inertia, pull=self.pull, speed=self.speed,
            rescore=not self.duel, from_centre=genome.origin is not None,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class GaTrainer(Evolution):
    """A genetic algorithm: tournament selection, an elite, crossover and mutation gene by gene."""

    method: ClassVar[str] = "ga"

    population: int = option(60, "members", low=4, high=10**5)
    elite: int = option(6, "members that live on unchanged", low=1, high=10**5)
    tournament: int = option(3, "members of whom the best becomes a parent", low=1, high=10**5)
    mutation: float = option(0.2, "chance of each gene to change", low=0, high=1)
    step: float = option(0.2, "how much it then changes, of half a weight's range", low=0, high=2)
    pair: bool = option(
        False, "as written: all children of one pair, a full round robin for a score"
    )

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name != "faithful":
            return super(GaTrainer, cls).preset(name, game)
        _must_be_written_up("ga", game)
        return {
            "genome": "tables",
            "population": 100,
            "games": 11 * 9900,
            "mutation": 0.1,
            "pair": True,
        }

    def optimiser(self, genome: Genome, size: int, seed: int) -> Optimiser:
        if self.pair:
            # Genes are drawn from the standard normal distribution, mutations from [-1, 1].
            return optimisers.PairGeneticAlgorithm(
                size,
                seed,
                population=self.population,
                mutation=self.mutation,
                spread=genome.coordinate(1),
            )
        if self.elite >= self.population:
            raise BadInput(
                f"an elite of {self.elite} leaves no room in a population of {self.population}"
            )
        return optimisers.GeneticAlgorithm(
            size, seed, population=self.population, elite=self.elite, tournament=self.tournament,
            mutation=self.mutation, step=self.step, from_centre=genome.origin is not None,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CmaesTrainer(Evolution):
    """CMA-ES: a normal distribution that learns where and in which directions better points lie."""

    method: ClassVar[str] = "cmaes"

    population: int = option(
        30, "samples at a time; its authors advise 10, but not for noisy games", low=4, high=10**5
    )
    step: float = option(0.4, "how far samples are spread at first", low=0, high=1)

    def optimiser(self, genome: Genome, size: int, seed: int) -> Optimiser:
        return optimisers.CmaEs(size, seed, population=self.population, step=self.step)


class EvolutionRun:
    """A run of evolution, as far as it has got."""

    def __init__(self, trainer: Evolution, context: TrainingContext) -> None:
        self.trainer, self.context = trainer, context
        if trainer.score == "discs" and not context.game.most_lead:
            raise BadInput(
                f"{context.game.name} ends without a count of discs: leave --score at points"
            )
        self.genome = genome_for(context.game, trainer.genome)
        size = self.genome.size(context.game)
        self.optimiser = trainer.optimiser(
            self.genome, size, key("optimiser", context.seed) % 2**63
        )
        self.anchors = [anchor(text.strip()) for text in trainer.anchors.split(";") if text.strip()]
        if not (self.anchors or trainer.hall or trainer.peers):
            raise BadInput("nobody is there to play against: give --peers, --hall or --anchors")
        self.hall: list[Points] = []  # past generations' best, the oldest first
        self.games = self.number = 0
        self.finished = False

    # One step.

    def step(self) -> Step:
        self.number += 1
        if self.number > 1 and self.games >= self.trainer.games:
            return self._play_off()
        asked = self.optimiser.ask()
        fitness = self._fitness()(asked)
        self.optimiser.tell(fitness.scores)
        self.games += fitness.games
        best = int(np.argmax(fitness.scores))
        figures = {
            "best": float(fitness.scores[best]),
            "error": float(fitness.errors[best]),
            "mean": float(fitness.scores.mean()),
            "diversity": diversity(asked),
        }
        self.hall.append(self.optimiser.favourites[0].copy())
        row = {
            "games": self.games,
            "asked": self._digest(asked),
            "scores": fitness.scores.tolist(),
            **figures,
        }
        return self._keep(f"generation {self.number}", self.hall[-1], row, figures)

    def replay(self, row: dict[str, Any]) -> None:
        """Go through a logged step again, without its games."""
        self.number += 1
        self.games = row["games"]
        if row.get("final"):
            self.finished = True
            return
        if self._digest(self.optimiser.ask()) != row["asked"]:
            raise BadInput(
                "this run was begun with another version of kishi, numpy or cmaes, which draw other "
                "numbers: go on with that one, or begin anew with another --name"
            )
        self.optimiser.tell(np.array(row["scores"]))
        self.hall.append(self.optimiser.favourites[0].copy())

    def _digest(self, asked: Points) -> str:
        """Of what is played: a genome may have come to mean something else."""
        return hashlib.sha256(self.genome.numbers(asked).tobytes()).hexdigest()[:16]

    def _keep(
        self, title: str, best: Points, row: dict[str, Any], figures: dict[str, float]
    ) -> Step:
        weights = weights_of(self.genome, self.context.game, self.genome.numbers(best))
        self.context.keep(self.number, weights, row)
        return Step(self.number, title, self.games, self.trainer.games, weights, figures)

    # How good are they?

    def _fitness(self) -> Callable[[Points], Fitness]:
        if isinstance(self.trainer, PsoTrainer) and self.trainer.duel:
            return self._duels
        if isinstance(self.trainer, GaTrainer) and self.trainer.pair:
            return self._round_robin
        return self._match

    def _candidates(self, points: Points) -> list[Candidate]:
        return [Candidate(self.genome.name, numbers) for numbers in self.genome.numbers(points)]

    def _match(self, asked: Points) -> Fitness:
        trainer, game = self.trainer, self.context.game
        seed = key("generation", self.context.seed, self.number)
        openings = training_openings(game, trainer.openings + trainer.more, seed)
        evaluation = FitnessEvaluation(
            game, self._opponents(asked, seed), openings[: trainer.openings],
            openings[trainer.openings :], trainer.score, seed % 2**63,
        )  # fmt: skip
        return evaluation.run(self._candidates(asked), self.context.runner)

    def _opponents(self, asked: Points, seed: int) -> list[Candidate]:
        """The same for everyone: the newest of the hall of fame and some older ones, peers, and mutants."""
        trainer, random = self.trainer, np.random.default_rng(seed)
        famous = self._from_hall(trainer.hall, random)
        # At first the hall is empty: more peers are in its place.
        peers = random.permutation(len(asked))[: trainer.peers + trainer.hall - len(famous)]
        mutants = self._mutants(self.hall[-1:], trainer.mutants, random)
        chosen = [*famous, *asked[np.sort(peers)], *mutants]
        return [*self.anchors, *(self._candidates(np.array(chosen)) if chosen else ())]

    def _mutants(
        self, of: Sequence[Points], count: int, random: np.random.Generator
    ) -> list[Points]:
        """Strong enough for a game, and of no family: who meets only its own kind learns to beat no other."""
        return [
            np.clip(of[i % len(of)] + random.normal(0, MUTATION, of[0].shape), -1, 1)
            for i in range(count if len(of) else 0)
        ]

    def _from_hall(self, count: int, random: np.random.Generator) -> list[Points]:
        if len(self.hall) <= count:
            return list(self.hall)
        older: Any = np.sort(random.permutation(len(self.hall) - 1)[: count - 1]) if count else []
        return [*(self.hall[i] for i in older), *self.hall[len(self.hall) - bool(count) :]]

    def _duels(self, asked: Points) -> Fitness:
        """As the PSO write-up: a game against a random member, the particle first; own discs and empties."""
        random = np.random.default_rng(key("enemy", self.context.seed, self.number))
        # Without the candidates' ceremony, which would cost as much as the games.
        game, genome = self.context.game, self.genome
        everyone = [genome.engine(game, numbers, 0) for numbers in genome.numbers(asked)]
        enemy = everyone[int(random.integers(len(everyone)))]
        ends = _native.play_once(everyone, enemy, [game.start()])
        squares = game.shape[1] * game.shape[2]
        discs = np.array([str(end).partition(" ")[0].count("O") for end in ends], np.float64)
        return Fitness((squares - discs) / squares, np.full(len(ends), np.nan), len(ends))

    def _round_robin(self, asked: Points) -> Fitness:
        """As the GA write-up: everybody against everybody, each side once; wins minus losses."""
        everyone, game = self._candidates(asked), self.context.game
        scores: Scores = np.zeros(len(everyone))
        opening = (Opening(),)
        for i in range(len(everyone) - 1):
            match = EvaluationMatch(game.name, everyone[i : i + 1], everyone[i + 1 :], opening, 0)
            counts = self.context.runner.play(match).counts[0]
            gained = counts[:, 0] - counts[:, 2]
            scores[i] += gained.sum()
            scores[i + 1 :] -= gained
        games = len(everyone) * (len(everyone) - 1)
        each = 2 * (len(everyone) - 1)
        return Fitness(
            0.5 + scores / (2 * each), np.full(len(everyone), 0.5 / np.sqrt(each)), games
        )

    # The end.

    def _play_off(self) -> Step:
        """Among the best of all times, on fresh openings; as written, there is none."""
        self.finished = True
        as_written = self._fitness() != self._match
        best, figures = (self.optimiser.favourites[0], {}) if as_written else self._winner()
        return self._keep(
            "play-off", best, {"games": self.games, "final": True, **figures}, figures
        )

    def _finalists(self) -> Points:
        """The newest favourites, some of the hall of fame, and the mean of its later half: where games decide
        by a hair each of these has been lucky in its own way, and luck averages out."""
        spaced = np.unique(np.linspace(0, len(self.hall) - 1, FINALISTS - 5).astype(int))
        famous = [self.hall[i] for i in spaced]
        mean = np.mean(self.hall[len(self.hall) // 2 :], axis=0)
        return np.unique(np.array([*self.optimiser.favourites[:4], *famous, mean]), axis=0)

    def _winner(self) -> tuple[Points, dict[str, float]]:
        finalists = self._finalists()
        candidates = self._candidates(finalists)
        random = np.random.default_rng(key("play-off", self.context.seed))
        mutants = self._mutants(
            list(finalists), len(finalists) if self.trainer.mutants else 0, random
        )
        # Anchors count for as much as in the generations' matches.
        usual = self.trainer.hall + self.trainer.peers + self.trainer.mutants
        share = len(self.anchors) / (len(self.anchors) + usual)
        among, its_errors = self._scored(
            candidates, self._candidates(np.array([*finalists, *mutants])), 1 - share
        )
        against, their_errors = self._scored(candidates, self.anchors, share)
        scores = (1 - share) * among + share * against
        errors = np.hypot((1 - share) * its_errors, share * their_errors)
        best = int(np.argmax(scores))
        figures = {
            "best": float(scores[best]),
            "error": float(errors[best]),
            "mean": float(scores.mean()),
            "diversity": diversity(finalists),
        }
        return finalists[best], figures

    def _scored(
        self, candidates: list[Candidate], opponents: list[Candidate], share: float
    ) -> tuple[Scores, Scores]:
        """Mean points of each against the opponents, and standard errors, in this share of the play-off."""
        if not share:
            return np.zeros(len(candidates)), np.zeros(len(candidates))
        seed = key("play-off", self.context.seed)
        pairs = 2 * len(candidates) * len(opponents)
        affordable = int(FINAL_SHARE * share * self.trainer.games / pairs)
        fewest = facts_of(self.context.game).training.play_off
        count = min(MOST_OPENINGS, max(fewest, affordable))
        openings = training_openings(self.context.game, count, seed)
        match = EvaluationMatch(
            self.context.game.name, candidates, opponents, openings, seed % 2**63
        )
        tables = self.context.runner.play(match)
        self.games += match.games
        games = np.full(len(candidates), match.games / len(candidates))
        return mean_points(tables, games), standard_errors(tables, games)
