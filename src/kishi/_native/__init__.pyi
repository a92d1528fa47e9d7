"""The native core of kishi: rules and search."""

from collections.abc import Mapping, Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


class BadInput(ValueError):
    pass

class Verdict(enum.Enum):
    """How a game stands."""

    RUNNING = 0

    FIRST_WINS = 1

    SECOND_WINS = 2

    DRAW = 3

class Position:
    """A board and the side to move; it never changes."""

    @overload
    def play(self, move: int) -> Position:
        """The position after a legal move; BadInput if it is not legal."""

    @overload
    def play(self, move: str) -> Position:
        """The same for a move as it is written: position.play("f5")."""

    def legal_moves(self) -> list[int]:
        """The legal moves as numbers; none when the game is over."""

    def legal_texts(self) -> list[str]:
        """The legal moves as they are written."""

    @property
    def over(self) -> bool:
        """
        Has the game ended here? Repetition is not seen by a position: ask the Record.
        """

    @property
    def winner(self) -> int | None:
        """
        0 or 1 for the player who has won; None for a draw, or a game that goes on.
        """

    @property
    def score(self) -> int | None:
        """
        The first player's lead in discs at the end, empty squares to the winner; None before the end, and in games that count none.
        """

    def path(self, move: int) -> tuple[int, int]:
        """What one touches to make this legal move here: from, to (-1: nothing)."""

    def is_legal(self, move: int) -> bool:
        """May this move be played here? Any number may be asked about."""

    @property
    def game(self) -> Game:
        """The game it is a position of."""

    @property
    def turn(self) -> int:
        """Who moves: 0 the first player, 1 the second."""

    def picture(self) -> tuple[list[str], list[str], list[str]]:
        """The pieces on each cell, and in each player's hand."""

    def turned(self, symmetry: int) -> Position:
        """The position seen in one of the board's symmetries."""

    def encode(self, out: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
        """Fill planes of Game.shape, seen from the side to move."""

    def perft(self, depth: int) -> int:
        """Leaves of the tree of all lines of `depth` moves."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

class Game:
    """The rules of one game; a value."""

    @property
    def name(self) -> str:
        """Its name: othello, gomoku-15-renju, ..."""

    @property
    def family(self) -> str:
        """The name without its variant: othello, gomoku, minishogi."""

    @property
    def moves(self) -> int:
        """How many moves the action space has."""

    @property
    def symmetries(self) -> int:
        """How many symmetries its board has, the identity among them."""

    @property
    def most_lead(self) -> int:
        """
        The highest lead that a game can end with, in discs; 0: it counts none.
        """

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns: what Position.encode fills."""

    def start(self) -> Position:
        """The position that a game begins with."""

    def parse(self, text: str) -> Position:
        """The position with this canonical text; BadInput says what is wrong."""

    def move_text(self, move: int) -> str:
        """The move as it is written: f5, h8, 5d5c+."""

    def parse_move(self, text: str) -> int:
        """The number of a move as it is written; BadInput says what is wrong."""

    def path(self, move: int) -> tuple[int, int]:
        """What one touches to make a move: from, to (-1: nothing)."""

    def turned_move(self, move: int, symmetry: int) -> int:
        """The move in one of the board's symmetries, as Position.turned turns."""

    def seen_move(self, move: int, turn: int) -> int:
        """The move as its player sees it; the same call leads back."""

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object) -> bool: ...

def judge(line: Sequence[Position]) -> Verdict:
    """How a game stands after these positions, oldest first."""

def all_games() -> list[Game]:
    """Every game and variant there is."""

class Tally:
    """How a number of games ended."""

    @property
    def first_wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def second_wins(self) -> int: ...

    @property
    def plies(self) -> int:
        """Moves played in all the games together."""

    def __repr__(self) -> str: ...

def random_games(start: Position, games: int, seed: int, threads: int) -> Tally: ...

def broken_law(game: Game, games: int, seed: int) -> str:
    """
    Plays random games and checks the laws of core/laws.hpp at each position: the first broken one, or ''.
    """

