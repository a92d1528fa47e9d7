"""Who may talk to the server, and what a page from it may do.

The server listens on this machine alone unless told otherwise. That is not enough: any web page the
user visits could send requests here, and a hostile name server could make its own name point here.
So every request, WebSockets included, must name this server as its host and, where the browser says
so, come from a page of this server. Other machines must bring the token printed at the start.
"""

import hmac
import ipaddress
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "kishi-token"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Guard:
    """The first to see every request, and the last to see every answer."""

    def __init__(self, app: ASGIApp, token: str | None = None) -> None:
        self.app = app
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                _dress(message)
            await send(message)

        headers = Headers(scope=scope)
        reason = self._stranger(scope, headers)
        if reason is None and self.token is not None:
            if self._brings_token_in_address(scope):
                await _keep_token(self.token, scope, receive, dressed)
                return
            if not self._knows_token(headers):
                reason = "open the address with the token that kishi printed when it started"
        if reason is None:
            await self.app(scope, receive, dressed)
        else:
            await _refuse(403, reason, scope, receive, dressed)

    # Who asks.

    def _stranger(self, scope: Scope, headers: Headers) -> str | None:
        """Why this request is not one of ours; None if it is."""
        host = headers.get("host", "")
        name = _host_name(host)
        if name is None or not self._is_ours(name):
            return "this host name is not one of this server's"
        origin = headers.get("origin")
        if origin is not None and _place(origin) != host.lower():
            return "requests from other sites are not answered"
        site = headers.get("sec-fetch-site")
        if site in (None, "same-origin") or (site == "none" and scope["type"] == "http"):
            return None
        # A link on another site may open a page here; such a page cannot be read from there.
        is_link = headers.get("sec-fetch-mode") == "navigate" and scope.get("method") == "GET"
        if is_link and not scope["path"].startswith("/api/"):
            return None
        return "requests from other sites are not answered"

    def _is_ours(self, name: str) -> bool:
        if is_loopback(name):
            return True
        # With a token a foreign name gains nothing: its pages hold no cookie of ours.
        return self.token is not None

    def _brings_token_in_address(self, scope: Scope) -> bool:
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token")
        return scope["type"] == "http" and given is not None and self._is_token(given[0])

    def _knows_token(self, headers: Headers) -> bool:
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        return self._is_token(bearer) or self._is_token(_cookie(headers.get("cookie", "")))

    def _is_token(self, given: str) -> bool:
        assert self.token is not None
        return hmac.compare_digest(given.encode(), self.token.encode())


def _dress(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers[name] = value
    if "cache-control" not in headers:
        headers["cache-control"] = "no-store"


def _host_name(host: str) -> str | None:
    """The name in a Host header without its port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _place(origin: str) -> str | None:
    """The host and port that an Origin header names."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _cookie(header: str) -> str:
    try:
        kept: SimpleCookie = SimpleCookie(header)
    except CookieError:
        return ""
    return kept[COOKIE].value if COOKIE in kept else ""


async def _keep_token(token: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Put the token into a cookie, and out of the address where others could see it."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    query.pop("token")
    rest = urlencode(query, doseq=True)
    # One slash: `//host` would be an address elsewhere.
    path = "/" + scope["path"].lstrip("/")
    answer = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
    answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", max_age=30 * 86400)
    await answer(scope, receive, send)


async def _refuse(status: int, reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body: dict[str, Any] = {"error": reason}
    await JSONResponse(body, status)(scope, receive, send)
