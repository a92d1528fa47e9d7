"""A game that would be the same again is neither played nor counted."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kishi import Limit, game, games, parse_spec
from kishi.arena.contest import Conditions, Pairing
from kishi.arena.distinct import DistinctGames, few_differ
from kishi.arena.job import run
from kishi.arena.openings import Opening, parse_openings
from kishi.cli import main
from kishi.core import Game
from kishi.players import kinds_for, make_player, repeats
from kishi.store import PackedGame

OTHELLO = game("othello")
USUAL = ("othello", "gomoku-8", "minishogi", "tictactoe")
NODES = Limit(nodes=60)


def kishi(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    ran = CliRunner().invoke(main, args, env={"KISHI_HOME": str(home), "COLUMNS": "200"})
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return subprocess.CompletedProcess(args, ran.exit_code, ran.stdout, ran.stderr)


def match_json(home: Path, *args: str) -> Any:
    ran = kishi(home, "match", *args, "--json")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def repeating(of: Game) -> list[str]:
    """The players of a game that say they have no chance in them."""
    texts = [kind.kind for kind in kinds_for(of)] + ["level:20", "search:depth=2"]
    specs = [parse_spec(of, text) for text in texts if text not in ("human", "python", "plugin")]
    return [str(spec) for spec in specs if repeats(of, spec, NODES) and is_there(of, str(spec))]


def is_there(of: Game, text: str) -> bool:
    try:
        make_player(of, text).close()
    except ValueError:  # not every game has had such weights trained
        return False
    return True


@pytest.mark.parametrize("name", USUAL)
def test_who_says_so_plays_the_same_game_whatever_the_seed(name: str) -> None:
    of = game(name)
    found = repeating(of)
    assert {"first", "search", "minimax:2", "alphabeta:3", "level:20"} <= set(found)
    for text in found:
        pair = Pairing(parse_spec(of, text), parse_spec(of, "first"))
        games = [
            run(Conditions(of, NODES, parse_openings(of, "none", 1), seed).job(pair, [0])).games[0]
            for seed in (1, 2)
        ]
        assert games[0].moves == games[1].moves, text


def test_chance_and_clocks_do_not_repeat() -> None:
    for text in ("random", "uct", "montecarlo", "level:5", "search:threads=2", "search:noise=50"):
        assert not repeats(OTHELLO, parse_spec(OTHELLO, text), NODES)
    assert not repeats(OTHELLO, parse_spec(OTHELLO, "alphazero:rule=gumbel"), NODES)
    assert not repeats(game("minishogi"), parse_spec(game("minishogi"), "usi:fairy"), NODES)
    for limit in (Limit(), Limit(seconds=1), Limit(cpu=1), Limit(clocks=(1, 1))):
        assert not repeats(OTHELLO, parse_spec(OTHELLO, "search"), limit)
        assert repeats(OTHELLO, parse_spec(OTHELLO, "greedy"), limit)
    assert repeats(OTHELLO, parse_spec(OTHELLO, "search:nodes=5"), Limit())


@pytest.mark.parametrize("name", USUAL)
def test_random_openings_are_drawn_once_each(name: str) -> None:
    of = game(name)
    drawn = parse_openings(of, "random:3", 7).distinct()
    there = drawn.rounds(300)
    openings = drawn.of(range(there))
    ends = Counter(str(opening.positions(of)[-1]) for opening in openings)
    if not any(name.startswith("minishogi") for name in [of.name]):  # whose past counts
        assert max(ends.values()) == 1
    assert len(set(openings)) == there
    again = parse_openings(of, "random:3", 7).distinct()
    assert [again.of([r])[0] for r in (there - 1, 0, there // 2)] == [
        openings[r] for r in (there - 1, 0, there // 2)
    ]


def test_there_are_only_so_many() -> None:
    assert parse_openings(OTHELLO, "random:1", 1).distinct().rounds(100) == 4
    assert parse_openings(OTHELLO, "random:2", 1).distinct().rounds(100) == 12
    assert parse_openings(OTHELLO, "none", 1).distinct().rounds(100) == 1
    tictactoe = game("tictactoe")
    assert parse_openings(tictactoe, "random:2", 1).distinct().rounds(100) == 72


def test_balanced_openings_are_followed_by_random_ones() -> None:
    openings = parse_openings(OTHELLO, "balanced", 1)
    distinct = openings.distinct()
    assert distinct.rounds(1000) == 1000
    all_of_them = list(distinct.of(range(1000)))
    assert all_of_them[:200] == openings.of(range(200))
    assert len({str(o.positions(OTHELLO)[-1]) for o in all_of_them}) > 990
    assert len(set(all_of_them)) == 1000


def test_a_file_is_gone_through_once(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("f5 d6\nf5 f6\nf5 d6\n")
    distinct = parse_openings(OTHELLO, str(file), 1).distinct()
    assert distinct.rounds(100) == 2
    told = match_json(tmp_path, "othello", "greedy", "table", "--openings", str(file))
    assert (told["games"], told["distinct_games"]) == (4, 4)
    assert told["warnings"][0].startswith("Without chance: 4 games instead of 100, because ")


def test_a_match_without_chance_plays_no_game_twice(tmp_path: Path) -> None:
    args = ("othello", "greedy", "table", "--games", "1000", "--seed", "1")
    told = match_json(tmp_path, *args, "--name", "m")
    assert (told["games"], told["distinct_games"]) == (1000, 1000)
    assert "Repeated" not in str(told["warnings"])
    assert match_json(tmp_path, *args, "--name", "m")["distinct_games"] == 1000
    alone = match_json(tmp_path, *args[:2], "greedy", *args[3:])
    assert (alone["games"], alone["distinct_games"]) == (1000, 500)
    assert alone["warnings"][0].startswith("Repeated: only 500 of the 1,000 games are different")


def test_chance_may_repeat_a_game_and_it_is_told(tmp_path: Path) -> None:
    given = ("--games", "300", "--openings", "none", "--seed", "1")
    told = match_json(tmp_path, "tictactoe", "random", "first", *given)
    assert told["games"] == 300
    assert told["distinct_games"] < 250
    assert any(line.startswith("Repeated: only ") for line in told["warnings"])


def test_a_tournament_plays_each_pairing_as_far_as_games_differ(tmp_path: Path) -> None:
    given = ("--games", "20", "--openings", "random:1", "--name", "cup")
    ran = kishi(tmp_path, "tournament", "othello", "greedy", "random", "table", *given)
    assert ran.returncode == 0, ran.stderr
    assert "Without chance: 48 games instead of 60, because" in ran.stdout
    told = json.loads(kishi(tmp_path, "tournament", "othello", "--name", "cup", "--json").stdout)
    assert told["games"] == 48


def packed(number: int, moves: bytes, start: str | None = None) -> PackedGame:
    return PackedGame(number, start, 0, moves, None, None, 1, None)


def test_what_differs() -> None:
    some = [
        packed(0, b"a"),
        packed(1, b"a"),
        packed(2, b"a"),
        packed(3, b"b"),
        packed(4, b"a", "x"),
    ]
    for same_player, different in ((False, 4), (True, 3)):
        counted = DistinctGames(same_player, by_openings=False)
        counted.add(some[:2])
        counted.count()
        counted.add(some[2:])
        assert counted.count() == different
    assert few_differ(95, 100) == ""
    assert few_differ(80, 100).startswith("Repeated: only 80 of the 100 games")


def test_every_game_has_a_first_draw() -> None:
    for of in games():
        assert parse_openings(of, "random:1", 3).distinct().of([0])[0] != Opening()
