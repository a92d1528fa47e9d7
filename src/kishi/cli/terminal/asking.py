"""A person's turn: the board, the prompt, and what may be typed at it."""

from collections.abc import Callable, Collection
from pathlib import Path

from ...core import Answer, Choice, Game, Move, Position, Record, Resign, TakeBack
from ...errors import BadInput
from ...formats.replay import forced_pass
from ...notation import read_move
from .mistakes import near_moves, near_words, why_illegal
from .saved import save
from .screen import Screen
from .thinking import Adviser
from .typed import TypedLines, clean

COMMANDS = ["undo", "hint", "resign", "save", "help", "quit"]
MOST_LISTED = 20


class Left(Exception):
    """The person left the game: by `quit`, or because the input ended."""


class Asker:
    """Puts the question to the person whose turn it is."""

    def __init__(
        self, screen: Screen, lines: TypedLines, adviser: Adviser, people: Collection[int]
    ) -> None:
        self._screen = screen
        self._lines = lines
        self._adviser = adviser
        self._people = people  # the turns that people have
        self._commands: dict[str, Callable[[Record, str], Answer | None]] = {
            "?": self._help,
            "help": self._help,
            "undo": self._undo,
            "hint": self._hint,
            "resign": lambda record, rest: Resign(),
            "save": self._save,
            "quit": self._quit,
        }

    def __call__(self, record: Record) -> Answer:
        """The person's answer; mistypes are explained and the question is put again."""
        side = self._screen.side(record.game, record.position.turn)
        self._screen.board(record)
        only = forced_pass(record.position)
        if only is not None:
            self._screen.say("passes", side=side)
            return Choice(move=only)
        while True:
            typed = self._lines.ask(self._screen, self._screen.words("prompt", side=side))
            if typed is None:
                raise Left
            answer = self._answer(record, typed)
            if answer is not None:
                return answer

    def _answer(self, record: Record, typed: str) -> Answer | None:
        word, _, rest = typed.strip().partition(" ")
        command = self._commands.get(word.lower())
        if command:
            return command(record, rest.strip())
        return self._move(record.position, typed.strip()) if word else None

    def _move(self, position: Position, typed: str) -> Answer | None:
        move = self._read(position.game, typed)
        if move is None:
            self._explain_no_move(position, typed)
        elif not position.is_legal(move):
            self._explain_illegal(position, move, typed)
        else:
            return Choice(move=move)
        return None

    def _read(self, game: Game, typed: str) -> Move | None:
        try:
            return read_move(game, typed, hexadecimal=self._screen.look.hexadecimal)
        except BadInput:
            return None

    def _explain_no_move(self, position: Position, typed: str) -> None:
        how = how_to_move(self._screen, position)
        self._screen.say("not_a_move", typed=clean(typed), how=how)
        texts = [self._screen.move(position.game, m) for m in position.legal_moves()]
        self._suggest(near_words(typed, [*texts, *COMMANDS]) or few(texts))

    def _explain_illegal(self, position: Position, move: Move, typed: str) -> None:
        """Why not, and what is near; first what the same letters mean in the other notation."""
        game, screen = position.game, self._screen
        text = screen.move(game, move)
        shown = text if text == typed.lower() else f"{clean(typed)} ({text})"
        screen.say(why_illegal(position, move), move=shown)
        meant = [self._read(game, typed.swapcase())]
        near = [m for m in meant if m is not None and position.is_legal(m)]
        near += [m for m in near_moves(position, move) if m not in near]
        self._suggest([screen.move(game, m) for m in near])

    def _suggest(self, texts: list[str]) -> None:
        if texts:
            self._screen.say("near", moves=" ".join(texts))

    def _help(self, record: Record, rest: str) -> None:
        self._screen.say("help", how=how_to_move(self._screen, record.position))

    def _undo(self, record: Record, rest: str) -> Answer | None:
        plies = plies_to_undo(record, self._people)
        if plies:
            return TakeBack(plies)
        self._screen.say("nothing_to_undo")
        return None

    def _hint(self, record: Record, rest: str) -> None:
        self._adviser.hint(record)

    def _save(self, record: Record, name: str) -> None:
        if not name:
            self._screen.say("save_needs_name")
            return
        try:
            save(record, Path(name).expanduser())
        except (BadInput, RuntimeError) as wrong:
            self._screen.write(str(wrong))
        else:
            self._screen.say("saved", file=name)

    def _quit(self, record: Record, rest: str) -> None:
        raise Left


def few(texts: list[str]) -> list[str]:
    """All the legal moves, where they are few enough to be read."""
    return texts if len(texts) <= MOST_LISTED else []


def how_to_move(screen: Screen, position: Position) -> str:
    """How moves are written in this game, with a legal one as the example."""
    game: Game = position.game
    legal = position.legal_moves()
    example = screen.move(game, legal[len(legal) // 2])
    own = f"how_{game.family}"
    return screen.words(own if own in screen.words else "how_any", example=example)


def plies_to_undo(record: Record, people: Collection[int]) -> int:
    """Back to the last position in which a person had a choice; 0 if there is none."""
    for ply in range(len(record.choices) - 1, -1, -1):
        before = record.positions[ply]
        if before.turn in people and forced_pass(before) is None:
            return len(record.choices) - ply
    return 0
