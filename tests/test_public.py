"""The public face: what `import kishi` promises. A change here is a change of the promise."""

import ast
import subprocess
import sys
from pathlib import Path

import kishi

PUBLIC = [
    "BadInput",
    "Choice",
    "End",
    "Game",
    "Limit",
    "Player",
    "PlayerFailed",
    "Position",
    "Record",
    "Referee",
    "Resign",
    "SearchControl",
    "SimplePlayer",
    "Spec",
    "TakeBack",
    "Tally",
    "Verdict",
    "Weights",
    "analyse",
    "game",
    "games",
    "make_player",
    "match",
    "parse_spec",
    "play_game",
    "random_games",
    "save_weights",
    "train",
]


def test_the_public_names() -> None:
    assert kishi.__all__ == PUBLIC == sorted(PUBLIC)
    assert not [name for name in PUBLIC if not hasattr(kishi, name)]


def test_names_that_are_found_when_asked_for_are_where_the_type_checker_looks() -> None:
    tree = ast.parse(Path(kishi.__file__).read_text("utf-8"))
    checked = [n for n in tree.body if isinstance(n, ast.If)]
    imports = [n for block in checked for n in block.body if isinstance(n, ast.ImportFrom)]
    assert {a.name: n.module for n in imports for a in n.names} == kishi._WHEN_ASKED
    assert set(kishi._WHEN_ASKED) <= set(PUBLIC) <= set(dir(kishi))


def test_no_module_takes_the_place_of_a_public_name() -> None:
    """A folder named like a function would, as soon as it is imported."""
    program = (
        "import kishi, kishi.web, kishi.cli.train, types\n"
        "print([n for n in kishi.__all__ if isinstance(getattr(kishi, n), types.ModuleType)])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"


def test_errors_are_siblings_of_built_in_ones() -> None:
    assert issubclass(kishi.BadInput, ValueError)
    assert issubclass(kishi.PlayerFailed, RuntimeError)
