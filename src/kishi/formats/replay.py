"""What the readers of all formats share: moves are played as they are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .._native import judge
from ..core import Choice, End, Game, Move, Position, Record, Verdict, game
from ..errors import BadInput
from ..games import facts_of
from ..games import rule_of as played_by

WON_BY = (Verdict.FIRST_WINS, Verdict.SECOND_WINS)
RULES = ("", "-standard", "-renju")  # of Gomoku, in the order in which they are tried
# Renju's tournaments name the rule of its opening instead.
RENJU_OPENINGS = ("rif", "soos", "taraguchi", "tarannikov", "yamaguchi", "sakata")
RULE_WORDS = [("free", ""), ("standard", "-standard"), ("renju", "-renju")] + [
    (word, "-renju") for word in RENJU_OPENINGS
]
MOST_MOVES = 20_000  # of a game: more is no game, but something that eats memory
ADJUDICATED = "adjudicated"  # somebody else's judgement ended the game, we are not told why


@dataclass(frozen=True, slots=True)
class Problem:
    """A position to be solved, with what its moves are worth where that is known."""

    position: Position
    scores: Mapping[Move, float] = field(default_factory=dict)


Item = Record | Problem


def record_of(item: Item) -> Record:
    """A game as it is; of a problem, one without moves."""
    return item if isinstance(item, Record) else Record.new(item.position.game, item.position)


def named(first: str, second: str) -> tuple[str, str] | None:
    """Both players by name, as far as a file has them."""
    return (first or "?", second or "?") if first or second else None


class Played(NamedTuple):
    """A move as a file tells it."""

    name: str  # in the game's own spelling; empty is a pass
    at: int  # its offset, for errors
    side: int | None = None  # who made it, where the file says so
    seconds: float = 0.0
    points: float | None = None


class Illegal(BadInput):
    """A move that cannot be played; the reader knows where it stands."""

    def __init__(self, played: Played, why: str) -> None:
        super().__init__(why)
        self.played = played
        self.why = why


class Replay:
    """A game being read."""

    def __init__(self, start: Position) -> None:
        self.game = start.game
        self.positions = [start]
        self.choices: list[Choice] = []

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def play(self, played: Played) -> None:
        """Play the move; passes that the file left out are put in."""
        self._pass_for(played)
        position, name = self.position, played.name or "pass"
        if played.side is not None and played.side != position.turn:
            raise Illegal(played, f"a move of the {('first', 'second')[position.turn]} player")
        try:
            move = self.game.parse_move(name)
            after = position.play(move)
        except BadInput:
            raise Illegal(played, _expected(self.game, position)) from None
        self._add(Choice(move=move, seconds=played.seconds, points=played.points), after)

    def play_move(self, move: Move) -> None:
        """Play a legal move given by number."""
        self._add(Choice(move=move), self.position.play(move))

    def pass_while_forced(self) -> None:
        """Make the pass that is the only move."""
        forced = forced_pass(self.position)
        if forced is not None:
            self.play_move(forced)

    def _pass_for(self, played: Played) -> None:
        if played.name and (played.side is None or played.side != self.position.turn):
            self.pass_while_forced()

    def _add(self, choice: Choice, after: Position) -> None:
        if len(self.choices) == MOST_MOVES:
            raise BadInput(f"a game has at most {MOST_MOVES} moves")
        self.choices.append(choice)
        self.positions.append(after)

    def record(
        self,
        players: tuple[str, str] | None = None,
        claimed: Verdict | None = None,
        reason: str = ADJUDICATED,
    ) -> Record:
        """The game; what the file claims counts only where the rules leave the game open."""
        record = Record(self.game, tuple(self.positions), tuple(self.choices), players)
        if claimed in (None, Verdict.RUNNING) or judge(self.positions) is not Verdict.RUNNING:
            return record
        assert claimed is not None
        return replace(record, end=End(reason, claimed))


def forced_pass(position: Position) -> Move | None:
    """The pass, where it is the only move."""
    legal = position.legal_moves()
    return legal[0] if len(legal) == 1 and position.game.path(legal[0]) == (-1, -1) else None


def replayed(starts: list[Position], moves: list[Played]) -> Replay:
    """The game from the first of these starts whose rules allow all the moves."""
    failure: Illegal | None = None
    for start in starts:
        replay = Replay(start)
        try:
            for played in moves:
                replay.play(played)
            return replay
        except Illegal as wrong:
            failure = failure or wrong
    assert failure is not None
    raise failure


def gomoku_games(size: int, rule: str | None) -> list[Game]:
    """The Gomoku games on a board of this size under the rule named, or under each."""
    rules = RULES if rule is None else (rule,)
    return [game(f"gomoku-{size}{rule}") for rule in rules]


def gomoku_rule(text: str) -> str | None:
    """The ending of the game's name for a rule as files name it, if it is one."""
    plain = text.strip().lower()
    return next((rule for word, rule in RULE_WORDS if word in plain), None)


def rule_of(of: Game) -> str:
    """The rule at the end of a Gomoku game's name, as in RULES."""
    name = played_by(of).name
    return f"-{name}" if name else ""


def gomoku_position(of: Game, stones: tuple[set[int], set[int]]) -> Position:
    """The position with these stones; who moves follows from their number."""
    return position_of(of, stones, int(len(stones[0]) != len(stones[1])))


def position_of(of: Game, stones: tuple[set[int], set[int]], turn: int) -> Position:
    """The position with the stones or discs of both sides on these cells."""
    _, rows, columns = of.shape
    cells = [
        "X" if c in stones[0] else "O" if c in stones[1] else "" for c in range(rows * columns)
    ]
    return of.parse(facts_of(of).text(cells, columns, ("", ""), turn))


def stones_of(position: Position) -> tuple[list[int], list[int]]:
    """The cells of the first player's stones or discs, and of the second's."""
    cells = position.picture()[0]
    return [i for i, c in enumerate(cells) if c in ("X", "x")], [
        i for i, c in enumerate(cells) if c in ("O", "o")
    ]


def _expected(of: Game, position: Position) -> str:
    legal = [of.move_text(m) for m in position.legal_moves()]
    if not legal:
        return "the end, for the game is over"
    few = f" ({' '.join(legal)})" if len(legal) <= 12 else ""
    return f"a legal move{few}"


def disc_difference(position: Position) -> int:
    """Black's discs less white's at the end of a game, the empty squares going to the winner."""
    black, white = map(len, stones_of(position))
    empty = position.game.shape[1] * position.game.shape[2] - black - white
    return black - white + (empty if black > white else -empty if black < white else 0)
