"""`kishi weights`: what has been trained, and how good it is."""

import json
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ..cluster import Threads
from ..errors import BadInput
from ..players.registry import shipped, shipped_names
from ..renamed import COMMANDS
from ..store import Store
from ..training import runs
from ..training.curves import CurvePoint, curve, drawn
from ..training.fitness import MatchRunner
from .completing import weights_names
from .group import RenamingGroup
from .language import words
from .terminal.maps import drawn_maps
from .terminal.progress import Counting
from .terminal.tables import plain_table
from .train import marks_table, sparkline
from .weights_files import (
    export,
    history_of,
    import_command,
    mean,
    measured,
    remove,
    rename,
    wanted,
)

openings_option = click.option(
    "--openings", type=click.IntRange(0, 10**5), default=0,
    help="Held-out openings, each with both colours.  [default: what suits the game]",
)  # fmt: skip
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Threads."
)


class WeightsVerbs(RenamingGroup):
    """What can be done with weights."""

    noun, old_names = "kishi weights", COMMANDS["weights"]


@click.group(cls=WeightsVerbs, invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="The list as JSON.")
@click.pass_context
def weights(context: click.Context, as_json: bool) -> None:
    """List weights: what you have trained or set yourself, and what ships with kishi."""
    if context.invoked_subcommand is not None:
        return
    listed = [*kept(), *bundled()]
    if as_json:
        click.echo(json.dumps(listed))
        return
    say = words()
    table = plain_table(say, "name", "game", "method", "games", "made")
    for row in listed:
        games = "" if row["games"] is None else f"{row['games']:,}"
        made = row["made"] and time.strftime("%Y-%m-%d %H:%M", time.localtime(row["made"]))
        method = say("t_by_hand") if row["method"] == "by hand" else row["method"]
        table.add_row(row["name"], row["game"], method, games, made or say("t_shipped"))
    Console(highlight=False).print(table)


def kept() -> list[dict[str, Any]]:
    """What the store has: runs, then a person's own; `made` in seconds since 1970."""
    with Store.open() as store:
        trained = [
            {"name": run.name, "game": run.game, "method": run.trainer,
             "games": runs.progress(store, run).games, "made": run.made}
            for run in store.runs()
        ]  # fmt: skip
        own = [
            {"name": name, "game": store.get_weights(id).game, "method": "by hand",
             "games": None, "made": made}
            for name, (id, made) in store.own_weights().items()
        ]  # fmt: skip
    return [*trained, *own]


def bundled() -> list[dict[str, Any]]:
    return [
        {"name": found.name, "game": found.weights.game,
         "method": str(found.origin.get("trainer", "")),
         "games": found.origin.get("games", 0), "made": None}
        for found in filter(None, map(shipped, shipped_names()))
    ]  # fmt: skip


@weights.command()
@click.argument("name", shell_complete=weights_names)
@click.option("--json", "as_json", is_flag=True, help="How it came to be, as JSON.")
def show(name: str, as_json: bool) -> None:
    """Draw the value map of NAME, how it came to be, and the history of its run."""
    console = Console(highlight=False)
    found = wanted(name)
    with Store.open() as store:
        run = store.find_run(name)
        history = history_of(store, run) if run else found.origin.get("history", [])
    if as_json:
        about = {"name": name, "game": found.weights.game, "kind": found.weights.kind}
        told = {**about, "id": found.weights.id, **found.origin, "history": history}
        click.echo(json.dumps(told, indent=1))
        return
    console.print(
        f"{name}: {found.weights.game}, {found.weights.kind}, id {found.weights.id}", markup=False
    )
    for text in drawn_maps(found.weights):
        console.print(text)
    for key, value in found.origin.items():
        if key not in ("settings", "measured", "history", "mean of"):
            console.print(f"{key}: {value}", soft_wrap=True, markup=False)
    for part in found.origin.get("mean of", []):
        made_by = part.get("command", "")
        console.print(f"mean of: {part['name']}, id {part['id']}", soft_wrap=True, markup=False)
        console.print(f"         {made_by}", soft_wrap=True, markup=False)
    if history:
        say = words()
        console.print(say("t_history", bars=sparkline([float(v) for v in history])))
        ends = {"first": f"{history[0]:.3f}", "last": f"{history[-1]:.3f}"}
        console.print(f"         {say('t_from_to', **ends)}")
    for mark in found.origin.get("measured", []):
        score = f"{mark['score']:.1%} ± {mark['error']:.1%}"
        console.print(words()("t_mark", opponent=mark["opponent"], score=score), markup=False)


@weights.command("measure")
@click.argument("name", shell_complete=weights_names)
@click.argument("opponents", nargs=-1)
@openings_option
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="The scores as JSON.")
def measure_command(
    name: str, opponents: tuple[str, ...], openings: int, jobs: int, as_json: bool
) -> None:
    """Play NAME from held-out openings against OPPONENTS, or a ladder that training never meets."""
    named = wanted(name)
    with Counting(Console(stderr=True, highlight=False), "t_games_done", words()) as counting:
        found = measured(named, opponents, openings, jobs, counting.show)
    if as_json:
        click.echo(json.dumps({"name": name, **found.as_dict()}))
    else:
        Console(highlight=False).print(marks_table(found))


@weights.command("curve")
@click.argument("names", nargs=-1, required=True, shell_complete=weights_names)
@click.option(
    "--by", type=click.Choice(["games", "cpu_seconds"]), default="games", show_default=True
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True)
@openings_option
def curve_command(names: tuple[str, ...], by: str, output: Path, openings: int) -> None:
    """Draw the strength of the runs NAMES on held-out games over what it cost, as SVG."""
    curves: dict[str, list[CurvePoint]] = {}
    with Store.open() as store:
        for name in names:
            points = curve(store, runs.find(store, name), MatchRunner(Threads(1)), openings)
            if not points:
                raise BadInput(f"the run '{name}' has no weights yet")
            curves[name] = points
    for name, points in curves.items():
        for p in points:
            elo, low, high = (f"{x:+.0f}" for x in p.elo)
            cost = {"games": p.games, "seconds": f"{p.cpu_seconds:.1f}"}
            told = words()("t_curve_point", name=name, elo=elo, low=low, high=high, **cost)
            click.echo(told)
    try:
        output.write_text(drawn(curves, by), "utf-8")
    except OSError as wrong:
        raise BadInput(f"cannot write {output}: {wrong.strerror}") from None
    click.echo(words()("t_written", file=output))


for _command in (import_command, export, mean, rename, remove):
    weights.add_command(_command)
