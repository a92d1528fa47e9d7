"""Docs that can drift are tests too."""

import re
from pathlib import Path
from typing import Any

import pytest

import kishi
from kishi.players import KINDS, shown_options
from kishi.players.kind import Kind
from test_layers import LAYERS, NATIVE, NATIVE_LAYERS, PYTHON, REPOSITORY

ARCHITECTURE = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]


@pytest.mark.parametrize("name", kishi.__all__)
def test_every_public_name_is_explained(name: str) -> None:
    explanation = getattr(kishi, name).__doc__
    assert explanation, f"kishi.{name} has no docstring"
    assert not explanation.startswith(f"{name}("), f"kishi.{name} has only a dataclass's docstring"


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: str(k.kind))
def test_every_kind_of_player_is_explained(kind: type) -> None:
    """`kishi players` prints these."""
    assert kind.__doc__
    assert not kind.__doc__.startswith(f"{kind.__name__}(")
    assert all(option.metadata["about"] for option in shown_options(kind).values())


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: str(k.kind))
def test_the_page_of_players_tells_every_option_with_its_default(kind: type[Kind]) -> None:
    page = (REPOSITORY / "docs" / "players.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*) \| (.*) \|$", page.split("## Every option")[1], re.MULTILINE)
    told = next(options for kinds, options in rows if f"`{kind.kind}`" in kinds.split(", "))
    defaults = {name: field.default for name, field in shown_options(kind).items()}
    shown = {n: str(d).lower() if isinstance(d, bool) else str(d) for n, d in defaults.items()}
    assert dict(re.findall(r"`(\w+)=([^`]*)`", told)) == shown
    assert re.findall(r"\*\*`(\w+)=", told) == ([kind.main] if kind.main else [])


WITH_PYTHON = [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda p: p.name)
def test_the_python_on_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))  # where nothing has a name yet
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks:
        exec(block, names)
    assert len(names) > 2  # and has defined something


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_python_is_in_blocks_that_are_run(page: Path) -> None:
    text = re.sub(r"```python\n.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.search(r"^ *(import kishi|from kishi)\b", text, re.MULTILINE)


def test_the_readme_names_its_two_commands() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert "make play" in readme
    assert "make test" in readme


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_make_target_that_is_named_exists(page: Path) -> None:
    targets = re.findall(r"^(\w+):", (REPOSITORY / "Makefile").read_text(), re.MULTILINE)
    assert set(re.findall(r"`make (\w+)`", page.read_text(encoding="utf-8"))) <= set(targets)


def layers_on_the_map() -> list[str]:
    """The modules in the map's block of layers, from the top down: the block's second column."""
    block = ARCHITECTURE.split("## Layers")[1].split("\n## ")[0]
    cells = [line[15:].split("  ")[0] for line in block.splitlines() if line.startswith("    ")]
    return [name.strip() for cell in cells for name in cell.split("·")]


def test_the_map_shows_every_layer() -> None:
    shown = layers_on_the_map()
    there = {
        name for name in LAYERS if (PYTHON / name).is_dir() or (PYTHON / f"{name}.py").exists()
    }
    assert set(shown) == there - {"__init__"}
    assert len(shown) == len(set(shown))


def test_the_map_shows_every_native_folder() -> None:
    rows = re.findall(r"^\| `(\w+)/` \|", ARCHITECTURE, re.MULTILINE)
    assert rows == NATIVE_LAYERS
    assert {path.name for path in NATIVE.iterdir() if path.is_dir()} == set(rows)


def test_every_header_on_the_map_exists() -> None:
    there = {path.name for path in NATIVE.rglob("*.hpp")}
    named = {name.split("/")[-1] for name in re.findall(r"`([\w/]+\.hpp)`", ARCHITECTURE)}
    assert named <= there


def test_every_file_on_the_way_exists() -> None:
    ways = ARCHITECTURE.split("## From end to end")[1].split("\n## ")[0]
    hops = re.findall(r"`([\w/]+/[\w.-]+\.(?:py|hpp|js|json|perft))`", ways)
    assert len(hops) > 50
    for hop in hops:
        root = REPOSITORY if hop.startswith(("native/", "tests/")) else PYTHON
        assert (root / hop).is_file(), hop


def test_six_ways_are_told() -> None:
    ways = ARCHITECTURE.split("## From end to end")[1].split("\n## ")[0]
    assert len(re.findall(r"^\*\*[^*]+\.\*\*", ways, re.MULTILINE)) == 6


MOST_COLUMNS = 120
WRAPPED = [*PAGES, REPOSITORY / "CONTRIBUTING.md", REPOSITORY / "CHANGELOG.md"]


def prose(page: Path) -> list[tuple[int, str]]:
    """The numbered lines of a page outside tables and blocks of code."""
    fenced, found = False, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        if not (fenced or fence or line.startswith(("|", "    "))):
            found.append((number, line))
    return found


@pytest.mark.parametrize("page", WRAPPED, ids=lambda p: p.name)
def test_lines_of_prose_fit_a_screen(page: Path) -> None:
    long = [f"{page.name}:{number}" for number, line in prose(page) if len(line) > MOST_COLUMNS]
    assert not long, f"lines of more than {MOST_COLUMNS} characters: {', '.join(long)}"
