"""Minishogi's own rules, each in both colours.

Every case is written for sente. With side "w" the board is turned round and the sides are swapped,
so that the same must hold for gote.
"""

import re

import pytest

import kishi
from kishi import BadInput, Position, Verdict
from kishi._native import judge
from samples import moves_by_text, played, swap_sides

STRICT, DROPMATE = kishi.game("minishogi"), kishi.game("minishogi-dropmate")
WON_BY = {"b": Verdict.FIRST_WINS, "w": Verdict.SECOND_WINS}
OTHER = {"b": "w", "w": "b"}
both_colours = pytest.mark.parametrize("side", ["b", "w"])


def turn_round(moves: str) -> str:
    """The moves as the other side would make them: 5d5c is 1b1c."""
    files = re.sub(r"[1-5]", lambda f: str(6 - int(f[0])), moves)
    return re.sub(r"[a-e]", lambda r: "edcba"["abcde".index(r[0])], files)


def position(sfen: str, side: str) -> Position:
    return STRICT.parse(sfen if side == "b" else swap_sides(sfen))


def moves(sfen: str, side: str) -> set[str]:
    """The legal moves, as sente would write them."""
    found = moves_by_text(position(sfen, side))
    return {move if side == "b" else turn_round(move) for move in found}


def line(sfen: str, side: str, moves: str) -> list[Position]:
    return played(position(sfen, side), moves if side == "b" else turn_round(moves))


def drops(sfen: str, side: str, piece: str) -> set[str]:
    """Where the piece may be dropped, as squares of the board seen by its owner."""
    return {move[2:] for move in moves(sfen, side) if move.startswith(f"{piece}*")}


def squares(files: str = "54321", ranks: str = "abcde", but: str = "") -> set[str]:
    return {f + r for f in files for r in ranks} - set(but.split())


def test_swapping_sides() -> None:
    assert swap_sides("4k/5/5/P4/K4 b R 1") == "4k/4p/5/5/K4 w r 1"
    assert turn_round("5d5c P*3a 5b5a+") == "1b1c P*3e 1d1e+"


# Pawn drops.


@both_colours
@pytest.mark.parametrize(
    "sfen",
    [
        "3rk/5/4G/5/K4 b P 1",  # the gold guards the pawn, and the rook shuts its own king in
        "3rk/3g1/2B1G/5/K4 b P 1",  # the gold that could take the pawn is pinned
    ],
)
def test_a_dropped_pawn_may_not_mate(sfen: str, side: str) -> None:
    drop = "P*1b" if side == "b" else turn_round("P*1b")
    start = position(sfen, side)
    with pytest.raises(BadInput, match=re.escape(f"illegal move {drop}")):
        start.play(STRICT.parse_move(drop))
    assert drop not in moves_by_text(start)
    mated = DROPMATE.parse(str(start)).play(DROPMATE.parse_move(drop))
    assert judge([mated]) is WON_BY[side]


@both_colours
@pytest.mark.parametrize(
    "sfen",
    [
        "3rk/5/5/5/K4 b P 1",  # the king takes the pawn
        "4k/5/4G/5/K4 b P 1",  # the king goes away
        "3rk/3g1/4G/5/K4 b P 1",  # the gold takes the pawn
    ],
)
def test_a_dropped_pawn_may_check(sfen: str, side: str) -> None:
    after = line(sfen, side, "P*1b")[-1]
    assert judge([after]) is Verdict.RUNNING


@both_colours
@pytest.mark.parametrize(
    ("sfen", "move"),
    [
        ("3rk/5/3GP/5/K4 b - 1", "1c1b"),  # a pawn that was there before
        ("3rk/5/4G/5/K4 b G 1", "G*1b"),  # a piece that is no pawn
    ],
)
def test_other_mates_are_fair(sfen: str, move: str, side: str) -> None:
    assert judge(line(sfen, side, move)) is WON_BY[side]


@both_colours
def test_no_second_pawn_on_a_file(side: str) -> None:
    free = squares("5421", "bcde", but="1e")
    assert drops("k4/5/5/2P2/4K b P 1", side, "P") == free


