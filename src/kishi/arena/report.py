"""A tournament as one HTML file that needs nothing else: table, ratings, times, and its games."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any

import numpy as np

from ..core import Choice, Identity, Record, game
from ..games import GameFacts, facts_of
from ..locale import Words, texts_in
from ..store import Effort, Event, Store, StoredGame
from .charts import ChartPoint, rating_chart, time_chart
from .conduct import Conduct, time_text
from .ending import ending
from .names import Names
from .tournament import Crosstable, stored_tables

MOST_GAMES = 60  # in a report: some of every pairing
# Texts that the page's own script fills in, move by move.
FILLED = (
    "players",
    "report_round",
    "report_move",
    "report_start",
    "report_value",
    "report_opening",
)
Change = dict[str, list[int]]  # which cells now have this piece; "" is none


def report(store: Store, title: str, events: Sequence[Event], words: Words) -> str:
    """The report of one tournament or match, or of one that was played under several limits."""
    of = game(events[0].game)
    tables = list(zip(events, stored_tables(store, events), strict=True))
    names = {player: name for _, table in tables for player, name in table.names.items()}
    body = [_section(event, table, len(events) > 1, words) for event, table in tables]
    body.append(_times(store, tables, words))
    games = [_replay(stored, names, words) for stored in _some_games(store, events)]
    data = {
        "rows": of.shape[1],
        "cols": of.shape[2],
        "look": _look(facts_of(of)),
        "texts": {key: texts_in(words.language)[key] for key in FILLED},
        "games": games,
    }
    template = Template(resources.files("kishi.arena").joinpath("report.html").read_text("utf-8"))
    texts = {key: escape(words(key)) for key in template.get_identifiers() if key in words}
    return template.substitute(
        texts,
        lang=words.language,
        title=escape(f"{title}: {of.name}"),
        conditions=escape(_conditions(events, words)),
        body="\n".join(body),
        # No text of a player or a reason may end the script early.
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
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


def _conditions(events: Sequence[Event], words: Words) -> str:
    settings = events[0].settings
    limits = ", ".join(e.settings.get("limit") or words("limit_own") for e in events)
    openings, seed = settings.get("openings", "none"), settings.get("seed", "-")
    return words("report_conditions", limit=limits, openings=openings, seed=seed)


def _section(event: Event, table: Crosstable, named: bool, words: Words) -> str:
    ratings = table.ratings()
    limit = words("report_limit", limit=event.settings.get("limit") or "-")
    parts = [f"<h2>{escape(limit)}</h2>"] if named else []
    parts += [_heading(words("crosstable")), _crosstable(table, words), _conduct(table, words)]
    if ratings and len(ratings.players) > 1:
        rated = [(p, ratings.rating(p)) for p in ratings.players]
        value, low, high = (f"{elo:+.0f}" for elo in ratings.advantage)
        note = words("report_advantage", value=value, low=low, high=high)
        chart = rating_chart(rated, words("ratings"))
        parts.append(f"{_heading(words('ratings'))}{chart}<p class='quiet'>{escape(note)}</p>")
    return "\n".join(parts)


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _crosstable(table: Crosstable, words: Words) -> str:
    ratings = table.ratings()
    ranking = table.ranking(ratings)
    weights = {name: player.weights for player, name in table.names.items() if player.weights}
    noted = ["report_weights"] if weights else []
    head = map(words, ("column_player", *noted, "column_elo", "column_score"))
    rows = [_html_row("th", ["#", *head, *map(str, range(1, len(ranking) + 1))])]
    for number, player in enumerate(ranking, 1):
        rated = ratings is not None and player in ratings.players
        elo = f"{ratings.rating(player).value:+.0f}" if ratings and rated else "-"
        cells = [_cell(table, player, other) for other in ranking]
        score = f"{table.total(player).fraction:.1%}"
        ids = [weights.get(player, "-")] if weights else []
        rows.append(_html_row("td", [str(number), player, *ids, elo, score, *cells]))
    return _table(rows)


def _conduct(table: Crosstable, words: Words) -> str:
    """What each player's moves cost, and what it threw away."""
    heads = ("column_player", "column_cpu", "report_full", "report_wall", "report_nodes",
             "report_depth", "column_forfeits")  # fmt: skip
    rows = [_html_row("th", ["#", *map(words, heads)])]
    for number, player in enumerate(table.ranking(table.ratings()), 1):
        cells = [str(number), player, *_costs(table.conduct.effort(player))]
        rows.append(_html_row("td", [*cells, _forfeits(table.conduct, player, words)]))
    return _heading(words("report_conduct")) + _table(rows)


