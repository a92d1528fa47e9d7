"""Laws that every game obeys. A new game is tested by being listed: no new file here.

The native laws (native/core/laws.hpp) are checked in many random games; below them
stand the laws of what Python sees.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

import kishi
from kishi import BadInput, Game, Position, Tally, Verdict
from kishi._native import broken_law, judge
from samples import MAIN_GAMES, fewer, random_line, swap_sides

GAMES = {g.name: g for g in kishi.games()}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

# 10,000 games each, in parts, so that several processes share them.
PARTS = 10
GAMES_EACH = fewer(10_000, sanitized=300)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", MAIN_GAMES)
def test_native_laws(name: str, part: int) -> None:
    assert broken_law(GAMES[name], GAMES_EACH // PARTS, seed=part) == ""


@each_game
def test_native_laws_of_every_variant(game: Game) -> None:
    assert broken_law(game, fewer(5, sanitized=1), seed=99) == ""


def planes(position: Position) -> NDArray[np.float32]:
    out = np.full(position.game.shape, np.nan, np.float32)
    position.encode(out)
    return out


def turned_planes(of: NDArray[np.float32], symmetry: int) -> NDArray[np.float32]:
    """Bit 0 mirrors, bit 1 flips, bit 2 transposes."""
    of = of[:, :, ::-1] if symmetry & 1 else of
    of = of[:, ::-1, :] if symmetry & 2 else of
    return of.transpose(0, 2, 1) if symmetry & 4 else of


def some_positions(game: Game) -> list[Position]:
    """The start, the end, and what lies between at intervals."""
    line = random_line(game, "law")
    return [*line[:: max(1, len(line) // 6)], line[-1]]


@each_game
def test_planes_follow_the_symmetry(game: Game) -> None:
    for p in some_positions(game):
        assert not np.isnan(planes(p)).any()
        for symmetry in range(game.symmetries):
            assert np.array_equal(planes(p.turned(symmetry)), turned_planes(planes(p), symmetry))


@each_game
def test_symmetries_are_different_permutations(game: Game) -> None:
    ways = {
        tuple(game.turned_move(m, s) for m in range(game.moves)) for s in range(game.symmetries)
    }
    assert len(ways) == game.symmetries
    assert all(sorted(way) == list(range(game.moves)) for way in ways)
    assert game.start().turned(0) == game.start()


@each_game
def test_planes_show_the_movers_pieces_first(game: Game) -> None:
    """Each piece of the picture is in one plane: the mover's first, then the other's."""
    kinds = {"minishogi": 10}.get(game.family, 1)
    for p in some_positions(game):
        cells = np.array(p.picture()[0]).reshape(game.shape[1:])
        if game.family == "minishogi" and p.turn == 1:
            cells = cells[::-1, ::-1]  # the mover always plays up the board
        first = np.vectorize(lambda c: c == "X" or (c != "O" and c[-1:].isupper()))(cells)
        second = (cells != "") & ~first
        mine, theirs = (first, second) if p.turn == 0 else (second, first)
        assert np.array_equal(planes(p)[:kinds].sum(axis=0), mine)
        assert np.array_equal(planes(p)[kinds : 2 * kinds].sum(axis=0), theirs)


def swapped(p: Position) -> Position:
    """The same position with the sides changed, where such a text is a position again."""
    if p.game.family == "othello":
        return p.game.parse(str(p).translate(str.maketrans("XO", "OX")))
    return p.game.parse(swap_sides(str(p)))


@pytest.mark.parametrize("name", ["othello", "othello-6", "othello-4", "minishogi"])
def test_both_sides_see_the_same(name: str) -> None:
    """A mover cannot tell which side it is, but for the plane that says so."""
    game = GAMES[name]
    for p in random_line(game, "view"):
        q, told = swapped(p), 1 if name == "minishogi" else 0
        a, b = planes(p), planes(q)
        assert np.array_equal(a[: len(a) - told], b[: len(b) - told])
        seen_by_p = sorted(game.seen_move(m, p.turn) for m in p.legal_moves())
        seen_by_q = sorted(game.seen_move(m, q.turn) for m in q.legal_moves())
        assert seen_by_p == seen_by_q


@each_game
def test_illegal_moves_are_refused(game: Game) -> None:
    for p in (game.start(), random_line(game, "law")[-1]):
        for m in {-1, game.moves, 2**31, *range(game.moves)} - set(p.legal_moves()):
            assert not p.is_legal(m)
            with pytest.raises(BadInput, match="illegal move"):
                p.play(m)


@each_game
def test_what_is_out_of_range_is_refused(game: Game) -> None:
    for wrong in (-1, game.moves):
        for ask in (game.move_text, game.path, lambda m: game.turned_move(m, 0)):
            with pytest.raises(BadInput, match=f"no move {wrong}: {game.name} has moves 0 to"):
                ask(wrong)
    for wrong in (-1, game.symmetries):
        with pytest.raises(BadInput, match=f"no symmetry {wrong}"):
            game.start().turned(wrong)
    with pytest.raises(BadInput, match="planes of the wrong shape"):
        game.start().encode(np.zeros((1, 2, 3), np.float32))


@each_game
def test_equal_positions_hash_alike(game: Game) -> None:
    line = random_line(game, "law")
    again = [game.parse(str(p)) for p in line]
    assert line == again
    assert [hash(p) for p in line] == [hash(p) for p in again]
    assert len(set(line)) == len({str(p) for p in line})
    assert len({hash(p) for p in line}) == len(set(line))  # chance would have to be against us
    assert (line[0] == str(line[0])) is False
    assert line[0].game == game


@each_game
def test_a_picture_and_paths_stay_on_the_board(game: Game) -> None:
    _, rows, cols = game.shape
    for p in some_positions(game):
        cells, *hands = p.picture()
        assert len(cells) == rows * cols
        for m in p.legal_moves():
            start, end = p.path(m)
            assert -1 <= end < rows * cols
            if 0 <= start < rows * cols:
                assert cells[start]
            elif start >= rows * cols:
                assert hands[p.turn]
                assert cells[end] == ""


def test_games_are_different_and_known_by_their_names() -> None:
    assert len(set(GAMES.values())) == len(GAMES) == len(kishi.games())
    for name, game in GAMES.items():
        assert kishi.game(name) == game
    assert GAMES["gomoku-7"].parse("7/7/7/7/7/7/7 x") != GAMES["gomoku-7-renju"].start()


def test_a_line_of_different_games_is_refused() -> None:
    with pytest.raises(BadInput, match="different games"):
        judge([GAMES["othello"].start(), GAMES["othello-6"].start()])
    with pytest.raises(BadInput, match="at least one position"):
        judge([])


# Random games in the core.


def numbers(tally: Tally) -> tuple[int, int, int, int]:
    return tally.first_wins, tally.draws, tally.second_wins, tally.plies


@pytest.mark.parametrize("name", MAIN_GAMES)
def test_random_games_do_not_depend_on_threads(name: str) -> None:
    game, n = GAMES[name], fewer(300, sanitized=70)
    one = numbers(kishi.random_games(game, n, seed=7, threads=1))
    assert numbers(kishi.random_games(game, n, seed=7, threads=3)) == one
    assert numbers(kishi.random_games(game, n, seed=8)) != one
    assert sum(one[:3]) == n


@pytest.mark.parametrize("name", MAIN_GAMES)
def test_random_games_end_as_random_games_do(name: str) -> None:
    """The core's games and Python's: the same length and the same share of wins, within chance."""
    game = GAMES[name]
    played = [random_line(game, seed) for seed in range(60)]
    core = kishi.random_games(game, 600, seed=1)
    lengths = np.array([len(line) - 1 for line in played])
    assert abs(lengths.mean() - core.plies / 600) < 5 * lengths.std() / 60**0.5 + 1e-9
    wins = sum(judge(line) is Verdict.FIRST_WINS for line in played)
    assert abs(wins / 60 - core.first_wins / 600) < 0.35


def test_random_games_from_a_position() -> None:
    won = kishi.game("gomoku-5").parse("5/5/5/oooo1/xxxxx o")
    assert numbers(kishi.random_games(won.game, 10, start=won)) == (10, 0, 0, 0)
    last = random_line(GAMES["othello"], 0)[-2]
    assert kishi.random_games(last.game, 10, start=last).plies == 10


@pytest.mark.parametrize(
    ("n", "threads", "wrong"),
    [(-1, 1, "a number of games is 0 or more; got -1"), (1, 0, "threads: 1 to 1024")],
)
def test_random_games_refuse(n: int, threads: int, wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        kishi.random_games(GAMES["othello"], n, threads=threads)


def test_no_games_are_no_games() -> None:
    assert numbers(kishi.random_games(GAMES["othello"], 0)) == (0, 0, 0, 0)
