"""Weights by name: what training runs here have made, a person's own, and what ships with kishi."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from ..core import Game, Weights
from ..errors import BadInput, StoreFailed, nearest, quoted
from ..store import Store, tensors

Meanings = dict[str, "Named | None"]
LookUp = Callable[[str], "Named | None"]

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


def must_be_word(name: str) -> None:
    """BadInput unless weights, a run or a book can be called so."""
    if not NAME.fullmatch(name):
        raise BadInput(f"a name is letters, digits, - . and _, at most 60; got '{name[:60]}'")


class Named(NamedTuple):
    """Weights with their name and how they came to be."""

    name: str
    weights: Weights
    origin: dict[str, Any]


def shipped_names() -> list[str]:
    """The names of the weights that ship with kishi."""
    folder = resources.files("kishi").joinpath("weights")
    if not folder.is_dir():
        return []
    return sorted(
        f.name.removesuffix(".safetensors")
        for f in folder.iterdir()
        if f.name.endswith(".safetensors")
    )


def is_shipped(name: str) -> bool:
    folder = resources.files("kishi").joinpath("weights")
    return bool(NAME.fullmatch(name)) and folder.joinpath(f"{name}.safetensors").is_file()


@lru_cache(maxsize=32)  # a search is made with them in every game of a match
def shipped(name: str) -> Named | None:
    if not is_shipped(name):
        return None
    folder = resources.files("kishi").joinpath("weights")
    file, about = folder.joinpath(f"{name}.safetensors"), folder.joinpath(f"{name}.json")
    origin = json.loads(about.read_text("utf-8")) if about.is_file() else {}
    return Named(name, tensors.unpack_weights(file.read_bytes()), origin)


def trained(store: Store, name: str) -> Named | None:
    """The newest weights of the training run of this name, if there is one and it has any."""
    run = store.find_run(name)
    if run is None:
        return None
    steps = store.steps(run.id)
    made = [weights for _, weights, _ in steps if weights]
    if not made:
        raise BadInput(f"the training run '{name}' has no weights yet")
    # The same weights may have been the best before: what they cost is what the run has cost.
    cost = {
        "games": steps[-1][2].get("games", 0),
        "cpu_seconds": round(sum(float(m.get("cpu_seconds", 0)) for _, _, m in steps), 3),
    }
    return Named(name, store.get_weights(made[-1]), {**store.weights_origin(made[-1]), **cost})


def own(store: Store, name: str) -> Named | None:
    """What a person has given this name to, if anything."""
    id, _ = store.own_weights().get(name, (None, 0.0))
    return None if id is None else Named(name, store.get_weights(id), store.weights_origin(id))


def known_names(store: Store) -> list[str]:
    """Every name that weights have."""
    return [*store.own_weights(), *(run.name for run in store.runs()), *shipped_names()]


_MEANINGS: ContextVar[tuple[Meanings, ...]] = ContextVar("meanings", default=())  # outermost first


@contextmanager
def meaning(meanings: Meanings) -> Iterator[Meanings]:
    """Within this, a name means what `meanings` say; one that is new to them means what it does
    around this, and is noted.

    So the players of a tournament stay who they are while a training run goes on, and a worker needs
    no store of its own.
    """
    token = _MEANINGS.set((*_MEANINGS.get(), meanings))
    try:
        yield meanings
    finally:
        _MEANINGS.reset(token)


class _Pins:
    """Ids of weights for the names that a player asks for, in the order of asking."""

    def __init__(self, ids: Sequence[str]) -> None:
        self.left = list(ids)
        self._given: dict[str, str] = {}

    def name(self, name: str) -> str:
        if name not in self._given:
            if not self.left:
                raise BadInput(f"fewer ids after @ than the player has weights: '{name}' has none")
            self._given[name] = f"{name}@{self.left.pop(0)}"
        return self._given[name]


_PINS: ContextVar[_Pins | None] = ContextVar("pins", default=None)


@contextmanager
def pinned(ids: str) -> Iterator[None]:
    """Within this, names mean the weights of these ids (joined by +), whatever came after them."""
    pins = _Pins(ids.split("+")) if ids else None
    token = _PINS.set(pins)
    try:
        yield
    finally:
        _PINS.reset(token)
    if pins and pins.left:
        raise BadInput(f"more ids after @ than the player has weights: '{pins.left[0]}' is of none")


def find_named(name: str) -> Named | None:
    """The weights of this name, if there are any."""
    return found(name, _look_up) if NAME.fullmatch(name) else None


def found(name: str, look_up: LookUp) -> Named | None:
    """What a name means here: by what is settled around this, or else as it is looked up."""
    pins = _PINS.get()
    return _find(pins.name(name) if pins else name, _MEANINGS.get(), look_up)


def _find(name: str, around: tuple[Meanings, ...], look_up: LookUp) -> Named | None:
    if not around:
        return look_up(name)
    *outer, own = around
    if name not in own:
        own[name] = _find(name, tuple(outer), look_up)
    return own[name]


def _look_up(name: str) -> Named | None:
    """Own ones come before what is shipped: whoever trains under a shipped name means their own."""
    name, _, id = name.partition("@")
    if id:
        return _look_up_pinned(name, id)
    ours = shipped(name)
    try:
        with Store.open() as store:
            return trained(store, name) or own(store, name) or ours
    except StoreFailed:
        if ours is None:
            raise
        return ours  # a store that cannot be used keeps nobody from playing


def _look_up_pinned(name: str, id: str) -> Named:
    """What the name has meant once: weights whose id begins so."""
    with Store.open() as store:
        known = store.weights_under(name, id)
        if len(known) == 1:
            return Named(name, store.get_weights(known[0]), store.weights_origin(known[0]))
    if known:
        raise BadInput(
            f"several weights of '{name}' have an id that begins with {id}: tell more of it"
        )
    ours = shipped(name)
    if ours is None or not ours.weights.id.startswith(id):
        raise BadInput(f"the store holds no weights of '{name}' with the id {id}")
    return ours


def existing_weights(name: str) -> Weights:
    """The weights of this name, whatever they are for; BadInput if there are none."""
    found = find_named(name)
    if found is None:
        with Store.open() as store:
            known = known_names(store)
        raise BadInput(
            f"no weights {quoted(name)}{nearest(name, known)} (`kishi weights` lists them)"
        )
    return found.weights


def weights_named(game: Game, name: str) -> Weights:
    """The weights of this name for this game; BadInput if there are none."""
    found = existing_weights(name)
    if found.game != game.name:
        raise BadInput(f"the weights '{name}' are for {found.game}, not for {game.name}")
    return found
