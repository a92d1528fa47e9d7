"""Evolution by play: hill climbing, PSO, GA and CMA-ES over a genome. What they share is in run.py."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self

from ...core import Game
from ...errors import BadInput
from ...games import Genome, facts_of, families
from ...players.kind import option
from ...players.trained import EVOLVED
from ..context import Step, TrainingContext, not_written_up
from . import optimisers
from .optimisers import Optimiser, Points
from .run import EvolutionRun

PRESET_SECONDS = {"minute": 60, "hour": 3_000, "evening": 13_000, "night": 30_000}
PRECISION = 4  # whoever has more than a minute compares better: so many times the openings


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
    length: ClassVar[str] = "games"

    genome: str = option("auto", "what the weights mean; auto is the game's first")
    begin: str = option("", "weights to start from, by name: your own or trained ones")
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

    def longer(self, length: int) -> Self:
        return replace(self, games=length)

    @abstractmethod
    def optimiser(self, genome: Genome, size: int, seed: int, begin: Points | None) -> Optimiser:
        """The method itself, for so many weights; `begin` is a point that somebody has set."""

    @property
    def scored_by(self) -> str:
        """How a generation is scored: a fair match, or what a write-up does instead."""
        return "match"

    @property
    def as_program(self) -> bool:
        """Are the mistakes of a write-up's program to be kept?"""
        return False

    def beforehand(self, context: TrainingContext) -> str:
        plan = EvolutionRun(self, context).planned()
        if plan.games <= self.games:
            return ""
        after = f", and a play-off of up to {plan.play_off:,}" if plan.play_off else ""
        return (
            f"It will play about {plan.games:,} games where {self.games:,} were asked for: "
            f"whole generations, of {plan.generation:,} games each{after}."
        )

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

    def optimiser(self, genome: Genome, size: int, seed: int, begin: Points | None) -> Optimiser:
        return optimisers.HillClimber(
            size,
            seed,
            neighbours=self.neighbours,
            step=self.step,
            begin=begin,
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
    written: str = option(
        "text",
        "with --duel: as the write-up's text says, or as its program does, where the enemy plays itself",
        choices=("text", "program"),
    )

    @classmethod
    def preset(cls, name: str, game: Game) -> dict[str, Any]:
        if name != "faithful":
            return super(PsoTrainer, cls).preset(name, game)
        _must_be_written_up("pso", game)
        return {"genome": "flips", "swarm": 150, "games": 1500, "inertia": 0.9, "pull": 1.0,
                "speed": 0.0, "duel": True}  # fmt: skip

    @property
    def scored_by(self) -> str:
        return "duels" if self.duel else "match"

    @property
    def as_program(self) -> bool:
        return self.written == "program"

    def optimiser(self, genome: Genome, size: int, seed: int, begin: Points | None) -> Optimiser:
        return optimisers.ParticleSwarm(
            size, seed, swarm=self.swarm, inertia=self.inertia, pull=self.pull, speed=self.speed,
            rescore=not self.duel, begin=begin,
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
    written: str = option(
        "text",
        "with --pair: as the write-up's text says, or as its program does, mistakes included",
        choices=("text", "program"),
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

    @property
    def scored_by(self) -> str:
        return "round robin" if self.pair else "match"

    @property
    def as_program(self) -> bool:
        return self.written == "program"

    def optimiser(self, genome: Genome, size: int, seed: int, begin: Points | None) -> Optimiser:
        if self.pair:
            return optimisers.PairGeneticAlgorithm(
                size,
                seed,
                population=self.population,
                mutation=self.mutation,
                spread=genome.coordinate(1),
                program=self.as_program,
                begin=begin,
            )
        if self.elite >= self.population:
            raise BadInput(
                f"an elite of {self.elite} leaves no room in a population of {self.population}"
            )
        return optimisers.GeneticAlgorithm(
            size, seed, population=self.population, elite=self.elite, tournament=self.tournament,
            mutation=self.mutation, step=self.step, begin=begin,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CmaesTrainer(Evolution):
    """CMA-ES: a normal distribution that learns where and in which directions better points lie."""

    method: ClassVar[str] = "cmaes"

    population: int = option(
        30, "samples at a time; its authors advise 10, but not for noisy games", low=4, high=10**5
    )
    step: float = option(0.4, "how far samples are spread at first", low=0, high=1)

    def optimiser(self, genome: Genome, size: int, seed: int, begin: Points | None) -> Optimiser:
        return optimisers.CmaEs(size, seed, population=self.population, step=self.step, begin=begin)
