"""How players are shown: by their text, and by the weights too where one text has meant two players."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..core import Identity

DIGITS = 4  # of an id, where they are enough
Names = dict[Identity, str]


def shown(players: Iterable[Identity]) -> Names:
    """A name for each of the players that are shown together, no two alike: `pso:mine`, or
    `pso:mine@2f8c` where another of them has the same text."""
    by_text: dict[str, list[Identity]] = defaultdict(list)
    everyone = list(dict.fromkeys(players))
    for player in everyone:
        by_text[player.text].append(player)
    names = {p: name for same in by_text.values() for p, name in _told_apart(same)}
    return {player: names[player] for player in everyone}


def _told_apart(same: list[Identity]) -> Iterator[tuple[Identity, str]]:
    """Players of one text; one whose weights nobody noted keeps it plain."""
    digits = DIGITS
    while len({_short(p.weights, digits) for p in same}) < len(same):
        digits += 1
    for player in same:
        told = player.weights and len(same) > 1
        short = _short(player.weights, digits)
        yield player, f"{player.text}@{short}" if told else player.text


def _short(weights: str, digits: int) -> str:
    return "+".join(id[:digits] for id in weights.split("+"))