class SearchResult:
    """A move, and what was found out about it."""

    @property
    def move(self) -> int: ...

    @property
    def value(self) -> float:
        """For the mover, in [-1, 1]."""

    @property
    def points(self) -> float:
        """The value in the game's own unit."""

    @property
    def exact(self) -> bool: ...

    @property
    def depth(self) -> int: ...

    @property
    def selectivity(self) -> int:
        """
        Percent: how sure each cut of a solver's selective pass is; 0: it is not of one.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def table_full(self) -> int:
        """Of a thousand places of the search's table."""

    @property
    def plies(self) -> int:
        """
        To the end of the game, where that is a proved win or loss by so many; else 0.
        """

    @property
    def variations(self) -> list[tuple[list[int], float, float, int]]:
        """
        The lines that were told apart, best first: moves, value for the mover, points and plies.
        """

    @property
    def cpu(self) -> float:
        """Seconds of CPU time that it took."""

    @property
    def line(self) -> list[int]: ...

    @property
    def moves(self) -> list[tuple[int, float, int]]:
        """Root moves with their value for the mover and visits, best first."""

    @property
    def priors(self) -> list[tuple[int, float]]:
        """A network's shares of all root moves, where one was asked."""

    @property
    def worths(self) -> list[tuple[int, float]]:
        """
        What each root move is worth in the player's own points, where it counts in such.
        """

class SearchControl:
    """
    Made by whoever asks for a search: stops it, and shows what it thinks meanwhile.
    """

    def __init__(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def stopped(self) -> bool: ...

    def latest(self) -> tuple[SearchResult, int]:
        """The newest report and its number (0: none yet)."""

class Engine:
    """A player of the native core."""

    def choose(self, line: Sequence[Position], control: SearchControl, *, seconds: float = 0.0, nodes: int = 0, depth: int = 0, clock: float = 0.0, increment: float = 0.0, cpu: float = 0.0) -> SearchResult:
        """A move for the end of the line; limits of 0 are none."""

    def prepare(self) -> None:
        """Get what the first search would else have to get on its own time."""

class Effort:
    """What a player's moves have cost."""

    @property
    def moves(self) -> int: ...

    @property
    def seconds(self) -> float:
        """By the clock."""

    @property
    def cpu(self) -> float:
        """Seconds of CPU time."""

    @property
    def nodes(self) -> int: ...

    @property
    def depth(self) -> int:
        """Of all moves together."""

    @property
    def early(self) -> int:
        """Moves answered in less than half of the time they were given."""

    @property
    def early_cpu(self) -> float:
        """Seconds of CPU time of those."""

class PlayedColumns:
    """Games played by `play_columns`."""

    @property
    def moves(self) -> list[bytes]:
        """Of each game, from its opening on: little-endian uint16."""

    @property
    def values(self) -> list[bytes | None]:
        """x 32767 as int16, -32768 in the opening; None: no value."""

    @property
    def seconds(self) -> list[bytes | None]:
        """float32; None without a limit of time."""

    @property
    def verdicts(self) -> list[int]:
        """As numbers; 0: it was stopped."""

    @property
    def ended_by(self) -> list[int]:
        """0 the rules, 1 its length, 2 time."""

    @property
    def effort(self) -> tuple[Effort, Effort]:
        """Of a and of b, in those of the games in which it was measured."""

class PlayedGame:
    """A game played by `play_fixtures`."""

    @property
    def moves(self) -> list[int]: ...

    @property
    def packed(self) -> tuple[bytes, bytes]:
        """Moves (uint16) and values x 32767 (int16) as little-endian bytes."""

    @property
    def verdict(self) -> Verdict:
        """Running: it was stopped."""

    @property
    def too_long(self) -> bool: ...

    @property
    def effort(self) -> tuple[Effort, Effort]:
        """
        Of the first mover and the second; of some games of very quick players only.
        """

def play_fixtures(a: Engine, b: Engine, fixtures: Sequence[tuple[Sequence[Position], bool, int]], *, nodes: int = 0, cpu: float = 0.0, most_plies: int = 0, threads: int = 1, control: SearchControl) -> list[PlayedGame]:
    """
    Games between two engines: each fixture is an opening line, whether b moves first, and a seed.
    """

def play_columns(a: Engine, b: Engine, starts: Sequence[Position], openings: Sequence[bytes], opening_of: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], swapped: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, seconds: float = 0.0, nodes: int = 0, depth: int = 0, cpu: float = 0.0, margin: float = 0.0, most_plies: int = 0, control: SearchControl) -> PlayedColumns:
    """
    Very many games between two engines, on one thread; an opening is a start and the bytes of moves from it.
    """

def play_matrix(candidates: Sequence[Engine], opponents: Sequence[Engine], openings: Sequence[Sequence[Position]], counts: Annotated[NDArray[numpy.int32], dict(shape=(None, None, None), order='C', device='cpu')], margins: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], *, most_plies: int, seed: int, threads: int, control: SearchControl) -> None:
    """
    Every candidate against every opponent from every opening with both colours: fills wins, draws, losses and the sum of final leads.
    """

def random_openings(game: Game, plies: int, seeds: Sequence[int]) -> list[list[int]]:
    """So many random moves for each seed, after which the game still runs."""

