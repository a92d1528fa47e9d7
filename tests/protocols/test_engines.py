"""kishi as a GTP, Gomocup, NBoard and plain engine."""

import io
import random
import re
import subprocess
import sys
import time
from collections.abc import Mapping

import pytest
from engine_talk import Table, said, seat
from fuzz_engines import TALKS, torment

from kishi import Limit, Player, Record, game, make_player
from kishi.cli.engine import maker
from kishi.core import Choice, Game
from kishi.engines.engine import Mouth, serve
from kishi.engines.gomocup import GomocupEngine
from kishi.engines.gtp import GtpEngine
from kishi.engines.nboard import NBoardEngine
from kishi.engines.plain import PlainEngine
from kishi.protocols.gtp_names import move_at, vertex
from kishi.protocols.plain import write_up_name
from samples import fewer


def gtp(text: str, of: str | None = None) -> list[str]:
    lines = said(GtpEngine, text, game(of) if of else None)
    return [answer.strip() for answer in "\n".join(lines).split("\n\n") if answer.strip()]


def test_gtp_administration() -> None:
    assert gtp("protocol_version\n7 name\n\n# comment\nversion # what\nknown_command play\n") == [
        "= 2", "=7 kishi", "= 0", "= true",
    ]  # fmt: skip
    (listed,) = gtp("list_commands\n")
    assert {"boardsize", "genmove", "undo", "reg_genmove", "analyze"} <= set(listed[2:].split("\n"))


def test_gtp_plays_othello() -> None:
    answers = gtp(
        "play b F5\nplay b a1\nplay w f5\nplay w d6\nreg_genmove b\ngenmove b\nundo\nshowboard\n"
    )
    assert answers[:4] == ["=", "? illegal move", "? illegal move", "="]
    assert answers[4] == answers[5]
    assert re.fullmatch(r"= [A-H][1-8]", answers[5])
    assert "black (X is black) to move" in answers[7]


def test_gtp_passes_after_the_end() -> None:
    """GoGui's twogtp goes on after the last disc until both have passed."""
    squares = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]  # then all discs are black
    wiped_out = "".join(f"play {'bw'[n % 2]} {square}\n" for n, square in enumerate(squares))
    more = "play w a1\ngenmove w\nplay b pass\nreg_genmove b\nundo\nundo\nundo\nplay b c5\n"
    assert gtp(wiped_out + more) == [
        *["="] * 9, "? illegal move", "= PASS", "=", "= PASS", "=", "=", "=", "=",
    ]  # fmt: skip


def test_gtp_at_the_end_of_gomoku() -> None:
    """Who has lost resigns; after a draw both pass, for nobody has lost."""
    five = "".join(f"play b {c}1\nplay w {c}3\n" for c in "abcd") + "play b e1\ngenmove w\n"
    assert gtp(five, "gomoku")[-1] == "= resign"


def test_gtp_sizes_and_mistakes() -> None:
    assert gtp("boardsize 6\nboardsize 7\nboardsize\n")[0] == "="
    assert set(gtp("boardsize 7\nboardsize x\nboardsize\n")) == {"? unacceptable size"}
    assert gtp("boardsize 21\n", "gomoku") == ["? unacceptable size"]
    assert gtp("undo\nxyzzy\nplay\nplay red a1\ntime_left b x 1\n") == [
        "? cannot undo", "? unknown command", "? syntax error: play COLOR VERTEX",
        "? invalid color", "? syntax error: expected 2 numbers",
    ]  # fmt: skip


def test_gtp_letters_leave_out_i() -> None:
    gomoku = game("gomoku")
    names = [vertex(gomoku, m) for m in range(225)]
    assert not [n for n in names if n.startswith("I")]
    assert [move_at(gomoku, n) for n in names] == list(range(225))


def test_gtp_puts_in_the_pass_that_is_due() -> None:
    of = game("othello-4")
    passes = next(r for r in (random_record(of, s) for s in range(200)) if 16 in r.moves[:-1])
    moves = [(p.turn, m) for p, m in zip(passes.positions, passes.moves, strict=False) if m != 16]
    text = "boardsize 4\n" + "".join(f"play {'bw'[t]} {vertex(of, m)}\n" for t, m in moves)
    assert set(gtp(text)) == {"="}


def random_record(of: Game, seed: int) -> Record:
    rng, record = random.Random(seed), Record.new(of)
    while not record.over:
        record = record.play(Choice(move=rng.choice(record.position.legal_moves())))
    return record


