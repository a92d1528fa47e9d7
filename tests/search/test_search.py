"""The real search: it agrees with the textbook where pruning is off, keeps its limits, and repeats."""

import math
import os
import time

import pytest

import kishi
from kishi import BadInput, Choice, Game, Limit, Position, Record
from kishi._native import (
    SearchControl,
    evaluations,
    judge,
    search_parameters,
    textbook_search,
)
from kishi.arena import Referee, play_game
from kishi.core import winner
from kishi.games import facts_of, families
from kishi.players import NativePlayer, shown_options
from kishi.players.registry import is_shipped
from kishi.players.search import OWN_WEIGHTS, Search, evaluation_for, numbers_for, tune_text
from kishi.players.thinking import think
from samples import fewer, random_line

DEPTHS = {"othello": 4, "gomoku-6": 3, "gomoku-8-renju": 2, "minishogi": 3}
WIN_NOW = 999_999  # points of a win by the next move
POSITIONS = fewer(100, 6)  # of each game and evaluation
# Of each game, against its solver. The long form takes ten CPU minutes: KISHI_LONG=1 pytest -k contradicts
SOLVED = 2_000 if os.environ.get("KISHI_LONG") == "1" else 80
PAIRS = [
    (name, e.name)
    for name in DEPTHS
    for e in facts_of(kishi.game(name)).evaluations
    if not e.learned or is_shipped(f"{e.learned}-{name}")
]


def native(game: Game, spec: str, seed: int = 0) -> NativePlayer:
    player = kishi.make_player(game, spec, seed)
    assert isinstance(player, NativePlayer)
    return player


