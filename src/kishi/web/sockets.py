"""Pages that stay connected: tables, analyses, contests and runs, each over one WebSocket.

Whatever a page sends is answered or refused on its own; only a message that is too long ends the
connection.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from .analysis import Conversation
from .quota import Rate
from .reading import Fields, parse
from .refusal import Refusal, refusal_of
from .state import ServerState
from .table import GameTable
from .traffic import MOST_MESSAGE
from .watcher import Watcher, written

MOST_MESSAGES, IN_SECONDS = 200, 10.0  # of one page
Hear = Callable[[Fields], Awaitable[None]]
T = TypeVar("T")


def state_of(socket: WebSocket) -> ServerState:
    state: ServerState = socket.app.state.kishi
    return state


async def table_socket(socket: WebSocket) -> None:
    """A game: moves and wishes come in, positions and thoughts go out."""

    async def attend(state: ServerState, watcher: Watcher) -> None:
        table = await state.tables.find(socket.path_params["id"])
        await socket.accept()
        table.join(watcher)
        try:
            # No page is told of a move that a crash could still undo.
            await _both_ways(socket, watcher, lambda f: _at_table(table, watcher, f), table.saved)
        finally:
            await table.leave(watcher)
            state.tables.release(table)

    await _attended(socket, attend)


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
        watcher.ask(table.whole)
    else:
        table.pause(do == "pause")


async def analysis_socket(socket: WebSocket) -> None:
    """Questions about positions and games; thoughts go out as they come."""

    async def attend(state: ServerState, watcher: Watcher) -> None:
        await socket.accept()
        conversation = Conversation(state.analysts, watcher.tell)
        try:
            await _both_ways(socket, watcher, conversation.hear)
        finally:
            await conversation.stop()

    await _attended(socket, attend)


async def contest_socket(socket: WebSocket) -> None:
    """A contest's table, again whenever it has changed."""
    id = socket.path_params["id"]
    await _followed(
        socket,
        lambda state: state.contests.find(id).id,
        lambda state, watcher, id: state.feeds.join_contest(id, watcher),
    )


async def run_socket(socket: WebSocket) -> None:
    """A training run, again whenever it has got further."""
    id = socket.path_params["id"]
    await _followed(
        socket,
        lambda state: state.runs.find(id),
        lambda state, watcher, run: state.feeds.join_run(run, watcher),
    )


async def _followed(
    socket: WebSocket,
    find: Callable[[ServerState], T],
    join: Callable[[ServerState, Watcher, T], Callable[[], None]],
) -> None:
    """A page that only listens: to what becomes of something that must be found first."""

    async def attend(state: ServerState, watcher: Watcher) -> None:
        found = await state.lookups.do(find, state)
        await socket.accept()
        leave = join(state, watcher, found)
        try:
            await _both_ways(socket, watcher, _nothing_to_say)
        finally:
            leave()

    await _attended(socket, attend)


async def _nothing_to_say(fields: Fields) -> None:
    raise Refusal(422, "this line only tells")


# What they share.


async def _attended(
    socket: WebSocket, attend: Callable[[ServerState, Watcher], Awaitable[None]]
) -> None:
    """A page from its coming to its going; what goes wrong at the door is said before hanging up."""
    state = state_of(socket)
    try:
        with state.pages.one():
            await attend(state, Watcher())
    except WebSocketDisconnect:
        pass
    except Exception as failure:
        await _turn_away(socket, refusal_of(failure))


async def _both_ways(
    socket: WebSocket, watcher: Watcher, hear: Hear, may_tell: asyncio.Event | None = None
) -> None:
    """Send the watcher's events and hear the page until it goes."""
    sending = asyncio.create_task(_send(socket, watcher, may_tell))
    hearing = asyncio.create_task(_hear(socket, watcher, hear))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, hearing):
            task.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task


async def _send(socket: WebSocket, watcher: Watcher, may_tell: asyncio.Event | None) -> None:
    while (text := await watcher.next()) is not None:
        if may_tell is not None:
            await may_tell.wait()
        await socket.send_text(text)
    await socket.close(1013, "the page does not listen")


async def _hear(socket: WebSocket, watcher: Watcher, hear: Hear) -> None:
    rate = Rate(MOST_MESSAGES, "messages", IN_SECONDS)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        try:
            rate.one()
            await hear(_read(message.get("text")))
        except Exception as failure:
            refusal = refusal_of(failure)
            watcher.tell({"type": "error", "status": refusal.status, "error": refusal.message})


def _read(text: str | None) -> Fields:
    if text is None:
        raise Refusal(400, "send text, not bytes")
    if len(text) > MOST_MESSAGE:
        raise Refusal(413, f"a message holds up to {MOST_MESSAGE} characters")
    return parse(text)


async def _turn_away(socket: WebSocket, refusal: Refusal) -> None:
    """Say why before hanging up: a browser shows a page nothing of a refused handshake."""
    with suppress(RuntimeError):
        await socket.accept()
        event = {"type": "error", "status": refusal.status, "error": refusal.message}
        await socket.send_text(written(event))
        await socket.close(4000 + min(refusal.status, 999), refusal.message[:100])
