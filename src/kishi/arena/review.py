"""A whole game judged move by move: how well each side played, what it lost, what was better and why.

One player thinks about every position; a move has lost what the position before it was worth more, to
whoever moved, than the one after it. Both faces ask here, the web with searches of its own.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..core import Choice, Limit, Move, Player, Position, Record, SearchControl, winner
from ..errors import BadInput
from ..formats.replay import disc_difference
from ..games import Reason, facts_of
from ..locale import Words

__all__ = [
    "Fault",
    "GameReview",
    "Judgement",
    "ReviewedMove",
    "SideSummary",
    "judged_end",
    "judgement_of",
    "judgements",
    "reason_text",
    "review",
]

Grade = Literal["", "slip", "mistake", "blunder"]
SIGNS: Mapping[Grade, str] = {"": "", "slip": "?!", "mistake": "?", "blunder": "??"}
# Of a hundred, how much of the chance to win a move has to lose to be called so.
GRADES: tuple[tuple[float, Grade], ...] = ((17.5, "blunder"), (9.0, "mistake"), (4.5, "slip"))
A_DISC = 2.0  # of a hundred: also who wins anyway wants to win by more
SHORT_WIN = 7  # plies: a proved win as short as this is missed even where another one is likely
HALVED = 15.0  # of a hundred: a move that loses so much is half accurate
LINE_SHOWN = 12
# By what a solver of the game finds, or what the win comes by.
MISSED = {"win": "missed_win", "mate": "missed_mate", "fours": "missed_fours"}
ALLOWS = {"win": "allows_win", "mate": "allows_mate", "fours": "allows_fours"}


class Judgement(NamedTuple):
    """What a position is worth to the side to move."""

    value: float
    points: float | None = None  # the lead in discs or pawns, where the game has such a unit
    exact: bool = False
    plies: int = 0  # to the proved end of the game; 0: it is not proved, or counted in points
    move: Move | None = None  # the best one
    line: tuple[Move, ...] = ()

    @property
    def won(self) -> bool:
        return self.exact and self.value >= 1.0

    @property
    def lost(self) -> bool:
        return self.exact and self.value <= -1.0


class Fault(NamedTuple):
    """What was better than the move played."""

    grade: Grade
    better: Move
    line: tuple[Move, ...]  # `better` and what follows
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game, and what it has lost."""

    ply: int  # 1 is the first
    side: int
    move: Move
    before: Judgement
    after: Judgement  # for whoever made the move
    chance: float  # lost, of a hundred
    counted: float | None  # lost in the game's unit, where it has one
    weight: float  # what counts of both, of a hundred
    fault: Fault | None

    @property
    def accuracy(self) -> float:
        """Of a hundred."""
        return 100 * math.pow(0.5, self.weight / HALVED)

    @property
    def sign(self) -> str:
        """As players write it: ?! is a slip, ? a mistake, ?? a blunder."""
        return SIGNS[self.fault.grade] if self.fault else ""


@dataclass(frozen=True, slots=True)
class SideSummary:
    """How one side has played."""

    accuracy: float | None  # of a hundred, the mean of its moves; None: it never had a choice
    chosen: int  # moves where there was a choice
    best: int  # of them, the ones that nothing was better than
    chance: float  # lost by all its moves, of a hundred each
    counted: float | None  # the same in the game's unit
    faults: Mapping[Grade, int]


@dataclass(frozen=True, slots=True)
class GameReview:
    """A whole game: each move judged, and a summary for each side."""

    record: Record
    moves: tuple[ReviewedMove, ...]  # those that were judged, in order
    sides: tuple[SideSummary, SideSummary]

    @property
    def unit(self) -> str:
        """What a lead is counted in: discs, pawns, or nothing."""
        facts = facts_of(self.record.game)
        return facts.unit or facts.lead_unit

    @property
    def faults(self) -> list[ReviewedMove]:
        return [move for move in self.moves if move.fault]


def judgement_of(record: Record, choice: Choice) -> Judgement | None:
    """What a player thinks of a record's last position; None: it does not tell."""
    if choice.value is None:
        return None
    points = _lead(record, choice)
    line = choice.line if choice.line[:1] == (choice.move,) else (choice.move,)
    return Judgement(
        choice.value, points, choice.exact, choice.plies, choice.move, line[:LINE_SHOWN]
    )


def judged_end(record: Record) -> Judgement:
    """The verdict of a finished game, for the side that would move."""
    won_by, mover = winner(record.verdict), record.position.turn
    value = 0.0 if won_by is None else 1.0 if won_by == mover else -1.0
    points = None
    if facts_of(record.game).unit:
        margin = disc_difference(record.position)
        points = float(-margin if mover else margin)
    return Judgement(value, points, exact=True)


