"""Files as other programs write them, and what is said of files that are wrong."""

from itertools import pairwise

import pytest

from kishi import BadInput, Position, Record, Verdict, game
from kishi.formats import Problem, count, read, read_one, write
from kishi.formats.replay import disc_difference
from samples import moves_by_text, random_line


def games(data: str | bytes, **how: object) -> list[Record]:
    items = list(read(data.encode() if isinstance(data, str) else data, **how))  # type: ignore[arg-type]
    assert all(isinstance(item, Record) for item in items)
    return [item for item in items if isinstance(item, Record)]


def names_of(record: Record) -> str:
    return " ".join(record.game.move_text(m) for m in record.moves)


def test_sgf_as_edax_writes_it() -> None:
    """The set-up repeats the start, and the first moves share the root's node."""
    (record,) = games(
        "(;FF[4]GM[2]AP[edax:4.5.5]\nPC[Edax]\nPB[?]PW[?]\nSZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n"
        "RE[Void]\nB[f5];W[d6];\nB[c3];W[d3];\nB[c4];)"
    )
    assert names_of(record) == "f5 d6 c3 d3 c4"
    assert record.positions[0] == record.game.start()


@pytest.mark.parametrize("encoding", ["undefined", "idna", "punycode", "base64", "no-such-thing"])
def test_sgf_encodings_that_are_none(encoding: str) -> None:
    """Python knows an encoding that always fails, and not with the error of the others."""
    (record,) = games(b"(;GM[4]SZ[15]CA[%s]C[\xff\xfe];B[hh])" % encoding.encode())
    assert names_of(record) == "h8"


def test_sgf_variations_are_told_of() -> None:
    told: list[str] = []
    text = "(;GM[4]SZ[15]C[a \\] ( ;]\n;B[hh](;W[hi];B[ii](;W[aa])(;W[bb]))(;W[ih]))"
    (record,) = games(text, note=told.append)
    assert names_of(record) == "h8 h7 i7 a15"
    assert told == ["line 1: 2 variations were left out, only the main line is read"]
    with pytest.warns(UserWarning, match="2 variations"):
        games(text)


def test_sgf_points_in_both_spellings_and_old_long_names() -> None:
    (letters,) = games("(;GaMe[4]SiZe[15];Black[hh];White[ig])")
    (numbers,) = games("(;GM[4]SZ[15];B[h8];W[i9])")
    assert letters.moves == numbers.moves


def test_sgf_rules_are_found_by_the_moves_where_the_file_is_silent() -> None:
    """Six in a row ends a freestyle game; that the game went on shows that it was another."""
    black = ["aa", "ba", "ca", "ea", "fa", "da", "ha"]
    white = ["ao", "co", "eo", "go", "io", "ko", "mo"]
    moves = "".join(f";B[{b}];W[{w}]" for b, w in zip(black, white, strict=True))
    (record,) = games(f"(;GM[4]SZ[15]{moves})")
    assert record.game.name == "gomoku-15-standard"


@pytest.mark.parametrize("rule", ["Renju", "Soosyrv-8", "Soosõrv-8", "Taraguchi-10", "RIF"])
def test_sgf_names_of_renjus_openings(rule: str) -> None:
    """A match in the wild (Yixin and Qi Guan, 2018) names only how it was opened."""
    (record,) = games(f"(;GM[4]SZ[15]RU[{rule}];B[hh];W[ig])")
    assert record.game.name == "gomoku-15-renju"


def test_sgf_results() -> None:
    for text, verdict, reason in [
        ("B+R", Verdict.FIRST_WINS, "resigned"),
        ("W+Time", Verdict.SECOND_WINS, "time"),
        ("White+Forfeit", Verdict.SECOND_WINS, "adjudicated"),
        ("Draw", Verdict.DRAW, "adjudicated"),
    ]:
        (record,) = games(f"(;GM[4]SZ[15]RE[{text}];B[hh])")
        assert record.end is not None
        assert (record.end.verdict, record.end.reason) == (verdict, reason)
    (record,) = games("(;GM[4]SZ[15]RE[Void];B[hh])")
    assert record.verdict is Verdict.RUNNING


GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[one]PW[two]RB[2197.01]TI[05:00//02:00]"
    "TY[8]RE[+64.000:r]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[d3//0.01]W[c5/-1.50/0.01]B[e6/2]W[D2//1.4];)"
)


def test_ggf_with_evaluations_and_times() -> None:
    (record,) = games(f"2 {GGF}")
    assert names_of(record) == "d3 c5 e6 d2"
    assert record.players == ("one", "two")
    assert [c.points for c in record.choices] == [None, -1.5, 2.0, None]
    assert [c.seconds for c in record.choices] == [0.01, 0.01, 0.0, 1.4]
    assert record.end is not None
    assert (record.end.verdict, record.end.reason) == (Verdict.FIRST_WINS, "resigned")


def test_every_kind_of_space_is_space_around_a_number() -> None:
    space = "\x1c"  # Python's own float and int refuse it, which fuzzing found
    (record,) = games(GGF.replace("/-1.5", f"/{space}-1.5"))
    assert record.choices[1].points == -1.5
    assert games(f"(;GM[4]SZ[{space}15];B[hh])")[0].game == game("gomoku")


@pytest.mark.parametrize("number", ["e5", "-e5", ".", ".e1", "1..2"])
def test_ggf_numbers_that_are_none(number: str) -> None:
    """An exponent without digits before it had ended the reader with a ValueError."""
    board = "8 ---------------------------O*------*O--------------------------- *"
    with pytest.raises(BadInput, match="expected a number"):
        games(f"(;GM[Othello]PB[a]PW[b]BO[{board}]B[F5/{number}/1];)")


def test_ggf_two_games_on_a_line() -> None:
    assert len(games(f"{GGF}{GGF}\n{GGF}")) == 3


def test_transcripts() -> None:
    text = "# a game\nF5D6 C3,D3\n1. f5 2. f6\n"
    assert [names_of(g) for g in games(text)] == ["f5 d6 c3 d3", "f5 f6"]


def test_passes_that_a_transcript_implies_are_put_in() -> None:
    line = next(
        line for seed in range(100) if "pass" in names(line := random_line(game("othello"), seed))
    )
    played = names(line)
    (record,) = games("".join(name for name in played if name != "pass"))
    assert names_of(record).split() == played


def names(line: list[Position]) -> list[str]:
    """The moves between the positions of a line."""
    return [
        next(n for n, m in moves_by_text(before).items() if before.play(m) == after)
        for before, after in pairwise(line)
    ]


def test_psq_as_gomocup_has_it() -> None:
    moves = "8,8,0\n9,8,123\n1,15,4\n"
    trailer = "pbrain-a.zip\npbrain-b.zip\n-1\n1,Standard\n"
    (record,) = games(f"Piskvorky 15x15, 11:11, 0\n{moves}{trailer}")
    assert names_of(record) == "h8 i8 a1"
    assert record.game.name == "gomoku-15-standard"
    assert record.players == ("pbrain-a.zip", "pbrain-b.zip")
    assert record.choices[1].seconds == 0.123
    assert record.verdict is Verdict.FIRST_WINS


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("last", ["", "8,8,5\n", "0,0,37\n"])
def test_psq_the_player_to_move_lost_whatever_the_number(number: int, last: str) -> None:
    """Gomocup numbers the programs, not the sides; what ended the game may be its last line."""
    moves = f"8,8,0\n9,8,0\n10,8,0\n9,9,5\n{last}"
    (record,) = games(f"Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n-1\n{number},Renju\n")
    assert names_of(record) == "h8 i8 j8 i7"
    assert record.verdict is Verdict.SECOND_WINS
    assert record.end is not None
    assert record.end.reason == ("illegal move" if last else "adjudicated")


