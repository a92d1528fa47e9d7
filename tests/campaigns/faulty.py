"""A program that speaks the protocol of line_player.py, with a fault: `faulty.py FAULT`.

It plays the first legal move, so it needs the rules, which are kishi's own.
"""

import os
import signal
import subprocess
import sys
import time
from typing import NoReturn

FAULTS = (
    "crashes-at-start", "crashes", "hangs-at-start", "hangs", "illegal", "garbage", "floods-lines",
    "floods-endlessly", "ignores-quit", "ignores-sigterm", "leaves-a-child", "leaves-a-daemon",
    "exits",
)  # fmt: skip
LATER = 3  # moves played well before a fault in the middle


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def flood(text: str) -> NoReturn:
    block = (text * (65536 // len(text))).encode()
    while True:
        os.write(1, block)


def hang() -> NoReturn:
    while True:
        time.sleep(60)


def first_legal(line: str) -> str:
    _, name, *moves = line.split()
    of = sys.modules["kishi"].game(name)
    position = of.start()
    for move in moves:
        position = position.play(of.parse_move(move))
    return str(of.move_text(position.legal_moves()[0]))


def go_wrong(fault: str) -> None:
    if fault == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    if fault == "hangs":
        hang()
    if fault == "illegal":
        say("a1")
    if fault == "garbage":
        say("\x1b[31mI resign, maybe?\x07")
    if fault == "floods-lines":
        flood("\n")
    if fault == "floods-endlessly":
        flood("x")
    if fault == "exits":
        sys.exit(0)


def main(fault: str) -> None:
    if fault == "ignores-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if fault == "crashes-at-start":
        sys.exit(3)
    if fault == "hangs-at-start":
        hang()
    if fault == "leaves-a-child":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    if fault == "leaves-a-daemon":  # in a session of its own, and whose parent has gone
        subprocess.run(["sh", "-c", "sleep 600 &"], start_new_session=True, check=True)
    import kishi  # noqa: F401 - a second or two on a busy machine, before anybody waits for a move

    say("ready")
    for asked, line in enumerate(sys.stdin):
        if line.strip() == "quit":
            if fault in ("ignores-quit", "ignores-sigterm"):
                hang()
            return
        if asked == LATER:
            go_wrong(fault)
        say(first_legal(line))


if __name__ == "__main__":
    main(sys.argv[1])
