"""Minishogi: shogi on five by five."""

from collections.abc import Sequence

import numpy as np

from .. import _native
from .._native import Engine, Game, Position, Verdict
from .facts import (
    WOOD,
    ZERO,
    BoardStyle,
    Evaluation,
    GameFacts,
    Labels,
    OpeningPlies,
    Picture,
    Reason,
    Rule,
    TrainingFacts,
    ranks,
    side_of,
)
from .genome import Genome, Numbers
from .shogi_notation import RANKS, japanese, read, western

HAND = "PSGBR"
KINDS = ("K", "R", "B", "G", "S", "P", "+R", "+B", "+S", "+P")
KANJI = {
    "P": "歩", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉", "k": "王",
    "+P": "と", "+S": "全", "+B": "馬", "+R": "龍",
}  # fmt: skip
# The values of `search:eval=handset`, which evolution sets out to better: pawn silver gold bishop rook, the
# promoted pawn, silver, bishop and rook, then pawn to rook in hand.
PIECES = np.array(_native.hand_set_pieces(), np.float32)
PIECE_NAMES = (
    *(("board", kind) for kind in (*HAND, "+P", "+S", "+B", "+R")),
    *(("hand", kind) for kind in HAND),
)


def _labels(rows: int, columns: int) -> Labels:
    """Files 5 4 3 2 1 from the left, ranks a to e from the top, as in USI."""
    return [str(columns - i) for i in range(columns)], [chr(ord("a") + i) for i in range(rows)]


# Where pieces go, as (right, down) for the first player: one step, or any number of them.
GOLD = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1))
DIAGONAL, STRAIGHT = ((-1, -1), (1, -1), (-1, 1), (1, 1)), ((0, -1), (-1, 0), (1, 0), (0, 1))
STEPS = {
    "P": ((0, -1),), "S": (*DIAGONAL, (0, -1)), "G": GOLD, "+P": GOLD, "+S": GOLD,
    "K": (*DIAGONAL, *STRAIGHT), "+B": STRAIGHT, "+R": DIAGONAL,
}  # fmt: skip
SLIDES = {"B": DIAGONAL, "+B": DIAGONAL, "R": STRAIGHT, "+R": STRAIGHT}


def check(position: Position) -> int | None:
    """The cell of the king to move, if it is attacked."""
    cells, columns = position.picture()[0], position.game.shape[2]
    king = cells.index("k" if position.turn else "K")
    attackers = [i for i, piece in enumerate(cells) if piece and side_of(piece) != position.turn]
    return king if any(king in _reached(cells, columns, at) for at in attackers) else None


