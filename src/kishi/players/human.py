"""A person as a player. Whoever seats the person says how the question is put."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ..core import Answer, Choice, Game, Limit, Record, Resign, SimplePlayer, TakeBack
from ..errors import BadInput, PlayerFailed
from ..notation import read_move
from .kind import EVERY_GAME

Ask = Callable[[Record], Answer]


@dataclass(frozen=True, slots=True)
class Human:
    """A person, who is asked for each move."""

    kind: ClassVar[str] = "human"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = ""
    main: ClassVar[str] = ""

    def player(self, game: Game, name: str, seed: int) -> SimplePlayer:
        return Person(name, ask_plainly)


class Person:
    """Answers what the person answers; there is no hurry, so limits do not reach them."""

    def __init__(self, name: str, ask: Ask) -> None:
        self.name = name
        self._ask = ask

    def choose(self, record: Record, limit: Limit) -> Answer:
        return self._ask(record)

    def close(self) -> None:
        pass


def ask_plainly(record: Record) -> Answer:
    """Ask with the position's text on standard output until a move, `undo` or `resign` comes."""
    while True:
        try:
            typed = input(f"{record.position} > ").strip()
        except EOFError:
            raise PlayerFailed("the input ended") from None
        if typed in _ANSWERS:
            return _ANSWERS[typed]
        try:
            move = read_move(record.game, typed)
            record.position.play(move)
        except BadInput as wrong:
            print(wrong)
        else:
            return Choice(move=move)


_ANSWERS: dict[str, Answer] = {"resign": Resign(), "undo": TakeBack()}
