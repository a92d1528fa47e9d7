"""The games that are kept: of contests, imports and play in the store, and of runs' self-play."""

from typing import Any

from ..arena.names import shown
from ..core import Verdict, game
from ..errors import BadInput
from ..store import Event, Run, Store
from ..store.packed import PackedGame
from ..training import games_file
from .refusal import unknown
from .views import line_view

LISTED = 100  # events, and runs
SHOWN = 50  # games of one page


def listed() -> dict[str, Any]:
    """Whatever has games: events and training runs, the newest first."""
    with Store.open() as store:
        events = [_event_view(store, event) for event in store.events()[:LISTED]]
        runs = [_run_view(run) for run in store.runs()[:LISTED]]
    return {"events": [e for e in events if e["all"]], "runs": [r for r in runs if r["all"]]}


def games_of_event(id: int, first: int) -> dict[str, Any]:
    """Some of an event's games without their positions, from `first` on, which is 0 for the first."""
    with Store.open() as store:
        event = _event(store, id)
        some = list(store.in_order(event, first, SHOWN))
        view, names = _event_view(store, event), shown(store.players(event))
    rows = [
        _row(first + n, s.packed, (names[s.identities[0]], names[s.identities[1]]))
        for n, s in enumerate(some, 1)
    ]
    return {**view, "first": first, "most": SHOWN, "games": rows}


def game_of_event(id: int, number: int) -> dict[str, Any]:
    """One of them as a line, counted from 1."""
    with Store.open() as store:
        event = _event(store, id)
        found = list(store.in_order(event, number - 1, 1)) if number > 0 else []
        names = shown(store.players(event))
    if not found:
        raise unknown("game", number)
    return line_view(found[0].record(names))


def games_of_run(run: Run, first: int) -> dict[str, Any]:
    """Some of the games that a run has played against itself and kept."""
    some = games_file.games_of(run, first, SHOWN)
    rows = [_row(first + n, encoded.packed, None) for n, encoded in enumerate(some, 1)]
    return {**_run_view(run), "first": first, "most": SHOWN, "games": rows}


def game_of_run(run: Run, number: int) -> dict[str, Any]:
    """One of them as a line, counted from 1."""
    found = list(games_file.games_of(run, number - 1, 1)) if number > 0 else []
    if not found:
        raise unknown("game", number)
    return line_view(found[0].record(game(run.game)))


def _event(store: Store, id: int) -> Event:
    event = store.get_event(id) if id < 2**62 else None
    if event is None:
        raise unknown("event", id)
    return event


def _event_view(store: Store, event: Event) -> dict[str, Any]:
    return {"id": event.id, "name": event.name, "kind": event.kind, "game": event.game,
            "made": event.made, "all": store.count(event)}  # fmt: skip


def _run_view(run: Run) -> dict[str, Any]:
    try:
        kept = sum(games_file.files_of(run).values())
    except BadInput:  # of another version of kishi
        kept = 0
    return {"id": run.id, "name": run.name, "kind": "selfplay", "game": run.game,
            "made": run.made, "all": kept}  # fmt: skip


def _row(number: int, packed: PackedGame, players: tuple[str, str] | None) -> dict[str, Any]:
    return {
        "number": number,
        "players": list(players) if players else None,
        "plies": len(packed.moves) // 2,
        "result": Verdict(packed.verdict).name.lower(),
    }
