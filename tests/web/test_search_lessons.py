"""The lessons on looking ahead and on networks: what they show is what the core does."""

import math
import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from kishi import _native
from kishi.core import Choice, Limit, Record, game
from kishi.players import make_player
from kishi.players.search import evaluation_of
from kishi.training.valuenet.mates import mates_to_learn
from kishi.training.valuenet.trainer import backward
from kishi.web.lessons import alphabeta, alphazero, valuenet
from kishi.web.lessons.dense_network import DenseNetwork, cross_entropy
from kishi.web.reading import Fields
from test_layers import REPOSITORY

INF = alphabeta.INFINITE


def ask(client: TestClient, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/learn/{path}", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def line(name: str, moves: str) -> Record:
    record = Record.new(game(name))
    for move in moves.split():
        record = record.play(Choice(move=record.game.parse_move(move)))
    return record


# Minimax and alpha-beta.


def by_level(tree: dict[str, Any]) -> list[list[int]]:
    """The values of the nodes of each level, from left to right."""
    levels: dict[int, list[int]] = {}
    depth = {0: 0}
    for node in tree["nodes"]:
        if node["parent"] is not None:
            depth[node["id"]] = depth[node["parent"]] + 1
        levels.setdefault(depth[node["id"]], []).append(node["value"])
    return [levels[d] for d in sorted(levels)]


def test_the_minimax_picture_of_the_write_up(client: TestClient) -> None:
    tree = ask(client, "alphabeta/tree", picture="minimax", search="minimax")
    assert by_level(tree) == [
        [-7], [-10, -7], [10, -10, 5, -7], [10, 5, -10, 5, -INF, -7],
        [10, INF, 5, -10, 7, 5, -INF, -7, -5],
    ]  # fmt: skip
    assert tree["value"] == -7
    root = tree["nodes"][0]
    right = tree["nodes"][root["children"][1]]
    assert right["value"] == tree["value"] != tree["nodes"][root["children"][0]]["value"]


def test_the_alpha_beta_picture_of_the_write_up(client: TestClient) -> None:
    tree = ask(client, "alphabeta/tree", picture="alphabeta")
    assert by_level(tree) == [
        [6], [3, 6, 5], [5, 3, 6, 7, 5, 8], [5, 4, 3, 6, 6, 7, 5, 8, 6],
        [5, 6, 7, 4, 5, 3, 6, 6, 9, 7, 5, 9, 8, 6],
    ]  # fmt: skip
    cuts = [s for s in tree["steps"] if s["do"] == "cut"]
    values = [[tree["nodes"][c]["value"] for c in cut["children"]] for cut in cuts]
    assert values == [[5], [9], [8]]  # the 5 after 7 4, the 9 after 6, the whole max node 8
    assert [(cut["alpha"], cut["beta"]) for cut in cuts] == [(5, 4), (6, 6), (6, 5)]
    looked = {s["node"] for s in tree["steps"]}
    assert (len(tree["nodes"]), len(looked)) == (33, 25)
    assert tree["value"] == 6


@pytest.mark.parametrize("search", alphabeta.CODE)
@pytest.mark.parametrize("picture", alphabeta.PICTURES)
def test_the_code_on_the_page_runs_and_agrees(picture: str, search: str) -> None:
    space: dict[str, Any] = {"inf": INF}
    exec(alphabeta.CODE[search], space)  # our own text
    root = alphabeta.of_nested(alphabeta.PICTURES[picture])
    assert space[search](root) == alphabeta.minimax(root)


def test_a_marked_line_is_the_one_that_runs() -> None:
    for name, lines in alphabeta.LINES.items():
        code = alphabeta.CODE[name].splitlines()
        for do, word in (("leaf", "return node.value"), ("return", "return v"), ("cut", "break")):
            for at in lines.get(do, ()):
                assert code[at].strip() == word
        assert "max(" in code[lines["back"][0]] and "min(" in code[lines["back"][1]]


@pytest.mark.parametrize(("name", "moves"), [
    ("othello", "f5 f6 e6 f4 e3"), ("gomoku-9", "e5 f5 e6"), ("minishogi", ""),
    ("tictactoe", "b2 a1 c3 a3 a2"),
])  # fmt: skip
def test_a_tree_is_searched_as_the_core_does(client: TestClient, name: str, moves: str) -> None:
    record, width = line(name, moves), 9 if name == "tictactoe" else 3
    tree = ask(client, "alphabeta/tree", game=name, moves=list(record.moves), depth=4, width=width)
    evaluation, numbers = evaluation_of(record.game, "auto", learned=False)
    core = _native.textbook_tree(
        record.positions, evaluation, numbers, depth=4, width=width, pruning=True
    )
    assert tree["value"] == core.nodes[0].value
    entered = [s for s in tree["steps"] if s["do"] in ("enter", "leaf")]
    assert len(entered) == len(core.nodes)
    for side in ("alpha", "beta"):
        windows = [getattr(n, side) for n in core.nodes]
        assert [s[side] for s in entered] == [
            w if abs(w) < 10**6 else math.copysign(INF, w) for w in windows
        ]
    assert sum(s["do"] == "cut" for s in tree["steps"]) == core.cutoffs
    assert sum(len(s["children"]) for s in tree["steps"] if s["do"] == "cut") == sum(
        n.pruned for n in core.nodes
    )


def test_the_default_positions_prune_more_than_half(client: TestClient) -> None:
    script = (REPOSITORY / "src/kishi/web/static/learn/alphabeta.js").read_text("utf-8")
    defaults = re.findall(r"\['([\w-]+)', '([\w ]+)', (\d), (\d)\]", script)
    assert len(defaults) == 3
    for name, moves, depth, width in defaults[:2]:
        tree = ask(client, "alphabeta/tree", game=name, moves=list(line(name, moves).moves),
                   depth=int(depth), width=int(width))  # fmt: skip
        looked = {s["node"] for s in tree["steps"]}
        assert len(looked) < len(tree["nodes"]) / 2


def test_tic_tac_toe_is_searched_whole(client: TestClient) -> None:
    found = ask(client, "alphabeta/whole", game="tictactoe", moves=[])
    assert [m["value"] for m in found["moves"]] == [0] * 9
    assert found["nodes"]["minimax"] == 549_946  # a known count: every line of the game
    assert found["nodes"]["alphabeta"] < found["nodes"]["minimax"] / 10
    corner = line("tictactoe", "a1 b1")
    found = ask(client, "alphabeta/whole", game="tictactoe", moves=list(corner.moves))
    assert {m["text"]: m["value"] for m in found["moves"]}["b2"] == 1


def test_both_searches_agree_in_every_game(client: TestClient) -> None:
    for name in alphabeta.MEASURED:
        rows = ask(client, "alphabeta/measured", game=name)["rows"]
        assert all(r["same"] and r["alphabeta"] <= r["minimax"] for r in rows)
        assert rows[-1]["alphabeta"] < rows[-1]["minimax"]


# Monte-Carlo.


def test_the_story_ends_as_the_player_does(client: TestClient) -> None:
    record = line("othello", "f5 d6 c3 d3 c4")
    story = ask(client, "montecarlo/story", game="othello", moves=list(record.moves), rollouts=60)
    ends = {"montecarlo:60": story["right"][-1], "montecarlo:60,faithful=true": story["written"]}
    for spec, frames in ends.items():
        choice = make_player(record.game, spec, 1).choose(record, Limit())
        assert isinstance(choice, Choice) and choice.visits is not None
        assert story["moves"][frames["chosen"]]["move"] == choice.move
        assert frames["visits"] == [choice.visits[m["move"]] for m in story["moves"]]
    for before, after in pairwise(story["right"]):
        assert sum(after["visits"]) == sum(before["visits"]) + 1
    assert all(abs(mean) <= 2 for f in story["right"] for mean in f["means"])
    assert max(map(abs, story["written"]["means"])) > 1e3


def test_the_match_of_the_write_up_is_repeated(client: TestClient) -> None:
    for as_written, least in ((True, 15), (False, 18)):
        got = ask(client, "montecarlo/games", games=20, as_written=as_written)
        assert got["wins"] + got["draws"] + got["losses"] == 20
        assert got["wins"] >= least


# The value network.


def test_the_361_inputs_of_the_write_ups_silvers(client: TestClient) -> None:
    found = ask(client, "valuenet/inputs", game="minishogi", start="k4/5/1+SS2/5/4K b Pgb 1")
    silver = np.array(found["attacks"][0][found["kinds"].index("S")]).reshape(5, 5)
    assert silver.tolist() == [[0] * 5, [1, 2, 2, 1, 0], [1, 0, 1, 0, 0], [0, 2, 0, 1, 0], [0] * 5]
    assert found["hands"] == [[1, 0, 0, 0, 0], [0, 0, 1, 1, 0]] and found["first"] == 1
    assert found["widths"] == [361, 128, 128, 64, 64, 32, 32, 1]
    logit = found["layers"][-1][0]
    assert found["chance"] == pytest.approx(1 / (1 + math.exp(-logit)), abs=1e-3)


def test_the_network_in_numpy_is_the_cores() -> None:
    net = DenseNetwork.fresh(3)
    positions = [game("minishogi").start(), game("minishogi").parse("k4/5/1+SS2/5/4K b Pgb 1")]
    logits = np.empty(2, np.float32)
    _native.valuenet_logits(net.numbers, positions, logits)
    assert net.logits(valuenet.inputs_of(positions)) == pytest.approx(logits, rel=1e-4, abs=1e-5)


def test_its_step_goes_down_the_slope() -> None:
    learned, _ = mates_to_learn(game("minishogi"), 64, 2, 1)
    inputs, values = learned.inputs.astype(np.float32), learned.values
    net = DenseNetwork.fresh(1)
    before = cross_entropy(net.logits(inputs), values).mean()
    for _ in range(30):
        net.step(inputs, values, 1e-3)
    again = DenseNetwork.restored(net.state())
    assert again.numbers.tolist() == net.numbers.tolist()
    assert cross_entropy(again.logits(inputs), values).mean() < before / 2


@pytest.mark.parametrize("seed", range(1, 6))
def test_held_out_loss_falls_below_guessing_and_keeps_falling(seed: int) -> None:
    looks = valuenet.learning(Fields({"seed": seed, "chunks": valuenet.MOST_CHUNKS}))["looks"]
    losses = [look["loss"] for look in looks]
    assert max(losses[1:]) < math.log(2)
    quarters = [float(np.mean(part)) for part in np.array_split(losses[1:], 4)]
    assert sorted(quarters, reverse=True) == quarters and quarters[-1] < 0.2
    assert looks[0]["right"] < 0.6 and looks[-1]["right"] > 0.9


def test_the_targets_of_a_game_are_the_trainers(client: TestClient) -> None:
    found = ask(client, "valuenet/targets", alpha=0.3, gamma=0.5, updated=True)
    values = np.array(found["values"])
    wanted = backward(values, found["shown"][-1], 0.3, 0.5, updated=True)
    assert found["shown"] == pytest.approx(wanted.shown, abs=1e-3)
    assert found["targets"] == pytest.approx(wanted.targets, abs=1e-3)
    assert found["shown"][-1] == 0  # the mated side's


def test_which_value_stands_in_the_target() -> None:
    values = np.array([0.6, 0.3, 0.1])
    before, after = (backward(values, 0.0, 0.2, 0.8, updated=u) for u in (False, True))
    assert before.shown[1] == pytest.approx(1 - (0.2 * 0.1 + 0.8 * 0))
    assert after.shown[1] == pytest.approx(1 - (0.2 * 0.8 * 0.1 + 0.8 * 0))


@pytest.mark.parametrize(
    ("lesson", "page"), [(valuenet, "measured/valuenet.md"), (alphazero, "measured/alphazero.md")]
)
def test_the_curves_are_those_of_the_docs(lesson: Any, page: str) -> None:
    text = (REPOSITORY / "docs" / page).read_text("utf-8")
    for games, elo, low, high in lesson.CURVE:
        row = next(r for r in text.splitlines() if f"+{elo} (+{low} to +{high})" in r)
        assert f"{games:,}" in row or games == 0


# AlphaZero.


def test_the_policy_is_the_searchs_prior(client: TestClient) -> None:
    record = line("gomoku-8", "d5 e5 e4 d4 f5")
    found = ask(client, "alphazero/policy", game="gomoku-8", moves=list(record.moves))
    choice = make_player(record.game, "alphazero:simulations=2,exact=false").choose(record, Limit())
    assert isinstance(choice, Choice) and choice.priors is not None
    assert {m["move"]: m["prior"] for m in found["moves"]} == pytest.approx(choice.priors, abs=1e-4)
    assert -1 <= found["value"] <= 1 and 0 <= found["draw"] <= 1


@pytest.mark.parametrize("name", ["gomoku-8", "othello-6", "minishogi"])
def test_puct_goes_where_the_page_says(client: TestClient, name: str) -> None:
    frames = ask(client, "alphazero/search", game=name, moves=[], simulations=48)["frames"]
    assert len(frames) == 49
    for before, after in pairwise(frames):
        scores = [row["score"] for row in before["rows"]]
        went = [
            a["visits"] - b["visits"] for a, b in zip(after["rows"], before["rows"], strict=True)
        ]
        assert went[scores.index(max(scores))] == 1 == sum(went)


def test_gumbel_halves_its_field(client: TestClient) -> None:
    found = ask(
        client, "alphazero/search", game="gomoku-8", moves=[], simulations=64, rule="gumbel"
    )
    visits = [row["visits"] for row in found["frames"][-1]["rows"]]
    assert sum(n > 0 for n in visits) == alphazero.CONSIDERED
    most = max(visits)
    assert sum(n == most for n in visits) <= 4
    assert sum(found["target"]) == pytest.approx(1, abs=1e-4)


def test_a_board_without_a_network_says_so(client: TestClient) -> None:
    answer = client.post("/api/learn/alphazero/policy", json={"game": "othello-4", "moves": []})
    assert answer.status_code == 422 and "no network" in answer.json()["error"]
