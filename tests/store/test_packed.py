"""The bytes of a game: what goes in comes out, and the native twin reads and writes the same."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kishi import BadInput, Choice, Game, Record, Verdict, game
from kishi._native import SelfPlaySamples
from kishi.core import End
from kishi.formats import games as games_format
from kishi.formats import read
from kishi.store.packed import (
    LENGTH,
    EncodedGame,
    PackedGame,
    decode,
    decode_all,
    encode,
    encoded,
)

GAMES = ("othello-6", "gomoku-9-renju", "minishogi")


def played(of: Game, plies: int = 12) -> Record:
    """A record with all that one may hold."""
    record = Record.new(of)
    for ply in range(plies):
        moves = record.position.legal_moves()
        chosen = moves[ply % len(moves)]
        visits = {m: 65535 // len(moves) for m in moves[:200]} if ply % 3 == 0 else None
        value = None if ply % 4 == 1 else ply / 32767
        record = record.play(Choice(move=chosen, value=value, seconds=ply / 4, visits=visits))
    end = End("resigned", Verdict.SECOND_WINS)
    players, weights = ("search:nodes=5", "棋士 'x'"), ("2f8c", "")
    return replace(record, players=players, weights=weights, end=end)


@pytest.mark.parametrize("name", GAMES)
def test_all_of_a_record_comes_back(name: str) -> None:
    of = game(name)
    record = played(of)
    elsewhere = Record.new(of, record.positions[3])
    for one in (
        record,
        replace(record, players=None, weights=None, end=None),
        Record.new(of),
        elsewhere,
    ):
        data = encoded(one)
        assert LENGTH.unpack_from(data)[0] == len(data) - LENGTH.size
        back = decode(data[LENGTH.size :]).record(of)
        assert [replace(c, visits=None) for c in back.choices] == [
            replace(c, visits=None) for c in one.choices
        ]
        assert replace(back, choices=()) == replace(one, choices=())
        for mine, theirs in zip(one.choices, back.choices, strict=True):
            assert set(mine.visits or ()) == set(theirs.visits or ())
            total = sum((theirs.visits or {}).values())
            assert total == 0 or abs(total - 65535) < len(theirs.visits or ())


def test_games_follow_one_another_and_are_numbered() -> None:
    of = game("othello-6")
    records = [played(of, plies) for plies in (3, 5, 0)]
    found = list(decode_all(b"".join(map(encoded, records))))
    assert [len(g.packed.moves) // 2 for g in found] == [3, 5, 0]
    assert [g.packed.number for g in found] == [0, 1, 2]


def test_the_native_twin_reads_what_python_writes() -> None:
    """Players and seconds are passed over; what is learned is each ply that has a policy."""
    of = game("othello-6")
    record = played(of, 9)
    samples = SelfPlaySamples(of)
    samples.add(encoded(record, opening=2) + encoded(replace(record, players=None)))
    with_policy = [n for n, c in enumerate(record.choices) if c.visits]
    assert samples.games == 2 and with_policy == [0, 3, 6]
    assert len(samples) == 2 + 3  # that of the opening is none to learn
    assert samples.last_end == record.position
    policy = np.zeros((1, of.moves), np.float32)
    rest = {n: np.zeros(1, np.float32) for n in ("value", "soon", "owner_known")}
    planes, owner = np.zeros((1, *of.shape), np.float32), np.zeros((1, 6, 6), np.float32)
    samples.fill(
        np.array([0]), np.array([0]), planes=planes, policy=policy, owner=owner,
        value=rest["value"], soon=rest["soon"], owner_known=rest["owner_known"],
    )  # fmt: skip
    legal = record.positions[3].legal_moves()
    assert np.allclose(policy[0, legal], 1 / len(legal), atol=1e-4)
    # The first player moves fourth in no game, and the second has won.
    assert record.positions[3].turn == 1 and rest["value"][0] == 1
    assert rest["owner_known"][0] == 0  # who would own what is not known: somebody resigned


def test_the_native_twin_refuses_a_game_from_elsewhere() -> None:
    of = game("othello-6")
    record = played(of)
    with pytest.raises(BadInput):
        SelfPlaySamples(of).add(
            encoded(replace(record, positions=record.positions[4:], choices=()))
        )


@given(st.binary(max_size=80))
def test_any_bytes_are_a_game_or_refused(data: bytes) -> None:
    try:
        again = encode(decode(data))
    except BadInput:
        return
    assert again[LENGTH.size :] == data or b"\xef\xbf\xbd" in again  # a text that was none


@given(st.data())
def test_a_damaged_game_is_one_clear_line(data: st.DataObject) -> None:
    of = game("othello-6")
    bad = bytearray(encoded(played(of)))
    bad[data.draw(st.integers(0, len(bad) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(bad[: data.draw(st.integers(0, len(bad)))])
    for some in (bytes(bad), cut):
        try:
            for one in decode_all(some):
                one.record(of)
        except BadInput as wrong:
            assert "\n" not in str(wrong)


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(BadInput, match="at most 65535 moves"):
        encode(EncodedGame(PackedGame(0, None, 0, b"\0\0" * 65536, None, None, 3, "too long")))
    with pytest.raises(BadInput, match="more than 65535 bytes"):
        encoded(replace(played(game("minishogi")), players=("a" * 65536, "b")))


# Files of them.


def test_a_file_is_read_whole_or_a_game_at_a_time() -> None:
    of = game("othello-6")
    records = [played(of, plies) for plies in (3, 5)]
    data = games_format.file_of({"game": of.name, "seed": 7}, 2, b"".join(map(encoded, records)))
    assert games_format.about(data) == {"game": "othello-6", "seed": 7, "games": 2}
    assert [g.record(of) for g in games_format.games_in(data)] == list(read(data))
    assert [len(r.moves) for r in read(data) if isinstance(r, Record)] == [3, 5]


@pytest.mark.parametrize(
    "data",
    [b"kishi games 1\n{}\n\0\0\0\0", b'kishi guided games 2\n{"game": "othello"}\n\0\0\0\0'],
)
def test_files_of_older_versions_are_refused_in_one_line(data: bytes) -> None:
    for reader in (games_format.about, games_format.body, lambda d: list(read(d))):
        with pytest.raises(BadInput, match=r"^[^\n]+ or one of another version of kishi$"):
            reader(data)


def test_a_damaged_file_says_so_at_its_end() -> None:
    of = game("othello-6")
    data = games_format.file_of({"game": of.name}, 1, encoded(played(of)))
    for bad in (data[:-1], data + b"x", data[:-1] + bytes([data[-1] ^ 1])):
        with pytest.raises(BadInput, match=r"damaged|ends before"):
            list(read(bad))
        with pytest.raises(BadInput, match="damaged"):
            games_format.about(bad)


@pytest.mark.parametrize("head", [b"", b"[]", b"{", b'{"game": 3}', b'{"game": "chess", "games": 1}',
                                  b'{"game": "othello"}', b'{"game": "othello", "games": -1}'])  # fmt: skip
def test_a_file_that_does_not_say_what_it_holds(head: bytes) -> None:
    with pytest.raises(BadInput):
        list(read(games_format.MAGIC + head + b"\n\0\0\0\0"))
