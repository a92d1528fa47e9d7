"""A player of one's own is a function: a position in, a move out."""

import kishi


def stifling(position: kishi.Position) -> int:
    """The move that leaves the other side the fewest."""
    return min(position.legal_moves(), key=lambda move: len(position.play(move).legal_moves()))


record = kishi.play_game(stifling, "random", kishi.Referee(kishi.game("othello")))
print(record)
