"""What a position is worth, as people say it: for the first player, in the game's own unit.

One form for all that stands beside a board: `value` in [-1, 1] (the chance to win), `lead` in what the
game is counted in (discs, pawns; None where nobody counts, or nobody knows), `plies` to a proved end, what
it comes `by` where the game has a word for that (fours), and whether all of it is `exact`. Points of an
evaluation are never shown as such.
"""

from typing import Any

from ..core import Choice, Move, Position, Record, Verdict
from ..games import facts_of

Score = dict[str, Any]
EVEN: Score = {"value": 0.0, "lead": None, "plies": 0, "by": "", "exact": False}
VALUES = {Verdict.FIRST_WINS: 1.0, Verdict.SECOND_WINS: -1.0, Verdict.DRAW: 0.0}


def score_of(position: Position, choice: Choice) -> Score | None:
    """What the player thinks of the position; None if it has not looked ahead."""
    if choice.value is None:
        return None
    # Only a search counts in the game's unit; the points of others are their own.
    points = choice.points if choice.exact or choice.variations else None
    score = _score(position, choice.value, points, exact=choice.exact, plies=choice.plies)
    return _forced(position, score)


def scored_moves(position: Position, choice: Choice) -> list[tuple[Move, Score]]:
    """What it thinks of each move that it can tell something about, the best for the mover first."""
    whole = score_of(position, choice)
    told = {v.line[0]: v for v in choice.variations}
    moves = dict(choice.values or ({choice.move: choice.value or 0.0} if whole else {}))
    scores = {m: _after(position, choice, m, moves[m], told.get(m)) for m in moves}
    mover = 1 - 2 * position.turn
    if whole and choice.exact:
        scores = {m: _no_better(score, whole, mover) for m, score in scores.items()}
        scores[choice.move] = whole
    return sorted(
        scores.items(), key=lambda one: (_merit(one[1], mover), one[0] == choice.move), reverse=True
    )


def end_score(record: Record) -> Score:
    """The verdict of a game that is over; one that was lost on time or given up counts no discs."""
    by_rules = record.end is None
    return _ended(record.position, record.verdict, counted=by_rules)


def _after(position: Position, choice: Choice, move: Move, value: float, told: Any) -> Score:
    after = position.play(move)
    if after.over:
        verdict = {0: Verdict.FIRST_WINS, 1: Verdict.SECOND_WINS}.get(
            -1 if after.winner is None else after.winner, Verdict.DRAW
        )
        return _ended(after, verdict, plies=1)
    if told is None:
        return _score(position, value, None)
    exact = told.plies > 0 or move in (choice.worths or {})
    score = _score(position, told.value, told.points, exact=exact, plies=told.plies)
    return _forced(after, score, later=1)


def _score(
    position: Position, value: float, points: float | None, *, exact: bool = False, plies: int = 0
) -> Score:
    mover = 1 - 2 * position.turn
    facts = facts_of(position.game)
    lead = None
    if points is not None and not plies and (facts.unit or facts.lead_unit):
        lead = round(mover * points / facts.lead_scale, 2) + 0.0
    return {
        "value": round(mover * value, 4) + 0.0,
        "lead": lead,
        "plies": plies,
        "by": "",
        "exact": exact,
    }


def _forced(position: Position, score: Score, *, later: int = 0) -> Score:
    """With what a proved win comes by, seen `later` than where the score counts from."""
    if not score["plies"]:
        return score
    force = facts_of(position.game).force(position)
    if force is None or (force.side == 0) != (score["value"] > 0):
        return score
    plies = force.plies + later
    return {**score, "plies": plies, "by": force.word} if plies <= score["plies"] else score


def _ended(position: Position, verdict: Verdict, *, counted: bool = True, plies: int = 0) -> Score:
    value = VALUES.get(verdict, 0.0)
    counts = counted and bool(facts_of(position.game).unit)
    lead = float(position.score or 0) if counts else None
    return {
        "value": value,
        "lead": lead,
        "plies": plies if value and not counts else 0,
        "by": "",
        "exact": True,
    }


def _no_better(score: Score, best: Score, mover: int) -> Score:
    """No move is better than what is proved of the best; an estimate may be."""
    if score["exact"] or score["lead"] is None or best["lead"] is None:
        return score
    most = min(mover * score["lead"], mover * best["lead"])
    return {**score, "lead": mover * most}


def _merit(score: Score, mover: int) -> tuple[float, float]:
    """Sooner won, later lost, else by lead or chance."""
    value = mover * score["value"]
    if score["plies"]:
        return (1, -score["plies"]) if value > 0 else (-1, score["plies"])
    return 0, value if score["lead"] is None else mover * score["lead"]