def judgements(
    record: Record, player: Player, limit: Limit, control: SearchControl | None = None
) -> Iterator[tuple[int, Judgement | None]]:
    """Each position by its ply, the last first: knowing the end helps to judge the rest."""
    for ply in reversed(range(len(record.positions))):
        part = record if ply == len(record.choices) else record.back(len(record.choices) - ply)
        if part.over:
            yield ply, judged_end(part)
            continue
        answer = player.choose(part, limit, control)
        yield ply, judgement_of(part, answer) if isinstance(answer, Choice) else None


def review(record: Record, judged: Mapping[int, Judgement | None]) -> GameReview:
    """The game by what each position was judged to be worth, by ply."""
    if not record.choices:
        raise BadInput("there is no move to review")
    moves = [_reviewed(record, ply, judged) for ply in range(1, len(record.positions))]
    told = tuple(move for move in moves if move is not None)
    first, second = (_summary(record, [m for m in told if m.side == side]) for side in (0, 1))
    return GameReview(record, told, (first, second))


def reason_text(words: Words, reason: Reason) -> str:
    """A reason in somebody's language; pieces by their names."""
    values = dict(reason.values)
    if "piece" in values:
        values["piece"] = words(f"piece_{values['piece']}", side="").strip()
    return words(f"reason_{reason.word}", **values)


def _reviewed(
    record: Record, ply: int, judged: Mapping[int, Judgement | None]
) -> ReviewedMove | None:
    before, then = judged.get(ply - 1), judged.get(ply)
    if before is None or then is None:
        return None
    position, move = record.positions[ply - 1], record.moves[ply - 1]
    after = _seen_by(position.turn, record.positions[ply].turn, then)
    best = move == before.move
    chance = 0.0 if best else max(0.0, 50 * (before.value - after.value))
    counted = None
    if before.points is not None and after.points is not None:
        counted = 0.0 if best else max(0.0, before.points - after.points)
    weight = _weight(record, chance, counted)
    grade = _grade(before, after, weight)
    fault = None
    if grade and not best and before.move is not None:
        reasons = _reasons(position, move, before, after)
        fault = Fault(grade, before.move, before.line, reasons)
    return ReviewedMove(ply, position.turn, move, before, after, chance, counted, weight, fault)


def _seen_by(side: int, turn: int, judged: Judgement) -> Judgement:
    """For the side that has just moved; the best move stays the next one's."""
    if side == turn:
        return judged
    points = None if judged.points is None else -judged.points
    return judged._replace(value=-judged.value, points=points)


def _weight(record: Record, chance: float, counted: float | None) -> float:
    """Where results are counted, a smaller win is less; elsewhere a win is a win."""
    return max(chance, A_DISC * (counted or 0.0) if facts_of(record.game).unit else 0.0)


def _grade(before: Judgement, after: Judgement, weight: float) -> Grade:
    missed = before.won and 0 < before.plies <= SHORT_WIN and not after.won
    allowed = after.lost and after.plies > 0 and not before.lost
    graded: Grade = next((name for least, name in GRADES if weight >= least), "")
    return graded or ("slip" if missed or allowed else "")


def _reasons(
    position: Position, move: Move, before: Judgement, after: Judgement
) -> tuple[Reason, ...]:
    """Why the move was bad, the weightiest first: proved ends, then what the game has words for."""
    facts, found = facts_of(position.game), list[Reason]()
    if before.won and before.plies and not after.won:
        found.append(_forced(MISSED, position, before.plies))
    if after.lost and after.plies and not before.lost:
        found.append(_forced(ALLOWS, position.play(move), after.plies))
    assert before.move is not None
    return (*found, *facts.faults(position, move, before.move, after.move))


def _forced(words: Mapping[str, str], position: Position, plies: int) -> Reason:
    """Who is to move there wins; by what, where the game has a word for it."""
    facts = facts_of(position.game)
    force = facts.force(position)
    if force is None or force.side != position.turn or force.plies > plies:
        return Reason(words[facts.win], {"plies": plies})
    return Reason(words[force.word], {"plies": force.plies})


def _summary(record: Record, moves: Sequence[ReviewedMove]) -> SideSummary:
    chosen = [m for m in moves if len(record.positions[m.ply - 1].legal_moves()) > 1]
    accuracy = math.fsum(m.accuracy for m in chosen) / len(chosen) if chosen else None
    counted = [m.counted for m in chosen if m.counted is not None]
    grades = [m.fault.grade for m in chosen if m.fault]
    return SideSummary(
        accuracy,
        len(chosen),
        sum(m.weight == 0 for m in chosen),
        math.fsum(m.chance for m in chosen),
        math.fsum(counted) if counted else None,
        {name: grades.count(name) for _, name in GRADES},
    )


def _lead(record: Record, choice: Choice) -> float | None:
    """So many discs or pawns; a proved win that is not counted in them is none."""
    facts = facts_of(record.game)
    if choice.points is None or choice.plies:
        return None
    if facts.unit:
        return choice.points if abs(choice.points) <= record.game.most_lead else None
    return choice.points / facts.lead_points if facts.lead_unit else None
