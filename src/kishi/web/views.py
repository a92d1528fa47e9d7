"""The nouns as JSON: all a page needs to draw a game without knowing its rules."""

import inspect
from dataclasses import asdict, fields, replace
from functools import cache
from typing import Any

from ..core import Choice, Game, Move, Position, Record, Verdict
from ..core import games as all_games
from ..games import GAMES, GameFacts, facts_of, rule_of
from ..notation import spelled, spelled_line
from ..players import KINDS, Kind, shown_options
from ..players.book_files import has_book
from ..players.own import Plugin, plugins
from .scores import Score, score_of, scored_moves

STYLE = ("grid", "piece", "shades", "frame", "grain", "line", "label", "margin", "faces", "sizes")
LINE_SHOWN = 12  # moves of what a player expects
LEAST_PRIOR = 0.005  # of a move, to be shown as a percentage


def game_view(game: Game) -> dict[str, Any]:
    _, rows, columns = game.shape
    facts = facts_of(game)
    column_names, row_names = facts.labels(rows, columns)
    return {
        "name": game.name,
        "family": game.family,
        "rule": rule_of(game).name,
        "rows": rows,
        "cols": columns,
        "column_names": column_names,
        "row_names": row_names,
        "row_signs": {way: list(signs) for way, signs in facts.row_signs.items()},
        "stars": facts.style.stars(columns),
        "moves": game.moves,
    }


def facts_view(facts: GameFacts) -> dict[str, Any]:
    """What a page shows of every game of a family: words, and how boards are drawn."""
    style = {f.name: getattr(facts.style, f.name) for f in fields(facts.style)}
    board, text = facts.preview
    return {
        "family": facts.family,
        "name": facts.name,
        "pitch": facts.pitch,
        "rules": [asdict(rule) for rule in facts.rules if rule.offered],
        "boards": [facts.family, *facts.boards],
        "sized": facts.sized,
        "sides": facts.sides,
        "unit": facts.unit,
        "lead_unit": facts.unit or facts.lead_unit,
        "win": facts.win,
        "evaluations": [evaluation.name for evaluation in facts.evaluations],
        "style": {name: style[name] for name in STYLE},
        "pieces": facts.pieces,
        "glyphs": dict(facts.glyphs),
        "hand": facts.hand,
        "pictures": [picture._asdict() for picture in facts.pictures],
        "alone": dict(facts.alone),
        "marked": facts.marked,
        "preview": {"game": board or facts.family, "text": text},
        "swap2": facts.swap2,
        "level_elo": facts.level_elo,
    }


@cache
def every_family() -> list[dict[str, Any]]:
    return [facts_view(facts) for facts in GAMES]


@cache
def every_game() -> list[dict[str, Any]]:
    return [{**game_view(g), "book": has_book(g)} for g in all_games()]


def position_view(position: Position) -> dict[str, Any]:
    cells, first, second = position.picture()
    return {"cells": cells, "hands": [first, second], "turn": position.turn}


def legal_view(position: Position) -> list[list[int | str]]:
    """[move, from, to, text] of each legal move."""
    of = position.game
    return [[m, *position.path(m), of.move_text(m)] for m in position.legal_moves()]


def ply_view(record: Record, ply: int) -> dict[str, Any]:
    """The position after `ply` moves and the move that led to it."""
    view = position_view(record.positions[ply])
    view["ply"] = ply
    view["check"] = facts_of(record.game).check(record.positions[ply])
    if ply:
        choice = record.choices[ply - 1]
        start, end = record.positions[ply - 1].path(choice.move)
        view |= {"move": choice.move, "text": record.game.move_text(choice.move)}
        view["said"] = spelled(record.positions[ply - 1], choice.move, _before(record, ply))
        view |= {"from": start, "to": end, "seconds": round(choice.seconds, 3)}
        view |= {"value": choice.value, "points": choice.points, "exact": choice.exact}
        view |= {"depth": choice.depth, "nodes": choice.nodes, "book": choice.book}
        line = choice.line[:LINE_SHOWN]
        view["line"] = [record.game.move_text(m) for m in line]
        view["line_said"] = spelled_line(record.positions[ply - 1], line)
    return view


