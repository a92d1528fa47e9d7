"""Value maps: the write-up's worked example, the twenty-one genes, and the switch between tables."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kishi
from kishi import BadInput, Choice, Limit, Position, Record
from kishi._native import Engine, SearchControl, greedy_engine, table_engine
from kishi.players.maps import map_named
from samples import fewer, random_line

GAME = kishi.game("othello")
EXAMPLE = GAME.parse("-----------O--------O------OXO-----OX------XX-----X------------- O")
# Write-up 1: what each move is worth over the discs it flips.
WORTH = {"f3": -1, "f5": -1, "f6": -1, "d7": -1, "e7": -3, "f7": -1, "b8": -5}
CORNER_TRIANGLE = ["a1", "b2", "c3", "d4", "b1", "c2", "d3", "c1", "d2", "d1"]  # genes 1 to 10


def chosen(position: Position, spec: str) -> str:
    choice = kishi.make_player(GAME, spec).choose(Record.new(GAME, position), Limit())
    assert isinstance(choice, Choice)
    return GAME.move_text(choice.move)


def answer(engine: Engine, position: Position) -> int:
    return engine.choose([position], SearchControl()).move


def discs(position: Position) -> NDArray[np.int64]:
    """Black 1, white -1, empty 0."""
    return np.array([{"X": 1, "O": -1}.get(square, 0) for square in position.picture()[0]])


def worth(position: Position, move: int, values: NDArray[np.number[Any]]) -> float:
    changed = (discs(position) != discs(position.play(move))) & (discs(position) != 0)
    return float(values[changed].sum())


def test_the_worked_example() -> None:
    classic = map_named(GAME, "classic")
    values = {GAME.move_text(m): worth(EXAMPLE, m, classic) for m in EXAMPLE.legal_moves()}
    assert values == WORTH
    assert chosen(EXAMPLE, "greedy:faithful=true") == "f3"


def placing(seed: int) -> list[Position]:
    """Positions of a random game in which the mover can place a disc."""
    line = random_line(GAME, f"maps {seed}")[:-1]
    return [p for p in line if min(p.legal_moves()) < 64]


@pytest.mark.parametrize("placed", [False, True])
def test_greedy_plays_the_most_valuable_flips_and_of_equals_the_first(placed: bool) -> None:
    values = np.random.default_rng(1).integers(-30, 31, 64).astype(np.float32)
    engine = greedy_engine(GAME, values, placed, 0)
    for seed in range(fewer(6, 1)):
        for position in placing(seed):
            scores = [
                (worth(position, m, values) + placed * float(values[m]), -m)
                for m in position.legal_moves()
            ]
            assert answer(engine, position) == -max(scores)[1]


def test_decimal_numbers_that_are_equal_in_sum_are_equal() -> None:
    """0.1 + 0.2 and 0.3 are a tie, although their binary sums are not."""
    tenths = np.random.default_rng(4).integers(-3, 4, 64)
    engine = greedy_engine(GAME, (tenths / 10).astype(np.float32), False, 0)
    for seed in range(fewer(6, 1)):
        for position in placing(seed):
            scores = [(worth(position, m, tenths), -m) for m in position.legal_moves()]
            assert answer(engine, position) == -max(scores)[1]


def table_score(position: Position, move: int, values: NDArray[np.float32]) -> float:
    """Own minus opponent's map sum after the move."""
    own = 1 if position.turn == 0 else -1
    return float((own * discs(position.play(move)) * values).sum())


def test_table_plays_the_best_map_sum_after_the_move() -> None:
    values = np.random.default_rng(2).integers(-30, 31, 64).astype(np.float32)
    engine = table_engine(GAME, values, 0)
    for seed in range(fewer(6, 1)):
        for position in placing(seed):
            scores = [(table_score(position, m, values), -m) for m in position.legal_moves()]
            assert answer(engine, position) == -max(scores)[1]


def places(name: str) -> set[int]:
    """The squares that look like this one from some side of the board."""
    square = GAME.parse_move(name)
    return {GAME.turned_move(square, symmetry) for symmetry in range(GAME.symmetries)}


def mirrored(genes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Ten weights on all their symmetric squares, by the GA write-up's own list of squares."""
    values = np.zeros(64, np.float32)
    for gene, name in zip(genes, CORNER_TRIANGLE, strict=True):
        values[sorted(places(name))] = gene
    return values


def test_the_ten_places_are_the_whole_board() -> None:
    squares = [square for name in CORNER_TRIANGLE for square in places(name)]
    assert sorted(squares) == list(range(64))


@pytest.mark.parametrize("gene", range(20))
def test_a_gene_is_worth_something_on_its_symmetric_squares_only(gene: int) -> None:
    """With one gene set, the player is the one whose map is set on exactly these squares."""
    genes = np.zeros(21, np.float32)
    genes[gene] = 1
    genes[20] = 1.0 if gene < 10 else 0.0  # the early table always, or the late one
    by_genes = table_engine(GAME, genes, 0)
    by_map = table_engine(GAME, mirrored(genes[gene // 10 * 10 : gene // 10 * 10 + 10]), 0)
    for position in placing(gene)[:: fewer(1, 6)]:
        assert answer(by_genes, position) == answer(by_map, position)


@pytest.mark.parametrize("switch", [0.5, -0.5, 0.0, 0.25, 1.0, 7.0])
def test_the_late_table_takes_over_at_the_switch(switch: float) -> None:
    rng = np.random.default_rng(3)
    early, late = (rng.normal(size=10).astype(np.float32) for _ in range(2))
    both = table_engine(GAME, np.array([*early, *late, switch], np.float32), 0)
    first, second = (table_engine(GAME, mirrored(genes), 0) for genes in (early, late))
    change, differ = min(60, int(abs(60 * switch))), 0
    for seed in range(3):
        for position in placing(seed):
            moves_played = int(np.abs(discs(position)).sum()) - 4
            expected = answer(first if moves_played < change else second, position)
            assert answer(both, position) == expected
            differ += answer(first, position) != answer(second, position)
    assert differ > 10


def test_tables_by_name_switch_too() -> None:
    differ = 0
    for position in placing(5):
        moves_played = int(np.abs(discs(position)).sum()) - 4
        now = "classic" if moves_played < 30 else "swh"
        assert chosen(position, "table:classic,late=swh,switch=30") == chosen(
            position, f"table:{now}"
        )
        differ += chosen(position, "table:classic") != chosen(position, "table:swh")
    assert differ > 3


def test_maps_are_mirrored_to_all_quarters() -> None:
    for name in ("classic", "swh"):
        board = map_named(GAME, name).reshape(8, 8)
        assert np.array_equal(board, board.T)
        assert np.array_equal(board, board[::-1])
    assert map_named(GAME, "classic")[:4].tolist() == [30, -12, 0, -1]
    assert map_named(kishi.game("othello-4"), "classic").tolist()[:4] == [30, -12, -12, 30]


def test_a_wrong_map_says_what_would_be_right() -> None:
    with pytest.raises(BadInput, match="did you mean 'classic'"):
        kishi.make_player(GAME, "greedy:map=clasic")
    with pytest.raises(BadInput, match="64 numbers; got 10"):
        greedy_engine(GAME, np.zeros(10, np.float32), True, 0)
    with pytest.raises(BadInput, match="greedy is for othello"):
        greedy_engine(kishi.game("gomoku"), np.zeros(64, np.float32), True, 0)
