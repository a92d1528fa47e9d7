"""Runs the tests of what reads texts or indexes arrays by hand on the ASan+UBSan build.

`make asan` starts this with `python -S`, so that no .pth file leads `import kishi` to the editable
install: the environment's other packages are put on the path by hand, behind the build's own.
"""

import sys
import sysconfig
from pathlib import Path

TESTS = Path(__file__).parent
BUILD = TESTS.parent / "build" / "asan-site"
PARTS = [
    "rules",
    "test_laws.py",
    "test_players.py",
]


def use_the_build() -> None:
    version = f"python{sysconfig.get_python_version()}"
    environment = Path(sys.executable).parents[1] / "lib" / version / "site-packages"
    sys.path[:] = [str(BUILD), *sys.path, str(environment)]


def check_the_build() -> None:
    from samples import CORE, SANITIZED

    if not (SANITIZED and CORE.is_relative_to(BUILD)):
        sys.exit(f"not the sanitized build of {BUILD}: {CORE}")


if __name__ == "__main__":
    use_the_build()
    check_the_build()
    import pytest

    # One process: workers of xdist would start without -S and load the editable install.
    parts = [str(TESTS / part) for part in PARTS]
    sys.exit(pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", *parts]))
