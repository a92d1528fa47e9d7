"""Players that somebody writes in Python: a function, an object, a class; by name, or as a plugin."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from inspect import Parameter, isclass, signature
from pathlib import Path
from typing import Any, ClassVar

from ..core import (
    Answer,
    Game,
    Limit,
    Position,
    Record,
    Resign,
    SearchControl,
    TakeBack,
    as_choice,
    takes_control,
)
from ..errors import BadInput, PlayerFailed, nearest, quoted
from .kind import EVERY_GAME, option

GROUP = "kishi.players"  # of entry points
WHAT = "a player is a text ('search'), a function of a position, or an object with choose(record, limit)"


def own_player(thing: object, name: str = "") -> "OwnPlayer":
    """What somebody has written as a player; BadInput says what is missing."""
    if isclass(thing):
        thing = _made(thing)
    choose = getattr(thing, "choose", None)
    if callable(choose):
        _check_parameters(
            choose, 2, f"{type(thing).__name__}.choose is called with (record, limit)"
        )
    elif callable(thing):
        _check_parameters(thing, 1, f"{_name_of(thing)} is called with (position)")
    else:
        raise BadInput(f"{quoted(repr(thing))} is no player: {WHAT}")
    return OwnPlayer(thing, name or _name_of(thing))


def _made(cls: type) -> object:
    try:
        return cls()
    except TypeError as wrong:
        raise BadInput(f"{cls.__name__} cannot be made without arguments: {wrong}") from None


def _name_of(thing: object) -> str:
    named = getattr(thing, "name", None) or getattr(thing, "__name__", None)
    return str(named or type(thing).__name__)


def _check_parameters(function: Callable[..., Any], wanted: int, rule: str) -> None:
    """Can it be called like that? Told before the first game, not in it."""
    try:
        parameters = signature(function).parameters.values()
    except ValueError:  # a builtin that does not tell
        return
    by_place = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    least = sum(p.default is Parameter.empty for p in by_place)
    any_number = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    takes = [p for p in by_place if p.name != "control"]
    if least > wanted + ("control" in {p.name for p in by_place}) or (
        len(takes) < wanted and not any_number
    ):
        raise BadInput(f"{rule}; it takes ({', '.join(p.name for p in by_place)})")


class OwnPlayer:
    """Asks what somebody has written, and understands moves as numbers and texts as well as Choices."""

    def __init__(self, thing: object, name: str) -> None:
        self.name = name
        self._thing = thing

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Answer:
        answer = self._asked(record, limit, control)
        if isinstance(answer, Resign | TakeBack):
            return answer
        try:
            return as_choice(record.game, answer)
        except BadInput as wrong:
            raise PlayerFailed(f"{self.name} answered what is no move: {wrong}") from None

    def _asked(self, record: Record, limit: Limit, control: SearchControl | None) -> object:
        choose = getattr(self._thing, "choose", None)
        if choose is None:
            function: Callable[[Position], object] = self._thing  # type: ignore[assignment]
            return function(record.position)
        if takes_control(choose):
            answer: object = choose(record, limit, control)
            return answer
        return choose(record, limit)

    def close(self) -> None:
        """An object of one's own needs no `close`."""
        close = getattr(self._thing, "close", None)
        if close is not None:
            close()


class _Guarded(OwnPlayer):
    """One whose faults lose its game and are told, as those of any program do: the match goes on."""

    def _asked(self, record: Record, limit: Limit, control: SearchControl | None) -> object:
        try:
            return super()._asked(record, limit, control)
        except PlayerFailed:
            raise
        except Exception as fault:
            raise PlayerFailed(f"{self.name} raised {_fault(fault)}") from fault


def _fault(fault: Exception) -> str:
    """The fault, and where it was raised."""
    at = fault.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno})" if at else ""
    return f"{type(fault).__name__}: {fault}{where}"


@dataclass(frozen=True, slots=True)
class OwnPython:
    """A class or function of your own: `python:mybot:Bot` is `Bot` in mybot.py."""

    kind: ClassVar[str] = "python"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = ""
    main: ClassVar[str] = "where"
    verbatim: ClassVar[bool] = True  # runs what it names: not from a page

    where: str = option("", "module:name, looked for in this folder and among installed packages")

    def player(self, game: Game, name: str, seed: int) -> OwnPlayer:
        module, colon, attribute = self.where.partition(":")
        if not (module and colon and attribute):
            raise BadInput(
                f"python: is followed by module:name, as in python:mybot:Bot; got {quoted(self.where)}"
            )
        return _Guarded(own_player(_imported(module, attribute))._thing, name)


def _imported(module: str, attribute: str) -> object:
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found: object = import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module.split(".", maxsplit=1)[0]:
            raise BadInput(
                f"{module} needs the module '{missing.name}', which is not here"
            ) from None
        raise BadInput(
            f"no module '{module[:60]}' in this folder ({Path.cwd().name}) or among installed packages"
        ) from None
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise BadInput(f"{module} has no {quoted(part)}{nearest(part, dir(found))}")
        found = getattr(found, part)
    return found


def plugins() -> dict[str, metadata.EntryPoint]:
    """Players that installed packages offer, by name."""
    return {entry.name: entry for entry in metadata.entry_points(group=GROUP)}


@dataclass(frozen=True, slots=True)
class Plugin:
    """A player of an installed package, by the name of its entry point: `plugin:mybot`."""

    kind: ClassVar[str] = "plugin"
    families: ClassVar[tuple[str, ...]] = EVERY_GAME
    source: ClassVar[str] = ""
    main: ClassVar[str] = "name"

    name: str = option("", "the entry point in the group kishi.players")

    def player(self, game: Game, name: str, seed: int) -> OwnPlayer:
        found = plugins()
        if self.name not in found:
            there = f"there are {', '.join(sorted(found))}" if found else "no package has any"
            raise BadInput(
                f"no plugin {quoted(self.name)}{nearest(self.name, list(found))} ({there})"
            )
        return _Guarded(own_player(found[self.name].load())._thing, name)
