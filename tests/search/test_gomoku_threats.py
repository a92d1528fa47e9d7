"""Gomoku's forced wins: all that are drawn are found, with their length, and none that is not there."""

import random

import pytest
from gomoku_checker import Board, Fours, beats_everything, each
from gomoku_puzzles import FOURS, NONE, THREES, Puzzle

import kishi
from kishi import BadInput, Position, Verdict
from kishi._native import SearchControl, Solution, fours_win, judge, solve
from samples import SANITIZED, fewer, gomoku_text

ENOUGH = 900_000  # nodes; no puzzle needs a tenth of them


def asked(position: Position) -> Solution:
    return solve(position, SearchControl(), nodes=ENOUGH)


def cases(puzzles: list[Puzzle]) -> list[tuple[Puzzle, str, int | None]]:
    """Each puzzle by each of its rules, with its length."""
    return [(p, rule, plies) for p in puzzles for rule, plies in p.lengths().items()]


def each_of(puzzles: list[Puzzle]) -> pytest.MarkDecorator:
    some = cases(puzzles)[:: fewer(1, 4)]
    names = [f"{puzzles.index(p)} {rule} {p.about}" for p, rule, _ in some]
    return pytest.mark.parametrize(("puzzle", "rule", "plies"), some, ids=names)


def test_there_are_enough_of_them() -> None:
    assert len(FOURS) >= 40
    for rule in ("freestyle", "standard", "renju"):
        assert sum(rule in p.lengths() for p in FOURS) >= 10
        assert sum(rule in p.lengths() for p in THREES) >= 4
        assert sum(rule in p.lengths() for p in NONE) >= 8
    assert {p.side for p in FOURS} == {p.side for p in THREES} == {"x", "o"}


def ends_in_a_win(position: Position, line: list[int]) -> bool:
    winner = (Verdict.FIRST_WINS, Verdict.SECOND_WINS)[position.turn]
    for move in line:
        assert judge([position]) is Verdict.RUNNING
        position = position.play(move)
    return judge([position]) is winner


@each_of(FOURS)
def test_a_win_by_fours_is_told_at_every_ply(puzzle: Puzzle, rule: str, plies: int) -> None:
    """Whoever is to move: who makes the fours, or who answers them."""
    position = puzzle.position(rule)
    attacker = position.turn
    for ply, move in enumerate(asked(position).line):
        assert fours_win(position, ENOUGH) == (attacker, plies - ply)
        position = position.play(move)
    assert fours_win(position, ENOUGH) is None, "it is over"


@each_of(THREES)
def test_a_win_that_needs_threes_is_none_by_fours(puzzle: Puzzle, rule: str, plies: int) -> None:
    position = puzzle.position(rule)
    assert asked(position).found
    assert fours_win(position, ENOUGH) is None


def test_fours_are_of_gomoku() -> None:
    with pytest.raises(BadInput, match="of gomoku"):
        fours_win(kishi.game("othello").start(), 1)


@each_of(FOURS)
def test_a_win_by_fours_is_the_shortest_and_beats_every_defence(
    puzzle: Puzzle, rule: str, plies: int
) -> None:
    position = puzzle.position(rule)
    assert SANITIZED or Fours().shortest(position) == plies
    found = asked(position)
    assert (found.found, found.complete, found.number) == (True, True, plies)
    assert len(found.line) == plies
    assert ends_in_a_win(position, found.line)
    assert beats_everything(Board.of(position), plies, asked)


@each_of(FOURS)
def test_a_win_by_fours_looks_the_same_from_all_sides(
    puzzle: Puzzle, rule: str, plies: int
) -> None:
    for symmetry in range(1, 8):
        assert asked(puzzle.position(rule).turned(symmetry)).number == plies


@each_of(THREES)
def test_a_win_by_threes_beats_every_defence(puzzle: Puzzle, rule: str, plies: int) -> None:
    position = puzzle.position(rule)
    assert Fours().shortest(position) is None
    found = asked(position)
    assert found.found
    assert found.number <= plies
    assert len(found.line) == found.number
    assert ends_in_a_win(position, found.line)
    assert beats_everything(Board.of(position), found.number, asked)


