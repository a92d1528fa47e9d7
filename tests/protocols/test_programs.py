"""Programs of others as peers: their options, from one game to the next, what they say when they fail."""

import shlex
import sys
from pathlib import Path

import pytest

from kishi import BadInput, Limit, PlayerFailed, Record, game, make_player
from kishi.arena.job import Done, Job, run
from kishi.arena.openings import Opening, PackedOpenings
from kishi.arena.waiting import send_home
from kishi.core import Choice
from kishi.protocols.manager import ExternalPlayer, parted

KISHI = [sys.executable, "-c", "from kishi.cli import main; main()"]

# A USI engine that writes down what it is told, with its number of a process before it. What it does with
# `go movetime` is told by its last argument.
SCRIPT = """
import os, sys, time
log, taking = sys.argv[1:]
print('a first word', file=sys.stderr, flush=True)
for line in sys.stdin:
    with open(log, 'a') as file:
        file.write(f'{os.getpid()} {line}')
    word, *rest = line.split() or ['']
    if word == 'usi':
        print('id name scripted')
        for name in ('USI_Hash', 'Skill_Level', 'Style'):
            print(f'option name {name} type string default x')
        print('option name Clear Hash type button')
        print('usiok')
    if word == 'isready': print('readyok')
    if word == 'go':
        if taking == 'takes': time.sleep(int(rest[-1]) / 1000)
        if taking == 'crashes': sys.exit('out of ideas')
        if taking != 'waits': print('bestmove 5d5c')
    if word == 'stop': print('bestmove 5d5c')
    if word == 'quit': break
    sys.stdout.flush()
"""


class Scripted:
    """The engine of SCRIPT, and what it was told."""

    def __init__(self, folder: Path, taking: str = "at once") -> None:
        self._log = folder / "log"
        script = folder / "engine.py"
        script.write_text(SCRIPT)
        self.command = shlex.join([sys.executable, str(script), str(self._log), taking])

    def player(self, options: str = "") -> ExternalPlayer:
        player = make_player(game("minishogi"), f"usi:{self.command}{options}")
        assert isinstance(player, ExternalPlayer)
        return player

    @property
    def told(self) -> list[str]:
        return [line.split(" ", 1)[1] for line in self._log.read_text().splitlines()]


def test_the_text_of_options() -> None:
    assert parted("a,b 'c d'") == (["a,b", "c d"], {})
    assert parted("cmd,option.Hash=64,option.Skill Level=3,4,option.Clear Hash=") == (
        ["cmd"],
        {"Hash": "64", "Skill Level": "3,4", "Clear Hash": ""},
    )
    with pytest.raises(BadInput, match=r"write ,option\.NAME=VALUE after the command"):
        parted("cmd,option.Hash")
    with pytest.raises(BadInput, match="'Hash' is given twice"):
        parted("cmd,option.Hash=1,option.Hash=2")
    with pytest.raises(BadInput, match="plain protocol has no options"):
        make_player(game("minishogi"), "plain:cmd,option.Hash=1")


def test_options_are_set_by_the_programs_own_names(tmp_path: Path) -> None:
    engine = Scripted(tmp_path)
    player = engine.player(
        ",option.hash=64,option.Skill Level=3,option.Clear Hash=,option.Style=a,b"
    )
    player.prepare()
    player.close()
    assert [line for line in engine.told if line.startswith("setoption")] == [
        "setoption name USI_Hash value 64",
        "setoption name Skill_Level value 3",
        "setoption name Clear Hash",
        "setoption name Style value a,b",
    ]


def test_an_option_that_a_program_has_not(tmp_path: Path) -> None:
    player = Scripted(tmp_path).player(",option.Styles=x")
    with pytest.raises(PlayerFailed, match="has no option 'Styles'; did you mean 'Style'"):
        player.prepare()
    player.close()


@pytest.mark.parametrize(
    ("taking", "go"),
    [
        ("takes", "go movetime 700"),
        ("at once", "go btime 0 wtime 0 byoyomi 700"),
        ("waits", "go btime 0 wtime 0 byoyomi 700"),
    ],
)
def test_movetime_is_for_those_that_take_it(tmp_path: Path, taking: str, go: str) -> None:
    engine = Scripted(tmp_path, taking)
    player = engine.player()
    player.prepare()
    try:
        player.choose(Record.new(game("minishogi")), Limit(seconds=0.7))
    except PlayerFailed:
        assert taking == "waits"
    player.close()
    assert engine.told[-2 if engine.told[-1] == "quit" else -1] == go


def test_what_a_program_says_on_standard_error_is_kept(tmp_path: Path) -> None:
    player = Scripted(tmp_path, "crashes").player()
    with pytest.raises(PlayerFailed) as caught:
        player.prepare()
    player.close()
    assert str(caught.value) == "crashed (exit code 1); it said: out of ideas"
    assert caught.value.stderr == "a first word\nout of ideas"


def test_much_on_standard_error_stops_nobody(tmp_path: Path) -> None:
    script = tmp_path / "loud.py"
    script.write_text("import sys; sys.stderr.write('x' * 1_000_000); " + SCRIPT)
    command = shlex.join([sys.executable, str(script), str(tmp_path / "log"), "takes"])
    player = make_player(game("minishogi"), f"usi:{command}")
    assert isinstance(player, ExternalPlayer)
    player.prepare()
    assert 0 < len(player.stderr) <= 4096
    player.close()


def games(of: str, spec: str, other: str, count: int) -> Done:
    """So many games, one a job, as a contest of slow players has them."""
    import numpy as np

    def job(number: int) -> Job:
        return Job(
            game=of, a=spec, b=other, limit=Limit(depth=1), margin=1.0, most_plies=6,
            numbers=np.array([number], np.int64), seeds=np.array([number], np.uint64),
            openings=PackedOpenings.of([Opening()]), opening_of=np.zeros(1, np.int32),
        )  # fmt: skip

    return [run(job(number)) for number in range(count)][-1]


@pytest.mark.parametrize(
    ("protocol", "name", "hello", "between"),
    [
        ("usi", "minishogi", "usi", "usinewgame"),
        ("gomocup", "gomoku-8", "START 8", "RESTART"),
        ("gtp", "othello", "protocol_version", "clear_board"),
        ("nboard", "othello", "nboard 2", "set game "),
    ],
)
def test_a_program_lives_from_one_game_to_the_next(
    tmp_path: Path, protocol: str, name: str, hello: str, between: str
) -> None:
    log = tmp_path / "log"
    engine = shlex.join([*KISHI, "engine", protocol, "--player", "first"])
    command = shlex.join(["sh", "-c", f"tee -a {shlex.quote(str(log))} | {engine}"])
    try:
        done = games(name, f"{protocol}:{command}", "random", 3)
    finally:
        send_home()
    assert done.games[0].reason == "too long"
    told = log.read_text().splitlines()
    assert told.count(hello) == 1
    assert sum(line.startswith(between) for line in told) >= 2
    assert sum(line.startswith("genmove") for line in told) == (9 if protocol == "gtp" else 0)


def test_one_that_failed_does_not_wait_for_another_game(tmp_path: Path) -> None:
    player = Scripted(tmp_path).player()
    player.prepare()
    assert player.lasting
    record = Record.new(game("minishogi"))
    answer = player.choose(record, Limit(depth=1))
    assert isinstance(answer, Choice)
    assert player.lasting
    player.close()
    assert not player.lasting
