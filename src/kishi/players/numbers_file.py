"""Numbers that people set, as text: CSV, or JSON with names.

CSV: numbers in the genome's order, parted by commas, spaces or lines; a line may begin with a name, and `#`
begins a comment. JSON: a list of numbers, or groups of them by name, or either under "numbers".
"""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core import Game, Weights
from ..core import game as game_named
from ..errors import BadInput, nearest, quoted
from ..games import Genome, Numbers, facts_of, whole_map
from .genomes import BY_NAME, genome_for, numbers_of, weights_of

LARGEST = 1_000_000.0  # of a number, either way
MOST_TEXT = 1_000_000  # characters
FORMS = (".csv", ".json")


def read_numbers(text: str, form: str, game: Game, kind: str = "auto") -> Weights:
    """The weights that a file's text holds; `form` is how its name ends."""
    if len(text) > MOST_TEXT:
        raise BadInput(f"more than {MOST_TEXT:,} characters are no list of weights")
    data = _from_json(text) if form == ".json" else _from_csv(text)
    if isinstance(data, dict) and "numbers" in data:
        kind = str(data.get("kind", kind)) if kind == "auto" else kind
        data = data["numbers"]
    return made_weights(data, game, kind)


def made_weights(data: Any, game: Game, kind: str = "auto") -> Weights:
    """Weights of numbers, or of groups of them by name; `auto`: of the kind that has so many."""
    if isinstance(data, Mapping):
        genome = _genome_with(game, data) if kind == "auto" else genome_for(game, kind)
        return weights_of(genome, game, _checked(_in_order(genome, data)))
    numbers = _checked(_flat(data))
    genome = _genome_of(game, numbers.size) if kind == "auto" else genome_for(game, kind)
    return weights_of(genome, game, _fitted(genome, game, numbers))


def written_numbers(weights: Weights, form: str) -> str:
    """The text of a file that `read_numbers` reads back; BadInput if there are too many to write."""
    genome = BY_NAME.get(weights.kind)
    if genome is None:
        raise BadInput(
            f"weights of the kind '{weights.kind}' are too many for {form}: export them to a folder"
        )
    of = game_named(weights.game)
    numbers = [float(_short(float(v))) for v in numbers_of(weights)]
    return (_json_text if form == ".json" else _csv_text)(genome, of, weights, numbers)


# Reading.


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("this is not JSON") from None


def _from_csv(text: str) -> list[float]:
    found: list[float] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = re.split(r"[,;\s]+", line.partition("#")[0].strip())
        first, *rest = words if _number(words[0]) is not None else words[1:] or [""]
        for word in [first, *rest] if first else []:
            value = _number(word)
            if value is None:
                raise BadInput(f"line {number}: {quoted(word)} is no number")
            found.append(value)
    return found


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def _flat(data: Any) -> list[Any]:
    if not isinstance(data, list | tuple | np.ndarray):
        return [data]
    return [number for part in data for number in _flat(part)]


def _checked(values: list[Any]) -> Numbers:
    for value in values:
        fits = isinstance(value, int | float | np.number) and not isinstance(value, bool)
        if not fits or not math.isfinite(value) or abs(value) > LARGEST:
            raise BadInput(f"{str(value)[:40]!r} is no number from -{LARGEST:g} to {LARGEST:g}")
    return np.array(values, np.float32)


def _in_order(genome: Genome, groups: Mapping[str, Any]) -> list[Any]:
    """The numbers of named groups in the genome's order."""
    known = list(dict.fromkeys(group for group, _ in genome.names))
    for group in groups:
        if group not in known:
            raise BadInput(f"{genome.name} has no {quoted(group)}{nearest(group, known)}")
    return [value for group in known for value in _group(genome, group, groups.get(group))]


def _group(genome: Genome, group: str, given: Any) -> list[Any]:
    names = [name for of, name in genome.names if of == group]
    if isinstance(given, Mapping):
        if set(given) != set(names):
            raise BadInput(f"{group} needs {', '.join(names)}")
        return [given[name] for name in names]
    values = _flat(given) if given is not None else []
    if len(values) != len(names):
        raise BadInput(f"{group} is {len(names)} numbers, not {len(values)}")
    return values


def _genome_with(game: Game, groups: Mapping[str, Any]) -> Genome:
    for genome in facts_of(game).genomes:
        if set(groups) == {group for group, _ in genome.names}:
            return genome
    raise BadInput(f"no weights of {game.name} have the groups {', '.join(map(str, groups))[:80]}")


def _genome_of(game: Game, count: int) -> Genome:
    """The first that has so many numbers; a quarter of a map is enough for a whole one."""
    genomes = facts_of(game).genomes
    for genome in genomes:
        if count in (genome.size(game), _quarter(genome, game)):
            return genome
    told = ", ".join(f"{g.size(game)} ({g.name})" for g in genomes) or "none"
    raise BadInput(f"{count} numbers are no weights of {game.name}: it has {told}")


def _quarter(genome: Genome, game: Game) -> int | None:
    """How many numbers a quarter of its only map has, where the map is all that it is."""
    if genome.maps is None or genome.names:
        return None
    return (game.shape[1] // 2) * (game.shape[2] // 2)


def _fitted(genome: Genome, game: Game, numbers: Numbers) -> Numbers:
    size = genome.size(game)
    if numbers.size == size:
        return numbers
    if numbers.size == _quarter(genome, game):
        return whole_map(game, numbers.reshape(game.shape[1] // 2, -1))
    raise BadInput(f"{genome.name} has {size} numbers for {game.name}, not {numbers.size}")


# Writing.


def _json_text(genome: Genome, of: Game, weights: Weights, numbers: list[float]) -> str:
    about = {"game": weights.game, "kind": weights.kind, "id": weights.id}
    groups: dict[str, Any] = {}
    for (group, name), value in zip(genome.names, numbers, strict=bool(genome.names)):
        if name:
            groups.setdefault(group, {})[name] = value
        else:
            groups[group] = value
    return json.dumps({**about, "numbers": groups or _rows(of, numbers)}, indent=1) + "\n"


def _csv_text(genome: Genome, of: Game, weights: Weights, numbers: list[float]) -> str:
    head = f"# {weights.game}, {weights.kind}, id {weights.id}\n"
    if not genome.names:
        return head + "".join(",".join(map(_short, row)) + "\n" for row in _rows(of, numbers))
    names = ("-".join(filter(None, pair)) for pair in genome.names)
    return head + "".join(f"{n},{_short(v)}\n" for n, v in zip(names, numbers, strict=True))


def _rows(of: Game, numbers: list[float]) -> list[list[float]]:
    width = of.shape[2]
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


def _short(value: float) -> str:
    """As few digits as bring the same 32 bits back."""
    return np.format_float_positional(np.float32(value), trim="-")
