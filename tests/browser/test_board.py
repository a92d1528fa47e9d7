"""The board: what one does is seen at once, what the rules say is shown, and nothing jumps."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from kishi.core import game as game_named

from .conftest import Server, Tab
from .hands import Hands

SCREENS: dict[str, dict[str, Any]] = {
    "tiny": {"viewport": {"width": 320, "height": 568}},
    "portrait": {"viewport": {"width": 360, "height": 720}, "has_touch": True, "is_mobile": True},
    "landscape": {"viewport": {"width": 740, "height": 340}, "has_touch": True, "is_mobile": True},
    "zoomed": {"viewport": {"width": 640, "height": 400}},
    "full-hd": {"viewport": {"width": 1920, "height": 1000}},
    "wide": {"viewport": {"width": 2560, "height": 1300}},
}


def sit_down(tab: Tab, game: str, seats: list[str] | None = None, **terms: Any) -> Page:
    """A game on these terms, begun without the form; a person is to move."""
    body = {"game": game, "seats": seats or ["human", "human"], **terms}
    answer = tab.page.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    page = tab.open(f"/play/{answer.json()['id']}")
    page.wait_for_selector("svg.board.playable, .status .answers")
    return page


def said(page: Page, text: str, where: str = ".verdict strong") -> None:
    """Wait until it stands there."""
    page.locator(where).filter(has_text=text).wait_for()


def a_drag(hands: Hands) -> tuple[dict[str, Any], list[Any]]:
    """The longest way that a piece on the board can go."""
    table = hands.table()
    cols = table["game"]["cols"]
    moves = [m for m in table["now"]["legal"] if 0 <= m[1] < cols * cols]
    return table, max(moves, key=lambda m: abs(m[1] // cols - m[2] // cols))


def test_a_dragged_piece_follows_the_pointer(tab: Tab) -> None:
    page = sit_down(tab, "minishogi")
    hands = Hands(page, "drag")
    table, move = a_drag(hands)
    start, end = hands.spot(table, move[1]), hands.spot(table, move[2])
    page.mouse.move(*start)
    page.mouse.down()
    for x, y in ((start[0] + 40, start[1] - 200), (30, 40), end):  # off the board and back
        page.mouse.move(x, y)
        box = page.locator(".dragged").bounding_box()
        assert box is not None
        assert (
            abs(box["x"] + box["width"] / 2 - x) < 12 and abs(box["y"] + box["height"] / 2 - y) < 12
        )
    page.mouse.up()
    page.locator(".moves .move").wait_for()
    assert not page.locator(".dragged").count()
    assert hands.table()["plies"][1]["text"] == move[3]


def test_a_piece_let_go_elsewhere_goes_back(tab: Tab) -> None:
    page = sit_down(tab, "minishogi")
    hands = Hands(page, "drag")
    table, move = a_drag(hands)
    hands.drag(hands.spot(table, move[1]), (20, 20))
    assert not page.locator(".dragged, svg.board .pieces > [opacity]").count()
    assert len(hands.table()["plies"]) == 1


def test_ones_own_stone_is_drawn_before_the_server_answers(tab: Tab) -> None:
    """And in less than 50 ms of CPU time of the page's thread."""
    page = sit_down(tab, "gomoku")
    hands = Hands(page)
    x, y = hands.spot(hands.table(), 112)
    watch = page.context.new_cdp_session(page)
    watch.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = watch.send("Performance.getMetrics")["metrics"]
        return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))

    before = busy()
    drawn = page.evaluate(
        """([clientX, clientY]) => {
          const board = document.querySelector('svg.board');
          const at = { clientX, clientY, pointerId: 1, pointerType: 'pen', bubbles: true };
          board.dispatchEvent(new PointerEvent('pointerdown', at));
          board.dispatchEvent(new PointerEvent('pointerup', at));
          return board.querySelectorAll('.pieces .disc').length;  // no event of the server came between
        }""",
        [x, y],
    )
    spent = busy() - before
    assert drawn == 1
    assert spent < 0.05, f"{spent * 1000:.0f} ms"
    page.locator(".moves .move").wait_for()
    assert page.locator(".pieces .disc").count() == 1


def test_what_the_server_refuses_is_taken_back(tab: Tab) -> None:
    page = sit_down(tab, "othello")
    other = Hands(page)
    table = other.table()
    page.evaluate(
        """move => { const say = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            say.call(this, text.replace(/"ply":0/, '"ply":7')); }; }"""
    )
    other.touch(table, table["now"]["legal"][0][2])
    page.wait_for_selector("svg.board.playable")
    assert page.locator(".pieces .disc").count() == 4


