"""The store: one SQLite file under KISHI_HOME that several processes may use at once.

Every method is one short transaction. What cannot be done is a StoreFailed of one line, and leaves
the file as it was.
"""

import json
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import astuple, dataclass, fields, replace
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from ..core import Identity, Record, Spec, Verdict, Weights, game
from ..errors import BadInput, StoreFailed
from ..home import home
from . import tensors
from .claim import Taken, ask_for, claimed, interrupt, is_claimed
from .effort import Effort
from .failures import failures, make_folder
from .packed import PackedGame, pack, unpack
from .schema import prepare

UNKNOWN = ("?", "?")  # who played an imported game, where its file does not say
NO_WEIGHTS = ("", "")  # and with which weights
STORE = "kishi.db"  # in KISHI_HOME
PATIENCE = 60.0  # seconds to wait for another process to finish writing
# Games in one statement: most of the cost is in each, and each lets go of the interpreter lock, which
# players in other threads are then in no hurry to give back.
ROWS = 32
SPENT = [column.name for column in fields(Effort)]
BOTH = "a.text, a.weights, b.text, b.weights"  # who two players are, in a query


@dataclass(frozen=True, slots=True)
class Event:
    """A match or tournament: all the games played under one set of settings."""

    id: int
    name: str
    kind: str
    game: str
    settings: Mapping[str, Any]  # all that decides which games are played
    made: float  # seconds since 1970
    excluded: bool = False  # from ratings


class Outside(NamedTuple):
    """Games of one pairing that ended alike, otherwise than by the rules."""

    a: Identity
    b: Identity
    swapped: bool
    verdict: int
    reason: str
    games: int


class Spent(NamedTuple):
    """What one player's moves in a pairing cost."""

    a: Identity
    b: Identity
    side: int  # 0: of a, 1: of b
    effort: Effort


class Result(NamedTuple):
    """A game without its moves, seen as the pairing a - b."""

    a: Identity
    b: Identity
    number: int
    verdict: int

    @property
    def points(self) -> float:
        """What it brought a: 1, 0.5 or 0."""
        return 0.5 if self.verdict == 3 else float((self.verdict == 1) != bool(self.number & 1))


class Tally(NamedTuple):
    """How games between two players went, seen by the one who moved first."""

    first: Identity
    second: Identity
    limit: str
    wins: int
    draws: int
    losses: int


class Run(NamedTuple):
    """A training run."""

    id: int
    name: str
    game: str
    trainer: str
    settings: Mapping[str, Any]
    made: float  # seconds since 1970


class StoredGame(NamedTuple):
    """A game with who played it."""

    event: Event
    a: Identity
    b: Identity
    ended: float
    packed: PackedGame

    @property
    def identities(self) -> tuple[Identity, Identity]:
        """First mover first."""
        return (self.b, self.a) if self.packed.swapped else (self.a, self.b)

    @property
    def players(self) -> tuple[str, str]:
        """Their texts, first mover first."""
        first, second = self.identities
        return first.text, second.text

    @property
    def weights(self) -> tuple[str, str]:
        """The ids of what they were made with."""
        first, second = self.identities
        return first.weights, second.weights

    def record(self, names: Mapping[Identity, str] | None = None) -> Record:
        """The game to replay; `names` are those by which its players are shown."""
        first, second = self.identities
        shown = (names[first], names[second]) if names else self.players
        record = unpack(game(self.event.game), self.packed, shown)
        return replace(record, weights=self.weights) if any(self.weights) else record


