"""Games over the socket: every pairing, every wish, and what survives a restart."""

import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kishi.games import families
from kishi.store import Store
from kishi.web import make_app

from .conftest import ORIGIN
from .tables import begin, next_event, sit


@pytest.mark.parametrize("game", [*families(), "othello-6", "gomoku-7"])
def test_a_whole_game_of_two_people(client: TestClient, home: Path, game: str) -> None:
    with sit(client, begin(client, game, ["human", "human"])) as page:
        now, ply = next_event(page, "table")["now"], 0
        while not now["end"] and ply < 400:
            move = now["legal"][(ply * 7) % len(now["legal"])][0]
            page.send_json({"do": "play", "move": move, "ply": ply})
            event = next_event(page, "ply")
            now, ply = event["now"], ply + 1
            assert event["at"]["ply"] == ply
            if ply == 150:
                page.send_json({"do": "resign", "seat": 0})
                now = next_event(page, "ply")["now"]
    assert now["end"]["result"] in ("first_wins", "second_wins", "draw")
    assert now["legal"] == []


def test_a_game_against_a_computer_is_stored_when_it_ends(client: TestClient, home: Path) -> None:
    with sit(client, begin(client, "othello-4", ["human", "random"])) as page:
        now, ply = next_event(page, "table")["now"], 0
        while not now["end"]:
            if now["person"]:
                page.send_json({"do": "play", "move": now["legal"][0][0], "ply": ply})
            event = next_event(page, "ply")
            now, ply = event["now"], event["at"]["ply"]
    for _ in range(100):
        with Store.open() as store:
            event_ = store.find_event("web-othello-4")
            games = list(store.games(event_)) if event_ else []
        if games:
            break
        time.sleep(0.05)
    assert [g.players for g in games] == [("human", "random")]


def test_computers_play_each_other_and_can_be_paused(client: TestClient) -> None:
    with sit(client, begin(client, "othello-4", ["random", "random"])) as page:
        next_event(page, "table")
        next_event(page, "ply")
        page.send_json({"do": "pause"})
        while not next_event(page, "ply")["now"]["paused"]:
            pass
        page.send_json({"do": "go on"})
        now = next_event(page, "ply")["now"]
        while not now["end"]:
            now = next_event(page, "ply")["now"]


def test_take_back_and_bring_back(client: TestClient) -> None:
    with sit(client, begin(client, "othello", ["human", "random"])) as page:
        now = next_event(page, "table")["now"]
        assert now["undo"] == 0
        page.send_json({"do": "play", "move": now["legal"][0][0], "ply": 0})
        while not (event := next_event(page, "ply"))["now"]["person"]:
            pass
        answered = event["at"]["ply"]
        assert (answered, event["now"]["undo"]) == (2, 2)
        page.send_json({"do": "undo"})
        event = next_event(page, "ply")
        assert (event["at"]["ply"], event["now"]["redo"]) == (0, 2)
        page.send_json({"do": "redo"})
        while (event := next_event(page, "ply"))["at"]["ply"] < answered:
            pass
        assert event["now"]["redo"] == 0


def test_a_late_or_wrong_move_is_refused_and_nothing_changes(client: TestClient) -> None:
    with sit(client, begin(client, "othello", ["human", "human"])) as page:
        now = next_event(page, "table")["now"]
        for message, status in (
            ({"do": "play", "move": 0, "ply": 0}, 422),
            ({"do": "play", "move": 10**5, "ply": 0}, 422),
            ({"do": "play", "move": now["legal"][0][0], "ply": 1}, 409),
            ({"do": "undo"}, 409),
            ({"do": "redo"}, 409),
            ({"do": "choose", "answer": "white", "ply": 0}, 409),
            ({"do": "dance"}, 422),
            ({"do": "play", "move": 10**30, "ply": 0}, 422),
            ({"do": "play", "move": "19", "ply": 0}, 422),
        ):
            page.send_json(message)
            assert next_event(page, "error")["status"] == status, message
        page.send_json({"do": "state"})
        assert len(next_event(page, "table")["plies"]) == 1


def test_resigning_out_of_turn(client: TestClient) -> None:
    with sit(client, begin(client, "gomoku", ["search", "human"], seconds=30)) as page:
        next_event(page, "table")
        page.send_json({"do": "resign", "seat": 1})
        end = next_event(page, "ply")["now"]["end"]
        assert (end["result"], end["reason"]) == ("first_wins", "resigned")


def test_a_clock_runs_out(client: TestClient) -> None:
    with sit(client, begin(client, "othello", ["human", "random"], clock=1, increment=1)) as page:
        now = next_event(page, "table")["now"]
        assert now["clocks"][0] <= 1
        end = next_event(page, "ply")["now"]["end"]
        assert (end["result"], end["reason"]) == ("second_wins", "time")


def test_a_clock_counts_moves_and_adds_the_increment(client: TestClient) -> None:
    with sit(client, begin(client, "othello", ["human", "random"], clock=60, increment=5)) as page:
        now = next_event(page, "table")["now"]
        page.send_json({"do": "play", "move": now["legal"][0][0], "ply": 0})
        now = next_event(page, "ply")["now"]
        assert 60 < now["clocks"][0] <= 65


