"""Two revisions of a project are built side by side, each by itself, and play each other as engines."""

import json
import shutil
import sqlite3
import subprocess
import textwrap
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command import KISHI, environment

import kishi as package
from kishi import Choice, Limit, Record, game
from kishi.cli.engine import maker
from kishi.errors import BadInput, PlayerFailed
from kishi.players import make_player
from kishi.store import Store
from kishi.tuning.revisions import Repository, Revision
from samples import CORE

PROJECT = """
    [build-system]
    requires = []
    build-backend = "backend"
    backend-path = ["."]

    [project]
    name = "kishi"
    version = "1"
"""
# Makes a wheel whose `kishi` tells which one it is, and talks as ninja does meanwhile.
BACKEND = """
    import pathlib, zipfile

    ABOUT = {
        "METADATA": "Metadata-Version: 2.1\\nName: kishi\\nVersion: 1\\n",
        "WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        "RECORD": "",
    }

    def build_wheel(folder, config_settings=None, metadata_directory=None):
        said = pathlib.Path("said.txt").read_text()
        if said == "broken":
            raise SystemExit("it does not compile")
        print("[1/2] Building", config_settings["cmake.define.KISHI_ISAS"])
        print("[2/2] Linking")
        name = "kishi-1-py3-none-any.whl"
        with zipfile.ZipFile(pathlib.Path(folder) / name, "w") as wheel:
            wheel.writestr("kishi/__init__.py", "")
            wheel.writestr("kishi/cli.py", f"def main(): print({said!r})")
            for file, text in ABOUT.items():
                wheel.writestr(f"kishi-1.dist-info/{file}", text)
        return name
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=t", "-c", "user.email=t@localhost")
    done = subprocess.run(
        ["git", "-C", str(root), *who, *words], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def project(tmp_path: Path) -> Callable[[str], Path]:
    """Commits a state of a small project of our name; what it is told, its `kishi` says."""
    root = tmp_path / "project"

    def commit(said: str) -> Path:
        if not root.exists():
            root.mkdir()
            git(root, "init", "-q")
        (root / "pyproject.toml").write_text(textwrap.dedent(PROJECT))
        (root / "backend.py").write_text(textwrap.dedent(BACKEND))
        (root / "said.txt").write_text(said)
        git(root, "add", "--all")
        git(root, "commit", "-q", "-m", said)
        return root

    return commit


def says(revision: Revision) -> str:
    done = subprocess.run(revision.command(), check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_each_revision_is_built_by_itself_and_once(project: Callable[[str], Path]) -> None:
    project("one")
    repository = Repository.around(project("two"))
    (repository.root / "said.txt").write_text("not committed")
    told: list[tuple[int, int]] = []
    revisions = [repository.revision(text) for text in ("HEAD~1", "HEAD", ".")]
    for revision in revisions:
        repository.build(revision, lambda *n: told.append(n))
    assert [says(r) for r in revisions] == ["one", "two", "not committed"]
    assert told == [(1, 2), (2, 2)] * 3
    repository.build(repository.revision("HEAD"), lambda *n: told.append(n))
    assert len(told) == 6
    assert len({r.folder for r in revisions}) == 3
    assert {p.name for p in revisions[0].folder.iterdir()} == {
        "build.log",
        "claim",
        "kishi.py",
        "site",
    }


def test_the_same_content_is_the_same_revision(project: Callable[[str], Path]) -> None:
    project("one")
    repository = Repository.around(project("two"))
    git(repository.root, "commit", "-q", "--allow-empty", "-m", "nothing")
    before, now, disk = (repository.revision(text) for text in ("HEAD~1", "HEAD", "."))
    assert before.tree == now.tree == disk.tree
    assert before.name != now.name
    assert disk.name == f"worktree-{disk.tree[:8]}"
    (repository.root / "said.txt").write_text("three")
    assert repository.revision(".").tree != disk.tree
    assert git(repository.root, "diff", "--cached") == ""  # the index is left alone


def test_what_does_not_build_is_told_with_its_log(project: Callable[[str], Path]) -> None:
    repository = Repository.around(project("broken"))
    revision = repository.revision("HEAD")
    with pytest.raises(PlayerFailed, match=rf"{revision.name} cannot be built: see .*build\.log"):
        repository.build(revision, lambda *_: None)
    assert "it does not compile" in (revision.folder / "build.log").read_text()
    assert not revision.built


def test_what_is_no_revision_or_no_clone_is_told(
    project: Callable[[str], Path], tmp_path: Path
) -> None:
    repository = Repository.around(project("one"))
    for wrong in ("nosuch", "--help", "HEAD~9"):
        with pytest.raises(BadInput, match=f"no revision '{wrong}'"):
            repository.revision(wrong)
    with pytest.raises(BadInput, match="in a clone of kishi"):
        Repository.around(tmp_path)


# The command, on a build that is already there: this one.


@pytest.fixture
def clone(project: Callable[[str], Path], home: Path) -> Path:
    """A clone whose only commit stands for the kishi under test."""
    root = project("as it is")
    here = Repository.around(root).revision("HEAD")
    site = here.folder / "site" / "kishi"
    shutil.copytree(
        Path(package.__file__).parent, site, ignore=shutil.ignore_patterns("__pycache__")
    )
    native = CORE.parents[1]
    shutil.copytree(native, site / "_native", dirs_exist_ok=True)
    return root


def compare(clone: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*KISHI, "compare", *words], check=False, cwd=clone, env=environment(home), capture_output=True,
        text=True, timeout=600,
    )  # fmt: skip


def test_a_revision_against_itself_is_even(clone: Path, home: Path) -> None:
    asked = ("HEAD", ".", "othello-6", "--games", "7", "--limit", "nodes=300")
    done = compare(clone, home, *asked)
    assert done.returncode == 0, done.stderr
    assert "Games come in pairs: 8 instead of 7." in done.stdout
    name = git(clone, "rev-parse", "--short", "HEAD")
    last = done.stdout.splitlines()[-1]
    assert last.startswith(f"For the commit: othello-6 at nodes=300, {name} - worktree-")
    again = compare(clone, home, *asked, "--json")
    told = json.loads(again.stdout)
    assert told["games"] == 8 and told["played_now"] == 0  # the same command goes on
    assert abs(told["sprt"]["llr"]) < 1
    assert told["forfeits"] == {"a": {}, "b": {}}
    with Store.open(home / "kishi.db") as store:
        (event,) = store.events()
        assert {stored.packed.reason for stored in store.games(event)} == {None}


def test_a_revision_does_not_mind_a_store_that_it_cannot_read(clone: Path, home: Path) -> None:
    """A newer kishi may have written it."""
    Store.open(home / "kishi.db").close()
    with closing(sqlite3.connect(home / "kishi.db")) as db:
        db.execute("PRAGMA user_version = 9999")
    revision = Repository.around(clone).revision("HEAD")
    spec = revision.player(game("othello-6"), "search", Limit(nodes=50))
    player = make_player(game("othello-6"), spec)
    answer = player.choose(Record.new(game("othello-6")), Limit(nodes=50))
    player.close()
    assert isinstance(answer, Choice)


def test_a_limit_holds_whatever_the_manager_says() -> None:
    of = game("othello")
    player = maker("search", Limit(nodes=50))(of, {})
    answer = player.choose(Record.new(of), Limit(nodes=50_000))
    player.close()
    assert isinstance(answer, Choice) and answer.nodes < 5_000


def test_a_revision_is_an_engine_within_the_limit(clone: Path) -> None:
    revision = Repository.around(clone).revision("HEAD")
    spec = revision.player(game("othello"), "search", Limit(nodes=100))
    assert str(spec).endswith("engine gtp --game othello --player search --limit nodes=100")
    assert str(revision.player(game("minishogi"), "search", Limit(cpu=0.1))).startswith("usi:")
    with pytest.raises(BadInput, match="which have no tictactoe"):
        revision.player(game("tictactoe"), "search", Limit(nodes=100))


def test_a_revision_from_before_engines_had_limits_is_told_its_nodes(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Revision, "_says", lambda self, *words: "no such option")
    revision = Repository.around(clone).revision("HEAD")
    spec = revision.player(game("othello"), "search:hash=4", Limit(nodes=100))
    assert str(spec).endswith("--player search:hash=4,nodes=100,seconds=86400")
    with pytest.raises(BadInput, match="too old for the limit cpu=100ms: compare it by nodes=N"):
        revision.player(game("othello"), "search", Limit(cpu=0.1))


def test_bad_input_is_one_line(clone: Path, home: Path, tmp_path: Path) -> None:
    for folder, words, said in (
        (clone, ("HEAD", "nosuch", "othello"), "no revision 'nosuch'"),
        (tmp_path, ("HEAD", "HEAD", "othello"), "in a clone of kishi"),
    ):
        done = compare(folder, home, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr and done.stderr.count("\n") == 1
