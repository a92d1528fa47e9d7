"""A network that plays, evaluated by onnxruntime on one thread.

Its model is kept as bytes inside of Weights, so that to play needs nothing that trains.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import Game, Weights
from ..errors import BadInput
from .onnx_files import names_files

KIND = "alphazero"  # of such weights
ONNX = "onnx"  # their array: the model
Floats = NDArray[np.float32]


class NetworkAnswer(NamedTuple):
    """A network's answers, for whoever is to move."""

    policy: Floats  # logits [n, moves]
    value: Floats  # [n] in [-1, 1]; a draw counts as 0
    draw: Floats  # [n], its chance


class NetSession:
    """Says policies, values and chances of a draw of positions, many at once."""

    def __init__(self, model: bytes) -> None:
        self._session = _session(model)
        self.shape, self.moves = _meaning(self._session)

    def is_of(self, game: Game) -> bool:
        return (self.moves, self.shape) == (game.moves, game.shape)

    def run(self, planes: Floats) -> NetworkAnswer:
        """What it says of planes [n, *shape]."""
        return NetworkAnswer(*self._session.run(NetworkAnswer._fields, {"planes": planes}))


def session_of(game: Game, weights: Weights) -> NetSession:
    """A session with the model in these weights, which has to be of this game."""
    model = weights.arrays.get(ONNX)
    if weights.kind != KIND or model is None or model.dtype != np.uint8:
        raise BadInput(f"these weights of the kind '{weights.kind[:60]}' hold no such network")
    session = NetSession(model.tobytes())
    if not session.is_of(game):
        raise BadInput(f"this network is not for {game.name}: its board or moves are others")
    return session


def _session(model: bytes) -> Any:
    import onnxruntime  # noqa: PLC0415 - slow to import

    if names_files(model):
        raise BadInput(
            "this is no network in one piece: it is damaged, or keeps its weights in other files"
        )
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # what is wrong comes as an exception
    here = onnxruntime.get_available_providers()
    wanted = [p for p in ("CUDAExecutionProvider", "CPUExecutionProvider") if p in here]
    try:
        return onnxruntime.InferenceSession(model, options, providers=wanted)
    except Exception as wrong:  # each of its errors is a class of its own
        line = str(wrong).strip().splitlines()[0] if str(wrong).strip() else type(wrong).__name__
        raise BadInput(f"this is no network that onnxruntime reads: {line[:150]}") from None


def _meaning(session: Any) -> tuple[tuple[int, int, int], int]:
    """Planes, rows and columns that go in, and how many moves come out."""
    inputs = [(i.name, i.type, i.shape) for i in session.get_inputs()]
    outputs = {o.name: (o.type, o.shape) for o in session.get_outputs()}
    match inputs, outputs.get("policy"), outputs.get("value"), outputs.get("draw"):
        case (
            [("planes", "tensor(float)", [_, int(planes), int(rows), int(cols)])],
            ("tensor(float)", [_, int(moves)]),
            ("tensor(float)", [_]),
            ("tensor(float)", [_]),
        ):
            return (planes, rows, cols), moves
    raise BadInput(
        "this model is no network of kishi: planes go in, policy, value and draw come out"
    )
