"""Playing over a table's socket, as a page does."""

from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

Event = dict[str, Any]


def begin(client: TestClient, game: str, seats: list[str], **terms: Any) -> str:
    answer = client.post("/api/tables", json={"game": game, "seats": seats, **terms})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def sit(client: TestClient, id: str) -> WebSocketTestSession:
    return connect(client, f"/api/tables/{id}/socket")


def connect(client: TestClient, path: str, **more: Any) -> WebSocketTestSession:
    """A socket to the host that the client talks to; by itself it would ask for another one."""
    host = str(client.base_url).removeprefix("http://").rstrip("/")
    return client.websocket_connect(f"ws://{host}{path}", **more)


def next_event(socket: WebSocketTestSession, *kinds: str) -> Event:
    """The next event of one of these kinds; thoughts come whenever they like."""
    while True:
        event: Event = socket.receive_json()
        if event["type"] in kinds:
            return event


def until_persons_turn(socket: WebSocketTestSession, now: Event) -> tuple[Event, int]:
    """How things stand when a person is asked, or the game is over; and the ply."""
    event: Event = {"now": now}
    ply = -1
    while not (event["now"]["person"] or event["now"]["end"]):
        event = next_event(socket, "ply")
        ply = event["at"]["ply"]
    return event["now"], ply
