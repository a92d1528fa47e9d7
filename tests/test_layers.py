"""Imports point one way. The two lists are the architecture; keep them in this order."""

import ast
import re
from pathlib import Path

import pytest

import kishi

REPOSITORY = Path(__file__).parents[1]
PYTHON, NATIVE = REPOSITORY / "src" / "kishi", REPOSITORY / "native"

# Lowest first; each may import what stands before it. `__init__` is the public face of the package.
LAYERS = [
    "_native",
    "errors",
    "extras",
    "renamed",
    "games",
    "core",
    "home",
    "locale",
    "notation",
    "text_board",
    "drawing",
    "raster",
    "env",
    "store",
    "formats",
    "protocols",
    "players",
    "engines",
    "cluster",
    "arena",
    "training",
    "tuning",
    "calls",
    "__init__",
    "bench",
    "web",
    "cli",
]
NATIVE_LAYERS = ["core", "games", "eval", "solve", "search", "play", "mcts", "learn", "bind"]
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)


def layer_of(path: Path) -> str:
    """The top-level module or folder that a file belongs to."""
    return path.relative_to(PYTHON).parts[0].removesuffix(".py")


def imports(path: Path, *, lazy: bool = True) -> set[str]:
    """The layers that a file imports, wherever in the file the import stands; or not in a function."""
    package = ("kishi", *path.relative_to(PYTHON).parts[:-1])
    targets: set[tuple[str, ...]] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if lazy else tree.body:
        if isinstance(node, ast.Import):
            targets |= {tuple(alias.name.split(".")) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            targets |= {(*module, alias.name) for alias in node.names}
    ours = [target[1] for target in targets if target[0] == "kishi" and len(target) > 1]
    return {name if is_module(name) else "__init__" for name in ours}


def is_module(name: str) -> bool:
    return (PYTHON / name).is_dir() or (PYTHON / f"{name}.py").exists()


def python_files() -> list[Path]:
    return sorted(PYTHON.rglob("*.py"))


def native_files() -> list[Path]:
    return sorted(path for path in NATIVE.rglob("*") if path.suffix in (".hpp", ".cpp"))


@pytest.mark.parametrize("path", python_files(), ids=lambda p: str(p.relative_to(PYTHON)))
def test_imports_point_down(path: Path) -> None:
    layer = layer_of(path)
    assert layer in LAYERS, f"{layer} has no place in LAYERS yet"
    below = set(LAYERS[: LAYERS.index(layer) + 1])
    assert imports(path) <= below


@pytest.mark.parametrize("path", sorted((PYTHON / "cli").rglob("*.py")), ids=lambda p: p.stem)
def test_the_command_line_is_a_face_beside_the_web(path: Path) -> None:
    """What both do is below both. Only `kishi serve` is the web, and asks for it when it is called."""
    serves = path == PYTHON / "cli" / "serve.py"
    assert "web" not in imports(path, lazy=not serves)


@pytest.mark.parametrize("path", native_files(), ids=lambda p: str(p.relative_to(NATIVE)))
def test_includes_point_down(path: Path) -> None:
    layer = path.relative_to(NATIVE).parts[0]
    assert layer in NATIVE_LAYERS, f"{layer} has no place in NATIVE_LAYERS yet"
    included = set(INCLUDE.findall(path.read_text(encoding="utf-8")))
    own = {name.split("/")[0] for name in included if (NATIVE / name).exists()}
    assert own <= set(NATIVE_LAYERS[: NATIVE_LAYERS.index(layer) + 1])
    if layer != "bind":
        assert not [name for name in included if re.match(r"nanobind/|Python\.h|numpy/", name)]


# Where games are listed; all else that is not named after a game is for any game.
LISTS = {
    "games/list.hpp",
    "eval/list.hpp",
    "solve/list.hpp",
    "search/list.hpp",
    "bind/any.hpp",
    "bind/module.cpp",
}
NAMES = "|".join({"renju", *(game.family for game in kishi.games())})
NO_CODE = re.compile(r'//[^\n]*|"(?:[^"\\]|\\.)*"')  # comments and texts may speak of a game


def files_for_any_game() -> list[Path]:
    return [
        path
        for path in native_files()
        if str(path.relative_to(NATIVE)) not in LISTS
        and not re.fullmatch(rf"({NAMES})(_\w+)?\.[ch]pp", path.name)
    ]


@pytest.mark.parametrize("path", files_for_any_game(), ids=lambda p: str(p.relative_to(NATIVE)))
def test_what_is_of_one_game_is_in_a_file_named_after_it(path: Path) -> None:
    code = NO_CODE.sub("", path.read_text(encoding="utf-8"))
    assert not re.findall(rf"\w*(?:{NAMES})\w*", code, re.IGNORECASE)


def test_the_test_sees_what_it_looks_for() -> None:
    assert imports(PYTHON / "cli" / "__init__.py") >= {"__init__", "cli"}
    assert imports(PYTHON / "players" / "native.py") >= {"_native", "core"}
    assert "web" in imports(PYTHON / "cli" / "serve.py")
    assert {"games/othello.hpp", "variant"} <= set(
        INCLUDE.findall((NATIVE / "games" / "list.hpp").read_text())
    )


def test_a_class_name_has_one_meaning() -> None:
    homes: dict[str, list[str]] = {}
    for path in python_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(str(path.relative_to(PYTHON)))
    assert not {name: files for name, files in homes.items() if len(files) > 1}
