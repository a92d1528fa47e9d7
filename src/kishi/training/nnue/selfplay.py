"""Games of a search against itself, in batches that any worker can play."""

from typing import NamedTuple

import numpy as np

from ..._native import PlayedGame, play_fixtures
from ...arena.chance import key
from ...arena.contest import MOST_PLIES
from ...arena.job import TOO_LONG
from ...arena.openings import Opening
from ...cluster import blob
from ...core import SearchControl, game
from ...errors import Stopped
from ...formats.games import file_of
from ...store.packed import NO_VALUE, EncodedGame, PackedGame, encode
from ..openings import training_openings
from ..versions import Version, searcher

PLAY = "kishi.training.nnue.selfplay:play"
PLIES = (2, 10)  # random moves before a game


class SearchGamesTask(NamedTuple):
    """So many games by a search of so many nodes a move."""

    game: str
    evaluation: str
    weights: str  # the id under which the workers were sent the numbers; "": the evaluation's own
    nodes: int
    games: int
    seed: int
    threads: int = 1


def play(batch: SearchGamesTask, control: SearchControl) -> bytes:
    """The games as a file's bytes. They depend on the batch alone."""
    of = game(batch.game)
    openings = training_openings(of, batch.games, batch.seed, PLIES)
    numbers = np.frombuffer(blob(batch.weights) or b"", np.float32)
    mover = searcher(of, Version(batch.evaluation, numbers), batch.nodes)
    played = play_fixtures(
        mover,
        mover,
        [(o.positions(of), False, key("game", batch.seed, n)) for n, o in enumerate(openings)],
        nodes=batch.nodes,
        most_plies=MOST_PLIES,
        threads=batch.threads,
        control=control,
    )
    if control.stopped:
        raise Stopped
    about = {k: v for k, v in batch._asdict().items() if k != "threads"}
    about["positions"] = sum(len(g.moves) for g in played)
    games = [packed(n, o, g) for n, (o, g) in enumerate(zip(openings, played, strict=True))]
    return file_of(about, len(games), b"".join(encode(EncodedGame(g)) for g in games))


def packed(number: int, opening: Opening, played: PlayedGame) -> PackedGame:
    """The game from the first move of its opening on."""
    given = len(opening.moves)
    moves, values = played.packed
    return PackedGame(
        number=number,
        start=opening.start,
        opening=given,
        moves=np.array(opening.moves, "<u2").tobytes() + moves,
        thoughts=np.full(given, NO_VALUE, "<i2").tobytes() + values,
        seconds=None,
        verdict=played.verdict.value,
        reason=TOO_LONG if played.too_long else None,
    )
