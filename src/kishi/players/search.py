"""The real search, and the levels made from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from .. import _native
from .._native import Engine
from ..core import Game, Limit, Player
from ..errors import BadInput, quoted
from ..games import GAMES, Evaluation, Numbers, facts_of
from .book import BookPlayer, book_named
from .genomes import numbers_of
from .kind import EVERY_GAME, option
from .native import NativePlayer
from .registry import is_shipped, weights_named

NETWORK = "network"  # the evaluation by a network that is updated move by move, and the kind of its weights
EVERY_EVALUATION = ("auto", *dict.fromkeys(e.name for facts in GAMES for e in facts.evaluations))
OWN_WEIGHTS = np.zeros(0, np.float32)  # the evaluation's own


def evaluation_of(
    game: Game, text: str, weights: str = "", *, learned: bool = True
) -> tuple[str, Numbers]:
    """An evaluation as it is written, `NAME` or `NAME:WEIGHTS`, and its numbers."""
    name, colon, with_it = text.partition(":")
    if colon and weights:
        raise BadInput(f"weights are given twice: eval={text[:60]} and weights={weights[:60]}")
    evaluation = evaluation_for(game, name, learned=learned)
    return evaluation.name, numbers_for(game, evaluation, with_it or weights)


def evaluation_for(game: Game, name: str, *, learned: bool = True) -> Evaluation:
    """The evaluation of this name; `auto` is the strongest the game has, learned or made by hand."""
    known = facts_of(game).evaluations
    if name == "auto":
        return next(
            e for e in known if not e.learned or (learned and is_shipped(_shipped(game, e)))
        )
    found = facts_of(game).evaluation(name)
    if found is None:
        names = ", ".join(e.name for e in known)
        raise BadInput(f"{game.family} has no evaluation '{name}': it has {names}")
    return found


def _shipped(game: Game, evaluation: Evaluation) -> str:
    """The name of the weights for a learned evaluation that would ship with kishi."""
    return f"{evaluation.learned}-{game.name}"


def numbers_for(game: Game, evaluation: Evaluation, weights: str = "") -> Numbers:
    """The numbers of the evaluation: trained ones by name, or its own."""
    if evaluation.learned and not weights:
        weights = _shipped(game, evaluation)
    if not weights:
        return OWN_WEIGHTS
    found = weights_named(game, weights)
    if found.kind not in evaluation.takes:
        fitting = (e.name for e in facts_of(game).evaluations if found.kind in e.takes)
        hint = "".join(f"; eval={name}:{weights} takes them" for name in fitting)
        raise BadInput(
            f"the weights '{weights}' ({found.kind}) are not for the evaluation"
            f" {evaluation.name}{hint}"
        )
    return _whole(game, found.kind, numbers_of(found))


def _whole(game: Game, kind: str, numbers: Numbers) -> Numbers:
    """The numbers as an evaluation wants them: where they stand for one map, all of that."""
    genome = facts_of(game).genome(kind)
    maps = genome.maps(game, numbers) if genome and genome.maps else []
    return maps[0] if len(maps) == 1 else numbers


def ordering_weights(game: Game) -> Numbers:
    """What an exact solver may order moves by: the weights of the game's strongest evaluation."""
    counted = facts_of(game).unit
    return numbers_for(game, evaluation_for(game, "auto")) if counted else OWN_WEIGHTS


@dataclass(frozen=True, slots=True)
class Search:
    """Iterative deepening principal-variation search with exact knowledge of each game."""

    kind: ClassVar[str] = "search"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = ""
    main: ClassVar[str] = ""

    eval: str = option(
        "auto",
        "the evaluation at the leaves, also NAME:WEIGHTS; auto is the strongest",
        choices=EVERY_EVALUATION,
    )
    weights: str = option("", "trained weights for the evaluation, by name (none: its own)")
    seconds: float = option(1.0, "a move, where no limit is given", low=0.001, high=86400)
    nodes: int = option(0, "never more nodes than this (0: no bound)", low=0, high=10**15)
    depth: int = option(0, "never deeper than this (0: no bound)", low=0, high=100)
    threads: int = option(1, "threads that search together", low=1, high=256)
    hash: int = option(64, "megabytes of transposition table", low=1, high=65536)
    lines: int = option(1, "how many best moves to tell apart", low=1, high=100)
    exact: bool = option(True, "ask the endgame, threat and mate solvers")
    prune: bool = option(True, "false: plain alpha-beta, for comparison")
    noise: int = option(
        0,
        "error of each evaluation, for weaker play: thousandths of a lead that wins 3 games of 4",
        low=0,
        high=100000,
    )
    book: str = option(
        "", "an opening book to play from, by name; auto is the game's (none: without)"
    )
    tune: str = option("", "search parameters, NAME:VALUE/NAME:VALUE, for tuners", hidden=True)

    def player(self, game: Game, name: str, seed: int) -> Player:
        player = NativePlayer(name, self.engine(game, seed))
        return BookPlayer(book_named(game, self.book), player, seed) if self.book else player

    def engine(self, game: Game, seed: int) -> Engine:
        evaluation, numbers = evaluation_of(game, self.eval, self.weights)
        return _native.search_engine(
            game,
            evaluation,
            numbers,
            seconds=self.seconds,
            nodes=self.nodes,
            depth=self.depth,
            megabytes=self.hash,
            threads=self.threads,
            lines=self.lines,
            exact=self.exact,
            prune=self.prune,
            noise=self.noise,
            seed=seed % 2**64,
            tune=parameters_in(self.tune),
        )

    def repeats(self, game: Game, limit: Limit) -> bool:
        bounded = limit.nodes or limit.depth or self.nodes or self.depth
        chance = self.noise or self.book or self.threads > 1
        return bool(bounded) and not limit.timed and not chance


def tune_text(parameters: Mapping[str, int]) -> str:
    """Parameters of the search as its option `tune` has them."""
    return "/".join(f"{name}:{value}" for name, value in parameters.items())


def parameters_in(text: str) -> dict[str, int]:
    """The reverse. The core checks names and ranges: see `_native.search_parameters`."""
    pairs = [part.partition(":") for part in text.split("/") if part]
    try:
        return {name: int(value) for name, _, value in pairs}
    except ValueError:
        raise BadInput(f"search: tune is NAME:VALUE/NAME:VALUE; got {quoted(text)}") from None
