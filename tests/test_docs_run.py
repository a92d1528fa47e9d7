"""Every command on every page for users is typed, page by page in its order, each in a small form.

Nothing is left out in silence: what is not run is in `NOT_RUN`, with the reason. What a command leaves behind
(a run, a match, a file), the next ones of its page use; what pages take for granted is prepared once.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner

from kishi.cli import main
from kishi.cli import train as cli_train
from kishi.training import measure
from kishi.training.alphazero import trainer as alphazero
from kishi.training.valuenet import trainer as valuenet
from test_doc_commands import parse
from test_docs import PAGES
from test_layers import REPOSITORY

OWN_PLAYER = REPOSITORY / "docs" / "own-player.md"
KISHI = Path(sys.executable).parent / "kishi"
MEASURED = (
    REPOSITORY / "docs" / "measured"
)  # figures: they only need to parse, see test_doc_commands.py
USER_PAGES = [
    page for page in [*PAGES, REPOSITORY / "CONTRIBUTING.md"] if not page.is_relative_to(MEASURED)
]

# What is not run, and why.
NOT_RUN = {
    "kishi games 2": "is how a file of games begins",
    "kishi serve --host ...": "leaves words open, and is run as `kishi serve --host 0.0.0.0`",
    "kishi train ... --resume": "leaves words open, and is run on other pages",
    "kishi match othello pso:mine@2f8c pso:mine": "names weights by an id that only their owner has",
    "kishi check gtp gtp-rhino": "needs a program of others; `make peers` plays against it",
    "kishi compare . main GAME": "compiles two revisions of the core; tests/tuning plays such a match",
    "kishi compare . HEAD minishogi --limit cpu=20ms": "the same",
    "kishi compare . main minishogi --jobs 2": "the same",
    "kishi compare REV_A REV_B GAME": "the same",
}

# What a word in capitals may stand for.
WORDS = {
    "GAME": "minishogi", "METHOD": "pso", "NAME": "given", "RUN": "my-run", "N": "1",
    "A": "level:1", "B": "random", "PROTOCOL": "usi", "CMD": "./myengine", "IN": "games.sgf",
    "OUT": "out.json", "EVENT": "given", "FILE": "games.sgf",
}  # fmt: skip

# Verbs that take a game or a file, either of which may be left out, but not both.
NAMED_ALONE = ["analyze", "explain", "solve", "review", "play"]

# What makes each verb small: of options that are given twice the last counts.
SMALL = {
    "play": "--limit nodes=200",
    "analyze": "--limit nodes=2000",
    "review": "--limit nodes=100",
    "match": "--games 2 --limit nodes=50",
    "tournament": "--games 2 --limit nodes=50",
    "ladder": "--games 2 --limit nodes=20",
    "openings": "--count 2 --limit nodes=100",
    "book grow": "--positions 12 --limit nodes=2000 --player search:hash=1,lines=2",
    "bench": "--manners --repetitions 1",
    "tune": "--parameters lmr_base --iterations 2 --games 2 --verify 2 --limit nodes=50",
    "weights measure": "--openings 2",
    "weights curve": "--openings 2",
    "serve": "--port 0 --no-open",
    "train": "--games 100",
    "train patterns": "--games 20 --rounds 1 --depth 1 --solved 6 --epochs 1 --match 2 --nodes 20",
    "train valuenet": "--games 10 --mates 64 --held-out 64 --epochs 1 --round 10",
    "train nnue": "--games 60 --rounds 1 --nodes 20 --epochs 1 --match 2 --batch 64",
    "train alphazero": "--games 2 --round 2 --simulations 2 --fast-simulations 2 --batch 8"
    " --sample-reuse 0.1",
}
LONGER = "--games 200"  # of a run that goes on with more than it had
WHOLE = {"--help", "--list", "--signature"}  # small as they are
SAID = {"play": "?\nquit\n", "engine": "quit\n", "store": "y\n", "weights": "y\n"}  # at the prompt


class Shown(NamedTuple):
    """A command as a page shows it."""

    text: str
    named: bool  # in a sentence, and perhaps only its beginning


def shown(page: Path) -> list[Shown]:
    """In the page's order, each once."""
    return list(
        dict.fromkeys(found for part, code in parts(page) for found in commands(part, code))
    )


def parts(page: Path) -> Iterator[tuple[str, bool]]:
    """Paragraphs, and single lines of blocks of code, which are told apart; no Python."""
    fence, paragraph = "", list[str]()
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            fence = "" if fence else line
        elif fence or line.startswith("    "):
            yield "\n".join(paragraph), False
            paragraph = []
            yield line.strip(), "python" not in fence
        else:
            paragraph.append(line)
    yield "\n".join(paragraph), False


def commands(part: str, code: bool) -> Iterator[Shown]:
    typed = re.match(r"(?:\$ |nohup nice )?((?:kishi|make)\b.*)", part) if code else None
    if typed is None:
        for inline in re.findall(r"`((?:kishi|make)\s[^`]+)`", part):
            yield Shown(" ".join(inline.split()), True)
        return
    command, _, comment = typed[1].partition(" #")
    yield Shown(command.strip(), False)
    if then := re.search(r"then: (kishi .*)", comment):
        yield Shown(then[1].strip(), False)


def filled(text: str) -> list[str]:
    """The words to type: what may be left out is, and one thing stands for each word in capitals."""
    text = re.sub(r" \[[^\]]*\]", "", text).replace("FILE...", "FILE")
    typed = re.split(r" [|>]", text)[0]
    return [WORDS.get(word, word) for word in shlex.split(typed)]


