"""What a page may cost: memory, threads, time, states and messages."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from kishi.core import Answer, Choice, Limit, Player, Record, SearchControl, game
from kishi.players import make_player, parse_spec
from kishi.web import thinking
from kishi.web.seats import megabytes_of, threads_of
from kishi.web.thinking import Permits, Thinker, ThinkingPool
from kishi.web.watcher import MOST_WAITING, Watcher

from .tables import begin, next_event, sit

OTHELLO = game("othello")


def apart(work: Coroutine[Any, Any, Any]) -> Any:
    """On a thread of its own: browser tests leave a running event loop on the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class Waits:
    """A player that answers when it is let; it counts how many do so at once."""

    name = "waits"
    at_once = most = 0

    def __init__(self) -> None:
        self.closed = False

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Answer:
        Waits.at_once += 1
        Waits.most = max(Waits.most, Waits.at_once)
        until = time.monotonic() + 0.05
        while time.monotonic() < until and not (control and control.stopped):
            time.sleep(0.001)
        Waits.at_once -= 1
        return Choice(move=record.position.legal_moves()[0])

    def close(self) -> None:
        self.closed = True


def test_so_many_threads_search_and_so_much_memory_is_kept() -> None:
    made: list[Waits] = []

    def make() -> Player:
        made.append(Waits())
        return made[-1]

    async def so_many_are_kept(count: int) -> None:
        async with asyncio.timeout(60):
            while sum(not player.closed for player in made) != count:
                await asyncio.sleep(0.001)

    async def many() -> None:
        pool = ThinkingPool(4, 100)
        thinkers = [Thinker(make, threads=2, megabytes=40) for _ in range(6)]
        ask = [pool.think(t, Record.new(OTHELLO), Limit(), lambda _: None) for t in thinkers]
        await asyncio.gather(*ask)
        await so_many_are_kept(2)  # of 40 megabytes each
        await pool.think(thinkers[0], Record.new(OTHELLO), Limit(), lambda _: None)
        await so_many_are_kept(2)

    Waits.most = 0
    apart(many())
    assert Waits.most == 2  # of two threads each


def test_players_at_work_are_within_the_bound_too() -> None:
    """Room is made before a player begins, not when it has come to its end."""
    made: list[Waits] = []
    open_at_once: list[int] = []

    class Counts(Waits):
        def choose(self, *asked: Any) -> Answer:
            open_at_once.append(sum(not player.closed for player in made))
            return super().choose(*asked)

    def make() -> Player:
        made.append(Counts())
        return made[-1]

    async def by_turns() -> None:
        pool = ThinkingPool(2, 100)
        thinkers = [Thinker(make, megabytes=30) for _ in range(8)]
        for _ in range(3):
            record = Record.new(OTHELLO)
            await asyncio.gather(
                *(pool.think(t, record, Limit(), lambda _: None) for t in thinkers)
            )

    apart(by_turns())
    assert max(open_at_once) == 3  # of 30 megabytes each


def test_games_of_people_come_before_games_of_computers() -> None:
    async def order() -> list[str]:
        permits, told = Permits(2), list[str]()

        async def one(name: str, urgent: bool) -> None:
            async with permits.taken(1, urgent=urgent):
                told.append(name)
                await asyncio.sleep(0.01)

        patient = [asyncio.create_task(one(f"computer {n}", False)) for n in range(3)]
        await asyncio.sleep(0)
        person = asyncio.create_task(one("person", True))
        await asyncio.gather(*patient, person)
        async with permits.taken(9, urgent=True):  # more than there are is all of them
            pass
        return told

    assert apart(order()) == ["computer 0", "person", "computer 1", "computer 2"]


