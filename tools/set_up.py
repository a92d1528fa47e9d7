"""Set kishi up in .venv, telling what is done: `python3 tools/set_up.py [play|develop]`.

`play` fetches what kishi needs and compiles the core for this CPU; `develop` also fetches what the tests
need, and compiles every build. Both go on where a stopped one left off. Nothing is needed but Python, of
which an old one must still be able to read this file, to be told that it is too old.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import TextIO

HERE = Path(__file__).resolve().parents[1]
VENV = HERE / ".venv"
# What is never imported need not be compiled to bytecode; Python does the rest when it is.
PIP = [str(VENV / "bin" / "pip"), "install", "--disable-pip-version-check", "--no-compile"]
TOOLS = ["scikit-build-core>=0.10", "nanobind>=2.9", "cmake", "ninja"]
STEP = re.compile(r"\[(\d+)/(\d+)\] (?:Building|Linking)")  # as ninja counts
OFFLINE = ("NewConnectionError", "Temporary failure", "unreachable", "refused", "ReadTimeout")


class CannotSetUp(Exception):
    """One line for the person who asked."""


def main(what: str) -> int:
    steps = Steps(sys.stdout)
    try:
        check_machine()
        make_venv(steps)
        fetching = Fetching(what, steps)
        fetching.start()
        try:
            compile_core(what, steps)
        finally:
            fetching.join()
        if fetching.failed:
            raise fetching.failed
    except CannotSetUp as wrong:
        steps.say(str(wrong), sys.stderr)
        return 2
    except KeyboardInterrupt:
        steps.say("stopped; the same command goes on where this one was", sys.stderr)
        return 130
    steps.say("kishi is set up: call it .venv/bin/kishi, or kishi after `. .venv/bin/activate`")
    return 0


def check_machine() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - that is the question
        raise CannotSetUp(
            f"kishi needs Python 3.11 or newer, and {sys.executable} is {sys.version.split()[0]}: "
            "name a newer one, as in `make play PYTHON=python3.12`"
        )
    if not any(map(shutil.which, (os.environ.get("CXX", "c++"), "g++", "clang++"))):
        raise CannotSetUp(
            "kishi's core is C++ and there is no compiler here: install one "
            "(Debian and Ubuntu: `apt install g++ python3-dev`; macOS: `xcode-select --install`)"
        )
    if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
        raise CannotSetUp(
            "Python's headers are missing: install them (Debian and Ubuntu: `apt install python3-dev`)"
        )


def make_venv(steps: Steps) -> None:
    """The environment, and what compiles the core."""
    steps.say("setting kishi up in .venv; the first time takes about two minutes")
    if not Path(PIP[0]).exists():
        made = run([sys.executable, "-m", "venv", str(VENV)])
        if made.returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            raise CannotSetUp(
                "no virtual environment could be made (Debian and Ubuntu: `apt install python3-venv`): "
                + reason(made.stdout)
            )
    fetch("tools", [*newer_pip(), *TOOLS])


def newer_pip() -> list[str]:
    """Only a pip that does not know -C must be replaced; to fetch another takes seconds."""
    import ensurepip  # noqa: PLC0415 - Debian has it in a package of its own

    known = tuple(map(int, ensurepip.version().split(".")[:2]))
    return [] if known >= (23, 1) else ["--upgrade", "pip"]


class Fetching(threading.Thread):
    """The packages come while the core is compiled: neither waits for the other."""

    def __init__(self, what: str, steps: Steps) -> None:
        super().__init__()
        self.extras = {"kishi": "", "the tests": "dev"} if what == "develop" else {"kishi": ""}
        self.steps = steps
        self.failed: CannotSetUp | None = None

    def run(self) -> None:
        try:
            for who, extra in self.extras.items():
                if fetch(extra or "kishi", needs(extra)):
                    self.steps.say(f"fetched the packages that {who} need{'s' * (who == 'kishi')}")
        except CannotSetUp as wrong:
            self.failed = wrong


def needs(extra: str) -> list[str]:
    """What pyproject.toml says is needed."""
    import tomllib  # noqa: PLC0415 - which Pythons that are too old do not have

    about = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    found: list[str] = about["optional-dependencies"][extra] if extra else about["dependencies"]
    return found


def fetch(what: str, packages: list[str]) -> bool:
    """Install these, unless that was done since they were last written down."""
    done = VENV / f".fetched-{what}"
    lists = [HERE / "pyproject.toml", Path(__file__)]
    if done.exists() and all(done.stat().st_mtime > file.stat().st_mtime for file in lists):
        return False
    asked = run([*PIP, "-q", *packages])
    if asked.returncode:
        offline = any(sign in asked.stdout for sign in OFFLINE)
        cause = "the package index cannot be reached" if offline else "pip failed"
        raise CannotSetUp(f"{cause}: {reason(asked.stdout)}; when that is mended, run it again")
    done.touch()
    return True


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def reason(said: str) -> str:
    """The line of a program's output that says most about its failure."""
    lines = [line.strip() for line in said.splitlines() if line.strip()] or ["no reason given"]
    errors = [line for line in lines if " error: " in line or "CMake Error" in line]
    return (errors or [line for line in lines if "ERROR" in line] or lines[-1:])[0]


def compile_core(what: str, steps: Steps) -> None:
    """All warnings are errors for developers; who only plays may have a newer compiler that has more."""
    defines = {"KISHI_WERROR": "ON", "KISHI_ISAS": "v2;v3"}
    if what == "play":
        defines = {"KISHI_WERROR": "OFF", "KISHI_ISAS": "host"}
    chosen = os.environ.get("CMAKE_ARGS", "")
    flags = [f"-Ccmake.define.{n}={v}" for n, v in defines.items() if f"-D{n}=" not in chosen]
    command = [*PIP, "-v", "--no-build-isolation", "--no-deps", *flags, "-e", str(HERE)]
    building = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert building.stdout
    said = []
    for line in building.stdout:
        said.append(line)
        step = STEP.search(line)
        if step:
            steps.compiled(int(step[1]), int(step[2]))
    if building.wait():
        log = HERE / "build" / "set_up.log"
        log.parent.mkdir(exist_ok=True)
        log.write_text("".join(said))
        raise CannotSetUp(
            f"the core did not compile: {reason(''.join(said))} (see build/{log.name})"
        )


class Steps:
    """What is told: a line that changes on a terminal, plain lines elsewhere."""

    def __init__(self, out: TextIO) -> None:
        self.out, self.live = out, out.isatty()
        self.began = 0.0
        self.told = -1  # fifths of the work
        self.lock = threading.Lock()

    def say(self, text: str, out: TextIO | None = None) -> None:
        with self.lock:
            print(("\r\x1b[K" if self.live else "") + text, file=out or self.out, flush=True)

    def compiled(self, done: int, of: int) -> None:
        """So many of the core's parts; told at each on a terminal, elsewhere at each fifth."""
        now = time.monotonic()
        self.began = self.began or now
        left = (now - self.began) / max(done - 1, 1) * (of - done)
        text = f"compiling the core: {done} of {of}, about {left:.0f} s left"
        if self.live:
            with self.lock:
                print("\r\x1b[K" + text, end="", file=self.out, flush=True)
        elif done * 5 // of > self.told:
            self.told = done * 5 // of
            self.say(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if sys.argv[1:] else "play"))
