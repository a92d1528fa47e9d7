"""One call from Python: a match, an analysis, a training run."""

import pytest

import kishi
from kishi.training.context import Step


def first(position: kishi.Position) -> int:
    return position.legal_moves()[0]


def test_a_match_between_texts_is_the_match_of_the_command_line() -> None:
    result = kishi.match("greedy", "random", game="othello", games=40, seed=3)
    assert result.score.games == 40 and result.a == "greedy" and result.b == "random"
    assert result.fraction.value > 0.5
    assert result.elo.low < result.elo.value < result.elo.high
    again = kishi.match("greedy", "random", game="othello", games=40, seed=3)
    assert again.score == result.score


def test_a_function_meets_a_text_as_the_text_would_meet_it() -> None:
    """`first` the function and `first` the kind choose alike, so the games are the same."""
    by_function = kishi.match(first, "greedy", game="othello", games=10, seed=1)
    by_text = kishi.match("first", "greedy", game="othello", games=10, seed=1)
    assert by_function.score == by_text.score
    assert by_function.a == "first"


@pytest.mark.parametrize("games", [0, 7])
def test_games_come_in_pairs(games: int) -> None:
    with pytest.raises(kishi.BadInput, match="games come in pairs"):
        kishi.match("random", "random", game="othello", games=games)


def test_an_analysis_is_a_choice_with_its_line() -> None:
    position = kishi.game("othello").start().play("f5")
    found = kishi.analyse(position, depth=4)
    assert position.is_legal(found.move) and found.depth >= 4
    assert found.line[0] == found.move and found.value is not None
    three = kishi.analyse(position, depth=3, lines=3)
    assert three.values is not None and len(three.values) == 3
    with pytest.raises(kishi.BadInput, match="lines= is for the player search"):
        kishi.analyse(position, "greedy", lines=2)


def test_no_analysis_of_a_game_that_is_over() -> None:
    over = kishi.game("othello").parse("X" * 64 + " O")
    with pytest.raises(kishi.BadInput, match="the game is over here: first wins"):
        kishi.analyse(over)


def test_what_is_trained_plays_and_can_be_gone_on_with() -> None:
    seen: list[Step] = []
    made = kishi.train("othello", "pso", name="mine", games=2000, seed=1, watch=seen.append)
    assert made.player == "pso:mine" and made.weights.kind in ("symmetric", "map", "pso")
    assert seen and seen[-1].games >= 2000
    result = kishi.match(made.player, "random", game="othello", games=20)
    assert result.score.games == 20
    again = kishi.train("othello", "pso", name="mine", games=2000, seed=1)
    assert again.weights.id == made.weights.id
    more: list[Step] = []
    kishi.train("othello", "pso", name="mine", games=40_000, seed=1, watch=more.append)
    assert more and more[0].games > seen[-1].games and more[-1].games >= 40_000  # goes on
    with pytest.raises(kishi.BadInput, match="was begun with"):
        kishi.train("othello", "pso", name="mine", games=40_000, seed=1, swarm=7)
