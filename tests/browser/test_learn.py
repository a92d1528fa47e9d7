"""The lessons, each played to its point."""

import pytest

from .conftest import Tab

TRAINED = ("pso", "ga", "lines", "valuenet", "alphazero")
LESSONS = ("pso", "ga", "lines", "alphabeta", "montecarlo", "valuenet", "alphazero")


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_leads_to_the_real_thing(tab: Tab, lesson: str) -> None:
    page = tab.open(f"/learn/{lesson}")
    if lesson in TRAINED:
        page.locator(".widget-train a.primary").click()
        page.wait_for_url("**/train?*")
        page.wait_for_selector("#run-method")
        page = tab.open(f"/learn/{lesson}")
    page.locator(".widget-play .primary").first.click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector("svg.board.playable")


def test_the_index_has_a_picture_of_each_lesson(tab: Tab) -> None:
    page = tab.open("/learn")
    cards = page.locator(".lesson-card")
    assert cards.count() == len(LESSONS) + 1  # and what the texts got wrong
    assert page.locator(".lesson-picture svg").count() == cards.count()
    cards.nth(3).click()
    page.wait_for_url("**/learn/alphabeta")


def test_in_the_classroom_one_key_is_a_step(tab: Tab) -> None:
    page = tab.open("/learn/alphabeta")
    page.keyboard.press("ArrowRight")
    assert page.locator(".step-count").first.inner_text().startswith("0 /")
    page.get_by_role("button", name="Classroom").click()
    page.locator("article.classroom").wait_for()
    for keys, at in ((["ArrowRight"] * 3, 3), (["ArrowLeft"], 2)):
        for key in keys:
            page.keyboard.press(key)
        assert page.locator(".step-count").first.inner_text().startswith(f"{at} /")
