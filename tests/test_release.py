"""What is released: one version, a source distribution that holds all that a build needs, right metadata."""

import re
import tarfile
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import scikit_build_core.build

import kishi
from kishi.extras import command_for

ROOT = Path(__file__).parents[1]
ABOUT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the source distribution, without the folder around them."""
    folder = tmp_path_factory.mktemp("sdist")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        name = scikit_build_core.build.build_sdist(str(folder))
    with tarfile.open(folder / name) as archive:
        files = [(m.name.partition("/")[2], archive.extractfile(m)) for m in archive if m.isfile()]
        return {name: file.read() for name, file in files if file}


def test_there_is_one_version(sdist: dict[str, bytes]) -> None:
    assert "version" in ABOUT["dynamic"] and "version" not in ABOUT
    told = re.search(rb"^Version: (.+)$", sdist["PKG-INFO"], re.MULTILINE)
    assert told and told[1].decode() == kishi.__version__ == metadata.version("kishi")


def test_a_source_distribution_has_what_a_build_needs_and_no_more(sdist: dict[str, bytes]) -> None:
    ours = [p for p in ROOT.glob("native/**/*") if p.suffix in (".hpp", ".cpp", ".in")]
    needed = {str(path.relative_to(ROOT)) for path in ours} | {
        "CMakeLists.txt",
        "LICENSE",
        "README.md",
    }
    assert needed <= set(sdist)
    assert any(name.startswith("src/kishi/weights/") for name in sdist)
    assert not [n for n in sdist if re.search(r"(^|/)(build|\.venv|tests|__pycache__)/|\.so$", n)]
    assert sum(map(len, sdist.values())) < 60_000_000


def test_torch_is_bounded_for_users_and_no_extra_is_pinned() -> None:
    for extra in ("train", "cluster", "env"):
        assert not [need for need in ABOUT["optional-dependencies"][extra] if "==" in need]
    assert any("<" in need for need in ABOUT["optional-dependencies"]["train"])


def test_the_command_for_an_extra_is_for_this_installation() -> None:
    command = command_for("cluster")
    assert re.search(r"python\S* -m pip install 'ray>=", command)
    assert "kishi" not in command.partition("install")[2]
    assert command_for("train").count("'") == 4  # torch and onnx, each with its bounds


def test_a_wheel_is_tried_on_every_python_that_is_named() -> None:
    named = [c.rpartition(" ")[2] for c in ABOUT["classifiers"] if " :: Python :: 3." in c]
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    tried = tool["cibuildwheel"]["build"]
    assert [f"cp{version.replace('.', '')}-*" for version in named] == tried


def test_the_changelog_has_a_part_for_what_comes(sdist: dict[str, bytes]) -> None:
    parts = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert parts[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", part) for part in parts[1:])
