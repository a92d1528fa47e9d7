"""Training runs and weights as JSON: how far they are, what they look like, how they play."""

import inspect
from math import isfinite
from typing import Any

from .. import _native
from ..arena.openings import Opening
from ..arena.referee import Referee, play_game
from ..core import Choice, Game, Record, Weights, game
from ..errors import BadInput
from ..games import Genome, Numbers, facts_of
from ..players import make_player
from ..players.genomes import BY_NAME, numbers_of
from ..players.numbers_file import made_weights
from ..players.own_weights import keep, player_of_own
from ..players.registry import Named, shipped, shipped_names, trained
from ..players.trained import player_of, written
from ..store import Run, Store
from ..training import PRESETS, TRAINERS, Trainer, games_file, runs
from ..training.context import torch_command
from ..training.openings import held_out_openings
from ..training.runs import command_of
from ..training.work import Marks
from .reading import Fields
from .refusal import Refusal
from .views import line_view

POINTS = 300  # of a curve
SAMPLE_OPENINGS = 20
MOST_PLIES = 300
HAND = "hand"  # in the place of a method, where a person has set the weights
MOST_OWN = 1_000
MOST_NUMBERS = 200


def every_trainer() -> list[dict[str, Any]]:
    """What a page offers: each trainer, and how many games each of its presets plays."""
    return [_trainer_view(trainer) for trainer in TRAINERS]


def _trainer_view(trainer: type[Trainer]) -> dict[str, Any]:
    about = (inspect.getdoc(trainer) or "").split("\n\n")[0].replace("\n", " ")
    presets = {family: _presets(trainer, game(family)) for family in trainer.families}
    missing = torch_command() if getattr(trainer, "needs_torch", False) else ""
    return {"method": trainer.method, "about": about, "families": list(trainer.families),
            "presets": presets, "missing": missing}  # fmt: skip


def _presets(trainer: type[Trainer], of: Game) -> list[dict[str, Any]]:
    found = []
    for name in PRESETS:
        try:
            found.append({"name": name, "games": trainer.preset(name, of)["games"]})
        except BadInput:  # not every trainer has every preset
            continue
    return found


# One run.


def facts(store: Store, run: Run) -> dict[str, Any]:
    """What can be said of a run without reading all of it."""
    far = runs.progress(store, run)
    return {
        "id": run.id,
        "name": run.name,
        "game": run.game,
        "method": run.trainer,
        "player": written(run.trainer, run.name),
        "settings": dict(run.settings),
        "made": run.made,
        "step": far.step,
        "games": far.games,
        "games_in_all": int(run.settings.get("games", 0)),
        "finished": far.finished,
        "playable": far.weights is not None,
        "selfplay": games_file.folder_of(run).is_dir(),
    }


def _is_number(value: Any) -> bool:
    """JSON knows no NaN, which is what the error of a single game is."""
    return isinstance(value, int | float) and isfinite(value)


class History:
    """A run's log as a page draws it: only what is new is read, only some of it is kept."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.cpu_seconds = 0.0
        self._number = 0
        self._stride = 1
        self._points: list[dict[str, Any]] = []
        self._last: dict[str, Any] | None = None

    def read_on(self, store: Store) -> None:
        for number, _, measures in store.steps(self.run.id, self._number):
            self._number = number
            self.cpu_seconds += float(measures.get("cpu_seconds", 0))
            numbers = {k: v for k, v in measures.items() if _is_number(v)}
            self._last = {"step": number, **numbers}
            if number % self._stride == 0 and not measures.get("final"):
                self._points.append(self._last)
        while len(self._points) > POINTS:
            self._stride *= 2
            self._points = [p for p in self._points if p["step"] % self._stride == 0]

    def view(self, store: Store) -> dict[str, Any]:
        """All that there is to draw."""
        self.read_on(store)
        _, weights = store.newest(self.run.id)
        return {
            **facts(store, self.run),
            "command": command_of(self.run),
            "cpu_seconds": round(self.cpu_seconds, 3),
            "steps": self._points,
            "last": self._last,
            "marks": Marks(self.run).read(),
            "weights": weights_view(store.get_weights(weights)) if weights else None,
        }

    def version(self, store: Store) -> tuple[int, int]:
        """Changes whenever there is something new to draw."""
        return store.newest(self.run.id)[0], Marks(self.run).size()


def at_step(run: Run, number: int) -> dict[str, Any]:
    """What the run's best looked like after a step."""
    with Store.open() as store:
        _, id = store.newest(run.id, number)
        if id is None:
            raise BadInput(f"'{run.name}' has no weights up to step {number}")
        return weights_view(store.get_weights(id))


