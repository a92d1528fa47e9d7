"""A tournament as one HTML file that needs nothing else: table, ratings, times, and its games."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any

import numpy as np

from ..core import Choice, Identity, Record, Verdict, game
from ..games import GameFacts, facts_of
from ..store import Event, Store, StoredGame
from .charts import ChartPoint, rating_chart, time_chart
from .conduct import effort_text
from .names import Names
from .tournament import Crosstable, stored_tables

MOST_GAMES = 60  # in a report: some of every pairing
RESULTS = {
    Verdict.FIRST_WINS: "The first player wins",
    Verdict.SECOND_WINS: "The second player wins",
    Verdict.DRAW: "A draw",
}


def report(store: Store, title: str, events: Sequence[Event]) -> str:
    """The report of one tournament or match, or of one that was played under several limits."""
    of = game(events[0].game)
    tables = list(zip(events, stored_tables(store, events), strict=True))
    names = {player: name for _, table in tables for player, name in table.names.items()}
    body = [_section(event, table, len(events) > 1) for event, table in tables]
    body.append(_times(store, tables))
    games = [_replay(stored, names) for stored in _some_games(store, events)]
    data = {
        "rows": of.shape[1],
        "cols": of.shape[2],
        "look": _look(facts_of(of)),
        "games": games,
    }
    template = Template(resources.files("kishi.arena").joinpath("report.html").read_text("utf-8"))
    return template.substitute(
        title=escape(f"{title}: {of.name}"),
        conditions=escape(_conditions(events)),
        body="\n".join(body),
        # No text of a player or a reason may end the script early.
        data=json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"),
    )


def _look(facts: GameFacts) -> dict[str, Any]:
    """What the page needs to draw a board of this game."""
    style = facts.style
    return {
        "grid": style.grid,
        "piece": style.piece,
        "ground": style.ground,
        "faces": [shades[1] for shades in style.faces],
        "hands": bool(facts.hand),
        "glyphs": dict(facts.glyphs),
    }


def _conditions(events: Sequence[Event]) -> str:
    settings = events[0].settings
    limits = ", ".join(e.settings.get("limit") or "the players' own" for e in events)
    parts = [f"limit {limits}", f"openings {settings.get('openings', 'none')}"]
    return ", ".join([*parts, f"seed {settings.get('seed', '-')}"])


def _section(event: Event, table: Crosstable, named: bool) -> str:
    ratings = table.ratings()
    heading = f"<h2>Limit {escape(event.settings.get('limit') or '-')}</h2>" if named else ""
    parts = [f"{heading}<h2>Table</h2>", _crosstable(table), _conduct(table)]
    if ratings and len(ratings.players) > 1:
        rated = [(p, ratings.rating(p)) for p in ratings.players]
        value, low, high = ratings.advantage
        parts.append(
            f"<h2>Ratings</h2>{rating_chart(rated)}<p class='quiet'>Elo with 95% intervals. Moving "
            f"first is worth {value:+.0f} ({low:+.0f} to {high:+.0f}).</p>"
        )
    return "\n".join(parts)


def _crosstable(table: Crosstable) -> str:
    ratings = table.ratings()
    ranking = table.ranking(ratings)
    weights = {name: player.weights for player, name in table.names.items() if player.weights}
    noted = ["weights"] if weights else []
    head = ["", "player", *noted, "Elo", "score", *map(str, range(1, len(ranking) + 1))]
    rows = [_html_row("th", head)]
    for number, player in enumerate(ranking, 1):
        rated = ratings is not None and player in ratings.players
        elo = f"{ratings.rating(player).value:+.0f}" if ratings and rated else "-"
        cells = [_cell(table, player, other) for other in ranking]
        score = f"{table.total(player).fraction:.1%}"
        ids = [weights.get(player, "-")] if weights else []
        rows.append(_html_row("td", [str(number), player, *ids, elo, score, *cells]))
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _conduct(table: Crosstable) -> str:
    """What each player's moves cost, and what it threw away."""
    rows = [_html_row("th", ["player", "a move", "forfeits"])]
    for player in table.ranking(table.ratings()):
        cost = effort_text(table.conduct.effort(player))
        rows.append(_html_row("td", [player, cost, table.conduct.text(player) or "-"]))
    return f'<h2>Time and forfeits</h2><div class="wide"><table>{"".join(rows)}</table></div>'


