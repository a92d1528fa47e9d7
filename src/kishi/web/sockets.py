"""Pages that stay connected: tables, analyses, contests and runs, each over one WebSocket.

Whatever a page sends is answered or refused on its own; only a message that is too long ends the
connection.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import BadInput
from ..store import Run, Store
from .analysis import Conversation
from .reading import Fields, parse
from .refusal import Refusal
from .run_views import History
from .state import ServerState
from .table import GameTable, Watcher
from .views import line_view

MOST_MESSAGE = 64_000
EVERY = 0.25  # seconds between looks at a contest or a run
Event = dict[str, Any]
Hear = Callable[[Fields], Awaitable[None]]
T = TypeVar("T")


def state_of(socket: WebSocket) -> ServerState:
    state: ServerState = socket.app.state.kishi
    return state


async def table_socket(socket: WebSocket) -> None:
    """A game: moves and wishes come in, positions and thoughts go out."""
    state, watcher = state_of(socket), Watcher()
    try:
        with state.pages.one():
            table = state.tables.find(socket.path_params["id"])
            await socket.accept()
            table.join(watcher)
            try:
                await _both_ways(socket, watcher, lambda f: _at_table(table, watcher, f))
            finally:
                await table.leave(watcher)
                state.tables.release(table)
    except Refusal as refusal:
        await _turn_away(socket, refusal)


async def _at_table(table: GameTable, watcher: Watcher, fields: Fields) -> None:
    do = fields.one_of(
        "do", ("play", "choose", "resign", "undo", "redo", "pause", "go on", "state")
    )
    if do == "play":
        table.play(fields.whole("move", 0, 10**6), fields.whole("ply", 0, 10**6))
    elif do == "choose":
        table.choose(fields.text("answer", most=10), fields.whole("ply", 0, 10**6))
    elif do == "resign":
        table.resign(fields.whole("seat", 0, 1))
    elif do == "undo":
        table.undo()
    elif do == "redo":
        table.replay()
    elif do == "state":
        watcher.tell(table.whole())
    else:
        table.pause(do == "pause")


async def analysis_socket(socket: WebSocket) -> None:
    """Questions about positions and games; thoughts go out as they come."""
    state, watcher = state_of(socket), Watcher()
    try:
        with state.pages.one():
            await socket.accept()
            conversation = Conversation(state.analysts, watcher.tell)
            try:
                await _both_ways(socket, watcher, conversation.hear)
            finally:
                await conversation.stop()
    except Refusal as refusal:
        await _turn_away(socket, refusal)


async def contest_socket(socket: WebSocket) -> None:
    """A contest's table, again whenever it has changed."""
    id = socket.path_params["id"]
    await _followed(socket, lambda state: state.contests.find(id).id, _watch_contest)


async def _followed(
    socket: WebSocket,
    find: Callable[[ServerState], T],
    follow: Callable[[ServerState, Watcher, T], Coroutine[Any, Any, None]],
) -> None:
    """A page that only listens: to what becomes of something that must be found first."""
    state, watcher = state_of(socket), Watcher()
    try:
        with state.pages.one():
            found = await run_in_threadpool(find, state)
            await socket.accept()
            following = asyncio.create_task(follow(state, watcher, found))
            try:
                await _both_ways(socket, watcher, _nothing_to_say)
            finally:
                following.cancel()
    except Refusal as refusal:
        await _turn_away(socket, refusal)


async def _watch_contest(state: ServerState, watcher: Watcher, id: int) -> None:
    """The table when it has changed, and the game being played, if it is one to watch."""
    seen = shown = None
    while True:
        now = state.contests.version(id)  # before the table, so that no change after it is missed
        if now != seen:
            seen = now
            standing = await run_in_threadpool(state.contests.standing, id)
            watcher.tell({"type": "contest", "contest": standing})
        live = state.contests.live(id)
        if live is not None and live is not shown:
            watcher.tell({"type": "game", "game": await run_in_threadpool(line_view, live)})
        shown = live
        await asyncio.sleep(EVERY)


async def run_socket(socket: WebSocket) -> None:
    """A training run, again whenever it has got further."""
    id = socket.path_params["id"]
    await _followed(socket, lambda state: state.runs.find(id), _watch_run)


async def _watch_run(state: ServerState, watcher: Watcher, run: Run) -> None:
    history, seen = History(run), None
    while True:
        about = await run_in_threadpool(state.runs.about, run)
        now = (about, await run_in_threadpool(_version, history))
        if now != seen:
            seen = now
            view = await run_in_threadpool(_view, history)
            watcher.tell({"type": "run", "run": {**view, **about}})
        await asyncio.sleep(EVERY)


def _version(history: History) -> tuple[int, int]:
    with Store.open() as store:
        return history.version(store)


def _view(history: History) -> dict[str, Any]:
    with Store.open() as store:
        return history.view(store)


async def _nothing_to_say(fields: Fields) -> None:
    raise Refusal(422, "this line only tells")


# What they share.


async def _both_ways(socket: WebSocket, watcher: Watcher, hear: Hear) -> None:
    """Send the watcher's events and hear the page until it goes."""
    sending = asyncio.create_task(_send(socket, watcher))
    hearing = asyncio.create_task(_hear(socket, watcher, hear))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, hearing):
            task.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    while (event := await watcher.events.get()) is not None:
        await socket.send_text(json.dumps(event, separators=(",", ":")))
    await socket.close(1013, "the page does not listen")


async def _hear(socket: WebSocket, watcher: Watcher, hear: Hear) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        try:
            if text is None:
                raise Refusal(400, "send text, not bytes")
            if len(text) > MOST_MESSAGE:
                raise Refusal(413, f"a message holds up to {MOST_MESSAGE} characters")
            await hear(parse(text))
        except Refusal as refusal:
            watcher.tell({"type": "error", "status": refusal.status, "error": refusal.message})
        except BadInput as wrong:
            watcher.tell({"type": "error", "status": 422, "error": str(wrong)})


async def _turn_away(socket: WebSocket, refusal: Refusal) -> None:
    """Say why before hanging up: a browser shows a page nothing of a refused handshake."""
    with suppress(RuntimeError):
        await socket.accept()
        event = {"type": "error", "status": refusal.status, "error": refusal.message}
        await socket.send_text(json.dumps(event))
        await socket.close(4000 + min(refusal.status, 999), refusal.message[:100])
