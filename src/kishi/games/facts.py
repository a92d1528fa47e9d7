"""What Python knows of a game beyond its rules: one frozen value a family.

Every field has a default, so that a game which says nothing special still plays, is drawn, searched and
trained. Words are keys of `locale` where it has such a key, and are shown as they stand where it has not:
a new game needs no translation to work.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._native import Position, Verdict
from .genome import Genome

Shades = tuple[str, str, str]  # from the light into the dark
Cell = tuple[int, int]  # column, row
Labels = tuple[list[str], list[str]]
Quarter = Sequence[Sequence[float]]

BLACK: Shades = ("#5b5d60", "#2b2c2e", "#0c0c0d")
WHITE: Shades = ("#ffffff", "#f4f1e8", "#cfc9b8")
FELT: Shades = ("#2c8a5a", "#217a4d", "#1a6a42")
WOOD: Shades = ("#e9c88b", "#dfb771", "#e6c383")


def letters_and_numbers(rows: int, columns: int) -> Labels:
    """Columns a b c ... from the left, rows 1 2 3 ... from the top."""
    letters = [chr(ord("a") + i) for i in range(columns)]
    return letters, [str(i + 1) for i in range(rows)]


def numbers_from_below(rows: int, columns: int) -> Labels:
    """Columns a b c ... from the left, row 1 at the bottom."""
    letters, numbers = letters_and_numbers(rows, columns)
    return letters, numbers[::-1]


def no_stars(size: int) -> list[Cell]:
    return []


def signs_in_a_row(cells: Sequence[str], columns: int, hands: Sequence[str], turn: int) -> str:
    """All cells from the top left, - for an empty one, and who moves: `X-O...... X`."""
    return "".join(cell or "-" for cell in cells) + " " + "XO"[turn]


def ranks(cells: Sequence[str], columns: int) -> str:
    """Rows joined by /, empty cells counted, as in FEN."""
    rows = (cells[at : at + columns] for at in range(0, len(cells), columns))
    return "/".join(map(_rank, rows))


def _rank(row: Sequence[str]) -> str:
    text, empty = "", 0
    for cell in row:
        if cell:
            text += (str(empty) if empty else "") + cell
        empty = 0 if cell else empty + 1
    return text + (str(empty) if empty else "")


def no_reason(position: Position, verdict: Verdict) -> str:
    return ""


class Reason(NamedTuple):
    """Why a move was bad, in words that the game has: its text is reason_WORD."""

    word: str
    values: Mapping[str, object] = {}


class Picture(NamedTuple):
    """A position on the page of rules; its text is rules_WORD."""

    word: str
    moves: str = ""  # that lead to it
    game: str = ""  # on another board than the usual one
    marked: Literal["", "legal", "forbidden"] = ""  # cells that the text speaks of


class Force(NamedTuple):
    """How somebody wins, where the game has a word for it: its texts are by_WORD and score_WORD_in."""

    word: str
    side: int
    plies: int


def no_force(position: Position) -> Force | None:
    return None


def no_faults(position: Position, move: int, better: int, reply: int | None) -> list[Reason]:
    return []


def reads_nothing(position: Position, text: str, last: int | None) -> int | None:
    return None


def no_check(position: Position) -> int | None:
    return None


def no_cells(position: Position) -> list[int]:
    return []


def rows_of(position: Position, length: int) -> list[int]:
    """The cells of all rows of at least so many alike, in any direction."""
    cells, (_, rows, columns) = position.picture()[0], position.game.shape
    found: set[int] = set()
    for start, piece in enumerate(cells):
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            x, y, run = start % columns, start // columns, list[int]()
            while 0 <= x < columns and y < rows and piece and cells[y * columns + x] == piece:
                run.append(y * columns + x)
                x, y = x + right, y + down
            found.update(run if len(run) >= length else ())
    return sorted(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule that a game is played by."""

    name: str = ""  # the end of the game's name: `renju` of gomoku-15-renju
    about: str = ""  # for `kishi games`
    word: str = ""  # its text is rule_WORD, where that is not rule_NAME
    offered: bool = True  # to whoever begins a game on the page


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStyle:
    """How boards and pieces are drawn, in words that each face knows; colours are CSS colours."""

    grid: Literal["cells", "points"] = "cells"  # pieces stand in squares or on crossings of lines
    piece: Literal["disc", "stone", "mark", "piece"] = (
        "disc"  # mark: X and O; piece: a wedge with a sign
    )
    shades: Shades = WOOD  # of the board
    frame: tuple[str, str] | None = None  # around it; None: the board goes on
    grain: bool = False
    line: str = "#4a3415"
    label: str = "#5a4322"
    margin: int = 62  # around the board, of a cell of 100
    faces: tuple[Shades, Shades] = (BLACK, WHITE)  # of discs, stones and marks
    stars: Callable[[int], list[Cell]] = no_stars  # crossings with a dot, by the size of the board
    sizes: Mapping[str, float] = field(default_factory=dict)  # of pieces, where not all are alike
    # In a terminal, where white must be seen on the board as well as black.
    ground: str = "#c99d5b"
    dot: str = "#8f6a33"
    inks: tuple[str, str] = ("#000000", "#ffffff")
    hint: str = "bold #a01010"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """An evaluation for the search, by the name that the core knows it by."""

    name: str
    learned: str = ""  # nothing without weights: the player by whose name those that are shipped go
    takes: tuple[str, ...] = ()  # kinds of trained weights
    least_rate: float | None = None  # nodes in a second that `kishi bench` asks for
    benched: bool = False


