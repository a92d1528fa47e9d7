"""Whole games over each protocol with kishi at both ends; tests/peers has other programs."""

import shlex
import sys
from pathlib import Path

import pytest

from kishi import BadInput, Limit, PlayerFailed, Record, Referee, game, make_player, play_game
from kishi.arena.compliance import PROTOCOLS, check
from kishi.cli.analyze import described
from kishi.core import Choice
from kishi.players import parse_spec
from kishi.protocols.usi import fen, uci_name, usi_name

RUN = [sys.executable, "-c", "from kishi.cli import main; main()"]
PAIRS = [
    ("usi", "minishogi", "engine usi"),
    ("gtp", "othello", "engine gtp"),
    ("gtp", "gomoku-8", "engine gtp --game gomoku"),
    ("gomocup", "gomoku-8", "engine gomocup"),
    ("nboard", "othello", "engine nboard"),
    ("plain", "minishogi", "engine plain"),
]


def command(words: str, player: str = "search:depth=1,hash=1") -> str:
    """The command line of kishi's own engine side."""
    program, _, rest = words.partition(" ")
    if rest.startswith("plain"):  # whose last argument is 0 or 1
        return shlex.join([*RUN, program, "--player", player, rest])
    return shlex.join([*RUN, program, *rest.split(), "--player", player])


@pytest.mark.parametrize(("protocol", "name", "words"), PAIRS)
@pytest.mark.parametrize("first", [True, False])
def test_a_whole_game_with_kishi_at_both_ends(
    protocol: str, name: str, words: str, first: bool
) -> None:
    of = game(name)
    engine = make_player(of, f"{protocol}:{command(words)}")
    other = make_player(of, "random", 3)
    referee = Referee(of, limit=Limit(depth=1), most_plies=150)
    try:
        record = play_game(*((engine, other) if first else (other, engine)), referee)
    finally:
        engine.close()
    assert record.end is None or record.end.reason == "too long", record.end
    assert len(record.choices) > 4


def test_a_spec_takes_the_whole_command() -> None:
    spec = parse_spec(game("minishogi"), "usi:my engine --a=b,c 'd e'")
    assert spec.options == {"command": "my engine --a=b,c 'd e'"}
    assert parse_spec(game("minishogi"), str(spec)) == spec
    with pytest.raises(BadInput, match="write the program's command"):
        make_player(game("minishogi"), "usi:")
    with pytest.raises(BadInput, match="not a command"):
        make_player(game("minishogi"), "usi:'half")


def test_fairy_stockfishs_names_of_moves() -> None:
    of = game("minishogi")
    for text, theirs in [("5d5c", "a2a3"), ("P*3c", "P@c3"), ("5b5a+", "a4a5+"), ("1a5e", "e5a1")]:
        assert uci_name(of, of.parse_move(text)) == theirs
        assert usi_name(theirs) == text
    assert fen("2k2/5/5/5/2K2 b 2RBp 1") == "2k2/5/5/5/2K2[RRBp] w - - 0 1"


FAULTY = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ''
    if word == 'usi': print('usiok')
    if word == 'isready': print('readyok')
    if word == 'go': print(%r)
    if word == 'quit': break
    sys.stdout.flush()
"""


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("bestmove hello", "answered 'hello', which is no move"),
        ("bestmove", "answered bestmove without a move"),
        ("bestmove win", "claimed to have won"),
        ("", "gave no answer in time"),
    ],
)
def test_what_an_engine_gets_wrong_is_said(tmp_path: Path, answer: str, message: str) -> None:
    script = tmp_path / "faulty.py"
    script.write_text(FAULTY % answer)
    player = make_player(game("minishogi"), f"usi:{shlex.join([sys.executable, str(script)])}")
    try:
        with pytest.raises(PlayerFailed, match=message):
            player.choose(Record.new(game("minishogi")), Limit(seconds=0.1))
    finally:
        player.close()


def test_an_answer_tells_how_long_it_took_and_no_value_that_nobody_gave(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(FAULTY % "bestmove 5d5c")
    of = game("minishogi")
    player = make_player(of, f"usi:{shlex.join([sys.executable, str(script)])}")
    try:
        choice = player.choose(Record.new(of), Limit(seconds=60))
    finally:
        player.close()
    assert isinstance(choice, Choice)
    assert choice.seconds > 0
    (told,) = described(Record.new(of), "x", choice)["moves"]
    assert told.pop("move") == "5d5c"
    assert set(told.values()) == {None}


def test_check_finds_what_is_wrong(tmp_path: Path) -> None:
    script = tmp_path / "faulty.py"
    script.write_text(FAULTY % "bestmove 5d5b")
    found = list(check("usi", shlex.join([sys.executable, str(script)])))
    wrong = {f.look: f.wrong for f in found if f.wrong}
    assert wrong["moves"] == "made an illegal move"
    assert wrong["game"] == "illegal move, at move 1"
    assert wrong["thinks"] == "sent no info line with depth and pv"
    assert "leaves" not in wrong
    nothing = list(check("gtp", "/nowhere/engine"))
    assert [f.wrong for f in nothing] == [
        "'/nowhere/engine' cannot be started: No such file or directory"
    ]
    with pytest.raises(BadInput, match="gomocup is for gomoku"):
        list(check("gomocup", "x", game("othello")))
    assert set(PROTOCOLS) == {"usi", "uci", "gtp", "gomocup", "nboard", "plain"}


def test_check_of_the_plain_protocol(tmp_path: Path) -> None:
    engine = command("engine plain", "first")
    assert [f.wrong for f in check("plain", engine)] == [None] * 4
    script = tmp_path / "mute.py"
    script.write_text("import sys; print('hello'); sys.stdin.read()")
    found = list(check("plain", shlex.join([sys.executable, str(script)])))
    assert "answered 'hello', which is no move" in (found[1].wrong or "")


def test_a_game_that_a_program_cannot_be_told() -> None:
    of = game("minishogi")
    begun = Record.new(of).play(Choice(move=of.start().legal_moves()[0]))
    begun = begun.play(Choice(move=begun.position.legal_moves()[0]))
    player = make_player(of, "plain:/nowhere/engine")
    with pytest.raises(PlayerFailed, match="cannot be told moves"):
        player.choose(begun, Limit())
