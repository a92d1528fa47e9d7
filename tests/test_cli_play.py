"""`kishi play` read from a script: every pairing, command, mistake and ending."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kishi
from kishi.cli import main
from kishi.cli.terminal.thinking import Watched
from kishi.formats import found_in
from kishi.locale import LANGUAGES, Words

WHITE_PASSES = "XO" + "-" * 62 + " O"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def play(*args: str, typed: str = "", code: int = 0) -> str:
    result: Result = CliRunner().invoke(main, ["play", *args], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


def saved_games(home: Path) -> list[dict[str, Any]]:
    return [json.loads(f.read_text()) for f in sorted((home / "games").glob("kishi-game-*.json"))]


def test_the_board_shows_coordinates_legal_moves_and_the_last_move() -> None:
    out = play("othello", "--first", "human", "--second", "human", typed="d3\n")
    assert "  4  · · * ○ ● · · ·  4\n" in out
    assert "  3  · · *[●]* · · ·  3\n" in out
    assert "     a b c d e f g h\n" in out
    assert "Black 4 (human)" in out and "White 1 (human)" in out


def test_the_board_in_letters() -> None:
    out = play("othello", "--second", "human", "--ascii", typed="d3\n")
    assert "  3  . . *[X]* . . .  3\n" in out
    board = [line for line in out.splitlines() if line[:3].strip().isdigit()]
    assert "\n".join(board).isascii()


def test_minishogi_shows_kanji_and_hands() -> None:
    out = play("minishogi", "--second", "human", "--lang", "ja",
               "--position", "2k2/5/5/5/2K2 b 2RBGSbgsp 1")  # fmt: skip
    assert "  a   ・  ・ v玉  ・  ・  a\n" in out
    assert "  e   ・  ・  玉  ・  ・  e\n" in out
    assert "       5   4   3   2   1\n" in out
    assert "持駒: 銀 金 角 飛2" in out
    assert "> 先手 (human)" in out


def test_promoted_pieces_in_both_modes() -> None:
    position = "4k/+p1+r2/5/+S1+B2/K4 b - 1"
    out = play("minishogi", "--second", "human", "--position", position)
    assert "vと" in out and "v龍" in out and " 全" in out and " 馬" in out
    out = play("minishogi", "--second", "human", "--position", position, "--ascii")
    assert "  b  +p  . +r  .  .  b\n" in out


def test_forbidden_points_of_renju_are_marked() -> None:
    # h8 would make two open threes.
    position = "15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/o1o1o1o8 x"
    out = play("gomoku-15-renju", "--second", "human", "--position", position, typed="h8\nh7\n")
    row = next(line for line in out.splitlines() if line.startswith("  8  "))
    assert row == "  8  · · · · · ● ● x · · · · · · ·  8"
    assert "h8 is forbidden to Black in renju" in out


@pytest.mark.parametrize(
    "game", ["othello", "othello-4", "gomoku-7", "gomoku-9-renju", "minishogi"]
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_computers_play_to_the_end(game: str, lang: str) -> None:
    args = (game, "--first", "random", "--second", "random", "--seed", "7", "--lang", lang)
    out = play(*args)
    assert out == play(*args)
    assert "random (first) against random (second)" in out or lang != "en"
    assert "wins." in out or "draw" in out or lang != "en"


def test_the_language_is_the_shells(monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("othello-4", "--first", "random", "--second", "random", "--seed", "7")
    monkeypatch.delenv("LC_ALL")
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    assert "(先) 對 random (後)" in play(*args)
    assert play(*args) == play(*args, "--lang", "zh-HK") == play(*args, "--lang", "zh-Hant")
    monkeypatch.setenv("LC_ALL", "C")
    assert "random (first) against" in play(*args)


def test_nobody_there_means_the_computer_plays_both_sides(own_home: Path) -> None:
    out = play("othello-4", "--seed", "1")
    assert out.startswith(Words("en")("nobody"))
    assert "wins." in out or "draw" in out
    assert not own_home.exists()


def test_the_end_of_input_saves_the_game(own_home: Path) -> None:
    out = play("othello", "--first", "human", "--seed", "1")
    assert "kishi play --continue" in out
    assert saved_games(own_home)[0]["moves"] == []
    play("othello", "--second", "random", typed="d3\n")
    played = [g for g in saved_games(own_home) if g["moves"]]
    assert played[0]["moves"][0] == "d3" and played[0]["players"] == ["human", "random"]


def test_a_saved_game_is_continued_in_its_file(own_home: Path) -> None:
    play("othello-6", "--first", "human", "--second", "human", typed="c2\n")
    file = next((own_home / "games").glob("*.json"))
    out = play("--continue", str(file), typed="b2\nquit\n")
    assert f"saved in {file}" in out
    assert saved_games(own_home)[0]["moves"] == ["c2", "b2"]
    assert "White (first) wins." in play(
        "--continue", str(file), "--second", "first", typed="resign\n"
    )
    play("othello", "--continue", str(file), code=2)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", "[" * 100_000, "\x00", '{"game": "chess"}', '"x"', "null",
     '{"game": "othello", "start": "X", "moves": []}'],
)  # fmt: skip
def test_a_broken_file_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text(content)
    assert play("--continue", str(file), code=2).startswith("kishi: ")


@pytest.mark.parametrize(
    "change",
    [{"players": ["human"]}, {"players": 3}, {"values": [1, 2]}, {"seconds": ["x"]}, {"moves": [3]},
     {"moves": ["a1"]}, {"result": "lost"}, {"end": {"reason": "x"}}, {"end": []}, {"end": "x"}],
)  # fmt: skip
def test_a_changed_file_is_refused_or_played(change: dict[str, Any], tmp_path: Path) -> None:
    othello = kishi.game("othello")
    record = kishi.Record.new(othello).play(kishi.Choice(move=othello.parse_move("d3")))
    file = tmp_path / "changed.json"
    file.write_text(json.dumps({**record.as_dict(), **change}))
    result = CliRunner().invoke(main, ["play", "--continue", str(file)], input="")
    assert result.exit_code in (0, 2) and isinstance(result.exception, SystemExit | None)


def test_undo_against_a_computer_goes_back_to_ones_own_move() -> None:
    out = play("othello", "--second", "first", typed="undo\nd3\nundo\nresign\n")
    assert "no move of yours to take back" in out
    assert out.count("Black 2 (human)") == 3
    assert "White (first) wins." in out and "resigned" in out


def test_undo_between_people_takes_back_one_move() -> None:
    out = play("othello", "--second", "human", typed="d3\nc3\nundo\ne3\nquit\n")
    assert out.count("White, your move") == 2
    assert "  3  · · *[●]* · · ·  3\n" in out


def test_undo_does_not_stop_at_a_forced_pass() -> None:
    out = play("othello", "--second", "human", "--position", WHITE_PASSES, typed="undo\nquit\n")
    assert "White has no move and must pass" in out
    assert "no move of yours" in out


def test_a_person_without_a_move_passes() -> None:
    args = ("--first", "random", "--second", "human", "--position", WHITE_PASSES)
    out = play("othello", *args)
    assert "White has no move and must pass" in out
    assert "Discs: 3 to 0." in out and "Officially 64 to 0" in out


def test_hint_names_a_legal_move() -> None:
    out = play("othello", "--second", "human", "--limit", "100ms", typed="hint\nquit\n")
    hint = next(line for line in out.splitlines() if line.startswith("Hint: "))
    assert hint.split()[1] in ("d3", "c4", "f5", "e6")


def test_help_explains_the_commands() -> None:
    out = play("gomoku", "--second", "human", typed="?\nHELP\nquit\n")
    assert out.count("save FILE") == 2


def test_save(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    other = tmp_path / "other.txt"
    other.write_text("mine")
    names = [f" {file}", f" {file}", "", f" {other}", " /no/such/\0/file", f" {tmp_path}"]
    typed = "d3\n" + "".join(f"save{name}\n" for name in names)
    out = play("othello", "--second", "human", typed=typed)
    assert json.loads(file.read_text())["moves"] == ["d3"]
    assert out.count(f"saved in {file}") == 2
    assert "Write the file's name" in out
    assert "choose another name" in out and other.read_text() == "mine"
    assert "'/no/such" in out


@pytest.mark.parametrize("ending", ["sgf", "ggf", "json"])
def test_a_game_is_saved_in_the_format_that_its_name_asks_for(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"game.{ending}"
    typed = f"d3\nsave {file}\nc5\nsave {file}\nquit\n"
    out = play("othello", "--second", "human", typed=typed)
    assert out.count(f"saved in {file}") == 2
    found = found_in(file.read_bytes())
    assert found is not None and found.name == ending
    again = tmp_path / f"other.{ending}"
    again.write_bytes(file.read_bytes())
    refused = play("othello", "--second", "human", typed=f"f5\nsave {again}\nquit\n")
    assert ("choose another name" in refused) == (ending != "json")


def test_a_game_that_cannot_be_saved_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KISHI_HOME", str(tmp_path / "file"))
    out = play("othello", "--second", "human", typed="d3\n")
    assert "could not be saved" in out and "its moves: d3" in out


@pytest.mark.parametrize(
    ("game", "typed", "said"),
    [
        ("othello", "d9", "'d9' is neither a move nor a command"),
        ("othello", "a1", "a1 is not possible: it flips no disc.\nTry: d3 c4"),
        ("othello", "D4", "d4 is not possible: the square is taken"),
        ("othello", "pass", "may not pass"),
        ("othello", "resing", "Try: resign"),
        ("othello", "hint me", "Hint: "),
        ("gomoku", "h8\nh8", "h8 is not possible: the square is taken.\nTry: g9 h9 i9"),
        ("gomoku", "h8\n77", "77 (h8) is not possible"),
        ("minishogi", "3c3b", "no piece on that square"),
        ("minishogi", "5a5b", "not yours"),
        ("minishogi", "5e4e", "your own piece stands there"),
        ("minishogi", "5d5b", "5d5b is not possible: the piece does not move that way"),
        ("minishogi", "P*3c", "no such piece in hand"),
        ("minishogi", "5D5C", "5D5C (2a3a) is not possible: that piece is not yours.\nTry: 5d5c"),
        ("minishogi", "5e5d", "own piece"),
    ],
)
def test_mistypes_say_what_would_be_right(game: str, typed: str, said: str) -> None:
    out = play(game, "--second", "human", typed=f"{typed}\nquit\n")
    assert said in out


@pytest.mark.parametrize(
    ("position", "typed", "said"),
    [
        ("4k/P4/5/5/4K b - 1", "5b5a", "must promote"),
        ("4k/G4/5/5/4K b - 1", "5b5a+", "cannot promote"),
        ("4k/5/5/P4/4K b P 1", "P*5b", "a pawn may not be dropped"),
        ("4k/5/5/4r/4K b G 1", "G*5a", "leaves your king in check"),
        ("4k/5/5/4P/4K b G 1", "G*1d", "the square is taken"),
    ],
)
def test_why_a_minishogi_move_is_illegal(position: str, typed: str, said: str) -> None:
    out = play("minishogi", "--second", "human", "--position", position, typed=f"{typed}\nquit\n")
    assert said in out


@pytest.mark.parametrize(
    ("game", "position", "typed", "said"),
    [
        ("gomoku-5", "xxxx1/oooo1/5/5/5 x", "e5", "Five in a row."),
        ("gomoku-5", "xoxox/xoxox/oxoxo/oxoxo/xxoo1 x", "e1", "draw"),
        ("minishogi", "4k/5/3GP/5/K4 b - 1", "2c1b", "mate"),
    ],
)
def test_results_by_rule(game: str, position: str, typed: str, said: str) -> None:
    out = play(game, "--second", "human", "--position", position, typed=f"{typed}\n")
    assert said in out


def test_repetition_ends_the_game() -> None:
    shuffle = "1e1d\n5a5b\n1d1e\n5b5a\n"
    out = play("minishogi", "--second", "human", typed=shuffle * 3)
    assert "fourth time" in out and "Gote (human) wins." in out


def test_hex_is_shown_where_it_is_spoken() -> None:
    out = play("gomoku-16", "--hex", "--second", "human", typed="a1\n88\n")
    assert "     0 1 2 3 4 5 6 7 8 9 a b c d e f\n" in out
    assert "  a  · ● · ·" in out
    assert "  8  · · · · · · · ·[○]" in out


def test_an_illegal_answer_loses() -> None:
    out = play("othello", "--first", "first:moves=a1", "--second", "random")
    assert "illegal move" in out and "White (random) wins." in out


def test_a_player_that_fails_ends_with_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Watched, record: kishi.Record, limit: kishi.Limit) -> kishi.Choice:
        self.failure = kishi.PlayerFailed("it fell over")
        raise self.failure

    monkeypatch.setattr(Watched, "choose", fail)
    out = play("othello", "--first", "random", "--second", "random", code=1)
    assert "White (random) wins." in out and "it fell over" in out


@settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.text(max_size=12) | st.text("abcdefgh12345678+*PSGBR?", max_size=6), max_size=12),
    st.sampled_from(["othello-4", "gomoku-5", "gomoku-16", "minishogi"]),
)
def test_anything_may_be_typed(lines: list[str], game: str) -> None:
    typed = "\n".join(line for line in lines if not line.lower().strip().startswith("save"))
    result = CliRunner().invoke(main, ["play", game, "--second", "random", "--first", "human"],
                                input=typed.encode(errors="surrogatepass"))  # fmt: skip
    assert result.exit_code == 0 and isinstance(result.exception, SystemExit | None), result.output
