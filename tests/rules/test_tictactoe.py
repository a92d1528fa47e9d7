"""Tic-tac-toe, whose whole tree is known: every game, every position, and what each is worth."""

from functools import cache
from typing import NamedTuple

import pytest

import kishi
from kishi import BadInput, Choice, Limit, Position, Record, Verdict
from kishi._native import SearchControl, judge, textbook_search
from kishi.players.search import OWN_WEIGHTS
from samples import moves_by_text, played

GAME = kishi.game("tictactoe")
NODES = 549_946  # 1 + 9 + 72 + ... + 127872: every line of play, the root among them


class Ends(NamedTuple):
    """How many games end how, from a position on."""

    first: int
    draw: int
    second: int


@cache
def ends(position: Position) -> Ends:
    match judge([position]):
        case Verdict.FIRST_WINS:
            return Ends(1, 0, 0)
        case Verdict.SECOND_WINS:
            return Ends(0, 0, 1)
        case Verdict.DRAW:
            return Ends(0, 1, 0)
    below = [ends(position.play(move)) for move in position.legal_moves()]
    return Ends(*(sum(column) for column in zip(*below, strict=True)))


@cache
def worth(position: Position) -> int:
    """For the side to move: 1 won, 0 drawn, -1 lost."""
    verdict = judge([position])
    if verdict is Verdict.RUNNING:
        return max(-worth(position.play(move)) for move in position.legal_moves())
    return 0 if verdict is Verdict.DRAW else -1


@cache
def positions() -> list[Position]:
    """All that a game can come to, the start first."""
    found = {GAME.start(): None}
    for position in (grown := [*found]):
        for move in position.legal_moves():
            if (after := position.play(move)) not in found:
                found[after] = None
                grown.append(after)
    return grown


def running() -> list[Position]:
    return [p for p in positions() if p.legal_moves()]


def test_all_games_and_positions_are_counted() -> None:
    """The numbers of H. Bottomley's count, http://www.se16.info/hgb/tictactoe.htm."""
    assert ends(GAME.start()) == Ends(first=131_184, draw=46_080, second=77_904)
    assert len(positions()) == 5_478


def test_the_whole_tree_by_minimax_is_a_draw() -> None:
    line = [GAME.start()]
    full, cut = (
        textbook_search(line, "zero", OWN_WEIGHTS, SearchControl(), depth=9, pruning=pruning)
        for pruning in (False, True)
    )
    assert full.score == cut.score == 0
    assert full.nodes == NODES
    assert cut.nodes < NODES / 10
    assert full.line == cut.line and len(full.line) == 9


@pytest.mark.parametrize(
    ("moves", "drawing"),
    [
        ("", "a1 a2 a3 b1 b2 b3 c1 c2 c3"),
        ("a1", "b2"),  # after a corner only the centre holds
        ("b2", "a1 a3 c1 c3"),  # after the centre only a corner
        (
            "b1",
            "a1 b2 b3 c1",
        ),  # after an edge: the centre, the corners beside it, the edge opposite
    ],
)
def test_minimax_knows_which_answers_hold(moves: str, drawing: str) -> None:
    line = played(GAME.start(), moves)
    choice = kishi.make_player(GAME, "minimax:9").choose(Record(GAME, tuple(line)), Limit())
    assert isinstance(choice, Choice) and choice.value == 0
    assert choice.values is not None
    values = {GAME.move_text(move): value for move, value in choice.values.items()}
    assert set(values) == set(moves_by_text(line[-1]))
    assert sorted(m for m, value in values.items() if value == 0) == drawing.split()
    assert all(value == -1 for move, value in values.items() if move not in drawing)


@pytest.mark.parametrize("player", ["search:depth=9,hash=1", "alphabeta:9"])
def test_no_search_ever_gives_anything_away(player: str) -> None:
    one = kishi.make_player(GAME, player)
    for position in running():
        choice = one.choose(Record(GAME, (position,)), Limit())
        assert isinstance(choice, Choice)
        assert -worth(position.play(choice.move)) == worth(position), position


def test_uct_proves_the_start_a_draw() -> None:
    choice = kishi.make_player(GAME, "uct:100000", seed=1).choose(Record.new(GAME), Limit())
    assert isinstance(choice, Choice)
    assert choice.exact and choice.value == 0


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "9 cells of X, O or -"),
        ("--------- x", "9 cells of X, O or -"),
        ("---------", "9 cells of X, O or -"),
        ("----?---- X", "9 cells of X, O or -"),
        ("X-------- X", "no game of tic-tac-toe leads to"),  # it is O's turn
        ("XX------- O", "no game of tic-tac-toe leads to"),
        ("XXXOO---O X", "no game of tic-tac-toe leads to"),  # X had won before O's last move
    ],
)
def test_what_is_no_position_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        GAME.parse(text)


@pytest.mark.parametrize("text", ["", "a", "a0", "a4", "d1", "a1 ", "aa1", "pass"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="a move of tic-tac-toe is a cell from a1 to c3"):
        GAME.parse_move(text)


def test_a_move_may_be_written_in_capitals() -> None:
    assert GAME.parse_move("B2") == GAME.parse_move("b2") == 4


def test_a_line_wins_on_a_full_board_too() -> None:
    assert judge([GAME.parse("XOXOXOOXX O")]) is Verdict.FIRST_WINS
    assert judge([GAME.parse("XXOOOXXOX O")]) is Verdict.DRAW
