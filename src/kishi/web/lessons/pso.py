"""Value map and PSO: what each move wins on a map, a swarm one can see, and why one game is noise."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import _native
from ...games.othello import symmetric_map
from ...players.maps import MAPS, map_named
from ...training.evolution.optimisers import Flight, ParticleSwarm
from ..reading import Fields
from .matches import Engines, Openings, counts, openings, scores, told
from .positions import OTHELLO, othello_line

Points = NDArray[np.float64]
SQUARES = 64
MOST_WORTH = 1000.0
REACH = 30.0  # the write-up's numbers are from -30 to 30
TEXT_EXAMPLE = "-----------O--------O------OXO-----OX------XX-----X------------- O"


def maps() -> dict[str, Any]:
    """The maps that ship with kishi."""
    return {name: [float(v) for v in map_named(OTHELLO, name)] for name in MAPS}


# What a map makes of a position.


def worth(fields: Fields) -> dict[str, Any]:
    """What each move wins on a value map: its sum over the discs that flip; if asked, its own square too."""
    record = othello_line(fields)
    values = fields.numbers("map", SQUARES, -MOST_WORTH, MOST_WORTH)
    placed = fields.flag("placed")
    before = record.position.picture()[0]
    rows = []
    for move in record.position.legal_moves():
        after = record.position.play(move).picture()[0]
        to = record.position.path(move)[1]
        won = [c for c in range(SQUARES) if after[c] != before[c] and (placed or c != to)]
        rows.append({"move": move, "to": to, "text": OTHELLO.move_text(move), "won": won,
                     "worth": sum(values[cell] for cell in won)})  # fmt: skip
    engine = greedy(np.array(values), placed=placed)
    chosen = engine.choose(record.positions, _native.SearchControl()).move
    return {"moves": rows, "chosen": chosen}


def example(fields: Fields) -> dict[str, Any]:
    """The text's own position, and the map that it is worked out with."""
    return {"start": TEXT_EXAMPLE, "map": maps()["classic"]}


