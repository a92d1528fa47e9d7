"""What is installed on request only, and the command that installs it where this kishi runs."""

import re
import sys
from importlib import metadata
from pathlib import Path
from shlex import join

REQUIRED = re.compile(r"([^;]+?)\s*;.*\bextra\s*==\s*['\"](\w+)['\"]")


def command_for(extra: str) -> str:
    """The command line for an extra of kishi. It names the packages themselves, so that it works whether
    kishi came from an index, a wheel or a clone."""
    wanted = [
        m[1]
        for m in map(REQUIRED.fullmatch, metadata.requires("kishi") or [])
        if m and m[2] == extra
    ]
    return join([_python(), "-m", "pip", "install", *sorted(wanted)])


def _python() -> str:
    """This Python, as short as it can be called from here."""
    path = Path(sys.executable)
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
