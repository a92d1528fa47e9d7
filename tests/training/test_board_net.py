"""The network of AlphaZero: where its moves lie, that it learns, and that what plays is what learned."""

import numpy as np
import pytest
import torch

from kishi.core import Game, Position, game
from kishi.errors import BadInput
from kishi.games import families
from kishi.players.net_session import NetSession
from kishi.training.alphazero.actions import Actions, actions_of
from kishi.training.alphazero.batch import TrainingBatch
from kishi.training.alphazero.learner import BoardLearner, loss_of
from kishi.training.alphazero.network import SIZES, BoardNet, net_for
from kishi.training.alphazero.onnx_model import onnx_of
from kishi.training.alphazero.onnx_read import net_in
from kishi.training.alphazero.onnx_tiles import toom_cook
from samples import random_positions

GAMES = ["othello", "othello-6", "gomoku-8", "gomoku", "minishogi"]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def encoded(of: Game, positions: list[Position]) -> np.ndarray:
    planes = np.zeros((len(positions), *of.shape), np.float32)
    for position, out in zip(positions, planes, strict=True):
        position.encode(out)
    return planes


def batch_of(of: Game, count: int, seed: int = 0) -> TrainingBatch:
    """Random positions of which something random is to be said."""
    rng = np.random.default_rng(seed)
    positions = random_positions(of, count)
    policy = np.zeros((count, of.moves), np.float32)
    policy[np.arange(count), rng.integers(0, of.moves, count)] = 1
    return TrainingBatch(
        encoded(of, positions),
        policy,
        np.ones(count, np.float32),
        rng.integers(-1, 2, count).astype(np.float32),
        rng.uniform(-1, 1, count).astype(np.float32),
        rng.integers(-1, 2, (count, *of.shape[1:])).astype(np.float32),
        np.ones(count, np.float32),
    )


def lively(of: Game, size: str) -> BoardNet:
    """A network in which every part says something."""
    torch.manual_seed(1)
    net: BoardNet = net_for(of, size)
    with torch.no_grad():
        for part in net.modules():
            if isinstance(part, torch.nn.BatchNorm2d):
                part.running_mean.normal_(0, 0.3)
                part.running_var.uniform_(0.5, 2)
                part.weight.normal_(1, 0.2)
                part.bias.normal_(0, 0.2)
            elif isinstance(part, torch.nn.Conv2d | torch.nn.Linear) and not part.weight.any():
                part.weight.normal_(0, 4 * part.weight[0].numel() ** -0.5)
                part.bias.normal_(0, 0.2)
    net.eval()
    return net


# Where things lie.


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_place_of_its_own(name: str) -> None:
    of = game(name)
    planes, loose, where, slots = actions_of(of)
    assert slots == planes * of.shape[1] * of.shape[2] + loose
    squares = of.shape[1] * of.shape[2]
    assert len(set(where.tolist())) == len(where) == of.moves
    assert where.min() >= 0 and where.max() < planes * squares + loose
    for move in range(of.moves):
        to = of.path(move)[1]
        if to >= 0:
            assert where[move] < planes * squares and where[move] % squares == to
    assert (planes, loose) == {"othello": (1, 1), "gomoku": (1, 0), "minishogi": (69, 0)}[of.family]


def test_fewer_actions_than_cells_are_gathered() -> None:
    """A column game's actions are the first cells of its board; the others are no moves."""
    assert Actions(1, 0, np.arange(42), 42).in_order
    assert not Actions(1, 0, np.arange(7), 42).in_order


@pytest.mark.parametrize("family", families())
def test_every_game_has_a_network_that_plays_it(family: str) -> None:
    of = game(family)
    session = NetSession(onnx_of(net_for(of, "tiny")))
    assert session.is_of(of)
    assert session.run(np.zeros((1, *session.shape), np.float32)).policy.shape == (1, of.moves)


@pytest.mark.parametrize("name", GAMES)
def test_a_symmetry_moves_whole_planes_to_planes(name: str) -> None:
    """All moves of one plane are of one plane when turned, so a turned network is a network."""
    of = game(name)
    where = actions_of(of).where // (of.shape[1] * of.shape[2])
    for symmetry in range(of.symmetries):
        turned = [where[of.turned_move(m, symmetry)] for m in range(of.moves)]
        pairs = set(zip(where.tolist(), turned, strict=True))
        assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


