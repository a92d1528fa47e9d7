"""The options that matches, tournaments and ladders share: under which conditions, and where."""

import gc
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click
from rich.console import Console

from ..arena.contest import Conditions, Contest, PackedWeights
from ..arena.limits import parse_limit
from ..arena.openings import parse_openings
from ..core import Game, Spec
from ..errors import BadInput
from ..locale import Words
from ..players import parse_spec
from .completing import player_texts
from .language import words
from .numbers import Integer

F = TypeVar("F", bound=Callable[..., Any])

LIMIT_HELP = (
    "100ms or 1s a move by the clock, cpu=100ms of CPU time, nodes=N, depth=N, 60s+0.6s for the game, "
    "or several with commas."
)


openings_option = click.option(
    "--openings",
    metavar="balanced|random:K|FILE|none",
    default="balanced",
    show_default=True,
    help="How games begin; both games of a pair begin alike.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="Games at a time, on this machine.",
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Ray cluster; auto starts one here."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print all results as JSON.")


def condition_options(command: F) -> F:
    """--openings, --jobs, --cluster and --json."""
    for add in (json_option, cluster_option, jobs_option, openings_option):
        command = add(command)
    return command


def player_option(about: str, *, default: str | None = "search") -> Callable[[F], F]:
    """--player, as every verb that asks one player has it."""
    return click.option(
        "--player", "spec", metavar="SPEC", default=default, show_default=default is not None,
        shell_complete=player_texts, help=about,
    )  # fmt: skip


seed_option = click.option(
    "--seed",
    type=Integer(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="For all chance, in openings and players: the same seed, the same games.",
)


def limit_option(command: F) -> F:
    option = click.option(
        "--limit",
        metavar="TEXT",
        default="",
        help=f"{LIMIT_HELP}  [default: the players' own]",
    )
    return option(command)


def conditions_of(
    game: Game, weights: Mapping[str, PackedWeights], limit: str, openings: str, seed: int
) -> Conditions:
    if not 0 <= seed < 2**64:
        raise BadInput(f"a seed is a number from 0 to 2^64 - 1; got {seed}")
    return Conditions(game, parse_limit(limit), parse_openings(game, openings, seed), seed, weights)


def expect_many_games() -> None:
    """Games come by the ten thousand, hold no cycles, and are stored while others are played: look for
    cycles seldom, and have threads pass on the interpreter lock soon. Worth a sixth of the speed."""
    gc.set_threshold(100_000, 50, 50)
    sys.setswitchinterval(0.0005)


def whole_pairs(games: int, console: Console) -> int:
    """So many games, or one more: they come in pairs, each side moving first once."""
    if games & 1:
        console.print(words()("t_in_pairs", more=games + 1, games=games))
    return games + (games & 1)


def repeats_told(contest: Contest, words: Words) -> list[str]:
    """A line where games are not played because they would be the same ones again."""
    asked, played = contest.games * len(contest.pairings), contest.all_games
    if played == asked:
        return []
    return [words("t_no_repeats", played=f"{played:,}", asked=f"{asked:,}")]


def computer_spec(game: Game, text: str) -> Spec:
    """The player described, who must not be a person."""
    spec = parse_spec(game, text)
    if spec.kind == "human":
        raise BadInput("people cannot play in matches: use `kishi play`")
    return spec
