"""The opening book in a real browser: a switch where there is one, and its moves marked."""

from playwright.sync_api import expect

from .conftest import Tab


def test_a_level_plays_from_the_book_that_was_switched_on(tab: Tab) -> None:
    page = tab.open("/")
    page.click("[data-game=tictactoe]")
    switch = page.get_by_role("checkbox", name="Opening book")
    assert switch.count() == 0  # no book, no switch
    page.click("[data-game=othello]")
    assert not switch.is_checked()
    page.locator(".seats input[type=range]").fill("4")
    switch.check()
    page.get_by_role("button", name="Swap sides").click()
    assert switch.is_checked()
    page.click("button.big")
    page.wait_for_url("**/play/*")
    mark = page.locator(".moves .move .from-book")
    expect(mark).to_have_text("book", timeout=60_000)
    expect(page.locator(".best-line .tag")).to_have_text("book")
    expect(page.locator(".seat", has_text="with a book")).to_be_visible()
    tab.shoot("book")