# What plays is what learned.


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_torch_and_onnxruntime_say_the_same(name: str, size: str) -> None:
    of = game(name)
    net = lively(of, size)
    planes = encoded(of, random_positions(of, 12))
    with torch.no_grad():
        said = net(torch.from_numpy(planes))
    session = NetSession(onnx_of(net))
    policy, value, draw = session.run(planes)
    assert policy == pytest.approx(said.policy.numpy(), abs=1e-4)
    assert value == pytest.approx(said.value.numpy(), abs=1e-4)
    assert draw == pytest.approx(said.outcome.softmax(1)[:, 1].numpy(), abs=1e-4)
    assert policy.std() > 0.1 and value.std() > 1e-3  # and they say something
    for n in range(len(planes)):  # alone as among others
        alone = session.run(planes[n : n + 1])
        assert alone[0][0] == pytest.approx(policy[n], abs=1e-4)
        assert alone[1][0] == pytest.approx(value[n], abs=1e-4)


@pytest.mark.parametrize("name", [*GAMES, "othello-4", "gomoku-20"])
def test_the_model_for_many_positions_says_the_same(name: str) -> None:
    of = game(name)
    net = lively(of, "base" if of.shape[1] > 8 else "tiny")
    assert onnx_of(net, many=True) != onnx_of(net)
    planes = encoded(of, random_positions(of, 9))
    direct, tiled = (NetSession(onnx_of(net, many=many)) for many in (False, True))
    for some in (planes, planes[:1]):
        for a, b in zip(direct.run(some), tiled.run(some), strict=True):
            assert a == pytest.approx(b, abs=5e-4)


def test_where_tiles_do_not_pay_there_are_none() -> None:
    net = lively(game("gomoku"), "small")
    assert onnx_of(net, many=True) == onnx_of(net)


@pytest.mark.parametrize("side", range(1, 9))
def test_tiles_convolve_as_one_does_by_hand(side: int) -> None:
    rng = np.random.default_rng(side)
    seen, kernel = rng.normal(size=side + 2), rng.normal(size=3)
    enter, weigh, leave = toom_cook(side)
    told = leave @ ((weigh @ kernel) * (enter @ seen))
    assert told == pytest.approx(np.correlate(seen, kernel, "valid"))


# Learning.


def test_a_network_learns_by_heart() -> None:
    of = game("othello-6")
    batch = batch_of(of, 64)
    learner = BoardLearner(of, "tiny", 1)
    losses = [learner.learn(batch, 0.01) for _ in range(40)]
    assert losses[0]["policy"] == pytest.approx(np.log(of.moves), abs=0.3)
    assert losses[0]["value"] == pytest.approx(np.log(3), abs=0.01)
    assert losses[-1]["policy"] < 0.3 and losses[-1]["value"] < 0.3
    assert losses[-1]["short"] < 0.1 and losses[-1]["entropy"] < 0.5
    assert losses[-1]["owner"] < 0.97 * losses[0]["owner"]
    # And the average, which plays, has learned it too.
    net = learner.averaged(batch.planes)
    with torch.no_grad():
        said = net(torch.from_numpy(batch.planes))
    parts = loss_of(said, batch)
    assert float(parts.policy) < 0.6 and float(parts.value) < 0.6
    policy = NetSession(onnx_of(net)).run(batch.planes).policy
    assert (policy.argmax(1) == batch.policy.argmax(1)).mean() > 0.9


def test_a_learner_that_was_stopped_learns_the_same() -> None:
    of = game("minishogi")
    batches = [batch_of(of, 16, seed) for seed in range(5)]
    whole, begun, resumed = (BoardLearner(of, "tiny", seed) for seed in (1, 1, 2))
    told = [whole.learn(batch, 0.01) for batch in batches]
    assert [begun.learn(batch, 0.01) for batch in batches[:3]] == told[:3]
    resumed.go_on(begun.state())
    assert [resumed.learn(batch, 0.01) for batch in batches[3:]] == told[3:]
    assert resumed.state() == whole.state() and resumed.steps == 5
    played = batches[0].planes
    assert onnx_of(resumed.averaged(played)) == onnx_of(whole.averaged(played))
    with pytest.raises(BadInput, match="of another network"):
        resumed.go_on(BoardLearner(of, "small", 1).state())


