"""The search: its speed, its manners, and its signature.

The signature is the number of nodes that fixed searches take. It does not depend on the machine, so
a change that claims to keep the search's behaviour must keep it, and one that means to change it
says so.
"""

import time
from dataclasses import dataclass

from .._native import SearchControl, solve
from ..core import Choice, Game, Limit, Record, game
from ..players import NativePlayer, make_player
from ..players.thinking import think
from .contest import Comparison, Work

# A position early, in the middle and late, for each game.
POSITIONS = {
    "othello": ("", "f5 f6 e6 f4 c3 c4", "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7"),
    "gomoku": ("", "h8 i9 h10", "h8 i9 h10 h9 g9 i11 j8 g8 f7"),
    "minishogi": ("", "3e4d 3a2b 5d5c", "3e4d 3a4b 4d4c 4b4c 2e4c"),
}
DEPTHS = {"othello": 8, "gomoku": 6, "minishogi": 8}  # of the signature
FFO = {
    40: "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    41: "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    42: "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
    43: "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    44: "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
}


def records(of: Game) -> list[Record]:
    found = []
    for moves in POSITIONS[of.name]:
        record = Record.new(of)
        for text in moves.split():
            record = record.play(Choice(move=of.parse_move(text)))
        found.append(record)
    return found


def signature() -> dict[str, tuple[int, str]]:
    """For each game, the nodes of all its searches, and the moves they chose."""
    found = {}
    for name in POSITIONS:
        of = game(name)
        nodes, moves = 0, []
        for record in records(of):
            limit = Limit(depth=DEPTHS[name])
            choice = _searcher(of, "search:exact=false,hash=4").choose(record, limit)
            nodes += choice.nodes
            moves.append(of.move_text(choice.move))
        found[name] = (nodes, " ".join(moves))
    return found


def contests() -> list[Comparison]:
    """Nodes in a CPU second, game by game, and the exact solvers."""
    rows = [
        Comparison(
            name=f"{name} search, {evaluation}",
            unit="nodes/s",
            ours=_nodes_of(name, evaluation),
            least_rate=goal,
        )
        for name, evaluation, goal in (
            ("othello", "patterns", None),
            ("othello", "mobility", None),
            ("gomoku", "shapes", None),
            ("minishogi", "network", 2e6),
            ("minishogi", "kings", None),
            ("minishogi", "material", 3e6),
        )
    ]
    ending = Comparison(
        name="othello endings FFO 40-44", unit="nodes/s", ours=_endings, least_rate=15e6
    )
    return [*rows, ending]


@dataclass(frozen=True, slots=True)
class Manners:
    """How exactly a search keeps to its time, in milliseconds of wall time."""

    game: str
    overrun: float  # the worst over a fixed time
    stop: float  # the worst from being told to stop to having stopped


def manners(repetitions: int = 5) -> list[Manners]:
    return [_manners(game(name), repetitions) for name in POSITIONS]


def _manners(of: Game, repetitions: int) -> Manners:
    overruns, stops = [], []
    for record in records(of) * repetitions:
        player = _searcher(of, "search")
        began = time.perf_counter()
        player.choose(record, Limit(seconds=0.1))
        overruns.append(time.perf_counter() - began - 0.1)
        stops.append(_stop_time(of, record))
    return Manners(of.name, max(overruns) * 1e3, max(stops) * 1e3)


def _stop_time(of: Game, record: Record) -> float:
    search = think(_searcher(of, "search"), record, Limit(seconds=20))
    time.sleep(0.05)
    told = time.perf_counter()
    search.stop()
    search.done.result()
    return time.perf_counter() - told


def _searcher(of: Game, spec: str) -> NativePlayer:
    player = make_player(of, spec)
    assert isinstance(player, NativePlayer)
    return player


def _nodes_of(name: str, evaluation: str) -> Work:
    of = game(name)
    player = _searcher(of, f"search:exact=false,eval={evaluation}")

    def work() -> int:
        return sum(player.choose(r, Limit(nodes=300_000)).nodes for r in records(of))

    return work


def _endings() -> int:
    of = game("othello")
    return sum(solve(of.parse(text), SearchControl()).nodes for text in FFO.values())
