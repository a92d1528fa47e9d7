"""`kishi` as a real process: at a terminal, with Ctrl-C, in pipes."""

import _thread
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console

import kishi
from kishi.cli.terminal.screen import Screen
from kishi.cli.terminal.thinking import think
from kishi.locale import Words
from kishi.players.thinking import controlled, still_at_work
from kishi.text_board import Look

KISHI = [sys.executable, "-c", "from kishi.cli import main; main()"]


class Terminal:
    """A process at its own terminal: what it shows, and keys for it."""

    def __init__(self, *args: str, home: Path, **environment: str) -> None:
        env = {**os.environ, "KISHI_HOME": str(home), "TERM": "xterm-256color", **environment}
        self._keys, inside = pty.openpty()
        self.process = subprocess.Popen(
            [*KISHI, *args], stdin=inside, stdout=inside, stderr=inside, env=env,
            start_new_session=True,
        )  # fmt: skip
        os.close(inside)
        self.shown = ""

    def wait_for(self, text: str, seconds: float = 30) -> None:
        give_up = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < give_up, f"{text!r} did not come; shown: {self.shown!r}"
            if not self._read(0.1) and self.process.poll() is not None and not self._read(0.1):
                assert text in self.shown, self.shown

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._keys], [], [], seconds)
        try:
            data = os.read(self._keys, 65536) if ready else b""
        except OSError:  # the process has ended
            data = b""
        self.shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data.decode(errors="replace"))
        return bool(data)

    def press(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def end(self) -> int:
        code = self.process.wait(30)
        while self._read(0.1):
            pass
        return code

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._keys)


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_a_game_at_a_terminal(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = Terminal("play", "othello-4", "--second", "first", home=tmp_path)
    terminals.append(terminal)
    terminal.wait_for("your move")
    terminal.press("zz\n")
    terminal.wait_for("is neither a move")
    terminal.press("b1\n")
    terminal.wait_for("White (first): ")
    terminal.press("resign\n")
    terminal.wait_for("White (first) wins.")
    assert terminal.end() == 0
    assert "●" in terminal.shown and "○" not in terminal.shown  # colours tell the discs apart


def test_without_colours_the_discs_differ(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = Terminal("play", "othello-4", home=tmp_path, NO_COLOR="1")
    terminals.append(terminal)
    terminal.wait_for("your move")
    terminal.press("quit\n")
    assert terminal.end() == 0
    assert "●" in terminal.shown and "○" in terminal.shown


@pytest.mark.parametrize("leave", ["eof", "ctrl-c"])
def test_leaving_saves_the_game(leave: str, terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = Terminal("play", "othello", "--second", "human", home=tmp_path)
    terminals.append(terminal)
    terminal.wait_for("Black, your move")
    terminal.press("d3\n")
    terminal.wait_for("White, your move")
    if leave == "eof":
        terminal.press("\x04")
    else:
        # Again if need be: one that comes just before Python begins to read is heard after it has.
        for _ in range(10):
            os.kill(terminal.process.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                terminal.process.wait(2)
                break
    assert terminal.end() == (0 if leave == "eof" else 130)
    file = next((tmp_path / "games").glob("*.json"))
    assert '"moves": ["d3"]' in file.read_text()
    assert f"kishi play --continue {file}" in terminal.shown
    assert "Traceback" not in terminal.shown


def test_ctrl_c_is_heard_during_a_long_count() -> None:
    program = "from kishi.cli import main; print('ready', flush=True); main()"
    command = [sys.executable, "-c", program, "perft", "othello", "30"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read().strip() == b""


class Dreamer:
    """A player that heeds no control, and does not answer until it is closed."""

    name = "dreamer"

    def __init__(self) -> None:
        self.woken = threading.Event()

    def choose(self, record: kishi.Record, limit: kishi.Limit) -> kishi.Resign:
        self.woken.wait(30)
        return kishi.Resign()

    def close(self) -> None:
        self.woken.set()


def test_ctrl_c_is_heard_while_a_computer_thinks() -> None:
    screen = Screen(Console(file=io.StringIO()), Words("en"), Look())
    record, dreamer = kishi.Record.new(kishi.game("othello")), Dreamer()
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        think(screen, controlled(dreamer), record, kishi.Limit())
    assert dreamer.woken.is_set()


def test_ctrl_c_stops_the_search() -> None:
    screen = Screen(Console(file=io.StringIO()), Words("en"), Look())
    of, control = kishi.game("othello"), kishi.SearchControl()
    player, record = kishi.make_player(of, "search"), kishi.Record.new(of)
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        think(screen, player, record, kishi.Limit(seconds=600), control)
    assert control.stopped
    assert not still_at_work(patience=30)


def run(
    *args: str, stdin: bytes = b"", home: Path, **more: str
) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "KISHI_HOME": str(home), **more}
    return subprocess.run(
        [*KISHI, *args], input=stdin, capture_output=True, env=env, timeout=60, check=False
    )


def test_a_script_sees_no_colours(tmp_path: Path) -> None:
    done = run("play", "gomoku-5", "--second", "first", stdin=b"c3\nresign\n", home=tmp_path)
    assert done.returncode == 0 and b"\x1b" not in done.stdout and not done.stderr


def test_bytes_that_are_no_text_are_a_mistype(tmp_path: Path) -> None:
    done = run(
        "play", "minishogi", "--first", "human", stdin=b"\xff\xfe\n\x00\nresign\n", home=tmp_path
    )
    assert done.returncode == 0 and b"wins." in done.stdout
    done = run("perft", "othello", "1", "--position", os.fsdecode(b"\xff"), home=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith(b"kishi: ")


def test_nobody_there(tmp_path: Path) -> None:
    done = run("play", "othello-4", "--second", "random", home=tmp_path)
    assert done.returncode == 0 and b"no terminal and no input" in done.stdout


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    line = f"{sys.executable} -c 'from kishi.cli import main; main()' games | head -n 1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=60, check=True)
    assert not done.stderr


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_terminal_without_unicode_gets_letters(lang: str, tmp_path: Path) -> None:
    args = ("play", "othello-4", "--lang", lang, "--second", "random")
    done = run(*args, stdin=b"resign\n", home=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and not done.stderr
    assert b"  2  * O X .  2\n" in done.stdout
