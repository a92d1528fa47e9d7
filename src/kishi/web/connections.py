"""The server's connections: how many it holds, and how long one may take to ask or to listen.

A client that sends its headers a byte a minute, or asks for much and reads nothing, is hung up on;
one too many is told so. Whoever is connected already notices none of it.
"""

import asyncio
import logging
import socket
import sys
import time
from typing import Any, Protocol, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .memory import give_back_large_blocks
from .security import HEADERS
from .traffic import MOST_MESSAGE

MOST_CONNECTIONS = 1600
SPARE_FILES = 200  # for the store, runs, and files being read
HEADER_SECONDS = 10.0  # for the headers of a request to arrive
READ_SECONDS = 20.0  # for a client to read on
LAST_WORDS_SECONDS = 1.0  # for one that is turned away to hear why
MOST_HEADERS = 16_000  # bytes
# For so long another thread may keep Python's lock from the event loop, which wants it back after
# every byte it sends; by default it is five times as long.
SWITCH_SECONDS = 0.001
LOG = logging.getLogger("kishi.web")


def room() -> int:
    """How many connections this process can hold: fewer than it may open files."""
    if sys.platform == "win32":  # pragma: no cover
        return 400
    import resource  # noqa: PLC0415 - not everywhere

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else max(16, soft - SPARE_FILES)


def serve(listening: socket.socket, app: ASGIApp) -> None:
    """Answer whoever connects, until Ctrl-C."""
    config = uvicorn.Config(
        app,
        http=Connection,
        ws=Line,
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,  # a page is near, and many are watched at once
        h11_max_incomplete_event_size=MOST_HEADERS,
        log_level="error",  # what strangers send is not worth a line each
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    Connection.most = room()
    sys.setswitchinterval(SWITCH_SECONDS)
    give_back_large_blocks()
    uvicorn.Server(config).run(sockets=[listening])


class Closable(Protocol):
    transport: asyncio.Transport


class Patience:
    """A deadline that can be set and lifted; whoever misses it is hung up on."""

    def __init__(self, of: Closable, seconds: float) -> None:
        self._of = of
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds, self._of.transport.abort)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Connection(H11Protocol):
    """HTTP with deadlines."""

    most = MOST_CONNECTIONS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._asking = Patience(self, HEADER_SECONDS)
        self._listening = Patience(self, READ_SECONDS)
        self._refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._refused = len(self.connections) > self.most
        if self._refused:
            transport.write(ONE_TOO_MANY)
            transport.write_eof()  # what it asks is still taken in: closing at once would lose our answer
            self._asking = Patience(self, LAST_WORDS_SECONDS)
        self._asking.begin()

    def data_received(self, data: bytes) -> None:
        if self._refused or self.transport.is_closing():
            return
        super().data_received(data)
        # Idle is who has sent nothing, or half a request.
        (self._asking.begin if self.conn.their_state is h11.IDLE else self._asking.end)()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._asking.end()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._asking.end()  # uvicorn's own timer is for who sends nothing more
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        self.transport.write(MALFORMED)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking.end()
        self._listening.end()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._listening.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._listening.end()


class Line(WebSocketsSansIOProtocol):
    """A WebSocket with a deadline for reading; pings of its own see that somebody is there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._listening = Patience(cast(Closable, self), READ_SECONDS)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._listening.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._listening.end()

    def connection_lost(self, exc: Exception | None) -> None:
        self._listening.end()
        super().connection_lost(exc)


def _plain(status: str, reason: str) -> bytes:
    """An answer from before there is a request to answer."""
    body = f'{{"error":"{reason}"}}'
    headers = {**HEADERS, "content-type": "application/json", "cache-control": "no-store",
               "content-length": str(len(body)), "connection": "close"}  # fmt: skip
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", body]).encode()


ONE_TOO_MANY = _plain("429 Too Many Requests", "too many connections at once; try again later")
MALFORMED = _plain("400 Bad Request", "this is no HTTP request")


class AcceptErrors:
    """The event loop's complaints about connections that it could not accept: counted, told seldom."""

    EVERY = 60.0  # seconds

    def __init__(self) -> None:
        self.count = 0
        self._told = -self.EVERY

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if "accept" not in str(context.get("message", "")):
            loop.default_exception_handler(context)
            return
        self.count += 1
        if time.monotonic() - self._told >= self.EVERY:
            self._told = time.monotonic()
            LOG.error("%d connections could not be accepted: %s", self.count,
                      context.get("exception"))  # fmt: skip
