"""Networks in the core: their inputs, that updating never drifts, and that every build says the same."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import kishi
from kishi import BadInput, Position, _native
from kishi._native import SearchControl, textbook_search
from samples import CORE, SANITIZED, fewer, random_positions, swap_sides

GAME = kishi.game("minishogi")
SHAPE = _native.network_shape(GAME)
# What says the values of each network, and how many numbers it takes.
LOGITS = {
    "network": (_native.network_logits, SHAPE.numbers),
    "valuenet": (_native.valuenet_logits, _native.VALUENET_NUMBERS),
}


def numbers(count: int, seed: int = 1) -> NDArray[np.float32]:
    """A network that nobody has trained, but whose neurons are neither all on nor all off."""
    return (np.random.default_rng(seed).normal(0, 0.15, count) + 0.02).astype(np.float32)


def sparse(positions: list[Position]) -> NDArray[np.int32]:
    out = np.zeros((len(positions), 2, SHAPE.most_on), np.int32)
    _native.sparse_inputs(positions, out)
    return np.sort(out, axis=2)


def maps(positions: list[Position]) -> NDArray[np.float32]:
    out = np.zeros((len(positions), _native.VALUENET_INPUTS), np.float32)
    _native.attack_maps(positions, out)
    return out


def swapped(positions: list[Position]) -> list[Position]:
    return [GAME.parse(swap_sides(str(p))) for p in positions]


def mirrored(positions: list[Position]) -> list[Position]:
    """Left and right exchanged."""
    found = []
    for p in positions:
        board, rest = str(p).split(" ", 1)
        rows = ["".join(reversed(re.findall(r"\+?\w", row))) for row in board.split("/")]
        found.append(GAME.parse(f"{'/'.join(rows)} {rest}"))
    return found


def test_the_write_ups_example_of_attack_maps() -> None:
    """Own promoted silver on B3 and silver on C3: row 4 A1 B2 C2 D1, row 3 A1 C1, row 2 B2 D1."""
    (row,) = maps([GAME.parse("k4/5/1+SS2/5/4K b Pgb 1")])
    silver = row[25:50].reshape(5, 5)
    assert silver.tolist() == [[0] * 5, [1, 2, 2, 1, 0], [1, 0, 1, 0, 0], [0, 2, 0, 1, 0], [0] * 5]
    mine, theirs = row[300:325].reshape(5, 5), row[325:350].reshape(5, 5)
    assert np.argwhere(mine).tolist() == [[2, 1], [2, 2], [4, 4]]
    assert np.argwhere(theirs).tolist() == [[0, 0]]
    assert row[350:].tolist() == [1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1]


def test_attack_maps_from_the_other_side_differ_only_in_who_began() -> None:
    positions = random_positions(GAME, fewer(300, 30))
    here, there = maps(positions), maps(swapped(positions))
    assert (here[:, :360] == there[:, :360]).all() and (here[:, 360] + there[:, 360] == 1).all()


def test_attack_maps_of_a_mirrored_board_are_mirrored() -> None:
    positions = random_positions(GAME, fewer(300, 30))
    here, there = maps(positions), maps(mirrored(positions))
    boards = here[:, :350].reshape(-1, 14, 5, 5)
    assert (boards[..., ::-1] == there[:, :350].reshape(boards.shape)).all()
    assert (here[:, 350:] == there[:, 350:]).all()


def test_every_piece_but_the_viewers_king_is_one_input() -> None:
    inputs = sparse(random_positions(GAME, fewer(1_000, 50)))
    assert (inputs >= 0).all() and (inputs < SHAPE.inputs).all()
    assert (np.diff(inputs, axis=2) > 0).all()
    views = inputs // (SHAPE.inputs // SHAPE.views)
    assert (views == views[:, :, :1]).all()


def test_inputs_tell_positions_apart() -> None:
    positions = random_positions(GAME, fewer(2_000, 100))
    boards = {s.rsplit(" ", 1)[0] for s in map(str, positions)}
    same = {s.rsplit(" ", 1)[0] for s in map(str, [*swapped(positions), *mirrored(positions)])}
    assert len({row.tobytes() for row in sparse(positions)}) >= len(boards - same)


def test_a_network_says_the_same_from_the_other_side() -> None:
    positions = random_positions(GAME, fewer(300, 30))
    assert (sparse(positions) == sparse(swapped(positions))).all()


def test_a_network_says_the_same_of_a_mirrored_board() -> None:
    """Unless a king stands in the middle column, where neither side of the mirror is preferred."""
    positions = random_positions(GAME, fewer(300, 30))
    here, there = sparse(positions), sparse(mirrored(positions))
    column = here[:, :, 0] // (SHAPE.inputs // SHAPE.views) % 3
    assert (column < 2).any() and (here[column < 2] == there[column < 2]).all()


def test_updating_never_drifts_from_a_fresh_look() -> None:
    moves = fewer(100_000, 2_000)
    assert _native.network_out_of_step(GAME, numbers(SHAPE.numbers), moves, 1) == 0


def told() -> str:
    """What both kinds of network say of some positions, to the last bit."""
    positions = random_positions(GAME, 300)
    outputs = []
    for logits, size in LOGITS.values():
        out = np.zeros(len(positions), np.float32)
        logits(numbers(size), positions, out)
        assert len(set(out.tolist())) > 100
        outputs.append(out.tobytes().hex())
    return " ".join(outputs)


@pytest.mark.skipif(SANITIZED, reason="there is one sanitized build only")
def test_both_instruction_sets_say_the_same() -> None:
    here = Path(__file__).parent
    program = f"import sys; sys.path += {[str(here), str(here.parent)]}\n"
    program += "import test_networks; print(test_networks.told())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "KISHI_ISA": build},
            check=True, capture_output=True, text=True,
        ).stdout.strip()
        for build in sorted(p.name for p in CORE.parents[1].iterdir() if list(p.glob("_core*")))
    }  # fmt: skip
    assert outputs == {told()}


@pytest.mark.parametrize("evaluation", LOGITS)
def test_alphabeta_with_a_network_says_what_minimax_says(evaluation: str) -> None:
    weights = numbers(LOGITS[evaluation][1])
    for position in random_positions(GAME, fewer(10, 3)):
        if position.legal_moves():
            full, cut = (
                textbook_search(
                    [position], evaluation, weights, SearchControl(), depth=2, pruning=p
                )
                for p in (False, True)
            )
            assert (cut.score, cut.line[0]) == (full.score, full.line[0])


@pytest.mark.parametrize("evaluation", LOGITS)
@pytest.mark.parametrize("many", [0, 1, -1])
def test_weights_of_a_wrong_number_are_one_clear_line(evaluation: str, many: int) -> None:
    size = LOGITS[evaluation][1] + many if many else 0
    with pytest.raises(BadInput, match=rf"takes \d+ weights; got {size}$"):
        textbook_search(
            [GAME.start()], evaluation, numbers(size), SearchControl(), depth=1, pruning=True
        )


def test_weights_that_are_no_numbers_are_one_clear_line() -> None:
    weights = numbers(SHAPE.numbers)
    weights[1000] = np.nan
    with pytest.raises(BadInput, match="must be finite"):
        textbook_search([GAME.start()], "network", weights, SearchControl(), depth=1, pruning=True)


def test_arrays_of_a_wrong_shape_and_games_without_a_network_are_refused() -> None:
    with pytest.raises(BadInput, match="one row is needed for each position"):
        _native.attack_maps([GAME.start()] * 2, np.zeros((1, 361), np.float32))
    with pytest.raises(BadInput, match=r"\(positions, 361\)"):
        _native.attack_maps([GAME.start()], np.zeros((1, 360), np.float32))
    with pytest.raises(BadInput, match=r"\(positions, 2, 11\)"):
        _native.sparse_inputs([GAME.start()], np.zeros((1, 2, 10), np.int32))
    with pytest.raises(BadInput, match="no network inputs for othello"):
        _native.network_shape(kishi.game("othello"))


def test_quiet_is_neither_check_nor_capture_nor_promotion() -> None:
    texts = {
        "3k1/5/5/5/K3R b - 1": {"1e2e": True, "1e1b": True, "1e1a": True, "1e1a+": False},
        "4k/5/5/4g/K3R b - 1": {"1e1d": False, "1e2e": True},
        "4k/5/5/5/r3K b - 1": {"1e1d": False},
    }
    for text, moves in texts.items():
        position = GAME.parse(text)
        played = [GAME.parse_move(m) for m in moves]
        out = np.zeros(len(moves), np.bool_)
        _native.quiet([position] * len(moves), np.array(played, np.uint16), out)
        assert dict(zip(moves, out.tolist(), strict=True)) == moves
