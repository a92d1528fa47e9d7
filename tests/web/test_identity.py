"""A page says which weights played, and tells two players of one text apart."""

import time
from pathlib import Path
from typing import Any

import numpy as np
from starlette.testclient import TestClient

from kishi import Weights
from kishi.core import Identity
from kishi.store import Store
from kishi.web import make_app

from .conftest import ORIGIN
from .tables import begin, connect, next_event, sit


def train(seed: int) -> str:
    """One more step of the run `mine`; the id of its weights."""
    numbers = np.random.default_rng(seed).uniform(-30, 30, 16).astype(np.float32)
    with Store.open() as store:
        made = store.put_weights(Weights("othello-4", "map", {"numbers": numbers}))
        store.add_step(store.start_run("mine", "othello-4", "pso", {}), made, {})
    return made


def contest(client: TestClient, *players: str) -> dict[str, Any]:
    """A contest played to its end."""
    body = {"game": "othello-4", "players": players, "games": 4, "openings": "random:2"}
    return ended(client, client.post("/api/contests", json=body).json()["id"])


def ended(client: TestClient, id: int) -> dict[str, Any]:
    with connect(client, f"/api/contests/{id}/socket") as page:
        while (standing := next_event(page, "contest")["contest"])["state"] != "resting":
            pass
    return dict(standing)


def test_contests_and_ratings_tell_one_text_with_two_weights_apart(client: TestClient) -> None:
    old = train(1)
    before = contest(client, "pso:mine", "random")
    new = train(2)
    contest(client, "pso:mine", "random")
    rated = client.get("/api/ratings/othello-4").json()["players"]
    names = {f"pso:mine@{old[:4]}": old, f"pso:mine@{new[:4]}": new, "random": ""}
    assert {row["player"]: row["weights"] for row in rated} == names
    # The contest before still says what it said.
    path = f"/api/contests/{before['id']}"
    again = client.get(path).json()
    assert again["players"] == before["players"]
    assert {p["player"]: p["weights"] for p in again["players"]} == {"pso:mine": old, "random": ""}
    for played in client.get(f"{path}/games").json()["games"]:
        assert dict(zip(played["players"], played["weights"], strict=True)) == {
            "pso:mine": old, "random": ""
        }  # fmt: skip
    assert set(client.get(f"{path}/games/0").json()["weights"]) == {old, ""}
    # The list of contests shows both.
    listed = client.get("/api/contests").json()["contests"]
    assert [c["players"][0] for c in listed] == [f"pso:mine@{new[:4]}", f"pso:mine@{old[:4]}"]


def test_old_and_new_weights_meet(client: TestClient) -> None:
    old, new = train(1), train(2)
    standing = contest(client, f"pso:mine@{old}", "pso:mine")
    assert standing["failure"] is None
    assert {p["player"] for p in standing["players"]} == {
        f"pso:mine@{old[:4]}", f"pso:mine@{new[:4]}"
    }  # fmt: skip
    games = client.get(f"/api/contests/{standing['id']}/games").json()["games"]
    assert {name for g in games for name in g["players"]} == {
        p["player"] for p in standing["players"]
    }


def test_a_contest_is_not_gone_on_with_by_other_weights(client: TestClient) -> None:
    train(1)
    body = {"game": "othello-4", "players": ["pso:mine", "random"], "games": 10_000}
    id = client.post("/api/contests", json=body).json()["id"]
    client.post(f"/api/contests/{id}/stop", json={})
    before = ended(client, id)
    train(2)
    assert client.post(f"/api/contests/{id}/resume", json={}).status_code == 200
    refused = ended(client, id)
    assert "weights of the players have changed" in refused["failure"]
    assert refused["played"] == before["played"]


def stored_players(name: str) -> list[Identity]:
    """Who has played in an event, once it is there: tables are stored behind the page's back."""
    for _ in range(200):
        with Store.open() as store:
            event = store.find_event(name)
            if event is not None and (players := store.players(event)):
                return players
        time.sleep(0.05)
    raise AssertionError(f"no game of {name} was stored")


def test_a_game_at_the_board_says_which_weights_played(home: Path) -> None:
    made = train(1)
    with TestClient(make_app(), base_url=ORIGIN) as client:
        id = begin(client, "othello-4", ["human", "pso:mine"])
        with sit(client, id) as page:
            assert next_event(page, "table")["now"]["person"]
    train(2)
    # Given up after a restart, before the computer was asked for a move again.
    with TestClient(make_app(), base_url=ORIGIN) as client, sit(client, id) as page:
        next_event(page, "table")
        page.send_json({"do": "resign", "seat": 0})
        assert next_event(page, "ply")["now"]["end"]
    assert stored_players("web-othello-4") == [Identity("human"), Identity("pso:mine", made)]
