"""The positions that lessons are asked about."""

from ...core import Record, game
from ..reading import Fields
from ..refusal import Refusal

OTHELLO = game("othello")


def othello_line(fields: Fields) -> Record:
    record = running_line(fields)
    if record.game != OTHELLO:
        raise Refusal(422, "this is for Othello on 8x8")
    return record


def running_line(fields: Fields) -> Record:
    record = fields.record()
    if record.over:
        raise Refusal(409, "the game is over in this position")
    return record