@pytest.mark.parametrize("answer", ["white", "black"])
def test_swap2_between_people(client: TestClient, answer: str) -> None:
    with sit(client, begin(client, "gomoku-9", ["human", "human"], swap2=True)) as page:
        now = next_event(page, "table")["now"]
        for ply in range(3):
            assert now["seat"] == 0
            page.send_json({"do": "play", "move": now["legal"][0][0], "ply": ply})
            now = next_event(page, "ply")["now"]
        assert (now["seat"], now["legal"]) == (1, [])
        assert now["asked"] == ["white", "black", "more"]
        page.send_json({"do": "choose", "answer": answer, "ply": 3})
        now = next_event(page, "ply")["now"]
        assert now["sides"] == ([0, 1] if answer == "white" else [1, 0])
        assert now["seat"] == now["sides"][1]  # White moves next


def test_swap2_with_a_computer_that_opens_and_one_that_chooses(client: TestClient) -> None:
    with sit(client, begin(client, "gomoku-9", ["level:1", "human"], swap2=True)) as page:
        now = next_event(page, "table")["now"]
        while not now["asked"]:
            now = next_event(page, "ply")["now"]
        page.send_json({"do": "choose", "answer": "more", "ply": 3})
        now = next_event(page, "ply")["now"]
        for ply in (3, 4):
            assert now["person"]
            page.send_json({"do": "play", "move": now["legal"][0][0], "ply": ply})
            now = next_event(page, "ply")["now"]
        while not now["person"]:  # the computer takes a colour and, if it is White, moves
            now = next_event(page, "ply")["now"]
        assert now["asked"] is None


def test_a_game_goes_on_after_a_restart(home: Path) -> None:
    with TestClient(make_app(), base_url=ORIGIN) as client:
        id = begin(client, "minishogi", ["human", "random"], clock=300, increment=2)
        with sit(client, id) as page:
            now = next_event(page, "table")["now"]
            page.send_json({"do": "play", "move": now["legal"][0][0], "ply": 0})
            while not (event := next_event(page, "ply"))["now"]["person"]:
                pass
            before = event["at"]
    with TestClient(make_app(), base_url=ORIGIN) as client:
        assert [t["id"] for t in client.get("/api/tables").json()["tables"]] == [id]
        with sit(client, id) as page:
            table = next_event(page, "table")
            assert table["plies"][-1]["cells"] == before["cells"]
            # The clock stood still while the server was away; a slow machine takes its seconds.
            assert 0 <= event["now"]["clocks"][0] - table["now"]["clocks"][0] < 60
            page.send_json({"do": "play", "move": table["now"]["legal"][0][0], "ply": 2})
            assert next_event(page, "ply")["at"]["ply"] == 3


def test_two_pages_see_the_same_game(client: TestClient) -> None:
    id = begin(client, "othello", ["human", "human"])
    with sit(client, id) as one, sit(client, id) as two:
        now = next_event(one, "table")["now"]
        next_event(two, "table")
        one.send_json({"do": "play", "move": now["legal"][0][0], "ply": 0})
        assert next_event(two, "ply")["at"] == next_event(one, "ply")["at"]


def test_thoughts_are_told_while_a_computer_thinks(client: TestClient) -> None:
    with sit(client, begin(client, "othello", ["search", "human"], seconds=1.0)) as page:
        thought = next_event(page, "thinking")["thought"]
        assert thought["depth"] > 0 and thought["nodes"] > 0 and thought["line"]


def test_leaving_stops_the_search_at_once(client: TestClient) -> None:
    id = begin(client, "othello", ["search", "human"], seconds=60)
    with sit(client, id) as page:
        next_event(page, "thinking")
        left = time.perf_counter()
    gone = time.perf_counter() - left  # leaving waits for the search to end
    assert (
        gone < 30
    )  # or else the search has used its minute; docs/measured/benchmarks.md has the figures
    assert client.get(f"/api/tables/{id}").json()["plies"][-1]["ply"] == 0


def test_a_record_can_be_downloaded_and_read_again(client: TestClient) -> None:
    id = begin(client, "othello", ["human", "human"])
    with sit(client, id) as page:
        now = next_event(page, "table")["now"]
        page.send_json({"do": "play", "move": now["legal"][0][0], "ply": 0})
        next_event(page, "ply")
    answer = client.get(f"/api/tables/{id}/record")
    assert "attachment" in answer.headers["content-disposition"]
    read = client.post("/api/read", json={"game": "othello", "text": answer.text}).json()
    assert len(read["plies"]) == 2


def test_a_game_is_deleted_once_nobody_watches(client: TestClient) -> None:
    id = begin(client, "tictactoe", ["human", "human"])
    with sit(client, id) as socket:
        next_event(socket, "table")
        refused = client.post(f"/api/tables/{id}/delete", json={})
        assert refused.status_code == 409
    assert [table["id"] for table in client.get("/api/tables").json()["tables"]] == [id]
    while client.post(f"/api/tables/{id}/delete", json={}).status_code == 409:
        pass  # the server hears a moment later that the page was closed
    assert client.get("/api/tables").json()["tables"] == []
    assert client.get(f"/api/tables/{id}").status_code == 404
