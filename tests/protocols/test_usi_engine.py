"""kishi as a USI engine."""

import re
import threading
import time
from collections.abc import Iterator

import pytest
from engine_talk import Table, said

from kishi import BadInput, game
from kishi.cli.engine import maker
from kishi.engines.usi import UsiEngine, limit_of


@pytest.fixture
def table() -> Iterator[Table]:
    at = Table(UsiEngine, make=maker("search:hash=1"))
    yield at
    at.close()


def test_it_greets_and_names_its_options() -> None:
    lines = said(UsiEngine, "usi\nisready\nquit\n")
    assert lines[0] == "id name kishi 0"
    assert [line for line in lines if line.startswith("option name USI_Hash type spin")]
    assert lines[-2:] == ["usiok", "readyok"]


def test_it_thinks_aloud_and_answers(table: Table) -> None:
    table.say("position startpos moves 5d5c", "go depth 5")
    *infos, best = table.until("bestmove")
    assert re.fullmatch(
        r"info depth \d+ time \d+ nodes \d+ nps \d+ score (cp|mate) [+-]?\d+ hashfull \d+ pv .+",
        infos[-1],
    )
    start = game("minishogi").start().play(game("minishogi").parse_move("5d5c"))
    assert start.is_legal(game("minishogi").parse_move(best.split()[1]))


def test_stop_is_obeyed_at_once(table: Table) -> None:
    spent = []
    for _ in range(5):
        table.say("position startpos", "go infinite")
        table.until("info depth")
        table.say("stop")
        began = time.perf_counter()
        table.until("bestmove")
        spent.append(time.perf_counter() - began)
    assert min(spent) < 0.05  # the machine may be busy with other things, but not always


def test_infinite_waits_for_stop_even_where_the_answer_is_clear(table: Table) -> None:
    table.say("position sfen 4k/5/4G/5/K3R b G 1", "go infinite")
    table.until("info")
    table.say("isready")
    assert not [line for line in table.until("readyok") if line.startswith("bestmove")]
    table.say("stop")
    assert table.until("bestmove")[-1].startswith("bestmove ")


def test_pondering(table: Table) -> None:
    table.say("position startpos moves 5d5c 1b1c", "go ponder btime 1000 wtime 1000 byoyomi 50")
    table.until("info")
    table.say("ponderhit")
    table.until("bestmove")
    table.say("position startpos", "go ponder", "stop")
    table.until("bestmove")
    table.say("ponderhit")
    assert table.until("info string")[-1] == "info string ponderhit without go ponder"


def test_mates() -> None:
    mated = Table(UsiEngine)
    mated.say("position sfen 4k/5/4G/5/K4 b G 1", "go mate 5000")
    assert mated.until("checkmate")[-1].startswith("checkmate G*")
    mated.say("position startpos", "go mate 2000")
    assert mated.until("checkmate")[-1] in ("checkmate nomate", "checkmate timeout")
    mated.say("quit")
    assert mated.left()


# Whether this is mate takes more than four million nodes.
NO_QUICK_ANSWER = "5/2k2/2s2/4r/K4 b RB2GSPbp 1"


def test_a_search_for_mate_ends_when_the_engine_does_or_something_else_is_asked() -> None:
    before = threading.active_count()
    place = f"position sfen {NO_QUICK_ANSWER}\n"
    lines = said(UsiEngine, place + 2 * "go mate infinite\n" + place + "go mate infinite\n")
    assert lines == ["checkmate timeout"] * 3
    assert threading.active_count() == before


def test_go_alone_is_a_search() -> None:
    assert said(UsiEngine, "go\nstop\n", spec="first")[-1].startswith("bestmove ")


def test_it_resigns_where_it_has_no_move() -> None:
    text = "position sfen 4k/4G/4G/5/K4 w - 1\ngo depth 1\n"
    at = Table(UsiEngine)
    at.say(*text.splitlines())
    assert at.until("bestmove")[-1] == "bestmove resign"
    at.close()


