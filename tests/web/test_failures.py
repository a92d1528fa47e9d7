"""Every failure reaches the page, and the game goes on; nothing is called stored that is not."""

import errno
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kishi.store import Store
from kishi.web import make_app, seats, table_files, tables
from kishi.web.table_files import TableFiles

from .conftest import ORIGIN
from .tables import begin, next_event, sit


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Computers that fail as long as this says so."""
    state = {"broken": True}
    made = seats.seated

    class Faulty:
        name = "faulty"

        def __init__(self, player: Any) -> None:
            self._player = player
            self.close = player.close

        def choose(self, *asked: Any) -> Any:
            if state["broken"]:
                raise ZeroDivisionError("/home/somebody/secret")
            return self._player.choose(*asked)

    def seated(*args: Any) -> Any:
        found = made(*args)
        return found._replace(player=Faulty(found.player))

    monkeypatch.setattr("kishi.web.table.seated", seated)
    return state


def test_a_computer_that_breaks_is_told_of_and_can_try_again(
    client: TestClient, broken: dict[str, bool]
) -> None:
    with sit(client, begin(client, "othello", ["human", "random"])) as page:
        now = next_event(page, "table")["now"]
        page.send_json({"do": "play", "move": now["legal"][0][0], "ply": 0})
        error = next_event(page, "error")
        assert error["status"] == 500 and "random did not move" in error["error"]
        assert "secret" not in error["error"]
        assert next_event(page, "ply")["now"]["paused"]
        broken["broken"] = False
        page.send_json({"do": "go on"})
        while (event := next_event(page, "ply"))["at"]["ply"] < 2:
            pass
        assert event["now"]["person"] and not event["now"]["end"]


def test_a_full_disk_is_told_tried_again_and_drops_no_move(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "AGAIN", 0.05)
    write, full = TableFiles.write, {"full": False}

    def maybe(self: TableFiles, id: str, data: dict[str, Any]) -> None:
        if full["full"]:
            raise OSError(errno.ENOSPC, "No space left on device", str(home))
        write(self, id, data)

    monkeypatch.setattr(TableFiles, "write", maybe)
    id = begin(client, "othello", ["human", "human"])
    with sit(client, id) as page:
        now = next_event(page, "table")["now"]
        full["full"] = True
        page.send_json({"do": "play", "move": now["legal"][0][0], "ply": 0})
        now = next_event(page, "ply")["now"]
        error = next_event(page, "error")["error"]
        assert "not saved" in error and "No space left" in error and str(home) not in error
        page.send_json({"do": "play", "move": now["legal"][0][0], "ply": 1})
        assert next_event(page, "ply")["at"]["ply"] == 2  # the game goes on, and is told of once
        assert client.post("/api/tables", json={"game": "othello", "seats": ["human", "human"]}
                           ).status_code == 503  # fmt: skip
        full["full"] = False
        next_event(page, "saved")
    kept = json.loads((home / "web" / "tables" / f"{id}.json").read_text())
    assert len(kept["record"]["moves"]) == 2


def test_no_page_is_told_of_a_move_before_it_is_on_disk(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = TableFiles.write, list[int]()

    def slowly(self: TableFiles, id: str, data: dict[str, Any]) -> None:
        time.sleep(0.02)
        write(self, id, data)
        written.append(len(data["record"].choices))

    monkeypatch.setattr(TableFiles, "write", slowly)
    id = begin(client, "othello", ["human", "human"])
    with sit(client, id) as page:
        now = next_event(page, "table")["now"]
        for ply in range(4):
            page.send_json({"do": "play", "move": now["legal"][0][0], "ply": ply})
            if ply == 3:
                assert len(client.get(f"/api/tables/{id}").json()["plies"]) - 1 <= written[-1]
            now = next_event(page, "ply")["now"]
            assert written[-1] == ply + 1
    kept = json.loads((home / "web" / "tables" / f"{id}.json").read_text())
    assert len(kept["record"]["moves"]) == 4


def over(client: TestClient) -> str:
    id = begin(client, "othello-4", ["human", "human"])
    with sit(client, id) as page:
        next_event(page, "table")
        page.send_json({"do": "resign", "seat": 0})
        next_event(page, "ply")
        error = next_event(page, "error")["error"]
    assert "not in the store yet" in error
    return id


def stored(id: str, home: Path) -> bool:
    return bool(json.loads((home / "web" / "tables" / f"{id}.json").read_text())["stored"])


def test_a_store_that_fails_is_told_and_the_game_gets_there_later(home: Path) -> None:
    """By the server that could not store it, or by the next one; and once only."""
    (home / "kishi.db").write_bytes(b"no database" * 100)
    with TestClient(make_app(), base_url=ORIGIN) as client:
        ids = [over(client), over(client)]
        assert not any(stored(id, home) for id in ids)
    (home / "kishi.db").unlink()
    with TestClient(make_app(), base_url=ORIGIN):
        until = time.monotonic() + 60
        while not all(stored(id, home) for id in ids):
            assert time.monotonic() < until
            time.sleep(0.01)
    with TestClient(make_app(), base_url=ORIGIN), Store.open() as store:
        event = store.find_event("web-othello-4")
        assert event is not None and store.count(event) == 2


def test_a_store_that_breaks_is_told_on_every_page(client: TestClient, home: Path) -> None:
    with Store.open() as store:
        id = store.event("e", "match", "othello", {"players": ["random", "first"]}).id
    from .tables import connect

    with connect(client, f"/api/contests/{id}/socket") as page:
        next_event(page, "contest")
        for file in home.glob("kishi.db*"):
            file.unlink()
        (home / "kishi.db").write_bytes(b"no database" * 100)
        error = next_event(page, "error")
        assert error["status"] == 503 and str(home) not in error["error"]
    with connect(client, f"/api/contests/{id}/socket") as page:
        assert next_event(page, "error")["status"] == 503


@pytest.mark.parametrize(
    "text",
    ["", "[]", "[" * 100_000, "null", '{"record": 5}', '{"clocks": [1]}', '{"seats": [5, 6]}',
     '{"weights": 7}', '{"seats": null}', "\ud800"],
)  # fmt: skip
def test_a_damaged_game_is_one_line_and_leaves_the_others(
    client: TestClient, home: Path, text: str
) -> None:
    def begun() -> str:
        terms = {"game": "tictactoe", "seats": ["human", "human"]}
        return str(client.post("/api/tables", json=terms).json()["id"])

    damaged, whole = begun(), begun()
    file = home / "web" / "tables" / f"{damaged}.json"
    told = json.loads(file.read_text())
    if text.startswith("{"):
        text = json.dumps({**told, **json.loads(text)})
    other = home / "web" / "tables" / "0123456789abcdef.json"  # which no memory knows
    other.write_bytes(text.encode("utf-8", "surrogatepass"))
    answer = client.get("/api/tables/0123456789abcdef")
    assert answer.status_code == 410 and "can no longer be read" in answer.json()["error"]
    assert whole in [table["id"] for table in client.get("/api/tables").json()["tables"]]
    assert client.get(f"/api/tables/{whole}").status_code == 200


def test_a_table_that_goes_while_it_is_asked_for_is_no_fault(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many ask for, forget and delete the same few games at once."""
    monkeypatch.setattr(tables, "MOST_LIVE", 4)
    monkeypatch.setattr(table_files, "MOST_KEPT", 4)
    monkeypatch.setattr("kishi.web.table_files.secrets.randbelow", lambda most: 0)
    ids = [begin(client, "tictactoe", ["human", "human"]) for _ in range(3)]

    def ask(seed: int) -> set[int]:
        chance, seen = random.Random(seed), set[int]()
        for _ in range(25):
            id = chance.choice(ids)
            match chance.randrange(5):
                case 0:
                    answer = client.post(f"/api/tables/{id}/delete", json={})
                case 1:
                    body = {"game": "tictactoe", "seats": ["human", "human"]}
                    answer = client.post("/api/tables", json=body)
                    ids.append(answer.json().get("id", id))
                case 2:
                    answer = client.get("/api/tables")
                case _:
                    answer = client.get(f"/api/tables/{id}{chance.choice(('', '/record'))}")
            seen.add(answer.status_code)
        return seen

    with ThreadPoolExecutor(4) as pool:
        seen = set[int]().union(*pool.map(ask, range(4)))
    assert seen <= {200, 201, 404, 409, 429} and {200, 404} <= seen