# Weights.


def weights_view(weights: Weights) -> dict[str, Any]:
    """Maps to draw, or numbers with their names; neither where there are too many to show."""
    of, genome = game(weights.game), BY_NAME.get(weights.kind)
    view: dict[str, Any] = {"id": weights.id, "kind": weights.kind, "size": of.shape[2],
                            "maps": [], "numbers": [], "switch": None}  # fmt: skip
    if genome is None:
        return view
    numbers = numbers_of(weights)
    if genome.maps is not None:
        view["maps"] = [[round(float(v), 3) for v in m] for m in genome.maps(of, numbers)]
        if len(view["maps"]) > 1:
            view["switch"] = _native.table_switch(of, numbers)
    else:
        view["numbers"] = _named_numbers(genome, numbers)
    return view


def _named_numbers(genome: Genome, numbers: Numbers) -> list[dict[str, Any]]:
    """Each number with its group, its name in it, and what it was by hand."""
    by_hand = genome.origin if genome.origin is not None else numbers
    return [
        {"group": group, "name": name, "value": round(float(v), 2), "by_hand": float(w)}
        for (group, name), v, w in zip(genome.names, numbers, by_hand, strict=True)
    ]


def every_weights() -> list[dict[str, Any]]:
    """What has been trained here, the newest first, and what ships with kishi."""
    found = []
    with Store.open() as store:
        for run in store.runs():
            made = trained(store, run.name) if store.newest(run.id)[1] else None
            if made is not None:
                marks = Marks(run).read()
                measured = marks[-1]["marks"] if marks else None
                # Another run may have come to the same weights first: they are this one's too.
                own = {"run": run.id, "made": run.made, "measured": measured, "trainer": run.trainer,
                       "seed": run.settings.get("seed"), "command": command_of(run)}  # fmt: skip
                origin = {**made.origin, **own}
                found.append(named_view(made._replace(origin=origin)))
        found += [_own_view(store, name, *known) for name, known in store.own_weights().items()]
    return found + [named_view(n) for n in map(shipped, shipped_names()) if n is not None]


def _own_view(store: Store, name: str, id: str, made: float) -> dict[str, Any]:
    """What a person has set, and the player it is."""
    weights = store.get_weights(id)
    view = named_view(Named(name, weights, {"made": made, "trainer": HAND}))
    return {**view, "player": player_of_own(name, weights)}


def save_own(fields: Fields) -> dict[str, Any]:
    """Keep numbers from a page under a name."""
    with Store.open() as store:
        known = store.own_weights()
    name = fields.text("name", most=60)
    if len(known) >= MOST_OWN and name not in known:
        raise Refusal(429, f"{MOST_OWN} weights of your own are the most: `kishi weights rm` some")
    weights = made_weights(
        fields.items("numbers", MOST_NUMBERS), fields.game(), fields.text("kind", "auto", 40)
    )
    keep(name, weights, {"set by hand": "Learn"})
    return {
        "name": name,
        "id": weights.id,
        "kind": weights.kind,
        "player": player_of_own(name, weights),
    }


def named_view(named: Named) -> dict[str, Any]:
    """Weights with where they come from."""
    origin = named.origin
    return {
        "name": named.name,
        "game": named.weights.game,
        "method": origin.get("trainer", ""),
        "player": written(origin.get("trainer", ""), named.name),
        "run": origin.get("run") if isinstance(origin.get("run"), int) else None,
        "made": origin.get("made"),
        **{k: origin.get(k) for k in ("games", "cpu_seconds", "seed", "command", "measured")},
        "weights": weights_view(named.weights),
    }


# How it plays.


def sample_game(run: Run, number: int) -> dict[str, Any]:
    """A game of the newest weights against the best of the ladder, from an opening never trained on."""
    of = game(run.game)
    with Store.open() as store:
        _, id = store.newest(run.id)
        if id is None:
            raise BadInput(f"'{run.name}' has no weights yet")
        weights = store.get_weights(id)
    mine = player_of(of, weights, written(run.trainer, run.name), number)
    other = make_player(of, facts_of(of).training.ladder[-1], number)
    openings = held_out_openings(of, SAMPLE_OPENINGS)
    referee = Referee(of, record=_begun(of, openings[number // 2 % len(openings)]),
                      most_plies=MOST_PLIES)  # fmt: skip
    first, second = (other, mine) if number % 2 else (mine, other)
    return line_view(play_game(first, second, referee))


def _begun(of: Game, opening: Opening) -> Record:
    choices = tuple(Choice(move=move) for move in opening.moves)
    return Record(of, tuple(opening.positions(of)), choices)
