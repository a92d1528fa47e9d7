"""Moves of minishogi as people write them, and read again."""

import random

import pytest

from kishi import Record, game
from kishi.games import facts_of
from kishi.games.shogi_notation import japanese, read, western

SHOGI = game("minishogi")


@pytest.mark.parametrize("seed", range(12))
def test_every_legal_move_is_written_apart_and_read_again(seed: int) -> None:
    chance, record = random.Random(seed), Record.new(SHOGI)
    while not record.over and len(record.choices) < 60:
        last = record.moves[-1] if record.moves else None
        for spell in facts_of(SHOGI).spellings.values():
            texts = {m: spell(record.position, m, last) for m in record.position.legal_moves()}
            assert len(set(texts.values())) == len(texts)
            for move, text in texts.items():
                assert read(record.position, text, last) == move, text
        record = record.play(chance.choice(record.position.legal_moves()))


@pytest.mark.parametrize(
    ("position", "move", "in_japan", "elsewhere"),
    [
        ("", "3e2d", "☗2四銀", "S-2d"),
        ("", "1e1b", "☗1二飛", "Rx1b"),
        ("4k/5/R4/5/K4 b - 1", "5c5a+", "☗5一飛成", "R-5a+"),
        ("4k/5/5/5/K4 b P 1", "P*3c", "☗3三歩", "P*3c"),
        ("4k/5/2S2/5/K4 b S 1", "S*2b", "☗2二銀打", "S*2b"),
        ("4k/5/5/1G1G1/K4 b - 1", "4d3d", "☗3四金左", "G4d-3d"),
        ("4k/5/5/2GG1/4K b - 1", "3d3c", "☗3三金直", "G3d-3c"),
        ("4k/5/1S3/5/K4 b - 1", "4c4b", "☗4二銀", "S-4b"),
        ("4k/1S3/5/5/K4 b - 1", "4b3a", "☗3一銀不成", "S-3a="),
        ("2r1k/5/3+b+b/5/K4 w - 1", "2c1d", "☖1四馬右", "+B2c-1d"),
    ],
)  # fmt: skip
def test_as_players_write_them(position: str, move: str, in_japan: str, elsewhere: str) -> None:
    at = SHOGI.parse(position) if position else SHOGI.start()
    number = SHOGI.parse_move(move)
    assert japanese(at, number, None) == in_japan
    assert western(at, number, None) == elsewhere


def test_a_piece_that_takes_the_one_that_moved_last() -> None:
    record = Record.new(SHOGI).play("1e1b")
    take = next(m for m in record.position.legal_moves() if SHOGI.move_text(m) == "1a1b")
    assert japanese(record.position, take, record.moves[-1]) == "☖同玉"
    for text in ("同玉", "△同　玉", "１二玉", "同玉(11)", "Kx1b", "Kx"):
        assert read(record.position, text, record.moves[-1]) == take, text


@pytest.mark.parametrize("text", ["", "e4", "☗9九銀", "同銀", "2四飛", "銀", "S-2", "☗2四銀銀"])
def test_what_is_no_move_here(text: str) -> None:
    assert read(SHOGI.start(), text, None) is None


def test_the_signs_are_those_of_the_board() -> None:
    from kishi.games.shogi_notation import NAMES

    glyphs = facts_of(SHOGI).glyphs
    assert {k: v for k, v in NAMES.items() if k != "+S"} == {
        k: v for k, v in glyphs.items() if k not in ("k", "+S")
    }
