"""What requests in flight may take: so many at once, so many bytes, and so long to arrive.

Whatever goes wrong inside, a page is answered; what it is told names nothing of this machine.
"""

import asyncio
import logging

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 1_000_000
MOST_MESSAGE = 64_000  # of a WebSocket
MOST_REQUESTS = 256  # at once
MOST_BODIES = 32_000_000  # bytes of all requests together
BODY_SECONDS = 20.0  # for a body to arrive
LOG = logging.getLogger("kishi.web")


class Traffic:
    """Between the guard and the endpoints: what costs too much or breaks is told in one line."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.requests = 0
        self.bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        problem = _problem(scope, Headers(scope=scope))
        if problem is None and self.requests >= MOST_REQUESTS:
            problem = 429, f"{MOST_REQUESTS} requests at once are the most here; try again later"
        if problem is not None:
            await _tell(*problem, scope, receive, send)
            return
        self.requests += 1
        try:
            await self._counted(scope, receive, send)
        finally:
            self.requests -= 1

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, began = Body(self, receive), False

        async def noted(message: Message) -> None:
            nonlocal began
            began = began or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, body.receive, noted)
        except Exception as failure:
            if began:
                raise
            if not isinstance(failure, Broken):
                LOG.exception("%s %s failed", scope["method"], scope["path"])
            status, reason = failure.args if isinstance(failure, Broken) else FAULT
            await _tell(status, reason, scope, receive, send)
        finally:
            self.bytes -= body.taken


class Broken(Exception):
    """A body that is not read to its end: the status and why."""


FAULT = 500, "this is a fault of kishi's: the terminal that it runs in says more"


class Body:
    """A body as it arrives."""

    def __init__(self, traffic: Traffic, receive: Receive) -> None:
        self.taken = 0
        self._traffic = traffic
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + BODY_SECONDS
        self._whole = False

    async def receive(self) -> Message:
        if self._whole:  # what follows is only that the page has gone
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise Broken(408, f"a body has {BODY_SECONDS:g} s to arrive") from None
        self._take(len(message.get("body", b"")))
        self._whole = not message.get("more_body", False)
        return message

    def _take(self, size: int) -> None:
        self.taken += size
        self._traffic.bytes += size
        if self.taken > MOST_BODY:
            raise Broken(413, f"a body holds up to {MOST_BODY} bytes")
        if self._traffic.bytes > MOST_BODIES:
            raise Broken(429, "too many long requests at once; try again later")


def _problem(scope: Scope, headers: Headers) -> tuple[int, str] | None:
    """What its headers alone show to be wrong."""
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:12]) > MOST_BODY:
        return 413, f"a body holds up to {MOST_BODY} bytes"
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if scope["method"] == "POST" and kind != "application/json":
        return 415, "send application/json"
    return None


async def _tell(status: int, reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    # What is left of the body is not read: the connection cannot be used again.
    await JSONResponse({"error": reason}, status, {"connection": "close"})(scope, receive, send)