def _costs(effort: Effort) -> list[str]:
    """A move on average: CPU time, the same without early answers, time, nodes a second, depth."""
    costs = (
        effort.cpu and time_text(effort.cpu_a_move),
        effort.cpu and effort.early < effort.moves and time_text(effort.cpu_a_full_move),
        effort.moves and time_text(effort.seconds_a_move),
        effort.nodes and effort.cpu and f"{effort.nodes_a_second:,.0f}",
        effort.depth and f"{effort.mean_depth:.1f}",
    )
    return [cost or "-" for cost in costs]


def _forfeits(conduct: Conduct[str], player: str, words: Words) -> str:
    told = [words(f"forfeit_{kind}", n=games) for kind, games in conduct.counts(player).items()]
    return "; ".join([*told, *conduct.reasons(player)[:3]]) or "-"


def _table(rows: Iterable[str]) -> str:
    # Whoever has no mouse scrolls a wide table by the keys.
    return f'<div class="wide" tabindex="0"><table>{"".join(rows)}</table></div>'


def _html_row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>"


def _cell(table: Crosstable, player: str, other: str) -> str:
    score = table.score(player, other)
    if player == other or not score.games:
        return "-"
    return f"{score.wins + score.draws / 2:g}/{score.games}"


def _times(store: Store, tables: Sequence[tuple[Event, Crosstable]], words: Words) -> str:
    points: dict[str, list[ChartPoint]] = defaultdict(list)
    for event, table in tables:
        for player, seconds in sorted(_mean_seconds(store, event, table.names).items()):
            if seconds > 0:
                points[player].append(ChartPoint(seconds, table.total(player).fraction))
    heading = words("report_times")
    if not points:
        return f"{_heading(heading)}<p class='quiet'>{escape(words('report_no_times'))}</p>"
    return _heading(heading) + time_chart(points, heading)


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


def _replay(stored: StoredGame, names: Names, words: Words) -> dict[str, Any]:
    """What the page's script needs to show a game: it knows no rules."""
    record = stored.record(names)
    start, *hands = record.positions[0].picture()
    return {
        "players": record.players,
        "round": stored.packed.number // 2 + 1,
        "weights": list(stored.weights),
        "result": " ".join(ending(record, words)),
        "opening": stored.packed.opening,
        "cells": start,
        "hands": hands,
        "moves": [_move(record, ply) for ply in range(len(record.choices))],
    }


def _move(record: Record, ply: int) -> list[Any]:
    """Text, cell, what changes on the board; then what was thought, and both hands where they change."""
    choice = record.choices[ply]
    (old, *held), (new, *holding) = (record.positions[at].picture() for at in (ply, ply + 1))
    changes: Change = defaultdict(list)
    for cell, (was, now) in enumerate(zip(old, new, strict=True)):
        if was != now:
            changes[now].append(cell)
    move = [record.game.move_text(choice.move), record.positions[ply].path(choice.move)[1], changes]
    return [*move, *_thought(choice), *([holding] if holding != held else [])]


def _thought(choice: Choice) -> list[float | None]:
    """The value for the mover, and milliseconds."""
    value = None if choice.value is None else round(choice.value, 2)
    return [value, round(choice.seconds * 1000) if choice.seconds else None]
