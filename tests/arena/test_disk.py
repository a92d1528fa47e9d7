"""A match on a disk without room: one line, nothing damaged, and it goes on once there is some."""

import resource
import subprocess
from pathlib import Path

from command import KISHI, environment, kishi

from kishi.store import Store

MATCH = ("match", "othello", "greedy", "random", "--games", "6000", "--seed", "1", "--name", "m")
ROOM = 500_000  # bytes of any file: a fifth of what the games need


def test_a_full_disk_is_one_line_and_no_end(tmp_path: Path) -> None:
    ran = subprocess.run(
        [*KISHI, *MATCH],
        env=environment(tmp_path),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith("kishi: cannot use the store")
    assert "full" in ran.stderr
    assert ran.stderr.count("\n") == 1
    with Store.open(tmp_path / "kishi.db") as store:
        assert store._one("PRAGMA integrity_check") == ("ok",)
        kept = [result.number for result in store.results(store.events()[0])]
    assert 0 < len(kept) < 6000
    again = kishi(tmp_path, *MATCH)
    assert again.returncode == 0, again.stderr
    assert f"{6000 - len(kept)} games in" in again.stdout
