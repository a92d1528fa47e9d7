"""Runs the tests of what reads texts or indexes arrays by hand on the ASan+UBSan build.

`make asan` starts this with `python -S`, so that no .pth file leads `import kishi` to the editable
install: the environment's other packages are put on the path by hand, behind the build's own. For the
same reason each part is a process started here: workers of pytest-xdist would start without -S.
"""

import os
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).parent
BUILD = TESTS.parent / "build" / "asan-site"
# The longest first, so that none is left for the end alone.
PARTS = [
    "rules",
    "search",
    "test_players.py",
    "test_laws.py",
]


def use_the_build() -> None:
    version = f"python{sysconfig.get_python_version()}"
    environment = Path(sys.executable).parents[1] / "lib" / version / "site-packages"
    sys.path[:] = [str(BUILD), *sys.path, str(environment)]


def check_the_build() -> None:
    from samples import CORE, SANITIZED

    if not (SANITIZED and CORE.is_relative_to(BUILD)):
        sys.exit(f"not the sanitized build of {BUILD}: {CORE}")


def run_here(part: str) -> int:
    use_the_build()
    check_the_build()
    import pytest

    options = ["-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not millions_of_nodes"]
    return int(pytest.main([*options, str(TESTS / part)]))


def run_apart(part: str) -> bool:
    command = [sys.executable, "-S", __file__, part]
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    print(f"sanitized {part}:\n{done.stdout}{done.stderr}", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(run_here(sys.argv[1]))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        sys.exit(not all(list(pool.map(run_apart, PARTS))))
