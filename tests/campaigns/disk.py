"""A disk that is full, and one that is read-only: one line each, nothing lost, and on when there is room.

`python tests/campaigns/disk.py` (Linux: it makes a small disk of its own in memory, which only it sees).
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from command import file_of_games, kishi
from server import Server

from kishi.store import Store

MEGABYTES = 12
ROOM = 100_000  # bytes that are left when the disk is nearly full
FILE = "games.json"
COMMANDS = {
    "match": ["match", "othello", "random", "greedy", "--games", "3000", "--name", "match"],
    "tournament": ["tournament", "othello", "random", "greedy", "table", "--games", "1500",
                   "--name", "tournament"],
    "import": ["import", FILE],
    "training": ["train", "othello", "cmaes", "--games", "40000", "--population", "8",
                 "--openings", "4", "--more", "4", "--hall", "3", "--peers", "3", "--name", "run"],
}  # fmt: skip
AGAIN = {"training": [*COMMANDS["training"], "--resume"]}


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Nearly no room, until the end of this."""
    filler = disk / "filler"
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    filler.write_bytes(bytes(max(0, free - ROOM)))
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def read_only(disk: Path) -> Iterator[None]:
    """By a mount on top of it, since files that a server holds open forbid any other way."""
    home = disk / "home"
    subprocess.run(["mount", "--bind", home, home], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", home], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", home], check=True)


TROUBLES = {"full": full, "read-only": read_only}


def command_case(what: str, trouble: str, disk: Path) -> str:
    """What a command says in trouble; afterwards it must come to its end."""
    home = disk / "home"
    home.mkdir()
    kishi(home, "match", "tictactoe", "random", "random", "--games", "2", "--name", "before")
    file_of_games(disk / FILE, 10_000)
    arguments = [str(disk / FILE) if word == FILE else word for word in COMMANDS[what]]
    with TROUBLES[trouble](disk):
        ran = kishi(home, *arguments)
    assert ran.returncode not in (0, -6, -11), (what, trouble, ran.stdout)
    assert "Traceback" not in ran.stderr and len(ran.stderr.strip().splitlines()) <= 3, ran.stderr
    begun = _check(home)
    again = AGAIN[what] if what in AGAIN and begun else arguments
    after = kishi(home, *again)
    assert after.returncode == 0, (what, trouble, after.stderr)
    return ran.stderr.strip().splitlines()[-1]


def _check(home: Path) -> bool:
    """The store is whole, and has what was in it before; is there a training run?"""
    with Store.open(home / "kishi.db") as store:
        assert store._one("PRAGMA integrity_check") == ("ok",)
        assert "before" in [event.name for event in store.events()]
        return bool(store.runs())


def server_case(trouble: str, disk: Path) -> str:
    """What a page is told when its game cannot be kept, and that the game is there afterwards."""
    home = disk / "home"
    home.mkdir()
    body = {"game": "tictactoe", "seats": ["human", "human"]}
    with Server(home) as server:
        status, table = server.ask("/api/tables", body)
        assert status == 201, table
        with TROUBLES[trouble](disk):
            if trouble == "full":  # to the last byte
                (disk / "rest").write_bytes(b"")
                _fill(disk / "rest")
            status, told = server.ask("/api/tables", body)
            assert status == 503, (status, told)
            assert str(disk) not in told["error"]
            if trouble == "full":
                (disk / "rest").unlink()
        until = time.monotonic() + 60
        while server.ask("/api/tables", body)[0] != 201:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert server.ask(f"/api/tables/{table['id']}")[0] == 200
    return str(told["error"])


def _fill(file: Path) -> None:
    with file.open("ab", buffering=0) as out:
        for size in (4096, 64, 1):
            try:
                while True:
                    out.write(bytes(size))
            except OSError:
                continue


def campaign(kinds: list[str], disk: Path) -> dict[str, str]:
    """On the disk that is mounted there; what was said in each case."""
    said = {}
    for what in kinds:
        for trouble in TROUBLES:
            case = f"{what}, {trouble}"
            if what == "game":
                said[case] = server_case(trouble, disk)
            else:
                said[case] = command_case(what, trouble, disk)
            subprocess.run(["find", disk, "-mindepth", "1", "-delete"], check=True)
    return said


def apart(*kinds: str) -> subprocess.CompletedProcess[str]:
    """The campaign in a process that sees a disk of its own."""
    script = f'mount -t tmpfs -o size={MEGABYTES}m kishi /mnt && exec "$@"'
    command = [sys.executable, __file__, "mounted", *kinds]
    return subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", *command],
        check=False, capture_output=True, text=True,
    )  # fmt: skip


if __name__ == "__main__":
    if sys.argv[1:2] == ["mounted"]:
        print(json.dumps(campaign(sys.argv[2:], Path("/mnt")), indent=1))
    else:
        ran = apart(*(sys.argv[1:] or ["game", *COMMANDS]))
        print(ran.stdout + ran.stderr)
        sys.exit(ran.returncode)
