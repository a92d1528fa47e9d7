"""Minimax and alpha-beta: the same value and move, fewer nodes, and a tree that shows why."""

import threading
import time

import numpy as np
import pytest

import kishi
from kishi import BadInput, Game, Limit, Position, Record, Verdict
from kishi._native import (
    ExplainedTree,
    SearchControl,
    TextbookResult,
    judge,
    textbook_search,
    textbook_tree,
)
from kishi.players.native import NativePlayer
from kishi.players.textbook import AlphaBeta, Minimax
from samples import fewer, random_line

OWN = np.zeros(0, np.float32)
# game, evaluation, depth, and how many positions
CASES = [
    ("othello", "map", 3, 200),
    ("othello", "table", 4, 30),
    ("othello-4", "mobility", 4, 100),
    ("gomoku-6", "shapes", 3, 200),
    ("gomoku-9", "lines", 2, 60),
    ("minishogi", "material", 3, 200),
]
each_case = pytest.mark.parametrize(("name", "evaluation", "depth", "count"), CASES)


def unfinished_lines(game: Game, count: int) -> list[list[Position]]:
    """Openings of random games, from no move to all but the last one."""
    lines = [random_line(game, seed) for seed in range(count)]
    return [line[: 1 + seed * 7 % (len(line) - 1)] for seed, line in enumerate(lines)]


def searched(line: list[Position], evaluation: str, depth: int, pruning: bool) -> TextbookResult:
    return textbook_search(line, evaluation, OWN, SearchControl(), depth=depth, pruning=pruning)


@each_case
def test_alphabeta_is_minimax_with_fewer_nodes(
    name: str, evaluation: str, depth: int, count: int
) -> None:
    nodes = [0, 0]
    for line in unfinished_lines(kishi.game(name), fewer(count, 3)):
        all_of_it = searched(line, evaluation, depth, False)
        cut = searched(line, evaluation, depth, True)
        assert (cut.score, cut.line[0]) == (all_of_it.score, all_of_it.line[0])
        assert cut.nodes <= all_of_it.nodes
        assert all_of_it.cutoffs == 0
        nodes[0] += all_of_it.nodes
        nodes[1] += cut.nodes
    assert nodes[1] < 0.6 * nodes[0]


def plain_minimax(line: list[Position], depth: int) -> tuple[int, int]:
    """Sign of the value for the mover and nodes, by the definition: only the end counts."""
    verdict = judge(line)
    if verdict is not Verdict.RUNNING:
        mine = (Verdict.FIRST_WINS, Verdict.SECOND_WINS)[line[-1].turn]
        return 0 if verdict is Verdict.DRAW else 1 if verdict is mine else -1, 1
    if depth == 0:
        return 0, 1
    below = [plain_minimax([*line, line[-1].play(m)], depth - 1) for m in line[-1].legal_moves()]
    return max(-value for value, _ in below), 1 + sum(nodes for _, nodes in below)


@pytest.mark.parametrize("name", ["othello-4", "gomoku-5", "minishogi"])
def test_nodes_and_ends_of_games_by_the_definition(name: str) -> None:
    game = kishi.game(name)
    evaluation = {"othello": "map", "gomoku": "lines", "minishogi": "material"}[game.family]
    for seed in range(fewer(12, 2)):
        line = random_line(game, seed)[:-2]
        value, nodes = plain_minimax(line, 2)
        found = searched(line, evaluation, 2, False)
        assert found.nodes == nodes
        if value:
            assert (found.score > 0) == (value > 0)
            assert abs(found.score) >= 1_000_000 - 2


def test_4x4_to_the_end_is_won_by_the_second_player() -> None:
    line = random_line(kishi.game("othello-4"), 1)[:3]
    shallow, deep = searched(line, "map", 1, True), searched(line, "map", 12, True)
    assert abs(deep.score) > 900_000 > abs(shallow.score)


@each_case
def test_an_explained_tree_is_whole(name: str, evaluation: str, depth: int, count: int) -> None:
    for line in unfinished_lines(kishi.game(name), fewer(min(count, 20), 2)):
        whole = textbook_tree(line, evaluation, OWN, depth=3, width=4, pruning=False)
        cut = textbook_tree(line, evaluation, OWN, depth=3, width=4, pruning=True)
        assert whole.nodes[0].value == cut.nodes[0].value
        assert whole.best == cut.best
        assert len(cut.nodes) <= len(whole.nodes)
        assert (len(cut.nodes) < len(whole.nodes)) == (cut.cutoffs > 0)
        check_values(whole)
        assert sum(n.pruned > 0 for n in cut.nodes) == cut.cutoffs


def check_values(tree: ExplainedTree) -> None:
    """Without pruning every inner node has the best value below it: highest, lowest, ..."""
    assert (tree.nodes[0].parent, tree.nodes[0].move, tree.nodes[0].ply) == (-1, -1, 0)
    for i, node in enumerate(tree.nodes):
        below = [n.value for n in tree.nodes if n.parent == i]
        assert node.leaf == (not below)
        if below:
            assert node.value == (min if node.ply % 2 else max)(below)
        assert node.pruned == 0


def test_the_players_choose_what_the_search_finds() -> None:
    game = kishi.game("gomoku-9")
    line = random_line(game, 2)[:6]
    record = Record(game, tuple(line))
    wanted = searched(line, "shapes", 2, True)
    for kind in (Minimax(depth=2), AlphaBeta(depth=2)):
        choice = kind.player(game, "", 0).choose(record, Limit())
        assert isinstance(choice, kishi.Choice)
        assert (choice.move, choice.points, choice.depth) == (wanted.line[0], wanted.score, 2)
    deeper = AlphaBeta(depth=1).player(game, "", 0).choose(record, Limit(depth=2))
    assert isinstance(deeper, kishi.Choice)
    assert (deeper.move, deeper.depth) == (wanted.line[0], 2)


def test_a_stopped_search_answers_what_it_has() -> None:
    game = kishi.game("othello")
    player = Minimax(depth=30).player(game, "", 0)
    assert isinstance(player, NativePlayer)
    told, control = [0.0], SearchControl()

    def stop() -> None:
        told[0] = time.process_time()  # the clock would also count the work of others
        control.stop()

    threading.Timer(0.3, stop).start()
    choice = player.choose(Record.new(game), Limit(), control)
    assert time.process_time() - told[0] < 0.05
    assert choice.move in game.start().legal_moves()
    assert player.choose(Record.new(game), Limit(nodes=5000)).nodes == 5000


def test_what_is_asked_must_make_sense() -> None:
    start = [kishi.game("othello").start()]
    with pytest.raises(BadInput, match="1 to 4"):
        textbook_tree(start, "map", OWN, depth=5, width=3, pruning=True)
    with pytest.raises(BadInput, match="1 to 10"):
        textbook_tree(start, "map", OWN, depth=2, width=0, pruning=True)
    with pytest.raises(BadInput, match="no evaluation"):
        searched(start, "material", 2, True)
    with pytest.raises(BadInput, match="over"):
        searched(random_line(kishi.game("othello-4"), 1), "map", 2, True)
