"""Matches and round robins that a page starts. They go on without it; the store keeps all."""

import secrets
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from ..arena.contest import Conditions, Contest, resolve
from ..arena.job import run as play_job
from ..arena.limits import limit_text, parse_limit
from ..arena.names import Names, shown
from ..arena.openings import parse_openings
from ..arena.report import report
from ..arena.tournament import Crosstable, all_games, is_listed_as, pairings, stored_tables
from ..cluster import blobs
from ..core import Identity, Limit, Record, SearchControl, game
from ..locale import Words
from ..store import Event, Store
from .admission import Admission
from .reading import Fields, click_of
from .refusal import Refusal, told, unknown
from .seats import computer_spec
from .views import line_view

MOST_PLAYERS, MOST_GAMES = 16, 10_000
OPENINGS = ("balanced", "none", "random:2", "random:4", "random:6", "random:8")
LISTED = 100
KINDS = ("match", "tournament")
QUICK = 0.5  # seconds: a game that takes less is over before one could watch it
PATIENCE = 30.0  # seconds for a contest to end
NOTHING: dict[str, bytes] = {}


class Running:
    """A contest being played on a thread of its own: one game at a time, for the machine is also
    there for who plays. Games that take long enough to be watched are shown move by move."""

    workers = 1  # as a cluster

    def __init__(self, event: Event, settings: Mapping[str, Any]) -> None:
        self.event = event
        self.players = list(settings["players"])
        self.games = int(settings["games"])
        self.failure: str | None = None
        self.all: int | None = None  # games, once it is known how many would only repeat others
        self.control = SearchControl()
        self.version = 0  # of the table
        self.live: Record | None = None  # the game being played, if it is one to watch
        # Until it is settled who they are, by their texts.
        self._table = Crosstable(shown(map(Identity, self.players)))
        self._lock = threading.Lock()
        self._quick: dict[tuple[str, str], bool] = {}  # pairings whose games are over at once
        self.thread = threading.Thread(target=self._run, name="kishi contest", daemon=True)
        self.thread.start()

    @property
    def alive(self) -> bool:
        return self.thread.is_alive()

    def standing(self) -> dict[str, Any]:
        with self._lock:
            return {"played": self._table.games, **self._table.as_dict()}

    def go_on(self) -> None:
        """It is not paused."""

    def end(self) -> None:
        """In the middle of a game too, which is then played again when the contest goes on."""
        self.control.stop()
        self.thread.join(PATIENCE)

    def _run(self) -> None:
        try:
            with Store.open() as store:
                self._play(store)
        except Exception as failure:
            self.failure = told(failure)
        self.live = None
        self.version += 1

    def _play(self, store: Store) -> None:
        of, settings = game(self.event.game), self.event.settings
        specs, weights = resolve(of, [computer_spec(of, text) for text in self.players])
        conditions = Conditions(
            of,
            parse_limit(settings["limit"]),
            parse_openings(of, settings["openings"], settings["seed"]),
            settings["seed"],
            weights,
        )
        # Refuses to go on with weights that have changed.
        store.event(self.event.name, self.event.kind, of.name, {**settings, **conditions.settings})
        contest = Contest(conditions, pairings(specs), self.games, store, self.event)
        self.all = contest.all_games
        playing = [spec.identity for spec in specs]
        with self._lock:
            (self._table,) = stored_tables(store, [self.event], playing)
        for batch in contest.play(self, self.control.stop):
            with self._lock:
                self._table.add(batch.pairing, batch.games, batch.efforts)
            self.version += 1

    # The cluster that plays it: this thread.

    def map(
        self, function: str, tasks: Iterable[Any], sent: Mapping[str, bytes] = NOTHING
    ) -> Iterator[tuple[Any, Any]]:
        for job in tasks:
            quick = self._quick.get((job.a, job.b), False)
            with blobs(sent):
                done = play_job(job, self.control, None if quick else self._watch)
            self._quick[job.a, job.b] = done.seconds < QUICK * len(done.games)
            yield job, done

    def close(self) -> None:
        """Nothing to let go of."""

    def _watch(self, record: Record) -> None:
        self.live = record


