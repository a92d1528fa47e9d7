"""Where kishi keeps what it writes by itself: ``KISHI_HOME``, or the platform's data folder."""

import os
import sys
from pathlib import Path


def home() -> Path:
    """The folder; it may not exist yet."""
    given = os.environ.get("KISHI_HOME")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path.home() / "AppData" / "Local" / "kishi"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kishi"
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "kishi"
