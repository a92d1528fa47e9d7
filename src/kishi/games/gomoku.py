"""Gomoku, with its rules freestyle, standard and renju."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from .. import _native
from .._native import Position, Verdict
from .facts import (
    WOOD,
    ZERO,
    BoardStyle,
    Cell,
    Evaluation,
    Force,
    GameFacts,
    OpeningPlies,
    Picture,
    Reason,
    Rule,
    TrainingFacts,
    numbers_from_below,
    ranks,
    rows_of,
)
from .genome import Genome

# The Gomoku write-up's: attack[1..5], guard[1..5], and what the centre is worth.
LINE_SCORES = np.array(_native.line_scores(), np.float32)
LINE_NAMES = (
    *((group, str(length)) for group in ("attack", "guard") for length in range(1, 6)),
    ("centre", ""),
)


def _stars(size: int) -> list[Cell]:
    """Four near the corners and one in the centre."""
    near = 3 if size >= 11 else 2
    ends = (near, size - 1 - near) if size >= 7 else ()
    centre = [(size // 2, size // 2)] if size % 2 else []
    return [(x, y) for x in ends for y in ends] + centre


def _reason(position: Position, verdict: Verdict) -> str:
    return "full" if verdict is Verdict.DRAW else "five"


FOURS_NODES = (
    4_000  # to see how a proved win comes about: at most 7 ms, mostly a few hundredths of that
)
FIVE_NEXT_PLIES = 2  # a win as near as this is the five itself


def _force(position: Position) -> Force | None:
    """By fours alone, that is, by moves that leave no choice."""
    side, plies = _native.fours_win(position, FOURS_NODES) or (0, 0)
    return Force("fours", side, plies) if plies > FIVE_NEXT_PLIES else None


# What one more stone makes of a row, `x` being the side's own: five; an open four, which cannot be met.
FIVE_NEXT = re.compile("(?=xxxx-|-xxxx|x-xxx|xx-xx|xxx-x)")
OPEN_FOUR_NEXT = re.compile("(?=--xxx-|-xxx--|-x-xx-|-xx-x-)")


def _faults(position: Position, move: int, better: int, reply: int | None) -> list[Reason]:
    """Rows that were not completed, or not stopped."""
    own, theirs = position.turn, 1 - position.turn
    if _has(position, own, FIVE_NEXT):
        return [Reason("misses_five")]
    played, instead = position.play(move), position.play(better)
    if _has(played, theirs, FIVE_NEXT):
        return [] if _has(instead, theirs, FIVE_NEXT) else [Reason("allows_five")]
    if _has(position, own, OPEN_FOUR_NEXT) and not _has(position, theirs, FIVE_NEXT):
        return [Reason("misses_open_four")]
    if _has(played, theirs, OPEN_FOUR_NEXT) and not _has(instead, theirs, OPEN_FOUR_NEXT):
        return [Reason("allows_open_three")]
    return []


def _has(position: Position, side: int, shape: re.Pattern[str]) -> bool:
    own = "XO"[side]
    signs = {own: "x", "": "-"}
    cells = [signs.get(cell, "o") for cell in position.picture()[0]]
    return any(shape.search(line) for line in _lines(cells, position.game.shape[2]))


def _lines(cells: Sequence[str], size: int) -> Iterator[str]:
    """Every row of the board in all four directions, as text."""
    grid = [cells[at : at + size] for at in range(0, len(cells), size)]
    yield from map("".join, grid)
    yield from map("".join, zip(*grid, strict=True))
    for by in range(-size + 1, size):
        yield "".join(grid[y][y + by] for y in range(size) if 0 <= y + by < size)
        yield "".join(grid[y][size - 1 - y - by] for y in range(size) if 0 <= y + by < size)


def _text(cells: Sequence[str], columns: int, hands: Sequence[str], turn: int) -> str:
    return f"{ranks([cell.lower() for cell in cells], columns)} {'xo'[turn]}"


def _aliases() -> dict[str, str]:
    sized = {f"gomoku-{size}-freestyle": f"gomoku-{size}" for size in range(5, 21)}
    usual = dict.fromkeys(("gomoku-15", "gomoku-freestyle", "gomoku-15-freestyle"), "gomoku")
    standard = {"gomoku-standard": "gomoku-15-standard"}
    renju = dict.fromkeys(("renju", "gomoku-renju"), "gomoku-15-renju")
    return sized | usual | standard | renju


GOMOKU = GameFacts(
    family="gomoku",
    name="Gomoku",
    pitch="Five in a row wins.",
    aliases=_aliases(),
    rules=(
        Rule(about="freestyle: five or more win", word="freestyle"),
        Rule(name="standard", about="standard: exactly five wins"),
        Rule(name="renju", about="renju: Black has forbidden points"),
    ),
    boards=("gomoku-8", "gomoku-9"),
    sized=True,
    write_ups={"lines": "gomoku-16"},
    reason=_reason,
    deciding=lambda position: rows_of(position, 5),
    force=_force,
    refusal="forbidden",
    faults=_faults,
    labels=numbers_from_below,
    style=BoardStyle(
        grid="points",
        piece="stone",
        shades=WOOD,
        grain=True,
        margin=78,
        stars=_stars,
        ground="#c99d5b",
        dot="#8f6a33",
        hint="bold #a01010",
    ),
    marked="illegal",
    pictures=(
        Picture("gomoku_five", "e5 d6 e6 d5 e7 d7 e8 d8 e9", "gomoku-9"),
        Picture("gomoku_open_three", "e5 b2 e6 h8 e4", "gomoku-9"),
        Picture("gomoku_renju", "g8 b2 h7 b14 i8 n14 h9 n2", "gomoku-15-renju", "forbidden"),
    ),
    preview=("gomoku-9", "e5 f6 e6 e7 f5 d5 g4 h3"),
    text=_text,
    hexadecimal=True,
    swap2=True,
    central=True,
    openings=OpeningPlies(match=3, balanced=5, training=None, strange=(2, 9)),
    evaluations=(
        Evaluation(name="shapes", benched=True),
        Evaluation(name="lines", takes=("lines",)),
        ZERO,
    ),
    exploration=0.4,
    noise=6_000,
    level_elo=(
        1750,
        2000,
        2200,
        2350,
        2600,
        2900,
        3250,
        3500,
        3650,
        3800,
        3900,
        4000,
        4050,
        4200,
        4400,
        4650,
        4850,
        5150,
        5350,
        5400,
    ),
    line_scores=LINE_SCORES,
    genomes=(
        Genome(
            name="lines",
            about="attack and guard scores of 1 to 5 in a row, and the centre (Gomoku write-up)",
            size=lambda game: 11,
            reach=2,  # beyond 0: the best scores found punish guarding against two in a row
            origin=LINE_SCORES,
            engine=lambda game, n, seed: _native.lines_engine(game, n, False, seed),
            plays="lines:NAME",
            names=LINE_NAMES,
        ),
    ),
    drawish=True,
    training=TrainingFacts(
        games_a_second=2_000,
        evaluation={"openings": 8, "more": 16, "hall": 2, "peers": 2, "mutants": 0},
        play_off=5,
        measured=500,
        marked=40,
        ladder=("random", "lines"),
        net_ladder=(
            "lines",
            "search:eval=shapes,depth=1,exact=false,hash=1,noise=10000",
            "search:eval=shapes,depth=1,exact=false,hash=1,noise=1000",
            "search:eval=shapes,depth=1,exact=false,hash=1",
            "search:eval=shapes,depth=3,exact=false,hash=1",
        ),
    ),
    benched=("", "h8 i9 h10", "h8 i9 h10 h9 g9 i11 j8 g8 f7"),
    bench_depth=6,
)
