"""Whatever a player is thinking about, it ends soon after it is told to.

Measured by the CPU time of its thread after the word, which other programs of the machine do not lengthen.
"""

import threading
import time

import pytest

import kishi
from kishi import Game, Limit, Player, Record
from kishi._native import SearchControl
from samples import fewer, random_line

SOON = 0.001 * fewer(50, 500)  # CPU seconds; what is sanitized is slow
ENDLESS = Limit(seconds=600)


def stopped_after(player: Player, record: Record, begun: float) -> float:
    """The CPU seconds that it goes on for when it is told to stop after having thought for `begun`."""
    control, left, clocks = SearchControl(), [0.0], [0]
    ready = threading.Event()

    def think() -> None:
        clocks[0] = time.pthread_getcpuclockid(threading.get_ident())
        ready.set()
        player.choose(record, ENDLESS, control)
        left[0] = time.thread_time()

    thread = threading.Thread(target=think)
    thread.start()
    ready.wait()
    first = time.clock_gettime(clocks[0])
    while thread.is_alive() and time.clock_gettime(clocks[0]) - first < begun:
        time.sleep(0.001)
    assert thread.is_alive(), "it was done before it was told to stop"
    control.stop()
    told = time.clock_gettime(
        clocks[0]
    )  # read after the word: who waits for a turn in between is not late
    thread.join()
    return left[0] - told


def middle(game: Game, plies: int) -> Record:
    return Record(game, tuple(random_line(game, "prompt")[: plies + 1]))


@pytest.mark.parametrize(
    ("name", "spec", "plies"),
    [
        ("othello", "search", 6),
        ("othello", "search", 36),  # the solver of endings
        ("othello", "search:lines=4", 34),
        ("othello", "search:threads=2", 10),
        ("othello", "uct:100000000", 10),
        ("othello", "montecarlo:100000000", 10),
        ("othello", "minimax:20", 10),
        ("othello", "alphazero:simulations=100000000", 10),
        ("gomoku", "search", 12),
        ("gomoku", "search:lines=4", 12),
        ("gomoku", "uct:100000000", 12),
        ("gomoku", "alphabeta:20", 12),
        ("gomoku", "alphazero:simulations=100000000", 12),
        ("minishogi", "search", 8),
        ("minishogi", "search:lines=4", 8),
        ("minishogi", "search:threads=2", 8),
        ("minishogi", "alphazero:simulations=100000000", 8),
    ],
)
def test_it_ends_soon_after_it_is_told_to(name: str, spec: str, plies: int) -> None:
    game = kishi.game(name)
    record = middle(game, plies)
    assert not record.over
    player = kishi.make_player(game, spec, 1)
    player.choose(record, Limit(nodes=100), None)  # its tables are made before the first search
    for begun in (0.002, 0.05, 0.2):
        # The quicker of two: memory that the system has lent to others comes back a page at a time.
        assert min(stopped_after(player, record, begun) for _ in range(2)) < SOON
