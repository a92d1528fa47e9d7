"""The `kishi` command in a process of its own, with a store of its own."""

import os
import subprocess
import sys
from pathlib import Path

KISHI = [sys.executable, "-c", "from kishi.cli import main; main()"]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "KISHI_HOME": str(home), "COLUMNS": "200"}


def start(home: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*KISHI, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home),
    )


def kishi(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    running = start(home, *args)
    out, err = running.communicate(timeout=600)
    return subprocess.CompletedProcess(running.args, running.returncode, out, err)