def _before(record: Record, ply: int) -> Move | None:
    """The move before the one that led to a ply, if there was one."""
    return record.choices[ply - 2].move if ply > 1 else None


def end_view(record: Record) -> dict[str, Any] | None:
    """How the game ended, and why: a key of the table of texts."""
    verdict = record.verdict
    if verdict is Verdict.RUNNING:
        return None
    facts, by_rules = facts_of(record.game), record.end is None
    return {
        "result": verdict.name.lower(),
        "reason": record.end.reason if record.end else facts.reason(record.position, verdict),
        "by_rules": by_rules,
        "cells": facts.deciding(record.position) if by_rules else [],
    }


def line_view(record: Record) -> dict[str, Any]:
    """A whole record for reviewing."""
    return {
        "game": game_view(record.game),
        "start": str(record.positions[0]),
        "plies": [ply_view(record, ply) for ply in range(len(record.positions))],
        "players": list(record.players) if record.players else None,
        "weights": list(record.weights) if record.weights else None,
        "position": str(record.position),
        "legal": [] if record.over else legal_view(record.position),
        "end": end_view(record),
    }


def choice_view(position: Position, choice: Choice) -> dict[str, Any]:
    """What a player thought of this position; values are for the side to move, scores for the first."""
    game = position.game
    visits, priors, values = choice.visits or {}, choice.priors or {}, choice.values or {}
    choice, score, moves = _soonest(
        choice, score_of(position, choice), scored_moves(position, choice)
    )
    return {
        "move": choice.move,
        "text": game.move_text(choice.move),
        "value": choice.value,
        "points": choice.points,
        "exact": choice.exact,
        "book": choice.book,
        "score": score,
        "depth": choice.depth,
        "nodes": choice.nodes,
        "seconds": round(choice.seconds, 3),
        "line": [game.move_text(m) for m in choice.line],
        "said": spelled_line(position, choice.line[:LINE_SHOWN]),
        "moves": [
            {"move": m, "text": game.move_text(m), "said": spelled(position, m, None),
             "to": position.path(m)[1], "value": values.get(m, choice.value), "score": worth,
             "visits": visits.get(m, 0)}
            for m, worth in moves
        ],
        "worths": [
            {"move": m, "text": game.move_text(m), "to": position.path(m)[1], "worth": worth}
            for m, worth in (choice.worths or {}).items()
        ],
        "priors": [
            {"move": m, "to": position.path(m)[1], "prior": round(prior, 4)}
            for m, prior in priors.items() if prior >= LEAST_PRIOR
        ],
    }  # fmt: skip


def _soonest(
    choice: Choice, score: Score | None, moves: list[tuple[Move, Score]]
) -> tuple[Choice, Score | None, list[tuple[Move, Score]]]:
    """A solver proves a win, a search beside it may have proved a shorter one: that is the one to tell."""
    if not score or not moves or not 0 < moves[0][1]["plies"] < score["plies"]:
        return choice, score, moves
    best, proved = moves[0]
    line = next((v.line for v in choice.variations if v.line[0] == best), (best,))
    return replace(choice, move=best, line=line), proved, moves


def kind_view(kind: type[Kind]) -> dict[str, Any]:
    about = (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")
    return {
        "kind": kind.kind,
        "about": about,
        "families": list(kind.families),
        "source": kind.source,
        "main": kind.main,
        "options": [
            {"name": name, "default": field.default, **field.metadata}
            for name, field in shown_options(kind).items()
        ],
    }


def every_kind() -> list[dict[str, Any]]:
    return [kind_view(kind) for kind in KINDS if is_for_web(kind)]


def is_for_web(kind: type[Kind]) -> bool:
    """No page may start a program of its choice on this machine; plugins were chosen by who runs it."""
    return not getattr(kind, "verbatim", False) and (kind is not Plugin or bool(plugins()))