def is_beginning(words: list[str]) -> bool:
    """Does a sentence only name a verb or an option, which wants more to be typed?"""
    if words[0] == "make" or WHOLE & set(words):
        return False
    if words[1:2] == words[1:] and words[1] in NAMED_ALONE:
        return True
    try:
        parse(main, words[1:])
    except (click.MissingParameter, click.BadOptionUsage, click.exceptions.NoArgsIsHelpError):
        return True
    return False


def small(words: list[str]) -> list[str]:
    """The same, with what makes its verb small."""
    verb, *rest = words[1:] or ["serve"]
    if WHOLE & set(rest):
        return [verb, *rest]
    inner = {"weights": rest[:1], "book": rest[:1], "train": rest[1:2]}.get(verb, [])
    options = SMALL.get(" ".join([verb, *inner])) or SMALL.get(verb, "")
    longer = LONGER if {"--resume", "--games"} <= set(rest) else ""
    return [verb, *rest, *f"{options} {longer}".split()]


def typed(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    if (
        words[0] == "make"
    ):  # its targets are run by `make test` itself, or take minutes: here only read
        return _done(["make", "-n", *words[1:]], REPOSITORY)
    options = small(words)
    if options[0] == "serve":
        return served(options, folder)
    if options[0] == "train":
        return trained(options)
    return _done([str(KISHI), *options], folder, SAID.get(options[0], ""))


def _done(words: list[str], folder: Path, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=folder, input=said, capture_output=True, text=True, check=False
    )


def trained(options: list[str]) -> subprocess.CompletedProcess[str]:
    """Here, where what trains networks is imported once, and measured by two games an opponent."""
    with pytest.MonkeyPatch.context() as patch:
        for trainer in (alphazero, valuenet):
            patch.setattr(trainer, "MARK_OPENINGS", 1)
        patch.setattr(alphazero, "STATISTICS_OF", 64)
        patch.setattr(cli_train, "measure", partial(measure.measure, openings=1))
        patch.setattr(measure, "RUNG_OPENINGS", 1)
        done = CliRunner().invoke(main, options)
    return subprocess.CompletedProcess(options, done.exit_code, done.stdout, done.stderr)


def served(options: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Until it has told its address."""
    with subprocess.Popen(
        [KISHI, *options], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout
        address = server.stdout.readline()
        server.send_signal(signal.SIGINT)
    return subprocess.CompletedProcess(options, int("http://" not in address), address, "")


# What pages take for granted.

PREPARED = [
    "kishi train othello pso --name given",
    "kishi train othello alphazero --name my-run",
    "kishi tournament minishogi random level:1 --name given",
    "kishi tournament othello random greedy table --name my-tournament",
    "kishi export my-tournament WTH_2004.wtb",
    "kishi export my-tournament games.sgf",
    "kishi convert games.sgf game.sgf --number 1",
]
# What a page knows from the one before it.
BEFORE = {
    "docs/overnight.md": ["kishi train othello pso --name mine"],
    "docs/arena.md": ["kishi train othello pso --name mine"],
}
FILES = {
    "my.csv": ",".join(map(str, range(10))),
    "scores.json": str([1] * 11),
    "ends.obf": "XXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXO- X;\n" * 2,
    "myengine": f"#!/bin/sh\nexec {KISHI} engine usi\n",
    **{
        f"{who}.py": "def player(position):\n    return position.legal_moves()[0]\n"
        for who in ("anna", "ben", "chie")
    },
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that pages name, and in it a home with runs and matches."""
    folder = tmp_path_factory.mktemp("prepared")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    engine = folder / "myengine"
    engine.chmod(0o755)
    (folder / "fairy-stockfish").symlink_to(
        engine
    )  # which CI has not, and `make peers` plays against
    own = re.findall(r"```python\n(.*?)```", OWN_PLAYER.read_text("utf-8"), re.DOTALL)
    (folder / "mybot.py").write_text(own[0].partition("print(")[0], "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KISHI_HOME", str(folder / "home"))
        run(PREPARED, folder)
    return folder


def run(listed: list[str], folder: Path) -> None:
    for command in listed:
        done = typed(shlex.split(command), folder)
        assert done.returncode == 0, f"{command}: {done.stderr}"


@pytest.mark.parametrize("page", USER_PAGES, ids=lambda p: str(p.relative_to(REPOSITORY)))
def test_every_command_works_as_printed(
    page: Path, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(prepared, folder, symlinks=True)
    monkeypatch.setenv("KISHI_HOME", str(folder / "home"))
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    run(BEFORE.get(str(page.relative_to(REPOSITORY)), []), folder)
    for command in shown(page):
        if command.text in NOT_RUN:
            continue
        words = filled(command.text)
        if command.named and is_beginning(words):
            continue
        done = typed(words, folder)
        assert done.returncode == 0, f"{command.text}: {done.stderr}"
        assert "Traceback" not in done.stderr, command.text


def test_nothing_is_left_out_that_no_page_has() -> None:
    there = {command.text for page in USER_PAGES for command in shown(page)}
    assert there.issuperset(NOT_RUN)
    assert len(there) > 130
    assert all("GAME" not in filled(text) for text in there)


def test_the_pages_have_the_commands_of_a_first_hour() -> None:
    for page in ("README.md", "docs/first-hour.md", "docs/first-hour.ja.md"):
        verbs = {filled(c.text)[1] for c in shown(REPOSITORY / page) if filled(c.text)[1:]}
        assert {"play", "train", "match", "review", "analyze"} <= verbs, page