def test_who_gives_up_waiting_takes_no_place() -> None:
    async def give_up() -> None:
        permits = Permits(1)
        async with permits.taken(1, urgent=True):
            waiting = asyncio.create_task(permits.taken(1, urgent=True).__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        async with asyncio.timeout(60), permits.taken(1, urgent=True):
            pass

    apart(give_up())


def test_a_depth_alone_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_THINK", 0.0)
    monkeypatch.setattr(thinking, "GRACE", 0.1)

    async def deep() -> Answer:
        pool, thinker = ThinkingPool(1, 64), Thinker(lambda: make_player(OTHELLO, "minimax:60"))
        return await pool.think(thinker, Record.new(OTHELLO), Limit(), lambda _: None)

    assert isinstance(apart(deep()), Choice)


def test_no_search_holds_pythons_lock_at_a_lower_priority_than_the_event_loop() -> None:
    niceness: list[int] = []

    class Tells(Waits):
        def choose(self, *asked: Any) -> Answer:
            status = f"/proc/self/task/{threading.get_native_id()}/stat"
            with open(status, encoding="utf-8") as file:  # noqa: PTH123
                niceness.append(int(file.read().rpartition(")")[2].split()[16]))
            return super().choose(*asked)

    async def ask() -> None:
        pool = ThinkingPool(1, 64)
        for urgent in (True, False):
            record = Record.new(OTHELLO)
            await pool.think(Thinker(Tells), record, Limit(), lambda _: None, urgent=urgent)

    apart(ask())
    assert niceness == [os.nice(0)] * 2


@pytest.mark.parametrize(
    ("text", "megabytes", "threads"),
    [("search", 78, 1), ("search:hash=200,threads=2", 214, 2), ("uct:megabytes=9", 9, 1),
     ("level:3", 78, 1), ("random", 1, 1), ("alphazero", 350, 1)],
)  # fmt: skip
def test_what_a_player_costs(text: str, megabytes: int, threads: int) -> None:
    spec = parse_spec(OTHELLO, text)
    assert (megabytes_of(spec), threads_of(spec)) == (megabytes, threads)


HOLDS = """
import sys
from kishi.core import Limit, Record, game
from kishi.players import make_player

def held():
    with open("/proc/self/status") as file:
        return int(file.read().split("VmRSS:")[1].split()[0]) / 1024

def player(of):
    made, record = make_player(of, "search:hash=1"), Record.new(of)
    for _ in range(3):
        record = record.play(made.choose(record, Limit(nodes=10_000)))
    return made

of = game(sys.argv[1])
kept = [player(of)]  # what all of them share is loaded
before = held()
kept += [player(of) for _ in range(4)]
print((held() - before) / 4)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("name", ["othello", "gomoku", "minishogi"])
def test_a_search_holds_no_more_than_is_counted(name: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", HOLDS, name], check=True, capture_output=True, text=True
    )
    assert float(ran.stdout) < megabytes_of(parse_spec(game(name), "search:hash=1"))


LETS_GO = """
import threading
import uvicorn
from kishi.web import connections

def held():
    with open("/proc/self/status") as file:
        return int(file.read().split("VmRSS:")[1].split()[0]) / 1024

def run(server, sockets):
    all_are_there, before = threading.Barrier(8), held()

    def take_and_let_go():
        for _ in range(3):
            all_are_there.wait()
            b"x" * 16_000_000

    threads = [threading.Thread(target=take_and_let_go) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(held() - before)

uvicorn.Server.run = run
connections.serve(None, None)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_what_the_threads_of_a_server_let_go_of_is_not_kept() -> None:
    """They make players with weights of 16 MB, and forget them."""
    ran = subprocess.run(
        [sys.executable, "-c", LETS_GO], check=True, capture_output=True, text=True
    )
    assert float(ran.stdout) < 16


def test_a_state_asked_for_again_and_again_is_sent_once() -> None:
    made: list[int] = []

    def whole() -> dict[str, Any]:
        made.append(1)
        return {"type": "table"}

    async def ask() -> None:
        watcher = Watcher()
        for _ in range(10_000):
            watcher.ask(whole)
        watcher.tell({"type": "ply"})
        assert [json.loads(str(await watcher.next()))["type"] for _ in range(2)] == ["table", "ply"]
        assert len(made) == 1
        watcher.ask(whole)
        await watcher.next()
        assert len(made) == 2

    apart(ask())


def test_a_page_that_does_not_listen_is_hung_up_on_before_it_costs_much() -> None:
    async def fill() -> None:
        watcher = Watcher()
        text = "x" * (MOST_WAITING // 10)
        for _ in range(10):
            watcher.send("ply", text)
        assert await watcher.next() == text
        for _ in range(3):
            watcher.send("ply", text)
        assert await watcher.next() is None

    apart(fill())


def test_a_flood_of_messages_is_answered_with_429(client: TestClient) -> None:
    with sit(client, begin(client, "othello", ["human", "human"])) as page:
        next_event(page, "table")
        for _ in range(300):
            page.send_json({"do": "undo"})
        codes = [next_event(page, "error")["status"] for _ in range(300)]
    assert set(codes) == {409, 429} and codes.count(429) == 100


def test_an_analysis_in_no_hurry_sees_the_queue() -> None:
    """Two hundred games at once would else fill it."""

    async def ask() -> list[bool]:
        permits, seen = thinking.Permits(1), []

        async def wait() -> None:
            async with permits.taken(1, urgent=False):
                await asyncio.sleep(0)  # let all the others ask
                seen.append(permits.waiting >= thinking.CROWD)

        await asyncio.gather(*(wait() for _ in range(thinking.CROWD + 2)))
        return seen

    seen = apart(ask())
    assert seen[0] and not seen[-1]