def draw_openings(game: Game, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], moves: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu')], keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    The same into an array [seeds, plies]; openings with equal keys leave the players the same game.
    """

def random_engine(game: Game, seed: int) -> Engine: ...

def play_once(candidates: Sequence[Engine], enemy: Engine, opening: Sequence[Position]) -> list[Position]:
    """
    Each candidate moves first in one game against the enemy: how the games end.
    """

def montecarlo_engine(game: Game, *, first: int, rollouts: int, epsilon: float, seed: int) -> Engine:
    """Flat Monte-Carlo, epsilon-greedy."""

def uct_engine(game: Game, *, rollouts: int, c: float, megabytes: int, seed: int) -> Engine:
    """Monte-Carlo tree search with UCB1 and random rollouts."""

class TextbookResult:
    """What a textbook search found, and what it cost."""

    @property
    def score(self) -> int:
        """For the mover, in points of the evaluation."""

    @property
    def line(self) -> list[int]: ...

    @property
    def nodes(self) -> int:
        """Positions looked at, the root among them."""

    @property
    def cutoffs(self) -> int:
        """Nodes left early because the rest could not matter."""

    @property
    def stopped(self) -> bool: ...

class TreeNode:
    """A node of an explained tree; scores are for the root's mover."""

    @property
    def parent(self) -> int:
        """Index of the parent; -1: the root."""

    @property
    def move(self) -> int: ...

    @property
    def ply(self) -> int: ...

    @property
    def value(self) -> int:
        """Exact inside the window, else a bound."""

    @property
    def alpha(self) -> int: ...

    @property
    def beta(self) -> int: ...

    @property
    def leaf(self) -> bool: ...

    @property
    def pruned(self) -> int:
        """Moves of this tree that were cut off."""

class ExplainedTree:
    """A small searched tree, for teaching."""

    @property
    def nodes(self) -> list[TreeNode]:
        """In the order they were entered, the root first."""

    @property
    def best(self) -> list[int]: ...

    @property
    def cutoffs(self) -> int: ...

def textbook_engine(game: Game, evaluation: str, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, depth: int, pruning: bool, seed: int) -> Engine:
    """
    Minimax or, with pruning, alpha-beta of a fixed depth; no weights: the evaluation's own.
    """

def textbook_search(line: Sequence[Position], evaluation: str, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], control: SearchControl, *, depth: int, pruning: bool) -> TextbookResult:
    """Minimax or alpha-beta at the end of the line, with counts."""

def textbook_tree(line: Sequence[Position], evaluation: str, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, depth: int, width: int, pruning: bool) -> ExplainedTree:
    """The same over the most promising moves only, every node written down."""

def search_engine(game: Game, evaluation: str, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, seconds: float, nodes: int, depth: int, megabytes: int, threads: int, lines: int, exact: bool, prune: bool, noise: int, seed: int, tune: Mapping[str, int] = {}) -> Engine:
    """
    The real search; no weights: the evaluation's own. `tune`: search parameters with other values than the game's.
    """

def search_parameters(game: Game) -> list[tuple[str, int, int, int, int]]:
    """
    The numbers that steer the game's search: name, value, the least and the most a tuner may try, and the step by which it tries.
    """

def evaluations(game: Game) -> list[str]:
    """
    The names of the game's evaluations, the strongest first; each game has zero.
    """

class Solution:
    """What an exact solver found out."""

    @property
    def found(self) -> bool: ...

    @property
    def complete(self) -> bool:
        """The answer does not depend on the budget."""

    @property
    def number(self) -> int:
        """Discs for the mover (Othello), or plies to the win."""

    @property
    def line(self) -> list[int]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def passes(self) -> list[tuple[int, int, int, int]]:
        """
        Selective passes before the exact one: how sure each cut is in percent, the score, the move (-1: not known) and the nodes so far.
        """