def measure(fields: Fields) -> dict[str, Any]:
    """How well players with these value maps do against one that kishi has."""
    rows = fields.rows("maps", 40, SQUARES, -MOST_WORTH, MOST_WORTH)
    games = fields.whole("games", 2, 400, 100)
    seed = fields.whole("seed", 0, 2**32, 1)
    against = fields.one_of("against", ("random", *MAPS), "classic")
    other = (
        _native.random_engine(OTHELLO, seed)
        if against == "random"
        else greedy(map_named(OTHELLO, against), placed=True)
    )
    played = openings(OTHELLO, (games + 1) // 2, seed)
    mine = [greedy(np.array(row), placed=True) for row in rows]
    return {"scores": [told(row) for row in counts(mine, [other], played)],
            "games": 2 * len(played)}  # fmt: skip


def greedy(map: NDArray[Any], *, placed: bool = False) -> _native.Engine:
    return _native.greedy_engine(OTHELLO, np.ascontiguousarray(map, np.float32), placed, 0)


# A swarm of two weights, which can be drawn: the corners' and that of the squares diagonal to them.

CORNER, DIAGONAL = 0, 1  # genes a1 and b2
SEEN_SWARM, SEEN_STEPS, GRID, SEEN_OPENINGS = 8, 12, 13, 12


def swarm(fields: Fields) -> dict[str, Any]:
    """The flight of a swarm over two weights, step by step, and the landscape that it flies over."""
    seed = fields.whole("seed", 0, 2**32, 1)
    inertia, pull = fields.number("inertia", 0, 1, 0.7298), fields.number("pull", 0, 4, 1.4962)
    fair = fields.flag("fair")
    pool, played = _pool(), _seen_openings()
    flying = ParticleSwarm(
        2, seed, swarm=SEEN_SWARM, inertia=inertia, pull=pull, speed=0.2, rescore=fair
    )
    chance = np.random.default_rng(seed)
    steps = [_seen_step(flying, pool, played, fair, chance) for _ in range(SEEN_STEPS)]
    return {"landscape": _landscape(), "grid": GRID, "reach": REACH, "steps": steps}


def _seen_step(
    flying: ParticleSwarm, pool: Engines, played: Any, fair: bool, chance: np.random.Generator
) -> dict[str, Any]:
    asked = flying.ask()
    at = asked[:SEEN_SWARM]
    engines = [_two_weights(point) for point in asked]
    if fair:
        found = scores(engines, pool, played)
    else:
        found = _duels(engines, int(chance.integers(len(engines)))) / SQUARES
    flying.tell(found)
    flight = flying.flight
    return {
        "at": _rounded(at), "scores": _rounded(found[:SEEN_SWARM]),
        "inertia": _rounded(flight.inertia), "to_own": _rounded(flight.to_own),
        "to_common": _rounded(flight.to_common), "next": _rounded(flight.at),
        "best": _rounded(flight.best), "best_scores": _rounded(flight.best_scores),
        "leader": flight.leader,
    }  # fmt: skip


def _two_weights(point: NDArray[np.float64]) -> _native.Engine:
    """The classic map with two of its weights as the point says.

    The placed disc counts here: corners are never flipped, so by the text's rule their weight is idle.
    """
    whole = map_named(OTHELLO, "classic").copy()
    ones = np.eye(10, dtype=np.float32)
    for gene, value in ((CORNER, point[0]), (DIAGONAL, point[1])):
        whole[symmetric_map(OTHELLO, ones[gene]) > 0] = REACH * value
    return greedy(whole, placed=True)


def _pool() -> list[_native.Engine]:
    """Opponents that are the same for all, and none of them trained."""
    chance = np.random.default_rng(7)
    return [greedy(_symmetric(chance.uniform(-1, 1, 10)), placed=True) for _ in range(6)]


def _seen_openings() -> Openings:
    return openings(OTHELLO, SEEN_OPENINGS, 1)


@cache  # the same for every swarm
def _landscape() -> Any:
    """How good each pair of weights is, row by row from the highest b2 down."""
    axis = np.linspace(-1, 1, GRID)
    points = [np.array([x, y]) for y in axis[::-1] for x in axis]
    return _rounded(scores([_two_weights(p) for p in points], _pool(), _seen_openings()))


def _rounded(values: NDArray[np.float64]) -> Any:
    return np.round(values, 4).tolist()


# One game against one enemy.


def _duels(engines: Engines, enemy: int) -> NDArray[np.float64]:
    """The text's fitness: one game, the particle first; its own discs and the empty squares."""
    ends = _native.play_once(engines, engines[enemy], [OTHELLO.start()])
    return np.array([SQUARES - str(end).partition(" ")[0].count("O") for end in ends], np.float64)


NOISE_GAMES, NOISE_MEANS, NOISE_EACH = 300, 40, 50


def noise(fields: Fields) -> dict[str, Any]:
    """One map's score against random enemies, one game each; and its means over fair games."""
    map = np.array(fields.numbers("map", SQUARES, -MOST_WORTH, MOST_WORTH))
    chance = np.random.default_rng(fields.whole("seed", 0, 2**32, 1))
    enemies = [greedy(chance.uniform(-REACH, REACH, SQUARES)) for _ in range(NOISE_GAMES)]
    mine = greedy(map)
    ends = [_native.play_once([mine], enemy, [OTHELLO.start()])[0] for enemy in enemies]
    single = [SQUARES - str(end).partition(" ")[0].count("O") for end in ends]
    pool = enemies[:5]
    means = [
        float(
            scores([mine], pool, openings(OTHELLO, NOISE_EACH // 10, int(chance.integers(2**31))))[
                0
            ]
        )
        for _ in range(NOISE_MEANS)
    ]
    return {"single": single, "means": means, "games": NOISE_EACH}


RANKED = 60


def ranking(fields: Fields) -> dict[str, Any]:
    """Random maps ranked by the text's one game, and by fair games, against what they are worth."""
    chance = np.random.default_rng(fields.whole("seed", 0, 2**32, 1))
    each = fields.whole("games", 20, 400, 100)
    engines = [greedy(row) for row in chance.uniform(-REACH, REACH, (RANKED, SQUARES))]
    pool = [greedy(row) for row in chance.uniform(-REACH, REACH, (10, SQUARES))]
    true = scores(engines, pool, openings(OTHELLO, 20, 1))  # 400 games
    one = _duels(engines, int(chance.integers(RANKED)))
    fair = scores(engines, pool, openings(OTHELLO, max(1, each // 20), 2))
    return {"true": _rounded(true), "one": one.tolist(), "fair": _rounded(fair), "games": each,
            "one_correlation": _spearman(one, true), "fair_correlation": _spearman(fair, true)}  # fmt: skip


def _spearman(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Equals share the mean of their places."""
    return np.array([(values < v).sum() + ((values == v).sum() - 1) / 2 for v in values])


# As written and corrected, at equal games and with the same player.

TEXT_SWARM, TEXT_STEPS = 150, 10
FAIR_SWARM, FAIR_POOL, FAIR_OPENINGS, FAIR_STEPS = 10, 5, 3, 3
HELD_OUT = 100  # openings


def race(fields: Fields) -> dict[str, Any]:
    """The text's swarm and a fair one, 1,500 games each; then both play each other from held-out openings."""
    seed = fields.whole("seed", 0, 2**31, 1)
    written = _written(seed)
    fair, games = _fair(seed)
    played = openings(OTHELLO, HELD_OUT, 777)
    swh = _native.table_engine(OTHELLO, map_named(OTHELLO, "swh"), 0)
    chance = np.random.default_rng(seed)
    untrained = [greedy(row) for row in chance.uniform(-REACH, REACH, (20, SQUARES))]
    met, *against = counts([greedy(fair)], [greedy(written)], played)[:1].tolist() + [
        row.tolist() for row in counts([greedy(written), greedy(fair), *untrained], [swh], played)
    ]
    rows = [told(np.array(row)) for row in against]
    return {"written": {"map": _rounded(written), **rows[0]}, "fair": {"map": _rounded(fair), **rows[1]},
            "untrained": [row["score"] for row in rows[2:]], "met": told(np.array(met)),
            "games": games, "written_games": TEXT_SWARM * TEXT_STEPS}  # fmt: skip


def whole_swarm(fields: Fields) -> dict[str, Any]:
    """One of the text's 150 particles, all 64 weights of it, from iteration to iteration."""
    steps = []
    for at, found, flight in _text_flights(fields.whole("seed", 0, 2**31, 1)):
        speed = flight.inertia + flight.to_own + flight.to_common
        maps = {
            "at": at[0],
            "speed": speed[0],
            "own": flight.best[0],
            "common": flight.best[flight.leader],
        }
        steps.append({
            **{name: np.round(REACH * map, 1).tolist() for name, map in maps.items()},
            "score": found[0], "own_score": flight.best_scores[0],
            "common_score": flight.best_scores[flight.leader],
        })  # fmt: skip
    return {"steps": steps, "particles": TEXT_SWARM}


def _text_flights(seed: int) -> Iterator[tuple[Points, Points, Flight]]:
    """The text's swarm: where it is, its scores by one game each, and how it flies on."""
    swarm = ParticleSwarm(
        SQUARES, seed, swarm=TEXT_SWARM, inertia=0.9, pull=1.0, speed=0.0, rescore=False
    )
    chance = np.random.default_rng(seed)
    for _ in range(TEXT_STEPS):
        at = swarm.ask().copy()
        engines = [greedy(REACH * point) for point in at]
        found = _duels(engines, int(chance.integers(len(engines))))
        swarm.tell(found)
        yield at, found, swarm.flight


def _written(seed: int) -> Points:
    """As the text says: the best place ever seen, by one game each."""
    *_, (_, _, flight) = _text_flights(seed)
    return np.asarray(REACH * flight.best[flight.leader])


def _fair(seed: int) -> tuple[Points, int]:
    """Ten weights mirrored, common openings, both colours, a pool with former bests, bests scored anew."""
    swarm = ParticleSwarm(
        10, seed, swarm=FAIR_SWARM, inertia=0.7298, pull=1.4962, speed=0.2, rescore=True
    )
    chance = np.random.default_rng(seed + 999)
    hall: list[Points] = []
    games = 0
    for step in range(FAIR_STEPS):
        asked = swarm.ask()
        strange = chance.uniform(-1, 1, (FAIR_POOL - len(hall), 10))
        pool = [greedy(_symmetric(point)) for point in [*hall, *strange]]
        played = openings(OTHELLO, FAIR_OPENINGS, 100 * seed + step)
        swarm.tell(scores([greedy(_symmetric(point)) for point in asked], pool, played))
        games += 2 * len(asked) * len(pool) * len(played)
        hall = [swarm.favourites[0].copy(), *hall][: FAIR_POOL // 2]
    return np.asarray(_symmetric(swarm.favourites[0]), np.float64), games


def _symmetric(point: NDArray[np.float64]) -> NDArray[np.float32]:
    """Weights grow with the square of a coordinate, as in kishi's own training."""
    return symmetric_map(OTHELLO, (REACH * np.sign(point) * point**2).astype(np.float32))


ANSWERS = {
    "example": example,
    "worth": worth,
    "measure": measure,
    "swarm": swarm,
    "whole_swarm": whole_swarm,
    "noise": noise,
    "ranking": ranking,
    "race": race,
}