def test_what_is_not_known_is_not_learned() -> None:
    of = game("othello-6")
    batch = batch_of(of, 8)
    with torch.no_grad():
        said = lively(of, "tiny")(torch.from_numpy(batch.planes))
    none = np.zeros(8, np.float32)
    blind = loss_of(said, batch._replace(policy_weight=none, owner_known=none))
    assert float(blind.policy) == float(blind.owner) == 0
    half = none.copy()
    half[:4] = 1
    some = loss_of(said, batch._replace(policy_weight=half, owner_known=half))
    first = loss_of(
        type(said)(*(part[:4] for part in said)), TrainingBatch(*(part[:4] for part in batch))
    )
    assert float(some.policy) == pytest.approx(float(first.policy), abs=1e-5)
    assert float(some.owner) == pytest.approx(float(first.owner), abs=1e-5)


def test_illegal_moves_are_not_learned_from() -> None:
    of = game("othello-6")
    batch = batch_of(of, 8)
    with torch.no_grad():
        said = lively(of, "tiny")(torch.from_numpy(batch.planes))
    policy = np.full_like(batch.policy, -1)
    policy[:, :4] = 0.25
    told = loss_of(said, batch._replace(policy=policy))
    logs = torch.log_softmax(said.policy[:, :4], 1)
    assert float(told.policy) == pytest.approx(float(-logs.mean()), abs=1e-5)
    assert float(told.entropy) == pytest.approx(float(-(logs.exp() * logs).sum(1).mean()), abs=1e-5)
    louder = said._replace(policy=said.policy.clone())
    louder.policy[:, 4:] += 50
    assert float(loss_of(louder, batch._replace(policy=policy)).policy) == float(told.policy)


def test_a_size_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="tiny, small, base; got 'huge'"):
        net_for(game("othello"), "huge")


# Beginning with another network.


def said_alike(one: BoardNet, two: BoardNet, planes: np.ndarray) -> None:
    with torch.no_grad():
        a, b = one(torch.from_numpy(planes)), two(torch.from_numpy(planes))
    torch.testing.assert_close(a.policy, b.policy, rtol=5e-3, atol=5e-3)
    torch.testing.assert_close(a.outcome, b.outcome, rtol=5e-3, atol=5e-3)


@pytest.mark.parametrize("name", ["othello-6", "gomoku-8", "minishogi"])
def test_a_model_is_read_back_and_can_learn_on(name: str) -> None:
    of = game(name)
    net = lively(of, "small")
    planes = encoded(of, random_positions(of, 64))
    read = net_in(onnx_of(net), of, "small", "it")
    said_alike(net, read, planes)
    learner = BoardLearner(of, "small", 1)
    learner.adopt(read, planes)
    said_alike(net, learner.averaged(planes), planes)
    before, *_, after = (learner.learn(batch_of(of, 64), 1e-3)["total"] for _ in range(6))
    assert after < before
    with pytest.raises(ValueError, match="already"):
        learner.adopt(read, planes)


def test_a_model_is_read_for_another_board() -> None:
    """No number of it depends on the board, so all of them are the same there."""
    small, large = game("gomoku-8"), game("gomoku")
    net = lively(small, "tiny")
    read = net_in(onnx_of(net), large, "tiny", "it")
    assert torch.equal(net.on_board.weight, read.on_board.weight)
    torch.testing.assert_close(net.stem.folded()[0], read.stem.folded()[0])
    model = NetSession(onnx_of(read))
    assert model.shape == large.shape and model.moves == large.moves
    with pytest.raises(BadInput, match="not a small network of gomoku"):
        net_in(onnx_of(net), large, "small", "it")
    with pytest.raises(BadInput, match="not a tiny network of othello"):
        net_in(onnx_of(net), game("othello"), "tiny", "it")
