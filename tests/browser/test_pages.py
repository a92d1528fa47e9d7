"""Every page: it says something, also in Japanese and Chinese, fits a small phone, is kept as a picture."""

import json
import re
import shutil
import subprocess
import time
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, Route

from kishi.games import GAMES

from .conftest import Server, Tab, needed

PAGES = {
    "home": "/",
    "review": "/review?game=othello&moves=f5 d6 c3 d3 c4 f4",
    "train": "/train",
    "players": "/players",
    "arena": "/arena",
    "games": "/games",
    "learn": "/learn",
    "learn-pso": "/learn/pso",
    "learn-ga": "/learn/ga",
    "learn-lines": "/learn/lines",
    "learn-alphabeta": "/learn/alphabeta",
    "learn-montecarlo": "/learn/montecarlo",
    "learn-valuenet": "/learn/valuenet",
    "learn-alphazero": "/learn/alphazero",
    "learn-mistakes": "/learn/mistakes",
}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True},
    "japanese": {"locale": "ja"},
    "chinese": {"locale": "zh-CN"},
    "traditional": {"locale": "zh-TW"},
}
# What the page says it speaks, and signs that only then are on it.
SPEAKS = {
    "japanese": ("ja", r"[\u3040-\u30ff]"),
    "chinese": ("zh", r"[\u4e00-\u9fff]{2}"),
    "traditional": ("zh-Hant", r"[\u4e00-\u9fff]{2}"),
}