@both_colours
@pytest.mark.parametrize("other", ["+P", "p", "G"])
def test_only_an_own_unpromoted_pawn_bars_the_file(other: str, side: str) -> None:
    free = squares(ranks="bcde", but="1e 3c")
    assert drops(f"k4/5/2{other}2/5/4K b P 1", side, "P") == free


@both_colours
@pytest.mark.parametrize("piece", "GSBR")
def test_other_pieces_drop_on_any_empty_square(piece: str, side: str) -> None:
    assert drops(f"k4/5/5/2P2/4K b {piece} 1", side, piece) == squares(but="5a 3d 1e")


# Promotion.


@both_colours
def test_a_pawn_must_promote(side: str) -> None:
    found = moves("k4/2P2/5/5/4K b - 1", side)
    assert {m for m in found if m.startswith("3b")} == {"3b3a+"}


@both_colours
@pytest.mark.parametrize("piece", "SBR")
def test_others_may_promote_on_the_way_in_and_out(piece: str, side: str) -> None:
    ways_in = moves(f"4k/2{piece}2/5/5/K4 b - 1", side)
    into = {m for m in ways_in if m[0] == "3" and m[3:4] == "a"}
    assert into
    assert {m + "+" for m in into if not m.endswith("+")} == {m for m in into if m.endswith("+")}
    out = {m for m in moves(f"2{piece}2/4k/5/5/K4 b - 1", side) if m.startswith("3a")}
    assert {m + "+" for m in out if not m.endswith("+")} == {m for m in out if m.endswith("+")}


@both_colours
@pytest.mark.parametrize(
    "row", ["2G2", "2+S2", "2+P2", "2+B2", "2+R2", "2K2"], ids=lambda row: row.strip("2")
)
def test_gold_king_and_promoted_pieces_do_not_promote(row: str, side: str) -> None:
    king = "5" if "K" in row else "K4"
    found = moves(f"4k/{row}/5/5/{king} b - 1", side)
    assert any(m.startswith("3b") for m in found)
    assert not any(m.endswith("+") for m in found)


@both_colours
def test_nothing_promotes_short_of_the_far_rank(side: str) -> None:
    found = moves("4k/5/1RSB1/2P2/K4 b - 1", side)
    assert {m[3] for m in found if m.endswith("+")} == {"a"}
    assert {"3d3c+", "3c3b+", "3c2b+"}.isdisjoint(found)


@both_colours
def test_a_captured_piece_is_no_longer_promoted(side: str) -> None:
    after = line("k4/5/2+s2/2R2/4K b - 1", side, "3d3c")[-1]
    assert after.picture()[1:] == ((["S"], []) if side == "b" else ([], ["s"]))


# Check, mate and stalemate.


@both_colours
def test_check_must_be_met(side: str) -> None:
    assert moves("k4/5/5/4r/4K b G 1", side) == {"1e1d", "1e2e"}


@both_colours
def test_who_has_no_move_loses_also_when_not_in_check(side: str) -> None:
    """The gold and the bishop take every square from the king in the corner, but not its own."""
    stuck = position("k4/5/1G1B1/5/4K w - 1", side)
    assert stuck.legal_moves() == []
    assert judge([stuck]) is WON_BY[side]


# Repetition.

SHUFFLE = "1e1d 5a5b 1d1e 5b5a "
FLEEING = ("2r2/5/k4/5/2K2 b - 1", "3e2e 3a2a 2e3e 2a3a ")  # the other side's rook gives check
CHASING = ("3k1/5/K4/5/2R2 b - 1", "3e2e 2a3a 2e3e 3a2a ")  # the rook of the side to move does


@both_colours
def test_the_fourth_occurrence_loses_for_sente(side: str) -> None:
    """Whoever began: with the sides swapped gote moves first."""
    positions = line("rbsgk/4p/5/P4/KGSBR b - 1", side, SHUFFLE * 3)
    assert judge(positions[:9]) is Verdict.RUNNING  # the third time
    assert judge(positions[:-1]) is Verdict.RUNNING
    assert judge(positions) is Verdict.SECOND_WINS


@both_colours
def test_a_position_may_repeat_from_any_moment_on(side: str) -> None:
    positions = line("rbsgk/4p/5/P4/KGSBR b - 1", side, "5d5c 1b1c " + SHUFFLE * 3)
    assert judge(positions[:-1]) is Verdict.RUNNING
    assert judge(positions) is Verdict.SECOND_WINS


