"""One contest at a time, whoever asks at once, and none leaves a game without a result."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import command
import pytest

from kishi.core import Verdict
from kishi.store import Store
from kishi.web.contests import Contests
from kishi.web.reading import Fields
from kishi.web.refusal import Refusal

TRIES = 50
BODY = {"game": "othello-4", "players": ["random", "level:1"], "games": 10_000}


def at_once(*asked: Callable[[], object]) -> list[object]:
    """What became of each, all asked at the same moment."""
    ready, found = threading.Barrier(len(asked)), list[object]([None] * len(asked))

    def ask(number: int) -> None:
        ready.wait()
        try:
            found[number] = asked[number]()
        except Refusal as refusal:
            found[number] = refusal.status

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(len(asked))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_of_two_started_at_once_one_is_refused_and_every_stored_game_is_over(home: Path) -> None:
    contests = Contests()
    ids: list[int] = []

    def begin() -> str:
        ids.append(contests.begin(Fields(BODY)))
        return "begun"

    for n in range(TRIES):
        asked = [begin] * (30 if n == 0 else 2)
        assert sorted(map(str, at_once(*asked))) == ["429"] * (len(asked) - 1) + ["begun"]
        time.sleep(0.002 * n)  # so that they are stopped at all sorts of moments
        contests.stop(ids[-1])
        assert contests.standing(ids[-1])["state"] == "resting"
        assert contests.standing(ids[-1])["failure"] is None
    assert len(set(ids)) == TRIES
    with Store.open() as store:
        verdicts = [r.verdict for e in store.events("tournament") for r in store.results(e)]
    assert verdicts
    assert Verdict.RUNNING.value not in verdicts


def test_a_stopped_contest_goes_on_only_once(home: Path) -> None:
    contests = Contests()
    id = contests.begin(Fields(BODY))
    contests.stop(id)
    before = contests.standing(id)["played"]
    found = at_once(*[lambda: contests.resume(id)] * 12)
    assert found == [None] * 12  # a second click is answered as the first was
    assert sum(t.name == "kishi contest" for t in threading.enumerate()) == 1
    until = time.monotonic() + 60
    while contests.standing(id)["played"] == before:
        assert time.monotonic() < until
        time.sleep(0.01)
    contests.stop(id)
    contests.stop(id)
    assert contests.standing(id)["state"] == "resting"
    assert contests.standing(id)["failure"] is None
    contests.close()
    with pytest.raises(Refusal, match="ending"):
        contests.resume(id)


def test_the_same_click_begins_one_contest(home: Path) -> None:
    contests = Contests()
    ids = at_once(*[lambda: contests.begin(Fields({**BODY, "click": "once"}))] * 5)
    assert len(set(ids)) == 1 and isinstance(ids[0], int)
    contests.close()


def test_stop_stops_what_another_process_plays(home: Path) -> None:
    contests = Contests()
    words = ["match", "othello", "greedy", "random", "--games", "10000000", "--name", "theirs"]
    with command.start(home, *words) as theirs:
        while not (listed := contests.listed()):
            pass
        while contests.standing(listed[0]["id"])["state"] != "elsewhere":
            pass
        contests.stop(listed[0]["id"])
        _, errors = theirs.communicate(timeout=60)
    assert theirs.returncode == 130 and "Traceback" not in errors
    assert contests.standing(listed[0]["id"])["state"] == "resting"


def test_a_contest_whose_thread_dies_says_why(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("kishi.web.contests.play_job", broken)
    contests = Contests()
    id = contests.begin(Fields(BODY))
    until = time.monotonic() + 60
    while not (failure := contests.standing(id)["failure"]):
        assert time.monotonic() < until
    assert "ZeroDivisionError" in failure and "\n" not in failure
    assert contests.standing(id)["state"] == "resting"
