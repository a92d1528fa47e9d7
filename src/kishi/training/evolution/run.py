"""A run of evolution: generations that play, and a play-off; what the four methods share.

A generation asks the optimiser for points, lets them play a fair evaluation match, tells it the
scores and writes them to the log in one transaction. The log is the state: going on after a stop replays it.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _native
from ...arena.chance import key
from ...arena.openings import Opening
from ...core import Weights
from ...errors import BadInput
from ...games import facts_of
from ...players.genomes import genome_for, numbers_of, weights_of
from ...players.registry import pinned, weights_named
from ..context import Step, TrainingContext
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
from ..phase import Phase
from .optimisers import Optimiser, Points, Scores, diversity

if TYPE_CHECKING:
    from .evolve import Evolution

MUTATION = 0.5  # of half a weight's range
FINALISTS = 16
FAVOURITES = 4  # of them, at most
FINAL_SHARE = 0.1  # of all games, for the play-off
MOST_OPENINGS = 2_000


class Plan(NamedTuple):
    """How many games a run of evolution will have played."""

    generations: int  # in all of them
    generation: int  # in one; the first may have fewer
    play_off: int  # at most

    @property
    def games(self) -> int:
        return self.generations + self.play_off


class EvolutionRun:
    """A run of evolution, as far as it has got."""

    def __init__(self, trainer: "Evolution", context: TrainingContext) -> None:
        self.trainer, self.context = trainer, context
        if trainer.score == "discs" and not context.game.most_lead:
            raise BadInput(
                f"{context.game.name} ends without a count of discs: leave --score at points"
            )
        self.begin = self._begin()
        kind = self.begin.kind if self.begin and trainer.genome == "auto" else trainer.genome
        self.genome = genome_for(context.game, kind)
        self.optimiser = self._optimiser()
        self.anchors = [anchor(text.strip()) for text in trainer.anchors.split(";") if text.strip()]
        if not (self.anchors or trainer.hall or trainer.peers):
            raise BadInput("nobody is there to play against: give --peers, --hall or --anchors")
        self.hall: list[Points] = []  # past generations' best, the oldest first
        self.games = self.number = 0
        self.finished = False

    def _begin(self) -> Weights | None:
        """The weights to start from; a run that goes on means those it began with."""
        name = self.trainer.begin
        if not name:
            return None
        log = self.context.log()
        with pinned(log[0]["begin"] if log else ""):
            return weights_named(self.context.game, name)

    def _optimiser(self) -> Optimiser:
        game, genome = self.context.game, self.genome
        size, begin = genome.size(game), None
        if self.begin is not None:
            if self.begin.kind != genome.name:
                raise BadInput(
                    f"'{self.trainer.begin}' is of the kind {self.begin.kind}: "
                    f"--genome {genome.name} cannot start from it"
                )
            begin = genome.point(numbers_of(self.begin))
        elif genome.origin is not None:
            begin = np.zeros(size)
        seed = key("optimiser", self.context.seed) % 2**63
        return self.trainer.optimiser(genome, size, seed, begin)

    # How many games?

    def planned(self) -> Plan:
        """Generations are played to their end, and a play-off follows."""
        trial = self._optimiser()
        first = self._generation(len(trial.ask()), first=True)
        trial.tell(np.zeros(len(trial.ask())))
        later = self._generation(len(trial.ask()), first=False)
        generations = 1 + max(0, -(-(self.trainer.games - first) // later))
        played = first + (generations - 1) * later
        return Plan(played, first if generations == 1 else later, self._most_play_off(generations))

    def _generation(self, members: int, *, first: bool) -> int:
        trainer = self.trainer
        if trainer.scored_by != "match":
            return members * (1 if trainer.scored_by == "duels" else members - 1)
        others = (
            min(members, trainer.hall + trainer.peers) if first else trainer.hall + trainer.peers
        )
        opponents = len(self.anchors) + others + (0 if first else trainer.mutants)
        quarter = max(1, members // 4)
        return 2 * opponents * (members * trainer.openings + quarter * trainer.more)

    def _most_play_off(self, generations: int) -> int:
        if self.trainer.scored_by != "match":
            return 0
        fewest = facts_of(self.context.game).training.play_off
        finalists = min(FINALISTS, FAVOURITES + generations + 1)
        opponents = finalists * (2 if self.trainer.mutants else 1) + len(self.anchors)
        return max(2 * finalists * opponents * fewest, int(FINAL_SHARE * self.trainer.games))

    # One step.

    def step(self) -> Step:
        self.number += 1
        if self.number > 1 and self.games >= self.trainer.games:
            self.context.phases.tell(Phase("comparing"))
            return self._play_off()
        self.context.phases.tell(Phase("evolving", done=self.games, of=self.trainer.games))
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
            **({"begin": self.begin.id} if self.begin else {}),
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
        ways = {"duels": self._duels, "round robin": self._round_robin}
        return ways.get(self.trainer.scored_by, self._match)

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
        if self.trainer.as_program:  # it hands the enemy's map to both sides
            everyone = [enemy] * len(everyone)
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
        if self.trainer.as_program:  # it counts in 8 bits
            scores = (scores + 128) % 256 - 128
        games = len(everyone) * (len(everyone) - 1)
        each = 2 * (len(everyone) - 1)
        return Fitness(
            0.5 + scores / (2 * each), np.full(len(everyone), 0.5 / np.sqrt(each)), games
        )

    # The end.

    def _play_off(self) -> Step:
        """Among the best of all times, on fresh openings; as written, there is none."""
        self.finished = True
        as_written = self.trainer.scored_by != "match"
        best, figures = (self.optimiser.favourites[0], {}) if as_written else self._winner()
        return self._keep(
            "play-off", best, {"games": self.games, "final": True, **figures}, figures
        )

    def _finalists(self) -> Points:
        """The newest favourites, some of the hall of fame, and the mean of its later half: where games decide
        by a hair each of these has been lucky in its own way, and luck averages out."""
        spaced = np.unique(
            np.linspace(0, len(self.hall) - 1, FINALISTS - FAVOURITES - 1).astype(int)
        )
        famous = [self.hall[i] for i in spaced]
        mean = np.mean(self.hall[len(self.hall) // 2 :], axis=0)
        return np.unique(np.array([*self.optimiser.favourites[:FAVOURITES], *famous, mean]), axis=0)

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
