"""A network in whole numbers of 8 bits: made from its own games, and kept if it wins more in the same time.

Whether it does depends on the CPU: where there are instructions for sums of products of 8 bits it is much
faster, elsewhere hardly, and a little is always lost by rounding.
"""

from collections.abc import Iterator

import numpy as np

from ...arena.chance import key
from ...arena.contest import MOST_PLIES
from ...arena.match import Standing
from ...arena.openings import Opening
from ...arena.referee import Referee, play_game
from ...cluster import holding
from ...core import Game, Limit, SearchControl, Weights
from ...players.alphazero import NetPlayer, session_for
from ...players.net_session import KIND, ONNX, Floats
from ..openings import held_out_openings
from . import selfplay
from .onnx_model import int8_of
from .replay import filled, samples_in

CALIBRATION_GAMES, CALIBRATION_POSITIONS = 64, 1_024


def quantised(of: Game, weights: Weights, seed: int = 0) -> Weights:
    """The same network in whole numbers, whose ranges are those met in games against itself."""
    model = weights.arrays[ONNX].tobytes()
    whole = int8_of(model, _own_positions(of, weights, seed))
    return Weights(of.name, KIND, {ONNX: np.frombuffer(whole, np.uint8)})


def _own_positions(of: Game, weights: Weights, seed: int) -> Floats:
    batch = selfplay.SelfPlayTask(
        of.name,
        weights.id,
        16,
        16,
        1.0,
        True,
        0.0,
        0.0,
        0.0,
        CALIBRATION_GAMES,
        key("quantise", seed),
    )
    with holding({weights.id: weights.arrays[ONNX].tobytes()}):
        samples = samples_in(of, selfplay.play(batch, SearchControl()))
    draw = np.random.default_rng(key("positions", seed))
    which = draw.integers(0, len(samples), CALIBRATION_POSITIONS)
    sides = draw.integers(0, of.symmetries, len(which))
    told = session_for(of, weights).is_told(of)
    return filled(samples, of, which, sides, told=told).planes


def duel(of: Game, a: Weights, b: Weights, games: int, limit: Limit) -> Iterator[Standing]:
    """How a does against b, after each pair of games from held-out openings."""
    standing = Standing(games)
    for number, opening in enumerate(held_out_openings(of, (games + 1) // 2)):
        verdicts = [_game(of, (a, b), opening, limit), _game(of, (b, a), opening, limit)]
        standing.add((2 * number, 2 * number + 1), verdicts)
        yield standing


def _game(of: Game, who: tuple[Weights, Weights], opening: Opening, limit: Limit) -> int:
    first, second = (
        NetPlayer(weights.id, of, session_for(of, weights), simulations=400) for weights in who
    )
    most = len(opening.moves) + MOST_PLIES
    referee = Referee(of, record=opening.record(of), limit=limit, most_plies=most)
    return int(play_game(first, second, referee).verdict.value)
