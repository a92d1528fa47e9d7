"""The same work in threads and processes; workers that die, and drivers that do."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kishi.cluster import Cluster, Processes, Threads, blob, open_cluster
from kishi.errors import BadInput, PlayerFailed

WORK = """
    import os, time
    from kishi.cluster import blob
    from kishi.errors import BadInput

    def double(n):
        return 2 * n

    def slow(n):
        time.sleep(0.05)
        return n

    def fail(n):
        raise BadInput(f"{n} is wrong")

    def odd_failure(n):
        class Local(Exception):
            pass
        raise Local("is known to nobody else")

    def die_once(path):
        if not os.path.exists(path):
            open(path, "w").close()
            os._exit(9)
        return path

    def die(n):
        os._exit(9)

    def talk(n):
        print("noise on standard output", flush=True)
        return n

    def part(id):
        return blob(id)

    def pid(n):
        time.sleep(0.1)
        return os.getpid()

    working = []

    def at_once(n):
        working.append(n)
        time.sleep(0.02)
        seen = len(working)
        working.remove(n)
        return seen

    def mark(path):
        open(path, "w").close()
        time.sleep(0.1)

    def until_stopped(path, control):
        if path:
            open(path + ".begun", "w").close()
        try:
            while path and not control.stopped:
                time.sleep(0.001)
        finally:  # a process is also told to leave
            if control.stopped:
                open(path, "w").close()

    def is_stopped(n, control):
        time.sleep(0.05)
        return control.stopped

    def forever(path):
        open(path, "w").write(str(os.getpid()))
        time.sleep(600)
"""


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cluster_work.py").write_text(textwrap.dedent(WORK))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "cluster_work", raising=False)


@pytest.fixture(params=[Threads, Processes])
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    opened: Cluster = request.param(2)
    yield opened
    opened.close()


@pytest.fixture
def processes() -> Iterator[Processes]:
    opened = Processes(2)
    yield opened
    opened.close()


def test_every_task_is_done_once(cluster: Cluster) -> None:
    done = dict(cluster.map("cluster_work:double", range(50)))
    assert done == {n: 2 * n for n in range(50)}
    assert list(cluster.map("cluster_work:double", [])) == []
    assert list(cluster.map("cluster_work:double", [21])) == [(21, 42)]


def test_tasks_are_taken_as_workers_become_free(cluster: Cluster) -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        while taken < 10:
            taken += 1
            yield taken

    for done, _ in enumerate(cluster.map("cluster_work:slow", tasks()), 1):
        assert taken <= done + cluster.workers  # of which one may be waiting


def test_no_more_tasks_at_a_time_than_workers(cluster: Cluster) -> None:
    most = max(at_once for _, at_once in cluster.map("cluster_work:at_once", range(12)))
    assert most <= cluster.workers


def test_who_gives_up_starts_nothing_more(tmp_path: Path) -> None:
    work = Threads(2).map("cluster_work:mark", [str(tmp_path / str(n)) for n in range(9)])
    next(work)
    work.close()  # type: ignore[attr-defined]
    assert len(list(tmp_path.glob("[0-9]"))) <= 3


def wait_until_begun(task: Path) -> None:
    """A task that has not begun when somebody gives up never does."""
    while not task.with_name(f"{task.name}.begun").exists():
        time.sleep(0.01)


def test_who_gives_up_stops_the_tasks_under_way(cluster: Cluster, tmp_path: Path) -> None:
    """A function that asks for a control is handed one."""
    stopped = tmp_path / "stopped"
    work = cluster.map("cluster_work:until_stopped", ["", str(stopped)])
    assert next(work) == ("", None)
    assert not stopped.exists()
    wait_until_begun(stopped)
    work.close()  # type: ignore[attr-defined]
    assert stopped.exists()
    assert list(cluster.map("cluster_work:is_stopped", [1])) == [(1, False)]


def test_who_gives_up_stops_no_other_work(tmp_path: Path) -> None:
    """As two contests in one process must not stop each other."""
    other = Threads(2).map("cluster_work:is_stopped", range(8))
    found = [next(other)[1]]
    for n in range(3):
        mine = Threads(2).map("cluster_work:until_stopped", ["", str(tmp_path / str(n))])
        next(mine)
        wait_until_begun(tmp_path / str(n))
        mine.close()  # type: ignore[attr-defined]
        assert (tmp_path / str(n)).exists()
    found += [is_stopped for _, is_stopped in other]
    assert found == [False] * 8


def test_failures_reach_the_caller(cluster: Cluster) -> None:
    with pytest.raises(BadInput, match="7 is wrong"):
        list(cluster.map("cluster_work:fail", [7]))
    assert list(cluster.map("cluster_work:double", [1])) == [(1, 2)]


def test_parts_are_there(cluster: Cluster) -> None:
    parts = {"a": b"1", "b": b"2"}
    assert dict(cluster.map("cluster_work:part", ["a", "b"], parts)) == parts


def test_a_new_part_takes_the_place_of_an_old_one(cluster: Cluster) -> None:
    """A worker that kept all that was ever sent would grow by a network every round of a long run."""
    both = {"a": b"1", "b": b"2"}
    assert dict(cluster.map("cluster_work:part", ["a", "b"], {"a": b"1"})) == {"a": b"1", "b": None}
    for _ in range(3):  # each worker has its turn
        assert dict(cluster.map("cluster_work:part", ["a", "b"], {"b": b"2"})) == {
            "a": None,
            "b": b"2",
        }
        assert dict(cluster.map("cluster_work:part", ["a", "b"], both)) == both
    assert blob("a") is blob("b") is None


def test_work_at_the_same_time_has_its_own_parts() -> None:
    """As the web's jobs have, which are threads of one process."""
    one = Threads(1).map("cluster_work:part", ["a", "a"], {"a": b"1"})
    assert next(one) == ("a", b"1")
    assert dict(Threads(1).map("cluster_work:part", ["b"], {"b": b"2"})) == {"b": b"2"}
    assert list(one) == [("a", b"1")]
    assert blob("a") is None


