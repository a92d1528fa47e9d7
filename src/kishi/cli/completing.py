"""What a shell completes: games, players with the names of their weights, weights, events.

`docs/install.md` says how a shell is told. What fails here offers nothing, so that nobody who presses
Tab sees an error.
"""

from collections.abc import Iterable, Iterator

import click
from click.shell_completion import CompletionItem

from ..core import Game, game, games
from ..errors import BadInput, StoreFailed
from ..players import KINDS, kinds_for
from ..players.book_files import book_names
from ..players.registry import known_names, shipped_names
from ..store import Store


def game_names(context: click.Context, _: click.Parameter, typed: str) -> list[str]:
    return _beginning(typed, (g.name for g in games()))


def games_and_files(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """The names of games, then the shell's own files."""
    names = game_names(context, parameter, typed) if not context.params.get("asked") else []
    return [*map(CompletionItem, names), CompletionItem(typed, type="file")]


def player_texts(context: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """`pso`, and behind its colon the weights that it may have."""
    kind, colon = typed.partition(":")[:2]
    of = _game_of(context)
    kinds = kinds_for(of) if of else KINDS
    if not colon:
        return _beginning(typed, (k.kind for k in kinds))
    if not any(k.kind == kind and k.main == "weights" for k in kinds):
        return []
    return _beginning(typed, (f"{kind}:{name}" for name in _weights_of(kind, of)))


def weights_names(context: click.Context, _: click.Parameter, typed: str) -> list[str]:
    try:
        with Store.open() as store:
            return _beginning(typed, known_names(store))
    except StoreFailed:
        return _beginning(typed, shipped_names())


def names_of_books(context: click.Context, _: click.Parameter, typed: str) -> list[str]:
    return _beginning(typed, book_names())


def event_names(context: click.Context, _: click.Parameter, typed: str) -> list[str]:
    try:
        with Store.open() as store:
            return _beginning(typed, (event.name for event in store.events()))
    except StoreFailed:
        return []


def _weights_of(kind: str, of: Game | None) -> Iterator[str]:
    """What training by this method has made, for this game if it is known; a person's own may fit."""
    try:
        with Store.open() as store:
            yield from store.own_weights()
            for run in store.runs():
                if run.trainer == kind and of in (None, game(run.game)):
                    yield run.name
    except (BadInput, StoreFailed):
        pass
    beginning = f"{kind}-{of.name if of else ''}"
    yield from (name for name in shipped_names() if name.startswith(beginning))


def _game_of(context: click.Context) -> Game | None:
    """The game that stands before, if one does."""
    name = context.params.get("name") or next(iter(context.params.get("asked") or ()), None)
    try:
        return game(name) if name else None
    except BadInput:
        return None


def _beginning(typed: str, names: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(typed)]
