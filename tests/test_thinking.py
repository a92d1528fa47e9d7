"""A search on a thread of its own: watched, stopped, and asked whatever its `choose` takes."""

import asyncio
import io
import shlex
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from rich.console import Console

import kishi
from kishi import (
    Choice,
    Game,
    Limit,
    Player,
    PlayerFailed,
    Record,
    SearchControl,
    SimplePlayer,
    parse_spec,
)
from kishi.arena.contest import Conditions, Pairing
from kishi.arena.job import run
from kishi.arena.openings import parse_openings
from kishi.cli.terminal.screen import Screen
from kishi.cli.terminal.thinking import Watched
from kishi.core import Answer, takes_control
from kishi.engines.engine import Mouth, serve
from kishi.engines.usi import UsiEngine
from kishi.locale import Words
from kishi.players import KINDS, make_player
from kishi.players.thinking import NAME, Background, controlled, still_at_work, think
from kishi.text_board import Look
from kishi.web.thinking import Thinker, ThinkingPool

OTHELLO, MINISHOGI = kishi.game("othello"), kishi.game("minishogi")


class Simple:
    """The least that is a player."""

    name = "simple"

    def choose(self, record: Record, limit: Limit) -> Choice:
        return Choice(move=record.position.legal_moves()[0])

    def close(self) -> None: ...


class Heeding(Simple):
    """The same that is handed a control, and thinks until it is stopped."""

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Choice:
        while control is not None and not control.stopped:
            time.sleep(0.001)
        return super().choose(record, limit)


@dataclass(frozen=True, slots=True)
class SimpleKind:
    """A kind whose players are simple."""

    kind: ClassVar[str] = "simple"
    families: ClassVar[tuple[str, ...]] = ("othello", "minishogi")
    source: ClassVar[str] = ""
    main: ClassVar[str] = ""

    def player(self, game: Game, name: str, seed: int) -> SimplePlayer:
        return Simple()


def test_who_takes_a_control_is_seen_from_the_signature() -> None:
    assert not takes_control(Simple().choose)
    assert takes_control(Heeding().choose)
    assert not takes_control(abs)
    assert not takes_control(time.sleep)
    heeding = Heeding()
    assert controlled(heeding) is heeding
    assert controlled(Simple()).name == "simple"


def test_a_stop_ends_a_search_even_before_it_has_begun() -> None:
    stopped = SearchControl()
    stopped.stop()
    for control in (stopped, None):
        search = think(
            make_player(OTHELLO, "search"), Record.new(OTHELLO), Limit(seconds=600), control
        )
        search.stop()
        assert isinstance(search.done.result(30), Choice)
    assert isinstance(think(Heeding(), Record.new(OTHELLO), Limit(), stopped).watch(), Choice)


def test_what_it_thinks_is_told_while_it_thinks() -> None:
    told: list[Choice] = []
    player, limit = make_player(MINISHOGI, "search:exact=false"), Limit(nodes=50_000)
    answer = think(player, Record.new(MINISHOGI), limit).watch(told.append, every=0.001)
    assert isinstance(answer, Choice)
    assert [c.depth for c in told] == sorted({c.depth for c in told})
    assert told[-1].move == answer.move


def test_a_control_that_has_served_before_tells_only_news() -> None:
    control, told = SearchControl(), list[Choice]()
    record = Record.new(OTHELLO)
    make_player(OTHELLO, "search:depth=3").choose(record, Limit(), control)
    assert control.latest()[1]
    quick = make_player(OTHELLO, "random")
    think(quick, record, Limit(), control).watch(told.append)
    assert told == []


def test_failures_reach_whoever_waits() -> None:
    def fail(control: SearchControl) -> None:
        raise PlayerFailed("for a reason")

    with pytest.raises(PlayerFailed, match="for a reason"):
        Background(fail).watch()


def test_a_simple_player_plays_a_game_beside_one_that_heeds() -> None:
    referee = kishi.Referee(OTHELLO, most_plies=8)
    record = kishi.play_game(Simple(), make_player(OTHELLO, "random", 1), referee)
    assert len(record.choices) == 8
    assert record.players == ("simple", "random")


