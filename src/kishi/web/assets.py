"""What is the same for every page: its files and texts, packed once, and kept by browsers.

An address with the version of the files in it never changes what it means, so a browser need not ask
for it twice; of any other a browser asks whether it is still the same.
"""

import gzip
import hashlib
import json
import mimetypes
import re
import time
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from .modules import joined

STATIC = Path(__file__).parent / "static"
STYLES = ("style.css", "pages.css", "learn.css")  # in this order
FOREVER = "private, max-age=31536000, immutable"
ASK = "no-cache"  # keep it, but ask whether it has changed
LEAST_PACKED = 500  # bytes
LOOK_EVERY = 1.0  # seconds


class Asset:
    """Bytes that are sent as they are, or packed."""

    def __init__(self, body: bytes, kind: str) -> None:
        self.body = body
        self.packed = gzip.compress(body, 9, mtime=0) if len(body) >= LEAST_PACKED else None
        self.kind = kind
        # Weak: it names the packed bytes too.
        self.tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'

    def answer(self, request: Request, caching: str = ASK, status: int = 200) -> Response:
        headers = {"cache-control": caching, "etag": self.tag, "vary": "accept-encoding"}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.packed is not None and _unpacks(request.headers):
            body = self.packed
            headers["content-encoding"] = "gzip"
        return Response(body, status, headers, self.kind)


def of_json(value: Any) -> Asset:
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return Asset(body, "application/json")


def _unpacks(headers: Headers) -> bool:
    """Does the client say that it understands gzip?"""
    wanted = re.findall(
        r"(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?=,|$)", headers.get("accept-encoding", "")
    )
    return any(quality.strip("0.") or not quality for quality in wanted)


class Assets:
    """The files as they were when they were read."""

    def __init__(self) -> None:
        self._stamp = _stamp()
        self._looked = time.monotonic()
        files = {
            file.relative_to(STATIC).as_posix(): file.read_bytes()
            for file in sorted(STATIC.rglob("*"))
            if file.is_file()
        }
        self.version = hashlib.sha256(repr(files).encode()).hexdigest()[:12]
        page = files.pop("index.html").decode()
        self.page = Asset(self._with_version(page).encode(), "text/html; charset=utf-8")
        self._assets = {path: Asset(*sent) for path, sent in self._sent(files).items()}

    @property
    def may_be_old(self) -> bool:
        """Is it a while since somebody has looked whether a file has changed?"""
        return time.monotonic() - self._looked > LOOK_EVERY

    def renewed(self) -> "Assets":
        """These, or the files as they are now: who changes one sees it by loading the page again."""
        self._looked = time.monotonic()
        return self if self._stamp == _stamp() else Assets()

    def find(self, path: str, version: str | None) -> Asset | None:
        """Of another version there is nothing: the page that asks is to be loaded anew."""
        return self._assets.get(path) if version in (None, self.version) else None

    def _with_version(self, page: str) -> str:
        return re.sub(r'"(/static/[\w.]+\.(?:js|css))"', rf'"\1?v={self.version}"', page)

    def _sent(self, files: dict[str, bytes]) -> dict[str, tuple[bytes, str]]:
        sent = {
            STYLES[0]: (b"".join(files.pop(name) for name in STYLES), "text/css; charset=utf-8")
        }
        scripts = {path: body.decode() for path, body in files.items() if path.endswith(".js")}
        for path, text in joined(scripts, self.version).items():
            sent[path] = text.encode(), "text/javascript; charset=utf-8"
        for path in files.keys() - scripts.keys():
            sent[path] = files[path], mimetypes.guess_type(path)[0] or "application/octet-stream"
        return sent


def _stamp() -> list[float]:
    return sorted(file.stat().st_mtime for file in STATIC.rglob("*"))
