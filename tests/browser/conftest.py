"""A real browser and a real server. Without Chromium the tests are skipped, but never in CI."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 90_000  # milliseconds: others may use the machine too
SHOTS = Path(__file__).parents[2] / "build" / "screenshots"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def chromium() -> str:
    """The browser's path; the Makefile installs it where it may."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or needed("Chromium", "chromium")


def needed(what: str, package: str) -> NoReturn:
    """A test cannot be run here: it is skipped, but never in CI."""
    reason = f"{what} is not installed (apt-get install {package})"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


class Server:
    """`kishi serve` as a process that can be ended and begun again on the same port."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.address = ""
        self._process: subprocess.Popen[str] | None = None
        self.start("0")

    def start(self, port: str | None = None) -> None:
        command = [sys.executable, "-c", "from kishi.cli import main; main()", "serve", "--no-open"]
        port = port or self.address.rsplit(":", 1)[1].strip("/")
        self._process = subprocess.Popen(
            [*command, "--port", port],
            env={**os.environ, "KISHI_HOME": str(self.home), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[3].rstrip("/")
        for _ in range(200):
            try:
                urlopen(f"{self.address}/api/kinds", timeout=5).close()
                return
            except (URLError, OSError):
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)
            self._process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("kishi"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


class Tab:
    """A page that is watched: what it logs, and whom it asks."""

    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        self.server = server
        usual = {"viewport": {"width": 1280, "height": 900}, "base_url": server.address}
        self.context = browser.new_context(**{**usual, **options})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        self.page.on("console", self._logs)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._asks(request.url))
        self.page.on("websocket", lambda socket: self._asks(socket.url.replace("ws:", "http:")))

    def _logs(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def _asks(self, url: str) -> None:
        by_name = self.server.address.replace("127.0.0.1", "localhost")  # the same server
        if not url.startswith((self.server.address, by_name, "blob:", "data:")):
            self.foreign.append(url)

    def open(self, path: str) -> Page:
        self.page.goto(self.server.address + path)
        self.page.wait_for_selector("main[aria-busy=false] h1", state="attached")
        return self.page

    def shoot(self, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")

    def close(self) -> None:
        self.context.close()
        assert not self.foreign, f"asked other hosts: {self.foreign}"
        assert not self.complaints, f"complained: {self.complaints}"


@pytest.fixture
def tab(browser: Browser, server: Server) -> Iterator[Tab]:
    tab = Tab(browser, server)
    yield tab
    tab.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Tab]:
    tab = Tab(
        browser, server, viewport={"width": 360, "height": 720}, has_touch=True, is_mobile=True
    )
    yield tab
    tab.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core, the npm package, as the wheel `axe-playwright-python` carries it."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