def _reached(cells: Sequence[str], columns: int, start: int) -> set[int]:
    """The cells that the piece on this one attacks."""
    kind, forward = cells[start].upper(), 1 if side_of(cells[start]) == 0 else -1
    reached = set()
    for ways, far in ((STEPS.get(kind, ()), 1), (SLIDES.get(kind, ()), columns)):
        for right, down in ways:
            x, y = start % columns, start // columns
            for _ in range(far):
                x, y = x + right, y + down * forward
                if not (0 <= x < columns and 0 <= y < len(cells) // columns):
                    break
                reached.add(y * columns + x)
                if cells[y * columns + x]:
                    break
    return reached


def _reason(position: Position, verdict: Verdict) -> str:
    if position.legal_moves():
        # A repetition wins for the second player, unless they have given check all the time.
        return "repetition" if verdict is Verdict.SECOND_WINS else "perpetual"
    return "stuck" if check(position) is None else "mate"


def _deciding(position: Position) -> list[int]:
    king = check(position)
    return [] if king is None else [king]


def _faults(position: Position, move: int, better: int, reply: int | None) -> list[Reason]:
    """Pieces lost to the answer, or not taken."""
    gained = _taken(position, move)
    if reply is not None:
        lost = _taken(position.play(move), reply)
        if _worth(lost) > _worth(gained):
            return [Reason("loses_piece", {"piece": lost})]
    missed = _taken(position, better)
    if _worth(missed) > _worth(gained):
        return [Reason("misses_piece", {"piece": missed})]
    return []


def _taken(position: Position, move: int) -> str:
    """The kind of piece that a move takes, such as R or +P; empty if it takes none."""
    return position.picture()[0][position.path(move)[1]].upper()


def _worth(kind: str) -> float:
    return float(PIECES[PIECE_NAMES.index(("board", kind))]) if kind else 0.0


def sfen(cells: Sequence[str], columns: int, hands: Sequence[str], turn: int) -> str:
    """The position's SFEN; in both hands the letters may be of either case."""
    held = _held(hands[0].upper(), HAND) + _held(hands[1].lower(), HAND.lower())
    return f"{ranks(cells, columns)} {'bw'[turn]} {held or '-'} 1"


def _held(letters: str, kinds: str) -> str:
    """The strongest first, counted where there are several."""
    counts = [(kind, letters.count(kind)) for kind in reversed(kinds)]
    return "".join((str(n) if n > 1 else "") + kind for kind, n in counts if n)


def _by_pieces(game: Game, numbers: Numbers, seed: int) -> Engine:
    return _native.search_engine(
        game, "material", numbers, seconds=0.0, nodes=0, depth=3, megabytes=1, threads=1, lines=1,
        exact=False, prune=True, noise=0, seed=seed,
    )  # fmt: skip


MINISHOGI = GameFacts(
    family="minishogi",
    name="Minishogi",
    pitch="Shogi on five by five.",
    aliases={"5五将棋": "minishogi"},
    rules=(
        Rule(about="no mate by pawn drop"),
        Rule(name="dropmate", about="for comparison: mate by pawn drop allowed", offered=False),
    ),
    sides=("sente", "gote"),
    lead_unit="pawns",
    win="mate",
    reason=_reason,
    deciding=_deciding,
    check=check,
    faults=_faults,
    labels=_labels,
    style=BoardStyle(
        piece="piece",
        shades=WOOD,
        grain=True,
        margin=52,
        sizes={"K": 1.06, "R": 1.03, "B": 1.03, "P": 0.92},
        ground="#e3c48d",
        dot="#a58a56",
        inks=("bold #000000", "bold #a01414"),
        hint="bold #ffe066",
    ),
    pieces=(KINDS, tuple(kind.lower() for kind in KINDS)),
    glyphs=KANJI,
    spellings={"japanese": japanese, "western": western},
    row_signs={"japanese": RANKS},
    reads=read,
    hand=HAND,
    pictures=(
        Picture("shogi_start"),
        Picture("shogi_hand", "1e1b 1a1b"),
        Picture("shogi_mate", "4e4d 1a2b 3e2d"),
    ),
    # Not the king: the other one, which must be on so small a board, always keeps a square from it.
    alone={kind: f"3k1/5/2{kind}2/5/1K3 b - 1" for kind in KINDS[1:]},
    preview=("minishogi", "4e4d 1a2b 3e2d"),
    text=sfen,
    openings=OpeningPlies(match=4, balanced=6, training=(2, 6), strange=(2, 10)),
    evaluations=(
        Evaluation(
            name="network", learned="nnue", takes=("network",), benched=True, least_rate=2e6
        ),
        Evaluation(name="kings", benched=True),
        Evaluation(name="material", takes=("pieces",), benched=True, least_rate=3e6),
        Evaluation(name="handset"),
        Evaluation(name="valuenet", learned="valuenet", takes=("valuenet",)),
        ZERO,
    ),
    exploration=1.0,
    noise=8_000,
    level_elo=(
        300,
        400,
        550,
        750,
        900,
        1050,
        1400,
        1750,
        2000,
        2300,
        2600,
        2850,
        3150,
        3200,
        3350,
        3600,
        3750,
        3800,
        3950,
        3950,
    ),
    genomes=(
        Genome(
            name="pieces",
            about="values of the pieces on the board and in hand, under a search of 3 plies",
            size=lambda game: 14,
            reach=2,
            origin=PIECES,
            engine=_by_pieces,
            plays="search:eval=material,weights=NAME",
            names=PIECE_NAMES,
        ),
    ),
    training=TrainingFacts(
        games_a_second=100,
        evaluation={"openings": 6, "more": 12, "hall": 2, "peers": 1, "mutants": 0},
        play_off=4,
        measured=200,
        marked=10,
        ladder=(
            "random",
            "montecarlo:rollouts=10,first=2",
            "alphabeta:depth=1,eval=material",
            "search:eval=material,depth=1,exact=false,hash=1,noise=1000",
            "search:eval=material,depth=1,exact=false,hash=1",
            "search:eval=material,depth=3,exact=false,hash=1",
        ),
        net_ladder=(
            "alphabeta:depth=1,eval=material",
            "search:eval=material,depth=1,exact=false,hash=1,noise=1000",
            "search:eval=material,depth=1,exact=false,hash=1",
            "search:eval=material,depth=3,exact=false,hash=1",
            "search:eval=network,depth=4,exact=false,hash=1",
        ),
    ),
    benched=("", "3e4d 3a2b 5d5c", "3e4d 3a4b 4d4c 4b4c 2e4c"),
    bench_depth=8,
)
