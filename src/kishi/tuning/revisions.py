"""Revisions of kishi itself, each built whole in a folder of its own, so that they can play each other.

A build is known by its content (git's id of the tree), lies under KISHI_HOME and is made once. It plays as
an engine in a process of its own, by the protocols that it has in common with any other program.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from .. import _native
from ..arena.limits import limit_text
from ..core import Game, Limit, Spec
from ..errors import BadInput, PlayerFailed
from ..home import home
from ..players import parse_spec
from ..players.external import Gtp, Usi
from ..store.claim import Taken, claimed

WORK_TREE = "."  # what names the tree as it lies on disk, committed or not
BUILD_NEEDS = ("scikit_build_core", "nanobind")
ISA = str(vars(_native)["isa"])  # that of this CPU is enough: no other will play
PROTOCOLS = (Usi, Gtp)  # by which a revision is asked to play: the first that has the game

Tell = Callable[[int, int], None]  # of so many files so many are compiled


class Revision(NamedTuple):
    """A state of the project."""

    name: str  # to show: a commit's short id, or the tree's
    tree: str  # git's id of its content

    @property
    def folder(self) -> Path:
        return home() / "builds" / self.tree[:16]

    @property
    def built(self) -> bool:
        return self._site.is_dir()

    @property
    def _site(self) -> Path:
        return self.folder / "site"

    def player(self, game: Game, player: str, limit: Limit) -> Spec:
        """It as an engine that plays the game within the limit."""
        kind = next((k.kind for k in PROTOCOLS if game.family in k.families), None)
        if kind is None:
            raise BadInput(f"revisions play by USI or GTP, which have no {game.family}")
        words = [*self.command(), "engine", kind, "--game", game.name]
        return parse_spec(
            game, f"{kind}:{shlex.join([*words, *self._within(kind, player, limit)])}"
        )

    def _within(self, kind: str, player: str, limit: Limit) -> list[str]:
        """The words that have it keep to the limit. Revisions before `kishi engine --limit` keep to what
        the protocol can tell, and to a number of nodes."""
        if "--limit" in self._says("engine", "--help"):
            return ["--player", player, "--limit", limit_text(limit)]
        if limit.nodes:
            own = "," if ":" in player else ":"
            return ["--player", f"{player}{own}nodes={limit.nodes},seconds=86400"]
        if limit.depth or (limit.cpu and kind == Gtp.kind):
            raise BadInput(
                f"{self.name} is too old for the limit {limit_text(limit)}: compare it by nodes=N"
            )
        return ["--player", player]

    def _says(self, *words: str) -> str:
        done = subprocess.run(
            [*self.command(), *words], check=False, capture_output=True, text=True
        )
        if done.returncode:
            raise PlayerFailed(f"{self.name} does not start: {done.stderr.strip()[-200:]}")
        return done.stdout

    def command(self) -> list[str]:
        """What starts its `kishi`, and never the one that is installed."""
        path = [str(self._site), *filter(None, sys.path)]
        self.launcher.write_text(LAUNCHER.format(path=path, home=str(self.folder / "home")))
        return [sys.executable, "-S", str(self.launcher)]

    @property
    def launcher(self) -> Path:
        return self.folder / "kishi.py"


# -S leaves out the .pth files of the environment, one of which leads `import kishi` to the sources. It has
# a home of its own: it may not be able to read a store that another revision has written.
LAUNCHER = """import os, sys
sys.path[:0] = {path}
os.environ["KISHI_HOME"] = {home!r}
from kishi.cli import main
main()
"""


class Repository(NamedTuple):
    """A clone of the project."""

    root: Path

    @classmethod
    def around(cls, folder: Path) -> "Repository":
        root = Path(_git(folder, "rev-parse", "--show-toplevel") or folder)
        with suppress(OSError):
            if re.search(r'^name = "kishi"$', (root / "pyproject.toml").read_text(), re.MULTILINE):
                return cls(root)
        raise BadInput("revisions are compared in a clone of kishi: go to its folder")

    def revision(self, text: str) -> Revision:
        """The revision of this name; BadInput if there is none."""
        if text == WORK_TREE:
            tree = self._tree_on_disk()
            return Revision(f"worktree-{tree[:8]}", tree)
        commit = _git(
            self.root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{text}^{{commit}}"
        )
        if not commit:
            raise BadInput(
                f"no revision '{text[:60]}': name a commit, a branch or a tag; . is the work tree"
            )
        tree = _git(self.root, "rev-parse", f"{commit}^{{tree}}")
        return Revision(_git(self.root, "rev-parse", "--short", commit), tree)

    def _tree_on_disk(self) -> str:
        """As git would commit it now; the index of whoever works there is left alone."""
        with tempfile.TemporaryDirectory() as folder:
            index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
            _git(self.root, "read-tree", "HEAD", **index)
            _git(self.root, "add", "--all", **index)
            return _git(self.root, "write-tree", **index)

    def build(self, revision: Revision, tell: Tell) -> None:
        """Compile and install it into its folder, unless that was done before."""
        missing = [name for name in BUILD_NEEDS if find_spec(name) is None]
        if missing:
            raise BadInput(
                f"to build a revision, pip install cmake ninja {' '.join(missing).replace('_', '-')}"
            )
        revision.folder.mkdir(parents=True, exist_ok=True)
        try:
            with claimed(revision.folder / "claim"):
                if not revision.built:
                    self._build(revision, tell)
        except Taken:
            raise BadInput(f"another process is building {revision.name}: wait for it") from None

    def _build(self, revision: Revision, tell: Tell) -> None:
        folder = revision.folder
        source, build, site = folder / "source", folder / "build", folder / "site.part"
        for left in (source, build, site):
            shutil.rmtree(left, ignore_errors=True)
        self._extract(revision, source)
        pip = [sys.executable, "-m", "pip", "install", "-v", "--no-build-isolation", "--no-deps"]
        where = ["--target", str(site), f"-Cbuild-dir={build}"]
        words = [*pip, *where, f"-Ccmake.define.KISHI_ISAS={ISA}", str(source)]
        log = folder / "build.log"
        if _run(words, build_environment(folder), log, tell):
            raise PlayerFailed(f"{revision.name} cannot be built: see {log}")
        site.rename(folder / "site")
        for used in (source, build):
            shutil.rmtree(used, ignore_errors=True)

    def _extract(self, revision: Revision, folder: Path) -> None:
        with tempfile.TemporaryFile() as file:
            subprocess.run(
                ["git", "-C", str(self.root), "archive", "--format=tar", revision.tree],
                stdout=file,
                check=True,
            )
            file.seek(0)
            with tarfile.open(fileobj=file) as archive:
                archive.extractall(folder, filter="data")


def has_ccache() -> bool:
    return shutil.which("ccache") is not None


def build_environment(folder: Path) -> dict[str, str]:
    """With ccache, where it is installed: what two revisions have in common is compiled once.

    It knows a file again by its content and by its place below the folder, not by its time.
    """
    env = dict(os.environ)
    if has_ccache():
        env["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
        env["CCACHE_BASEDIR"] = str(folder)
        env["CCACHE_NOHASHDIR"] = "1"
        env["CCACHE_SLOPPINESS"] = "pch_defines,time_macros,include_file_mtime,include_file_ctime"
    return env


def _run(words: list[str], env: dict[str, str], log: Path, tell: Tell) -> int:
    """The command's exit code; ninja's `[3/40]` is told on the way, and everything is in the log."""
    with (
        log.open("w", buffering=1) as file,
        subprocess.Popen(
            words, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            text=True, errors="replace",
        ) as process,
    ):  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            file.write(line)
            if found := re.search(r"\[(\d+)/(\d+)\]", line):
                tell(int(found[1]), int(found[2]))
    return process.returncode


def _git(folder: Path, *words: str, **env: str) -> str:
    """What git says; nothing where it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, **env},
        )
    except FileNotFoundError:
        raise BadInput("git is needed to compare revisions, and is not installed") from None
    return done.stdout.strip() if done.returncode == 0 else ""
