"""The weights that ship with kishi: known by their content, told how they were made, and as good as said."""

import re
import shlex
import zlib
from dataclasses import fields
from importlib import resources
from typing import Any

import pytest
from click import ClickException
from click.core import ParameterSource

from kishi.cli.train import train
from kishi.cluster import Threads
from kishi.core import game
from kishi.errors import BadInput
from kishi.games import facts_of
from kishi.players import make_player
from kishi.players.net_session import KIND
from kishi.players.registry import shipped, shipped_names
from kishi.players.trained import written
from kishi.training import TRAINERS
from kishi.training.fitness import MatchRunner
from kishi.training.measure import candidate_of, measure

METHODS = {trainer.method: trainer for trainer in TRAINERS}


def trained_parts(origin: dict[str, Any]) -> list[dict[str, Any]]:
    """The runs that weights are the mean of; most are of one."""
    parts = origin.get("mean of", [])
    return [run for part in parts for run in trained_parts(part)] or [origin]


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_weights_say_where_they_come_from(name: str) -> None:
    found = shipped(name)
    assert found is not None
    origin = found.origin
    assert origin["id"] == found.weights.id
    for part in trained_parts(origin):
        assert part["command"].startswith(f"kishi train {found.weights.game} {origin['trainer']}")
        assert part["games"] > 0 and part["cpu_seconds"] > 0 and part["seed"] >= 0
    assert origin["games"] == sum(part["games"] for part in trained_parts(origin))
    known = facts_of(game(found.weights.game)).training
    ladder = known.net_ladder if found.weights.kind == KIND else known.ladder
    assert [m["opponent"] for m in origin["measured"]] == list(ladder)
    kind, of = name.split("-", 1)
    assert of == found.weights.game and origin["trainer"] in METHODS
    assert written(origin["trainer"], name) == f"{kind}:{name}"
    assert make_player(game(of), kind).name


def begun_by(command: str) -> dict[str, Any]:
    """The settings with which this command begins a run today; none if it is refused."""
    kishi, verb, of, method, *words = shlex.split(command)
    assert (kishi, verb) == ("kishi", "train")
    trainer = METHODS[method]
    try:
        context = train.commands[method].make_context(method, words)
    except (BadInput, ClickException):
        return {}
    given = {n: context.params[n] for n in (*(f.name for f in fields(trainer)), "seed")}
    typed = {n for n in given if context.get_parameter_source(n) is ParameterSource.COMMANDLINE}
    preset = trainer.preset(context.params["preset"], game(of))
    return {**given, **preset, **{n: given[n] for n in typed}}


@pytest.mark.parametrize("name", shipped_names())
def test_the_command_does_what_it_did_or_names_a_revision(name: str) -> None:
    found = shipped(name)
    assert found is not None
    for origin in trained_parts(found.origin):
        # What has become a setting since is as if it had been left as it is.
        trainer = METHODS[origin["trainer"]]
        settings = {f.name: f.default for f in fields(trainer)} | origin["settings"]
        same = begun_by(origin["command"]) == settings
        assert same == ("made_at" not in origin)
        assert same or re.fullmatch("[0-9a-f]{7}", origin["made_at"])


@pytest.mark.parametrize("name", [n for n in shipped_names() if n.endswith("-othello")])
def test_shipped_weights_play_as_measured(name: str) -> None:
    """The first of the games that were measured: a tenth, but at least 40, so not the same score."""
    found = shipped(name)
    assert found is not None
    said = found.origin["measured"][-1]
    openings = max(20, (said["wins"] + said["draws"] + said["losses"]) // 20)
    (now,) = measure(
        game("othello"),
        candidate_of(found.weights),
        MatchRunner(Threads(1)),
        [said["opponent"]],
        openings,
    ).marks
    assert abs(now.score - said["score"]) < 4 * now.error


def test_weights_stay_small() -> None:
    folder = resources.files("kishi").joinpath("weights")
    # As a wheel holds them: deflated.
    assert sum(len(zlib.compress(f.read_bytes())) for f in folder.iterdir()) < 8_000_000