def test_a_game_with_analysis_shifts_nothing(tab: Tab) -> None:
    page = sit_down(tab, "othello-4", ["human", "level:1"])
    page.check(".think .check input")
    page.wait_for_selector(".marks rect")
    page.evaluate(
        """() => { window.shifts = [];
          new PerformanceObserver(list => shifts.push(...list.getEntries().map(e => e.value)))
            .observe({ type: 'layout-shift' }); }"""
    )
    assert Hands(page).whole_game()["now"]["end"]
    page.wait_for_timeout(300)  # the observer hears of frames that were drawn
    assert page.evaluate("shifts") == []


def test_the_toolbar_keeps_the_focus(tab: Tab) -> None:
    page = sit_down(tab, "tictactoe")
    hands = Hands(page)
    for ply in range(3):
        hands.play(hands.table(), hands.table()["now"]["legal"][0])
        hands.wait(ply)
    undo = page.get_by_role("button", name="Take back")
    undo.focus()
    for left in (2, 1, 0):
        page.keyboard.press("Enter")
        page.locator(f".moves .move[data-ply='{left + 1}']").wait_for(state="detached")
        assert undo.evaluate("el => el === document.activeElement")
    assert undo.get_attribute("aria-disabled") == "true"
    assert undo.inner_text().strip() == "Take back", "an icon with its label"


def test_check_is_shown_and_mate_told_in_words(tab: Tab) -> None:
    page = sit_down(tab, "minishogi", start="4k/5/5/5/R3K b - 1")
    hands = Hands(page)
    table = hands.table()
    assert not page.locator(".in-check").count()
    hands.play(table, next(m for m in table["now"]["legal"] if m[3] == "5e5a+"))
    page.locator(".in-check").wait_for()
    assert "Check!" in page.inner_text(".status")
    table = hands.wait(0)
    hands.play(table, next(m for m in table["now"]["legal"] if m[3] == "1a2b"))
    hands.wait(1)
    assert not page.locator(".in-check").count()
    page = sit_down(tab, "minishogi", start="4k/5/4P/5/4K b G 1")
    table = hands.table()
    hands.play(table, next(m for m in table["now"]["legal"] if m[3] == "G*1b"))
    page.wait_for_selector(".status.ended")
    assert "mate" in page.inner_text(".status")
    assert page.locator(".in-check").count() == 1


def test_the_five_that_won_is_ringed_and_stones_are_numbered(tab: Tab) -> None:
    page = sit_down(tab, "gomoku-9", moves=[0, 9, 1, 10, 2, 11, 3, 12])
    hands = Hands(page)
    table = hands.table()
    hands.play(table, next(m for m in table["now"]["legal"] if m[2] == 4))
    page.wait_for_selector(".status.ended")
    assert page.locator("circle.deciding").count() == 5
    assert "Five in a row" in page.inner_text(".status")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Number the stones").check()
    assert page.locator(".over .number").all_text_contents() == [
        str(n) for n in (1, 3, 5, 7, 9, 2, 4, 6, 8)
    ]


def test_forbidden_points_are_marked_and_explained(tab: Tab) -> None:
    """A double three in renju."""
    black, white = ["f8", "g8", "h10", "h9"], ["a15", "o15", "a1", "o1"]
    of = game_named("gomoku-15-renju")
    moves = [of.parse_move(m) for pair in zip(black, white, strict=True) for m in pair]
    page = sit_down(tab, of.name, moves=moves)
    assert page.locator("path.forbidden").count() == 1
    hands = Hands(page)
    hands.touch(hands.table(), of.parse_move("h8"))
    said(page, "h8 is forbidden", ".told")
    assert len(hands.table()["plies"]) == 9
    assert not page.locator("#toast.shown").count(), "it covers nothing"


def test_swap2_is_explained_step_by_step(tab: Tab) -> None:
    page = sit_down(tab, "gomoku", swap2=True)
    hands = Hands(page)
    for stone in (1, 2, 3):
        said(page, f"{stone} of 3", ".status")
        table = hands.table()
        hands.play(table, table["now"]["legal"][stone * 40])
        hands.wait(stone - 1)
    page.get_by_role("button", name="Two more stones").click()
    said(page, "1 of 2", ".status")


