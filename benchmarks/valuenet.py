"""What docs/valuenet.md claims about strength, measured again.

python benchmarks/valuenet.py fairy NODES GAMES [PLAYER]   PLAYER (search:eval=valuenet,seconds=1) against it

Fairy-Stockfish comes by `apt-get install fairy-stockfish`. Each side has its own limit: PLAYER what its
options say, the other so many nodes a move. Pairs of games from balanced openings, colours swapped.
"""

import shutil
import sys
from collections import Counter

from kishi import Limit, Player, Record, Referee, Verdict, game, make_player, play_game
from kishi.arena.openings import Opening, balanced
from kishi.arena.statistics import Pairs, elo, score_estimate
from kishi.core import Answer, Choice

MINISHOGI = game("minishogi")
WHERE = "/usr/games:/usr/bin:/usr/local/bin"
MOST_PLIES = 300


class Limited:
    """A player that keeps to a limit of its own."""

    def __init__(self, player: Player, limit: Limit) -> None:
        self.name, self._player, self._limit = player.name, player, limit

    def choose(self, record: Record, limit: Limit) -> Answer:
        return self._player.choose(record, self._limit)

    def close(self) -> None:
        self._player.close()


def points(ours: Player, theirs: Player, opening: Opening, first: bool) -> float:
    """What a game brings us: 1, 0.5 or 0."""
    line = tuple(opening.positions(MINISHOGI))
    begun = Record(MINISHOGI, line, tuple(Choice(move=m) for m in opening.moves))
    referee = Referee(MINISHOGI, record=begun, most_plies=MOST_PLIES)
    ended = play_game(*((ours, theirs) if first else (theirs, ours)), referee)
    if ended.end is not None and ended.end.reason not in ("resigned", "too long"):
        print(f"  a game ended by: {ended.end.reason}")
    if ended.verdict is Verdict.DRAW:
        return 0.5
    return float((ended.verdict is Verdict.FIRST_WINS) == first)


def fairy(nodes: int, games: int, player: str) -> None:
    program = shutil.which("fairy-stockfish", path=WHERE)
    if program is None:
        sys.exit("fairy-stockfish is not here: apt-get install fairy-stockfish")
    theirs = Limited(make_player(MINISHOGI, f"usi:{program}"), Limit(nodes=nodes))
    ours = make_player(MINISHOGI, player)
    openings = balanced(MINISHOGI) or ()
    pairs = Counter[float]()
    won = Counter[float]()
    try:
        for n in range(games // 2):
            opening = openings[n * 7 % len(openings)]  # from all over the list
            both = [points(ours, theirs, opening, first) for first in (True, False)]
            won.update(both)
            pairs[sum(both)] += 1
            results = Pairs(tuple(pairs[k / 2] for k in range(5)))
            score, gap = score_estimate(results), elo(results)
            print(
                f"{player} - fairy-stockfish at {nodes:,} nodes: {won[1]}-{won[0.5]}-{won[0]}, "
                f"{score.value:.1%} ({score.low:.1%} to {score.high:.1%}), "
                f"Elo {gap.value:+.0f} ({gap.low:+.0f} to {gap.high:+.0f})",
                flush=True,
            )
    finally:
        ours.close()
        theirs.close()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["fairy", nodes, games, *player]:
            fairy(int(nodes), int(games), player[0] if player else "search:eval=valuenet,seconds=1")
        case _:
            sys.exit(__doc__)