def test_psq_as_piskvork_has_it() -> None:
    """The heading ends in who moved first, the file in why the game ended; times may be missing."""
    text = "Piskvorky 20x20, 11:11, 1\n10,10,0\n10,11\n11,11,7\nfirst\nsecond\n{}\n"
    for code, verdict in [(0, Verdict.RUNNING), (-1, Verdict.RUNNING), (15, Verdict.FIRST_WINS)]:
        (record,) = games(text.format(code))
        assert record.players == ("second", "first")
        assert record.verdict is verdict
        assert names_of(record) == "j11 j10 k10"


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ("8,8,0\n8,8,0\n9,9,0", "line 3, column 1: expected a legal move; got 'h8'"),
        ("8,8,0\n0,8,0\n9,9,0", "line 3, column 1: expected a column and a row from 1 to 15"),
        ("1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n4,2,0\n5,1,0\n5,2,0", "game is over"),
    ],
)
def test_psq_only_a_last_move_may_be_the_mistake_that_lost(moves: str, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        games(f"Piskvorky 15x15, 11:11, 0\n{moves}\na\nb\n-1\n2,Freestyle\n")


def test_psq_cannot_say_that_the_player_to_move_won() -> None:
    (record,) = games("(;GM[4]SZ[15]RE[W+];B[hh])")
    with pytest.raises(BadInput, match="player to move has won"):
        list(write([record], "psq"))


KIF = """# KIF version=2.0
開始日時：2020/01/01 10:00:00
手合割：5五将棋
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ４四銀(35)   ( 0:12/00:00:12)
*コメント
   2 ５四飛(51)   ( 1:02/00:01:02)
   3 同　金(45)   ( 0:00/00:00:12)
   4 投了
まで3手で先手の勝ち

変化：2手
   2 ４二角(41)
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_kif(encoding: str) -> None:
    told: list[str] = []
    (record,) = games(KIF.encode(encoding), note=told.append)
    assert names_of(record) == "3e4d 5a5d 4e5d"
    assert record.players == ("甲", "乙")
    assert [c.seconds for c in record.choices] == [12, 62, 0]
    assert record.end is not None
    assert (record.end.verdict, record.end.reason) == (Verdict.FIRST_WINS, "resigned")
    assert told == ["line 1: 1 variation was left out, only the main line is read"]


BOARD = """後手の持駒：なし
  ５ ４ ３ ２ １
+---------------+
|v飛v角v銀v金v玉|一
| ・ ・ ・ ・v歩|二
| 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・|四
| 玉 金 銀 角 飛|五
+---------------+
先手の持駒：なし
後手番
手数----指手---------消費時間--
   1 ３二角(41)
"""


def test_kif_from_a_board() -> None:
    (record,) = games(BOARD)
    assert str(record.positions[0]) == "rbsgk/4p/P4/5/KGSBR w - 1"
    assert names_of(record) == "4a3b"


def test_csa() -> None:
    (record,) = games(
        "'comment\nV2.2\nN+one\nN-two\nP1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \n"
        "P4+FU *  *  *  * \nP5+OU+KI+GI+KA+HI\n+\n"
        "+3544GI,T3\n-5154HI\nT1\n+4554KI\n-0053FU\n%TIME_UP\n"
    )
    assert names_of(record) == "3e4d 5a5d 4e5d P*5c"
    assert [c.seconds for c in record.choices] == [3, 1, 0, 0]
    assert record.end is not None
    assert (record.end.verdict, record.end.reason) == (Verdict.SECOND_WINS, "time")
    (resigned,) = games("V2.2\nPI\n+\n+3544GI\n%RESIGN\n")
    assert resigned.end is not None
    assert (resigned.end.verdict, resigned.end.reason) == (Verdict.FIRST_WINS, "resigned")


def test_usi_lines() -> None:
    text = (
        "position startpos moves 5d5c\nstartpos\nsfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c\n"
        "rbsgk/4p/5/P4/KGSBR b - 1\n5d5c 5a5c\n"
    )
    assert [names_of(g) for g in games(text)] == ["5d5c", "", "5d5c", "", "5d5c 5a5c"]


def test_obf() -> None:
    board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
    (problem,) = read(f"% suite\n\n{board}; A2:+38; C7:+36; % FFO 40\n".encode())
    assert isinstance(problem, Problem)
    assert {problem.position.game.move_text(m): s for m, s in problem.scores.items()} == {
        "a2": 38,
        "c7": 36,
    }


def test_disc_difference_gives_the_empties_to_the_winner() -> None:
    assert disc_difference(game("othello-4").parse("XX-XOX---------- X")) == 16 - 2 * 1
    assert disc_difference(game("othello-4").parse("XO-------------- X")) == 0


WRONG = [
    ("", "line 1, column 1: expected a game; the file is empty"),
    ("hello", "line 1, column 1: expected a game in one of the formats"),
    ("(;GM[1]SZ[19];B[aa])", "line 1, column 1: expected GM[2] (Othello) or GM[4] (Gomoku)"),
    ("(;GM[4]SZ[15]\n;B[hh]\n;W[hh])", "line 3, column 4: expected a legal move; got 'h8'"),
    ("(;GM[4]SZ[15]\n;B[hh]\n;B[hi])", "line 3, column 4: expected a move of the second player"),
    ("(;GM[4]SZ[x])", "line 1, column 11: expected a number; got 'x'"),
    ("(;GM[4]SZ[15];B[hh]", "line 1, column 20: expected a ) that closes the game; got the end"),
    ("(;GM[2];B[f5];W[a1])", "expected a legal move (f4 d6 f6); got 'a1'"),
    ("(;GM[2]SZ[10])", "line 1: no Othello board 'othello-10'"),
    ("(;GM[Othello]TY[8])", "expected the board, BO[8 ...]"),
    ("(;GM[Othello]TY[8a]BO[8 x])", "expected plain Othello, such as TY[8]; got '8a'"),
    ("(;GM[Othello]BO[9 ---*])", "line 1, column 17: expected a size of 8, 6 or 4"),
    ("f5d6\nf5f5\n", "line 2, column 3: expected a legal move (f4 d6 f6); got 'f5'"),
    ("f5d6\nf5 z9\n", "line 2, column 3: expected a square from a1 to h8; got 'z9'"),
    ("Piskvorky 30x30, 1:1, 0\n", "line 1, column 1: expected a square board from 5x5 to 20x20"),
    ("Piskvorky 15x15, 1:1\n8,8,0\n8,16,0\n", "line 3, column 1: expected a column and a row"),
    ("Piskvorky 15x15, 1:1, 0\n8,8,0\n8,8,0\n", "line 3, column 1: expected a legal move"),
    ("手合割：平手\n", "line 1, column 1: expected 手合割：5五将棋, minishogi's; got '平手'"),
    ("手合割：5五将棋\n   1 ５三歩(44)\n", "line 2, column 6: expected the piece on 4d"),
    ("手合割：5五将棋\n   1 ５一歩(54)\n", "line 2, column 6: expected a legal move"),
    ("手合割：5五将棋\n   1 hello\n", "line 2, column 6: expected a move, such as"),
    ("V2.2\n+5453XX\n", "line 2, column 1: expected a move, such as +5453FU"),
    ("V2.2\nP1-HI-KA-GI-KI\n+\n", "line 1, column 1: expected a board of 5x5 that can arise"),
    ("position startpos moves 5d5b", "line 1, column 25: expected a legal move"),
    ("sfen rbsgk/4p/5/P4 b - 1", "line 1, column 6: expected an SFEN of 5x5"),
    ("-" * 63 + " X; A1:+2;", "line 1, column 1: expected 64 squares"),
    ("-" * 64 + " X; A1 +2;", "line 1, column 68: expected a move and its score"),
    ('{"game": "othello"', "line 1, column 19: expected JSON"),
    ('{"game": "chess", "start": "", "moves": []}', "line 1: no game 'chess'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[m[:40] for _, m in WRONG])
def test_errors_say_where_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(BadInput) as wrong:
        list(read(text.encode()))
    assert message in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_wrong_game_does_not_take_the_next_with_it() -> None:
    told: list[str] = []
    read_games = games("f5d6\nf5f5\nd3\n", skipped=told.append)
    assert [names_of(g) for g in read_games] == ["f5 d6", "d3"]
    assert len(told) == 1
    assert told[0].startswith("line 2, column 3:")


def test_wthor_solitaires_are_no_games() -> None:
    """Cassio keeps positions in files with the same header; they were read as games of no moves."""
    header = bytes.fromhex("14000812080000001400000008010000")
    with pytest.raises(BadInput, match="solitaires"):
        games(header + bytes(544))


def test_a_wthor_file_that_ends_too_early_says_so() -> None:
    header = bytes([20, 24, 1, 1]) + (2).to_bytes(4, "little") + bytes([0, 0, 232, 7, 8, 0, 0, 0])
    with pytest.raises(BadInput, match="game 1: expected 2 games of 68 bytes"):
        list(read(header))
    with pytest.raises(BadInput, match="game 1, byte 8 of its 68: expected a legal move"):
        list(read(header + bytes(8) + b"\x0b" + bytes(59)))


def test_one_game_of_many_by_its_number() -> None:
    data = b"f5d6\nf5f6\nf5d6c3\n"
    assert [names_of(r) for r in games(data, number=2)] == ["f5 f6"]
    assert names_of(read_one(data, number=3)) == "f5 d6 c3"
    assert count(data) == 3
    for number in (4, 10**9):
        with pytest.raises(BadInput, match=f"there is no game {number}: it holds 3 games"):
            read_one(data, number=number)
    with pytest.raises(BadInput, match=r"it holds 3 games: choose one by --number \(1 to 3\)"):
        read_one(data)
    assert names_of(read_one(b"f5d6\n")) == "f5 d6"


def test_games_before_the_one_asked_for_may_be_wrong() -> None:
    """They are cut off, not read."""
    data = b"f5d6\nf5a1\nf5d6c3\n"
    assert names_of(read_one(data, number=3)) == "f5 d6 c3"
    with pytest.raises(BadInput, match="line 2, column 3: expected a legal move"):
        read_one(data, number=2)


def test_a_position_is_a_game_without_moves() -> None:
    position = game("othello").start()
    (data,) = write([Problem(position)], "obf")
    assert read_one(data) == Record.new(position.game)
    assert read_one(data * 3, number=3) == Record.new(position.game)


def test_a_file_without_a_game_says_so() -> None:
    with pytest.raises(BadInput, match="it holds no game"):
        read_one(b"\n", format="transcript")


# Our own game in PlayOK's form: ten tags, lines of 79 signs, the discs as the result.
PLAYOK = """[Event "?"]
[Site "PlayOK"]
[Date "2026.11.18"]
[Round "-"]
[Black "one"]
[White "two"]
[Result "34-30"]
[Time "11:24:48"]
[TimeControl "300"]
[BlackElo "1073"]
[WhiteElo "1183"]

1. f5 d6 2. c4 f4 3. c6 g5 4. f6 b4 5. d3 b7 6. g6 e7 7. g4 c3 8. d8 e2 9. a4
f8 10. f1 a5 11. c2 f3 12. c7 d7 13. b6 d2 14. a6 f7 15. e6 h3 16. h4 b5 17. g2
h5 18. e8 e3 19. c5 e1 20. a8 b3 21. g3 a7 22. a3 f2 23. d1 b2 24. h2 g7 25. h7
h1 26. h6 a2 27. a1 h8 28. c1 c8 29. g1 b1 30. g8 -- 31. b8 34-30
"""


def test_othello_as_playok_writes_it() -> None:
    """The discs are told as the result, a pass is `--`, and lines break anywhere between moves."""
    given_up = PLAYOK.replace("34-30", "20-44").split("12. ")[0] + "20-44\n"
    first, second = games(f"{PLAYOK}\n{given_up}")
    assert (first.game.name, first.players) == ("othello", ("one", "two"))
    assert len(first.moves) == 61 and names_of(first).endswith("g8 pass b8")
    assert first.end is None and disc_difference(first.position) == 4
    assert second.verdict is Verdict.SECOND_WINS and len(second.moves) == 22


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_kif_without_a_heading(encoding: str) -> None:
    lines = "   1 ２四銀(35)   ( 0:01/00:00:01)\n   2 ２二玉(11)\n   3 １四飛(15)\n   4 投了\n"
    (record,) = games(lines.encode(encoding))
    assert names_of(record) == "3e2d 1a2b 1e1d"
    assert record.verdict is Verdict.FIRST_WINS
    with pytest.raises(BadInput, match="手合割"):
        games(f"先手：somebody\n{lines}")
