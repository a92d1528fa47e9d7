"""Players of random playouts: the write-up's results, seeds and limits, and that a tree beats none.

All games are played from fixed seeds, so each test gives the same answer every time.
"""

import threading
import time
from math import sqrt

import pytest

import kishi
from kishi import BadInput, Choice, Game, Limit, Position, Record, Verdict
from kishi._native import (
    Engine,
    SearchControl,
    SearchResult,
    montecarlo_engine,
    play_fixtures,
    random_engine,
)
from kishi.players.montecarlo import MonteCarlo, Uct
from kishi.players.native import NativePlayer
from samples import fewer, random_line

OTHELLO, GOMOKU, MINISHOGI = (kishi.game(name) for name in ("othello", "gomoku-9", "minishogi"))
each_game = pytest.mark.parametrize("game", [OTHELLO, GOMOKU, MINISHOGI], ids=lambda g: g.name)
each_kind = pytest.mark.parametrize("kind", [MonteCarlo, Uct], ids=lambda k: k.kind)


def engine(game: Game, kind: MonteCarlo | Uct, seed: int = 1) -> Engine:
    player = kind.player(game, "", seed)
    assert isinstance(player, NativePlayer)
    return player.engine


def games_between(a: Engine, b: Engine, start: Position, games: int) -> tuple[int, int, int]:
    """Won, drawn and lost games of a, which moves first in every second one."""
    fixtures = [([start], i % 2 == 1, i) for i in range(games)]
    played = play_fixtures(a, b, fixtures, threads=2, control=SearchControl())
    wins = [(Verdict.FIRST_WINS, Verdict.SECOND_WINS)[i % 2] for i in range(games)]
    won = sum(g.verdict is win for g, win in zip(played, wins, strict=True))
    drawn = sum(g.verdict is Verdict.DRAW for g in played)
    return won, drawn, games - won - drawn


def agree(here: int, there: int, games: int) -> bool:
    """Can two counts of wins in so many games come from the same chance of winning (95%)?"""
    chance = (here + there) / (2 * games)
    return abs(here - there) <= 1.96 * sqrt(2 * games * chance * (1 - chance))


@pytest.mark.parametrize(
    ("faithful", "won", "drawn"),
    [(True, 939, 10), (False, 998, 0)],
    ids=["as written", "corrected"],
)
def test_against_random_play_as_measured_of_the_original(
    faithful: bool, won: int, drawn: int
) -> None:
    games = fewer(400, 30)  # the original played 1,000
    a = engine(OTHELLO, MonteCarlo(faithful=faithful))
    result = games_between(a, random_engine(OTHELLO, 1), OTHELLO.start(), games)
    assert result[0] / games > 0.9
    if games == 400:
        assert agree(result[0], round(0.4 * won), games)
        assert abs(result[1] - 0.4 * drawn) <= 5


def test_the_corrected_one_beats_the_one_as_written_as_measured() -> None:
    games = fewer(300, 20)  # measured with 600
    a, b = engine(OTHELLO, MonteCarlo()), engine(OTHELLO, MonteCarlo(faithful=True))
    won, _, lost = games_between(a, b, OTHELLO.start(), games)
    assert won > 2 * lost
    if games == 300:
        assert agree(won, 257, games)


def test_a_move_of_150_rollouts_takes_a_300th_of_the_original_time() -> None:
    line = [OTHELLO.start()]
    player, began, moves = engine(OTHELLO, MonteCarlo()), time.process_time(), 0
    while line[-1].legal_moves():
        line.append(line[-1].play(player.choose(line, SearchControl()).move))
        moves += 1
    assert (time.process_time() - began) / moves < fewer(270, 27_000) / 300 / 1000


def test_a_tree_beats_no_tree_at_equal_rollouts() -> None:
    games, rollouts = fewer(40, 2), fewer(1000, 200)
    flat = montecarlo_engine(OTHELLO, first=10, rollouts=rollouts, epsilon=0.2, seed=1)
    won, _, lost = games_between(
        engine(OTHELLO, Uct(rollouts=rollouts)), flat, OTHELLO.start(), games
    )
    assert games < 40 or won >= 26 > lost


@each_game
@each_kind
def test_same_seed_same_answer(game: Game, kind: type[MonteCarlo] | type[Uct]) -> None:
    line = random_line(game, 3)[:6]
    options = kind(rollouts=300)

    def answer(seed: int) -> list[tuple[int, float, int]]:
        return engine(game, options, seed).choose(line, SearchControl()).moves

    assert answer(5) == answer(5)
    assert answer(5) != answer(6)


