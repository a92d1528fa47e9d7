"""Self-play by guided searches: whole games, what is kept of them, and what is learned from that."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from network_search_reference import is_dead
from plain_network import FakeNet, Floats, planes_of

from kishi._native import (
    SearchControl,
    SelfPlayCounts,
    SelfPlayGames,
    SelfPlayOptions,
    SelfPlaySamples,
    Verdict,
    judge,
    solve,
)
from kishi.core import Game, game
from kishi.errors import BadInput
from kishi.players.net_session import NetworkAnswer
from kishi.store.packed import decode_all
from samples import fewer

GAMES = ("othello", "othello-6", "gomoku-8", "minishogi")


def played(
    of: Game,
    count: int,
    *,
    slots: int = 4,
    seed: int = 1,
    **options: float,
) -> tuple[bytes, SelfPlayCounts]:
    how = SelfPlayOptions(**{"full": 16, "fast": 6, **options})  # type: ignore[arg-type]
    games = SelfPlayGames(of, how, [[] for _ in range(count)], slots=slots, seed=seed)
    planes, net = np.zeros((slots, *of.shape), np.float32), FakeNet(of, 3)
    while n := games.leaves(planes):
        games.answer(*net.run(planes[:n]))
    assert games.counts.finished == count
    return games.packed(), games.counts


class Kept:
    """Packed games, read by hand."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.games = []
        while self.at < len(data):
            end = self.number(4) + self.at
            verdict, parts = self.number(1), self.number(1)
            assert parts & ~4 == 8 | 32
            count, given = self.number(), self.number()
            reason = self.text() if parts & 4 else ""
            moves = [self.number() for _ in range(count)]
            values = [np.uint16(self.number()).view(np.int16) / 32767 for _ in moves]
            policies = [self.policy() for _ in moves]
            plies = list(zip(moves, map(float, values), policies, strict=True))
            assert self.at == end and all(v < -1 and not p for _, v, p in plies[:given])
            self.games.append((verdict, reason, moves[:given], plies[given:]))

    def number(self, size: int = 2) -> int:
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little")

    def text(self) -> str:
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at].decode()

    def policy(self) -> dict[int, int]:
        return {self.number(): self.number() for _ in range(self.number(1))}


def filled(
    samples: SelfPlaySamples, of: Game, which: list[int], sides: list[int]
) -> dict[str, Floats]:
    n = len(which)
    arrays = {
        "planes": np.zeros((n, *of.shape), np.float32),
        "policy": np.zeros((n, of.moves), np.float32),
        "value": np.zeros(n, np.float32),
        "soon": np.zeros(n, np.float32),
        "owner": np.zeros((n, *of.shape[1:]), np.float32),
        "owner_known": np.zeros(n, np.float32),
    }
    samples.fill(np.array(which), np.array(sides), **arrays)
    return arrays


@pytest.mark.parametrize("name", GAMES)
def test_games_do_not_depend_on_how_many_are_played_at_once(name: str) -> None:
    of = game(name)
    count = fewer(4, 3)
    one, counts = played(of, count, slots=2, most_plies=40)
    two, _ = played(of, count, slots=6, most_plies=40)
    assert one == two
    assert counts.simulations >= counts.plies
    assert played(of, count, seed=2, most_plies=40)[0] != one


