"""`kishi weights import`, `export`, `mean`, `rename` and `rm`: weights as files, and their names."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from .._native import DISC_POINTS
from ..cluster import Threads
from ..core import Weights, game
from ..errors import BadInput, nearest
from ..players.mean import mean_of, origin_of_mean
from ..players.numbers_file import FORMS, MOST_TEXT, read_numbers, written_numbers
from ..players.own_weights import keep, must_be_name, player_of_own
from ..players.registry import Named, find_named, is_shipped, known_names
from ..players.trained import DISC_PATTERNS
from ..store import Run, Store, tensors
from ..training import runs
from ..training.fitness import MatchRunner
from ..training.measure import Measured, Tell, candidate_of, measure, unheard
from .completing import weights_names
from .language import words

LARGE = 10_000  # weights


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--game", "game_name", metavar="GAME", required=True, help="What they are for.")
@click.option("--as", "name", metavar="NAME", help="Their name.  [default: the file's]")
@click.option(
    "--kind", default="auto", show_default=True,
    help="What the numbers mean, a genome of the game (docs/evolve.md); auto: by how many there are.",
)  # fmt: skip
def import_command(file: Path, game_name: str, name: str | None, kind: str) -> None:
    """Make a player of the numbers in FILE, .csv or .json: a value map, two tables, line scores, pieces.

    NAME then means these numbers; what it meant before is still known by its id. Othello: 64 numbers are a
    map, 16 its upper left quarter, 10 a symmetric one, 21 two tables and the switch. Gomoku: 11 line scores.
    Minishogi: 14 values of pieces.
    """
    form = form_of(file)
    try:
        text = file.read_bytes()[: MOST_TEXT + 1].decode("utf-8")
    except OSError as wrong:
        raise BadInput(f"cannot read {file}: {wrong.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} is no text in UTF-8") from None
    try:
        weights = read_numbers(text, form, game(game_name), kind)
    except BadInput as wrong:
        raise BadInput(f"{file}: {wrong}") from None
    title = name or file.stem
    keep(title, weights, {"set by hand": file.name})
    click.echo(f"{title}: {weights.game}, {weights.kind}, id {weights.id}")
    command = f"kishi play {weights.game} --second {player_of_own(title, weights)}"
    click.echo(words()("t_play_it", command=command))


def form_of(file: Path) -> str:
    form = file.suffix.lower()
    if form not in FORMS:
        raise BadInput(f"weights are read and written as {' or '.join(FORMS)}; got '{file.name}'")
    return form


@click.command()
@click.argument("name", shell_complete=weights_names)
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--as", "title", metavar="NAME", help="In a folder, under another name.")
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Threads.")
def export(name: str, target: Path, title: str | None, jobs: int) -> None:
    """Write NAME to TARGET: a .csv or .json of its numbers, as `import` reads, or else a folder.

    In the folder are NAME.safetensors and NAME.json: all arrays, and their provenance, measured anew.
    """
    if target.suffix.lower() in FORMS:
        written = written_numbers(wanted(name).weights, target.suffix.lower())
        _write({target: written.encode()})
    else:
        _write(_bundle(name, target, title or name, jobs))


def _write(files: dict[Path, bytes]) -> None:
    for path, body in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
        except OSError as wrong:
            raise BadInput(f"cannot write {path}: {wrong.strerror}") from None
    click.echo(words()("t_written", file=", ".join(map(str, files))))


def _bundle(name: str, folder: Path, title: str, jobs: int) -> dict[Path, bytes]:
    found = compact(wanted(name))
    result = measured(found, (), 0, jobs)
    with Store.open() as store:
        run = store.find_run(name)
        history = history_of(store, run) if run else []
    about = {
        **found.origin,
        "id": found.weights.id,
        "history": [round(v, 4) for v in thinned(history)],
        "measured": [m.as_dict() for m in result.marks],
        "elo": [round(x, 1) for x in result.elo],
    }
    body = tensors.to_bytes(
        found.weights.arrays, {"game": found.weights.game, "kind": found.weights.kind}
    )
    return {
        folder / f"{title}.safetensors": body,
        folder / f"{title}.json": (json.dumps(about, indent=1) + "\n").encode(),
    }


@click.command()
@click.argument("names", nargs=-1, required=True, shell_complete=weights_names)
@click.option("--as", "title", metavar="NAME", required=True, help="The name of the mean.")
def mean(names: tuple[str, ...], title: str) -> None:
    """Make one set of weights of several: their mean, weight by weight.

    For evaluations that add weights up (patterns, maps, line scores): the mean says what all say
    on average, so runs that learned from different games cancel some of each other's errors. A
    pattern that one of them has never seen is taken from the others.
    """
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadInput("a mean is of two weights or more, each named once")
    several = [wanted(name) for name in names]
    weights = mean_of(several)
    keep(title, weights, origin_of_mean(several, title))
    click.echo(f"{title}: {weights.game}, {weights.kind}, id {weights.id}")


@click.command()
@click.argument("old", shell_complete=weights_names)
@click.argument("new")
def rename(old: str, new: str) -> None:
    """Call the weights OLD from now on NEW. Games keep the names they were played under."""
    with Store.open() as store:
        run = store.find_run(old)
        _must_be_ours(store, old)
        runs.must_be_free(store, new)
        if run is not None:
            runs.rename(store, run, new)
        else:
            must_be_name(store, new)
            store.rename_weights(old, new)
    click.echo(f"{old} is now called {new}")


@click.command("rm")
@click.argument("name", shell_complete=weights_names)
@click.option("--yes", is_flag=True, help="Without asking.")
def remove(name: str, yes: bool) -> None:
    """Forget the weights NAME, and the run that made them. Games that they played stay."""
    with Store.open() as store:
        run = store.find_run(name)
        _must_be_ours(store, name)
        if not yes:
            what = f"the training run '{name}' and its weights" if run else f"the weights '{name}'"
            click.confirm(f"Forget {what}?", abort=True)
        if run is not None:
            runs.remove(store, run)
        else:
            store.forget_weights(name)
    click.echo(f"{name} is gone")


def _must_be_ours(store: Store, name: str) -> None:
    if store.find_run(name) is None and name not in store.own_weights():
        if is_shipped(name):
            raise BadInput(f"'{name}' ships with kishi: it stays as it is")
        raise _unknown(store, name)


def wanted(name: str) -> Named:
    found = find_named(name)
    if found is None:
        with Store.open() as store:
            raise _unknown(store, name)
    return found


def _unknown(store: Store, name: str) -> BadInput:
    close = nearest(name, known_names(store))
    return BadInput(f"no weights '{name[:60]}'{close} (`kishi weights` lists them)")


def compact(named: Named) -> Named:
    """Large tables in 16 bits, those of discs in sixteenths: training's last digits are noise."""
    small = {
        key: a.astype(np.float16) if a.size > LARGE and a.dtype.kind == "f" else a
        for key, a in named.weights.arrays.items()
    }
    if named.weights.kind == DISC_PATTERNS:
        step = DISC_POINTS // 16
        numbers = small["numbers"].astype(np.int32)
        small["numbers"] = ((numbers + step // 2) // step * step).astype(np.int16)
    return named._replace(weights=Weights(named.weights.game, named.weights.kind, small))


def thinned(values: list[float], most: int = 60) -> list[float]:
    step = max(1, len(values) // most)
    return values[::step]


def measured(
    found: Named, opponents: Sequence[str], openings: int, jobs: int, tell: Tell = unheard
) -> Measured:
    runner = MatchRunner(Threads(1), jobs)
    of, candidate = game(found.weights.game), candidate_of(found.weights)
    return measure(of, candidate, runner, opponents, openings, tell)


def history_of(store: Store, run: Run) -> list[float]:
    """What was measured on the way; else the best score of each generation, or each chunk's error."""
    log: list[dict[str, Any]] = [measures for _, _, measures in store.steps(run.id)]
    measured = [float(m["elo"]) for m in log if "elo_low" in m]
    if measured:
        return measured
    named = ("best", "error", "loss")
    return [float(next((m[n] for n in named if n in m), 0.0)) for m in log if not m.get("final")]
