"""A stop ends what it was made for and nothing else, and no half-played game is left."""

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kishi import (
    Choice,
    Limit,
    PlayerFailed,
    Record,
    Referee,
    SearchControl,
    Verdict,
    game,
    make_player,
    parse_spec,
    play_game,
)
from kishi._native import play_fixtures, play_matrix
from kishi.arena.balance import CandidateOpening, judged
from kishi.arena.contest import Conditions, Contest, Pairing
from kishi.arena.job import Done, Job, is_native, run
from kishi.arena.openings import parse_openings
from kishi.cluster import Processes, Threads
from kishi.errors import Stopped
from kishi.players import NativePlayer
from kishi.players.thinking import Background
from kishi.store import PackedGame, Store

OTHELLO = game("othello")
SEARCH = "search:depth=2,hash=1,exact=false"


def conditions() -> Conditions:
    return Conditions(OTHELLO, Limit(), parse_openings(OTHELLO, "random:6", 3), 3)


def pairing(a: str, b: str) -> Pairing:
    return Pairing(parse_spec(OTHELLO, a), parse_spec(OTHELLO, b))


def job(a: str, b: str, games: int) -> Job:
    return conditions().job(pairing(a, b), range(games))


def without_times(games: Sequence[PackedGame]) -> list[PackedGame]:
    return [g._replace(seconds=None) for g in games]


def must_be_the_first_games_of(asked: Job, done: Done) -> None:
    assert done.stopped
    assert 0 < len(done.games) < len(asked.numbers)
    assert all(g.verdict != Verdict.RUNNING.value for g in done.games)
    whole = conditions().job(pairing(asked.a, asked.b), range(len(done.games)))
    assert without_times(run(whole).games) == without_times(done.games)


def test_a_native_job_stopped_midway_returns_whole_games_and_says_so() -> None:
    asked = job(SEARCH, SEARCH, 20_000)
    assert is_native(asked)
    work = Background(lambda control: run(asked, control))
    while work.control.latest()[1] < 1000:  # reports, of which a game has about 120
        time.sleep(0.001)
    work.stop()
    must_be_the_first_games_of(asked, work.done.result(30))


def test_a_job_of_python_players_stopped_midway_returns_whole_games_and_says_so() -> None:
    asked, control = job("first", "random", 100), SearchControl()
    seen: list[Record] = []

    def watch(record: Record) -> None:
        seen.append(record)
        if len(seen) == 200:  # a few games have been played, and one is under way
            control.stop()

    done = run(asked, control, watch)
    must_be_the_first_games_of(asked, done)
    assert len(seen) == 200


def test_a_job_stopped_before_it_began_plays_nothing() -> None:
    stopped = SearchControl()
    stopped.stop()
    for a, b in ((SEARCH, SEARCH), ("first", "random")):
        done = run(job(a, b, 4), stopped)
        assert len(done.games) == 0
        assert done.stopped
    assert not run(job("random", "random", 4)).stopped


class Stopping:
    """Stops its own game while it chooses, as a caller on another thread might."""

    name = "stopping"

    def __init__(self, control: SearchControl, failing: bool) -> None:
        self._control = control
        self._failing = failing

    def choose(self, record: Record, limit: Limit) -> Choice:
        self._control.stop()
        if self._failing:
            raise PlayerFailed("was closed")
        return Choice(move=record.position.legal_moves()[0])

    def close(self) -> None: ...


@pytest.mark.parametrize("failing", [False, True])
def test_what_is_answered_after_a_stop_does_not_count(failing: bool) -> None:
    control = SearchControl()
    player = Stopping(control, failing)
    record = play_game(make_player(OTHELLO, "random"), player, Referee(OTHELLO), control=control)
    assert len(record.choices) == 1
    assert record.end is None
    assert record.verdict is Verdict.RUNNING


def contest(store: Store, name: str, pair: Pairing, games: int) -> Contest:
    event = store.event(name, "match", "othello", conditions().settings)
    return Contest(conditions(), [pair], games, store, event)


@pytest.mark.parametrize("a", ["first", SEARCH])
def test_stopping_a_contest_leaves_another_whole(a: str, tmp_path: Path) -> None:
    """Both in this process, at the same time."""
    pair, begun, games = pairing(a, SEARCH), threading.Event(), 30
    found: list[PackedGame] = []

    def play_whole() -> None:
        with Store.open(tmp_path / "whole.db") as store:
            for batch in contest(store, "whole", pair, games).play(Threads(2)):
                found.extend(batch.games)
                begun.set()

    whole = threading.Thread(target=play_whole)
    whole.start()
    assert begun.wait(60)
    while whole.is_alive():  # one contest after the other is begun and left beside it
        with Store.open(tmp_path / "left.db") as store:
            left = contest(store, "left", pair, 10_000).play(Threads(2))
            next(left)
            left.close()
    assert sorted(g.number for g in found) == list(range(games))
    assert without_times(sorted(found)) == without_times(run(job(a, SEARCH, games)).games)
    with Store.open(tmp_path / "left.db") as store:
        (event,) = store.events()
        assert all(r.verdict != Verdict.RUNNING.value for r in store.results(event))


def test_processes_end_with_the_contest_that_uses_them(tmp_path: Path) -> None:
    cluster = Processes(2)
    slow = pairing("search:seconds=600", "search:seconds=600")
    quick = pairing("random", "first")
    with Store.open(tmp_path / "kishi.db") as store:
        event = store.event("e", "match", "othello", conditions().settings)
        playing = Contest(conditions(), [quick, slow], 4, store, event).play(cluster)
        next(playing)
        began = time.monotonic()
        playing.close()
        assert time.monotonic() - began < 30
        assert list(contest(store, "e", quick, 8).play(cluster))
        assert len({r.number for r in store.results(event) if r.a.text == "random"}) == 8
    cluster.close()


def test_games_of_the_core_that_were_stopped_have_no_result() -> None:
    player = make_player(OTHELLO, "random")
    assert isinstance(player, NativePlayer)
    stopped = SearchControl()
    stopped.stop()
    fixtures = [([OTHELLO.start()], False, n) for n in range(3)]
    for played in play_fixtures(player.engine, player.engine, fixtures, control=stopped):
        assert played.verdict is Verdict.RUNNING
        assert played.moves == []
    counts, margins = np.zeros((1, 1, 3), np.int32), np.zeros((1, 1))
    engines = [player.engine]
    play_matrix(
        engines, engines, [[OTHELLO.start()]], counts, margins, most_plies=100, seed=0, threads=1,
        control=stopped,
    )  # fmt: skip
    assert counts.sum() == 0
    assert margins.sum() == 0


def test_a_long_search_inside_a_game_of_the_core_is_stopped_at_once() -> None:
    player = make_player(OTHELLO, "search:seconds=600")
    assert isinstance(player, NativePlayer)
    engine = player.engine
    fixtures = [([OTHELLO.start()], False, 1)]
    work = Background(lambda control: play_fixtures(engine, engine, fixtures, control=control))
    while not work.control.latest()[1]:
        time.sleep(0.001)
    work.stop()
    (played,) = work.done.result(30)
    assert played.verdict is Verdict.RUNNING


def test_a_candidate_for_an_opening_is_not_judged_by_a_stopped_search() -> None:
    stopped = SearchControl()
    stopped.stop()
    with pytest.raises(Stopped):
        judged(CandidateOpening("othello", SEARCH, Limit(), 4, 1.0, 1, 0), stopped)
