"""What becomes of contests and runs: looked up once for all the pages that watch."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from ..store import Run, Store
from ..training.phase import phase_of
from .refusal import refusal_of
from .run_views import History
from .views import line_view
from .watcher import Event, Watcher, written

if TYPE_CHECKING:
    from .state import ServerState

EVERY = 0.25  # seconds between looks


class Feed:
    """One thing that pages watch."""

    def __init__(self, news: AsyncIterator[Event]) -> None:
        self.watchers: set[Watcher] = set()
        self._latest: dict[str, str] = {}  # by kind, for who comes later
        self._task = asyncio.create_task(self._run(news))

    def join(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        for kind, text in self._latest.items():
            watcher.send(kind, text)

    def close(self) -> None:
        self._task.cancel()

    async def _run(self, news: AsyncIterator[Event]) -> None:
        async for event in news:
            text = written(event)
            self._latest[event["type"]] = text
            for watcher in self.watchers:
                watcher.send(event["type"], text)


class Feeds:
    """Those that somebody watches."""

    def __init__(self, state: "ServerState") -> None:
        self._state = state
        self._feeds: dict[tuple[str, int], Feed] = {}

    def join_contest(self, id: int, watcher: Watcher) -> Callable[[], None]:
        return self._join(("contest", id), watcher, lambda: self._contest(id))

    def join_run(self, run: Run, watcher: Watcher) -> Callable[[], None]:
        return self._join(("run", run.id), watcher, lambda: self._run(run))

    def _join(
        self, key: tuple[str, int], watcher: Watcher, make: Callable[[], AsyncIterator[Event]]
    ) -> Callable[[], None]:
        """Watch; what is returned ends that."""
        if key not in self._feeds:
            self._feeds[key] = Feed(make())
        feed = self._feeds[key]
        feed.join(watcher)

        def leave() -> None:
            feed.watchers.discard(watcher)
            if not feed.watchers and self._feeds.get(key) is feed:
                del self._feeds[key]
                feed.close()

        return leave

    async def _contest(self, id: int) -> AsyncIterator[Event]:
        """The table when it has changed, and the game being played, if it is one to watch."""
        contests, lookups = self._state.contests, self._state.lookups
        seen: Any = None
        shown = None
        while True:
            try:
                now = await lookups.do(contests.version, id)
                if now != seen:
                    standing = await lookups.do(contests.standing, id)
                    seen = now  # which was before the table, so that no change after it is missed
                    yield {"type": "contest", "contest": standing}
                live = contests.live(id)
                if live is not None and live is not shown:
                    yield {"type": "game", "game": await lookups.do(line_view, live)}
                shown = live
            except Exception as failure:
                yield _error(failure)
                seen = None
            await asyncio.sleep(EVERY)

    async def _run(self, run: Run) -> AsyncIterator[Event]:
        """The run, again whenever it has got further."""
        runs, lookups = self._state.runs, self._state.lookups
        history, seen, told = History(run), None, None
        while True:
            try:
                about = await lookups.do(runs.about, run)
                now = (about, await lookups.do(_version, history))
                if now != seen:
                    view = await lookups.do(_view, history)
                    seen = now
                    yield {"type": "run", "run": {**view, **about}}
                phase = await lookups.do(phase_of, run)
                if phase is not None and phase != told:
                    told = phase
                    yield {"type": "phase", "phase": phase}
            except Exception as failure:
                yield _error(failure)
                seen = None
                await asyncio.sleep(10 * EVERY)
            await asyncio.sleep(EVERY)


def _error(failure: Exception) -> Event:
    refusal = refusal_of(failure)
    return {"type": "error", "status": refusal.status, "error": refusal.message}


def _version(history: History) -> tuple[int, int]:
    with Store.open() as store:
        return history.version(store)


def _view(history: History) -> dict[str, Any]:
    with Store.open() as store:
        return history.view(store)
