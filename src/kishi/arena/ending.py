"""How a finished game ended, and why, in one language."""

from ..core import Game, Position, Record, winner
from ..games import facts_of
from ..locale import Words

REASONS = ("resigned", "illegal move", "time", "too long", "adjudicated")  # that have their texts


def ending(record: Record, words: Words) -> list[str]:
    """Who won, and the reasons, a sentence each."""
    who = winner(record.verdict)
    if who is None:
        outcome = words("draw")
    else:
        outcome = words(
            "wins", side=side_name(record.game, who, words), player=name_of(record, who)
        )
    return [outcome, *_reasons(record, words)]


def _reasons(record: Record, words: Words) -> list[str]:
    if record.end is None:
        return _reasons_by_rule(record, words)
    if record.end.reason in REASONS:
        return [words(f"because_{record.end.reason}")]
    return [words("because_failed", why=record.end.reason)]


def _reasons_by_rule(record: Record, words: Words) -> list[str]:
    facts, (first, second) = facts_of(record.game), discs(record.position)
    reason, found = facts.reason(record.position, record.verdict), []
    if f"because_{reason}" in words:
        found.append(words(f"because_{reason}", first=first, second=second))
    elif reason:
        found.append(reason)
    empties = record.game.shape[1] * record.game.shape[2] - first - second
    if facts.unit and empties and first != second:
        share = (first + empties, second) if first > second else (first, second + empties)
        found.append(words("with_empties", first=share[0], second=share[1]))
    return found


def side_name(game: Game, turn: int, words: Words) -> str:
    return words.named(facts_of(game).sides[turn])


def name_of(record: Record, turn: int) -> str:
    return record.players[turn] if record.players else "?"


def discs(position: Position) -> tuple[int, int]:
    cells, _, _ = position.picture()
    return cells.count("X"), cells.count("O")
