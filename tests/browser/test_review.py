"""A game looked at again: what each side did well, what was better, and once more with that knowledge."""

import re

from playwright.sync_api import Browser, Page, expect

from kishi import Record, game

from .conftest import PATIENCE, Server, Tab
from .hands import Hands

OVERLOOKED = "/review?game=gomoku-9&moves=e5 a1 e6 a2 e7 a3 h1 a4 i1 a5"


def reviewed(tab: Tab, path: str) -> Page:
    page = tab.open(path)
    page.locator(".tree-panel header button").click()
    page.wait_for_selector(".summary .accuracy")
    return page


def test_a_summary_and_the_better_move_with_its_line(tab: Tab) -> None:
    page = reviewed(tab, OVERLOOKED)
    accuracies = page.locator(".accuracy strong").all_inner_texts()
    assert len(accuracies) == 2 and all(re.fullmatch(r"\d+%", text) for text in accuracies)
    fault = page.locator(".faults li", has_text="a win by fours in 3 plies was there")
    fault.locator(".link").click()
    # The position before it, with the better move on the board and the reason beside it.
    expect(page.locator(".tree .move.here")).to_have_text(re.compile("^a3"), timeout=PATIENCE)
    expect(page.locator("svg.board .marks circle")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator(".status .fault").last).to_contain_text("was there", timeout=PATIENCE)
    tab.shoot("review-fault")
    better = fault.locator(".better-line .move")
    better.nth(1).click()
    shown = page.locator(".variation .move.here")
    expect(shown).to_have_text(better.nth(1).inner_text(), timeout=PATIENCE)


def test_ones_own_mistakes_are_tried_again(tab: Tab) -> None:
    page = reviewed(tab, OVERLOOKED)
    page.get_by_role("button", name="Try again (Black)").click()
    page.wait_for_selector("text=What is better than h1?")
    page.wait_for_selector("svg.board.playable")
    hands = Hands(page)
    games = page.request.get("/api/games").json()["games"]
    table = {"game": next(g for g in games if g["name"] == "gomoku-9")}
    hands.touch(table, 13)  # e8: an open four
    page.wait_for_selector("text=e8: right!")
    page.get_by_role("button", name="Next mistake").click()
    page.wait_for_selector("text=What is better than i1?")
    page.wait_for_selector("svg.board.playable")
    hands.touch(table, 0)
    page.wait_for_selector("text=a9 is not good enough")
    tab.shoot("review-retry")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("svg.board .marks circle")).to_have_count(1, timeout=PATIENCE)


def test_discs_are_what_othello_loses(tab: Tab) -> None:
    record = Record.new(game("othello-6"))
    while len(record.choices) < 24 and not record.over:
        record = record.play(record.position.legal_moves()[0])
    moves = " ".join(record.game.move_text(m) for m in record.moves)
    page = reviewed(tab, f"/review?game=othello-6&moves={moves}")
    expect(page.locator(".faults .link").first).to_contain_text(
        re.compile(r"lost [\d.]+ discs"), timeout=PATIENCE
    )


def test_shogi_is_written_as_its_people_write_it(browser: Browser, server: Server) -> None:
    moves = {"ja": ["☗4四金", "☖2二玉", "☗2四銀"], "en": ["G-4d", "K-2b", "S-2d"]}
    for language, texts in moves.items():
        tab = Tab(browser, server, locale=language)
        page = tab.open("/review?game=minishogi&moves=4e4d 1a2b 3e2d")
        expect(page.locator(".tree .move")).to_have_text(texts, timeout=PATIENCE)
        signs = page.locator("svg.board").text_content() or ""
        assert ("四" in signs) == ("銀" in signs) == (language == "ja")
        tab.close()


def test_the_opponents_move_is_told_to_who_cannot_see_it(tab: Tab) -> None:
    page = tab.open("/")
    body = {"game": "othello-6", "seats": ["human", "level:1"]}
    id = page.request.post("/api/tables", data=body).json()["id"]
    tab.open(f"/play/{id}")
    hands = Hands(page, by="keys")
    page.wait_for_selector("svg.board.playable")
    page.locator("svg.board").focus()
    table = hands.table()
    hands.play(table, table["now"]["legal"][0])
    hands.wait(0)
    told = page.locator(".move-list [aria-live]")
    expect(told).to_have_text(re.compile(r"^White: [a-f][1-6]$"), timeout=PATIENCE)


def test_board_and_list_are_seen_together(browser: Browser, server: Server) -> None:
    path = "/review?game=minishogi&moves=4e4d 1a2b 3e2d"
    for width, height in ((360, 680), (640, 320), (1280, 720), (1920, 1080)):
        tab = Tab(browser, server, viewport={"width": width, "height": height})
        page = tab.open(path)
        page.locator(".review .table").evaluate("el => el.scrollIntoView()")
        for part in (".review svg.board", ".tree .move.here"):
            box = page.locator(part).bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= height, (width, part, box)
        tab.close()