def solve(position: Position, control: SearchControl, *, seconds: float = 0.0, nodes: int = 0, outcome: bool = False, threads: int = 1, megabytes: int = 0, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> Solution:
    """
    The exact answer: Othello's last moves, Gomoku's forced wins, minishogi's mates. Weights of the game's learned evaluation, if there are any, order the moves: the answer is the same.
    """

class NetworkShape:
    """What a game's network takes."""

    @property
    def inputs(self) -> int: ...

    @property
    def most_on(self) -> int:
        """How many inputs can be on at once."""

    @property
    def views(self) -> int:
        """Into how many equal parts the inputs fall that mean alike things."""

    @property
    def wide(self) -> int:
        """Neurons of the first layer."""

    @property
    def small(self) -> int:
        """Neurons of the second and third layer."""

    @property
    def numbers(self) -> int:
        """Weights in all."""

def network_shape(game: Game) -> NetworkShape: ...

def sparse_inputs(positions: Sequence[Position], out: Annotated[NDArray[numpy.int32], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
    """
    Fills, for each position, the inputs that are on: as the mover sees it, then as the other does. Rows are filled up with the number of inputs.
    """

def quiet(positions: Sequence[Position], moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    For each position, whether its mover is not in check and its move neither takes nor promotes: there a judgement without search makes sense.
    """

def network_logits(numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], positions: Sequence[Position], out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """What the integer network says of each position."""

def network_out_of_step(game: Game, numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], moves: int, seed: int) -> int:
    """
    For tests: after how many of so many random moves the updated network differs from a fresh look.
    """

class MctsOptions:
    """How an MCTS search chooses among moves."""

    def __init__(self, *, gumbel: bool = True, exploration: float = 1.5, considered: int = 16) -> None: ...

class SelfPlayOptions:
    """How games of self-play are played."""

    def __init__(self, *, full: int = 64, fast: int = 16, full_share: float = 0.25, resign: float = 0.949999988079071, verify: float = 0.10000000149011612, draw_contempt: float = 0.0, most_plies: int = 500, exact: bool = True) -> None: ...

class SelfPlayCounts:
    """What games of self-play took."""

    @property
    def finished(self) -> int: ...

    @property
    def plies(self) -> int: ...

    @property
    def simulations(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def resigned(self) -> int: ...

    @property
    def verified(self) -> int:
        """Games played on after somebody would have resigned."""

    @property
    def wrongly(self) -> int:
        """Those of them that were not lost."""

class SelfPlayGames:
    """Games of self-play, many at once; a network answers for their leaves."""

    def __init__(self, game: Game, options: SelfPlayOptions, openings: Sequence[Sequence[int]], *, slots: int, seed: int) -> None: ...

    def leaves(self, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')]) -> int:
        """
        Fills planes for the next leaves and says how many; 0: all games are finished.
        """

    def answer(self, policy: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], value: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], draw: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """The network's logits, values and chances of a draw for those leaves."""

    @property
    def counts(self) -> SelfPlayCounts: ...

    def packed(self) -> bytes:
        """The finished games, as they are kept on disk."""

class NetworkSearch:
    """One search; a network answers for its leaves."""

    def __init__(self, game: Game, options: MctsOptions, *, exact: bool = True) -> None: ...

    def begin(self, line: Sequence[Position], simulations: int, *, seed: int = 0, exploring: bool = False, draw: float = 0.0, solving: float = 0.0) -> None:
        """
        The next search; what is known below its root is kept where the line goes on from the last one. `draw` is what one is worth to whoever is to move. A solver has `solving` seconds for the root; 0: as it needs.
        """

    def leaves(self, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')]) -> int:
        """Fills planes for the next leaves and says how many; 0: done."""

    def answer(self, policy: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], value: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], draw: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def found(self) -> SearchResult: ...

    def tell(self, control: SearchControl) -> None:
        """Lets those who watch see what has been found so far."""

    def target(self) -> list[tuple[int, float]]:
        """What the policy at the root should become: moves and their shares."""

    @property
    def simulations(self) -> int: ...

def allotted(*, seconds: float = 0.0, clock: float = 0.0, increment: float = 0.0, cpu: float = 0.0) -> float:
    """
    How many seconds a move is worth under these limits, of CPU time if `cpu` is given; 0: as many as one likes.
    """

class SelfPlaySamples:
    """Positions of games of self-play, to learn from."""

    def __init__(self, game: Game) -> None: ...

    def add(self, packed: bytes) -> None:
        """Games as `SelfPlayGames.packed` gave them."""

    def __len__(self) -> int: ...

    @property
    def games(self) -> int: ...

    @property
    def last_end(self) -> Position:
        """The position in which the last of the games ended."""

    def fill(self, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], symmetries: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')], policy: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], value: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], soon: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], owner: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')], owner_known: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        Fills a row of each array for each sample, turned by its symmetry: what the network sees and should answer.
        """

def classic_map() -> list[list[float]]:
    """The PSO write-up's value map: its upper left quarter."""

def standard_weights() -> list[list[float]]:
    """The standard weights of 1-ply Othello, likewise."""

def gene_of_square() -> list[list[int]]:
    """Which of ten weights stands on each square of a quarter."""

def greedy_engine(game: Game, map: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], placed: bool, seed: int) -> Engine:
    """Value map over the discs a move wins, and its own square if asked."""

def table_engine(game: Game, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int) -> Engine:
    """
    Own minus opponent's map sum after the move: one map, two and a move number, or 21 genes.
    """

def table_switch(game: Game, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """The move at which the second of two tables takes over; 60: never."""

class Learned:
    """What a chunk of self-play brought."""

    @property
    def games(self) -> int: ...

    @property
    def first_wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def error(self) -> float:
        """Mean square of target minus value."""

PATTERN_NUMBERS: int = 226314

def learn_patterns(game: Game, numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], games: int, *, learning_rate: float, last_learning_rate: float, epsilon: float, lambda_: float, random_opponents: float, seed: int, control: SearchControl) -> Learned:
    """
    Self-play by temporal differences that changes the weights in place: PATTERN_NUMBERS for each phase.
    """

def patterns_engine(game: Game, numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int) -> Engine:
    """One move ahead with learned patterns."""

class DiscGamesPlan:
    """How games to learn discs from are played."""

    def __init__(self, *, depth: int, solved: int, departures: int) -> None: ...

DISC_POINTS: int = 64

def disc_weights() -> int:
    """How many weights the patterns in discs have."""

def disc_stage_weights() -> int:
    """
    How many of them belong to one stage of the game; stage by stage they come first.
    """

def play_disc_games(game: Game, numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], openings: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], *, seed: int, games: int, plan: DiscGamesPlan, threads: int, control: SearchControl) -> tuple[bytes, bytes]:
    """
    Strong games with random departures: boards (uint64: the mover's discs, the other side's) and the final score of each (int16; DISC_NOT_PLAYED_OUT where there is none). Without weights, by a guess.
    """