def test_what_is_shown_is_what_the_server_says(tab: Tab) -> None:
    """Black +N discs, mates in N, wins in N: beside the board and on the squares."""
    ending = "--XOOOO-XXXXXXXXXXXXXXXXXXXOXXXXXXOOXXXXXXXXXXXXOXXXXXXX-OOOOOOX X"
    page = sit_down(tab, "othello", start=ending)
    page.check(".think .check input")
    page.wait_for_selector(".verdict .tag")
    page.wait_for_selector(".marks text")
    asked = {"game": "othello", "start": ending, "moves": [], "lines": 20, "seconds": 10}
    thought = page.request.post("/api/analysis", data=asked).json()
    told = {f"{m['score']['lead']:+.0f}".replace("-", "−") for m in thought["moves"]}
    assert set(page.locator(".marks text").all_text_contents()) == told
    lead = thought["score"]["lead"]
    assert (
        page.inner_text(".verdict strong")
        == f"{'Black' if lead > 0 else 'White'} +{abs(lead):.0f} discs"
    )
    page = sit_down(tab, "minishogi", start="4k/5/4P/5/4K b G 1")
    said(page, "Sente mates in 1")
    page = sit_down(tab, "gomoku-9", moves=[30, 9, 31, 10, 32, 17])
    said(page, "Black wins by fours in 3")


def test_recent_games_have_dates_and_can_be_deleted(tab: Tab) -> None:
    sit_down(tab, "tictactoe")
    page = tab.open("/")
    first = page.locator(".recent-game").first
    assert first.locator("time").get_attribute("datetime")
    address = first.locator("a").get_attribute("href")
    first.locator("button").click()
    assert page.locator(f"a[href='{address}']").count() == 1, "one press deletes nothing"
    first.locator("button").click()
    page.locator(f"a[href='{address}']").wait_for(state="detached")
    assert page.request.get(f"/api/tables/{(address or '').rsplit('/', 1)[1]}").status == 404


def test_a_players_options_are_a_form(tab: Tab) -> None:
    page = tab.open("/")
    page.click("[data-game=tictactoe]")
    seat = page.locator(".seat-picker").nth(1)
    seat.locator("select").first.select_option("search")
    seat.locator("summary").click()
    seat.get_by_label("Depth").fill("3")
    seat.get_by_label("Pruning").uncheck()
    chosen = seat.get_by_label("Evaluation")
    assert chosen.locator("option").all_text_contents() == ["automatic", "zero"]
    described = chosen.get_attribute("aria-describedby") or ""
    assert "at the leaves" in page.locator(f"#{described}").inner_text()
    page.click("button.big")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("svg.board.playable")
    assert Hands(page).table()["seats"] == ["human", "search:depth=3,prune=false"]


@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_fits_every_screen(browser: Browser, server: Server, screen: str) -> None:
    tab = Tab(browser, server, **SCREENS[screen])
    size = SCREENS[screen]["viewport"]
    for game in ("gomoku", "minishogi"):
        page = sit_down(tab, game, ["human", "level:1"])
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], game
        box = page.locator("svg.board").bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
        if screen not in ("tiny", "portrait"):
            assert box["y"] + box["height"] <= size["height"], "the whole board is seen"
            assert box["height"] >= 0.65 * size["height"], "as large as the window allows"
            beside = "beside" in (page.locator("svg.board").get_attribute("class") or "")
            assert beside == (game == "minishogi")
        tab.shoot(f"{game}-{screen}")
    tab.close()


# Each kind of game, each way to play, both ways to hold a phone, two languages: each at least once.
@pytest.mark.parametrize(
    ("game", "by", "screen", "locale"),
    [
        ("minishogi", "drag", "full-hd", "ja"),
        ("othello-4", "touch", "landscape", "ja"),
        ("tictactoe", "touch", "portrait", "ja"),
        ("minishogi", "touch", "landscape", "en"),
        ("gomoku-9", "drag", "full-hd", "en"),
        ("tictactoe", "keys", "portrait", "en"),
    ],
)
def test_a_whole_game_every_way(
    browser: Browser, server: Server, game: str, by: str, screen: str, locale: str
) -> None:
    tab = Tab(browser, server, locale=locale, **SCREENS[screen])
    page = sit_down(tab, game, ["human", "level:1"])
    hands = Hands(page, by)
    if by == "keys":
        page.locator("svg.board").focus()
    assert hands.whole_game()["now"]["end"]
    assert page.inner_text(".status.ended strong")
    tab.close()


@pytest.mark.parametrize(
    ("game", "screen", "locale", "scheme"),
    [
        ("othello", "full-hd", "en", "light"),
        ("minishogi", "portrait", "ja", "dark"),
        ("gomoku", "landscape", "zh-CN", "light"),
    ],
)
def test_nobody_is_shut_out_of_a_game(
    browser: Browser, server: Server, axe: str, game: str, screen: str, locale: str, scheme: str
) -> None:
    """No violation at all, with analysis on the board."""
    look = {"locale": locale, "color_scheme": scheme, **SCREENS[screen]}
    tab = Tab(browser, server, bypass_csp=True, **look)
    page = sit_down(tab, game, ["human", "level:1"])
    page.check(".think .check input")
    page.wait_for_selector(".marks text")
    page.evaluate(axe)
    violations = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    assert [(v["id"], v["nodes"][0]["target"]) for v in violations] == []
    tab.close()
