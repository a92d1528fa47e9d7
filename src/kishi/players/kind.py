"""What a kind of player is: a frozen dataclass whose fields are its options.

The dataclass is the option set, its defaults and its help; `kishi players` prints it, the text form
``kind:option=value,...`` is read against it, and its values are what a Spec stores.
"""

from dataclasses import Field, field, fields
from math import isfinite
from typing import Any, ClassVar, Protocol, cast, runtime_checkable

from ..core import Game, Limit, Option, SimplePlayer, Spec
from ..errors import BadInput, nearest, quoted
from ..games import families
from ..renamed import OPTIONS, now_called


class Kind(Protocol):
    """A kind of player. The first line of its docstring is its explanation."""

    kind: ClassVar[str]
    families: ClassVar[tuple[str, ...]]  # of games it plays
    source: ClassVar[str]  # the write-up it comes from, or ""
    main: ClassVar[str]  # the option that may be written without its name, or ""
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def player(self, game: Game, name: str, seed: int) -> SimplePlayer: ...


@runtime_checkable
class WithoutChance(Protocol):
    """A kind that can say when its players have neither chance nor a clock in them: then they play the
    same game again. Of a kind that does not say, nobody knows."""

    def repeats(self, game: Game, limit: Limit) -> bool: ...


EVERY_GAME = families()


def option(
    default: Option,
    about: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    hidden: bool = False,
) -> Any:
    """A field of a kind: its default, its explanation and what is allowed.

    A hidden one is for tools, not for people, and no list shows it.
    """
    return field(
        default=default,
        metadata={"about": about, "low": low, "high": high, "choices": choices},
        kw_only=hidden,
    )


def options_of(kind: type[Kind]) -> dict[str, Field[Any]]:
    return {f.name: f for f in fields(cast(Any, kind)) if f.init}


def shown_options(kind: type[Kind]) -> dict[str, Field[Any]]:
    """The options that people are told of."""
    return {name: f for name, f in options_of(kind).items() if not f.kw_only}


def parse_options(kind: type[Kind], text: str) -> dict[str, Option]:
    """The options written after ``kind:``, typed and checked, in the kind's order."""
    if getattr(kind, "verbatim", False):
        whole = text.strip().removeprefix(f"{kind.main}=")
        return {kind.main: whole} if whole else {}
    known = options_of(kind)
    given: dict[str, Option] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = item.partition("=")
        if not equals:
            name, value = kind.main, item
            if not kind.main:
                raise BadInput(f"{quoted(item)} is not an option: write {kind.kind}:option=value")
        name = name.strip()
        if name not in known:
            raise BadInput(_unknown_option(kind, name))
        if name in given:
            raise BadInput(f"option '{name}' of {kind.kind} is given twice")
        given[name] = typed(kind.kind, known[name], value.strip())
    # A number that a kind is known by (level:5) is told even where it is the default.
    told = {n for n, f in known.items() if n == kind.main and isinstance(f.default, int)}
    values: dict[str, Any] = {n: given.get(n, f.default) for n, f in known.items()}
    return {n: v for n, v in values.items() if n in told or v != known[n].default}


def _unknown_option(kind: type[Kind], name: str) -> str:
    old = OPTIONS.get(kind.kind, {})
    if name in old:
        return now_called(f"{kind.kind}'s option {name}", old[name])
    known = list(shown_options(kind))
    has = f"has {', '.join(known)}" if known else "has no options"
    return f"{kind.kind} has no option {quoted(name)}{nearest(name, known)} (it {has})"


def typed(kind: str, f: Field[Any], text: str) -> Option:
    """The value of a field as it is written; BadInput if it is none."""
    wanted: type = type(f.default)
    if wanted is bool:
        if text.lower() not in ("true", "false", "yes", "no", "1", "0"):
            raise BadInput(f"{kind}: {f.name} is true or false; got {quoted(text)}")
        return text.lower() in ("true", "yes", "1")
    if wanted is str:
        choices = f.metadata["choices"]
        if choices and text.split(":", maxsplit=1)[0] not in choices:
            near = nearest(text, list(choices))
            listed = ", ".join(choices)
            raise BadInput(f"{kind}: {f.name} is one of {listed}; got {quoted(text)}{near}")
        return text
    return _number(kind, f, text)


def _number(kind: str, f: Field[Any], text: str) -> int | float:
    whole = isinstance(f.default, int)
    low, high = f.metadata["low"], f.metadata["high"]
    number: int | float = 0
    try:
        number = int(text) if whole else float(text)
        right = isfinite(number) and (low is None or number >= low)
    except (ValueError, OverflowError):
        right = False
    if not right or (high is not None and number > high):
        noun = "a whole number" if whole else "a number"
        span = f" from {low} to {high}" if high is not None else f", at least {low}"
        where = span if low is not None else ""
        raise BadInput(f"{kind}: {f.name} is {noun}{where}; got {quoted(text)}")
    return number


def build(kind: type[Kind], spec: Spec) -> Kind:
    return kind(**spec.options)