ZERO = Evaluation(name="zero")  # that every game has: only its end counts


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningPlies:
    """How many random moves begin a game: enough that games differ, few enough that nobody has won."""

    match: int = 2  # where there is no list of balanced openings
    balanced: int = 3  # of those that `kishi openings` makes
    training: tuple[int, int] | None = (
        1,
        3,
    )  # from, to; None: the balanced ones, seen from any side
    strange: tuple[int, int] = (1, 4)  # those in which somebody has usually blundered


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingFacts:
    """What training needs to know to spend its time well."""

    games_a_second: int = 1_000  # of evolution, more or less: what presets are measured out in
    # Where games cost more, a preset evaluates a generation by fewer of them.
    evaluation: Mapping[str, Any] = field(default_factory=dict)
    play_off: int = 5  # openings at least
    measured: int = 100  # held-out openings that trained players are measured from
    marked: int = 20  # and while they are being trained
    # Whom they are measured against: each close enough to the next that nobody wins every game.
    ladder: tuple[str, ...] = ("random",)
    # Networks that a tree search asks would win every game against those: theirs begins higher up.
    net_ladder: tuple[str, ...] = ("random", "uct:rollouts=100", "uct:rollouts=1000")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameFacts:
    """All that Python knows of a family of games. The usual board is the game with the family's name."""

    family: str
    name: str  # in English
    pitch: str = ""  # in English, in five words
    aliases: Mapping[str, str] = field(default_factory=dict)  # other names of its games
    rules: tuple[Rule, ...] = (Rule(),)
    boards: tuple[str, ...] = ()  # offered beside the usual one where there is little room
    sized: bool = False  # even the usual board is called by its size: Gomoku 15x15
    # Players and trainers that can be as faithful to a write-up as to play its board: which one it is.
    write_ups: Mapping[str, str] = field(default_factory=dict)

    # Words.
    sides: tuple[str, str] = ("black", "white")
    unit: str = ""  # what results are counted in; cells that are left go to the winner
    lead_unit: str = ""  # what a lead is told in where results are not counted: pawns
    lead_points: int = 100  # of the search's evaluations, that make one of them
    win: str = "win"  # what a solver finds
    reason: Callable[[Position, Verdict], str] = no_reason  # why the rules end it: because_REASON
    deciding: Callable[[Position], list[int]] = (
        no_cells  # of an ended game, the cells that show why
    )
    check: Callable[[Position], int | None] = no_check  # the cell of a king that is in check
    force: Callable[[Position], Force | None] = no_force  # asked of positions that are proved won
    refusal: str = "not_legal"  # why a free cell may not be played, most likely
    # What is wrong with a move where another one was better, and the answer to it, if one is known.
    faults: Callable[[Position, int, int, int | None], list[Reason]] = no_faults

    # Boards.
    labels: Callable[[int, int], Labels] = (
        letters_and_numbers  # by rows and columns, as in moves' texts
    )
    style: BoardStyle = field(default_factory=BoardStyle)
    pieces: tuple[tuple[str, ...], tuple[str, ...]] = (("X",), ("O",))  # of each side
    # Other ways to write a move than `Game.move_text`, by the names of ways; given the move before it.
    spellings: Mapping[str, Callable[[Position, int, int | None], str]] = field(
        default_factory=dict
    )
    row_signs: Mapping[str, str] = field(default_factory=dict)  # what rows are called in such a way
    # The legal move that a text means in one of those ways.
    reads: Callable[[Position, str, int | None], int | None] = reads_nothing
    # Signs by the capital letters of pieces, and by the small one where the second player's has its own.
    glyphs: Mapping[str, str] = field(default_factory=dict)
    hand: str = ""  # kinds that may be held, in the order in which Game.path counts them
    marked: Literal["", "legal", "illegal"] = ""  # free cells that are marked for whoever moves
    preview: tuple[str, str] = ("", "")  # a game in progress: its board and moves
    # A position's canonical text, from cells, their columns, the letters in both hands, and the turn.
    text: Callable[[Sequence[str], int, Sequence[str], int], str] = signs_in_a_row

    # The page of rules: pictures with a sentence each, and positions with a piece in the middle, by its kind.
    pictures: tuple[Picture, ...] = ()
    alone: Mapping[str, str] = field(default_factory=dict)

    # Playing.
    hexadecimal: bool = False  # moves may be spoken as two hex digits, row and column from 0
    numbered: bool = False  # or as two digits, row and column from 1 (a write-up's cell numbers)
    swap2: bool = False
    central: bool = False  # games begin in the middle of the board
    openings: OpeningPlies = field(default_factory=OpeningPlies)

    # Thinking.
    evaluations: tuple[Evaluation, ...] = (ZERO,)  # the strongest first, as the core lists them
    exploration: float = 1.0  # of uct, for outcomes from -1 to 1
    noise: int = 8_000  # of the search at level 1
    # Of levels 1, 2, ... on the usual board, `random` being 0: what docs/measured/levels.md tells.
    level_elo: tuple[int, ...] = ()
    maps: Mapping[str, Quarter] = field(default_factory=dict)  # upper left quarters of value maps
    line_scores: NDArray[np.float32] | None = None
    genomes: tuple[Genome, ...] = ()  # the first is what evolution uses unless told otherwise
    drawish: bool = (
        False  # good players draw so often that one side needs draw contempt in training
    )
    training: TrainingFacts = field(default_factory=TrainingFacts)

    # Measuring: a position early, in the middle and late, and how deep the signature looks into them.
    benched: tuple[str, ...] = ()
    bench_depth: int = 6

    @property
    def lead_scale(self) -> int:
        """Points of the search's evaluations that make one disc, pawn or the like."""
        return 1 if self.unit else self.lead_points

    def evaluation(self, name: str) -> Evaluation | None:
        return next((e for e in self.evaluations if e.name == name), None)

    def genome(self, name: str) -> Genome | None:
        return next((g for g in self.genomes if g.name == name), None)


def side_of(piece: str) -> int:
    """Whose piece this is: X and capitals are the first player's."""
    return 0 if piece == "X" or (piece != "O" and piece[-1].isupper()) else 1
