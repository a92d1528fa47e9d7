"""Othello."""

import numpy as np

from .. import _native
from .._native import Game, Position, Verdict
from .facts import (
    FELT,
    ZERO,
    BoardStyle,
    Cell,
    Evaluation,
    GameFacts,
    OpeningPlies,
    Picture,
    Quarter,
    Reason,
    Rule,
    TrainingFacts,
    signs_in_a_row,
)
from .genome import Genome, Numbers, whole_map

# Which of the ten weights stands on each square of the upper left quarter, as the GA write-up numbers them.
GENE_OF_SQUARE = np.array(_native.gene_of_square())
# Positions 40 to 44 of the FFO's test of endings.
FFO = {
    40: "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    41: "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    42: "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
    43: "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    44: "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
}
# The squares that the ten weights are called after, in the write-up's order.
GENES = ("a1", "b2", "c3", "d4", "a2", "b3", "c4", "a3", "b4", "a4")
MAPS: dict[str, Quarter] = {
    "classic": _native.classic_map(),
    "swh": _native.standard_weights(),
}


def symmetric_map(game: Game, genes: Numbers) -> Numbers:
    """Ten weights mirrored to all eight symmetric places."""
    return whole_map(game, genes[GENE_OF_SQUARE])


def _two_maps(game: Game, genes: Numbers) -> list[Numbers]:
    return [symmetric_map(game, genes[:10]), symmetric_map(game, genes[10:20])]


def _squares(game: Game) -> int:
    return game.shape[1] * game.shape[2]


def _stars(size: int) -> list[Cell]:
    return [(x, y) for x in (2, 6) for y in (2, 6)] if size == 8 else []


def _reason(position: Position, verdict: Verdict) -> str:
    return "discs"


MANY_MOVES = 4  # more for the opponent than a better move would have left


def _faults(position: Position, move: int, better: int, reply: int | None) -> list[Reason]:
    """Corners given or not taken, and moves opened up for the opponent."""
    game, found = position.game, []
    corners, after = _corners(game), position.play(move)
    theirs = set(_waiting(position).legal_moves())  # what the opponent could have played already
    opened = corners & _moves_of(after, 1 - position.turn) - theirs
    if opened - _moves_of(position.play(better), 1 - position.turn):
        found.append(Reason("gives_corner", {"cell": game.move_text(min(opened))}))
    if better in corners and move not in corners:
        found.append(Reason("misses_corner", {"cell": game.move_text(better)}))
    left = [len(_moves_of(position.play(m), 1 - position.turn)) for m in (move, better)]
    if left[0] >= left[1] + MANY_MOVES:
        found.append(Reason("opens_moves", {"n": left[0], "better": left[1]}))
    return found


def _corners(game: Game) -> set[int]:
    _, rows, columns = game.shape
    last = rows * columns
    return {0, columns - 1, last - columns, last - 1}


def _waiting(position: Position) -> Position:
    """The same board with the other side to move."""
    columns = position.game.shape[2]
    text = signs_in_a_row(position.picture()[0], columns, ("", ""), 1 - position.turn)
    return position.game.parse(text)


def _moves_of(position: Position, side: int) -> set[int]:
    """Where this side may put a disc; a pass is none."""
    cells = position.game.moves - 1
    if position.turn != side:
        return set()
    return {m for m in position.legal_moves() if m < cells}


GENOMES = (
    Genome(
        name="symmetric",
        about="a map of 10 weights that looks the same from all sides",
        size=lambda game: 10,
        reach=30,
        power=2,
        engine=lambda game, n, seed: _native.table_engine(game, symmetric_map(game, n), seed),
        plays="table:NAME",
        maps=lambda game, n: [symmetric_map(game, n)],
        names=tuple(("map", square) for square in GENES),
    ),
    Genome(
        name="map",
        about="a number for each square",
        size=_squares,
        reach=30,
        power=2,
        engine=_native.table_engine,
        plays="table:NAME",
        maps=lambda game, n: [n],
    ),
    Genome(
        name="tables",
        about="two symmetric maps and the move at which the second takes over (GA write-up)",
        size=lambda game: 21,
        reach=3,
        engine=_native.table_engine,
        plays="table:NAME",
        maps=_two_maps,
        names=(
            *((table, square) for table in ("early", "late") for square in GENES),
            ("switch", ""),
        ),
        fixed=1,
    ),
    Genome(
        name="flips",
        about="a number for each square, counted over won discs only (PSO write-up)",
        size=_squares,
        reach=30,
        engine=lambda game, n, seed: _native.greedy_engine(game, n, False, seed),
        plays="greedy:NAME,faithful=true",
        maps=lambda game, n: [n],
    ),
)

OTHELLO = GameFacts(
    family="othello",
    name="Othello",
    pitch="Have more discs at the end.",
    aliases={"othello-8": "othello", "reversi": "othello"},
    rules=(Rule(about="most discs win"),),
    boards=("othello-6",),
    write_ups={"pso": "othello", "montecarlo": "othello", "ga": "othello"},
    unit="discs",
    numbered=True,
    reason=_reason,
    refusal="turns_nothing",
    faults=_faults,
    style=BoardStyle(
        shades=FELT,
        frame=("#5a4430", "#3d2d1f"),
        line="#0f3d26",
        label="#d9cdb8",
        stars=_stars,
        ground="#17673a",
        dot="#4f9a6b",
        hint="bold #ffe066",
    ),
    marked="legal",
    pictures=(
        Picture("othello_start", marked="legal"),
        Picture("othello_turn", "f5"),
        Picture("othello_pass", "f5 d6 c3 d3 c4 f4 f6 f3"),
    ),
    preview=("othello", "f5 d6 c3 d3 c4 f4 f6 f3"),
    openings=OpeningPlies(match=8, balanced=8, training=(4, 8), strange=(2, 14)),
    evaluations=(
        Evaluation(name="patterns", learned="patterns", takes=("disc-patterns",), benched=True),
        Evaluation(name="td", learned="td", takes=("patterns",), benched=True),
        Evaluation(name="mobility", benched=True),
        Evaluation(name="map", takes=("map", "symmetric")),
        Evaluation(name="table", takes=("map", "symmetric", "tables")),
        ZERO,
    ),
    exploration=0.7,
    noise=16_000,
    level_elo=(
        100,
        150,
        250,
        350,
        450,
        650,
        900,
        1250,
        1700,
        2150,
        2550,
        2850,
        3150,
        3350,
        3450,
        3600,
        3700,
        3950,
        4050,
        4150,
    ),
    maps=MAPS,
    genomes=GENOMES,
    training=TrainingFacts(
        games_a_second=100_000,
        play_off=25,
        measured=1_000,
        marked=200,
        ladder=("random", "greedy", "table"),
        net_ladder=(
            "table",
            "search:eval=mobility,depth=1,exact=false,hash=1",
            "search:eval=mobility,depth=2,exact=false,hash=1",
            "search:eval=mobility,depth=3,exact=false,hash=1",
            "search:eval=mobility,depth=6,exact=false,hash=1",
        ),
    ),
    benched=("", "f5 f6 e6 f4 c3 c4", "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7"),
    bench_depth=8,
)