def test_gtp_analysis_goes_on_until_the_next_line() -> None:
    at = Table(GtpEngine)
    at.say("analyze b 10")
    assert at.until("info move ")[0] == "="
    at.say("name")
    assert at.until("= kishi")[-2] == ""
    at.say("quit")
    assert at.left()


def gomocup(text: str, spec: str | None = None) -> list[str]:
    """What it answers; messages are talk."""
    make = maker(spec) if spec else None
    lines = said(GomocupEngine, f"INFO timeout_turn 100\n{text}", make=make)
    return [line for line in lines if not line.startswith("MESSAGE")]


def test_gomocup() -> None:
    lines = gomocup("START 15\nBEGIN\nABOUT\nRESTART\nTURN 7,7\nEND\nBEGIN\n")
    assert lines[0] == "OK"
    assert re.fullmatch(r"\d+,\d+", lines[1])
    assert lines[2].startswith('name="kishi", version="0"')
    assert lines[3] == "OK"
    assert re.fullmatch(r"\d+,\d+", lines[4])
    assert len(lines) == 5


def test_gomocup_wins_from_a_board_in_any_order() -> None:
    mine = [(3, 3), (4, 3), (5, 3), (6, 3)]
    theirs = [(0, 0), (2, 2), (9, 9), (12, 1)]
    board = "".join(f"{x},{y},2\n" for x, y in theirs) + "".join(f"{x},{y},1\n" for x, y in mine)
    assert gomocup(f"START 15\nBOARD\n{board}DONE\n")[-1] in ("2,3", "7,3")


def test_gomocup_rules_and_mistakes() -> None:
    assert gomocup("START 4\nSTART x\nRECTSTART 15,14\nRECTSTART 15,15\nXYZZY\nTURN 15,1\n") == [
        "ERROR unsupported size: 5 to 20 are",
        "ERROR the size is a whole number up to 1000000000000",
        "ERROR unsupported size: only square boards are", "OK", "UNKNOWN XYZZY",
        "ERROR expected x,y from 0 to 14",
    ]  # fmt: skip
    played = "START 15\nINFO rule 4\nINFO nonsense\nTURN 7,7\n"
    assert re.fullmatch(r"\d+,\d+", gomocup(played)[1])
    assert gomocup("START 15\nBOARD\n1,1,1\nhello\nBEGIN\n")[1].startswith("ERROR expected x,y,who")


def test_gomocup_takes_back() -> None:
    lines = gomocup("START 8\nPLAY 3,3\nTAKEBACK 3,3\nTAKEBACK 3,3\n")
    assert lines == ["OK", "3,3", "OK", "ERROR that is not the last move"]


def test_gomocup_tells_what_it_thinks() -> None:
    lines = said(GomocupEngine, "START 15\nINFO timeout_turn 100\nTURN 7,7\n")
    assert re.fullmatch(
        r"MESSAGE depth 2 winrate \d+\.\d% nodes \d+ nps \d+ time \d+ pv( \d+,\d+)+", lines[1]
    )
    assert re.fullmatch(r"\d+,\d+", lines[2])


def test_gomocup_refuses_a_rule_that_it_does_not_know() -> None:
    refused = "ERROR unsupported rule 9: 0 (freestyle), 1 (standard) and 4 (renju) are"
    asked = "INFO rule 9\nBEGIN\nTURN 7,7\nSWAP2BOARD\nDONE\nINFO rule 1\nRESTART\nBEGIN\n"
    lines = gomocup(f"START 15\n{asked}")
    assert lines[:6] == ["OK", refused, refused, refused, refused, "OK"]
    assert re.fullmatch(r"\d+,\d+", lines[6])


def test_gomocup_has_the_memory_and_the_threads_it_is_told() -> None:
    made = list[dict[str, str]]()

    def make(of: Game, options: Mapping[str, str]) -> Player:
        made.append(dict(options))
        return make_player(of, "first")

    told = ["max_memory 367001600", "THREAD_NUM 4", "max_memory 1", "max_memory 0", "thread_num x"]
    text = "".join(f"INFO {line}\n" for line in told)
    serve(GomocupEngine(lambda line: None, make, None, "0"), io.BytesIO(text.encode()))
    assert made == [
        {}, {"hash": "111"}, {"hash": "111", "threads": "4"}, {"hash": "1", "threads": "4"},
        {"threads": "4"},
    ]  # fmt: skip


def swap2(*stones: str, spec: str = "search:depth=4,hash=1", size: int = 15) -> str:
    board = "".join(f"{stone}\n" for stone in stones)
    return gomocup(f"START {size}\nSWAP2BOARD\n{board}DONE\n", spec)[-1]


