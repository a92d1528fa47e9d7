"""Games to be played as plain data, and the one function that plays them, wherever it runs."""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._native import play_columns
from ..cluster import blob
from ..core import Limit, Record, SearchControl, Verdict, Weights, game
from ..players import NativePlayer, make_player
from ..players.registry import Named, meaning
from ..store import Effort, tensors
from ..store.packed import PackedGames, pack
from .openings import Opening, PackedOpenings
from .referee import Referee, play_game
from .waiting import leave, seated

RUN = "kishi.arena.job:run"
Watch = Callable[[Record], None]
TOO_LONG = "too long"  # as the referee says it
ENDED_BY = (None, TOO_LONG, "time")  # by the numbers that the core has for it
STOPPED = Verdict.RUNNING.value  # of a row whose game was stopped


class Fixture(NamedTuple):
    """One game to be played."""

    number: int  # twice the round, and one more when b moves first
    opening: Opening
    seed: int


class Job(NamedTuple):
    """Games of one pairing under the same conditions. They are arrays, because quick players play
    thousands in the time that Python takes to look at each once."""

    game: str
    a: str  # Specs as text
    b: str
    limit: Limit
    margin: float  # seconds over the limit that are forgiven
    most_plies: int  # after the opening; a longer game is a draw
    numbers: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    openings: PackedOpenings
    opening_of: NDArray[np.int32]  # which of the openings each game begins with
    weights: tuple[tuple[str, str], ...] = ()  # names and the ids of what was sent under them

    @property
    def fixtures(self) -> list[Fixture]:
        games = zip(
            self.numbers.tolist(), self.opening_of.tolist(), self.seeds.tolist(), strict=True
        )
        return [Fixture(number, self.openings[at], seed) for number, at, seed in games]


class Done(NamedTuple):
    """What became of a job."""

    games: PackedGames  # whole ones only
    seconds: float
    efforts: tuple[Effort, Effort] = (Effort(), Effort())  # what the moves of a and of b have cost
    stopped: bool = False  # before all games were played


class _Played(NamedTuple):
    games: PackedGames
    efforts: tuple[Effort, Effort]


def run(job: Job, control: SearchControl | None = None, watch: Watch | None = None) -> Done:
    """Play the games. What they are depends on the job alone, not on where or in which order.

    Games that are watched go through the referee, move by move, whoever plays. Of a job that is
    stopped, the games that were over count.
    """
    began = time.perf_counter()
    control = control or SearchControl()
    with meaning({name: Named(name, _sent(id), {}) for name, id in job.weights}):
        if watch is None and is_native(job):
            played = _run_native(job, control)
        else:
            played = _run_each(job, control, watch)
    stopped = len(played.games) < len(job.numbers)
    return Done(played.games, time.perf_counter() - began, played.efforts, stopped)


@lru_cache(maxsize=64)
def _sent(id: str) -> Weights:
    body = blob(id)
    assert body is not None, f"weights {id} were not sent along"
    return tensors.unpack_weights(body)


def is_native(job: Job) -> bool:
    """Can the core play these games without Python?"""
    return job.limit.clocks is None and all(
        isinstance(make_player(game(job.game), spec), NativePlayer) for spec in (job.a, job.b)
    )


# Players of any sort, through the referee.


def _run_each(job: Job, control: SearchControl, watch: Watch | None) -> _Played:
    games, a, b = PackedGames(), Effort(), Effort()
    for fixture in job.fixtures:
        record = _run_one(job, fixture, control, watch)
        if not record.over:
            break
        plies = len(fixture.opening.moves)
        games.append(pack(record, fixture.number, plies))
        first, second = _efforts(record, plies, job.limit)
        a, b = (a + second, b + first) if fixture.number & 1 else (a + first, b + second)
    return _Played(games, (a, b))


def _efforts(record: Record, opening: int, limit: Limit) -> tuple[Effort, Effort]:
    """What the moves of the first and of the second have cost, those of the opening apart."""
    spent = [Effort(), Effort()]
    for position, choice in list(zip(record.positions, record.choices, strict=False))[opening:]:
        spent[position.turn] += Effort.of_move(choice, limit)
    return spent[0], spent[1]


def _run_one(job: Job, fixture: Fixture, control: SearchControl, watch: Watch | None) -> Record:
    """Players are made for this game alone, so that no other one can have changed them, but for
    those that are told of a new game."""
    of = game(job.game)
    specs = (job.b, job.a) if fixture.number & 1 else (job.a, job.b)
    players = [seated(of, spec, (fixture.seed + side) % 2**64) for side, spec in enumerate(specs)]
    referee = Referee(
        of,
        record=fixture.opening.record(of),
        limit=job.limit,
        margin=job.margin,
        most_plies=len(fixture.opening.moves) + job.most_plies,
    )
    try:
        return play_game(players[0], players[1], referee, watch, control)
    finally:
        for spec, player in zip(specs, players, strict=True):
            leave(of, spec, player)


# Native players, without Python between the moves.


def _run_native(job: Job, control: SearchControl) -> _Played:
    of, limit = game(job.game), job.limit
    start = of.start()
    a, b = (make_player(of, spec) for spec in (job.a, job.b))
    assert isinstance(a, NativePlayer) and isinstance(b, NativePlayer)
    played = play_columns(
        a.engine,
        b.engine,
        [start if text is None else of.parse(text) for text in job.openings.starts],
        job.openings.moves,
        job.opening_of,
        job.numbers & 1 == 1,
        job.seeds,
        seconds=limit.seconds or 0.0,
        nodes=limit.nodes or 0,
        depth=limit.depth or 0,
        cpu=limit.cpu or 0.0,
        margin=job.margin,
        most_plies=job.most_plies,
        control=control,
    )
    plies = [len(moves) // 2 for moves in job.openings.moves]
    at = job.opening_of.tolist()
    games = PackedGames(
        job.numbers.tolist(),
        [*map(job.openings.starts.__getitem__, at)],
        [*map(plies.__getitem__, at)],
        played.moves,
        played.values,
        played.seconds,
        played.verdicts,
        [*map(ENDED_BY.__getitem__, played.ended_by)],
    )
    if STOPPED in games.verdicts:
        games = PackedGames.of(game for game in games if game.verdict != STOPPED)
    a_spent, b_spent = (
        Effort(e.moves, e.seconds, e.cpu, e.nodes, e.depth, e.early, e.early_cpu)
        for e in played.effort
    )
    return _Played(games, (a_spent, b_spent))
