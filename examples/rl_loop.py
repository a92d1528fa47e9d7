"""Learn tic-tac-toe from nothing: values of positions by temporal differences, in self-play."""

import numpy as np

import kishi

rng = np.random.default_rng(1)
values: dict[kishi.Position, float] = {}  # for the player who has just moved


def value(position: kishi.Position) -> float:
    if position.over:
        return 0.0 if position.winner is None else 1.0
    return values.get(position, 0.0)


def best(position: kishi.Position) -> int:
    return max(position.legal_moves(), key=lambda move: value(position.play(move)))


for _ in range(3_000):
    position = kishi.game("tictactoe").start()
    while not position.over:
        explore = rng.random() < 0.2
        move = int(rng.choice(position.legal_moves())) if explore else best(position)
        after = position.play(move)
        target = -max((value(after.play(m)) for m in after.legal_moves()), default=0.0)
        if not after.over:
            values[after] = value(after) + 0.3 * (target - value(after))
        position = after

print(kishi.match(best, "random", game="tictactoe", games=100, openings="none").line)
