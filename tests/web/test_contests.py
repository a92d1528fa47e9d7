"""One contest at a time, whoever asks at once, and none leaves a game without a result."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

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
        assert sorted(map(str, at_once(begin, begin))) == ["429", "begun"]
        time.sleep(0.002 * n)  # so that they are stopped at all sorts of moments
        contests.close()
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
    contests.close()
    before = contests.standing(id)["played"]
    found = at_once(lambda: contests.resume(id), lambda: contests.resume(id))
    assert sorted(map(str, found)) == ["429", "None"]
    until = time.monotonic() + 60
    while contests.standing(id)["played"] == before:
        assert time.monotonic() < until
        time.sleep(0.01)
    contests.close()
    assert contests.standing(id)["failure"] is None
