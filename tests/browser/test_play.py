"""Whole games in a real browser: by clicks, by keys, by touch."""

import numpy as np
import pytest
from playwright.sync_api import Browser

from kishi.core import Weights, game
from kishi.games import facts_of, families
from kishi.store import Store
from kishi.training.alphazero.network import net_for
from kishi.training.alphazero.onnx_model import onnx_of

from .conftest import Server, Tab
from .hands import Hands


def start(tab: Tab, game: str, level: int = 1, size: str | None = None) -> Hands:
    """A new game from the first page: a person against a level."""
    page = tab.open("/")
    page.click(f"[data-game={game}]")
    if size:
        page.select_option("#size", size)
    slider = page.locator(".seats input[type=range]")
    slider.fill(str(level))
    page.click("button.big")
    page.wait_for_url("**/play/*")
    return Hands(page)


@pytest.mark.parametrize(
    ("language", "name", "elo"),
    [("en", "Level 3 (beginner)", "about +{} Elo"), ("ja", "8級 (レベル 3)", "約 +{} Elo")],
)
def test_the_usual_opponent_has_a_name_and_a_measured_strength(
    browser: Browser, server: Server, language: str, name: str, elo: str
) -> None:
    """A newcomer meets level 3, by the name of its people; no figure stands where nobody measured."""
    tab = Tab(browser, server, locale=language)
    page = tab.open("/")
    page.click("[data-game=minishogi]")
    told = page.locator(".seats output")
    measured = elo.format(facts_of(game("minishogi")).level_elo[2])
    assert told.locator("span").inner_text() == name
    assert measured in told.locator("small").inner_text()
    page.click("[data-game=tictactoe]")
    assert told.locator("small").inner_text() == ""
    page.click("[data-game=minishogi]")
    page.click("button.big")
    page.wait_for_url("**/play/*")
    opponent = page.locator(".seat", has_text=name)
    opponent.wait_for()
    assert measured in opponent.inner_text()
    tab.shoot(f"level-{language}")
    tab.close()


@pytest.mark.parametrize("game", families())
def test_a_whole_game_by_clicks(tab: Tab, game: str) -> None:
    hands = start(tab, game, size={"othello": "6", "gomoku": "9"}.get(game))
    table = hands.whole_game()
    assert table["now"]["end"], "the game did not end"
    assert tab.page.locator(".status.ended strong").inner_text()
    tab.shoot(f"ended-{game}")


def test_a_whole_game_by_keys(tab: Tab) -> None:
    hands = start(tab, "othello", size="4")
    hands.by = "keys"
    tab.page.wait_for_selector("svg.board.playable")
    tab.page.locator("svg.board").focus()
    assert hands.whole_game()["now"]["end"]


def test_a_game_of_minishogi_by_keys_with_hands_and_promotion(tab: Tab) -> None:
    hands = start(tab, "minishogi")
    hands.by = "keys"
    tab.page.wait_for_selector("svg.board.playable")
    tab.page.locator("svg.board").focus()
    assert hands.whole_game()["now"]["end"]


def test_a_whole_game_by_touch_on_a_phone(phone: Tab) -> None:
    hands = start(phone, "gomoku", size="15")
    hands.by = "touch"
    table = hands.whole_game()
    assert table["now"]["end"]
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.shoot("phone-gomoku")


def test_a_slip_on_a_small_cell_plays_nothing(phone: Tab) -> None:
    hands = start(phone, "gomoku", size="15")
    hands.by = "touch"
    phone.page.wait_for_selector("svg.board.playable")
    table = hands.table()
    hands.touch(table, 112)
    hands.touch(table, 96)  # elsewhere: the first touch is forgotten
    assert len(hands.table()["plies"]) == 1
    hands.touch(table, 96)
    assert len(hands.wait(0)["plies"]) == 3


def test_undo_redo_hint_flip_and_resign(tab: Tab) -> None:
    hands, page = start(tab, "othello"), tab.page
    page.wait_for_selector("svg.board.playable")
    table = hands.table()
    hands.play(table, table["now"]["legal"][0])
    hands.wait(0)
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector(".moves .empty")
    page.get_by_role("button", name="Redo").click()
    page.wait_for_selector(".moves .move")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("svg.board .marks circle")
    page.get_by_role("button", name="Turn the board").click()
    labels = page.locator("svg.board .labels text").all_text_contents()
    assert labels[0] == "h"
    page.get_by_role("button", name="Resign").click()
    assert not page.locator(".status.ended").count()
    page.locator(".button.sure").click()
    page.wait_for_selector(".status.ended")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector("svg.board.playable")


def test_thoughts_are_shown_live(tab: Tab) -> None:
    start(tab, "othello")
    page = tab.page
    page.wait_for_selector("svg.board.playable")
    page.check(".think .check input")
    page.wait_for_selector("svg.board .marks rect")
    first = page.locator(".think .facts").inner_text()
    page.wait_for_function(
        "first => document.querySelector('.think .facts').innerText !== first", arg=first
    )
    assert page.locator(".candidates li").count() > 1
    tab.shoot("thinking")


def test_a_network_shows_what_it_would_choose(tab: Tab) -> None:
    """It sits at its own board only, and analyses with its policy on the squares."""
    of = game("gomoku-8")
    net = np.frombuffer(onnx_of(net_for(of, "tiny").eval()), np.uint8)
    with Store.open(tab.server.home / "kishi.db") as store:
        run = store.start_run("my-net", of.name, "alphazero", {"seed": 1})
        weights = store.put_weights(Weights(of.name, "alphazero", {"onnx": net}))
        store.add_step(run, weights, {"games": 1}, None, 1)
    page = tab.open("/")
    page.click("[data-game=gomoku]")
    page.select_option("#size", "9")
    seat = page.locator(".seat-picker").nth(1)
    seat.locator("select").first.select_option("alphazero")
    seat.locator(".about a").wait_for()  # none for this board: train one
    page.select_option("#size", "8")
    seat.locator("select").nth(1).wait_for()
    assert seat.locator("select").nth(1).input_value() == "my-net"
    page.click("button.big")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("svg.board.playable")
    hands = Hands(page)
    hands.play(hands.table(), hands.table()["now"]["legal"][0])
    assert len(hands.wait(0)["plies"]) == 3
    page.select_option(".think header select >> nth=1", "policy")
    page.select_option(".think header select >> nth=0", "alphazero:my-net")
    page.check(".think .check input")
    page.wait_for_selector("svg.board .marks text")
    told = [int(x.rstrip("%")) for x in page.locator("svg.board .marks text").all_text_contents()]
    assert len(told) > 40 and 60 <= sum(told) <= 140  # nothing is learned yet: every move alike
    tab.shoot("policy")


def test_the_game_goes_on_after_the_server_was_restarted(tab: Tab) -> None:
    hands = start(tab, "othello")
    tab.page.wait_for_selector("svg.board.playable")
    table = hands.table()
    hands.play(table, table["now"]["legal"][0])
    hands.wait(0)
    tab.server.stop()
    tab.page.wait_for_selector(".offline-note")
    tab.server.start()
    tab.page.wait_for_selector(".offline-note", state="detached")
    table = hands.table()
    hands.play(table, table["now"]["legal"][0])
    assert len(hands.wait(2)["plies"]) == 5
    # While the server was away the browser itself logged that it could not connect.
    assert all("WebSocket connection" in complaint for complaint in tab.complaints)
    tab.complaints.clear()