@each_of(NONE)
def test_what_only_looks_like_a_win_is_none(puzzle: Puzzle, rule: str, plies: None) -> None:
    position = puzzle.position(rule)
    assert Fours().shortest(position) is None
    found = asked(position)
    assert (found.found, found.complete, found.line) == (False, True, [])


def thrown(rule: str, seed: int) -> Position | None:
    """Stones thrown on the middle of a board, so that many positions are won and many are not."""
    rng, size = random.Random(f"{rule} {seed}"), 13
    near = [r * size + c for r in range(3, 10) for c in range(3, 10)]
    count = rng.randrange(16, 26)
    cells = rng.sample(near, count)
    signs = dict(zip(cells, "xo" * count, strict=False))
    rows = ["".join(signs.get(r * size + c, ".") for c in range(size)) for r in range(size)]
    try:
        return kishi.game(f"gomoku-{size}-{rule}").parse(gomoku_text(rows, "xo"[count % 2]))
    except BadInput:  # somebody has five already
        return None


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_on_thrown_stones_it_finds_what_the_plain_search_finds(rule: str) -> None:
    by_fours = none = 0
    for seed in range(fewer(280, 20)):
        position = thrown(rule, seed)
        if position is None or judge([position]) is not Verdict.RUNNING:
            continue
        plies = Fours().shortest(position)
        found = solve(position, SearchControl(), nodes=20_000)
        if plies is not None:
            assert (found.found, found.number) == (True, plies), position
            by_fours += plies > 3
        elif found.found and found.number <= 7:
            assert beats_everything(Board.of(position), found.number, asked), position
        none += not found.found
    assert SANITIZED or (by_fours >= 10 and none >= 10)


def test_the_forbidden_point_is_never_in_the_line() -> None:
    for puzzle, rule, _ in cases(FOURS + THREES):
        if rule == "renju" and puzzle.side == "x":
            position = puzzle.position(rule)
            for move in asked(position).line:
                assert position.is_legal(move)
                position = position.play(move)


def test_a_spent_budget_is_no_answer() -> None:
    puzzle = next(p for p in FOURS if max(n or 0 for n in p.lengths().values()) >= 13)
    position = puzzle.position(next(iter(puzzle.lengths())))
    found = solve(position, SearchControl(), nodes=5)
    assert (found.found, found.complete) == (False, False)


def test_a_stopped_search_is_no_answer() -> None:
    stopped = SearchControl()
    stopped.stop()
    found = solve(FOURS[-1].position("renju"), stopped)
    assert (found.found, found.complete) == (False, False)


def test_there_is_nothing_to_solve_when_the_game_is_over() -> None:
    over = kishi.game("gomoku-9").parse("xxxxx4/oooo5/9/9/9/9/9/9/9 o")
    with pytest.raises(BadInput, match="the game is over here"):
        solve(over, SearchControl())


def test_the_search_plays_the_win() -> None:
    """`search` asks the threat solver by itself."""
    puzzle = next(p for p in FOURS if p.lengths() == {"freestyle": 13})
    position = puzzle.position("freestyle")
    player = kishi.make_player(position.game, "search:nodes=200000,hash=1")
    choice = player.choose(kishi.Record.new(position.game, position), kishi.Limit())
    assert isinstance(choice, kishi.Choice)
    assert (choice.exact, choice.value) == (True, 1)
    assert len(choice.line) == 13


def test_the_plain_search_counts_fives_as_the_rules_do() -> None:
    """The checker knows what a five is; here that is checked against the rules themselves."""
    for rule in ("freestyle", "standard", "renju"):
        for seed in range(fewer(60, 10)):
            position = thrown(rule, seed)
            if position is None or judge([position]) is not Verdict.RUNNING:
                continue
            board = Board.of(position)
            by_rules = [m for m in position.legal_moves() if board.play(m).won]
            assert list(each(board.fives(position.turn))) == sorted(by_rules)
