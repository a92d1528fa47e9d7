"""The README and the first hour, command by command as a newcomer types them, each in a small form.

What a command leaves behind (a run, a match, a file), the next ones use: the order is the page's.
"""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from test_doc_commands import commands
from test_layers import REPOSITORY

KISHI = Path(sys.executable).parent / "kishi"
PAGES = ["README.md", "docs/first-hour.md", "docs/first-hour.ja.md"]
# What makes each verb small: options that come last count, a person has two moves, a program is told to end.
SMALL = {
    "play": (["--limit", "nodes=200"], "?\nquit\n"),
    "analyze": (["--limit", "nodes=2000"], ""),
    "train": (["--games", "2000"], ""),
    "match": (["--games", "4", "--limit", "nodes=100"], ""),
    "review": (["--limit", "nodes=100"], ""),
    "bench": (["--manners"], ""),
    "engine": ([], "quit\n"),
}


def typed(page: str) -> list[list[str]]:
    """The commands as words, each once, without those that are only named, such as `kishi serve`."""
    found = [shlex.split(command) for command in commands(REPOSITORY / page)]
    named = [words for words in found if len(words) == 2 and words[1] in NAMED]
    return [words for i, words in enumerate(found) if words not in (*named, *found[:i])]


# They are spoken of and need more to be typed, or start the server, which tests/web and tests/browser do.
NAMED = ["explain", "import", "export", "convert", "serve"]


@pytest.mark.parametrize("page", PAGES)
def test_every_command_works_as_printed(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "home"))
    for words in typed(page):
        if words == ["kishi"]:
            continue
        options, said = SMALL.get(words[1], ([], ""))
        done = subprocess.run(
            [KISHI, *words[1:], *options], cwd=tmp_path, input=said, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{shlex.join(words)}: {done.stderr}"
        assert "Traceback" not in done.stderr
        assert done.stdout or done.stderr or "quit" in said, shlex.join(words)


def test_the_pages_have_the_commands_of_a_first_hour() -> None:
    for page in PAGES:
        verbs = {words[1] for words in typed(page) if words[1:]}
        assert {"play", "train", "match", "review", "analyze"} <= verbs, page
