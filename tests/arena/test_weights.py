"""The weights that a contest begins with are those that all its games are played with, and part of
who its players are."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import kishi

from kishi import Limit, Record, Weights, game, parse_spec
from kishi.arena import Conditions, Contest, Pairing, parse_openings, resolve
from kishi.arena.ladder import training_seconds
from kishi.arena.tournament import pairings
from kishi.cluster import Cluster, Processes, Threads
from kishi.core import Identity
from kishi.errors import BadInput
from kishi.players.registry import shipped
from kishi.store import PackedGame, Store

OTHELLO = game("othello")
PLAYERS = [parse_spec(OTHELLO, text) for text in ("pso:mine", "table")]


def train(seed: int) -> str:
    """One more step of the run `mine`, as training takes it; the id of the weights."""
    numbers = np.random.default_rng(seed).uniform(-30, 30, 64).astype(np.float32)
    with Store.open() as store:
        made = store.put_weights(Weights("othello", "map", {"numbers": numbers}))
        run = store.start_run("mine", "othello", "pso", {})
        store.add_step(run, made, {"cpu_seconds": 2.0})
    return made


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISHI_HOME", str(tmp_path))
    train(1)
    return tmp_path


def conditions() -> Conditions:
    openings = parse_openings(OTHELLO, "random:6", 1)
    return Conditions(OTHELLO, Limit(), openings, 1, resolve(OTHELLO, PLAYERS).weights)


def played(given: Conditions, cluster: Cluster, name: str) -> list[PackedGame]:
    with Store.open() as store:
        event = store.event(name, "match", "othello", given.settings)
        contest = Contest(given, [Pairing(*PLAYERS)], 30, store, event)
        games = [g for batch in contest.play(cluster) for g in batch.games]
    cluster.close()
    return sorted(games)


def test_only_named_weights_are_sent() -> None:
    assert list(resolve(OTHELLO, PLAYERS).weights) == ["mine"]
    assert "weights" not in Conditions(OTHELLO, Limit(), conditions().openings, 1).settings


def test_training_that_goes_on_does_not_change_the_players(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = conditions()
    before = played(begun, Threads(1), "before")
    train(2)
    assert played(begun, Threads(1), "after") == before
    assert played(conditions(), Threads(1), "anew") != before
    # Workers of another machine have another store, without the run.
    monkeypatch.setenv("KISHI_HOME", str(home / "elsewhere"))
    assert played(begun, Processes(2), "elsewhere") == before


def test_changed_weights_are_another_tournament(home: Path) -> None:
    command = ("tournament", "othello", "pso:mine", "random", "--games", "2", "--name", "cup")
    assert kishi(home, *command).returncode == 0
    assert kishi(home, *command).returncode == 0
    train(2)
    for again in (command, ("tournament", "othello", "--name", "cup")):
        refused = kishi(home, *again)
        assert refused.returncode == 2
        assert "weights of the players have changed since 'cup' began" in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_the_cost_is_that_of_the_weights() -> None:
    train(2)
    assert training_seconds(PLAYERS[0]) == 4.0
    assert training_seconds(PLAYERS[1]) == 0.0


MATCH = ("match", "othello", "pso:mine", "random", "--games", "6", "--seed", "1", "--json")


def json_of(home: Path, *args: str) -> Any:
    ran = kishi(home, *args)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_players_are_known_by_all_the_weights_they_are_made_with() -> None:
    old, td, best = train(1), shipped("td-othello"), shipped("patterns-othello")
    assert td is not None and best is not None
    texts = ("pso:mine", "search:eval=map:mine", "table:mine,late=mine", "search", "level:5", "td",
             "search:eval=mobility", "random", "table:mine,late=pso-othello")  # fmt: skip
    players = resolve(OTHELLO, [parse_spec(OTHELLO, text) for text in texts]).players
    assert [player.text for player in players] == list(texts)
    *ids, (first, second) = (player.weights for player in players)
    learned = [(best.weights.id,), (best.weights.id,), (td.weights.id,)]
    assert ids == [(old,), (old,), (old,), *learned, (), ()]
    assert first == old != second


def test_a_run_gone_on_with_is_another_player(home: Path) -> None:
    before = json_of(home, *MATCH)
    assert before["a"] == "pso:mine"  # nothing to tell it from
    old, new = before["players"]["a"]["weights"], train(2)
    after = json_of(home, *MATCH)
    assert after["players"] == {
        "a": {"text": "pso:mine", "weights": new}, "b": {"text": "random", "weights": ""}
    }  # fmt: skip
    rows = {row["player"]: row for row in json_of(home, "ratings", "othello", "--json")["players"]}
    assert set(rows) == {f"pso:mine@{old[:4]}", f"pso:mine@{new[:4]}", "random"}
    assert rows[f"pso:mine@{old[:4]}"]["weights"] == old
    assert {row["text"] for row in rows.values()} == {"pso:mine", "random"}
    assert f"pso:mine@{old[:4]}" in kishi(home, "ratings", "othello").stdout


def test_old_games_keep_saying_who_played_them(home: Path, tmp_path: Path) -> None:
    old = json_of(home, *MATCH, "--name", "cup")["players"]["a"]["weights"]
    train(2)
    file = tmp_path / "cup.json"
    assert kishi(home, "export", "cup", str(file)).returncode == 0
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(records) == 6
    assert all(set(r["players"]) == {"pso:mine", "random"} for r in records)
    assert all(r["weights"][r["players"].index("pso:mine")] == old for r in records)
    assert all(Record.from_dict(r).as_dict() == r for r in records)
    assert kishi(home, "report", "cup", "-o", str(tmp_path / "cup.html")).returncode == 0
    assert f"<td>{old}</td>" in (tmp_path / "cup.html").read_text("utf-8")
    assert kishi(home, "import", str(file)).returncode == 0
    with Store.open() as store:
        (imported,) = store.events("import")
        assert Identity("pso:mine", old) in store.players(imported)


def test_old_weights_play_again_by_their_id(home: Path) -> None:
    before = json_of(home, *MATCH)
    old, new = before["players"]["a"]["weights"], train(2)
    pinned = f"pso:mine@{old[:5]}"
    again = json_of(home, *(pinned if arg == "pso:mine" else arg for arg in MATCH))
    # The same player, so the same games, and no third row in the ratings.
    assert again["players"] == before["players"]
    assert [again[k] for k in ("wins", "draws", "losses")] == [
        before[k] for k in ("wins", "draws", "losses")
    ]
    assert len(json_of(home, "ratings", "othello", "--json")["players"]) == 2
    cup = ("tournament", "othello", pinned, "pso:mine", "random", "--games", "2", "--json")
    table = json_of(home, *cup, "--jobs", "2", "--name", "cup")
    names = {f"pso:mine@{old[:4]}": old, f"pso:mine@{new[:4]}": new, "random": ""}
    assert {row["player"]: row["weights"] for row in table["players"]} == names
    assert json_of(home, "tournament", "othello", "--name", "cup", "--json") == table


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("pso:mine@00000000", "no weights of 'mine' with the id 00000000"),
        ("pso:mine@zz", "no weights 'mine@zz'"),
        ("random@2f8c", "more ids after @ than the player has weights"),
        ("table:mine,late=pso-othello@{mine}", "fewer ids after @ than the player has weights"),
    ],
)
def test_ids_that_mean_nothing_are_one_line(home: Path, text: str, wrong: str) -> None:
    refused = kishi(home, "match", "othello", text.format(mine=train(1)), "random")
    assert refused.returncode == 2
    assert wrong in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_bundled_weights_have_an_id_too() -> None:
    best = shipped("patterns-othello")
    assert best is not None
    (player,) = resolve(OTHELLO, [parse_spec(OTHELLO, f"level:5@{best.weights.id[:6]}")]).players
    assert player.identity == Identity("level:5", best.weights.id)
    assert str(player) == f"level:5@{best.weights.id[:6]}"


def test_a_command_line_may_hold_what_looks_like_an_id() -> None:
    spec = parse_spec(game("gomoku"), "gtp:ssh me@beef")
    assert (spec.text, spec.pinned) == ("gtp:ssh me@beef", "")


def test_the_same_player_is_not_listed_twice() -> None:
    texts = ("pso:mine", f"pso:mine@{train(1)}", "random")
    players = resolve(OTHELLO, [parse_spec(OTHELLO, text) for text in texts]).players
    with pytest.raises(BadInput, match="listed twice"):
        pairings(players)
