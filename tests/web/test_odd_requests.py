"""Requests that nobody sends by mistake: each gets the answer that it deserves, none a 500."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from kishi.cli.serve import listen
from kishi.store import Store
from kishi.web import connections, make_app
from kishi.web.security import HEADERS

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "://", "\x00", "http://127.0.0.1:x"])
def test_an_origin_that_is_none_is_a_stranger(client: TestClient, origin: str) -> None:
    assert client.get("/api/games", headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("digits", [19, 400, 5000])
def test_numbers_in_addresses_have_an_end(client: TestClient, digits: int) -> None:
    for path in (
        "contests/{}",
        "runs/{}",
        "runs/1/steps/{}",
        "events/{}/games",
        "events/1/games/{}",
    ):
        answer = client.get("/api/" + path.format("9" * digits))
        assert answer.status_code == 404 and answer.json()["error"]


@pytest.mark.parametrize(
    "number", [10**400, -(10**400), 10**20, 1e308], ids=["10^400", "-10^400", "10^20", "1e308"]
)
def test_huge_numbers_are_refused(client: TestClient, number: Any) -> None:
    body: dict[str, Any] = {"game": "othello", "seats": ["human", "human"]}
    for field in ("clock", "seconds", "increment"):
        answer = client.post("/api/tables", json={**body, "clock": 60, field: number})
        assert answer.status_code == 422, field
    for field in ("map", "maps"):
        row: Any = [number] * 64 if field == "map" else [[number] * 64]
        name = "worth" if field == "map" else "measure"
        answer = client.post(f"/api/learn/pso/{name}", json={"game": "othello", field: row})
        assert answer.status_code == 422, field
    assert client.post("/api/line", json={"game": "othello", "moves": [number]}).status_code == 422


@pytest.mark.parametrize("text", [r"\ud800", r"a\udfffb", r"\udbff\udbff"])
def test_half_a_sign_is_no_text(client: TestClient, text: str) -> None:
    for path in ("/api/tables", "/api/read", "/api/line", "/api/contests", "/api/runs"):
        body = f'{{"game": "othello", "text": "{text}", "name": "{text}"}}'
        answer = client.post(path, content=body, headers=JSON)
        assert answer.status_code == 400 and "UTF-8" in answer.json()["error"]
    whole = r"\ud83d\ude00"
    answer = client.post(
        "/api/read", content=f'{{"game":"othello","text":"{whole}"}}', headers=JSON
    )
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("name", "plain"),
    [('a"b', "a-b.html"), ("a\r\nset-cookie: x=1", "a--set-cookie- x-1.html"), ("棋士", "--.html"),
     ("a/../b\\c", "a-..-b-c.html"), ("%00", "-00.html")],
)  # fmt: skip
def test_reports_are_kept_under_any_name(client: TestClient, name: str, plain: str) -> None:
    with Store.open() as store:
        id = store.event(name, "match", "othello", {"players": ["random", "first"]}).id
    answer = client.get(f"/api/contests/{id}/report")
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    given = answer.headers["content-disposition"]
    assert given.startswith(f'attachment; filename="{plain}"; ')
    assert given.isascii() and given.count('"') == 2 and "\r" not in given


def test_an_unknown_page_is_a_page_and_an_unknown_answer_is_none(client: TestClient) -> None:
    page = client.get("/nowhere")
    assert page.status_code == 404 and page.headers["content-type"].startswith("text/html")
    assert "<main" in page.text
    for path in ("/api/nowhere", "/static/nowhere.js"):
        assert "error" in client.get(path).json()


def test_every_json_route_asks_for_json(client: TestClient) -> None:
    plain = {"content-type": "text/plain"}
    for path in ("contests/1/stop", "contests/1/resume", "runs/1/pause", "runs/1/stop", "line"):
        assert client.post(f"/api/{path}", content=b"{}", headers=plain).status_code == 415


def test_what_breaks_inside_is_told_without_a_path(
    client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> list[Any]:
        raise ZeroDivisionError(str(home))

    monkeypatch.setattr(client.app.state.kishi.tables, "recent", broken)  # type: ignore[attr-defined]
    answer = client.get("/api/tables")
    assert answer.status_code == 500 and str(home) not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    (home / "kishi.db").write_bytes(b"no database" * 100)
    answer = client.get("/api/runs")
    assert answer.status_code == 503 and "move it away" in answer.text
    assert str(home) not in answer.text


def test_the_token_leaves_the_address_and_no_cache_keeps_it(home: Path) -> None:
    with TestClient(make_app("s3cret"), base_url="http://192.0.2.7", follow_redirects=False) as one:
        answer = one.get("/?token=s3cret")
        assert answer.status_code == 303 and answer.headers["cache-control"] == "no-store"
        for name, value in HEADERS.items():
            assert answer.headers[name] == value


@pytest.mark.parametrize("host", ["127.0.0.2", "127.1.2.3:8377"])
def test_every_address_of_this_machine_itself_is_ours(client: TestClient, host: str) -> None:
    assert client.get("/api/games", headers={"host": host}).status_code == 200


# Over real connections.


@pytest.fixture
def port(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server on a thread, with little patience."""
    for name in ("HEADER_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(connections, name, 1.0)
    monkeypatch.setattr("kishi.web.traffic.BODY_SECONDS", 1.0)
    servers: list[uvicorn.Server] = []

    def kept(config: uvicorn.Config) -> uvicorn.Server:
        servers.append(server(config))
        return servers[0]

    server = uvicorn.Server
    monkeypatch.setattr("kishi.web.connections.uvicorn.Server", kept)
    with closing(listen("127.0.0.2", 0)) as listening:
        thread = threading.Thread(target=connections.serve, args=(listening, make_app()))
        thread.start()
        while not servers or not servers[0].started:
            time.sleep(0.01)
        yield listening.getsockname()[1]
        servers[0].should_exit = True
        thread.join()


def ask(port: int, data: bytes) -> bytes:
    """All that comes back until the server hangs up."""
    with socket.create_connection(("127.0.0.2", port), 60) as line:
        line.sendall(data)
        found = b""
        while part := line.recv(65536):
            found += part
    return found


HEAD = b"Host: 127.0.0.2\r\ncontent-type: application/json\r\n"


def test_who_takes_forever_is_hung_up_on(port: int) -> None:
    assert ask(port, b"") == b""
    assert ask(port, b"GET /api/games HTTP/1.1\r\nHost: 127") == b""
    body = ask(port, b"POST /api/line HTTP/1.1\r\n" + HEAD + b"content-length: 9\r\n\r\n{")
    assert body.startswith(b"HTTP/1.1 408 ")


def test_what_is_no_http_is_told_so_with_every_header(port: int) -> None:
    for data in (b"hello\r\n\r\n", b"GET / HTTP/1.1\r\nbad header\r\n\r\n",
                 b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n"):  # fmt: skip
        answer = ask(port, data)
        assert answer.startswith(b"HTTP/1.1 400 ") and b"content-security-policy" in answer
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]


def test_one_connection_too_many_is_told_so_and_the_others_stay(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections.Connection, "most", 3)
    get = b"GET /api/languages HTTP/1.1\r\n" + HEAD + b"\r\n"
    with (
        socket.create_connection(("127.0.0.2", port)) as first,
        socket.create_connection(("127.0.0.2", port)),
        socket.create_connection(("127.0.0.2", port)),
    ):
        first.sendall(get)
        assert first.recv(100).startswith(b"HTTP/1.1 200 ")
        assert ask(port, get).startswith(b"HTTP/1.1 429 ")
        first.sendall(get)
        assert first.recv(100)


def test_who_reads_nothing_is_hung_up_on(port: int) -> None:
    get = b"GET /api/texts/ja HTTP/1.1\r\n" + HEAD + b"\r\n"
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.2", port))
        deaf.settimeout(60)
        with pytest.raises(OSError):  # reset by the server
            while True:
                deaf.sendall(get * 100)


def test_accept_errors_are_counted_not_told_each(caplog: pytest.LogCaptureFixture) -> None:
    heard = connections.AcceptErrors()
    context = {
        "message": "socket.accept() out of system resource",
        "exception": OSError(24, "many"),
    }
    for _ in range(100):
        heard(None, context)  # type: ignore[arg-type]
    assert heard.count == 100 and len(caplog.records) == 1
