"""Programs of others, faulty and not."""

import json
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from line_player import LinePlayer

from kishi import Limit, Record, Referee, Verdict, game, make_player, play_game
from kishi.errors import PlayerFailed
from kishi.protocols.process import Child

CAMPAIGNS = Path(__file__).parents[1] / "campaigns"
OTHELLO = game("othello")


def test_each_fault() -> None:
    script = CAMPAIGNS / "faults.py"
    ran = subprocess.run(
        [sys.executable, str(script), "1"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    measured = json.loads(ran.stdout)
    assert measured["games"] == 13
    assert measured["most_seconds_over"] <= 2.0
    assert measured["megabytes_grown"] <= 16.0


def test_a_good_program_plays_a_whole_game() -> None:
    path = str(CAMPAIGNS / "faulty.py")
    player = LinePlayer("good", OTHELLO, shlex.join([sys.executable, path, "none"]))
    player.start_seconds = 60
    record = play_game(make_player(OTHELLO, "random", 1), player, Referee(OTHELLO))
    player.close()
    assert record.end is None
    assert record.verdict is not Verdict.RUNNING
    with pytest.raises(PlayerFailed, match="was closed"):
        player.choose(Record.new(OTHELLO), Limit())


def test_a_program_that_does_not_exist_loses() -> None:
    player = LinePlayer("nobody", OTHELLO, "/nowhere/engine")
    record = play_game(make_player(OTHELLO, "random", 1), player, Referee(OTHELLO))
    assert record.verdict is Verdict.FIRST_WINS
    assert record.end is not None
    assert "cannot be started: No such file" in record.end.reason
    assert len(record.choices) == 0


def test_a_program_that_does_not_read_is_not_waited_for() -> None:
    child = Child([sys.executable, "-c", "import time; time.sleep(600)"])
    began = time.monotonic()
    with pytest.raises(PlayerFailed, match="does not read"):
        child.send("x" * 10**6, began + 0.3)
    child.close()
    assert time.monotonic() - began < 2.3


def test_closing_from_another_thread_ends_the_wait() -> None:
    child = Child([sys.executable, "-c", "import time; time.sleep(600)"])
    threading.Timer(0.2, child.close).start()
    began = time.monotonic()
    with pytest.raises(PlayerFailed):
        child.receive(began + 60)
    assert time.monotonic() - began < 10