def _html_row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>"


def _cell(table: Crosstable, player: str, other: str) -> str:
    score = table.score(player, other)
    if player == other or not score.games:
        return "-"
    return f"{score.wins + score.draws / 2:g}/{score.games}"


def _times(store: Store, tables: Sequence[tuple[Event, Crosstable]]) -> str:
    points: dict[str, list[ChartPoint]] = defaultdict(list)
    for event, table in tables:
        for player, seconds in sorted(_mean_seconds(store, event, table.names).items()):
            if seconds > 0:
                points[player].append(ChartPoint(seconds, table.total(player).fraction))
    if not points:
        return "<h2>Score against thinking time</h2><p class='quiet'>No times were measured.</p>"
    return f"<h2>Score against thinking time</h2>{time_chart(points)}"


def _mean_seconds(store: Store, event: Event, names: Names) -> dict[str, float]:
    """How long each player thought about a move, on average."""
    spent: dict[str, float] = defaultdict(float)
    moves: dict[str, int] = defaultdict(int)
    for stored in store.games(event):
        packed = stored.packed
        if packed.seconds is None:
            continue
        start = game(event.game).parse(packed.start).turn if packed.start else 0
        seconds = np.frombuffer(packed.seconds, "<f4")
        for side, player in enumerate(names[identity] for identity in stored.identities):
            own = seconds[packed.opening + (packed.opening + start + side) % 2 :: 2]
            spent[player] += float(own.sum())
            moves[player] += len(own)
    return {player: spent[player] / moves[player] for player in spent if moves[player]}


def _some_games(store: Store, events: Sequence[Event]) -> list[StoredGame]:
    """The first games of every pairing, as many of each as there is room for."""
    by_pairing: dict[tuple[int, Identity, Identity], list[StoredGame]] = defaultdict(list)
    for event in events:
        for stored in store.games(event):
            by_pairing[event.id, stored.a, stored.b].append(stored)
    each = max(1, MOST_GAMES // max(1, len(by_pairing)))
    chosen = []
    for games in by_pairing.values():
        chosen += sorted(games, key=lambda g: g.packed.number)[:each]
    return chosen[:MOST_GAMES]


def _replay(stored: StoredGame, names: Names) -> dict[str, Any]:
    record, number = stored.record(), stored.packed.number
    first, second = (names[player] for player in stored.identities)
    reason = f" ({record.end.reason})" if record.end else ""
    return {
        "title": f"{first} - {second}, round {number // 2 + 1}",
        "players": [first, second],
        "weights": list(stored.weights),
        "result": RESULTS[record.verdict] + reason,
        "frames": _frames(record, stored.packed.opening),
    }


def _frames(record: Record, opening: int) -> list[dict[str, Any]]:
    """What the browser shows after each move; it knows no rules."""
    frames = []
    for ply, position in enumerate(record.positions):
        cells, *hands = position.picture()
        choice = record.choices[ply - 1] if ply else None
        frames.append({
            "cells": cells,
            "hands": hands if any(hands) else [],
            "to": record.positions[ply - 1].path(choice.move)[1] if choice else -1,
            "move": record.game.move_text(choice.move) if choice else "",
            "thought": _thought(choice, ply <= opening),
        })  # fmt: skip
    return frames


def _thought(choice: Choice | None, given: bool) -> str:
    if choice is None:
        return ""
    if given:
        return "from the opening"
    value = f"value {choice.value:+.2f} for the mover" if choice.value is not None else ""
    seconds = f"{choice.seconds * 1000:.0f} ms" if choice.seconds else ""
    return ", ".join(filter(None, (value, seconds)))
