"""How a match stands, and the command."""

import json
import random
import resource
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from command import KISHI, environment, kishi, start

from kishi.arena.match import MatchResult, Standing
from kishi.arena.sprt import Decision, Sprt
from kishi.arena.statistics import Pairs, Score
from kishi.store import Store


def standing(verdicts: list[int], games: int | None = None) -> Standing:
    result = Standing(games or len(verdicts))
    result.add(range(len(verdicts)), verdicts)
    return result


def test_points_are_seen_by_a() -> None:
    # a first and wins, b first and a wins, draws, a loses both, one game more
    seen = standing([1, 2, 3, 3, 2, 1, 1])
    assert seen.score == Score(3, 2, 2)
    assert seen.pairs == Pairs((1, 0, 1, 0, 1))
    assert seen.games == 7


def test_without_a_pair_games_are_the_evidence() -> None:
    assert standing([1]).evidence == Score(1, 0, 0)
    assert standing([], 10).evidence == Score()


def test_the_test_does_not_depend_on_the_order_of_arrival() -> None:
    chance = random.Random(5)
    sprt = Sprt(0, 40)
    verdicts = [chance.choice([1, 1, 3, 2]) if n % 2 == 0 else chance.choice([2, 2, 3, 1])
                for n in range(1000)]  # fmt: skip
    in_order, states = Standing(1000), []
    for n in range(0, 1000, 2):
        in_order.add([n, n + 1], verdicts[n : n + 2])
        states.append(in_order.test(sprt))
    assert states[-1].decision is Decision.ACCEPTED
    mixed, numbers = Standing(1000), list(range(1000))
    chance.shuffle(numbers)
    for begin in range(0, 1000, 37):
        part = numbers[begin : begin + 37]
        mixed.add(part, [verdicts[n] for n in part])
        mixed.test(sprt)
    assert mixed.test(sprt) == states[-1]
    assert mixed.pairs == in_order.pairs
    assert mixed.score == in_order.score
    assert in_order.games < 1000


def test_the_last_line() -> None:
    result = MatchResult.of("a", "b", standing([1, 2, 3, 3]), None)
    assert result.line.startswith("SCORE a b: 2 2 0 0.7500 190.8 ")
    sweep = MatchResult.of("a", "b", standing([1, 2]), None)
    assert sweep.line.split(":")[1].split()[:5] == ["2", "0", "0", "1.0000", "inf"]
    assert json.loads(json.dumps(sweep.as_dict(), allow_nan=False))["elo"]["value"] is None


def match_json(home: Path, *args: str) -> Any:
    ran = kishi(home, "match", *args, "--json")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_the_command(tmp_path: Path) -> None:
    ran = kishi(tmp_path, "match", "othello", "greedy", "random", "--games", "40", "--seed", "3")
    assert ran.returncode == 0, ran.stderr
    last = ran.stdout.rstrip("\n").split("\n")[-1]
    head, numbers = last.split(": ")
    assert head == "SCORE greedy random"
    wins, draws, losses, *rest = map(float, numbers.split())
    assert wins + draws + losses == 40
    assert rest[0] == pytest.approx((wins + draws / 2) / 40, abs=1e-4)
    assert rest[2] <= rest[1] <= rest[3]
    with Store.open(tmp_path / "kishi.db") as store:
        (event,) = store.events("match")
        assert len(list(store.games(event))) == 40


def test_a_seed_repeats_a_match(tmp_path: Path) -> None:
    args = ("othello", "random", "table", "--games", "60", "--seed", "8")
    one, two = match_json(tmp_path, *args), match_json(tmp_path, *args, "--jobs", "2")
    assert one["name"] != two["name"]
    for name in ("wins", "draws", "losses", "pentanomial", "elo"):
        assert one[name] == two[name]


def test_a_named_match_goes_on(tmp_path: Path) -> None:
    args = ("othello", "random", "table", "--name", "m", "--seed", "8")
    assert match_json(tmp_path, *args, "--games", "10")["played_now"] == 10
    again = match_json(tmp_path, *args, "--games", "30")
    assert again["played_now"] == 20
    assert again["games"] == 30
    wrong = kishi(tmp_path, "match", *args, "--games", "30", "--limit", "depth=1")
    assert wrong.returncode == 2
    assert "other settings" in wrong.stderr


def test_sprt_stops_by_itself(tmp_path: Path) -> None:
    args = ("othello", "table", "random", "--games", "100000", "--sprt", "0,50", "--seed", "1")
    one, two = match_json(tmp_path, *args), match_json(tmp_path, *args, "--jobs", "2")
    assert one["sprt"]["decision"] == "accepted"
    assert one["games"] < 2000
    assert one["games"] == two["games"]
    assert one["sprt"] == two["sprt"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("othello", "greedy", "human"), "people cannot play"),
        (("othello", "greedy", "nobody"), "no player 'nobody'"),
        (("othello", "greedy", "random", "--limit", "fast"), "no limit 'fast'"),
        (("othello", "greedy", "random", "--sprt", "5"), "two numbers"),
        (("othello", "greedy", "random", "--sprt", "5,0"), "two numbers"),
        (("othello", "greedy", "random", "--openings", "random:999"), "0 to 60"),
        (("othello", "greedy", "random", "--seed", "-1"), "--seed"),
        (("othello", "greedy", "random", "--games", "0"), "--games"),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    ran = kishi(tmp_path, "match", *args)
    assert ran.returncode == 2
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_ctrl_c_keeps_the_games_and_says_how_to_go_on(tmp_path: Path) -> None:
    running = start(
        tmp_path, "match", "othello", "random", "greedy",
        "--games", "10000000", "--openings", "random:4",
    )  # fmt: skip
    until = time.monotonic() + 60
    while not stored(tmp_path) and time.monotonic() < until:
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130, err
    assert "SCORE random greedy" in out
    *_, how = out.rstrip().split("\n")
    assert "Go on with: kishi match othello random greedy" in how
    more = 2 * (stored(tmp_path) // 2) + 50
    command = how.partition("kishi ")[2].replace("10000000", str(more))
    assert kishi(tmp_path, *command.split()).returncode == 0
    assert stored(tmp_path) == more


def stored(home: Path) -> int:
    if not (home / "kishi.db").exists():
        return 0
    with Store.open(home / "kishi.db") as store:
        return sum(1 for event in store.events() for _ in store.results(event))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path, jobs: str) -> None:
    def full_soon() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))

    before = match_json(tmp_path, "othello", "random", "greedy", "--games", "50", "--name", "m",
                        "--seed", "1", "--openings", "random:4")  # fmt: skip
    ran = subprocess.run(
        [*KISHI, "match", "othello", "random", "greedy", "--games", "20000", "--name", "m",
         "--openings", "random:4", "--jobs", jobs],
        capture_output=True, text=True, env=environment(tmp_path), check=False,
        preexec_fn=full_soon,
    )  # fmt: skip
    assert ran.returncode == 1, ran.stderr
    assert ran.stderr.count("\n") == 1
    assert "cannot use the store" in ran.stderr
    assert "full" in ran.stderr
    kept = stored(tmp_path)
    assert before["games"] <= kept < 20000
    wanted = kept + kept % 2 + 10  # games come in pairs, of which one half may have been kept
    again = match_json(tmp_path, "othello", "random", "greedy", "--games", str(wanted),
                       "--name", "m", "--openings", "random:4")  # fmt: skip
    assert again["games"] == wanted
    with Store.open(tmp_path / "kishi.db") as store:
        assert store._one("PRAGMA integrity_check") == ("ok",)
