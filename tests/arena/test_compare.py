"""Two players compared until a test has decided, whoever plays the games."""

from collections.abc import Iterator

import pytest

from kishi._native import Engine, SearchControl
from kishi.arena.compare import PAIRS_AT_ONCE, HeadToHead, PlayedBatch, engine_games
from kishi.arena.openings import Opening
from kishi.arena.sprt import Decision, Sprt
from kishi.core import game
from kishi.players import NativePlayer, make_player
from kishi.training.openings import training_openings

OF = game("othello-6")
TEST = Sprt(0, 30)
FIRST, SECOND, DRAW = 1, 2, 3  # verdicts
WON_BOTH = (FIRST, SECOND)  # a moves second in the games with odd numbers


def engine(spec: str) -> Engine:
    player = make_player(OF, spec)
    assert isinstance(player, NativePlayer)
    return player.engine


def openings(pairs: int) -> list[Opening]:
    return list(training_openings(OF, pairs, 1))


def games(
    a: str, b: str, pairs: int, begun: int = 0, control: SearchControl | None = None
) -> Iterator[PlayedBatch]:
    return engine_games(
        OF, engine(a), engine(b), openings(pairs), control or SearchControl(), begun=begun, nodes=0, threads=1
    )  # fmt: skip


def test_a_stopped_comparison_gives_no_half_played_games() -> None:
    control = SearchControl()
    coming = games("table", "random", 60, control=control)
    assert len(next(coming).verdicts) == 40
    control.stop()
    assert not list(coming)


def in_batches(verdicts: list[int], size: int) -> Iterator[PlayedBatch]:
    for at in range(0, len(verdicts), size):
        some = verdicts[at : at + size]
        yield PlayedBatch(range(at, at + len(some)), some)


def test_the_stronger_player_is_found_with_both_colours_and_no_game_too_many() -> None:
    for a, b, found in (
        ("table", "random", Decision.ACCEPTED),
        ("random", "table", Decision.REJECTED),
    ):
        match = HeadToHead(2_000, TEST)
        asked = list(match.until_decided(games(a, b, 1_000)))
        assert match.decided and match.standing.test(TEST).decision is found
        assert sum(len(batch.numbers) for batch in asked) < 2_000
        assert match.left == 0
        assert match.result(a, b).line.startswith(f"SCORE {a} {b}: ")


def test_games_begun_before_are_not_played_again() -> None:
    pairs = 2 * PAIRS_AT_ONCE + 3
    whole = list(games("table", "greedy", pairs))
    assert [n for batch in whole for n in batch.numbers] == list(range(2 * pairs))
    assert list(games("table", "greedy", pairs, begun=2 * PAIRS_AT_ONCE)) == whole[1:]
    assert list(games("table", "greedy", pairs, begun=2 * pairs)) == []


def test_swapping_the_players_swaps_the_games() -> None:
    """Game 2n of one is game 2n + 1 of the other: the same opening, the same player first."""
    (one,), (other,) = (
        list(games(a, b, 10)) for a, b in (("table", "greedy"), ("greedy", "table"))
    )
    assert list(one.verdicts[::2]) == list(other.verdicts[1::2])
    assert list(one.verdicts[1::2]) == list(other.verdicts[::2])


@pytest.mark.parametrize("size", [2, 10, 40, 1000])
def test_what_is_decided_does_not_depend_on_how_many_games_come_at_a_time(size: int) -> None:
    verdicts = [*WON_BOTH, DRAW, DRAW] * 200
    match, by_pairs = HeadToHead(len(verdicts), TEST), HeadToHead(len(verdicts), TEST)
    list(match.until_decided(in_batches(verdicts, size)))
    list(by_pairs.until_decided(in_batches(verdicts, 2)))
    assert match.decided
    assert match.result("a", "b") == by_pairs.result("a", "b")


def test_a_match_decided_before_asks_for_no_game() -> None:
    def nobody() -> Iterator[PlayedBatch]:
        pytest.fail("a game was asked for")
        yield

    match = HeadToHead(1_000, TEST)
    match.add(PlayedBatch(range(1_000), WON_BOTH * 500))
    assert list(match.until_decided(nobody())) == []


def test_without_a_test_all_games_are_played() -> None:
    match = HeadToHead(60)
    assert match.left == 60
    asked = list(match.until_decided(in_batches([*WON_BOTH] * 30, 40)))
    assert [len(batch.numbers) for batch in asked] == [40, 20]
    assert not match.decided and match.left == 0
    assert match.result("a", "b").test is None
