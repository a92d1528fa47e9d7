"""A game as a PettingZoo environment, played at random."""

import numpy as np

from kishi.env import env

board, rng = env("minishogi", render_mode="ansi"), np.random.default_rng(1)
board.reset()
for _agent in board.agent_iter():
    observation, reward, termination, truncation, info = board.last()
    over = termination or truncation
    legal = observation["action_mask"].nonzero()[0]
    board.step(None if over else int(rng.choice(legal)))
print(board.render(), "after", len(board.record.moves), "moves")
