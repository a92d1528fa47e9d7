"""What the boards show of the rules: check, the row that won, and why a game ended."""

import random

import pytest

from kishi.core import Record, game
from kishi.games import facts_of
from reference import minishogi as slow


def test_check_is_what_the_slow_rules_say() -> None:
    of = game("minishogi")
    chance, seen = random.Random(23), {True: 0, False: 0}
    record = Record.new(of)
    while seen[True] < 200:
        position = record.position
        king = facts_of(of).check(position)
        in_check = slow.in_check(str(position))
        assert (king is not None) == in_check, str(position)
        if king is not None:
            assert position.picture()[0][king] == "Kk"[position.turn]
        seen[in_check] += 1
        record = (
            Record.new(of) if record.over else record.play(chance.choice(position.legal_moves()))
        )
    assert seen[False] > 200


@pytest.mark.parametrize(
    ("start", "moves", "reason", "cells"),
    [
        ("4k/5/4P/5/4K b G 1", ["G*1b"], "mate", [4]),
        ("k4/2R2/1G3/5/4K b - 1", ["3b4b"], "stuck", []),
        ("4k/5/5/5/K4 b - 1", 3 * ["5e5d", "1a1b", "5d5e", "1b1a"], "repetition", []),
    ],
)
def test_every_end_of_minishogi_has_its_reason(
    start: str, moves: list[str], reason: str, cells: list[int]
) -> None:
    of = game("minishogi")
    record = Record.new(of, of.parse(start))
    for move in moves:
        record = record.play(move)
    facts = facts_of(of)
    assert record.over
    assert facts.reason(record.position, record.verdict) == reason
    assert facts.deciding(record.position) == cells


def test_perpetual_check_loses_for_gote() -> None:
    of = game("minishogi")
    record = Record.new(of, of.parse("4k/5/r4/5/4K w - 1"))
    while not record.over:
        for move in ("5c1c", "1e2e", "1c2c", "2e1e", "2c1c"):
            if record.over or not record.position.is_legal(of.parse_move(move)):
                continue
            record = record.play(move)
    assert facts_of(of).reason(record.position, record.verdict) == "perpetual"


def test_rows_that_win() -> None:
    of = game("gomoku-9")
    record = Record.new(of)
    for move in (0, 1, 10, 2, 20, 3, 30, 4, 40):
        record = record.play(move)
    assert facts_of(of).deciding(record.position) == [0, 10, 20, 30, 40]