def test_a_kind_may_make_simple_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a match, at the terminal and on the web players are made by `make_player`."""
    monkeypatch.setattr("kishi.players.KINDS", [*KINDS, SimpleKind])
    player = make_player(OTHELLO, "simple")
    control = SearchControl()
    assert isinstance(player.choose(Record.new(OTHELLO), Limit(), control), Choice)
    conditions = Conditions(OTHELLO, Limit(), parse_openings(OTHELLO, "random:4", 1), 1)
    pairing = Pairing(parse_spec(OTHELLO, "simple"), parse_spec(OTHELLO, "random"))
    assert len(run(conditions.job(pairing, range(4)), control).games) == 4
    assert isinstance(asyncio.run(asked_on_the_web(player)), Choice)
    screen = Screen(Console(file=io.StringIO()), Words("en"), Look())
    record = kishi.Record.new(OTHELLO)
    assert isinstance(Watched(player, screen, Limit()).choose(record, Limit(), control), Choice)


async def asked_on_the_web(player: Player) -> Answer:
    pool, thinker = ThinkingPool(1, 64), Thinker(lambda: player)
    return await pool.think(thinker, Record.new(OTHELLO), Limit(), lambda _: None)


def test_a_simple_player_sits_behind_an_engine() -> None:
    def make(of: Game, options: Mapping[str, str]) -> SimplePlayer:
        return Simple()

    out = io.BytesIO()
    lines = b"position startpos\ngo infinite\nstop\nquit\n"
    serve(UsiEngine(Mouth(out), make, None, "0"), io.BytesIO(lines))
    first = MINISHOGI.move_text(MINISHOGI.start().legal_moves()[0])
    assert f"bestmove {first}" in out.getvalue().decode()


PROGRAM = """
import pathlib, sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ''
    if word == 'usi': print('usiok')
    if word == 'isready': print('readyok')
    if word == 'go' and '600000' not in line: print('bestmove 5d5c')  # it is being tried out
    if word == 'go' and '600000' in line:
        print('info depth 1 pv 5d5c')
        pathlib.Path(sys.argv[0] + '.asked').touch()
    if word == 'stop' and %r: print('bestmove 5d5c')
    if word == 'quit': break
    sys.stdout.flush()
"""


def program(tmp_path: Path, *, obeys: bool) -> str:
    script = tmp_path / "engine.py"
    script.write_text(PROGRAM % obeys)
    return f"usi:{shlex.join([sys.executable, str(script)])}"


def wait_until_asked(tmp_path: Path) -> None:
    """Until the program has been told to search, however long the machine takes to start it."""
    asked = tmp_path / "engine.py.asked"
    while not asked.exists():
        time.sleep(0.01)
    asked.unlink()


def test_a_program_that_knows_a_word_for_it_is_told_to_stop(tmp_path: Path) -> None:
    player = make_player(MINISHOGI, program(tmp_path, obeys=True))
    for _ in range(2):  # and can be asked again
        search = think(player, Record.new(MINISHOGI), Limit(seconds=600))
        wait_until_asked(tmp_path)
        search.stop()
        answer = search.done.result(30)
        assert isinstance(answer, Choice)
        assert MINISHOGI.move_text(answer.move) == "5d5c"
    player.close()


def test_a_program_that_does_not_stop_is_given_up(tmp_path: Path) -> None:
    player = make_player(MINISHOGI, program(tmp_path, obeys=False))
    for _ in range(2):  # the next question starts it anew
        search = think(player, Record.new(MINISHOGI), Limit(seconds=600))
        wait_until_asked(tmp_path)
        search.stop()
        with pytest.raises(PlayerFailed):
            search.done.result(30)
    player.close()


def test_a_program_without_such_a_word_is_given_up(tmp_path: Path) -> None:
    script = tmp_path / "mute.py"
    script.write_text("import sys; sys.stdin.read()")
    player = make_player(OTHELLO, f"gtp:{shlex.join([sys.executable, str(script)])}")
    search = think(player, Record.new(OTHELLO), Limit(seconds=600))
    time.sleep(0.2)
    search.stop()
    with pytest.raises(PlayerFailed, match="was stopped"):
        search.done.result(30)
    player.close()


def test_a_thread_about_to_begin_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C may come between a thread's making and its start, when it is listed and cannot be joined."""
    begun = threading.Thread(target=lambda: None, name=NAME)
    monkeypatch.setattr(threading, "enumerate", lambda: [begun])
    assert not still_at_work(patience=0)
