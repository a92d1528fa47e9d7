"""Networks that play: what onnxruntime is given, and what is no network."""

import subprocess
import sys

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from kishi.core import Weights, game
from kishi.errors import BadInput
from kishi.players.net_session import KIND, ONNX, NetSession, session_of
from kishi.training.alphazero.network import net_for
from kishi.training.alphazero.onnx_model import onnx_of

OTHELLO = game("othello-6")
MODEL = onnx_of(net_for(OTHELLO, "tiny").eval())


def arrays(model: bytes) -> dict[str, np.ndarray]:
    return {ONNX: np.frombuffer(model, np.uint8)}


def other_model(planes: list[int | str], said: str) -> bytes:
    """One that hands on what it is given."""
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        [helper.make_node("Identity", ["planes"], [said])],
        "other",
        [value("planes", TensorProto.FLOAT, planes)],
        [value(said, TensorProto.FLOAT, planes)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return bytes(model.SerializeToString())


def test_a_session_tells_what_it_is_for() -> None:
    session = session_of(OTHELLO, Weights(OTHELLO.name, KIND, arrays(MODEL)))
    assert (session.shape, session.moves) == (OTHELLO.shape, OTHELLO.moves)
    for count in (1, 5):
        policy, value, draw = session.run(np.zeros((count, *OTHELLO.shape), np.float32))
        assert policy.shape == (count, OTHELLO.moves) and policy.dtype == np.float32
        assert value.shape == draw.shape == (count,)
        assert value.dtype == draw.dtype == np.float32


@pytest.mark.parametrize(
    "model",
    [b"", b"nothing", MODEL[:1000], MODEL[:-7], MODEL[7:], b"\0" * 99],
    ids=["empty", "text", "cut early", "cut late", "beheaded", "zeros"],
)
def test_bytes_that_are_no_model_are_one_line(model: bytes) -> None:
    with pytest.raises(BadInput, match="no network") as told:
        NetSession(model)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "model", [other_model(["n", 2, 6, 6], "policy"), other_model(["n", 37], "value")]
)
def test_models_of_others_are_one_line(model: bytes) -> None:
    onnx.checker.check_model(onnx.load_from_string(model))
    with pytest.raises(BadInput, match="no network of kishi"):
        NetSession(model)


def test_weights_without_the_network_that_is_asked_for() -> None:
    with pytest.raises(BadInput, match="hold no such network"):
        session_of(OTHELLO, Weights(OTHELLO.name, "patterns", arrays(MODEL)))
    with pytest.raises(BadInput, match="hold no such network"):
        session_of(OTHELLO, Weights(OTHELLO.name, KIND, {ONNX: np.zeros(9, np.float32)}))
    with pytest.raises(BadInput, match="not for othello"):
        session_of(game("othello"), Weights(OTHELLO.name, KIND, arrays(MODEL)))


def test_playing_is_quiet_and_needs_nothing_that_trains() -> None:
    code = (
        "import sys; from kishi.players.net_session import NetSession\n"
        "assert 'onnxruntime' not in sys.modules\n"
        "NetSession(sys.stdin.buffer.read())\n"
        "assert not {'onnx', 'torch'} & set(sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], input=MODEL, capture_output=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
