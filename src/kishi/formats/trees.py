"""Properties in brackets, as SGF and GGF have them: ``(;GM[4]SZ[15];B[hh](;W[hi])(;W[ih]))``."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from .pieces import Text
from .replay import MOST_MOVES

# Possessive, `*+`: what was matched is not tried otherwise, so nothing of it has to be remembered.
_TOKEN = re.compile(
    r"[\s;]*+(?:(?P<sign>[()])|(?P<name>[A-Za-z]++)\s*+(?P<values>(?:\[(?:\\.|[^\]\\])*+\]\s*+)++))",
    re.DOTALL,
)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*+)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_SMALL = re.compile("[a-z]")
_NOISE = re.compile(r"[\s;]*+")
MOST_PROPERTIES = 5 * MOST_MOVES  # of a main line: some of each move
MOST_VALUES = 2000  # of a property: more than a board has points


class Property(NamedTuple):
    name: str  # capitals only: older files write GaMe for GM
    values: list[str]
    at: int


class Tree(NamedTuple):
    """The main line of a tree, and how many other lines there were."""

    properties: list[Property]
    variations: int


def read_tree(text: Text) -> Tree:
    """The properties of the main line in their order."""
    properties, variations, ended = list[Property](), 0, False
    for item in _tokens(text):
        if item == ")":
            ended = True
        elif item == "(":
            variations += ended
        elif isinstance(item, Property) and not ended:
            if len(properties) == MOST_PROPERTIES:
                raise text.wrong(item.at, f"at most {MOST_PROPERTIES} properties")
            properties.append(item)
    return Tree(properties, variations)


def _tokens(text: Text) -> Iterator[str | Property]:
    at, depth, whole = 0, 0, text.text
    while at < len(whole):
        found = _TOKEN.match(whole, at)
        if not found:
            noise = _NOISE.match(whole, at)
            at = noise.end() if noise else at
            if at < len(whole):
                raise text.wrong(at, "a property such as B[hh], or ( or )")
            break
        at = found.end()
        if sign := found["sign"]:
            depth += 1 if sign == "(" else -1
            yield sign
        else:
            name = found["name"]
            if not name.isupper():
                name = _SMALL.sub("", name) or name.upper()
            begin = found.start("values") + 1
            values = [
                plain(v[1]) for v in islice(_VALUE.finditer(found["values"]), MOST_VALUES + 1)
            ]
            if len(values) > MOST_VALUES:
                raise text.wrong(begin, f"at most {MOST_VALUES} values of a property")
            yield Property(name, values, begin)
    if depth > 0:
        raise text.wrong(len(whole), "a ) that closes the game")


def plain(value: str) -> str:
    """The text of a value, its escapes undone; an escaped line end is none."""
    if "\\" not in value:
        return value
    return _ESCAPE.sub(lambda m: "" if m[1][0] in "\r\n" else m[1], value)


def escaped(value: str) -> str:
    """The text as it stands in brackets."""
    return re.sub(r"([\\\]])", r"\\\1", " ".join(value.split()))