@both_colours
def test_hands_and_the_side_to_move_make_another_position(side: str) -> None:
    """Not a game that could be played, but a line that can be judged."""
    here, held = "2k2/5/5/5/2K2 b R 1", "2k2/5/5/5/2K2 b r 1"
    between, passed = "2k2/5/5/2K2/5 w R 1", "2k2/5/5/5/2K2 w R 1"
    p = {text: position(text, side) for text in (here, held, between, passed)}
    once = [p[here], p[between]]
    assert judge([*once * 3, p[here]]) is Verdict.SECOND_WINS
    assert judge([p[held], p[between], *once * 2, p[here]]) is Verdict.RUNNING
    assert judge([p[here], p[passed]] * 3) is Verdict.RUNNING


@both_colours
@pytest.mark.parametrize(("sfen", "lap"), [FLEEING, CHASING], ids=["fleeing", "chasing"])
def test_perpetual_check_loses_for_the_checker(sfen: str, lap: str, side: str) -> None:
    positions = line(sfen, side, lap * 3)
    checker = side if (sfen, lap) == CHASING else OTHER[side]
    assert judge(positions[:-1]) is Verdict.RUNNING
    assert judge(positions) is WON_BY[OTHER[checker]]


@both_colours
@pytest.mark.parametrize("laps_before", [0, 1, 2])
def test_one_quiet_move_and_the_check_was_not_perpetual(laps_before: int, side: str) -> None:
    sfen, lap = FLEEING
    quiet = "3e2e 5c5b 2e2d 5b5c 2d2e 3a2a 2e3e 2a3a "
    positions = line(sfen, side, lap * laps_before + quiet + lap * (2 - laps_before))
    assert judge(positions) is Verdict.SECOND_WINS


# Texts.


@pytest.mark.parametrize(
    ("usi", "ranked"),
    [
        ("5d5c", "2A3A"),
        ("5b5a+", "4A5AN"),
        ("1e1a", "1E5E"),
        ("P*3c", "3CFU"),
        ("B*3c", "3CKK"),
        ("R*3c", "3CHI"),
        ("S*3c", "3CGI"),
        ("G*1a", "5EKI"),
    ],
)
def test_the_write_ups_notation_is_understood(usi: str, ranked: str) -> None:
    assert STRICT.parse_move(ranked) == STRICT.parse_move(usi)


@pytest.mark.parametrize(
    ("sfen", "wrong"),
    [
        ("4k/5/5/5/5 b - 1", "each side must have one king"),
        ("k3k/5/5/5/K4 b - 1", "each side must have one king"),
        ("P3k/5/5/5/K4 b - 1", "a pawn on its last row must be promoted"),
        ("4k/P4/P4/5/K4 b - 1", "two unpromoted pawns on a file"),
        ("4k/5/5/GGG2/K4 b - 1", "at most two pieces of a kind"),
        ("4k/5/5/GG3/K4 b G 1", "at most two pieces of a kind"),
        ("4k/5/4R/5/K4 b - 1", "the side that has just moved is in check"),
        ("4k/5/5/+G4/K4 b - 1", "kings and golds do not promote"),
        ("4k/5/5/5/K4 b K 1", "a king is never in hand"),
        ("4k/5/5/K4 b - 1", "there must be 5 rows"),
        ("4k/5/4/5/K4 b - 1", "row 3 does not have 5 squares"),
        ("4k/5/5/5/K4 x - 1", "the side to move is 'b' (first) or 'w' (second)"),
        ("4k/5/5/5/K4 b - 0", "the move number must be 1 or more"),
        ("4k/5/5/5/K4", "a position is its rows, 'b' or 'w', the hands or '-', and a move number"),
    ],
)
def test_impossible_positions(sfen: str, wrong: str) -> None:
    with pytest.raises(BadInput, match=re.escape(wrong)):
        STRICT.parse(sfen)


def test_the_move_number_is_always_one() -> None:
    assert str(STRICT.parse("4k/5/5/5/K4 b - 17")) == "4k/5/5/5/K4 b - 1"
    assert str(STRICT.parse("4k/5/5/5/K4 b p2G")) == "4k/5/5/5/K4 b 2Gp 1"