# Dark differs from light by its colours alone.
DARK = ("home", "review", "train", "players", "learn", "learn-pso", "learn-ga", "learn-alphabeta")


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_in_every_look(browser: Browser, server: Server, look: str) -> None:
    tab = Tab(browser, server, **LOOKS[look])
    for name, path in PAGES.items():
        if look == "dark" and name not in DARK:
            continue
        page = tab.open(path)
        # Not innerWidth: a phone makes its window wider for a page that does not fit.
        widest = LOOKS[look].get("viewport", {"width": 1280})["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= widest, name
        if look in SPEAKS:
            language, signs = SPEAKS[look]
            assert page.evaluate("document.documentElement.lang") == language
            assert re.search(signs, page.inner_text("main")), name
        if name not in ("home", "review"):  # whose boards need the room on a phone
            box = page.locator("h1").bounding_box()
            assert box and box["height"] > 10, name
        tab.shoot(f"{name}-{look}")
    tab.close()


@pytest.mark.parametrize("name", ["home", "review", "train", "players", "arena", "learn"])
def test_a_first_visit_asks_for_little(browser: Browser, server: Server, name: str) -> None:
    tab = Tab(browser, server, locale="ja")  # whose texts are the longest
    sizes: list[int] = []
    tab.page.on("requestfinished", lambda r: sizes.append(r.sizes()["responseBodySize"]))
    tab.open(PAGES[name])
    for _ in range(100):  # on a busy machine the page stands before the last answer is told of
        if len(sizes) > 5:
            break
        tab.page.wait_for_timeout(100)
    assert 5 < len(sizes) <= 15, len(sizes)
    assert sum(sizes) <= 90_000, sum(sizes)
    tab.close()


def test_japanese_glyphs_are_drawn_not_boxes(tab: Tab) -> None:
    """Two signs without a font would be the same box."""
    if not shutil.which("fc-list") or not subprocess.check_output(["fc-list", ":lang=ja"]):
        needed("a Japanese font", "fonts-noto-cjk")
    page = tab.open("/")
    drawn = page.evaluate(
        """() => ['歩', '龍', '対'].map(sign => {
          const canvas = document.createElement('canvas');
          const pen = canvas.getContext('2d');
          pen.font = '40px serif';
          pen.fillText(sign, 10, 50);
          return canvas.toDataURL();
        })"""
    )
    assert len(set(drawn)) == 3


def test_the_language_is_changed_on_the_page(tab: Tab) -> None:
    page = tab.open("/")
    page.select_option("select.language", "ja")
    page.wait_for_selector("text=対局")
    page.select_option("select.language", "zh")
    page.wait_for_selector("text=五五将棋")
    page.select_option("select.language", "zh-Hant")
    page.wait_for_selector("text=五五將棋")


def test_a_round_robin_is_run_to_its_end(tab: Tab, tmp_path: Path) -> None:
    page = tab.open("/arena")
    page.select_option("#contest-game", "othello-6")
    page.fill("#contest-games", "4")
    page.click("button.big")
    page.wait_for_selector(".tag:text-is('finished')", timeout=120_000)
    contest = page.url.removeprefix(tab.server.address)
    assert page.locator(".cross tbody tr").count() == 3
    assert page.locator(".interval-dot").count() == 3
    assert page.locator(".interval-axis span").count() == 2, (
        "the scale says where it begins and ends"
    )
    assert "… +" in (page.locator(".interval").first.get_attribute("title") or "")
    page.wait_for_selector(".watch svg.board")
    tab.shoot("contest")
    with page.expect_download() as download:
        page.get_by_role("link", name="Report").click()
    report = tmp_path / download.value.suggested_filename
    download.value.save_as(report)
    assert report.suffix == ".html"
    # It stands alone: opened as a file it draws its games, and complains of nothing.
    page.goto(report.as_uri())
    page.wait_for_selector("table")
    tab.shoot("contest-report")
    tab.foreign.clear()  # the file itself
    page = tab.open(contest)
    page.locator(".list a").first.click()
    page.wait_for_selector(".tree .move")


def test_a_slow_game_is_watched_while_it_is_played(tab: Tab) -> None:
    page = tab.open("/arena")
    body = {"game": "othello", "players": ["search", "search:depth=40"], "games": 2, "seconds": 1}
    id = page.request.post("/api/contests", data=body).json()["id"]
    tab.open(f"/arena/{id}")
    page.wait_for_selector("h2:text-is('The game being played')")
    page.wait_for_selector(".watch svg.board .pieces > *")
    drawn = page.locator(".watch .pieces").inner_html()
    page.wait_for_function(
        "drawn => document.querySelector('.watch .pieces').innerHTML !== drawn", arg=drawn
    )
    tab.shoot("contest-live")
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector(".tag:text-is('stopped')")


def test_a_review_finds_the_mistakes(tab: Tab) -> None:
    page = tab.open("/review")  # which asks for a game at once
    page.select_option("#load-game", "gomoku-9")
    # Black overlooks four in a row.
    page.fill("#load-text", "e5 a1 e6 a2 e7 a3 h1 e8 i1 e4 i9 a9")
    page.get_by_role("button", name="Load", exact=True).click()
    page.wait_for_selector(".tree .move.here")
    page.get_by_role("button", name="Find mistakes").click()
    page.wait_for_selector(".faults li")
    page.locator(".faults .link").first.click()
    assert "better" in page.locator(".status .fault").first.inner_text()
    tab.shoot("mistakes")


def test_a_variation_a_share_link_and_pictures(tab: Tab, tmp_path: Path) -> None:
    page = tab.open("/review?game=othello&moves=f5 d6 c3")
    page.wait_for_selector("svg.board.playable")
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(300)
    page.locator("svg.board").focus()
    page.wait_for_selector("svg.board.playable")
    legal = page.request.post("/api/read", data={"game": "othello", "text": "f5 d6"}).json()[
        "legal"
    ]
    other = next(m for m in legal if m[3] != "c3")
    for key in ["ArrowUp"] * 8 + ["ArrowLeft"] * 8:
        page.keyboard.press(key)
    for key in ["ArrowDown"] * (other[2] // 8) + ["ArrowRight"] * (other[2] % 8) + ["Enter"]:
        page.keyboard.press(key)
    page.wait_for_selector(".variation .move.here")
    page.get_by_role("button", name="Share link").click()
    page.wait_for_url("**/review#*moves=*")
    shared = page.url
    for name, ending in (("SVG", ".svg"), ("PNG", ".png"), ("GIF", ".gif"), ("Record", ".json")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        file = tmp_path / f"file{ending}"
        download.value.save_as(file)
        assert download.value.suggested_filename.endswith(ending)
        assert file.stat().st_size > 100
        if name == "GIF":
            check_film(page, file.read_bytes(), frames=4)  # f5, d6 and the variation
    page.goto("about:blank")
    page.goto(shared.replace("127.0.0.1", "localhost"))  # any host shows it
    page.wait_for_selector(f".tree .move.here:text-is('{other[3]}')")


def check_film(page: Page, data: bytes, frames: int) -> None:
    """As Chromium itself decodes it: a frame for each position, all of one size, each another picture."""
    film = page.evaluate(
        """async data => {
          const bytes = Uint8Array.from(atob(data), sign => sign.charCodeAt(0));
          const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' });
          await decoder.tracks.ready;
          await decoder.completed;
          const film = [];
          let before = null;
          for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
            const { image } = await decoder.decode({ frameIndex: i });
            const { displayWidth: width, displayHeight: height, duration } = image;
            const pen = new OffscreenCanvas(width, height).getContext('2d');
            pen.drawImage(image, 0, 0);
            const { data: pixels } = pen.getImageData(0, 0, width, height);
            const other = before ? pixels.filter((part, at) => part !== before[at]).length : 0;
            film.push({ size: [width, height], time: duration, changed: other / pixels.length });
            before = pixels;
          }
          return film;
        }""",
        b64encode(data).decode(),
    )
    assert len(film) == frames
    ((width, height),) = {tuple(frame["size"]) for frame in film}
    assert width >= 200 and height >= 200
    assert film[-1]["time"] > film[0]["time"] > 0, "the end is shown for longer"
    for frame in film[1:]:
        assert 0.001 < frame["changed"] < 0.2, "a move changes some squares, and not the board"


def test_a_position_is_set_up_and_played_from(tab: Tab) -> None:
    page = tab.open("/review?game=minishogi")
    page.wait_for_selector("svg.board.playable")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="rook +").first.click()
    page.get_by_role("button", name="Use it").click()
    page.wait_for_selector("#toast.bad.shown")  # two rooks are on the board already
    page.get_by_role("button", name="rook −").first.click()
    page.get_by_role("button", name="Use it").click()
    page.wait_for_selector(".editor", state="hidden")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector("svg.board.playable")
    tab.complaints.clear()  # the browser logs the refusal that was wanted


@pytest.mark.parametrize(
    ("path", "asked"),
    [("/", "tables"), ("/train", "runs"), ("/arena", "contests")],
)
def test_a_message_covers_nothing(phone: Tab, path: str, asked: str) -> None:
    """Everything makes room for it, however far one has scrolled."""
    page = phone.open(path)

    def refuse(route: Route) -> None:
        refused = route.request.method == "POST"
        route.fulfill(status=503, json={"error": "not now"}) if refused else route.fallback()

    page.route(f"**/api/{asked}", refuse)
    button = page.locator("main button.big").last
    button.scroll_into_view_if_needed()
    before = page.evaluate(TOPS)
    button.click()
    page.wait_for_selector("#toast.bad.shown")
    tall = page.locator("#toast").bounding_box()
    assert tall is not None and tall["height"] > 20 and tall["y"] >= 0
    moved = {round(now - then) for now, then in zip(page.evaluate(TOPS), before, strict=True)}
    assert moved == {round(tall["height"])}
    page.wait_for_selector("#toast:empty", state="attached")
    assert page.evaluate(TOPS) == before
    phone.complaints.clear()  # the browser logs the refusal that was wanted


TOPS = """() => [...document.querySelectorAll('main > *, main h1, main button.big')]
  .map(el => el.getBoundingClientRect().top)"""


# Every two of language, colours and size meet in one of them, and every page is seen in one.
LOOKED_AT = [
    ("zh-CN", "light", "phone"), ("ja", "dark", "phone"), ("en", "light", "desktop"),
    ("zh-CN", "dark", "desktop"), ("en", "dark", "phone"), ("ja", "light", "desktop"),
]  # fmt: skip


@pytest.mark.parametrize("look", LOOKED_AT, ids="-".join)
def test_nobody_is_shut_out(
    browser: Browser, server: Server, axe: str, look: tuple[str, str, str]
) -> None:
    language, scheme, size = look
    sized = LOOKS["phone"] if size == "phone" else {}
    tab = Tab(browser, server, locale=language, color_scheme=scheme, bypass_csp=True, **sized)
    rules = [f"/rules/{facts.family}" for facts in GAMES]
    places: list[str | Callable[[Server], str]]
    places = [*PAGES.values(), *rules, play_path, finished_run, contest]
    found = []
    for place in places[LOOKED_AT.index(look) :: len(LOOKED_AT)]:
        path = place if isinstance(place, str) else place(server)
        page = tab.open(path)
        page.evaluate(axe)
        result = page.evaluate("axe.run({ resultTypes: ['violations'] })")
        found += [
            f"{path}: {v['id']} ({v['impact']}) {[n['target'] for n in v['nodes']][:3]}"
            for v in result["violations"]
        ]
    tab.close()
    assert not found, json.dumps(found, indent=1)


def post(server: Server, path: str, **body: Any) -> Any:
    headers = {"content-type": "application/json"}
    request = Request(server.address + path, json.dumps(body).encode(), headers)
    with urlopen(request) as answer:
        return json.load(answer)


def play_path(server: Server) -> str:
    table = post(server, "/api/tables", game="minishogi", seats=["human", "level:1"])
    return f"/play/{table['id']}"


def contest(server: Server) -> str:
    players = ["random", "level:1"]
    return (
        f"/arena/{post(server, '/api/contests', game='othello-4', players=players, games=4)['id']}"
    )


def finished_run(server: Server) -> str:
    run = post(server, "/api/runs", game="othello-6", method="hillclimb", games=1)
    path = f"/api/runs/{run['id']}"
    while True:
        with urlopen(server.address + path) as answer:
            if json.load(answer)["state"] == "resting":
                return path.removeprefix("/api").replace("runs", "train")
        time.sleep(0.2)


def test_no_training_took_no_time(tab: Tab, server: Server) -> None:
    page = tab.open(finished_run(server))
    page.wait_for_selector("text=CPU seconds")
    assert re.search(r"seed \d+ · (\d+(\.\d)?) CPU seconds", said := page.inner_text("main")), said
    assert " 0 CPU" not in said
    page = tab.open("/players")
    page.wait_for_selector("text=hillclimb-othello-6")
    assert " 0 CPU" not in page.inner_text("main")
