"""Monte-Carlo, epsilon-greedy: the playouts of one move one after another, and whole matches."""

from math import isnan
from typing import Any

from ... import _native
from ...arena.statistics import Score, score_estimate
from ...core import Game, Record, SearchControl, random_games, winner
from ..reading import Fields
from ..refusal import Refusal
from .positions import OTHELLO, othello_line, running_line

REWARD = 2.0  # of a win; the core tells means as shares of it
MOST_ROLLOUTS = 300
MOST_PLAYOUTS = 20_000  # of all moves together: a quarter of a second
MOST_FIRST = 40
MOST_GAMES = 20
LARGEST = 1e300


def playouts(fields: Fields) -> dict[str, Any]:
    """Random games from after each move: how many the mover wins."""
    record = running_line(fields)
    each = fields.whole("playouts", 1, 1000, 50)
    seed = fields.whole("seed", 0, 2**32, 1)
    moves = record.position.legal_moves()
    if each * len(moves) > MOST_PLAYOUTS:
        raise Refusal(
            422,
            f"{each} playouts of each of {len(moves)} moves: {MOST_PLAYOUTS} together are the most here",
        )
    rows = []
    for move in moves:
        after = record.position.play(move)
        tally = random_games(record.game, each, seed + move, start=after)
        won = (tally.first_wins, tally.second_wins)
        turn = record.position.turn
        rows.append({"move": move, "text": record.game.move_text(move),
                     "to": record.position.path(move)[1], "wins": won[turn],
                     "draws": tally.draws, "losses": won[1 - turn]})  # fmt: skip
    return {"moves": rows, "playouts": each}


class Settings:
    """How the write-up's player spends its playouts."""

    def __init__(self, fields: Fields) -> None:
        self.first = fields.whole("first", 1, MOST_FIRST, 10)
        self.rollouts = fields.whole("rollouts", 0, MOST_ROLLOUTS, 150)
        self.epsilon = fields.number("epsilon", 0.0, 1.0, 0.2)
        self.seed = fields.whole("seed", 0, 2**32, 1)

    def engine(self, of: Game, as_written: bool, rollouts: int) -> _native.Engine:
        make = _native.montecarlo_as_written if as_written else _native.montecarlo_engine
        return make(of, first=self.first, rollouts=rollouts, epsilon=self.epsilon, seed=self.seed)


def story(fields: Fields) -> dict[str, Any]:
    """One move chosen by playouts: what is known of each move after each of them.

    A player with the same seed and fewer playouts has played the same ones up to there.
    """
    record, settings = othello_line(fields), Settings(fields)
    moves = record.position.legal_moves()
    return {
        "moves": [{"move": m, "to": record.position.path(m)[1], "text": OTHELLO.move_text(m)}
                  for m in moves],
        "right": [_known(record, settings, False, n) for n in range(settings.rollouts + 1)],
        "written": _known(record, settings, True, settings.rollouts),
    }  # fmt: skip


def _known(record: Record, settings: Settings, as_written: bool, rollouts: int) -> dict[str, Any]:
    """Visits and mean of each move, in the order of the legal ones; as written, what it takes for a mean."""
    engine = settings.engine(record.game, as_written, rollouts)
    found = engine.choose(record.positions, SearchControl())
    visits = {m: v for m, _, v in found.moves}
    means = {m: REWARD * value for m, value, _ in found.moves} | dict(found.worths)
    moves = record.position.legal_moves()
    return {"visits": [visits[m] for m in moves], "means": [_finite(means[m]) for m in moves],
            "chosen": moves.index(found.move)}  # fmt: skip


def _finite(mean: float) -> float:
    """As written they outgrow every float in the end."""
    return 0.0 if isnan(mean) else max(-LARGEST, min(LARGEST, mean))


def games(fields: Fields) -> dict[str, Any]:
    """Games against random play, half of them with each colour."""
    settings, as_written = Settings(fields), fields.flag("as_written")
    count = fields.whole("games", 2, MOST_GAMES, 10)
    mine = settings.engine(OTHELLO, as_written, settings.rollouts)
    other = _native.random_engine(OTHELLO, settings.seed)
    fixtures = [([OTHELLO.start()], bool(i % 2), settings.seed + i) for i in range(count)]
    played = _native.play_fixtures(mine, other, fixtures, control=SearchControl())
    points = []
    for i, game in enumerate(played):
        won = winner(game.verdict)
        points.append(0.5 if won is None else float(won == i % 2))
    score = Score(points.count(1.0), points.count(0.5), points.count(0.0))
    value, low, high = score_estimate(score)
    return {"wins": score.wins, "draws": score.draws, "losses": score.losses,
            "score": value, "low": low, "high": high}  # fmt: skip


ANSWERS = {"playouts": playouts, "story": story, "games": games}
