"""What moves cost and who threw games away is told wherever a result is."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kishi import game
from kishi.arena.conduct import Conduct, effort_text, forfeit_kind, hopeless, unequal
from kishi.cli import main
from kishi.players import parse_spec
from kishi.store import Effort, PackedGame, PackedGames, Store

HERE = Path(__file__).parent
SHORT = ("--openings", "none", "--games", "4", "--limit", "10ms", "--seed", "1", "--name", "m")


def kishi(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """The command, in this process: a new one takes seconds to start where others are busy."""
    ran = CliRunner().invoke(main, args, env={"KISHI_HOME": str(home), "COLUMNS": "200"})
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return subprocess.CompletedProcess(args, ran.exit_code, ran.stdout, ran.stderr)


def engine(fault: str) -> str:
    return "usi:" + shlex.join([sys.executable, str(HERE / "usi_engine.py"), fault])


def events(home: Path) -> list[dict[str, Any]]:
    ran = kishi(home, "store", "--json")
    assert ran.returncode == 0, ran.stderr
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize(
    ("of", "player", "says"),
    [
        (
            "othello",
            "gtp:nosuch",
            "kishi: gtp:nosuch cannot play: 'nosuch' cannot be started: No such file or directory\n",
        ),
        (
            "minishogi",
            "usi:/bin/true",
            "kishi: usi:/bin/true cannot play: ended without an answer\n",
        ),
    ],
)
@pytest.mark.parametrize("verb", ["match", "tournament", "ladder"])
def test_a_program_that_cannot_start_ends_it_before_it_begins(
    tmp_path: Path, verb: str, of: str, player: str, says: str
) -> None:
    ran = kishi(tmp_path, verb, of, player, "random", "--games", "4")
    assert (ran.returncode, ran.stderr, ran.stdout) == (2, says, "")
    assert events(tmp_path) == []


def test_a_program_that_loses_every_game_on_time_is_stopped(tmp_path: Path) -> None:
    late = engine("late")
    given = [*SHORT[:3], "20", *SHORT[4:]]
    ran = kishi(tmp_path, "match", "minishogi", late, "random", *given)
    assert ran.returncode == 1
    assert ran.stderr == (
        f"kishi: a player failed: {late} has forfeited 5 on time: gave no answer in time, in 5 games. "
        "The contest is stopped; its games are kept as 'm' (`kishi store delete m` forgets them)\n"
    )
    *_, forfeits, score = ran.stdout.splitlines()
    assert forfeits == f"Forfeits: {late} lost 5 on time: gave no answer in time."
    assert score.startswith(f"SCORE {late} random: 0 0 5 ")
    (event,) = events(tmp_path)
    assert (event["games"], event["forfeits"]) == (5, {"time": 5})


def test_a_program_that_dies_in_its_third_game_loses_that_one(tmp_path: Path) -> None:
    dying = engine("dies-in-3")
    ran = kishi(tmp_path, "match", "minishogi", dying, "random", *SHORT)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (
        f"Forfeits: {dying} lost 1 by crashing: crashed (exit code 3)." in ran.stdout.splitlines()
    )
    assert ran.stdout.splitlines()[-1].startswith(f"SCORE {dying} random: 0 0 4 ")
    again = kishi(tmp_path, "match", "minishogi", dying, "random", *SHORT, "--json")
    told = json.loads(again.stdout)
    assert told["played_now"] == 0
    assert told["forfeits"] == {"a": {"crash": 1}, "b": {}}
    assert told["warnings"][0].startswith("Forfeits: ")


def test_forfeits_are_in_the_table_of_a_tournament_and_in_its_report(tmp_path: Path) -> None:
    illegal = engine("illegal")
    given = ("--openings", "none", "--games", "2", "--name", "cup")
    ran = kishi(tmp_path, "tournament", "minishogi", illegal, "random", *given)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == f"Forfeits: {illegal} lost 2 by an illegal move."
    told = json.loads(kishi(tmp_path, "tournament", "minishogi", "--name", "cup", "--json").stdout)
    assert {p["text"]: p["forfeits"] for p in told["players"]} == {
        illegal: {"illegal": 2}, "random": {}
    }  # fmt: skip
    page = tmp_path / "cup.html"
    assert kishi(tmp_path, "report", "cup", "-o", str(page)).returncode == 0
    assert "2 by an illegal move" in page.read_text()


def test_odd_games_are_rounded_up_and_said_so(tmp_path: Path) -> None:
    ran = kishi(tmp_path, "match", "othello", "greedy", "random", "--games", "5")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[0] == "Games come in pairs: 6 instead of 5."
    assert events(tmp_path)[0]["games"] == 6


def test_a_match_tells_what_each_sides_moves_cost(tmp_path: Path) -> None:
    sides = ("search:nodes=20000,exact=false", "search:nodes=200,exact=false")
    ran = kishi(tmp_path, "match", "othello", *sides, "--games", "2", "--name", "m", "--seed", "1")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    for side in sides:
        (line,) = [line for line in lines if f"{side}: " in line and " CPU, " in line]
        assert " wall, " in line and " nodes/s, depth " in line
    assert lines[-2].startswith("Unequal: search:nodes=20000,exact=false used ")
    told = json.loads(
        kishi(tmp_path, "match", "othello", *sides, "--games", "2", "--name", "m", "--json").stdout
    )
    a, b = told["effort"]["a"], told["effort"]["b"]
    assert a["cpu_a_move"] > b["cpu_a_move"] > 0
    assert a["depth"] > b["depth"] > 1
    assert a["measured_moves"] > 40
    assert a["nodes_a_cpu_second"] > 10_000


def test_events_are_excluded_from_ratings_and_deleted(tmp_path: Path) -> None:
    players = ("othello", "greedy", "random", "--games", "4")
    for seed, name in enumerate(("one", "two")):  # of one seed they would be the same games
        kishi(tmp_path, "match", *players, "--name", name, "--seed", str(seed))

    def rated() -> int:
        players = json.loads(kishi(tmp_path, "ratings", "othello", "--json").stdout)["players"]
        return sum(int(p["games"]) for p in players)

    both = rated()
    assert kishi(tmp_path, "store", "exclude", "one").stdout == "Ratings leave out 'one'.\n"
    assert rated() < both
    assert {e["name"]: e["excluded"] for e in events(tmp_path)} == {"one": True, "two": False}
    assert kishi(tmp_path, "store", "include", "one").stdout == "Ratings count 'one'.\n"
    assert rated() == both
    gone = kishi(tmp_path, "store", "delete", "one", "--yes")
    assert gone.stdout == "Deleted 'one': 4 games.\n"
    assert [e["name"] for e in events(tmp_path)] == ["two"]
    wrong = kishi(tmp_path, "store", "delete", "tow")
    assert wrong.returncode == 2
    assert "no event 'tow'; did you mean 'two'?" in wrong.stderr
    with Store.open(tmp_path / "kishi.db") as store:
        assert store._one(
            "SELECT count(*) FROM effort WHERE event NOT IN (SELECT id FROM event)"
        ) == (0,)


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        (None, None),
        ("resigned", None),
        ("too long", None),
        ("time", "time"),
        ("gave no answer in time", "time"),
        ("crashed (SIGSEGV)", "crash"),
        ("ended without an answer", "crash"),
        ("flooded its output", "crash"),
        ("'x' cannot be started: No such file", "crash"),
        ("illegal move", "illegal"),
        ("answered 'x', which is no move", "illegal"),
        ("refused 'boardsize 9': unknown", "refusal"),
        ("plays only from the start of the game", "refusal"),
    ],
)
def test_kinds_of_forfeits(reason: str | None, kind: str | None) -> None:
    assert forfeit_kind(reason) == kind


def lost(number: int, verdict: int, reason: str | None) -> PackedGame:
    return PackedGame(number, None, 0, b"", None, None, verdict, reason)


def test_who_threw_a_game_away() -> None:
    conduct = Conduct[str]()
    games = [lost(0, 2, "time"), lost(1, 2, "time"), lost(2, 1, "time"), lost(3, 3, "too long")]
    conduct.add(("a", "b"), [*games, lost(4, 1, None)], (Effort(2, 1.0, 0.5, 100, 8), Effort()))
    assert (conduct.counts("a"), conduct.counts("b")) == ({"time": 1}, {"time": 2})
    assert conduct.text("a") == "1 on time"
    assert effort_text(conduct.effort("a")) == "250 ms CPU, 500 ms wall, 200 nodes/s, depth 4.0"
    assert effort_text(conduct.effort("b")) == "not measured"


def test_moves_answered_early_are_told_apart() -> None:
    """Whoever answers at once what needs no thought uses less than its limit, and no less when it thinks."""
    a = Effort(moves=10, seconds=1.0, cpu=0.82, early=2, early_cpu=0.02)
    assert effort_text(a) == "82 ms CPU (100 ms without the 20% answered early), 100 ms wall"
    b = Effort(moves=10, seconds=1.0, cpu=0.98)
    assert unequal(("a", "b"), (a, b)) == (
        "Unequal: b used 20% more CPU time a move, 98 ms against the 82 ms of a; "
        "without moves answered early 98 ms against 100 ms."
    )


def test_what_moves_cost_is_summed_in_the_store(tmp_path: Path) -> None:
    a, b = Effort(10, 1.0, 0.82, 100, 20, 2, 0.02), Effort(10, 1.0, 0.98, 200, 30)
    store = Store.open(tmp_path / "store")
    event = store.event("m", "match", "othello", {})
    one, two = (store.player(parse_spec(game("othello"), text)) for text in ("greedy", "random"))
    for number in range(2):
        store.add_games(event, one, two, PackedGames.of([lost(number, 1, None)]), (a, b))
    assert {spent.side: spent.effort for spent in store.spent(event)} == {0: a + a, 1: b + b}


@pytest.mark.parametrize(
    ("forfeits", "games", "over"), [(4, 4, False), (5, 5, True), (5, 11, False), (6, 11, True)]
)
def test_when_it_is_hopeless(forfeits: int, games: int, over: bool) -> None:
    conduct = Conduct[str]()
    conduct.ended("a", "time", forfeits)
    assert hopeless(conduct, "a", games) == over


def of_cpu(seconds: float) -> Effort:
    return Effort(moves=10, cpu=10 * seconds)


@pytest.mark.parametrize(
    ("a", "b", "check"),
    [
        (0.1, 0.109, lambda line: line == ""),
        (0.1, 0.0, lambda line: line == ""),
        (1e-6, 2e-6, lambda line: line == ""),  # two that draw their moves by chance
        (
            0.1,
            0.12,
            lambda line: line.startswith("Unequal: b used 20% more CPU time a move, 120 ms"),
        ),
        (0.1, 0.01, lambda line: line.startswith("Unequal: a used 10 times the CPU time a move")),
    ],
)
def test_unequal_cpu_time_is_told(a: float, b: float, check: Callable[[str], bool]) -> None:
    assert check(unequal(("a", "b"), (of_cpu(a), of_cpu(b))))
