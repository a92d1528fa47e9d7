"""Exact Othello endings: published scores, small boards, and plain minimax on the last squares.

Scores are disc differences for the side to move; empty squares go to the winner.
"""

from pathlib import Path

import pytest

import kishi
from kishi import BadInput, Game, Position
from kishi._native import SearchControl, Solution, solve
from kishi.players.search import ordering_weights
from samples import fewer, random_line

OTHELLO = kishi.game("othello")
# The FFO test suite, 40 to 44: the position, then moves with their scores, the best first.
FFO = {
    40: (
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        "a2+38 c7+36 d8+34 c1+30 b1+30 g7+28 d7+28 c6+28 f7+26 a6+24",
    ),
    41: (
        "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
        "h4+0 h3-2 f8-2 g5-4 b7-6 g7-8 g1-12 a2-14 a7-18 b2-34",
    ),
    42: (
        "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
        "g2+6 a4+0 c6-2 c7-4 c2-4 d2-6 b5-8 b2-10 b6-10",
    ),
    43: (
        "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
        "g3-12 c7-12 h4-22 g7-28 g2-30 b1-36",
    ),
    44: (
        "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
        "d2-14 b8-14 g2-18 g6-18 f1-22 a7-24 b7-26 g5-28 g8-28 c8-28",
    ),
}


def asked(position: Position, *, outcome: bool = False) -> Solution:
    found = solve(position, SearchControl(), outcome=outcome)
    assert found.found
    assert found.complete
    return found


def counted(position: Position, side: int) -> int:
    """The disc difference for `side` at the end, empty squares to the winner."""
    squares = position.picture()[0]
    discs = squares.count("X"), squares.count("O")
    lead = discs[side] - discs[1 - side]
    empty = len(squares) - sum(discs)
    return lead + empty * ((lead > 0) - (lead < 0))


def on_the_board(position: Position, side: int) -> int:
    squares = position.picture()[0]
    discs = squares.count("X"), squares.count("O")
    return discs[side] - discs[1 - side]


def end_of(position: Position, line: list[int]) -> Position:
    for move in line:
        position = position.play(move)
    assert position.legal_moves() == []
    return position


def scores(text: str) -> dict[str, int]:
    return {move[:2]: int(move[2:]) for move in text.split()}


@pytest.mark.millions_of_nodes
@pytest.mark.parametrize("number", FFO)
def test_ffo(number: int) -> None:
    text, moves = FFO[number]
    position = OTHELLO.parse(text)
    found = asked(position)
    known = scores(moves)
    assert found.number == max(known.values())
    assert known[OTHELLO.move_text(found.line[0])] == found.number
    assert counted(end_of(position, found.line), position.turn) == found.number


EARLIER = [
    line
    for line in (Path(__file__).parents[1] / "golden/ffo.obf").read_text().splitlines()
    if not line.startswith("%")
]


@pytest.mark.parametrize("text", EARLIER[: fewer(22, 4)])
def test_ffo_1_to_21_and_39(text: str) -> None:
    """Ordered by learned weights where these pay, by one thread and by two."""
    squares, *moves = text.split(";")
    known = scores(" ".join(move.strip().replace(":", "").lower() for move in moves))
    weights = ordering_weights(OTHELLO)
    for threads in (1, 2):
        found = solve(OTHELLO.parse(squares), SearchControl(), threads=threads, weights=weights)
        assert found.complete and found.number == max(known.values())
        assert known[OTHELLO.move_text(found.line[0])] == found.number


@pytest.mark.millions_of_nodes
@pytest.mark.parametrize(("number", "moves"), [(40, "a2 c7 d8 c1"), (41, "h4")])
def test_the_moves_of_ffo(number: int, moves: str) -> None:
    text, known = FFO[number]
    for name in moves.split():
        after = OTHELLO.parse(text).play(OTHELLO.parse_move(name))
        mover = -1 if after.turn != OTHELLO.parse(text).turn else 1
        assert mover * asked(after).number == scores(known)[name]


def test_4x4_is_won_by_white_with_11_to_3() -> None:
    """8 discs on the board; the two empty squares go to the winner as well."""
    start = kishi.game("othello-4").start()
    found = asked(start)
    end = end_of(start, found.line)
    assert (found.number, on_the_board(end, start.turn)) == (-10, -8)
    assert asked(start, outcome=True).number < 0


# The first moves of the best game on 6x6 that J. Feinstein published when he solved it (1993).
SIX_BY_SIX = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4"


@pytest.mark.parametrize("plies", [8, 9, 10, 11, 12])
def test_6x6_is_won_by_white_by_4_along_its_best_line(plies: int) -> None:
    """A few moves in: every position of a best line has the known value of the whole game."""
    position = kishi.game("othello-6").start()
    for move in SIX_BY_SIX.split()[: fewer(plies, 12)]:
        position = position.play(position.game.parse_move(move))
    found = asked(position)
    assert found.number == (4 if position.turn == 1 else -4)
    assert on_the_board(end_of(position, found.line), 1) == 4


