"""Answers of lessons that are kept: each is computed once, and never taken for another."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from kishi.web import taught
from kishi.web.lessons import LESSONS
from kishi.web.reading import Fields
from kishi.web.refusal import Refusal
from kishi.web.taught import Taught


class Lesson:
    """Adds up; looks at `more` only where it is told to."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, fields: Fields) -> dict[str, Any]:
        self.asked += 1
        more = fields.whole("more", 0, 9, 0) if fields.flag("with") else 0
        return {"sum": fields.whole("a", 0, 9) + more}


def said(kept: Taught, lesson: Lesson, **fields: Any) -> Any:
    return json.loads(kept.say(lesson, json.dumps(fields).encode()))["sum"]


def test_the_same_question_is_computed_once() -> None:
    kept, lesson = Taught(), Lesson()
    assert said(kept, lesson, a=2) == 2
    assert said(kept, lesson, a=2, more=5, colour="red") == 2  # which it does not look at
    assert lesson.asked == 1


def test_a_field_that_was_not_looked_at_before_counts_once_it_is() -> None:
    kept, lesson = Taught(), Lesson()
    assert said(kept, lesson, a=2, more=1) == 2
    assert said(kept, lesson, a=2, more=1, **{"with": True}) == 3
    assert said(kept, lesson, a=2, more=4, **{"with": True}) == 6
    assert said(kept, lesson, a=2, more=1, **{"with": True}) == 3
    assert lesson.asked == 3


@pytest.mark.parametrize("odd", [True, 1.0, "1", None, [1]])
def test_what_is_refused_is_refused_again(odd: Any) -> None:
    kept, lesson = Taught(), Lesson()
    assert said(kept, lesson, a=1) == 1
    for _ in range(2):
        with pytest.raises(Refusal):
            said(kept, lesson, a=odd)


def test_a_default_is_not_taken_for_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, lesson = Taught(), Lesson()
    assert said(kept, lesson, a=1, **{"with": True}) == 1
    with pytest.raises(Refusal):
        said(kept, lesson, a=1, more=None, **{"with": True})


def test_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taught, "MOST_BYTES", 40)
    kept, lesson = Taught(), Lesson()
    for a in range(10):
        said(kept, lesson, a=a)
    said(kept, lesson, a=9)
    assert lesson.asked == 10
    said(kept, lesson, a=0)
    assert lesson.asked == 11


@pytest.mark.parametrize("path", ["ga/generation", "pso/whole_swarm", "montecarlo/story"])
def test_a_lesson_says_what_it_would_say_anew(client: TestClient, path: str) -> None:
    lesson, name = path.split("/")
    for body in ({"game": "othello", "seed": n} for n in (1, 2, 1)):
        answer = client.post(f"/api/learn/{path}", json=body)
        assert answer.headers["content-type"] == "application/json"
        anew = LESSONS[lesson][name](Fields(body))
        assert answer.json() == json.loads(json.dumps(anew))


def test_playouts_of_all_moves_together_have_a_bound(client: TestClient) -> None:
    body = {"game": "gomoku-20", "playouts": 1000}  # 400 moves: seconds of work
    answer = client.post("/api/learn/montecarlo/playouts", json=body)
    assert answer.status_code == 422 and "20000 together" in answer.json()["error"]
    few = client.post("/api/learn/montecarlo/playouts", json={**body, "playouts": 2})
    assert few.status_code == 200 and len(few.json()["moves"]) == 400
