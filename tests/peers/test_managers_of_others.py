"""kishi as the engine of somebody else's manager: UCI2WB, which turns USI into XBoard's protocol.

XBoard's part, which only relays moves, is played from here. `make peers` installs UCI2WB.
"""

import random
import shlex
import sys
import time
from pathlib import Path

from test_peers import path_of

from kishi import Record, game
from kishi.core import Choice
from kishi.protocols.process import Child
from kishi.protocols.usi import uci_name, usi_name

ENGINE = "from kishi.cli import main; main()"
SECONDS = 60.0


class XBoard:
    """Says what XBoard says, and hears the engine's moves."""

    def __init__(self, script: Path) -> None:
        self._child = Child([path_of("uci2wb"), "-s", str(script)])
        self.say("xboard", "protover 2")
        self.until("feature smp")
        self.say("new", "variant 5x5+5_shogi", "level 40 5 0", "post", "easy")

    def say(self, *lines: str) -> None:
        for line in lines:
            self._child.send(line, _soon())

    def until(self, begin: str) -> str:
        while not (line := self._child.receive(_soon()).strip()).startswith(begin):
            pass
        return line

    def close(self) -> None:
        self._child.close()


def _soon() -> float:
    return time.monotonic() + SECONDS


def test_a_whole_game_under_uci2wb(tmp_path: Path) -> None:
    script = tmp_path / "engine.sh"
    words = [sys.executable, "-c", ENGINE, "engine", "usi", "--player", "search:nodes=3000,hash=1"]
    script.write_text(f"#!/bin/sh\nexec {shlex.join(words)}\n")
    script.chmod(0o755)
    of, rng, board = game("minishogi"), random.Random(1), XBoard(script)
    record = Record.new(of)
    try:
        while not record.over and len(record.choices) < 200:
            board.say("time 10000", "otim 10000")
            if record.position.turn == 0:
                if not record.choices:
                    board.say("go")
                answer = board.until("move ").split()[1].rstrip("=")
                record = record.play(Choice(move=of.parse_move(usi_name(answer))))
            else:
                move = rng.choice(record.position.legal_moves())
                record = record.play(Choice(move=move))
                board.say(f"usermove {uci_name(of, move)}")
        board.say("result 1-0 {over}", "quit")
    finally:
        board.close()
    assert record.over