def test_endings_are_exact() -> None:
    """On 6x6 the solver takes over at 16 empty squares: what is kept of them is what it says."""
    of = game("othello-6")
    for _, _, _, plies in Kept(played(of, fewer(4, 1), resign=2)[0]).games:
        position = of.start()
        for move, value, _ in plies:
            if str(position).count("-") <= 16:
                assert value == np.sign(solve(position, SearchControl()).number)
            position = position.play(move)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_is_a_game_and_comes_back(name: str) -> None:
    """Samples against a replay by the rules in Python."""
    of = game(name)
    data, _ = played(of, fewer(6, 1), resign=2)
    samples = SelfPlaySamples(of)
    samples.add(data)
    at = 0
    records = [encoded.record(of) for encoded in decode_all(data)]
    for record, (result, reason, opening, plies) in zip(records, Kept(data).games, strict=True):
        assert not opening and record.verdict is Verdict(result)
        line = [of.start()]
        for move, _, _ in plies:
            line.append(line[-1].play(move))
        assert record.positions == tuple(line)
        assert [c.value for c in record.choices] == [value for _, value, _ in plies]
        assert [c.visits or {} for c in record.choices] == [target for *_, target in plies]
        verdict = judge(line)
        if verdict is Verdict.RUNNING:  # it was too long, or a draw that nobody needs to play out
            assert Verdict(result) is Verdict.DRAW
            assert reason == ("too long" if len(plies) >= 500 else "adjudicated")
            assert len(plies) >= 500 or is_dead(line[-1])
        else:
            assert verdict is Verdict(result) and not reason
        for i, (_, _, target) in enumerate(plies):
            if not target:
                continue
            got = filled(samples, of, [at], [0])
            at += 1
            position = line[i]
            assert np.array_equal(got["planes"][0], planes_of(position))
            wanted = np.full(of.moves, -1.0)  # not legal
            for move in position.legal_moves():
                share = target.get(move, 0) / sum(target.values())
                wanted[of.seen_move(move, position.turn)] = share
            assert np.allclose(got["policy"][0], wanted, atol=1e-6)
            for_first = {1: 1, 2: -1, 3: 0}[result]
            assert got["value"][0] == (for_first if position.turn == 0 else -for_first)
            soon, weight = 0.0, 1.0
            for k, (_, value, _) in enumerate(plies[i:]):
                soon += weight / 6 * value * (-1) ** k
                weight *= 5 / 6
            assert got["soon"][0] == pytest.approx(soon + weight * got["value"][0], abs=1e-4)
            assert got["owner_known"][0] == (of.family == "othello")
            if of.family == "othello":
                end = np.zeros(of.shape, np.float32)
                line[-1].encode(end)
                mine = end[0] - end[1]
                own = mine if line[-1].turn == position.turn else -mine
                assert np.array_equal(got["owner"][0], own)
    assert at == len(samples) > 0


def turned_square(square: int, size: int, side: int) -> int:
    """Bit 0 mirrors, bit 1 flips, bit 2 transposes."""
    row, col = divmod(square, size)
    if side & 1:
        col = size - 1 - col
    if side & 2:
        row = size - 1 - row
    return col * size + row if side & 4 else row * size + col