class Store:
    """The games, players, weights and runs of one file. Use as a context manager."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._db = db

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """The store in this file, made if need be; by default `kishi.db` in KISHI_HOME."""
        path = path or home() / STORE
        make_folder(path.parent)
        with failures(path):
            db = sqlite3.connect(
                path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                prepare(db, path)
                # With WAL this survives any crash of ours; only a power cut may cost new games.
                db.execute("PRAGMA synchronous = NORMAL")
                db.execute("PRAGMA cache_size = -16000")
            except BaseException:
                db.close()
                raise
        return cls(db, path)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within this all is read as it is at the first look, whatever others write meanwhile."""
        with failures(self.path):
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                self._db.execute("COMMIT")

    # Events and players.

    def event(self, name: str, kind: str, of: str, settings: Mapping[str, Any]) -> Event:
        """The event of this name, made if need be; BadInput if it has other settings."""
        text = json.dumps(settings, sort_keys=True)
        with self._writing() as db:
            db.execute(
                "INSERT INTO event (name, kind, game, settings, made) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (name) DO NOTHING",
                (name, kind, of, text, time.time()),
            )
        found = self.find_event(name)
        if found is None or (found.kind, found.game) != (kind, of):
            raise BadInput(f"'{name}' is the name of another event; choose a new --name")
        if found.settings != json.loads(text):
            raise BadInput(_other_settings(found, settings))
        return found

    def find_event(self, name: str) -> Event | None:
        return next(iter(self._events("WHERE name = ?", name)), None)

    def get_event(self, id: int) -> Event | None:
        return next(iter(self._events("WHERE id = ?", id)), None)

    def events(self, kind: str | None = None) -> list[Event]:
        """All, or all of a kind, the newest first."""
        return self._events("WHERE ?1 IS NULL OR kind = ?1 ORDER BY made DESC, id DESC", kind)

    def exclude(self, event: Event, excluded: bool) -> None:
        """Have ratings leave out what the event says, or count it again."""
        with self._writing() as db:
            db.execute("UPDATE event SET excluded = ? WHERE id = ?", (excluded, event.id))

    def delete(self, event: Event) -> int:
        """Forget an event and all its games; how many those were."""
        with self._writing() as db:
            db.execute("DELETE FROM effort WHERE event = ?", (event.id,))
            games = db.execute("DELETE FROM game WHERE event = ?", (event.id,)).rowcount
            db.execute("DELETE FROM event WHERE id = ?", (event.id,))
        return games

    def player(self, spec: Spec) -> int:
        """The number under which games name this player."""
        parts = {"kind": spec.kind, "options": dict(spec.options), "weights": spec.weights}
        known = (spec.game, *spec.identity)
        with self._writing() as db:
            db.execute(
                "INSERT INTO player (game, text, weights, spec) VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                (*known, json.dumps(parts)),
            )
        row = self._one("SELECT id FROM player WHERE (game, text, weights) = (?, ?, ?)", *known)
        return int(row[0])

    def players(self, event: Event) -> list[Identity]:
        """Who has played in the event."""
        # From one a to the next, and for each from b to b, along the primary key: there may be
        # a hundred thousand games of each.
        rows = self._rows(
            "WITH RECURSIVE met (a, b) AS (VALUES (0, 0) UNION "
            " SELECT (SELECT min(a) FROM game WHERE event = ?1 AND a > met.a), 0 FROM met "
            "  WHERE met.a IS NOT NULL UNION "
            " SELECT met.a, (SELECT min(b) FROM game WHERE event = ?1 AND a = met.a AND b > met.b) "
            "  FROM met WHERE met.b IS NOT NULL) "
            "SELECT text, weights FROM player "
            "WHERE id IN (SELECT a FROM met UNION SELECT b FROM met) ORDER BY text, weights",
            event.id,
        )
        return [Identity(*row) for row in rows]

    # Games.

    def add_games(
        self,
        event: Event,
        a: int,
        b: int,
        games: Sequence[PackedGame],
        efforts: Sequence[Effort] = (),
    ) -> None:
        """Keep games of the pairing a - b, all or none; one that is there already stays.

        `efforts` are what the moves of a and of b have cost in them.
        """
        _must_be_over(map(attrgetter("verdict"), games))
        columns = [_column(values) for values in zip(*games, strict=True)]
        literals = ", ".join(column.literal for column in columns)
        row = f"({event.id}, {a}, {b}, {literals}, {time.time()!r})"
        given = list(zip(*(c.values for c in columns if c.literal == "?"), strict=True))
        alone = len(games) % ROWS
        with self._writing() as db:
            for some, rows in ((given[:alone], 1), (given[alone:], ROWS)):
                if not some:
                    continue
                db.executemany(
                    f"INSERT INTO game VALUES {', '.join([row] * rows)} ON CONFLICT DO NOTHING",
                    ([*chain(*some[at : at + rows])] for at in range(0, len(some), rows)),
                )
            db.executemany(
                f"INSERT INTO effort VALUES ({event.id}, {a}, {b}, ?{', ?' * len(SPENT)}) "
                f"ON CONFLICT DO UPDATE SET {', '.join(f'{n} = {n} + excluded.{n}' for n in SPENT)}",
                [(side, *astuple(effort)) for side, effort in enumerate(efforts) if effort.moves],
            )

    def add_record(
        self, event: Event, record: Record, specs: tuple[Spec, Spec], round: int
    ) -> None:
        """Keep a game of an event without a schedule; `round` is any number that is its own, so that
        it is kept once however often it comes."""
        _must_be_over([record.verdict.value])
        a, b = (self.player(spec) for spec in specs)
        with self._writing() as db:
            db.execute(
                "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (event.id, a, b, *pack(record, 2 * round, 0), time.time()),
            )

    def add_imported(self, event: Event, records: Sequence[Record], place: int) -> int:
        """Keep games from a file, the first of which is its `place`-th; how many were not there.

        Whoever played is known by what the file says. The number of a game is twice its place, so a
        file that comes again adds nothing twice.
        """
        _must_be_over(record.verdict.value for record in records)
        named = {player for record in records for player in _identities(record)}
        with self._writing() as db:
            db.executemany(
                "INSERT INTO player (game, text, weights, spec) VALUES (?, ?, ?, '{}') "
                "ON CONFLICT DO NOTHING",
                ((event.game, *player) for player in named),
            )
            rows = db.execute("SELECT text, weights, id FROM player WHERE game = ?", (event.game,))
            ids = {Identity(text, weights): id for text, weights, id in rows}
            before = db.total_changes
            db.executemany(
                "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (
                    (
                        event.id, *(ids[player] for player in _identities(record)),
                        *pack(record, 2 * number, 0), time.time(),
                    )
                    for number, record in enumerate(records, place)
                ),
            )  # fmt: skip
            return db.total_changes - before

    def results(self, event: Event) -> Iterator[Result]:
        """All the event's games without their moves, in their order within each pairing."""
        rows = self._rows(
            f"SELECT {BOTH}, number, verdict FROM game "
            "JOIN player a ON a.id = game.a JOIN player b ON b.id = game.b "
            "WHERE event = ? ORDER BY game.a, game.b, number",
            event.id,
        )
        for pair, games in groupby(rows, itemgetter(0, 1, 2, 3)):
            a, b = Identity(*pair[:2]), Identity(*pair[2:])
            yield from (Result(a, b, number, verdict) for *_, number, verdict in games)

    def played(self, event: Event, a: int, b: int) -> dict[int, int]:
        """Number -> verdict of each game of the pairing that is there."""
        return dict(
            self._rows(
                "SELECT number, verdict FROM game WHERE event = ? AND a = ? AND b = ?",
                event.id, a, b,
            )
        )  # fmt: skip

    def games_of(self, event: Event, a: int, b: int) -> list[PackedGame]:
        """All games of the pairing that are there."""
        rows = self._rows(
            "SELECT number, start, opening, moves, thoughts, seconds, verdict, reason FROM game "
            "WHERE event = ? AND a = ? AND b = ? ORDER BY number",
            event.id, a, b,
        )  # fmt: skip
        return [PackedGame._make(row) for row in rows]

    def games(self, event: Event, last: int | None = None) -> Iterator[StoredGame]:
        """The event's games, or the `last` that ended."""
        return self._stored(
            event, "ORDER BY ended DESC, number DESC LIMIT ?", -1 if last is None else last
        )

    def spent(self, event: Event) -> list[Spent]:
        """What the event's games have cost, for each player of each pairing."""
        rows = self._rows(
            f"SELECT {BOTH}, side, {', '.join(SPENT)} FROM effort "
            "JOIN player a ON a.id = effort.a JOIN player b ON b.id = effort.b WHERE event = ?",
            event.id,
        )
        return [
            Spent(Identity(*row[:2]), Identity(*row[2:4]), row[4], Effort(*row[5:])) for row in rows
        ]

    def outside(self, event: Event) -> list[Outside]:
        """The event's games that ended otherwise than by the rules, counted."""
        rows = self._rows(
            f"SELECT {BOTH}, number & 1, verdict, reason, count(*) FROM game "
            "JOIN player a ON a.id = game.a JOIN player b ON b.id = game.b "
            f"WHERE event = ? AND reason IS NOT NULL GROUP BY {BOTH}, number & 1, verdict, reason",
            event.id,
        )
        return [
            Outside(Identity(*row[:2]), Identity(*row[2:4]), bool(row[4]), *row[5:]) for row in rows
        ]

    def listed(self) -> list[tuple[Event, Counter[str | None]]]:
        """All events, the newest first, each with its games counted by why they ended."""
        counts: defaultdict[int, Counter[str | None]] = defaultdict(Counter)
        for id, reason, games in self._rows(
            "SELECT event, reason, count(*) FROM game GROUP BY event, reason"
        ):
            counts[id][reason] = games
        return [(event, counts[event.id]) for event in self.events()]

    def count(self, event: Event) -> int:
        """How many games of the event there are."""
        return int(self._one("SELECT count(*) FROM game WHERE event = ?", event.id)[0])

    def in_order(
        self, event: Event, first: int = 0, most: int | None = None
    ) -> Iterator[StoredGame]:
        """The event's games, the first that ended first; imported ones as in their file."""
        return self._stored(
            event,
            "ORDER BY iif(?, number, ended), number, game.a, game.b LIMIT ? OFFSET ?",
            event.kind == "import", -1 if most is None else most, first,
        )  # fmt: skip

    def tallies(self, of: str) -> Iterator[Tally]:
        """What every stored game of `of` says, but those imported, which others played elsewhere, and
        those of events that are excluded.

        Games that are the same move for move, between the same players under the same limit, say it
        once: a repeated match of players without chance is no new evidence.
        """
        rows = self._rows(
            "SELECT a.text, a.weights, b.text, b.weights, allowed, "
            " sum(verdict = 1), sum(verdict = 3), sum(verdict = 2) "
            "FROM (SELECT DISTINCT iif(number & 1, game.b, game.a) AS first, "
            " iif(number & 1, game.a, game.b) AS second, start, moves, verdict, "
            " coalesce(iif(json_valid(settings), json_extract(settings, '$.limit'), ''), '') AS allowed "
            " FROM game JOIN event ON event.id = game.event "
            " WHERE event.game = ? AND event.kind <> 'import' AND NOT event.excluded) "
            "JOIN player a ON a.id = first JOIN player b ON b.id = second "
            f"GROUP BY {BOTH}, allowed",
            of,
        )
        return (Tally(Identity(*row[:2]), Identity(*row[2:4]), *row[4:]) for row in rows)

    # Weights.

    def put_weights(self, weights: Weights, origin: Mapping[str, Any] | None = None) -> str:
        """Keep weights with how they were made (say `cpu_seconds`); their id."""
        body, how = tensors.pack_weights(weights), json.dumps(origin or {})
        with self._writing() as db:
            db.execute(
                "INSERT INTO weights VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (weights.id, weights.game, weights.kind, body, how, time.time()),
            )
        return weights.id

    def get_weights(self, id: str) -> Weights:
        row = self._one("SELECT arrays FROM weights WHERE id = ?", id)
        if row is None:
            raise BadInput(f"the store holds no weights '{id[:60]}'")
        return tensors.unpack_weights(row[0])

    def weights_under(self, name: str, beginning: str) -> list[str]:
        """The ids of all weights that have had this name and that begin so."""
        rows = self._rows(
            "SELECT weights FROM step JOIN run ON run.id = step.run "
            "WHERE run.name = ?1 AND substr(weights, 1, ?2) = ?3 UNION "
            "SELECT weights FROM own WHERE name = ?1 AND substr(weights, 1, ?2) = ?3",
            name, len(beginning), beginning,
        )  # fmt: skip
        return [id for (id,) in rows]

    def weights_origin(self, id: str) -> dict[str, Any]:
        """How these weights were made; nothing if they are not here."""
        row = self._one("SELECT origin FROM weights WHERE id = ?", id)
        return _object(row[0]) or {} if row else {}

    # Weights that a person has named.

    def name_weights(self, name: str, id: str) -> None:
        """From now on the name means these; what it meant before is known by its id."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO own SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 "
                "FROM own WHERE name = ?1",
                (name, id, time.time()),
            )

    def own_weights(self) -> dict[str, tuple[str, float]]:
        """The id that each name means, and when it was given; the newest first."""
        rows = self._rows(
            "SELECT name, weights, max(number), made FROM own GROUP BY name ORDER BY made DESC"
        )
        return {name: (id, made) for name, id, _, made in rows}

    def rename_weights(self, old: str, new: str) -> None:
        """Of a person's own or of a run; whoever asks has seen that the new name is free."""
        with self._writing() as db:
            db.execute("UPDATE own SET name = ? WHERE name = ?", (new, old))
            db.execute("UPDATE run SET name = ? WHERE name = ?", (new, old))

    def forget_weights(self, name: str) -> None:
        """Remove the name with its run, and the weights that then nobody else has or has played with."""
        with self._writing() as db:
            db.execute("DELETE FROM step WHERE run IN (SELECT id FROM run WHERE name = ?)", (name,))
            db.execute("DELETE FROM run WHERE name = ?", (name,))
            db.execute("DELETE FROM own WHERE name = ?", (name,))
            db.execute(
                "DELETE FROM weights WHERE id NOT IN (SELECT weights FROM own) AND id NOT IN "
                " (SELECT weights FROM step WHERE weights IS NOT NULL) AND NOT EXISTS "
                " (SELECT 1 FROM player WHERE instr(player.weights, weights.id))"
            )

    # Training runs.

    def start_run(self, name: str, of: str, trainer: str, settings: Mapping[str, Any]) -> int:
        """The number of the run of this name, made if need be; BadInput if its settings differ."""
        text = json.dumps(settings, sort_keys=True)
        with self._writing() as db:
            db.execute(
                "INSERT INTO run (name, game, trainer, settings, made, changed) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING",
                (name, of, trainer, text, time.time(), time.time()),
            )
        row = self._one("SELECT id, game, trainer, settings FROM run WHERE name = ?", name)
        if (row[1], row[2], row[3]) != (of, trainer, text):
            raise BadInput(f"'{name}' is the name of another run; choose a new --name")
        return int(row[0])

    def lengthen_run(self, run: int, settings: Mapping[str, Any], steps: int) -> None:
        """Have a run go on with other settings after so many of its steps; its weights stay, for who has
        played with them."""
        with self._writing() as db:
            db.execute("DELETE FROM step WHERE run = ? AND number > ?", (run, steps))
            db.execute(
                "UPDATE run SET settings = ?, changed = ? WHERE id = ?",
                (json.dumps(settings, sort_keys=True), time.time(), run),
            )

    def forget_unbegun(self, run: int) -> None:
        """Remove a run that has no finished step: nothing depends on it, and its name is free again."""
        with self._writing() as db:
            db.execute(
                "DELETE FROM run WHERE id = ? AND NOT EXISTS (SELECT 1 FROM step WHERE run = ?)",
                (run, run),
            )

    # Who works at what: one process at a time.

    def working_at(
        self, run: int, asked: Callable[[], None] = interrupt
    ) -> AbstractContextManager[None]:
        """Around training: BadInput if another process is training this run. `asked`: to stop."""
        return self._held(f"run-{run}", asked, "another process is training this run")

    def playing(
        self, event: Event, asked: Callable[[], None] = interrupt
    ) -> AbstractContextManager[None]:
        """Around playing the event's games, likewise."""
        return self._held(f"event-{event.id}", asked, f"another process is playing '{event.name}'")

    def is_worked_at(self, run: int) -> bool:
        """Is some process, this one or another, training this run?"""
        return self._is_held(f"run-{run}")

    def is_played(self, event: Event) -> bool:
        return self._is_held(f"event-{event.id}")

    def stop_work(self, run: int, seconds: float) -> bool:
        """Ask whoever trains this run to stop; has it within that time?"""
        return ask_for(self._claim(f"run-{run}"), seconds)

    def stop_playing(self, event: Event, seconds: float) -> bool:
        return ask_for(self._claim(f"event-{event.id}"), seconds)

    @contextmanager
    def _held(self, what: str, asked: Callable[[], None], taken: str) -> Iterator[None]:
        with ExitStack() as held:
            make_folder(self._claim(what).parent)
            try:
                with failures(self.path):
                    held.enter_context(claimed(self._claim(what), asked))
            except Taken:
                raise BadInput(f"{taken} at the same time") from None
            yield

    def _is_held(self, what: str) -> bool:
        with failures(self.path):
            return is_claimed(self._claim(what))

    def _claim(self, what: str) -> Path:
        return self.path.parent / "claims" / f"{self.path.stem}-{what}"

    # Runs that there are.

    def find_run(self, name: str) -> Run | None:
        return next(iter(self._runs("WHERE name = ?", name)), None)

    def get_run(self, id: int) -> Run | None:
        return next(iter(self._runs("WHERE id = ?", id)), None)

    def runs(self) -> list[Run]:
        """All of them, the newest first."""
        return self._runs("ORDER BY made DESC, id DESC")

    def add_step(
        self,
        run: int,
        weights: str | None,
        measures: Mapping[str, Any],
        state: bytes | None = None,
        number: int | None = None,
    ) -> None:
        """One more step of a run, and what its trainer needs to go on from here.

        With a number it is that step or none: BadInput if another process has made it.
        """
        with self._writing() as db:
            last = db.execute(
                "SELECT coalesce(max(number), 0) FROM step WHERE run = ?", (run,)
            ).fetchone()[0]
            if number not in (None, last + 1):
                raise BadInput("another process is training this run at the same time")
            db.execute(
                "INSERT INTO step VALUES (?, ?, ?, ?, ?)",
                (run, last + 1, weights, json.dumps(measures), time.time()),
            )
            db.execute(
                "UPDATE run SET state = coalesce(?, state), changed = ? WHERE id = ?",
                (state, time.time(), run),
            )

    def run_state(self, run: int) -> bytes | None:
        row = self._one("SELECT state FROM run WHERE id = ?", run)
        return row[0] if row else None

    def steps(self, run: int, after: int = 0) -> list[tuple[int, str | None, dict[str, Any]]]:
        """(number, id of the weights, measures) of each step of a run, or of those after one."""
        rows = self._rows(
            "SELECT number, weights, measures FROM step WHERE run = ? AND number > ? ORDER BY 1",
            run, after,
        )  # fmt: skip
        return [(number, weights, _object(measures) or {}) for number, weights, measures in rows]

    def newest(self, run: int, before: int | None = None) -> tuple[int, str | None]:
        """The number of a run's last step, and the id of its newest weights; up to a step, if given.

        A run has a step for each generation, so whoever wants these two should not read them all.
        """
        most = 2**62 if before is None else before
        last, with_weights = self._one(
            "SELECT max(number), max(iif(weights IS NULL, NULL, number)) FROM step "
            "WHERE run = ? AND number <= ?",
            run, most,
        )  # fmt: skip
        if with_weights is None:
            return last or 0, None
        found = self._one(
            "SELECT weights FROM step WHERE run = ? AND number = ?", run, with_weights
        )
        return last, found[0]

    def _runs(self, rest: str, *given: Any) -> list[Run]:
        rows = self._rows(f"SELECT id, name, game, trainer, settings, made FROM run {rest}", *given)
        return [Run(i, n, g, t, s, made) for i, n, g, t, s, made in self._whole("run", rest, rows)]

    # What they share.

    def _stored(self, event: Event, order: str, *given: Any) -> Iterator[StoredGame]:
        rows = self._rows(
            f"SELECT {BOTH}, ended, number, start, opening, moves, thoughts, seconds, verdict, "
            "reason FROM game JOIN player a ON a.id = game.a JOIN player b ON b.id = game.b "
            f"WHERE event = ? {order}",
            event.id, *given,
        )  # fmt: skip
        for text_a, weights_a, text_b, weights_b, ended, *rest in rows:
            a, b = Identity(text_a, weights_a), Identity(text_b, weights_b)
            yield StoredGame(event, a, b, ended, PackedGame._make(rest))

    def _events(self, rest: str, *given: Any) -> list[Event]:
        rows = self._rows(
            f"SELECT id, name, kind, game, settings, made, excluded FROM event {rest}", *given
        )
        return [
            Event(i, n, k, g, s, made, bool(x))
            for i, n, k, g, s, made, x in self._whole("event", rest, rows)
        ]

    def _whole(self, noun: str, rest: str, rows: Iterator[Any]) -> Iterator[Any]:
        """The rows with their settings read. One that is damaged is left out of a list; whoever asks
        for it is told."""
        for row in rows:
            settings = _object(row[4])
            if settings is not None:
                yield (*row[:4], settings, *row[5:])
            elif rest.startswith(("WHERE name", "WHERE id")):
                told = f"the {noun} '{row[1]}' is damaged: `kishi store repair` mends it"
                raise StoreFailed(f"cannot use the store {self.path}: {told}", self.path)

    def _one(self, sql: str, *given: Any) -> Any:
        with failures(self.path):
            return self._db.execute(sql, given).fetchone()

    def _rows(self, sql: str, *given: Any) -> Iterator[Any]:
        with failures(self.path):
            yield from self._db.execute(sql, given)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is kept whole or not at all."""
        with failures(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk has already rolled it back
                    self._db.execute("ROLLBACK")
                raise


class _Column(NamedTuple):
    """A column of games that are added: what stands for it in the statement, and its values."""

    literal: str
    values: tuple[Any, ...]


def _column(values: tuple[Any, ...]) -> _Column:
    """What is the same in all games goes into the statement: to bind it costs as much as the rest."""
    first = values[0]
    if (first is None or type(first) is int) and values.count(first) == len(values):
        return _Column("NULL" if first is None else str(first), values)
    return _Column("?", values)


def _identities(record: Record) -> tuple[Identity, Identity]:
    texts, ids = record.players or UNKNOWN, record.weights or NO_WEIGHTS
    return Identity(texts[0], ids[0]), Identity(texts[1], ids[1])


def _other_settings(event: Event, wanted: Mapping[str, Any]) -> str:
    names = sorted({*event.settings, *wanted})
    differ = [k for k in names if event.settings.get(k) != wanted.get(k)]
    if differ == ["weights"]:
        return (
            f"the weights of the players have changed since '{event.name}' began: use a new --name"
        )
    told = ", ".join(f"{k} {event.settings.get(k, 'not told')}" for k in differ)
    return f"'{event.name}' was begun with other settings ({told}): use those, or a new --name"


def _object(text: Any) -> dict[str, Any] | None:
    """What a row tells in JSON; None if the row is damaged."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _must_be_over(verdicts: Iterable[int]) -> None:
    """The last to see a game before it counts: one that was stopped on the way has no result."""
    if Verdict.RUNNING.value in verdicts:
        raise BadInput("a game that is not over is not kept in the store")
