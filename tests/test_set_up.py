"""What `make play` says before there is a kishi: tools/set_up.py."""

import io
import os
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


def loaded() -> ModuleType:
    spec = util.spec_from_file_location("set_up", ROOT / "tools" / "set_up.py")
    assert spec and spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


set_up = loaded()


def run_in(folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """The script as of a clone in this folder, in which there is no kishi yet."""
    (folder / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "set_up.py", folder / "tools")
    shutil.copy(ROOT / "pyproject.toml", folder)
    return subprocess.run(
        [sys.executable, "tools/set_up.py"],
        cwd=folder, env={**os.environ, **env}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(set_up.CannotSetUp, match=r"needs Python 3\.11 or newer.*make play PYTHON="):
        set_up.check_machine()


def test_no_compiler_is_one_line(tmp_path: Path) -> None:
    done = run_in(tmp_path, PATH="/nonexistent")
    assert done.returncode == 2
    assert done.stderr.startswith("kishi's core is C++ and there is no compiler here")
    assert len(done.stderr.splitlines()) == 1 and "apt install g++" in done.stderr


def test_no_network_is_one_line(tmp_path: Path) -> None:
    nowhere = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
    }
    done = run_in(tmp_path, **nowhere, PIP_RETRIES="0", PIP_CONFIG_FILE=os.devnull)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and "run it again" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_compiles_is_told_with_an_estimate() -> None:
    out = io.StringIO()
    steps = set_up.Steps(out)
    for done in range(1, 31):
        steps.compiled(done, 30)
    told = out.getvalue().splitlines()
    assert len(told) == 6  # a line each fifth, and the first
    assert told[0].startswith("compiling the core: 1 of 30, about ")
    assert told[-1] == "compiling the core: 30 of 30, about 0 s left"


def test_the_first_error_of_a_compiler_is_the_reason() -> None:
    said = "[1/9] Building\nx.hpp:3:1: error: no such thing\nninja: build stopped\nERROR: failed\n"
    assert set_up.reason(said) == "x.hpp:3:1: error: no such thing"
    assert set_up.reason("") == "no reason given"
