"""Training in a real browser: a run is started, watched, steered, finished and played against."""

import os

import pytest
from playwright.sync_api import Route

from .conftest import Tab
from .hands import Hands

# The real thing is a minute of CPU time: KISHI_LONG=1 make browser. Otherwise some seconds.
LONG = os.environ.get("KISHI_LONG") == "1"
MINUTES = 60_000.0  # milliseconds


def begin(tab: Tab, game: str, method: str, games: int | None) -> None:
    page = tab.open("/train")
    page.select_option("#run-game", game)
    page.select_option("#run-method", method)
    if games is not None:
        page.click(".run-more summary")
        page.fill("#run-games", str(games))
    page.get_by_role("button", name="Start training").click()
    page.wait_for_url("**/train/*")


@pytest.mark.timeout(1800 if LONG else 300)
def test_a_swarm_is_started_watched_finished_and_played_against(tab: Tab) -> None:
    begin(tab, "othello", "pso", None) if LONG else begin(tab, "othello-6", "pso", 60_000)
    page = tab.page
    page.wait_for_selector(".run-map svg.map")
    tab.shoot("train-running")
    # The run goes on without the page, and is there when one comes back.
    running = page.url
    tab.open("/")
    tab.open(running.removeprefix(tab.server.address))
    page.wait_for_selector(".contest-state .tag:text-is('finished')", timeout=10 * MINUTES)
    page.wait_for_selector(".tag.resting")
    assert page.locator("svg.curves .band").count() == 2
    # The axes have names, and whoever points at a place reads its values, and a square's name.
    assert page.locator("svg.curves .axis").all_text_contents()[:2] == ["Elo", "games"]
    assert "Elo" in (page.locator("svg.curves .hover title").first.text_content() or "")
    assert (page.locator(".run-map title").first.text_content() or "").startswith("a1 ")
    assert page.locator(".run tbody tr").count() == 4  # three opponents and the Elo
    page.wait_for_selector(".watch svg.board")
    # Back to the first generation, whose map is another.
    last = page.locator(".run-map svg.map").inner_html()
    page.locator("#run-step").fill("1")
    page.wait_for_function(
        "last => document.querySelector('.run-map svg.map').innerHTML !== last", arg=last
    )
    tab.shoot("train-finished")
    page.get_by_role("button", name="Play against it").click()
    page.wait_for_url("**/play/*")
    hands = Hands(page)
    assert hands.whole_game()["now"]["end"]
    assert "pso-othello" in page.inner_text(".table")


def test_a_run_is_paused_gone_on_with_and_stopped(tab: Tab) -> None:
    begin(tab, "othello-6", "ga", 50_000_000)
    page = tab.page
    page.wait_for_selector(".run-map svg.map")
    # Its map changes while one looks on.
    first = page.locator(".run-map svg.map").inner_html()
    page.wait_for_function(
        "first => document.querySelector('.run-map svg.map').innerHTML !== first", arg=first
    )
    page.get_by_role("button", name="Pause").click()
    page.wait_for_selector(".tag.paused")
    tab.shoot("train-paused")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_selector(".tag.running")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.wait_for_selector(".tag:text-is('stopped')")
    tab.open("/train")
    page.locator(".list a").first.click()
    page.wait_for_selector(".tag:text-is('stopped')")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_selector(".tag.running")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.wait_for_selector(".tag:text-is('stopped')")
    # What has been trained is a player, with its picture.
    tab.open("/players")
    page.wait_for_selector(".trained .kind svg.map")
    tab.shoot("players-trained")


def test_what_a_run_does_is_said_from_the_first_second(tab: Tab) -> None:
    begin(tab, "othello-6", "ga", 50_000_000)
    page = tab.page
    page.wait_for_selector(".phase:has-text('left')")
    page.wait_for_selector(".phase:has-text('breeding and playing games; ')")
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector(".phase:empty", state="attached")


@pytest.mark.timeout(900)
def test_a_network_tells_its_phases(tab: Tab) -> None:
    """As the trainer has them: which round, what it does there, how long it will take."""
    begin(tab, "othello-6", "alphazero", 1_000)
    page = tab.page
    page.wait_for_selector(".phase:text-matches('^Getting ready, about .* left')")
    # Whichever the page hears of first: on a quick machine a round's first games are over at once.
    playing = r"^Round \\d of 8; playing games; \\d+ of 125, about .* left"
    page.wait_for_selector(f".phase:text-matches('{playing}')", timeout=10 * MINUTES)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector(".phase:empty", state="attached")


def test_a_missing_extra_is_explained_where_it_stays(tab: Tab) -> None:
    """As the server tells it where torch is not installed."""

    def without_torch(route: Route) -> None:
        answer = route.fetch()
        trainers = answer.json()["trainers"]
        for trainer in trainers:
            if trainer["method"] == "alphazero":
                trainer["missing"] = ".venv/bin/python -m pip install torch"
        route.fulfill(response=answer, json={"trainers": trainers})

    tab.page.route("**/api/trainers", without_torch)
    page = tab.open("/train")
    page.select_option("#run-method", "alphazero")
    assert page.inner_text(".missing code") == ".venv/bin/python -m pip install torch"
    assert page.get_by_role("button", name="Start training").is_disabled()
    page.select_option("#run-method", "pso")
    assert page.locator(".missing").is_hidden()


def test_the_first_page_shows_the_way(tab: Tab) -> None:
    page = tab.open("/")
    assert "board-game AIs" in page.inner_text(".what-this-is .lead")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/play/*")
    tab.open("/")
    page.get_by_role("button", name="See it beat the write-up's").click()
    page.wait_for_url("**/arena/*")
    page.wait_for_selector(".cross tbody tr")
    tab.open("/")
    page.get_by_role("button", name="Train an AI in a minute").click()
    page.wait_for_url("**/train/*")
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector(".phase:empty", state="attached")
