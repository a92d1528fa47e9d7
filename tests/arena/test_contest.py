"""Which games a contest consists of, and that they are the same wherever they are played."""

from pathlib import Path

import numpy as np
import pytest

from kishi import Limit, Verdict, game, parse_spec
from kishi._native import Engine, SearchControl, play_columns, play_fixtures
from kishi.arena.contest import Conditions, Contest, Pairing, call_seconds
from kishi.arena.job import Done, Job, is_native, run
from kishi.arena.openings import parse_openings
from kishi.cluster import Cluster, Processes, Threads
from kishi.players import NativePlayer, make_player
from kishi.store import PackedGame, Store, unpack

OTHELLO = game("othello")


def pairing(a: str, b: str, of: str = "othello") -> Pairing:
    return Pairing(parse_spec(game(of), a), parse_spec(game(of), b))


def conditions(
    of: str = "othello", limit: Limit | None = None, openings: str = "random:6", seed: int = 3
) -> Conditions:
    return Conditions(game(of), limit or Limit(), parse_openings(game(of), openings, seed), seed)


def job(a: str, b: str, games: int = 8, of: str = "othello", limit: Limit | None = None) -> Job:
    return conditions(of, limit).job(pairing(a, b, of), range(games))


def played(tmp_path: Path, cluster: Cluster, pairs: list[Pairing]) -> list[PackedGame]:
    with Store.open(tmp_path / f"{type(cluster).__name__}{cluster.workers}.db") as store:
        given = conditions()
        event = store.event("e", "match", "othello", given.settings)
        for _ in Contest(given, pairs, 40, store, event).play(cluster):
            pass
        cluster.close()
        return sorted(stored.packed._replace(seconds=None) for stored in store.games(event))


def test_the_same_games_everywhere(tmp_path: Path) -> None:
    pairs = [pairing("random", "greedy"), pairing("first", "random")]
    one = played(tmp_path, Threads(1), pairs)
    assert len(one) == 80
    assert played(tmp_path, Threads(3), pairs) == one
    assert played(tmp_path, Processes(2), pairs) == one


def test_a_contest_plays_only_what_is_missing(tmp_path: Path) -> None:
    given, pair = conditions(), pairing("random", "greedy")
    with Store.open(tmp_path / "kishi.db") as store:
        event = store.event("e", "match", "othello", given.settings)
        half = Contest(given, [pair], 10, store, event)
        first = [g for batch in half.play(Threads(1)) for g in batch.games]
        more = Contest(given, [pair], 24, store, event)
        assert more.left == 14
        second = [g for batch in more.play(Threads(1)) for g in batch.games]
        assert sorted(g.number for g in first + second) == list(range(24))
        assert list(Contest(given, [pair], 24, store, event).play(Threads(1))) == []


def test_pairs_begin_alike_and_rounds_differ() -> None:
    fixtures = job("random", "greedy", 40).fixtures
    for even, odd in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert even.opening == odd.opening
        assert even.seed != odd.seed
    assert len({f.opening for f in fixtures}) > 15
    assert len({f.seed for f in fixtures}) == 40


def test_the_order_of_jobs_does_not_matter() -> None:
    whole = run(job("random", "table", 10)).games
    given, pair = conditions(), pairing("random", "table")
    parts = [run(given.job(pair, [n])).games[0] for n in (9, 0, 4, 3, 8, 7, 1, 2, 5, 6)]
    assert sorted(parts) == list(whole)


@pytest.mark.parametrize(
    ("of", "a", "b"),
    [
        ("othello", "random", "greedy"),
        ("othello", "random", "first"),
        ("gomoku-8", "random", "random"),
        ("minishogi", "random", "first"),
    ],
)
def test_games_are_whole_and_legal(of: str, a: str, b: str) -> None:
    given = job(a, b, 6, of)
    for packed in run(given).games:
        record = unpack(game(of), packed, (a, b))  # plays each move: an illegal one would raise
        assert record.verdict.value == packed.verdict
        assert record.verdict is not Verdict.RUNNING
        opening = given.fixtures[packed.number].opening
        assert record.moves[: packed.opening] == opening.moves


def test_b_moves_first_in_odd_games() -> None:
    script = "first:moves=d3 c5 e6"  # legal replies of the first player when the other plays first
    even, odd = run(conditions(openings="none").job(pairing(script, "random"), [0, 1])).games
    moves = unpack(OTHELLO, even, ("", "")).moves
    assert OTHELLO.move_text(moves[0]) == "d3"
    assert even.number == 0
    assert odd.number == 1