@pytest.mark.parametrize(
    "line",
    [
        "position startpos moves 9z9z",
        "position sfen hello",
        "position startpos moves 5d5b",
        "setoption",
        "setoption name USI_Hash value -3",
        "setoption name USI_Hash value abc",
        "setoption name MultiPV value 1000",
        "setoption name Nothing value 1",
        "go btime x",
        "xyzzy",
        "a" * 100_000,
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(line: str) -> None:
    at = Table(UsiEngine)
    at.say("position startpos moves 5d5c", line)
    assert at.until("info string")
    at.say("go depth 1")
    move = game("minishogi").parse_move(at.until("bestmove")[-1].split()[1])
    after = game("minishogi").start().play(game("minishogi").parse_move("5d5c"))
    assert after.is_legal(move)
    at.say("quit")
    assert at.left()


def test_limits() -> None:
    assert limit_of({"movetime": 1000}, 0).seconds == pytest.approx(0.998)
    assert limit_of({"byoyomi": 1000, "btime": 0, "wtime": 0}, 0).seconds == pytest.approx(0.998)
    assert limit_of({"movetime": 1000}, 0, 0.3).seconds == pytest.approx(0.7)
    assert limit_of({"movetime": 100}, 0, 0.3).seconds == pytest.approx(0.001)
    clocks = limit_of({"btime": 60000, "wtime": 30000, "binc": 1000, "winc": 2000}, 1, 0)
    assert clocks.clocks == (60.0, 30.0)
    assert clocks.increment == 2.0
    assert limit_of({"nodes": 5, "depth": 3}, 0).nodes == 5


def test_no_time_left_is_answered_at_once() -> None:
    for given in ({"btime": 0, "wtime": 0}, {"btime": 0, "wtime": 5000}, {"byoyomi": 0}):
        assert limit_of(given, 0).seconds == pytest.approx(0.001)
    assert limit_of({"btime": 0, "wtime": 0, "binc": 500, "winc": 0}, 0, 0).seconds == 0.5
    assert limit_of({}, 0).seconds is None


def test_the_overhead_is_an_option(table: Table) -> None:
    table.say("usi")
    options = table.until("usiok")
    assert "option name USI_Overhead type spin default 2 min 0 max 5000" in options
    table.say("setoption name USI_Overhead value 5001", "setoption name USI_Overhead value 0")
    assert table.until("info string")[-1].endswith("USI_Overhead is a whole number up to 5000")
    table.say("position startpos", "go btime 0 wtime 0")
    table.until("bestmove")


def test_several_lines_are_told_apart(table: Table) -> None:
    table.say("setoption name MultiPV value 3", "position startpos", "go depth 4")
    infos = [line for line in table.until("bestmove") if line.startswith("info depth 4 ")]
    assert [re.search(r"multipv (\d)", line)[1] for line in infos[-3:]] == ["1", "2", "3"]  # type: ignore[index]
    lines = [line.partition(" pv ")[2].split() for line in infos[-3:]]
    assert len({line[0] for line in lines}) == 3
    assert min(len(line) for line in lines) > 1
    scores = [int(re.search(r"score cp (-?\d+)", line)[1]) for line in infos[-3:]]  # type: ignore[index]
    assert scores == sorted(scores, reverse=True)


def test_nodes_are_of_all_threads_and_the_table_fills(table: Table) -> None:
    """One thread of two makes about half of what both make."""
    table.say("setoption name Threads value 2", "isready", "position startpos", "go nodes 60000")
    *_, last, best = table.until("bestmove")
    assert best.startswith("bestmove")
    assert int(re.search(r"nodes (\d+)", last)[1]) > 60000  # type: ignore[index]
    assert 0 < int(re.search(r"hashfull (\d+)", last)[1]) <= 1000  # type: ignore[index]


def test_a_new_game_forgets_the_last() -> None:
    """The same question has the same nodes again, and others where the table was kept."""
    at = Table(UsiEngine, spec="search:hash=1")

    def nodes() -> int:
        at.say("position startpos", "go depth 7")
        last = at.until("bestmove")[-2]
        return int(re.search(r"nodes (\d+)", last)[1])  # type: ignore[index]

    first, again = nodes(), nodes()
    at.say("gameover win", "usinewgame")
    assert nodes() == first
    assert again != first
    at.close()


def test_mates_are_counted_in_plies(table: Table) -> None:
    table.say("position sfen 4k/5/4G/5/K4 b G 1", "go depth 3")
    assert " score mate 1 " in table.until("bestmove")[-2]
    table.say("position sfen 2k2/5/2GS1/5/2K2 w - 1", "go depth 5")
    assert re.search(r" score (mate -\d|cp)", table.until("bestmove")[-2])


def test_only_minishogi() -> None:
    with pytest.raises(BadInput, match="USI is for minishogi"):
        said(UsiEngine, "", game("othello"))