def test_swap2_begins_with_three_even_stones() -> None:
    of = game("gomoku")
    record = Record.new(of)
    stones = swap2(spec="search:nodes=2000,hash=1").split()
    for x, y in (stone.split(",") for stone in stones):
        record = record.play(Choice(move=15 * int(y) + int(x)))
    judge = make_player(of, "search:nodes=300000,hash=8")
    thought = judge.choose(record, Limit())
    assert isinstance(thought, Choice)
    assert abs(thought.value or 0.0) < 0.3
    assert len(set(swap2(spec="search:nodes=50,hash=1", size=5).split())) == 3


def test_swap2_has_all_three_answers() -> None:
    """Black where black is better, white where white is, two stones more where nobody is."""
    assert swap2("7,7", "0,0", "8,8") == "SWAP"
    assert re.fullmatch(r"\d+,\d+", swap2("0,0", "7,7", "14,14"))
    two = swap2("0,0", "14,0", "0,14", spec="search:eval=zero,depth=1,hash=1,exact=false").split()
    assert len({"0,0", "14,0", "0,14", *two}) == 5


def test_swap2_chooses_after_five_stones() -> None:
    assert swap2("6,6", "0,0", "8,8", "0,14", "7,7") == "SWAP"
    assert re.fullmatch(r"\d+,\d+", swap2("0,0", "6,6", "14,14", "8,8", "0,14"))
    assert swap2("1,1").startswith("ERROR swap2 has none")
    assert swap2("1,1", "1,1", "2,2").startswith("ERROR swap2 has none")


START = "---------------------------O*------*O--------------------------- *"
GGF = f"(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {START}]B[F5];)"


def test_nboard() -> None:
    at = Table(NBoardEngine, spec="search:hash=1")
    at.say("nboard 2", "set depth 4", f"set game {GGF}", "move F6/1.5/2", "ping 3", "go")
    assert at.until("pong")[0] == "set myname kishi"
    assert re.fullmatch(r"=== [A-H][1-8]/-?\d+\.\d\d(/[\d.]+)?", at.until("===")[-1])
    at.say("ping 4", "hint 2")
    at.until("pong 4")
    assert at.until("search ")
    at.say("set depth 50", "go", "ping 5")
    assert not [line for line in at.until("pong 5") if line.startswith("===")]
    at.say("set depth 2", "analyze")
    assert at.until("analysis 0")
    at.say("xyzzy", "move a1", "set game (;GM[Othello])")
    assert "unknown command" in at.until("status unknown")[-1]
    at.until("status illegal move")
    at.until("status line 1")
    at.say("quit")
    assert at.left()


def plain(text: str, first: bool) -> list[str]:
    out = io.BytesIO()
    engine = PlainEngine(Mouth(out), seat("first"), None, first)
    serve(engine, io.BytesIO(text.encode()))
    return out.getvalue().decode().split("\n")[:-1]


def test_plain() -> None:
    assert len(plain("", first=True)) == 1
    assert len(plain("\n2A3A\n", first=False)) == 1
    assert plain("2A4A\n", first=False) == ["You Lose"]
    assert plain("hello\n", first=False) == ["You Lose"]


def test_plain_names_are_the_write_ups() -> None:
    of = game("minishogi")
    assert write_up_name(of, of.parse_move("5d5c")) == "2A3A"
    for seed in range(20):
        for move in random_record(of, seed).moves:
            assert of.parse_move(write_up_name(of, move)) == move


@pytest.mark.parametrize("name", TALKS)
def test_nothing_kills_an_engine(name: str) -> None:
    torment(name, fewer(40, 8))


@pytest.mark.parametrize("name", TALKS)
def test_endless_lines_and_half_lines(name: str) -> None:
    began = time.process_time()
    said(TALKS[name].kind, b"x" * 5_000_000 + b"\n" + b"go" + b"\0" * 70_000 + b"\nhalf a li")
    assert time.process_time() - began < 5


@pytest.mark.parametrize("words", ["usi", "gtp", "gomocup", "nboard", "plain 0"])
def test_the_command_leaves_quietly_when_its_input_ends(words: str) -> None:
    garbage = random.Random(words).randbytes(3000) + b"\n" + b"x" * 200_000 + b"\nhalf a li"
    ran = subprocess.run(
        [sys.executable, "-c", "from kishi.cli import main; main()", "engine", *words.split()],
        input=garbage, capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == b""