DISC_NOT_PLAYED_OUT: int = 127

DISC_STAGES: int = 16

def label_discs(game: Game, numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], boards: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], *, depth: int, threads: int, control: SearchControl) -> None:
    """What a search of so many moves says of each position, in discs."""

def discs_of_values(game: Game, values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], discs: float) -> None:
    """
    The weights that temporal differences have learned as patterns in discs, in points.
    """

def fit_discs(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], squares: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], boards: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, learning_rate: float, seed: int, threads: int, control: SearchControl) -> float:
    """
    Once through all positions: changes the weights (discs) and their sums of squared gradients in place. The mean squared error.
    """

def predict_discs(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], boards: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """What the weights say, in discs."""

def small_searches(game: Game, numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], boards: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], *, depth: int) -> None:
    """
    What the solver's small search of so many moves says of each position, in discs.
    """

def small_search_miss(empties: int, depth: int) -> tuple[float, float]:
    """
    The mean and the deviation of exact scores minus such searches, as the solver takes them to be.
    """

def solver_passes() -> list[tuple[int, float]]:
    """
    The selective passes of the solver: percent, and the deviations that its margins are wide.
    """

def montecarlo_as_written(game: Game, *, first: int, rollouts: int, epsilon: float, seed: int) -> Engine:
    """The Monte-Carlo write-up's player, mistakes included."""

def line_scores() -> list[float]:
    """The Gomoku write-up's: attack 1..5, guard 1..5, centre."""

def lines_engine(game: Game, scores: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], faithful: bool, seed: int) -> Engine:
    """Attack and guard line scores."""

def cell_scores(position: Position, scores: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], faithful: bool = False) -> list[tuple[int, float, float, float]]:
    """
    Attack, guard and place (edges and centre) of each legal move: what `lines` adds up.
    """

def fours_win(position: Position, nodes: int) -> tuple[int, int] | None:
    """
    Who wins by fours alone and in how many plies, where so many nodes are enough to see it.
    """

def hand_set_pieces() -> list[float]:
    """
    The values of minishogi's evaluation handset: nine kinds on the board, five in hand.
    """

VALUENET_INPUTS: int = 361

VALUENET_NUMBERS: int = 78433

def attack_maps(positions: Sequence[Position], out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Fills a row of 361 numbers for each position: the minishogi write-up's attack maps.
    """

def valuenet_logits(numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], positions: Sequence[Position], out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    What the value network says of each position: the logit of the mover's winning.
    """

def valuenet_engine(game: Game, numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int) -> Engine:
    """One move ahead with the value network."""

def mate_within(position: Position, plies: int) -> bool:
    """
    Is there a mate in so many plies? By trying every check: slow and sure.
    """

def mate_pairs(game: Game, first: int, games: int, seed: int) -> list[tuple[Position, Position]]:
    """
    Positions one move before a mate, each with a mate that follows: at most one pair from each of so many random games, counted from `first`.
    """
