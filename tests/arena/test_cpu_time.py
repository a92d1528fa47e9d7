"""Limits by CPU time: they are kept, by threads and by programs, and other work does not count."""

import os
import shlex
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command import start

from kishi import Choice, Limit, Record, SearchControl, game, make_player, parse_spec
from kishi._native import play_fixtures
from kishi.arena.contest import Conditions, Pairing
from kishi.arena.job import run
from kishi.arena.openings import parse_openings
from kishi.arena.referee import Referee, play_game
from kishi.players import NativePlayer
from kishi.protocols.process import Child

OTHELLO, MINISHOGI = game("othello"), game("minishogi")
SMALL = 0.03  # seconds

# Computes for ever once it has been asked, and answers when it is told to stop.
BUSY = """
import select, sys
for line in sys.stdin:
    word = line.split()[0]
    if word == 'usi': print('usiok', flush=True)
    if word == 'isready': print('readyok', flush=True)
    if word == 'go':
        while not select.select([sys.stdin], [], [], 0)[0]:
            sum(range(1000))
    if word == 'stop': print('bestmove 5e5d', flush=True)
    if word == 'quit': break
"""


@pytest.mark.parametrize(
    "spec", ["search:hash=1", "search:hash=1,threads=2", "uct", "montecarlo", "alphazero"]
)
@pytest.mark.parametrize("name", ["othello", "gomoku", "minishogi"])
def test_native_players_use_the_cpu_time_they_are_given(name: str, spec: str) -> None:
    of = game(name)
    player = make_player(of, spec)
    player.choose(Record.new(of), Limit(nodes=1))  # a network is read when it is first needed
    before = time.thread_time()
    answer = player.choose(Record.new(of), Limit(cpu=SMALL))
    here = time.thread_time() - before
    assert isinstance(answer, Choice)
    spent = here if answer.cpu is None else answer.cpu
    assert 0.7 * SMALL < spent < SMALL + 0.1


class Outside:
    """No player of the core, so that the referee asks for each move."""

    name = "outside"

    def choose(self, record: Record, limit: Limit) -> int:
        return record.position.legal_moves()[0]


def nodes_of_the_first_move(megabytes: int, *, by_referee: bool) -> int:
    mine, theirs = (make_player(MINISHOGI, f"search:hash={m}") for m in (megabytes, 1))
    if by_referee:
        referee = Referee(MINISHOGI, limit=Limit(cpu=0.01), margin=10, most_plies=1)
        return play_game(mine, Outside(), referee).choices[0].nodes
    assert isinstance(mine, NativePlayer) and isinstance(theirs, NativePlayer)
    fixtures = [([MINISHOGI.start()], False, 1)]
    (played,) = play_fixtures(
        mine.engine, theirs.engine, fixtures, cpu=0.01, most_plies=1, control=SearchControl()
    )
    return played.effort[0].nodes


@pytest.mark.parametrize("by_referee", [False, True])
def test_memory_for_a_table_is_got_before_the_first_move(by_referee: bool) -> None:
    """Else a short limit was used up by it: 1,028 nodes of 36,000 in 10 ms, and games lost on time."""
    small, large = (
        max(nodes_of_the_first_move(m, by_referee=by_referee) for _ in range(4)) for m in (1, 256)
    )
    assert large > small / 4


@pytest.mark.parametrize("watch", [None, lambda record: None])  # by the core, by the referee
def test_answers_that_need_no_thought_are_counted_apart(
    watch: Callable[[Record], None] | None,
) -> None:
    """A game of Othello ends in moves that are solved at once; those before take what they are given."""
    spec = parse_spec(OTHELLO, "search:hash=1")
    terms = Conditions(OTHELLO, Limit(cpu=SMALL), parse_openings(OTHELLO, "random:6", 3), 3)
    for effort in run(terms.job(Pairing(spec, spec), range(1)), watch=watch).efforts:
        assert 0 < effort.early < effort.moves
        assert effort.early_cpu < SMALL / 2 * effort.early
        assert 0.7 * SMALL < effort.cpu_a_full_move < SMALL + 0.1


def test_a_program_is_stopped_when_it_has_computed_enough() -> None:
    player = make_player(MINISHOGI, "usi:" + shlex.join([sys.executable, "-c", BUSY]))
    try:
        for _ in range(2):  # what it has computed before does not count
            answer = player.choose(Record.new(MINISHOGI), Limit(cpu=0.1))
            assert isinstance(answer, Choice) and answer.cpu is not None
            assert 0.1 <= answer.cpu < 0.2
            assert answer.seconds > 0.09
    finally:
        player.close()


def test_the_cpu_time_of_a_program_is_that_of_its_children_too() -> None:
    computes = "import time\nwhile time.process_time() < {}: pass\nprint('done', flush=True)\n"
    parent = (
        f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {computes.format(0.3)!r}])\n"
        f"held = subprocess.Popen([sys.executable, '-c', {(computes.format(0.2) + 'input()')!r}])\n"
        f"held.wait()\n"
    )
    child = Child([sys.executable, "-c", parent])
    try:
        assert child.receive(time.monotonic() + 60) == "done"
        assert child.receive(time.monotonic() + 60) == "done"
        assert child.cpu_seconds() >= 0.5  # of one that is over and one that runs
    finally:
        child.close()
    assert child.cpu_seconds() == 0


def stopped_now_and_then(home: Path, limit: str) -> str:
    """What a match prints whose process has to stand still for longer than the margin."""
    match = start(
        home, "match", "othello-6", "search:exact=false,hash=2", "search:exact=false,hash=1",
        "--limit", limit, "--games", "2", "--seed", "1", "--openings", "random:12",
    )  # fmt: skip
    assert match.stdout is not None
    heading = match.stdout.readline()
    assert "2 games" in heading
    while match.poll() is None:
        time.sleep(0.05)
        os.kill(match.pid, signal.SIGSTOP)
        time.sleep(0.25)
        os.kill(match.pid, signal.SIGCONT)
    out, wrong = match.communicate()
    assert match.returncode == 0, wrong
    return out


def test_a_process_that_stands_still_loses_no_game_by_cpu_time(tmp_path: Path) -> None:
    assert "Forfeits" not in stopped_now_and_then(tmp_path, "cpu=50ms")


def test_by_the_clock_it_loses(tmp_path: Path) -> None:
    assert "Forfeits" in stopped_now_and_then(tmp_path, "50ms")
