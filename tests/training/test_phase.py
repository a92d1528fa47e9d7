"""What a run is doing, and for how long: told from the first second, the same to pages and terminals."""

from pathlib import Path

import pytest

from kishi.core import game
from kishi.store import Store
from kishi.training import runs
from kishi.training.phase import Eta, Phase, phase_of
from kishi.training.runs import RunRequest, trainer_named


class Clock:
    """Time that passes only when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_before_anything_is_known_the_preset_tells_how_long() -> None:
    assert Eta(60.0, Clock()).left == 60.0


def test_rounds_take_as_long_as_those_that_were_seen() -> None:
    clock = Clock()
    eta = Eta(40.0, clock)
    clock.now = 5  # torch was read
    eta.hear(Phase("playing", 1, 4, 0, 100))
    assert eta.left == 40
    clock.now = 10
    assert eta.left == 35
    clock.now = 25  # slower than the preset thought
    assert eta.left == 3 * 20
    eta.hear(Phase("learning", 1, 4, 0, 9))
    eta.hear(Phase("playing", 2, 4, 0, 100))
    assert eta.left == 3 * 20
    clock.now = 30
    assert eta.left == 15 + 2 * 20
    eta.hear(Phase("measuring", 4, 4))
    clock.now = 1_000
    assert eta.left == 0


def test_rounds_that_grow_take_longer_and_longer() -> None:
    clock = Clock()
    eta = Eta(160.0, clock)
    eta.hear(Phase("playing", 1, 4, growing=True))
    assert eta.left == 160
    clock.now = 20  # a sixteenth of the run, and twice what was planned
    eta.hear(Phase("playing", 2, 4, growing=True))
    assert eta.left == 20 * 15
    clock.now = 50
    assert eta.left == 20 * 3 - 30 + 20 * (5 + 7)


def test_games_are_played_as_fast_as_they_were() -> None:
    clock = Clock()
    eta = Eta(60.0, clock)
    eta.hear(Phase("evolving", done=100, of=1_100))
    clock.now = 6
    assert eta.left == pytest.approx(60 * 1_000 / 1_100 - 6)
    eta.hear(Phase("evolving", done=300, of=1_100))
    assert eta.left == 800 * 6 / 200
    eta.hear(Phase("measuring"))
    assert eta.left == 800 * 6 / 200


def test_a_phase_in_words() -> None:
    assert str(Phase("playing", 2, 8, 128, 1_512)) == "round 2 of 8, playing 128 of 1,512"
    assert str(Phase("preparing")) == "preparing"


@pytest.mark.parametrize(
    ("method", "name", "settings", "words"),
    [
        ("alphazero", "othello-4", {"games": 4, "round": 2, "size": "tiny", "simulations": 2,
                                    "fast_simulations": 2},
         ["preparing", "playing", "learning", "measuring", "playing", "learning", "measuring"]),
        ("hillclimb", "othello-4", {"games": 1}, ["preparing", "evolving", "comparing"]),
        ("td", "othello", {"games": 20, "chunk": 10}, ["preparing", "learning", "learning"]),
    ],
)  # fmt: skip
def test_a_trainer_tells_each_phase_when_it_begins(
    method: str,
    name: str,
    settings: dict[str, object],
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    with Store.open() as store:
        run = runs.begin(store, RunRequest(game(name), trainer_named(method), chosen=settings))
        told: list[Phase] = []
        with runs.at_work(store, run) as (trainer, context):
            told.append(context.phases.now)
            assert phase_of(run) is not None, "before the first step"
            context.phases.watcher = lambda: told.append(context.phases.now)
            for _ in trainer.run(context):
                note = phase_of(run)
                assert note is not None and note["left"] >= 0
        assert phase_of(run) is None, "it rests"
    begun = [now for before, now in zip([None, *told], told, strict=False)
             if before is None or before[:3] != now[:3]]  # fmt: skip
    assert [phase.word for phase in begun] == words
    assert all(phase.done <= phase.of or not phase.of for phase in told)
    rounds = {phase.rounds for phase in told if phase.round}
    assert rounds == ({2} if method != "hillclimb" else set())
