"""Training from a page: begun, watched, paused, stopped, gone on with, and played against."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import command
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient, WebSocketTestSession

from kishi.cli import main
from kishi.store import Store
from kishi.training import TRAINERS
from kishi.training.evolution.evolve import HillClimbTrainer
from kishi.web import make_app

from .conftest import ORIGIN
from .tables import begin, connect, next_event, sit


def start(client: TestClient, **more: Any) -> int:
    body = {"game": "othello-6", "method": "hillclimb", "games": 20_000, **more}
    answer = client.post("/api/runs", json=body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def watch(client: TestClient, id: int) -> WebSocketTestSession:
    return connect(client, f"/api/runs/{id}/socket")


def until(page: WebSocketTestSession, state: str) -> dict[str, Any]:
    """What the page shows when the run has come to this state."""
    while (run := next_event(page, "run")["run"])["state"] != state:
        assert run["failure"] is None
    return dict(run)


def test_a_run_is_begun_watched_finished_and_played_against(client: TestClient) -> None:
    id = start(client)
    with watch(client, id) as page:
        assert next_event(page, "run")["run"]["state"] == "running"
        run = until(page, "resting")
    assert run["finished"] and run["games"] >= 20_000
    assert [p["step"] for p in run["steps"]] == list(range(1, run["step"]))  # the play-off is none
    assert all(0 <= p["best"] <= 1 and p["error"] > 0 for p in run["steps"])
    assert len(run["weights"]["maps"][0]) == 36
    last = run["marks"][-1]
    assert last["final"] and last["elo"][1] < last["elo"][0] < last["elo"][2]
    assert {m["opponent"] for m in last["marks"]} == {"random", "greedy", "table"}
    with (
        Store.open() as store
    ):  # hill climbing may have met its best at once, so it need not differ from the last
        made = [weights for _, weights, _ in store.steps(id)]
    early = client.get(f"/api/runs/{id}/steps/1").json()
    assert early["id"] == made[0] and run["weights"]["id"] == made[-1]
    assert len(early["maps"][0]) == 36
    games = [client.get(f"/api/runs/{id}/sample/{n}").json() for n in (0, 1)]
    assert [g["players"].index(run["player"]) for g in games] == [0, 1]
    assert all(g["end"] for g in games)
    with sit(client, begin(client, "othello-6", [run["player"], "human"])) as table:
        assert next_event(table, "ply")["at"]["ply"] == 1


def test_a_run_is_the_same_as_one_in_the_terminal(client: TestClient, home: Path) -> None:
    """What the page begins, `kishi weights` lists, and the command it shows makes again."""
    id = start(client, games=5_000, seed=7)
    with watch(client, id) as page:
        run = until(page, "resting")
    listed = CliRunner().invoke(main, ["weights"]).output
    assert run["name"] in listed
    words = run["command"].split()[1:]
    words[words.index("--name") + 1] = "again"
    assert CliRunner().invoke(main, words).exit_code == 0
    with Store.open() as store:
        ids = [store.newest(r.id)[1] for r in store.runs()]
    assert len(ids) == 2 and ids[0] == ids[1]
    known = {w["name"]: w for w in client.get("/api/weights").json()["weights"]}
    assert known["again"]["weights"] == known[run["name"]]["weights"]
    assert known["again"]["run"] is not None


def test_two_runs_that_came_to_the_same_weights_are_each_told_as_itself(client: TestClient) -> None:
    for id in (start(client, games=1, seed=3), start(client, games=1, seed=3, name="other")):
        with watch(client, id) as page:
            until(page, "resting")
    one, two = (w for w in client.get("/api/weights").json()["weights"] if w["run"])
    assert one["weights"]["id"] == two["weights"]["id"]
    assert {one["player"], two["player"]} == {"hillclimb:other", "hillclimb:hillclimb-othello-6-3"}
    assert "other" in one["command"]


def test_pause_resume_stop_and_go_on(client: TestClient) -> None:
    id = start(client, games=10_000_000)

    def steer(what: str) -> int:
        return int(client.post(f"/api/runs/{id}/{what}", json={}).status_code)

    with watch(client, id) as page:
        while next_event(page, "run")["run"]["step"] < 2:
            pass
        assert (steer("pause"), steer("pause")) == (200, 200)  # a second click is no mistake
        stood = until(page, "paused")["step"]
        assert (steer("resume"), steer("resume")) == (200, 200)
        while next_event(page, "run")["run"]["step"] <= stood + 1:
            pass
        assert steer("pause") == 200  # a paused one is stopped too
        assert (steer("stop"), steer("stop")) == (200, 200)
        stopped = until(page, "resting")
        assert not stopped["finished"] and stopped["playable"]
        assert steer("resume") == 200
        while next_event(page, "run")["run"]["step"] <= stopped["step"]:
            pass
        assert steer("stop") == 200


def test_a_run_that_another_process_trains_is_shown_and_left_to_it(
    client: TestClient, home: Path
) -> None:
    id = start(client, games=10_000_000)
    with watch(client, id) as page:
        while next_event(page, "run")["run"]["step"] < 2:
            pass
        client.post(f"/api/runs/{id}/stop", json={})
        until(page, "resting")
        with Store.open() as store, store.working_at(id):
            until(page, "elsewhere")
            assert client.get("/api/runs").json()["runs"][0]["state"] == "elsewhere"
            answer = client.post(f"/api/runs/{id}/resume", json={})
            assert answer.status_code == 409 and "another process" in answer.text
        until(page, "resting")


def test_runs_end_with_the_server_and_lose_nothing(home: Path) -> None:
    with TestClient(make_app(), base_url=ORIGIN) as client:
        id = start(client, games=10_000_000)
        with watch(client, id) as page:
            while next_event(page, "run")["run"]["step"] < 2:
                pass
        work = client.app.state.kishi.runs._works.get(id)  # type: ignore[attr-defined]
    assert not work.alive
    with TestClient(make_app(), base_url=ORIGIN) as client:
        (run,) = client.get("/api/runs").json()["runs"]
        assert run["state"] == "resting" and run["step"] >= 2 and not run["finished"]


def test_a_run_whose_server_was_killed_ends_too(client: TestClient) -> None:
    id = start(client, games=10_000_000)
    process = client.app.state.kishi.runs._works.get(id)._process  # type: ignore[attr-defined]
    process.stdin.close()  # as the system does for a dead server
    assert process.wait(60) == 0


def test_a_process_that_dies_is_said_to_have_failed(client: TestClient) -> None:
    id = start(client, games=10_000_000)
    work = client.app.state.kishi.runs._works.get(id)  # type: ignore[attr-defined]
    with watch(client, id) as page:
        next_event(page, "run")
        os.kill(work._process.pid, signal.SIGKILL)
        while (run := next_event(page, "run")["run"])["state"] == "running":
            pass
    assert run["state"] == "failed" and run["failure"]


def test_so_many_runs_at_once(client: TestClient) -> None:
    ids = [start(client, games=10_000_000) for _ in range(2)]
    body = {"game": "othello", "method": "pso"}
    assert client.post("/api/runs", json=body).status_code == 429
    for id in ids:
        client.post(f"/api/runs/{id}/stop", json={})


def begun_at_once(client: TestClient, body: dict[str, Any], times: int) -> list[tuple[int, Any]]:
    with ThreadPoolExecutor(times) as pages:
        answers = pages.map(lambda _: client.post("/api/runs", json=body), range(times))
        return [(answer.status_code, answer.json().get("id")) for answer in answers]


def children() -> list[int]:
    """The processes that this one has started and not yet taken leave of."""
    found = (Path(f"/proc/{os.getpid()}/task") / t.name / "children" for t in threads_there())
    return [int(pid) for file in found for pid in file.read_text().split()]


def threads_there() -> list[Path]:
    return list(Path(f"/proc/{os.getpid()}/task").iterdir())


def test_runs_begun_at_the_same_moment_are_different_ones_and_not_too_many(
    client: TestClient,
) -> None:
    body = {"game": "othello-6", "method": "hillclimb", "games": 10_000_000}
    answers = begun_at_once(client, body, 20)
    begun = [id for status, id in answers if status == 201]
    assert len(begun) == len(set(begun)) == 2
    assert {status for status, _ in answers} == {201, 429}
    assert len(client.get("/api/runs").json()["runs"]) == 2
    for id in begun:
        assert client.post(f"/api/runs/{id}/stop", json={}).status_code == 200
    works = client.app.state.kishi.runs._works  # type: ignore[attr-defined]
    assert not any(works.get(id).alive for id in begun)
    assert not {works.get(id)._process.pid for id in begun} & set(children())


def test_a_double_click_begins_one_run(client: TestClient) -> None:
    body = {"game": "othello-6", "method": "hillclimb", "games": 10_000_000, "click": "c1"}
    answers = begun_at_once(client, body, 12)
    assert {status for status, _ in answers} == {201} and len({id for _, id in answers}) == 1
    client.post(f"/api/runs/{answers[0][1]}/stop", json={})


def test_many_resumes_at_once_start_one_process_each_and_not_too_many(client: TestClient) -> None:
    ids = []
    for number in range(3):
        ids.append(start(client, games=10_000_000, name=f"r{number}"))
        client.post(f"/api/runs/{ids[-1]}/stop", json={})
    before = set(children())
    with ThreadPoolExecutor(12) as pages:
        ask = lambda id: client.post(f"/api/runs/{id}/resume", json={}).status_code  # noqa: E731
        codes = list(zip(ids * 4, pages.map(ask, ids * 4), strict=True))
    assert {code for _, code in codes} == {200, 429}
    assert len({id for id, code in codes if code == 200}) == 2
    assert len(set(children()) - before) == 2
    for id in ids:
        assert client.post(f"/api/runs/{id}/stop", json={}).status_code == 200
    assert set(children()) <= before


def test_stop_stops_what_another_process_trains(client: TestClient, home: Path) -> None:
    words = ["train", "othello-6", "hillclimb", "--games", "100000000", "--name", "theirs"]
    with command.start(home, *words) as theirs:
        while not client.get("/api/runs").json()["runs"]:
            pass
        (run,) = client.get("/api/runs").json()["runs"]
        while client.get("/api/runs").json()["runs"][0]["state"] != "elsewhere":
            pass
        assert client.post(f"/api/runs/{run['id']}/stop", json={}).status_code == 200
        _, errors = theirs.communicate(timeout=60)
    assert theirs.returncode == 130 and "Traceback" not in errors
    assert client.get("/api/runs").json()["runs"][0]["state"] == "resting"


def test_a_run_that_is_refused_at_once_says_why_and_leaves_nothing(client: TestClient) -> None:
    settings = {**asdict(HillClimbTrainer(genome="nap")), "seed": 1}
    with Store.open() as store:
        id = store.start_run("mine", "othello-6", "hillclimb", settings)
    with watch(client, id) as page:
        assert client.post(f"/api/runs/{id}/resume", json={}).status_code == 200
        while (run := next_event(page, "run")["run"])["state"] != "failed":
            pass
    assert "no genome 'nap'" in run["failure"]
    assert client.get(f"/api/runs/{id}").json()["failure"] == run["failure"]
    assert client.get("/api/runs").json()["runs"] == []
    assert start(client, name="mine", games=1) == id  # the name is free, and the number too
    assert client.get(f"/api/runs/{id}").json()["failure"] is None


@pytest.mark.parametrize(
    "wrong",
    [{"method": "magic"}, {"preset": "year"}, {"preset": "faithful"}, {"games": 0},
     {"games": 10**12}, {"games": "1"}, {"seed": -1}, {"name": "../x"}, {"name": ""},
     {"game": "chess"}, {"game": "gomoku", "method": "td"},
     {"game": "minishogi", "method": "nnue", "preset": "hour", "games": 3}],
)  # fmt: skip
def test_what_cannot_be_trained_is_refused(client: TestClient, wrong: dict[str, Any]) -> None:
    body = {"game": "othello", "method": "cmaes", **wrong}
    answer = client.post("/api/runs", json=body)
    assert answer.status_code == 422 and answer.json()["error"]
    assert client.get("/api/runs").json()["runs"] == []


def test_an_old_trainer_is_refused_with_its_new_name(client: TestClient) -> None:
    answer = client.post("/api/runs", json={"game": "minishogi", "method": "montecarlo"})
    assert answer.status_code == 422
    assert answer.json()["error"] == "the trainer montecarlo is now called valuenet"


def test_a_name_is_taken_once(client: TestClient) -> None:
    id = start(client, name="mine", games=1)
    answer = client.post("/api/runs", json={"game": "othello", "method": "pso", "name": "mine"})
    assert answer.status_code == 409
    with watch(client, id) as page:
        until(page, "resting")


def test_the_faithful_swarm_has_no_error_to_tell(client: TestClient) -> None:
    """Its scores are of single games; NaN is no JSON."""
    answer = client.post(
        "/api/runs", json={"game": "othello", "method": "pso", "preset": "faithful"}
    )
    with watch(client, answer.json()["id"]) as page:
        run = until(page, "resting")
    assert run["finished"] and "error" not in run["steps"][0]


@pytest.mark.parametrize("game", ["gomoku-9", "minishogi"])
def test_numbers_that_are_no_map_have_names(game: str) -> None:
    from kishi.core import game as game_named
    from kishi.players.genomes import genome_for, weights_of
    from kishi.web.run_views import weights_view

    of = game_named(game)
    genome = genome_for(of)
    assert genome.origin is not None
    numbers = weights_view(weights_of(genome, of, genome.origin))["numbers"]
    assert len(numbers) == genome.size(of)
    assert all(n["value"] == pytest.approx(n["by_hand"]) for n in numbers)


def test_every_trainer_is_offered(client: TestClient) -> None:
    offered = {t["method"]: t for t in client.get("/api/trainers").json()["trainers"]}
    assert set(offered) == {t.method for t in TRAINERS}
    assert all(p["games"] > 0 for t in offered.values() for f in t["presets"].values() for p in f)
