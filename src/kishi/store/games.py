"""Events, who played in them, and their games."""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, fields
from itertools import groupby
from operator import itemgetter
from typing import Any

from ..core import Identity, Record, Spec, Verdict
from ..errors import BadInput
from .database import Database
from .effort import Effort
from .packed import PackedGame, PackedGames, pack
from .rows import Event, Outside, Result, Spent, StoredGame, Tally

UNKNOWN = ("?", "?")  # who played an imported game, where its file does not say
NO_WEIGHTS = ("", "")  # and with which weights
# Games in one statement: most of the cost is in each, and each lets go of the interpreter lock, which
# players in other threads are then in no hurry to give back.
ROWS = 32
SPENT = [column.name for column in fields(Effort)]
BOTH = "a.text, a.weights, b.text, b.weights"  # who two players are, in a query


class GameStore(Database):
    """What was played."""

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
        games: PackedGames,
        efforts: Sequence[Effort] = (),
    ) -> None:
        """Keep games of the pairing a - b, all or none; one that is there already stays.

        `efforts` are what the moves of a and of b have cost in them.
        """
        _must_be_over(games.verdicts)
        literals = [_literal(values) for values in games.columns]
        row = f"({event.id}, {a}, {b}, {', '.join(literals)}, {time.time()!r})"
        bound = [c for c, text in zip(games.columns, literals, strict=True) if text == "?"]
        given: list[Any] = [None] * (len(bound) * len(games))  # row after row
        for at, values in enumerate(bound):
            given[at :: len(bound)] = values
        alone = len(games) % ROWS
        with self._writing() as db:
            for begin, end, rows in ((0, alone, 1), (alone, len(games), ROWS)):
                db.executemany(
                    f"INSERT INTO game VALUES {', '.join([row] * rows)} ON CONFLICT DO NOTHING",
                    (
                        given[len(bound) * at : len(bound) * (at + rows)]
                        for at in range(begin, end, rows)
                    ),
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


def _literal(values: Sequence[Any]) -> str:
    """What stands for a column in a statement. What is the same in all games goes into the text: to
    bind it costs as much as the rest."""
    first = values[0] if values else None
    if (first is None or type(first) is int) and values.count(first) == len(values):
        return "NULL" if first is None else str(first)
    return "?"


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


def _must_be_over(verdicts: Iterable[int]) -> None:
    """The last to see a game before it counts: one that was stopped on the way has no result."""
    if Verdict.RUNNING.value in verdicts:
        raise BadInput("a game that is not over is not kept in the store")
