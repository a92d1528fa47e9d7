"""Games against faulty programs: each loses with the reason, in time, and leaves nothing behind.

`python tests/campaigns/faults.py 20` plays each fault so often and prints what it measured as JSON.
"""

import json
import os
import resource
import shlex
import sys
import time
import uuid
from pathlib import Path

from faulty import FAULTS
from line_player import LinePlayer

from kishi import Limit, Referee, SearchControl, Verdict, game, make_player, play_game

OTHELLO = game("othello")
MOVE_SECONDS = 2.0  # enough for a move on a busy machine
START_SECONDS = 60.0  # the interpreter needs some there
DUE_SECONDS = {"hangs-at-start": 0.5, "crashes-at-start": 0.0}
TOKEN = "KISHI_TEST_TOKEN"
REASONS = {
    "crashes-at-start": "crashed (exit code 3)",
    "crashes": "crashed (SIGSEGV)",
    "hangs-at-start": "gave no answer in time",
    "hangs": "gave no answer in time",
    "illegal": "illegal move",
    "garbage": "answered '[31mI resign, maybe?', which is no move",
    "floods-lines": "flooded its output",
    "floods-endlessly": "flooded its output with a line that does not end",
    "ignores-quit": "too long",  # nothing is wrong with the game, only with its end
    "ignores-sigterm": "too long",
    "leaves-a-child": "too long",
    "leaves-a-daemon": "too long",
    "exits": "ended without an answer",
}


class Watched(LinePlayer):
    """Remembers when it was last asked for something."""

    asked = 0.0

    def prepare(self, control: SearchControl | None = None) -> None:
        self.asked = time.monotonic()
        super().prepare(control)

    def choose(self, record, limit, control=None):  # type: ignore[no-untyped-def]
        self.asked = time.monotonic()
        return super().choose(record, limit, control)


def play(fault: str) -> tuple[str, float]:
    """The reason of the game's end, and by how many seconds the program overran its time.

    A crash is due at once at the start, and within the time for a move later on.
    """
    token = os.environ[TOKEN] = uuid.uuid4().hex
    allowed = DUE_SECONDS[fault] if fault == "hangs-at-start" else START_SECONDS
    command = [sys.executable, str(Path(__file__).with_name("faulty.py")), fault]
    faulty = Watched(fault, OTHELLO, shlex.join(command))
    faulty.start_seconds = allowed
    referee = Referee(OTHELLO, limit=Limit(seconds=MOVE_SECONDS), margin=5.0, most_plies=12)
    record = play_game(faulty, make_player(OTHELLO, "random", 1), referee)
    faulty.close()
    over = time.monotonic() - faulty.asked - DUE_SECONDS.get(fault, MOVE_SECONDS)
    assert record.end is not None
    expected = Verdict.DRAW if record.end.reason == "too long" else Verdict.SECOND_WINS
    assert record.verdict is expected, (fault, record.end)
    until = time.monotonic() + 1.0  # the killed are not gone at once
    while left_behind(token) and time.monotonic() < until:
        time.sleep(0.01)
    assert not left_behind(token), f"{fault} left a process"
    return record.end.reason, over


def left_behind(token: str) -> list[int]:
    """Living processes with the token in their environment, which children of children inherit."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and token.encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue  # it ended meanwhile, or is not ours
    return [pid for pid in found if pid != os.getpid()]


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def campaign(times: int) -> dict[str, float]:
    play("ignores-quit")  # what a first game needs of memory is not a fault's
    before, worst = peak_megabytes(), -MOVE_SECONDS
    for fault in FAULTS * times:
        reason, over = play(fault)
        assert reason == REASONS[fault], (fault, reason)
        worst = max(worst, over)
    grown = peak_megabytes() - before
    return {"games": len(FAULTS) * times, "most_seconds_over": worst, "megabytes_grown": grown}


if __name__ == "__main__":
    print(json.dumps(campaign(int(sys.argv[1]) if len(sys.argv) > 1 else 20)))
