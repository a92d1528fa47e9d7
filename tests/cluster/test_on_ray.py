"""What kishi asks of Ray, with a Ray of our own in its place; `make cluster` asks the real one."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from kishi.cluster import open_cluster
from kishi.cluster.on_ray import Ray
from kishi.errors import BadInput, PlayerFailed


class RayActorError(Exception):
    pass


class RayTaskError(Exception):
    def __init__(self, cause: Exception) -> None:
        self.cause = cause


@dataclass(eq=False)
class Reference:
    """Something that will be there once somebody asks for it."""

    get: Callable[[], Any]


@dataclass(eq=False)
class Actor:
    """Does what it is told, until it dies; after that, whatever it is asked fails."""

    ray: "FakeRay"
    works: Any
    dead: bool = False

    def __getattr__(self, method: str) -> Any:
        return SimpleNamespace(remote=lambda *args: self._asked(method, args))

    def _asked(self, method: str, args: tuple[Any, ...]) -> Reference:
        given = [a.get() if isinstance(a, Reference) else a for a in args]
        self.ray.calls.append((method, *given))

        def get() -> Any:
            if self.dead or (method == "work" and self.ray.dies()):
                self.dead = True
                raise RayActorError
            try:
                return getattr(self.works, method)(*given)
            except Exception as failure:
                raise RayTaskError(failure) from failure

        return Reference(get)


@dataclass
class FakeRay:
    """The part of the module `ray` that kishi uses."""

    cpus: float = 2.0
    deaths: list[bool] = field(default_factory=list)  # which of the next tasks kill their actor
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    actors: list[Actor] = field(default_factory=list)
    places: list[dict[str, Any]] = field(default_factory=list)
    left: bool = False
    exceptions = SimpleNamespace(RayActorError=RayActorError, RayTaskError=RayTaskError)

    def is_initialized(self) -> bool:
        return False

    def init(self, **place: Any) -> None:
        self.places.append(place)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": self.cpus}

    def remote(self, **needs: Any) -> Callable[[type], Any]:
        assert needs == {"num_cpus": 1}

        def start(kind: type) -> Actor:
            self.actors.append(Actor(self, kind()))
            return self.actors[-1]

        return lambda kind: SimpleNamespace(remote=lambda: start(kind))

    def put(self, thing: Any) -> Reference:
        return Reference(lambda: thing)

    def wait(self, out: list[Reference], num_returns: int) -> tuple[list[Reference], list[Any]]:
        at = len(self.calls) % len(out)  # nobody may count on an order
        return [out[at]], out[:at] + out[at + 1 :]

    def get(self, reference: Reference) -> Any:
        return reference.get()

    def kill(self, actor: Actor) -> None:
        actor.dead = True

    def shutdown(self) -> None:
        self.left = True

    def dies(self) -> bool:
        return self.deaths.pop(0) if self.deaths else False

    def alive(self) -> int:
        return sum(not actor.dead for actor in self.actors)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


@pytest.fixture
def cluster(ray: FakeRay) -> Iterator[Ray]:
    opened = open_cluster(1, "auto")
    assert isinstance(opened, Ray)
    yield opened
    opened.close()


def test_every_task_is_done_once_by_actors_that_live_long(ray: FakeRay, cluster: Ray) -> None:
    assert cluster.workers == 2
    for _ in range(3):
        assert sorted(cluster.map("builtins:abs", range(-20, 0))) == [
            (-n, n) for n in range(20, 0, -1)
        ]
    assert len(ray.actors) == ray.alive() == 2
    assert list(cluster.map("builtins:abs", [])) == []


def test_each_actor_is_sent_each_part_once(ray: FakeRay, cluster: Ray) -> None:
    parts = {"a": b"1", "b": b"2"}
    for _ in range(2):
        assert dict(cluster.map("kishi.cluster:blob", ["a", "b", "a"], parts)) == parts
    sent = [names for method, *rest in ray.calls if method == "work" for names in rest[3]]
    assert sorted(sent) == ["a", "a", "b", "b"]


def test_a_new_part_takes_the_place_of_an_old_one(cluster: Ray) -> None:
    for part in ({"a": b"1"}, {"b": b"2"}, {"a": b"1", "b": b"2"}):
        asked = dict(cluster.map("kishi.cluster:blob", ["a", "b", "a", "b"], part))
        assert asked == {"a": None, "b": None, **part}


def test_a_dead_actor_costs_nothing(ray: FakeRay, cluster: Ray) -> None:
    ray.deaths.extend([False, True, True, False, True])
    done = list(cluster.map("builtins:abs", range(10)))
    assert sorted(done) == [(n, n) for n in range(10)]
    assert len(ray.actors) == 5
    assert ray.alive() == 2


def test_a_deadly_task_is_given_up(ray: FakeRay, cluster: Ray) -> None:
    ray.deaths.extend([True] * 3)
    with pytest.raises(PlayerFailed, match="3 workers died"):
        list(cluster.map("builtins:abs", [1]))
    assert list(cluster.map("builtins:abs", [-1])) == [(-1, 1)]


def test_failures_reach_the_caller_as_they_were(cluster: Ray) -> None:
    with pytest.raises(BadInput):
        list(cluster.map("kishi.arena.limits:parse_limit", ["nonsense"]))
    assert list(cluster.map("builtins:abs", [-1])) == [(-1, 1)]


def test_who_gives_up_leaves_nobody_at_work(ray: FakeRay, cluster: Ray) -> None:
    work = iter(cluster.map("builtins:abs", range(100)))
    for _ in range(10):
        next(work)
    work.close()  # type: ignore[attr-defined]
    assert ray.alive() == 1  # the idle one stays for the next work
    assert list(cluster.map("builtins:abs", [-1])) == [(-1, 1)]


def test_a_cluster_is_joined_and_left(ray: FakeRay) -> None:
    Ray("auto").close()
    assert ray.left
    assert ray.alive() == 0
    assert "address" not in ray.places[0]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "127.0.0.1:99999", ""])
def test_a_wrong_address_is_bad_input(ray: FakeRay, address: str) -> None:
    with pytest.raises(BadInput, match=f"no Ray cluster at '{address}'"):
        Ray(address)
    assert not ray.places


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"-m pip install 'ray>="):
        Ray("auto")
