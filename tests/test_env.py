"""The PettingZoo environments."""

import numpy as np
import pytest
from pettingzoo.test import api_test

import kishi
from kishi.core import winner
from kishi.env import env, vector_env
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


@pytest.mark.parametrize("name", [*MAIN_GAMES, "tictactoe"])
def test_a_position_as_pixels_shows_who_stands_where(name: str) -> None:
    board = env(name, render_mode="rgb_array")
    board.reset()
    before = board.render()
    board.step(board.record.position.legal_moves()[0])
    after = board.render()
    assert isinstance(before, np.ndarray) and isinstance(after, np.ndarray)
    assert before.dtype == np.uint8 and before.shape == after.shape
    _, rows, columns = board.game.shape
    assert before.shape[1:] == (columns * 32, 3) and before.shape[0] >= rows * 32
    changed = {cell // 32 for cell in np.flatnonzero((before != after).any(axis=(1, 2)))}
    assert 1 <= len(changed) <= rows - 1  # the rows of the move, and no others


def test_many_games_at_once_are_the_games_that_one_by_one_would_be() -> None:
    rng = np.random.default_rng(5)
    games = vector_env("othello-4", 8)
    seen, info = games.reset(seed=5)
    records = [kishi.Record.new(games.game)] * 8
    finished, before = 0, np.zeros(8, bool)
    for _ in range(60):
        actions = np.array(
            [rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in seen["action_mask"]]
        )
        seen, rewards, ended, cut, info = games.step(actions)
        for i, action in enumerate(actions):
            mover = records[i].position.turn
            records[i] = kishi.Record.new(games.game) if before[i] else records[i].play(int(action))
            assert games.records[i].moves == records[i].moves
            assert ended[i] == records[i].over and not cut[i]
            won = winner(records[i].verdict) if ended[i] else None
            assert rewards[i] == (0 if won is None else 1 if won == mover else -1)
            assert info["turn"][i] == records[i].position.turn
            legal = np.flatnonzero(seen["action_mask"][i]).tolist()
            assert legal == sorted(records[i].position.legal_moves())
        finished += int(ended.sum())
        before = ended
    assert finished > 8
    assert games.observation_space.contains(seen)


def test_an_illegal_action_in_one_of_many_loses_that_game_alone() -> None:
    games = vector_env("othello", 3, most_plies=2)
    games.reset()
    legal = games.game.start().legal_moves()[0]
    _, rewards, ended, cut, _ = games.step(np.array([legal, 0, legal]))
    assert rewards.tolist() == [0, -1, 0] and ended.tolist() == [False, True, False]
    second = games.records[0].position.legal_moves()[0]
    _, _, ended, cut, _ = games.step(np.array([second, 0, second]))
    assert cut.tolist() == [True, False, True] and not ended.any()