def positions(game: Game, count: int) -> list[Record]:
    """Positions of random games, still running, early and late ones."""
    found: list[Record] = []
    seed = 0
    while len(found) < count:
        line = random_line(game, seed)[:-1]
        seed += 1
        found += [
            Record(game, tuple(line[: i + 1])) for i in range(2, len(line), max(1, len(line) // 4))
        ]
    return found[:count]


def endings(game: Game, count: int) -> list[Record]:
    """A few moves before random games were over, where a search can prove something by itself."""
    lines = [random_line(game, f"ending {seed}") for seed in range(count)]
    return [Record(game, tuple(line[: -2 - i % 3])) for i, line in enumerate(lines)]


@pytest.mark.parametrize(("name", "evaluation"), PAIRS)
def test_alphabeta_and_the_plain_search_say_what_minimax_says(name: str, evaluation: str) -> None:
    game, depth = kishi.game(name), DEPTHS[name]
    search = native(game, f"search:eval={evaluation},prune=false,exact=false,hash=1")
    textbook = native(game, f"alphabeta:eval={evaluation}")
    numbers = numbers_for(game, evaluation_for(game, evaluation))
    nodes = [0, 0]
    for record in positions(game, POSITIONS):
        full, cut = (
            textbook_search(
                record.positions, evaluation, numbers, SearchControl(), depth=depth, pruning=p
            )
            for p in (False, True)
        )
        choice = search.choose(record, Limit(depth=depth))
        plain = textbook.choose(record, Limit(depth=depth))
        assert cut.score == full.score and plain.points == choice.points, record.position
        assert cut.line[0] == full.line[0]
        nodes[0] += full.nodes
        nodes[1] += cut.nodes
    assert nodes[1] < nodes[0] / 2  # the point of it


def test_a_last_ply_whose_moves_are_not_made_says_what_minimax_says() -> None:
    """Two plies, of which the evaluation looks ahead at the second; with futility at its widest, where that
    is never wrong: no reply changes what the evaluation says by more than the margins. An only move has a
    whole window, and no futility."""
    game = kishi.game("othello")
    wide = "tune=reverse_futility_margin:120/futility_base:150"
    ahead, plain, told = (
        native(game, f"search:eval=patterns,exact=false,hash=1,{how}")
        for how in (wide, "prune=false", "prune=false,lines=60")
    )

    def unsurprising(record: Record) -> bool:
        now = told.choose(
            record, Limit(depth=1)
        ).variations  # what the evaluation says after each move
        after = [record.play(v.line[0]) for v in now]
        then = [plain.choose(r, Limit(depth=1)).points if not r.over else None for r in after]
        gains = [p + v.points for v, p in zip(now, then, strict=True) if p is not None]
        return len(gains) == len(now) and all(-7.2 < gain < 9 for gain in gains)  # of 6 discs

    forced = [r for r in endings(game, 200) if len(r.position.legal_moves()) == 1]
    quiet = [r for r in positions(game, 80) if unsurprising(r)]
    assert len(forced) > 20 and len(quiet) > 20
    for record in [*quiet, *forced]:
        said, right = (player.choose(record, Limit(depth=2)) for player in (ahead, plain))
        assert said.points == right.points, record.position


@pytest.mark.parametrize("name", DEPTHS)
def test_the_same_seed_and_nodes_give_the_same_thought(name: str) -> None:
    game = kishi.game(name)
    record = positions(game, 5)[-1]
    thoughts = []
    for _ in range(2):
        choice = native(game, "search:hash=1", seed=7).choose(record, Limit(nodes=20_000))
        thoughts.append((choice.move, choice.points, choice.nodes, choice.line, choice.depth))
    assert thoughts[0] == thoughts[1]


@pytest.mark.parametrize("name", DEPTHS)
@pytest.mark.parametrize("nodes", [1, 10, 777, 30_000])
def test_the_node_limit_is_kept(name: str, nodes: int) -> None:
    game = kishi.game(name)
    choice = native(game, "search:hash=1").choose(positions(game, 3)[-1], Limit(nodes=nodes))
    # The oracle and the search each notice at their next node.
    assert 0 < choice.nodes <= nodes + 2


def test_at_first_the_clock_is_looked_at_more_often_than_every_thousand_nodes() -> None:
    game = kishi.game("gomoku")  # of which a core searches 3,000 nodes or fewer in that time
    player, limit = native(game, "search:exact=false"), Limit(cpu=0.001)
    nodes = [player.choose(Record.new(game), limit).nodes for _ in range(5)]
    assert any(n % 1024 for n in nodes)


def test_the_depth_limit_is_kept() -> None:
    for name in DEPTHS:
        game = kishi.game(name)
        choice = native(game, "search:exact=false").choose(Record.new(game), Limit(depth=3))
        assert choice.depth <= 3


def test_a_search_is_stopped_from_another_thread() -> None:
    for name in DEPTHS:
        game = kishi.game(name)
        search = think(native(game, "search:exact=false"), Record.new(game), Limit(depth=100))
        while not search.control.latest()[1]:
            time.sleep(0.001)
        search.stop()
        answer = search.done.result(timeout=30)
        assert isinstance(answer, Choice)
        assert answer.move in game.start().legal_moves()


def test_it_tells_what_it_thinks_meanwhile() -> None:
    game = kishi.game("minishogi")
    control = SearchControl()
    native(game, "search:exact=false").choose(Record.new(game), Limit(nodes=50_000), control)
    found, number = control.latest()
    assert number >= 5
    assert found.depth == number
    assert found.line[0] == found.move


def test_several_threads_think_of_one_position() -> None:
    game = kishi.game("minishogi")
    player = native(game, "search:threads=3,exact=false")
    choice = player.choose(Record.new(game), Limit(depth=9))
    assert choice.depth == 9
    assert choice.move in game.start().legal_moves()


def test_more_lines_are_told_apart() -> None:
    game = kishi.game("othello")
    record = positions(game, 4)[-1]
    choice = native(game, "search:lines=4").choose(record, Limit(depth=5))
    assert choice.values is not None
    assert len(choice.values) == min(4, len(record.position.legal_moves()))
    values = list(choice.values.values())
    assert values == sorted(values, reverse=True)


def test_several_lines_of_a_solved_ending_are_exact_and_agree_with_one() -> None:
    game = kishi.game("othello")
    for seed in range(fewer(6, 2)):
        record = Record(game, tuple(random_line(game, seed)[:49]))  # twelve empty squares
        if record.over:
            continue
        one = native(game, "search").choose(record, Limit(nodes=500_000))
        several = native(game, "search:lines=6").choose(record, Limit(nodes=5_000_000))
        assert one.exact
        assert several.exact
        assert (several.move, several.points) == (one.move, one.points)
        assert several.values is not None
        assert several.worths is not None
        wanted = min(6, len(record.position.legal_moves()))
        assert len(several.values) == wanted
        for move in several.values:
            after = record.play(Choice(move=move))
            if after.over:
                continue
            reply = native(game, "search").choose(after, Limit(nodes=500_000))
            assert reply.exact
            assert reply.points is not None
            assert several.worths[move] == -reply.points


@pytest.mark.parametrize(
    ("name", "evaluation"), [("othello", "td"), ("gomoku-8", "auto"), ("minishogi", "auto")]
)
@pytest.mark.timeout(7_200 if SOLVED > 80 else 300)
def test_no_search_contradicts_the_solvers(name: str, evaluation: str) -> None:
    """What the search calls proved is so: a solver that answers says the same.

    An evaluation in discs proves nothing by itself: the end of a game is one score among others.
    """
    game = kishi.game(name)
    answered = 0
    for record in positions(game, fewer(SOLVED * 3 // 4, 4)) + endings(game, fewer(SOLVED // 4, 6)):
        exact = native(game, "search").choose(record, Limit(nodes=200_000))
        text = f"search:eval={evaluation},exact=false,hash=1"
        said = native(game, text).choose(record, Limit(nodes=4_000))
        if exact.exact and said.exact:
            assert exact.value == said.value, record.position
            answered += 1
    assert answered > 0


@pytest.mark.parametrize(
    ("name", "opponent"),
    [
        ("othello", "greedy"),
        ("gomoku", "lines"),
        ("minishogi", "montecarlo"),
        ("othello-6", "random"),
    ],
)
def test_it_beats_the_methods_that_look_one_move_ahead(name: str, opponent: str) -> None:
    game, games = kishi.game(name), fewer(4, 1)
    won = 0
    for i in range(games):
        mine, theirs = native(game, "search:hash=1", i), native(game, opponent, i)
        pair = (mine, theirs) if i % 2 == 0 else (theirs, mine)
        record = play_game(*pair, Referee(game, limit=Limit(nodes=3_000)))
        won += winner(record.verdict) == i % 2
    assert won == games


def test_a_mate_is_seen_and_said_to_be_proved() -> None:
    game = kishi.game("minishogi")
    start = game.parse("4k/5/4G/5/K4 b G 1")  # the gold is dropped beside the king
    choice = native(game, "search").choose(Record.new(game, start), Limit(nodes=10_000))
    assert not start.play(choice.move).legal_moves()
    assert choice.exact
    assert choice.value == 1


def test_auto_is_learned_where_weights_come_along_and_by_hand_elsewhere() -> None:
    assert evaluation_for(kishi.game("othello"), "auto").name == "patterns"
    assert evaluation_for(kishi.game("othello"), "auto", learned=False).name == "mobility"
    assert evaluation_for(kishi.game("othello-6"), "auto").name == "mobility"
    assert evaluation_for(kishi.game("gomoku-9"), "auto").name == "shapes"


@pytest.mark.parametrize("name", families())
def test_a_games_value_lists_the_evaluations_of_the_core(name: str) -> None:
    game = kishi.game(name)
    known = [e.name for e in facts_of(game).evaluations]
    assert known == evaluations(game)
    assert known[-1] == "zero"
    with pytest.raises(BadInput, match=f"no evaluation 'nought': there are {', '.join(known)}$"):
        textbook_search(
            [game.start()], "nought", OWN_WEIGHTS, SearchControl(), depth=1, pruning=False
        )


@pytest.mark.parametrize("name", families())
def test_zero_sees_nothing_but_the_end(name: str) -> None:
    line = random_line(kishi.game(name), "end")[:-1]

    def worth(move: int) -> int:
        won = winner(judge([*line, line[-1].play(move)]))
        return 0 if won is None else WIN_NOW if won == line[-1].turn else -WIN_NOW

    def found(positions: list[Position]) -> int:
        numbers, control = OWN_WEIGHTS, SearchControl()
        return textbook_search(positions, "zero", numbers, control, depth=1, pruning=False).score

    assert found(line[:1]) == 0
    assert found(line) == max(map(worth, line[-1].legal_moves()))


def test_noise_is_measured_by_the_evaluation_it_disturbs() -> None:
    """However an evaluation counts its points, a tenth of a lead disturbs it little and ten leads a lot."""
    game = kishi.game("othello")
    line = random_line(game, "noise")[:20]
    for evaluation in (e for name, e in PAIRS if name == "othello"):
        values = [
            native(game, f"search:eval={evaluation},nodes=20,exact=false,noise={noise}", seed=3)
            .engine.choose(line, SearchControl())
            .value
            for noise in (0, 100, 10_000)
        ]
        right, near, far = (math.atanh(value) for value in values)
        assert abs(near - right) < 0.3
        assert abs(far - right) > 2


def test_an_evaluation_may_be_written_with_its_weights() -> None:
    game = kishi.game("minishogi")
    line = random_line(game, "weights")[:12]
    said = [
        native(game, f"search:{how},nodes=2000,exact=false")
        .engine.choose(line, SearchControl())
        .value
        for how in ("eval=valuenet:valuenet-minishogi", "eval=valuenet,weights=valuenet-minishogi")
    ]
    assert said[0] == said[1]
    with pytest.raises(BadInput, match="given twice"):
        native(game, "search:eval=valuenet:a,weights=b")
    with pytest.raises(BadInput, match="not for the evaluation"):
        native(game, "search:eval=material:valuenet-minishogi")


@pytest.mark.parametrize("name", families())
def test_the_searchs_parameters_are_in_their_ranges_and_can_be_tried(name: str) -> None:
    game = kishi.game(name)
    parameters = search_parameters(game)
    assert all(low <= value <= high and step > 0 for _, value, low, high, step in parameters)
    record = positions(game, 3)[-1]

    def nodes(tune: dict[str, int]) -> int:
        spec = f"search:exact=false,hash=1,tune={tune_text(tune)}"
        return native(game, spec).choose(record, Limit(depth=5)).nodes

    own = {parameter: value for parameter, value, *_ in parameters}
    assert nodes(own) == nodes({})
    for bad in ({"nonsense": 1}, {parameters[0][0]: parameters[0][3] + 1}):
        with pytest.raises(BadInput, match="search"):
            nodes(bad)


def test_a_parameter_changes_the_search_and_no_list_shows_the_option() -> None:
    game = kishi.game("minishogi")
    other = tune_text({"lmr_base": 0})
    searched = [
        native(game, f"search:exact=false{tune}").choose(Record.new(game), Limit(depth=7)).nodes
        for tune in ("", f",tune={other}")
    ]
    assert searched[0] != searched[1]
    assert "tune" not in shown_options(Search)
    with pytest.raises(BadInput, match="tune is NAME:VALUE"):
        native(game, "search:tune=lmr")


def test_a_position_of_the_past_that_comes_once_more_decides_nothing() -> None:
    """Gote wins by repetition, but not by going back once to where the game was before."""
    of = kishi.game("minishogi")
    record = Record.new(of)
    for text in ("4e4d", "2a2b", "4d4e"):  # 2b2a would lead back to the start
        record = record.play(Choice(move=of.parse_move(text)))
    search = kishi.make_player(of, "search:depth=3,exact=false,hash=1")
    here = search.choose(record, Limit())
    anew = kishi.make_player(of, "search:depth=3,exact=false,hash=1").choose(
        Record.new(of, record.position), Limit()
    )
    assert isinstance(here, Choice)
    assert isinstance(anew, Choice)
    assert (here.value, here.move, here.nodes) == (anew.value, anew.move, anew.nodes)