@pytest.mark.parametrize("name", GAMES)
def test_a_turned_sample_is_the_sample_of_the_turned_game(name: str) -> None:
    of = game(name)
    data, _ = played(of, fewer(3, 1), resign=2)
    samples = SelfPlaySamples(of)
    samples.add(data)
    which = list(range(0, len(samples), max(1, len(samples) // 8)))
    plain = filled(samples, of, which, [0] * len(which))
    rows, cols = of.shape[1:]
    for side in range(of.symmetries):
        turned = filled(samples, of, which, [side] * len(which))
        assert np.array_equal(plain["value"], turned["value"])
        assert np.array_equal(plain["soon"], turned["soon"])
        for move in range(of.moves):
            # A mirror image seen by the second player is the mirror image of what it sees.
            assert np.array_equal(
                turned["policy"][:, of.turned_move(move, side)], plain["policy"][:, move]
            )
        square = [turned_square(s, rows, side) for s in range(rows * cols)]
        for name_, channels in (("planes", of.shape[0]), ("owner", 1)):
            before = plain[name_].reshape(len(which), channels, -1)
            after = turned[name_].reshape(len(which), channels, -1)
            assert np.array_equal(after[:, :, square], before)


def test_openings_are_given() -> None:
    of = game("othello")
    openings = [[19], [19, 18], []]
    games = SelfPlayGames(of, SelfPlayOptions(full=8, fast=4), openings, slots=3, seed=1)
    planes, net = np.zeros((3, *of.shape), np.float32), FakeNet(of, 1)
    while n := games.leaves(planes):
        games.answer(*net.run(planes[:n]))
    assert [opening for _, _, opening, _ in Kept(games.packed()).games] == openings
    for wrong in ([[0]], [[70]], [[-1]]):
        with pytest.raises(BadInput, match="illegal move"):
            SelfPlayGames(of, SelfPlayOptions(), wrong, slots=1, seed=1)


def test_only_full_searches_are_learned_from() -> None:
    of = game("othello-6")
    full, _ = played(of, 8, full_share=1, resign=2)
    some, _ = played(of, 8, full_share=0.25, resign=2)
    for data, least, most in ((full, 1.0, 1.0), (some, 0.1, 0.4)):
        plies = [ply for *_, game_plies in Kept(data).games for ply in game_plies]
        learned = sum(1 for *_, target in plies if target) / len(plies)
        assert least <= learned <= most


def test_resigning_is_verified() -> None:
    of = game("gomoku-8")

    def counts(verify: float, resign: float) -> SelfPlayCounts:
        how = SelfPlayOptions(
            full=2, fast=2, full_share=1, verify=verify, resign=resign, exact=False
        )
        games = SelfPlayGames(of, how, [[] for _ in range(12)], slots=12, seed=1)
        planes, net = np.zeros((12, *of.shape), np.float32), Doubter(of, 1)
        while n := games.leaves(planes):
            games.answer(*net.run(planes[:n]))
        return games.counts

    class Doubter(FakeNet):
        """The first player thinks that it has lost; the second agrees."""

        def run(self, planes: Floats) -> NetworkAnswer:
            first = planes[:, 2, 0, 0] == 1
            value = np.where(first, -0.99, 0.99).astype(np.float32)
            return super().run(planes)._replace(value=value, draw=np.zeros_like(value))

    assert counts(verify=0, resign=0.9).resigned == 12
    assert counts(verify=0, resign=1.5).resigned == 0
    checked = counts(verify=1, resign=0.9)
    assert checked.resigned == 0
    assert checked.verified == 12
    assert 0 <= checked.wrongly <= 12


def test_one_side_has_draw_contempt() -> None:
    """On so small a board everything is soon known to be a draw, worth -1/2 to one and 1/2 to the other."""
    of = game("gomoku-5")
    data, _ = played(of, fewer(16, 4), draw_contempt=0.5)
    pressing = []
    for result, _, _, plies in Kept(data).games:
        known = [
            (i % 2, value) for i, (_, value, _) in enumerate(plies) if abs(abs(value) - 0.5) < 1e-4
        ]
        if result == 3 and known:
            (side,) = {side if value < 0 else 1 - side for side, value in known}
            pressing.append(side)
    assert len(pressing) > fewer(6, 1)
    assert len(set(pressing)) == 2 or fewer(0, 1)
    for _, _, _, plies in Kept(played(of, fewer(12, 4))[0]).games:
        assert not any(abs(abs(value) - 0.5) < 1e-4 for _, value, _ in plies)


def test_broken_games_are_refused() -> None:
    of = game("othello-6")
    data, _ = played(of, 2)
    samples = SelfPlaySamples(of)
    for wrong in (data[:-1], data + b"\x00", b"\x07" + data[1:], b"abc"):
        with pytest.raises(BadInput):
            samples.add(wrong)
    assert len(samples) == 0 and samples.games == 0
    samples.add(data)
    with pytest.raises(BadInput, match="no such sample"):
        filled(samples, of, [len(samples)], [0])
    with pytest.raises(BadInput, match="no such symmetry"):
        filled(samples, of, [0], [8])


@settings(max_examples=fewer(300, 60), deadline=None)
@given(st.binary(max_size=200), st.integers(0, 10_000), st.integers(0, 255))
def test_any_bytes_are_games_or_refused(junk: bytes, at: int, byte: int) -> None:
    of = game("othello-4")
    broken = bytearray(_GOOD)
    broken[at % len(broken)] = byte
    for data in (junk, bytes(broken)):
        samples = SelfPlaySamples(of)
        try:
            samples.add(data)
        except BadInput:
            assert len(samples) == 0


_GOOD, _ = played(game("othello-4"), 3)
