"""Short forms of the campaigns: that they run, and that nothing breaks. Times are for quiet machines."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attack
import clicks
import clock
import disk
import hostile
import kill_import
import kill_server
import lessons
import load
import pytest


def apart(campaign: Callable[..., Any], *args: Any) -> Any:
    """On a thread of its own: the tests in a browser leave a loop of events running on this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(campaign, *args).result()


def test_a_short_attack(tmp_path: Path) -> None:
    found = apart(attack.campaign, 400, 60, tmp_path)
    assert found["requests"] == 400 and found["messages"] == 60
    assert 0 not in found["statuses"] and found["statuses"][200] > 20
    assert found["megabytes_grown"] < 100


def test_a_short_class(tmp_path: Path) -> None:
    found = apart(load.campaign, 1, tmp_path)
    assert found["begun"] == [201, 201, 201]
    assert found["moves"] >= load.PEOPLE
    assert found["files"][1] < found["files"][0] + 20


def test_a_small_class_in_each_lesson(tmp_path: Path) -> None:
    assert apart(lessons.campaign, 3, tmp_path).keys() == lessons.QUESTIONS.keys()


def test_a_few_clicks_at_once(tmp_path: Path) -> None:
    assert apart(clicks.campaign, 4, 4, 3, tmp_path)["resumes"] == {200: 3}


# The worst of each way of eating memory: values, lines, words, objects.
@pytest.mark.parametrize(
    ("format", "name"),
    [("sgf", "one value"), ("sgf", "moves"), ("psq", "empty lines"), ("kif", "rows"),
     ("usi", "short words"), ("json", "objects")],
)  # fmt: skip
def test_a_hostile_file_takes_little_memory(format: str, name: str) -> None:
    found = hostile.measured(format, name)
    assert found["megabytes"] < hostile.MOST_MEGABYTES


def test_a_server_that_is_killed_has_every_move_that_it_answered(tmp_path: Path) -> None:
    found = apart(kill_server.campaign, 1, 1, tmp_path)
    assert found["moves"] > 3


def test_an_import_that_is_killed_is_whole_when_it_is_begun_again(tmp_path: Path) -> None:
    assert apart(kill_import.campaign, 1, 1, tmp_path, 2000) >= 1


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path) -> None:
    assert apart(clock.campaign, tmp_path)["games"] == 100


def test_a_disk_without_room_is_one_line() -> None:
    ran = disk.apart("game", "match")
    if "unshare" in ran.stderr or "mount:" in ran.stderr:
        pytest.skip("a disk of one's own cannot be mounted here")
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert "No space left" in said["game, full"] and "disk is full" in said["match, full"]
