"""Every door: strangers, other sites, what is too big, too much, malformed or unknown."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kishi.players import KINDS
from kishi.web import make_app
from kishi.web.assets import STATIC
from kishi.web.lessons import LESSONS
from kishi.web.quota import Quota, Rate
from kishi.web.refusal import Refusal
from kishi.web.security import HEADERS
from kishi.web.traffic import MOST_BODY, MOST_MESSAGE
from kishi.web.views import is_for_web

from .tables import begin, connect, next_event, sit

JSON = {"content-type": "application/json"}


# Who asks.


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.1", "", "[::1"])
def test_another_host_name_is_refused(client: TestClient, host: str) -> None:
    for path in ("/", "/api/games", "/static/app.js"):
        assert client.get(path, headers={"host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8377", "localhost:9", "[::1]:8377"])
def test_our_own_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/api/games", headers={"host": host}).status_code == 200


FOREIGN: list[dict[str, str]] = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:9999"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_other_sites_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    body = {"game": "othello", "seats": ["human", "human"]}
    assert client.post("/api/tables", json=body, headers=headers).status_code == 403
    assert client.get("/api/tables", headers=headers).status_code == 403


@pytest.mark.parametrize("headers", [*FOREIGN, {"host": "evil.example"}])
def test_sockets_check_the_same(client: TestClient, headers: dict[str, str]) -> None:
    id = begin(client, "othello", ["human", "human"])
    others = ("/api/analysis/socket", "/api/contests/1/socket", "/api/runs/1/socket")
    for path in (f"/api/tables/{id}/socket", *others):
        with (
            pytest.raises(WebSocketDisconnect),
            connect(client, path, headers=headers) as page,
        ):
            page.receive_json()


def test_a_link_from_elsewhere_opens_a_page_but_nothing_else(client: TestClient) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/review", headers=link).status_code == 200
    assert client.get("/api/tables", headers=link).status_code == 403


def test_our_own_page_is_answered(client: TestClient) -> None:
    own = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    body = {"game": "othello", "seats": ["human", "human"]}
    assert client.post("/api/tables", json=body, headers=own).status_code == 201


@pytest.fixture
def guarded(home: Path) -> Iterator[TestClient]:
    app = make_app("s3cret")
    with TestClient(app, base_url="http://192.0.2.7", follow_redirects=False) as client:
        yield client


def test_other_machines_need_the_token(guarded: TestClient) -> None:
    assert guarded.get("/").status_code == 403
    assert guarded.get("/?token=wrong").status_code == 403
    with pytest.raises(WebSocketDisconnect), connect(guarded, "/api/analysis/socket"):
        pass
    welcome = guarded.get("/review?token=s3cret&game=othello")
    assert (welcome.status_code, welcome.headers["location"]) == (303, "/review?game=othello")
    cookie = welcome.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert guarded.get("/api/games").status_code == 200  # the client keeps the cookie
    with connect(guarded, "/api/analysis/socket") as page:
        page.send_json({"do": "stop"})


def test_a_program_may_bring_the_token_in_a_header(guarded: TestClient) -> None:
    headers = {"authorization": "Bearer s3cret"}
    assert guarded.get("/api/games", headers=headers).status_code == 200


# What a page may do.


def test_every_answer_carries_the_policy(client: TestClient) -> None:
    for path in ("/", "/static/app.js", "/api/games", "/nowhere", "/api/tables/0000000000000000"):
        answer = client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path
        assert "unsafe" not in answer.headers["content-security-policy"]
    assert client.get("/", headers={"host": "evil.example"}).headers["x-content-type-options"]


def test_no_file_of_ours_names_another_host() -> None:
    for file in filter(Path.is_file, STATIC.rglob("*")):
        for line in file.read_text("utf-8").splitlines():
            rest = line.replace("http://www.w3.org/", "")
            assert "http://" not in rest and "https://" not in rest, (file.name, line)


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd",
     "/api/tables/..%2f..%2fkishi", "/api/tables/%2e%2e", "/api/texts/..%2fen"],
)  # fmt: skip
def test_ids_are_never_paths(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 405)


# Too big, too much.


def test_long_bodies_are_refused_unread(client: TestClient) -> None:
    answer = client.post("/api/read", content=b"x" * (MOST_BODY + 1), headers=JSON)
    assert answer.status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(30):
            yield b"x" * 50_000

    assert client.post("/api/read", content=endless(), headers=JSON).status_code == 413


def test_long_messages_are_refused(client: TestClient) -> None:
    with sit(client, begin(client, "othello", ["human", "human"])) as page:
        next_event(page, "table")
        page.send_text('{"do":"' + "x" * MOST_MESSAGE + '"}')
        assert next_event(page, "error")["status"] == 413


def test_analyses_beyond_the_quota_are_refused(client: TestClient) -> None:
    quota: Quota = client.app.state.kishi.analysts.quota  # type: ignore[attr-defined]
    quota.used = quota.most
    body = {"game": "othello", "seconds": 1}
    assert client.post("/api/analysis", json=body).status_code == 429
    with connect(client, "/api/analysis/socket") as page:
        page.send_json({"do": "analyse", **body})
        assert page.receive_json()["status"] == 429


def test_pages_and_questions_beyond_the_quota_are_refused(client: TestClient) -> None:
    state: Any = client.app.state.kishi  # type: ignore[attr-defined]
    state.pages.used = state.pages.most
    with connect(client, "/api/analysis/socket") as page:
        assert page.receive_json()["status"] == 429
    state.questions.quota.used = state.questions.quota.most
    assert client.post("/api/line", json={"game": "othello"}).status_code == 429


def test_a_rate_is_kept() -> None:
    rate = Rate(2, "things")
    rate.one()
    rate.one()
    with pytest.raises(Refusal, match="2 things a minute"):
        rate.one()


@pytest.mark.parametrize(
    "player",
    [
        "search:threads=200",
        "search:hash=60000",
        "search:seconds=80000",
        "alphazero:simulations=1000000",
    ],
)
def test_no_player_takes_the_machine(client: TestClient, player: str) -> None:
    body = {"game": "othello", "seats": [player, "human"]}
    assert client.post("/api/tables", json=body).status_code == 422
    assert (
        client.post("/api/analysis", json={"game": "othello", "player": player}).status_code == 422
    )


def test_no_program_is_started_from_the_web(client: TestClient) -> None:
    for kind in KINDS:
        if is_for_web(kind):
            assert kind.__module__.rpartition(".")[2] != "external"
            continue
        spec = f"{kind.kind}:touch {'x'}"
        seats = {"game": "othello", "seats": [spec, "human"]}
        assert client.post("/api/tables", json=seats).status_code == 403
        contest = {"game": "othello", "players": [spec, "random"]}
        assert client.post("/api/contests", json=contest).status_code == 403
        analysis = {"game": "othello", "player": spec}
        assert client.post("/api/analysis", json=analysis).status_code == 403
    shown = {k["kind"] for k in client.get("/api/kinds").json()["kinds"]}
    assert shown == {k.kind for k in KINDS if is_for_web(k)}


# Malformed, of the wrong type, unknown.

POSTS = ["/api/tables", "/api/line", "/api/read", "/api/write", "/api/setup", "/api/analysis",
         "/api/contests", "/api/runs",
         *(f"/api/learn/{page}/{name}" for page, answers in LESSONS.items() for name in answers),
         ]  # fmt: skip
# These need none of the fields below, and compute.
UNASKED = {
    f"/api/learn/{path}"
    for path in ("montecarlo/games", "valuenet/targets", "valuenet/learning", "valuenet/curve",
                 "alphazero/curve", "alphabeta/measured", "pso/example", "pso/swarm",
                 "pso/ranking", "pso/race",
                 "ga/layout", "ga/generation", "ga/collapse", "ga/breed", "lines/tables",
                 "lines/compare")
}  # fmt: skip
BAD_BODIES = [b"", b"{", b"[]", b"7", b"null", b'"x"', b"\xff\xfe", b"[" * 100_000, b"NaN",
              b'{"game":NaN}', b'{"game": 1' + b"0" * 10_000 + b"}"]  # fmt: skip


@pytest.mark.parametrize("path", POSTS)
def test_what_is_no_json_object_is_a_400(client: TestClient, path: str) -> None:
    for body in BAD_BODIES:
        answer = client.post(path, content=body, headers=JSON)
        assert answer.status_code == 400, body[:20]
        assert answer.json()["error"]
    assert (
        client.post(path, content=b"{}", headers={"content-type": "text/plain"}).status_code == 415
    )


FIELDS = ["game", "seats", "moves", "start", "text", "cells", "players", "map", "maps", "clock",
          "lines", "format"]  # fmt: skip
WRONG: list[Any] = [
    None,
    7,
    -1,
    1.5,
    10**30,
    -(10**30),
    "",
    "x",
    [],
    {},
    [[]],
    True,
    "x" * 3000,
    [None],
]


@pytest.mark.parametrize("path", [p for p in POSTS if p not in UNASKED])
def test_wrong_types_are_clear_refusals(client: TestClient, path: str) -> None:
    good = {"game": "othello", "seats": ["human", "human"], "text": "f5", "players": ["random"],
            "seconds": 0.01, "nodes": 1}  # fmt: skip
    for field in FIELDS:
        for value in WRONG:
            answer = client.post(path, json={**good, field: value})
            assert answer.status_code < 500, (field, value, answer.text)
            if answer.status_code >= 400:
                assert len(answer.json()["error"]) > 5


def test_unknown_ids_are_404(client: TestClient) -> None:
    for path in (
        "/api/tables/0123456789abcdef", "/api/tables/x", "/api/tables/0123456789abcdef/record",
        "/api/contests/99999", f"/api/contests/{10**30}", "/api/contests/-1",
        "/api/contests/99999/games", "/api/contests/99999/games/0", "/api/contests/99999/report",
        "/api/runs/99999", f"/api/runs/{10**30}", "/api/runs/99999/steps/1",
        "/api/runs/99999/sample/1", "/api/runs/-1", "/api/texts/xx", "/nowhere",
    ):  # fmt: skip
        assert client.get(path).status_code == 404, path
    for path in (
        "runs/99999/pause",
        "runs/99999/resume",
        "runs/99999/stop",
        "contests/99999/resume",
    ):
        assert client.post(f"/api/{path}", json={}).status_code == 404, path
    assert client.get("/api/ratings/chess").status_code == 422
    for path in ("/api/tables/0123456789abcdef/socket", "/api/contests/99999/socket",
                 "/api/runs/99999/socket"):  # fmt: skip
        with connect(client, path) as page:
            assert page.receive_json()["status"] == 404


def test_malformed_messages_are_answered_and_the_line_stays_open(client: TestClient) -> None:
    with sit(client, begin(client, "othello", ["human", "human"])) as page:
        next_event(page, "table")
        for message in ("", "{", "[]", "null", "[" * 60_000, '{"do":1}', '{"do":"play"}'):
            page.send_text(message)
            assert next_event(page, "error")["status"] in (400, 422), message[:10]
        page.send_bytes(b"\x00\x01")
        assert next_event(page, "error")["status"] == 400
        page.send_json({"do": "state"})
        next_event(page, "table")


def test_a_damaged_game_is_said_to_be_one(client: TestClient, home: Path) -> None:
    folder = home / "web" / "tables"
    folder.mkdir(parents=True)
    (folder / "0123456789abcdef.json").write_text('{"seats": 7}')
    assert client.get("/api/tables/0123456789abcdef").status_code == 410
    assert client.get("/api/tables").json() == {"tables": []}
