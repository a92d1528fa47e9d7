"""The search: its speed, its manners, and its signature.

The signature is the number of nodes that fixed searches take. It does not depend on the machine, so
a change that claims to keep the search's behaviour must keep it, and one that means to change it
says so.
"""

import time
from dataclasses import dataclass

from .._native import SearchControl, solve
from ..core import Choice, Game, Limit, Record, game
from ..games import GAMES, facts_of
from ..games.othello import FFO, OTHELLO
from ..players import NativePlayer, make_player
from ..players.thinking import think
from .contest import Comparison, Work


def records(of: Game) -> list[Record]:
    found = []
    for moves in facts_of(of).benched:
        record = Record.new(of)
        for text in moves.split():
            record = record.play(Choice(move=of.parse_move(text)))
        found.append(record)
    return found


def benched_games() -> list[Game]:
    return [game(facts.family) for facts in GAMES if facts.benched]


def signature() -> dict[str, tuple[int, str]]:
    """For each game, the nodes of all its searches, and the moves they chose."""
    found = {}
    for of in benched_games():
        nodes, moves = 0, []
        for record in records(of):
            limit = Limit(depth=facts_of(of).bench_depth)
            choice = _searcher(of, "search:exact=false,hash=4").choose(record, limit)
            nodes += choice.nodes
            moves.append(of.move_text(choice.move))
        found[of.name] = (nodes, " ".join(moves))
    return found


def contests() -> list[Comparison]:
    """Nodes in a CPU second, game by game, and the exact solvers."""
    rows = [
        Comparison(
            name=f"{of.name} search, {evaluation.name}",
            unit="nodes/s",
            ours=_nodes_of(of, evaluation.name),
            least_rate=evaluation.least_rate,
        )
        for of in benched_games()
        for evaluation in facts_of(of).evaluations
        if evaluation.benched
    ]
    ending = Comparison(
        name=f"{OTHELLO.family} endings FFO 40-44", unit="nodes/s", ours=_endings, least_rate=15e6
    )
    return [*rows, ending]


@dataclass(frozen=True, slots=True)
class Manners:
    """How exactly a search keeps to its time, in milliseconds of wall time."""

    game: str
    overrun: float  # the worst over a fixed time
    stop: float  # the worst from being told to stop to having stopped


def manners(repetitions: int = 5) -> list[Manners]:
    return [_manners(of, repetitions) for of in benched_games()]


def _manners(of: Game, repetitions: int) -> Manners:
    overruns, stops = [], []
    for record in records(of) * repetitions:
        player = _seated(of)
        began = time.perf_counter()
        player.choose(record, Limit(seconds=0.1))
        overruns.append(time.perf_counter() - began - 0.1)
        stops.append(_stop_time(of, record))
    return Manners(of.name, max(overruns) * 1e3, max(stops) * 1e3)


def _stop_time(of: Game, record: Record) -> float:
    search = think(_seated(of), record, Limit(seconds=20))
    time.sleep(0.05)
    told = time.perf_counter()
    search.stop()
    search.done.result()
    return time.perf_counter() - told


def _seated(of: Game) -> NativePlayer:
    """As games under a limit of time seat it: a system may take a tenth of a second to give it its memory."""
    player = _searcher(of, "search")
    player.prepare()
    return player


def _searcher(of: Game, spec: str) -> NativePlayer:
    player = make_player(of, spec)
    assert isinstance(player, NativePlayer)
    return player


def _nodes_of(of: Game, evaluation: str) -> Work:
    player = _searcher(of, f"search:exact=false,eval={evaluation}")

    def work() -> int:
        return sum(player.choose(r, Limit(nodes=300_000)).nodes for r in records(of))

    return work


def _endings() -> int:
    of = game(OTHELLO.family)
    return sum(solve(of.parse(text), SearchControl()).nodes for text in FFO.values())