def minimax(position: Position) -> int:
    """The textbook's, to the end, without anything clever."""
    moves = position.legal_moves()
    if not moves:
        return counted(position, position.turn)
    return max(-minimax(position.play(move)) for move in moves)


def last(game: Game, seed: int, empties: int) -> Position | None:
    """A position of a random game with so many empty squares, the mover able to move."""
    for position in random_line(game, f"last {seed}")[:-1]:
        if position.picture()[0].count("") == empties:
            return position
    return None


@pytest.mark.parametrize(
    ("empties", "count"), [(1, 60), (2, 60), (3, 60), (4, 60), (5, 40), (6, 25), (7, 8), (8, 3)]
)
def test_the_last_squares_are_as_minimax_says(empties: int, count: int) -> None:
    for game in (OTHELLO, kishi.game("othello-6")):
        for seed in range(fewer(count, 2)):
            position = last(game, seed, empties)
            if position is None:
                continue
            value, found = minimax(position), asked(position)
            assert found.number == value, position
            assert counted(end_of(position, found.line), position.turn) == value, position
            won = asked(position, outcome=True).number
            assert (won > 0) - (won < 0) == (value > 0) - (value < 0), position


@pytest.mark.parametrize("empties", [10, 12, 14])
def test_who_wins_agrees_with_by_how_much(empties: int) -> None:
    for seed in range(fewer(12, 2)):
        position = last(OTHELLO, seed, empties)
        if position is None:
            continue
        score, won = asked(position).number, asked(position, outcome=True).number
        assert (won > 0) - (won < 0) == (score > 0) - (score < 0)
        best = max(
            (1 if after.turn == position.turn else -1) * asked(after).number
            if after.legal_moves()
            else counted(after, position.turn)
            for after in map(position.play, position.legal_moves())
        )
        assert score == best


def test_all_sides_of_the_board_score_alike() -> None:
    for seed in range(fewer(8, 1)):
        position = last(OTHELLO, seed, 12)
        if position is None:
            continue
        score = asked(position).number
        assert all(asked(position.turned(s)).number == score for s in range(1, 8))


def test_a_spent_budget_and_a_stop_are_no_answer() -> None:
    position = OTHELLO.parse(FFO[44][0])
    stopped = SearchControl()
    stopped.stop()
    for found in (solve(position, SearchControl(), nodes=1000), solve(position, stopped)):
        assert (found.found, found.complete) == (False, False)


def test_it_tells_what_it_expects_meanwhile() -> None:
    position = last(OTHELLO, 1, 18)
    assert position is not None
    control = SearchControl()
    found = solve(position, control, weights=ordering_weights(OTHELLO))
    news, number = control.latest()
    assert number >= 3  # two selective passes, and each window of the exact one
    assert news.points == found.number and 0 < news.nodes <= found.nodes


def test_there_is_nothing_to_solve_at_the_end() -> None:
    with pytest.raises(BadInput, match="the game is over here"):
        solve(OTHELLO.parse("X" * 64 + " X"), SearchControl())


def test_same_position_same_nodes() -> None:
    position = last(OTHELLO, 3, 14)
    assert position is not None
    assert asked(position).nodes == asked(position).nodes


def test_threads_do_not_change_the_score() -> None:
    """They search together from 14 empty squares on."""
    for seed in range(fewer(12, 3)):
        position = last(OTHELLO, seed, 14 + seed % 3)
        if position is None:
            continue
        together = solve(position, SearchControl(), threads=2 + seed % 2, megabytes=1)
        assert together.complete and together.number == asked(position).number
        end = position
        for move in together.line:
            end = end.play(move)
        assert counted(end, position.turn) == together.number
    limited = solve(OTHELLO.parse(FFO[44][0]), SearchControl(), nodes=20_000, threads=2)
    assert not limited.complete and limited.nodes < 40_000


@pytest.mark.parametrize(("threads", "megabytes"), [(0, 0), (300, 0), (1, -1)])
def test_threads_and_tables_have_bounds(threads: int, megabytes: int) -> None:
    position = OTHELLO.parse(FFO[44][0])
    with pytest.raises(BadInput, match=r"a solver has|a table has"):
        solve(position, SearchControl(), nodes=9, threads=threads, megabytes=megabytes)


def test_the_order_by_learned_weights_changes_no_answer() -> None:
    weights = ordering_weights(OTHELLO)
    compared = 0
    for seed in range(fewer(40, 4)):
        line = random_line(OTHELLO, seed)
        position = next((p for p in line if str(p).count("-") == 18 and p.legal_moves()), None)
        if position is None:
            continue
        guessed, learned = (solve(position, SearchControl(), weights=w) for w in (None, weights))
        assert (guessed.number, guessed.complete) == (learned.number, learned.complete)
        compared += guessed.nodes != learned.nodes
        # Selective passes come first: what they found is no proof, for threads and the outcome neither.
        both = solve(position, SearchControl(), weights=weights, threads=2)
        winner = solve(position, SearchControl(), weights=weights, outcome=True)
        assert both.number == guessed.number
        assert winner.number == (guessed.number > 0) - (guessed.number < 0)
    assert compared > 0
