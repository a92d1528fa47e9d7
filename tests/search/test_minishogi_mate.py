"""The mate solver against trying everything, and against what everybody can see."""

import pytest

import kishi
from kishi import Position
from kishi._native import SearchControl, mate_within, solve
from reference import minishogi
from samples import fewer, random_line

GAME = kishi.game("minishogi")


def positions(count: int) -> list[Position]:
    """Positions of random games, both colours to move, none over."""
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        found += random_line(GAME, f"mate {seed}")[10:-1:7]
        seed += 1
    return found[:count]


def shortest_by_trying(position: Position, longest: int) -> int | None:
    return next((n for n in range(1, longest + 1, 2) if mate_within(position, n)), None)


@pytest.mark.parametrize("part", range(4))
def test_the_solver_agrees_with_trying_everything(part: int) -> None:
    mates = 0
    for position in positions(fewer(1200, 60))[part::4]:
        tried = shortest_by_trying(position, 5)
        solved = solve(position, SearchControl(), nodes=50_000)
        if tried is not None:
            mates += 1
            assert (solved.found, solved.number) == (True, tried), position
        else:
            assert not solved.found or solved.number > 5, position
    assert mates > fewer(20, 0)


def mate_by_the_rules(position: Position, plies: int) -> bool:
    """As `mate_within`, but what a check is the slow reference says."""
    for after in map(position.play, position.legal_moves()):
        answers = after.legal_moves()
        if (answers and plies == 1) or not minishogi.in_check(str(after)):
            continue
        if all(mate_by_the_rules(after.play(answer), plies - 2) for answer in answers):
            return True
    return False


@pytest.mark.parametrize(("plies", "count"), [(1, 600), (3, 60)])
def test_trying_everything_overlooks_no_check(plies: int, count: int) -> None:
    found = positions(fewer(count, 6))
    assert [mate_within(p, plies) for p in found] == [mate_by_the_rules(p, plies) for p in found]


def test_the_line_ends_in_mate() -> None:
    lengths = set()
    for position in positions(fewer(400, 40)):
        solved = solve(position, SearchControl(), nodes=50_000)
        if not solved.found:
            continue
        lengths.add(solved.number)
        assert len(solved.line) == solved.number
        for move in solved.line:
            position = position.play(move)  # noqa: PLW2901 - walks down the line
        assert position.legal_moves() == []
    assert {1, 3} <= lengths


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("4k/5/4G/5/K4 b G 1", 1),
        ("4k/5/5/5/K4 b G 1", None),
        # A dropped pawn may not mate: without the rule 1 ply, with it none by the pawn alone.
        ("3rk/5/4G/5/K4 b P 1", None),
    ],
)
def test_small_mates(text: str, answer: int | None) -> None:
    solved = solve(GAME.parse(text), SearchControl())
    assert solved.complete
    assert (solved.number if solved.found else None) == answer


def test_a_pawn_may_mate_where_the_rule_is_switched_off() -> None:
    position = kishi.game("minishogi-dropmate").parse("3rk/5/4G/5/K4 b P 1")
    assert solve(position, SearchControl()).number == 1


def test_a_spent_budget_is_no_answer() -> None:
    solved = solve(GAME.start(), SearchControl(), nodes=1)
    assert (solved.found, solved.complete) == (False, False)
