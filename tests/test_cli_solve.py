"""`kishi solve`, `analyze` and `explain`: what they print, and how bad input ends."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import kishi
from kishi import Choice, Record
from kishi.cli import main, solve
from kishi.players.thinking import Background
from samples import fewer

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
OPEN_THREE = "9/9/9/2xxx4/9/2ooo4/9/9/9 x"
CLOSED_THREE = "9/9/9/1oxxx4/9/2oo5/9/9/9 x"
MATE = "4k/5/4G/5/K4 b G 1"
NO_MATE = "4k/5/5/5/K4 b G 1"


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def last_line(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.stderr
    return str(result.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    ("game", "position", "answer"),
    [
        ("gomoku-9", OPEN_THREE, "win 3"),
        ("gomoku-9-renju", OPEN_THREE, "win 3"),
        ("gomoku-9", CLOSED_THREE, "none"),
        ("minishogi", MATE, "mate 1"),
        ("minishogi", NO_MATE, "none"),
        ("othello-4", "---- -XO- -OX- ---- X".replace(" ", "", 3), None),
    ],
)
def test_the_last_line_is_the_answer_alone(game: str, position: str, answer: str | None) -> None:
    said = last_line("solve", game, "--position", position)
    if answer is None:
        assert re.fullmatch(r"[+-]\d+", said)
    else:
        assert said == answer


def test_othello_says_the_difference_with_its_sign() -> None:
    if fewer(1, 0):
        assert last_line("solve", "othello", "--position", FFO_40) == "+38"
    assert last_line("solve", "othello-4") == "-10"
    assert last_line("solve", "othello-4", "--outcome") == "loss"
    assert "white 11" in run("solve", "othello-4").stdout


def test_a_draw_has_a_sign_too() -> None:
    """Two empty squares, and whoever plays best gets half of the discs."""
    text = "X" * 32 + "O" * 32
    assert kishi.game("othello").parse(f"{text} X").legal_moves() == []
    assert run("solve", "othello", "--position", f"{text} X").exit_code == 2


def test_the_line_is_printed_and_can_be_played() -> None:
    game = kishi.game("gomoku-9")
    printed = run("solve", "gomoku-9", "--position", OPEN_THREE).stdout.splitlines()
    assert printed[0].startswith("line: ")
    position = game.parse(OPEN_THREE)
    for move in printed[0].removeprefix("line: ").split():
        position = position.play(game.parse_move(move))
    assert position.legal_moves() == []


def test_moves_and_files_lead_to_the_position_too(tmp_path: Path) -> None:
    game = kishi.game("gomoku-9")
    moves = "c6 c4 d6 d4 e6 e4"
    assert last_line("solve", "gomoku-9", "--moves", moves) == "win 3"
    record = Record.new(game)
    for move in moves.split():
        record = record.play(Choice(move=game.parse_move(move)))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record.as_dict()))
    assert last_line("solve", "gomoku-9", str(file)) == "win 3"


def test_too_small_a_limit_is_unknown() -> None:
    assert last_line("solve", "othello", "--limit", "nodes=100") == "unknown"
    assert last_line("solve", "minishogi", "--limit", "nodes=1") == "unknown"


def test_what_no_computer_will_answer_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    solve.warn_if_endless(kishi.game("othello").start())
    assert capsys.readouterr().err.startswith("60 empty squares: 29 take minutes")
    for position in (kishi.game("othello").parse(FFO_40), kishi.game("gomoku").start()):
        solve.warn_if_endless(position)
    assert capsys.readouterr() == ("", "")
    assert "empty squares" not in run("solve", "othello", "--limit", "nodes=100").stderr


def test_a_solver_at_work_says_what_its_passes_come_to() -> None:
    news = Choice(move=0, points=-4.0, selectivity=73, nodes=1_234_567)
    record = Record.new(kishi.game("othello"), kishi.game("othello").parse(FFO_40))
    told = solve.expected(news, record, outcome=False)
    assert told == "solving: 20@73% -4, 1,234,567 nodes"
    assert "20@73% loss" in solve.expected(news, record, outcome=True)


EIGHTEEN = "--OOOO----OXXXX---OOXXXX-OOOXXOXOOOOOOXXXOXXOOXX--OOOO---OOO-X-- X"


def test_selective_passes_are_told_before_the_answer() -> None:
    passes, *_, answer = run("solve", "othello", "--position", EIGHTEEN).stdout.splitlines()
    known = re.fullmatch(r"passes: 18@50% \S+ (\S+), 18@73% \S+ (\S+), 18@95% \S+ (\S+)", passes)
    assert known is not None
    position = kishi.game("othello").parse(EIGHTEEN)
    moves = set(map(position.game.move_text, position.legal_moves()))
    assert set(known.groups()) <= moves and re.fullmatch(r"[+-]\d+", answer)
    facts = json.loads(run("solve", "othello", "--position", EIGHTEEN, "--json").stdout)
    assert [one["selectivity"] for one in facts["passes"]] == [50, 73, 95]
    # What a limit leaves of them.
    limit = f"nodes={facts['passes'][1]['nodes'] + 50}"
    told = run("solve", "othello", "--position", EIGHTEEN, "--limit", limit).stdout.splitlines()
    assert told == [passes.rpartition(", ")[0], "unknown"]


def test_ctrl_c_tells_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(work: Background[Any], tell: object) -> None:
        while work.control.latest()[1] == 0:
            time.sleep(0.01)
        work.stop()
        raise KeyboardInterrupt

    monkeypatch.setattr(Background, "watch", interrupted)
    result = run("solve", "othello", "--position", FFO_40)
    assert result.exit_code == 130
    assert "20@50% +" in result.stdout and result.stdout.endswith("unknown\n")
    told = run("solve", "othello", "--position", FFO_40, "--json")
    assert told.exit_code == 130
    assert json.loads(told.stdout)["passes"][0]["selectivity"] == 50


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("solve",), "GAME"),
        (("solve", "chess"), "no game 'chess'"),
        (("solve", "othello", "--position", "XO"), "64 squares"),
        (("solve", "gomoku-9", "--position", OPEN_THREE, "--moves", "c6"), "c6"),
        (("solve", "gomoku-9", "--outcome"), "--outcome is for Othello"),
        (("solve", "othello", "--limit", "nodes=0"), "0"),
        (("solve", "othello", "no-such-file"), "no-such-file"),
        (("solve", "othello", "--position", "X" * 64 + " X"), "over"),
        (("analyze", "chess"), "no game 'chess'"),
        (("analyze", "othello", "--position", "X" * 64 + " X"), "over"),
        (("analyze", "othello", "--player", "greedi"), "did you mean 'greedy'"),
        (("analyze", "othello", "--player", "human"), "does not tell"),
        (("analyze", "othello", "--player", "greedy", "--multipv", "2"), "--multipv"),
        (("explain", "othello", "--eval", "lines"), "has no evaluation 'lines'"),
        (("explain", "othello", "--depth", "9"), "9"),
        (("explain", "othello", "--position", "X" * 64 + " X"), "over"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(args: tuple[str, ...], part: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert part in result.stderr
    assert result.stderr.startswith("kishi: ")
    assert result.stderr.count("\n") == 1


def analysed(*args: str) -> dict[str, Any]:
    result = run("analyze", *args, "--json")
    assert result.exit_code == 0, result.stderr
    facts: dict[str, Any] = json.loads(result.stdout)
    return facts


@pytest.mark.parametrize("name", ["othello", "gomoku-9", "minishogi"])
def test_analyze_as_json(name: str) -> None:
    facts = analysed(name, "--limit", "nodes=3000", "--multipv", "3")
    assert facts["game"] == name
    assert -1 <= facts["value"] <= 1
    assert 0 < facts["nodes"] <= 3002
    assert facts["depth"] >= 1
    assert facts["line"][0] == facts["move"] == facts["moves"][0]["move"]
    assert len(facts["moves"]) == 3
    values = [move["value"] for move in facts["moves"]]
    assert values == sorted(values, reverse=True)


def test_analyze_asks_any_player() -> None:
    facts = analysed("othello", "--player", "montecarlo:rollouts=50")
    assert sum(move["visits"] for move in facts["moves"]) == 4 * 10 + 50
    assert analysed("gomoku-9", "--player", "lines")["move"] == "e5"


def test_analyze_knows_what_is_proved() -> None:
    facts = analysed("gomoku-9", "--position", OPEN_THREE, "--limit", "nodes=10000")
    assert (facts["exact"], facts["value"]) == (True, 1)
    printed = run("analyze", "gomoku-9", "--position", OPEN_THREE, "--limit", "nodes=10000").stdout
    assert "(proved)" in printed
    assert "nodes/s" in printed


def test_explain_draws_a_tree_with_what_was_cut() -> None:
    drawn = run("explain", "othello", "--depth", "3", "--width", "3").stdout
    assert "best line" in drawn
    assert "✂" in drawn
    minimax, alphabeta = re.findall(r"(?:minimax|alpha-beta) ([\d,]+) nodes", drawn)
    assert int(alphabeta.replace(",", "")) < int(minimax.replace(",", ""))
    ((one, other),) = re.findall(r"they say ([+-]\d+) and ([+-]\d+)", drawn)
    assert one == other


def test_explain_can_leave_nothing_out() -> None:
    drawn = run("explain", "minishogi", "--minimax", "--width", "2").stdout
    assert "✂" not in drawn
    assert "0 cut-offs" in drawn


# Files of positions.

NEAR_THE_END = "XXXXXXXXXOOOOOOXXOXOXOOXXOOXOOOXXOOOXOOXXOOOOXOXXXOOOOO-XXX----- "


def test_a_file_of_positions_is_solved_whole(tmp_path: Path) -> None:
    file = tmp_path / "ends.obf"
    file.write_text(f"{NEAR_THE_END}X;\n{NEAR_THE_END}O;\n{'X' * 64} O;\n")
    result = run("solve", str(file), "--hash", "1", "--threads", "2")
    *rows, over = [line.split() for line in result.stdout.splitlines()]
    alone = [last_line("solve", "othello", "--position", NEAR_THE_END + side) for side in "XO"]
    assert [row[:2] for row in rows] == [["1", alone[0]], ["2", alone[1]]]
    assert over[0] == "3" and "over" in over and "3 positions: " in result.stderr
    file.write_text(f"{NEAR_THE_END}X;\n{NEAR_THE_END}O;\n")
    told = [json.loads(line) for line in run("solve", str(file), "--json").stdout.splitlines()]
    assert [one["answer"] for one in told] == alone and all(one["nodes"] for one in told)
    assert last_line("solve", str(file), "--number", "2") == alone[1]
    refused = run("solve", str(file), "--ply", "0")
    assert refused.exit_code == 2 and "--number" in refused.stderr


def test_threads_are_for_othello() -> None:
    refused = run("solve", "minishogi", "--position", MATE, "--threads", "2")
    assert refused.exit_code == 2 and "--threads is for Othello" in refused.stderr