def test_an_exception_that_cannot_travel_still_tells(processes: Processes) -> None:
    with pytest.raises(RuntimeError, match="is known to nobody else"):
        list(processes.map("cluster_work:odd_failure", [1]))


def test_printing_does_not_disturb(processes: Processes) -> None:
    assert list(processes.map("cluster_work:talk", [5])) == [(5, 5)]


def test_processes_live_long(processes: Processes) -> None:
    pids = {pid for _, pid in processes.map("cluster_work:pid", range(6))}
    again = {pid for _, pid in processes.map("cluster_work:pid", range(6))}
    assert len(pids) == 2
    assert pids == again
    assert os.getpid() not in pids


def test_a_dead_worker_costs_nothing(processes: Processes, tmp_path: Path) -> None:
    tasks = [str(tmp_path / f"died-{n}") for n in range(4)]
    done = [task for task, _ in processes.map("cluster_work:die_once", tasks)]
    assert sorted(done) == tasks
    assert list(processes.map("cluster_work:double", [1])) == [(1, 2)]


def test_a_worker_killed_while_idle_is_replaced(processes: Processes) -> None:
    pids = {pid for _, pid in processes.map("cluster_work:pid", range(2))}
    os.kill(pids.pop(), signal.SIGKILL)
    assert dict(processes.map("cluster_work:double", range(20))) == {n: 2 * n for n in range(20)}


def test_a_deadly_task_is_given_up(processes: Processes) -> None:
    with pytest.raises(PlayerFailed, match="3 workers died"):
        list(processes.map("cluster_work:die", [1]))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0]


def test_workers_end_with_a_killed_driver(tmp_path: Path) -> None:
    marks = [tmp_path / "one", tmp_path / "two"]
    driver = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; sys.path.insert(0, sys.argv[1]); from kishi.cluster import Processes; "
            "list(Processes(2).map('cluster_work:forever', sys.argv[2:]))",
            str(tmp_path),
            *map(str, marks),
        ]
    )
    until = time.monotonic() + 60
    while not all(mark.exists() and mark.read_text() for mark in marks):
        assert time.monotonic() < until
        time.sleep(0.05)
    driver.kill()
    driver.wait()
    pids = [int(mark.read_text()) for mark in marks]
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_one_job_and_native_work_need_no_processes() -> None:
    assert isinstance(open_cluster(1), Threads)
    assert isinstance(open_cluster(2, native=True), Threads)
    assert isinstance(open_cluster(2), Processes)