def test_native_players_need_no_python() -> None:
    assert is_native(job("random", "greedy"))
    assert not is_native(job("random", "first"))
    assert not is_native(job("random", "greedy", limit=Limit(clocks=(60, 60))))


def test_times_are_kept_and_lateness_loses() -> None:
    timed = run(job("random", "random", 2, limit=Limit(seconds=1.0))).games
    assert all(g.seconds is not None and len(g.seconds) == 2 * len(g.moves) for g in timed)
    assert all(g.reason is None for g in timed)
    late = job("random", "random", 2, limit=Limit(seconds=1e-9))._replace(margin=0.0)
    for packed in run(late).games:
        assert packed.reason == "time"
        assert len(packed.moves) == 2 * packed.opening
        assert packed.verdict == Verdict.SECOND_WINS.value  # six plies on, the first was to move
        assert unpack(OTHELLO, packed, ("", "")).over


def test_a_game_too_long_is_a_draw() -> None:
    for a, b in (("random", "greedy"), ("first", "random")):
        for packed in run(job(a, b, 2)._replace(most_plies=5)).games:
            assert packed.reason == "too long"
            assert packed.verdict == Verdict.DRAW.value
            assert len(packed.moves) == 2 * (packed.opening + 5)


def test_jobs_grow_to_about_half_a_second(tmp_path: Path) -> None:
    """With a clock of its own: a thousand games a second."""

    class Clocked:
        workers = 1

        def map(self, function: str, tasks: object, parts: object = None) -> object:
            for task in tasks:  # type: ignore[attr-defined]
                games = run(task).games
                yield task, Done(games, len(games) / 1000)

        def close(self) -> None: ...

    given, pair = conditions(), pairing("random", "random")
    with Store.open(tmp_path / "kishi.db") as store:
        event = store.event("e", "match", "othello", given.settings)
        contest = Contest(given, [pair], 2000, store, event)
        sizes = [len(batch.games) for batch in contest.play(Clocked())]  # type: ignore[arg-type]
    assert sizes[:4] == [1, 8, 64, 500]


def test_many_workers_are_called_less_often() -> None:
    assert [call_seconds(workers) for workers in (1, 2, 100, 1000)] == [0.5, 0.5, 0.5, 5.0]


def test_columns_are_the_games_that_fixtures_play() -> None:
    given = job("random", "table", 12)
    a, b = (native(spec) for spec in (given.a, given.b))
    columns = play_columns(
        a, b, [OTHELLO.start()] * len(given.openings), given.openings.moves, given.opening_of,
        given.numbers & 1 == 1, given.seeds, most_plies=500, control=SearchControl(),
    )  # fmt: skip
    fixtures = [(f.opening.positions(OTHELLO), f.number & 1 == 1, f.seed) for f in given.fixtures]
    played = play_fixtures(a, b, fixtures, most_plies=500, control=SearchControl())
    begun = [np.array(f.opening.moves, "<u2").tobytes() for f in given.fixtures]
    assert columns.moves == [
        opening + game.packed[0] for opening, game in zip(begun, played, strict=True)
    ]
    assert columns.verdicts == [game.verdict.value for game in played]
    assert columns.seconds == [None] * len(played)
    assert not any(columns.ended_by)


@pytest.mark.parametrize(
    ("openings", "at", "seeds", "wrong"),
    [
        ([b""], [1], [0], "no such opening"),
        ([b""], [-1], [0], "no such opening"),
        ([b""], [0], [0, 1], "one seed"),
        ([b"\0\0"], [0], [0], "illegal move"),
        ([b"\xff\xff"], [0], [0], "illegal move"),
        ([b"\x13\0\0"], [0], [0], "two bytes"),
    ],
)
def test_columns_are_refused(
    openings: list[bytes], at: list[int], seeds: list[int], wrong: str
) -> None:
    with pytest.raises(ValueError, match=wrong):
        play_columns(
            native("random"), native("random"), [OTHELLO.start()] * len(openings), openings,
            np.array(at, np.int32), np.zeros(1, np.bool_), np.array(seeds, np.uint64),
            control=SearchControl(),
        )  # fmt: skip
    with pytest.raises(ValueError, match="a start"):
        play_columns(
            native("random"), native("random"), [], openings, np.array(at, np.int32),
            np.zeros(1, np.bool_), np.zeros(1, np.uint64), control=SearchControl(),
        )  # fmt: skip


def native(spec: str) -> Engine:
    player = make_player(OTHELLO, spec)
    assert isinstance(player, NativePlayer)
    return player.engine
