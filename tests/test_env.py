"""The PettingZoo environments."""

import pytest
from pettingzoo.test import api_test

from kishi.env import env
from samples import MAIN_GAMES


@pytest.mark.filterwarnings("ignore:Observation")  # it is a dict with a mask, as in all of theirs
@pytest.mark.parametrize("name", [*MAIN_GAMES, "gomoku-5"])
def test_pettingzoos_own_test(name: str) -> None:
    api_test(env(name, most_plies=60), num_cycles=100)


def test_an_illegal_action_loses() -> None:
    board = env("othello")
    board.reset()
    board.step(0)
    assert board.terminations == {"first_0": True, "second_0": True}
    assert board.rewards == {"first_0": -1.0, "second_0": 1.0}


def test_a_long_game_is_truncated() -> None:
    board = env("minishogi", most_plies=2)
    board.reset()
    for _ in range(2):
        mask = board.observe(board.agent_selection)["action_mask"]
        board.step(int(mask.argmax()))
    assert all(board.truncations.values())
