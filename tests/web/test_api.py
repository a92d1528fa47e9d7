"""The JSON behind the pages, other than tables."""

import json
import random
import time
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from kishi.cli import main
from kishi.core import Choice, Record, game, games
from kishi.formats import FORMATS, format_named, write
from kishi.locale import LANGUAGES, texts_for_pages
from kishi.players import parse_spec
from kishi.web.lines import from_moves

from .tables import connect, next_event


def ask(client: TestClient, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    return data


def random_record(name: str, plies: int, seed: int) -> Record:
    chance = random.Random(seed)
    record = Record.new(game(name))
    while not record.over and len(record.choices) < plies:
        record = record.play(Choice(move=chance.choice(record.position.legal_moves())))
    return record


def test_lists(client: TestClient) -> None:
    assert {g["name"] for g in client.get("/api/games").json()["games"]} == {
        g.name for g in games()
    }
    kinds = {k["kind"] for k in client.get("/api/kinds").json()["kinds"]}
    assert {"human", "level", "random", "search"} <= kinds


def test_texts_are_served_in_every_language(client: TestClient) -> None:
    names = client.get("/api/languages").json()
    assert list(names) == list(LANGUAGES)
    assert names["ja"] == "日本語"
    for language in LANGUAGES:
        assert client.get(f"/api/texts/{language}").json() == texts_for_pages(language)
    assert client.get("/api/texts/zh-TW").json() == texts_for_pages("zh-Hant")


def test_labels_are_those_of_the_moves(client: TestClient) -> None:
    for view in client.get("/api/games").json()["games"]:
        of = game(view["name"])
        if of.family != "minishogi":
            for cell in range(view["rows"] * view["cols"]):
                row, column = divmod(cell, view["cols"])
                assert of.move_text(cell) == view["column_names"][column] + view["row_names"][row]


@pytest.mark.parametrize("name", ["othello", "gomoku-9", "minishogi"])
def test_a_line(client: TestClient, name: str) -> None:
    record = random_record(name, 12, 1)
    line = ask(client, "/api/line", game=name, moves=list(record.moves))
    assert [p["ply"] for p in line["plies"]] == list(range(len(record.positions)))
    assert line["plies"][-1]["cells"] == record.position.picture()[0]
    assert {m[0] for m in line["legal"]} == set(record.position.legal_moves())
    assert line["position"] == str(record.position)


@pytest.mark.parametrize(
    ("name", "text", "plies"),
    [
        ("othello", "f5d6c3d3c4", 5),
        ("othello", "1. f5 d6 2. c3 d3", 4),
        ("gomoku", "h8, i9, j10", 3),
        ("minishogi", "5e4d 1a2b 3e2d", 3),
        ("othello", str(game("othello").start()), 0),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR w - 1", 0),
        ("gomoku", "(;GM[4]FF[4]SZ[15];B[hh];W[ii])", 2),
    ],
)
def test_reading(client: TestClient, name: str, text: str, plies: int) -> None:
    assert len(ask(client, "/api/read", game=name, text=text)["plies"]) == plies + 1


def test_transcripts_leave_passes_out() -> None:
    record = random_record("othello", 60, 3)
    of = record.game
    passes = [m for m in record.moves if of.path(m) == (-1, -1)]
    text = " ".join(of.move_text(m) for m in record.moves if m not in passes)
    assert from_moves(Record.new(of), text).moves == record.moves


@pytest.mark.parametrize("name", ["othello", "gomoku-9", "gomoku-9-renju", "minishogi"])
def test_setting_up_any_position(client: TestClient, name: str) -> None:
    for seed in range(20):
        record = random_record(name, 10 + seed, seed)
        if record.over:
            continue
        position = record.position
        cells, first, second = position.picture()
        body = {"cells": cells, "hands": ["".join(first), "".join(second)], "turn": position.turn}
        line = ask(client, "/api/setup", game=name, **body)
        # The number of the move is no part of what stands on the board.
        assert line["start"].split()[:3] == str(position).split()[:3]


def test_writing_in_every_format_and_reading_it_again(client: TestClient) -> None:
    for format in client.get("/api/formats").json()["formats"]:
        for family in format["families"]:
            record = random_record(family, 8, 5)
            written = ask(
                client, "/api/write", game=family, moves=list(record.moves), format=format["name"],
                players=["level:1", "random"],
            )  # fmt: skip
            read = ask(client, "/api/read", game=family, text=written["text"])
            assert [p["move"] for p in read["plies"][1:]] == list(record.moves), format["name"]


def test_analysis(client: TestClient) -> None:
    thought = ask(client, "/api/analysis", game="othello", seconds=0.2, lines=3)
    assert len(thought["moves"]) >= 1 and thought["text"] in ("d3", "c4", "f5", "e6")


def test_analysis_over_a_socket_streams_and_a_new_question_ends_the_old(client: TestClient) -> None:
    with connect(client, "/api/analysis/socket") as page:
        page.send_json({"do": "analyse", "game": "othello", "seconds": 50, "tag": "one"})
        assert page.receive_json()["tag"] == "one"
        page.send_json({"do": "analyse", "game": "minishogi", "seconds": 0.2, "tag": "two"})
        while (event := page.receive_json())["type"] != "thought":
            pass
        assert event["tag"] == "two"


def test_a_review_judges_every_position(client: TestClient) -> None:
    record = random_record("othello-6", 100, 2)
    with connect(client, "/api/analysis/socket") as page:
        page.send_json(
            {"do": "review", "game": "othello-6", "moves": list(record.moves), "seconds": 0.01}
        )
        judged = {}
        while (event := page.receive_json())["type"] != "reviewed":
            judged[event["ply"]] = event["thought"]
    assert set(judged) == set(range(len(record.positions)))
    assert judged[len(record.choices)]["exact"]


def test_a_round_robin_is_played_to_its_end_and_can_be_looked_at(client: TestClient) -> None:
    players = ["random", "greedy", "level:1"]
    specs = [parse_spec(game("othello-6"), player) for player in players]
    body = {"game": "othello-6", "players": players, "games": 4}
    id = client.post("/api/contests", json=body).json()["id"]
    with connect(client, f"/api/contests/{id}/socket") as page:
        while (contest := next_event(page, "contest")["contest"])["state"] != "resting":
            pass
    assert (contest["played"], contest["all"]) == (12, 12)
    assert {p["player"] for p in contest["players"]} == set(map(str, specs))
    assert all(p["rating"] for p in contest["players"])
    games = client.get(f"/api/contests/{id}/games").json()["games"]
    line = client.get(f"/api/contests/{id}/games/0").json()
    assert len(line["plies"]) == games[0]["plies"] + 1
    assert [c["id"] for c in client.get("/api/contests").json()["contests"]] == [id]
    assert client.get("/api/ratings/othello-6").json()["players"]
    report = client.get(f"/api/contests/{id}/report")
    assert (
        "attachment" in report.headers["content-disposition"] and '<html lang="en"' in report.text
    )
    japanese = client.get(f"/api/contests/{id}/report?lang=ja-JP").text
    assert '<html lang="ja"' in japanese and "星取表" in japanese
    assert client.get(f"/api/contests/{id}/report?lang=tlh").status_code == 404


def test_a_contest_is_stopped_and_gone_on_with(client: TestClient) -> None:
    body = {"game": "othello-4", "players": ["random", "level:1"], "games": 10000}
    id = client.post("/api/contests", json=body).json()["id"]
    assert client.post("/api/contests", json=body).status_code == 429
    assert client.post(f"/api/contests/{id}/stop", json={}).status_code == 200
    for _ in range(200):
        contest = client.get(f"/api/contests/{id}").json()
        if contest["state"] == "resting":
            break
        time.sleep(0.05)
    assert contest["state"] == "resting"
    if contest["played"] < contest["all"]:
        assert client.post(f"/api/contests/{id}/resume", json={}).status_code == 200
        client.post(f"/api/contests/{id}/stop", json={})


def test_a_slow_game_is_watched_move_by_move_and_stopped_in_its_middle(client: TestClient) -> None:
    body = {"game": "othello", "players": ["search", "search:depth=30"], "games": 2, "seconds": 1}
    id = client.post("/api/contests", json={**body, "openings": "none"}).json()["id"]
    with connect(client, f"/api/contests/{id}/socket") as page:
        while (event := page.receive_json())["type"] != "game" or len(event["game"]["plies"]) < 2:
            pass
        assert event["game"]["players"] and not event["game"]["end"]
        client.post(f"/api/contests/{id}/stop", json={})
        while (event := page.receive_json())["type"] != "contest":
            pass
    while client.get(f"/api/contests/{id}").json()["state"] != "resting":
        time.sleep(0.01)
    contest = client.get(f"/api/contests/{id}").json()
    assert (contest["played"], contest["failure"]) == (0, None)


def test_the_web_saves_numbers(client: TestClient) -> None:
    body = {"name": "mine", "game": "gomoku-16", "numbers": list(range(11))}
    made = client.post("/api/weights", json=body)
    assert made.status_code == 201 and made.json()["player"] == "lines:mine"
    listed = next(w for w in client.get("/api/weights").json()["weights"] if w["name"] == "mine")
    assert (listed["player"], listed["method"]) == ("lines:mine", "hand")
    for wrong in (
        {"numbers": [1]},
        {"numbers": ["x"] * 11},
        {"name": "../x"},
        {"numbers": [1] * 999},
    ):
        refused = client.post("/api/weights", json={**body, **wrong})
        assert refused.status_code == 422, refused.text


# Files, and the games that are kept.


def wthor_file(count: int = 4) -> bytes:
    return b"".join(write([finished_othello(seed) for seed in range(count)], "wthor"))


def finished_othello(seed: int) -> Record:
    chance = random.Random(seed)
    record = Record.new(game("othello"))
    while not record.over:
        record = record.play(Choice(move=chance.choice(record.position.legal_moves())))
    return record


def test_a_binary_database_is_uploaded(client: TestClient) -> None:
    data = b64encode(wthor_file()).decode()
    for number in (1, 3):
        for page_game in ("othello", "gomoku"):  # whatever the page shows, the file knows better
            line = ask(client, "/api/read", game=page_game, data=data, number=number)
            moves = [p["move"] for p in line["plies"][1:]]
            assert moves == list(finished_othello(number - 1).moves)
            assert (line["number"], line["all"]) == (number, 4)
    answer = client.post("/api/read", json={"game": "othello", "data": data, "number": 5})
    assert answer.status_code == 422 and "it holds 4 games" in answer.json()["error"]


@pytest.mark.parametrize("name", [f.name for f in FORMATS])
def test_a_file_of_any_format_is_uploaded(client: TestClient, name: str) -> None:
    form = format_named(name)
    of = form.families[0]
    record = (
        finished_othello(1) if name == "wthor" else random_record(of, 0 if name == "obf" else 6, 2)
    )
    data = b64encode(b"".join(write([record, record], form))).decode()
    line = ask(client, "/api/read", game=of, data=data, number=2)
    assert [p["move"] for p in line["plies"][1:]] == list(record.moves)


def test_uploads_that_say_nothing_of_themselves_are_of_the_pages_game(client: TestClient) -> None:
    upload = b64encode(b"h8 g7 f6\n").decode()  # which might be a transcript of Othello
    assert len(ask(client, "/api/read", game="gomoku", data=upload)["plies"]) == 4
    kif = "手合割：5五将棋\n   1 ４四銀(35)\n".encode("shift_jis")
    line = ask(client, "/api/read", game="minishogi", data=b64encode(kif).decode())
    assert len(line["plies"]) == 2


@pytest.mark.parametrize(
    ("data", "status"),
    [("", 422), ("a", 422), ("!!!!", 422), ("\ud800", 400), ("A" * 700_000, 422), (3, 422),
     (b64encode(wthor_file(2)[:-5]).decode(), 422),
     (b64encode(b"kishi games 1\n{}\n").decode(), 422)],
)  # fmt: skip
def test_uploads_that_are_wrong(client: TestClient, data: object, status: int) -> None:
    body = json.dumps({"game": "othello", "data": data, "number": 2})
    answer = client.post("/api/read", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status and "\n" not in answer.json()["error"]


def test_a_game_too_long_for_a_page_is_refused(client: TestClient) -> None:
    of = game("minishogi")
    moves = [of.parse_move(m) for m in ("5e5d", "1a1b", "5d5e", "1b1a")] * 600
    record = Record.new(of, of.parse("4r/5/2k2/5/R1K2 b - 1"))
    position, positions = record.position, [record.position]
    for move in moves:
        positions.append(position := position.play(move))
    whole = Record(of, tuple(positions), tuple(Choice(move=m) for m in moves))
    data = b64encode(b"".join(write([whole], "games"))).decode()
    answer = client.post("/api/read", json={"game": "minishogi", "data": data})
    assert answer.status_code == 422 and "more than 2000 moves" in answer.json()["error"]


def test_imported_games_are_listed_and_open(client: TestClient, home: Path) -> None:
    file = home / "x.wtb"
    file.write_bytes(wthor_file(60))
    assert CliRunner().invoke(main, ["import", str(file)]).exit_code == 0
    (event,) = client.get("/api/events").json()["events"]
    assert (event["name"], event["kind"], event["all"]) == ("x-othello", "import", 60)
    first = client.get(f"/api/events/{event['id']}/games").json()
    rest = client.get(f"/api/events/{event['id']}/games?first={first['most']}").json()
    rows = first["games"] + rest["games"]
    assert [row["number"] for row in rows] == list(range(1, 61))
    for number in (1, 37, 60):
        line = client.get(f"/api/events/{event['id']}/games/{number}").json()
        assert [p["move"] for p in line["plies"][1:]] == list(finished_othello(number - 1).moves)
        assert line["end"]["result"] == rows[number - 1]["result"]
    for path in ("61", "0", str(10**30)):
        assert client.get(f"/api/events/{event['id']}/games/{path}").status_code == 404
    for path in ("/api/events/99/games", "/api/events/99/games/1", f"/api/events/{10**30}/games"):
        assert client.get(path).status_code == 404
    for wrong in ("x", "-1", "²"):
        assert client.get(f"/api/events/{event['id']}/games?first={wrong}").status_code == 422
    empty = client.get(f"/api/events/{event['id']}/games?first={10**30}").json()
    assert empty["games"] == []


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        ("minishogi", "☗2四銀 ☖2二玉 ☗１四飛", ["3e2d", "1a2b", "1e1d"]),
        ("minishogi", "▲４四金 △１二玉", None),
        ("minishogi", "1. R-1d K-2b 2. Rx1b", ["1e1d", "1a2b", "1d1b"]),
        ("minishogi", "☗1二飛 ☖同　玉", ["1e1b", "1a1b"]),
        ("othello", "https://www.egaroucid.nyanyan.dev/en/web/?k=f5d6c3d3", ["f5", "d6", "c3", "d3"]),
        ("othello", "F5D6C3D3", ["f5", "d6", "c3", "d3"]),  # as Egaroucid's page shows a game
        ("gomoku", "https://example.org/board#h8i9h7", ["h8", "i9", "h7"]),
        ("minishogi", "1 ２四銀(35)\n2 ２二玉(11)\n   3 １四飛(15)   ( 0:01/00:00:01)",
         ["3e2d", "1a2b", "1e1d"]),
        ("othello", '[Site "PlayOK"]\n[Result "0-1"]\n\n1. f5 d6 2. c3 0-1', ["f5", "d6", "c3"]),
    ],
)  # fmt: skip
def test_games_are_read_as_their_people_write_them(
    client: TestClient, game: str, text: str, moves: list[str] | None
) -> None:
    answer = client.post("/api/read", json={"game": game, "text": text})
    if moves is None:
        assert answer.status_code == 422 and "move 2" in answer.json()["error"]
        return
    assert [ply["text"] for ply in answer.json()["plies"][1:]] == moves


def test_a_pass_may_be_written(client: TestClient) -> None:
    """White cannot move here; some write that, some leave it out."""
    start = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-OOOXXXX O"
    for passed in ("-- ", "pass ", "パス ", ""):
        text = f"{passed}a8"
        answer = client.post("/api/read", json={"game": "othello", "start": start, "text": text})
        texts = [ply["text"] for ply in answer.json()["plies"][1:]]
        assert texts == ["pass", "a8"]


def test_an_address_without_moves_is_refused(client: TestClient) -> None:
    answer = client.post("/api/read", json={"game": "othello", "text": "https://example.org/"})
    assert answer.status_code == 422 and "holds no moves" in answer.json()["error"]