@each_game
@each_kind
@pytest.mark.parametrize("nodes", [1, 7, 333])
def test_nodes_are_playouts(game: Game, kind: type[MonteCarlo] | type[Uct], nodes: int) -> None:
    line = random_line(game, 4)[:5]
    found = engine(game, kind()).choose(line, SearchControl(), nodes=nodes)
    assert found.nodes == nodes == sum(visits for _, _, visits in found.moves)
    assert found.move in line[-1].legal_moves()
    assert sorted(move for move, _, _ in found.moves) == sorted(line[-1].legal_moves())
    assert found.moves[0][:2] == (found.move, found.value)
    assert all(-1 <= value <= 1 for _, value, _ in found.moves)


def test_every_move_first_gets_its_playouts() -> None:
    found = engine(OTHELLO, MonteCarlo(first=7, rollouts=50)).choose(
        [OTHELLO.start()], SearchControl()
    )
    assert found.nodes == 4 * 7 + 50
    assert min(visits for _, _, visits in found.moves) >= 7
    assert found.value == max(value for _, value, _ in found.moves)


def searching(
    player: Engine, line: list[Position], thought: SearchControl
) -> tuple[SearchResult, float]:
    """What a search that is told to stop after a while finds, and how long it still worked.

    Processor time, because on a busy machine the clock also counts the work of others.
    """
    told = [0.0]

    def stop() -> None:
        told[0] = time.process_time()
        thought.stop()

    timer = threading.Timer(0.6, stop)
    timer.start()
    found = player.choose(line, thought, seconds=3600)
    return found, time.process_time() - told[0]


@each_kind
def test_stops_when_told_and_reports_meanwhile(kind: type[MonteCarlo] | type[Uct]) -> None:
    thought = SearchControl()
    found, late = searching(engine(MINISHOGI, kind()), [MINISHOGI.start()], thought)
    assert late < 0.05
    latest, number = thought.latest()
    assert number >= 1
    assert 0 < latest.nodes <= found.nodes


@each_kind
def test_uses_the_time_it_is_given(kind: type[MonteCarlo] | type[Uct]) -> None:
    player, began, worked = engine(MINISHOGI, kind()), time.perf_counter(), time.process_time()
    player.choose([MINISHOGI.start()], SearchControl(), seconds=0.2)
    assert time.perf_counter() - began > 0.15
    assert time.process_time() - worked < 0.23


def after(record: Record, player: NativePlayer, nodes: int) -> tuple[Record, Choice]:
    choice = player.choose(record, Limit(nodes=nodes))
    return record.play(choice), choice


@each_game
def test_the_tree_is_kept_while_the_game_goes_on(game: Game) -> None:
    keeping = NativePlayer("", engine(game, Uct()))
    record, first = after(Record.new(game), keeping, 4000)
    assert first.visits is not None
    reply = first.line[1]
    record = record.play(Choice(move=reply))
    kept = keeping.choose(record, Limit(nodes=1000)).visits
    new = NativePlayer("", engine(game, Uct())).choose(record, Limit(nodes=1000)).visits
    assert kept is not None
    assert new is not None
    assert sum(new.values()) == 1000 < sum(kept.values())


def test_another_game_begins_another_tree() -> None:
    player = engine(OTHELLO, Uct())
    player.choose([OTHELLO.start()], SearchControl(), nodes=1000)
    found = player.choose(random_line(OTHELLO, 1)[:8], SearchControl(), nodes=500)
    assert sum(visits for _, _, visits in found.moves) == 500


def test_a_full_tree_only_stops_growing() -> None:
    player = engine(GOMOKU, Uct(megabytes=1))
    found = player.choose([GOMOKU.start()], SearchControl(), nodes=fewer(30_000, 3000))
    assert found.nodes == fewer(30_000, 3000)


def test_what_the_rules_decide_is_proved() -> None:
    # Four in a row with both ends open: the search ends when it has seen a winning move.
    won = GOMOKU.parse("9/9/9/2xxxx3/9/2oooo3/9/9/9 x")
    found = engine(GOMOKU, Uct()).choose([won], SearchControl())
    assert (found.exact, found.value) == (True, 1)
    assert GOMOKU.move_text(found.move) in ("b6", "g6")
    assert found.nodes < 10_000
    lost = GOMOKU.parse("9/9/9/2xxxx3/9/2ooo4/9/9/9 o")
    assert engine(GOMOKU, Uct()).choose([lost], SearchControl()).value == -1


def test_4x4_is_solved_to_the_end() -> None:
    small = kishi.game("othello-4")
    found = engine(small, Uct(rollouts=fewer(300_000, 1000))).choose(
        [small.start()], SearchControl()
    )
    if fewer(1, 0):
        assert (found.exact, found.value) == (True, -1)  # the second player wins


def test_only_othello_has_a_faithful_form() -> None:
    with pytest.raises(BadInput, match="not minishogi"):
        MonteCarlo(faithful=True).player(MINISHOGI, "", 0)
    with pytest.raises(BadInput, match="epsilon"):
        montecarlo_engine(OTHELLO, first=1, rollouts=1, epsilon=2, seed=0)
