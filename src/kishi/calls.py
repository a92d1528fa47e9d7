"""What a program asks of kishi in one call: a match, an analysis, a training run."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from typing import Any, NamedTuple

from .arena.contest import Conditions, Pairing
from .arena.job import Job, run
from .arena.limits import parse_limit
from .arena.match import MatchResult, Standing
from .arena.openings import parse_openings
from .arena.referee import Referee, play_game
from .core import Choice, Game, Limit, Position, Record, Spec, Weights
from .core import game as game_named
from .errors import BadInput
from .players import make_player, parse_spec
from .players.own import own_player
from .players.thinking import think
from .players.trained import written
from .store import Store
from .training import runs
from .training.context import Step

__all__ = ["Trained", "analyse", "match", "train"]


def match(
    a: object,
    b: object,
    *,
    game: Game | str,
    games: int = 100,
    limit: str = "",
    openings: str = "balanced",
    seed: int = 0,
) -> MatchResult:
    """So many games between two players, in pairs from the same opening with both colours.

    Players are texts (``"search:depth=4"``), functions of a position, objects with
    ``choose(record, limit)``, or their classes. ``limit`` and ``openings`` are as on the command line:
    ``"100ms"``, ``"cpu=100ms"``, ``"nodes=5000"``; ``"balanced"``, ``"random:8"``, ``"none"``. Nothing is
    stored.
    """
    of = _game(game)
    if games < 2 or games % 2:
        raise BadInput(f"games come in pairs: an even number from 2 on; got {games}")
    conditions = Conditions(of, parse_limit(limit), parse_openings(of, openings, seed), seed)
    job = conditions.job(Pairing(_spec(of, a), _spec(of, b)), range(games))
    standing = Standing(games)
    if all(isinstance(player, str | Spec) for player in (a, b)):
        played = run(job).games
        standing.add([one.number for one in played], [one.verdict for one in played])
    else:
        for number, record in _records(job, of, a, b):
            standing.add([number], [record.verdict.value])
    return MatchResult.of(_name(of, a), _name(of, b), standing, None)


def _game(of: Game | str) -> Game:
    return game_named(of) if isinstance(of, str) else of


def _name(of: Game, player: object) -> str:
    if isinstance(player, str | Spec):
        return str(parse_spec(of, player) if isinstance(player, str) else player)
    return own_player(player).name


def _spec(of: Game, player: object) -> Spec:
    """What decides the seeds of its games, whoever is behind it."""
    if isinstance(player, Spec):
        return player
    return parse_spec(of, player if isinstance(player, str) else f"python:own:{_name(of, player)}")


def _records(job: Job, of: Game, a: object, b: object) -> Iterator[tuple[int, Record]]:
    """The games of a job, with players that are not known by a text."""
    for fixture in job.fixtures:
        seats = (b, a) if fixture.number & 1 else (a, b)
        first, second = (make_player(of, p, fixture.seed + side) for side, p in enumerate(seats))
        plies = len(fixture.opening.moves) + job.most_plies
        referee = Referee(of, record=fixture.opening.record(of), limit=job.limit, most_plies=plies)
        try:
            yield fixture.number, play_game(first, second, referee)
        finally:
            first.close()
            second.close()


def analyse(
    position: Position | Record,
    player: object = "search",
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
) -> Choice:
    """What a player thinks of a position: its move, value and line, and the values of the other moves that it
    has looked at.

    ``lines`` is how many moves `search` is to tell apart. Without a limit it thinks for a second.
    """
    record = Record.new(position.game, position) if isinstance(position, Position) else position
    if record.over:
        raise BadInput(f"the game is over here: {record.verdict.name.lower().replace('_', ' ')}")
    if lines > 1:
        if not isinstance(player, str) or player.partition(":")[0] != "search":
            raise BadInput("lines= is for the player search")
        player += f"{',' if ':' in player else ':'}lines={lines}"
    asked = make_player(record.game, player)
    if (seconds, nodes, depth) == (None, None, None):
        seconds = 1.0
    try:
        answer = think(asked, record, Limit(seconds=seconds, nodes=nodes, depth=depth)).watch()
    finally:
        asked.close()
    if not isinstance(answer, Choice):
        raise BadInput(f"{asked.name} gives up here")
    return answer


def _free(stem: str, taken: list[str]) -> str:
    """A name that no run has, so that a program can be run again."""
    return next(n for i in count(1) if (n := f"{stem}-{i}") not in taken)


class Trained(NamedTuple):
    """What a training run has made."""

    player: str  # the text that plays with it
    weights: Weights
    run: str  # the name of the run, which can go on


def train(
    game: Game | str,
    method: str,
    *,
    name: str | None = None,
    seed: int | None = None,
    preset: str | None = None,
    threads: int = 1,
    watch: Callable[[Step], None] | None = None,
    **settings: Any,
) -> Trained:
    """Train by a method that ``kishi train`` lists, to the end of the run, and keep it in the store.

    ``settings`` are its flags with _ for -, as in ``kishi.train("othello", "pso", games=20_000)``. A run of
    this name that was begun the same way goes on. Whoever watches is handed every finished step.
    """
    of = _game(game)
    with Store.open() as store:
        known = name is not None and store.find_run(name) is not None
        name = name or _free(f"{method}-{of.name}", runs.names(store))
        asked = runs.RunRequest(of, runs.trainer_named(method), name, seed, preset, settings)
        begun = runs.resume(store, asked) if known else runs.begin(store, asked)
        with (
            runs.at_work(store, begun, threads=threads) as (trainer, context),
            closing(trainer.run(context)) as steps,  # type: ignore[type-var]
        ):
            for step in steps:
                if watch is not None:
                    watch(step)
            weights = context.newest_weights()
    if weights is None:
        raise BadInput(f"'{begun.name}' has made no weights: give it more games")
    return Trained(written(begun.trainer, begun.name), weights, begun.name)