class Contests:
    """The contests of this server, and those that the store remembers."""

    def __init__(self) -> None:
        full = "one contest at a time: another is being played"
        self._running: Admission[Running] = Admission(1, full)

    def begin(self, fields: Fields) -> int:
        """Start a contest; its id."""

        def start() -> tuple[int, Running]:
            event = self._new_event(fields)
            return event.id, _started(event)

        return self._running.begin(start, click_of(fields))

    def _new_event(self, fields: Fields) -> Event:
        of = fields.game()
        texts = fields.texts("players", 2, MOST_PLAYERS, most=300)
        specs, weights = resolve(of, [computer_spec(of, text) for text in texts])
        pairings(specs)
        limit = Limit(
            seconds=fields.maybe_number("seconds", 0.001, 5),
            nodes=fields.whole("nodes", 1, 10**7) if fields.has("nodes") else None,
        )
        seed = fields.whole("seed", 0, 2**32, secrets.randbits(32))
        openings = parse_openings(of, fields.one_of("openings", OPENINGS, "balanced"), seed)
        conditions = Conditions(of, Limit(), openings, seed, weights)
        settings = {
            **conditions.settings,
            "limit": limit_text(limit),
            "games": 2 * ((fields.whole("games", 1, MOST_GAMES, 20) + 1) // 2),  # whole pairs
            "gauntlet": False,
            "players": [str(spec) for spec in specs],
        }
        name = f"web-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
        with Store.open() as store:
            return store.event(name, "tournament", of.name, settings)

    def resume(self, id: int) -> None:
        """Go on with a contest that was stopped."""
        event = self.find(id)

        def start() -> Running:
            with Store.open() as store:
                if store.is_played(event):
                    raise Refusal(409, "another process is playing this contest: stop it there")
            return _started(event)

        self._running.resume(id, start)

    def stop(self, id: int) -> None:
        """Whoever plays it, here or in another process of this home."""
        event = self.find(id)
        self._running.end(id)
        with Store.open() as store:
            if not store.stop_playing(event, PATIENCE):
                raise Refusal(503, "another process plays this contest and does not stop")

    def close(self) -> None:
        """End what is being played; it can be gone on with."""
        self._running.close()

    def live(self, id: int) -> Record | None:
        """The game being played, where it is slow enough to be watched."""
        running = self._running.get(id)
        return running.live if running is not None else None

    def standing(self, id: int) -> dict[str, Any]:
        """The crosstable and ratings, live or from the store."""
        event, running = self.find(id), self._running.get(id)
        facts = self.facts(event)
        if running is not None and running.alive:
            body, state = running.standing(), "stopping" if running.control.stopped else "running"
            facts["all"] = running.all or facts["all"]
        else:
            with Store.open() as store, store.snapshot():
                (table,) = stored_tables(store, [event])
                body = {"played": table.games, **table.as_dict()}
                state = "elsewhere" if store.is_played(event) else "resting"
            facts["all"] = facts["all"] and all_games(event)
        failure = running.failure if running is not None else None
        return {**facts, **body, "state": state, "failure": failure}

    def version(self, id: int) -> tuple[int, bool]:
        """Changes whenever the standing does."""
        running = self._running.get(id)
        if running is not None and running.alive:
            return running.version, True
        with Store.open() as store:
            event = store.get_event(id)
            elsewhere = event is not None and store.is_played(event)
            return (store.count(event) if event and elsewhere else -1), elsewhere

    def listed(self) -> list[dict[str, Any]]:
        with Store.open() as store:
            events = [e for kind in KINDS for e in store.events(kind)]
            events = sorted(events, key=lambda e: -e.made)[:LISTED]
            met = [store.players(event) for event in events]
        names = shown(chain(*met))
        return [
            {**self.facts(event), "players": _as_listed(event, {p: names[p] for p in there})}
            for event, there in zip(events, met, strict=True)
        ]

    def facts(self, event: Event) -> dict[str, Any]:
        running = self._running.get(event.id)
        alive = running is not None and running.alive
        settings = event.settings
        players = settings.get("players", [])
        games = settings.get("games")
        pairs = len(players) * (len(players) - 1) // 2
        return {
            "id": event.id,
            "name": event.name,
            "kind": event.kind,
            "game": event.game,
            "settings": dict(settings),
            "made": event.made,
            "all": games * pairs if games and not settings.get("gauntlet") else None,
            "running": alive,
        }

    def latest_games(self, id: int, most: int = 12) -> list[dict[str, Any]]:
        """The games that ended last, without their positions."""
        event = self.find(id)
        with Store.open() as store:
            games = list(store.games(event, last=most))
            names = shown(store.players(event))
        return [
            {
                "number": index,
                "players": [names[player] for player in g.identities],
                "weights": list(g.weights),
                "plies": len(g.packed.moves) // 2,
                "result": ("running", "first_wins", "second_wins", "draw")[g.packed.verdict],
            }
            for index, g in enumerate(games)
        ]

    def latest_game(self, id: int, back: int) -> dict[str, Any]:
        """One of them, whole; 0 is the newest."""
        event = self.find(id)
        with Store.open() as store:
            games = list(store.games(event, last=back + 1))
            names = shown(store.players(event))
        if len(games) <= back:
            raise unknown("game", back)
        return line_view(games[back].record(names))

    def report(self, id: int, language: str) -> tuple[str, str]:
        """The name of the contest, and the whole of it as one HTML file."""
        event = self.find(id)
        with Store.open() as store, store.snapshot():
            return event.name, report(store, event.name, [event], Words(language))

    def find(self, id: int) -> Event:
        with Store.open() as store:
            found = next((e for kind in KINDS for e in store.events(kind) if e.id == id), None)
        if found is None:
            raise unknown("contest", id)
        return found


def _started(event: Event) -> Running:
    if not event.settings.get("games") or event.settings.get("gauntlet"):
        raise Refusal(409, "this contest can only be continued in the terminal")
    return Running(event, event.settings)


def _as_listed(event: Event, names: Names) -> list[str]:
    """The players in the order of the event's settings; those who have yet to play by their text."""
    listed = event.settings.get("players", [])
    told = [next((names[p] for p in names if is_listed_as(p, text)), text) for text in listed]
    return told or list(names.values())
