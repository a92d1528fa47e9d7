"""`kishi review`: a whole game judged move by move, as the page's Review does."""

import json
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..arena.limits import parse_limit
from ..arena.review import (
    GameReview,
    Judgement,
    ReviewedMove,
    SideSummary,
    judgements,
    reason_text,
    review,
)
from ..core import Limit, Record, SearchControl
from ..errors import BadInput
from ..games import facts_of
from ..locale import Words
from ..players import make_player
from ..players.thinking import Background
from .completing import games_and_files
from .conditions import LIMIT_HELP, player_option
from .files import game_in, number_option
from .language import words as spoken_words
from .position import game_and_file
from .terminal.progress import Progress


@click.command("review")
@click.argument("asked", nargs=-1, metavar="[GAME] FILE", shell_complete=games_and_files)
@number_option
@player_option("Who judges.")
@click.option(
    "--limit",
    metavar="TEXT",
    default="200ms",
    show_default=True,
    help=f"For each position: {LIMIT_HELP}",
)
@click.option("--json", "as_json", is_flag=True, help="The review as JSON.")
def review_command(
    asked: tuple[str, ...], number: int | None, spec: str, limit: str, as_json: bool
) -> None:
    """Judge a whole game: how accurately each side played, its mistakes, what was better and why.

    FILE holds games in any format that `kishi convert` reads. A mistake is written ?! (a slip), ? (a
    mistake) or ?? (a blunder), by how much of the win rate, or how many discs, it lost.
    """
    of, file = game_and_file(asked)
    if file is None:
        raise BadInput("name a FILE: a whole game is reviewed (`kishi analyze` judges a position)")
    record = game_in(file, number, of)
    words = spoken_words()
    found = review(record, judged(record, spec, parse_limit(limit)))
    if not found.moves:
        raise BadInput(f"{spec} does not tell what a position is worth")
    if as_json:
        click.echo(json.dumps(described(found, spec, words), ensure_ascii=False))
    else:
        show(found, spec, words)


def judged(record: Record, spec: str, limit: Limit) -> dict[int, Judgement | None]:
    """Each position as the player sees it; how far it is, meanwhile."""
    if not record.choices:
        raise BadInput("there is no move to review")
    player = make_player(record.game, spec)
    done: dict[int, Judgement | None] = {}

    def how_far() -> str:
        return f"{len(done)}/{len(record.positions)}"

    try:
        with Progress(Console(highlight=False, stderr=True)) as progress:

            def work(control: SearchControl) -> None:
                for ply, judgement in judgements(record, player, limit, control):
                    done[ply] = judgement
                    progress.show(how_far, how_far)
                    if control.stopped:
                        break

            Background(work).watch()
    finally:
        if close := getattr(player, "close", None):
            close()
    return done


def described(found: GameReview, spec: str, words: Words) -> dict[str, Any]:
    """The review as plain data; losses of chance are of a hundred."""
    game = found.record.game
    return {
        "game": game.name,
        "player": spec,
        "sides": [
            {
                "side": facts_of(game).sides[number],
                "accuracy": side.accuracy,
                "moves": side.chosen,
                "best": side.best,
                "chance_lost": side.chance,
                "points_lost": side.counted,
                "faults": dict(side.faults),
            }
            for number, side in enumerate(found.sides)
        ],
        "moves": [_move(found, move, words) for move in found.moves],
    }


def _move(found: GameReview, move: ReviewedMove, words: Words) -> dict[str, Any]:
    text = found.record.game.move_text
    told: dict[str, Any] = {
        "ply": move.ply,
        "move": text(move.move),
        "value": move.after.value,
        "accuracy": move.accuracy,
        "chance_lost": move.chance,
        "points_lost": move.counted,
    }
    if move.fault:
        told |= {
            "grade": move.fault.grade,
            "better": text(move.fault.better),
            "line": [text(m) for m in move.fault.line],
            "reasons": [reason_text(words, reason) for reason in move.fault.reasons],
        }
    return told


def show(found: GameReview, spec: str, words: Words) -> None:
    console, record = Console(highlight=False), found.record
    head = words("reviewed_by", game=record.game.name, n=len(record.choices), player=spec)
    console.print(Text(head), soft_wrap=True)
    console.print(summary(found, words))
    if not found.faults:
        console.print(Text(words("no_mistakes")))
        return
    for line in fault_lines(found, words):
        console.print(Text(line), soft_wrap=True)


def summary(found: GameReview, words: Words) -> Table:
    columns = ("side", "accuracy", "best", "slips", "mistakes", "blunders", "lost")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        justify: Any = "left" if column == "side" else "right"
        table.add_column(Text(words(f"review_{column}")), justify=justify)
    for name, side in zip(facts_of(found.record.game).sides, found.sides, strict=True):
        accuracy = "" if side.accuracy is None else f"{side.accuracy:.0f}%"
        grades: Mapping[Any, int] = side.faults
        faults = (str(grades[grade]) for grade in ("slip", "mistake", "blunder"))
        best = f"{side.best}/{side.chosen}"
        table.add_row(words.named(name), accuracy, best, *faults, side_lost(found, side, words))
    return table


def side_lost(found: GameReview, side: SideSummary, words: Words) -> str:
    if found.unit and side.counted is not None:
        return lead(found, side.counted, words)
    return words("review_chance", n=f"{side.chance:.0f}")


def lead(found: GameReview, counted: float, words: Words) -> str:
    """So many discs or pawns."""
    return words(f"n_{found.unit}", n=f"{counted:.0f}" if counted >= 10 else f"{counted:.1f}")


def fault_lines(found: GameReview, words: Words) -> list[str]:
    """`14. f2?? lost 6.0 discs: g1 was better. (gives the corner h1)  g1 h2 ...`"""
    text = found.record.game.move_text
    lines = []
    for move in found.faults:
        assert move.fault
        reasons = words("list_comma").join(reason_text(words, r) for r in move.fault.reasons)
        why = f" ({reasons})" if reasons else ""
        line = " ".join(map(text, move.fault.line))
        lines.append(f"{fault_text(found, move, words)}{why}  {line}")
    return lines


def fault_text(found: GameReview, move: ReviewedMove, words: Words) -> str:
    """By what the move lost: a lead, else a chance to win, else nothing but a shorter way."""
    assert move.fault
    text = found.record.game.move_text
    values = {
        "number": f"{move.ply:>3}.",
        "move": f"{text(move.move)}{move.sign}",
        "better": text(move.fault.better),
    }
    if found.unit and (move.counted or 0.0) >= 0.05:
        return words("fault_lead", n=lead(found, move.counted or 0.0, words), **values)
    if move.chance >= 1:
        return words("fault_chance", n=f"{move.chance:.0f}", **values)
    return words("fault_plain", **values)
