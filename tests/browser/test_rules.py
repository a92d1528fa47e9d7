"""The rules of every game, with pictures that the core draws."""

import pytest
from playwright.sync_api import expect

from kishi.games import GAMES, GameFacts

from .conftest import PATIENCE, Tab


@pytest.mark.parametrize("facts", GAMES, ids=lambda f: f.family)
def test_every_game_has_its_rules_with_pictures(tab: Tab, facts: GameFacts) -> None:
    page = tab.open(f"/rules/{facts.family}")
    boards = len(facts.pictures or [0]) + len(facts.alone)
    expect(page.locator(".rule-picture svg.board")).to_have_count(boards, timeout=PATIENCE)
    assert all(text.strip() for text in page.locator("figcaption").all_inner_texts())


def test_a_pieces_moves_are_those_of_the_core(tab: Tab) -> None:
    page = tab.open("/rules/minishogi")
    reach = {"gold": 6, "silver": 5, "pawn": 1, "rook": 8, "horse": 12, "dragon": 12}
    for piece, squares in reach.items():
        figure = page.locator(".rule-pictures.small figure", has=page.locator(f"text='{piece}'"))
        expect(figure.locator(".marks circle")).to_have_count(squares, timeout=PATIENCE)


@pytest.mark.parametrize(("family", "place", "cells"), [("othello", 0, 4), ("gomoku", 2, 1)])
def test_what_a_text_calls_marked_is_marked(tab: Tab, family: str, place: int, cells: int) -> None:
    page = tab.open(f"/rules/{family}")
    figure = page.locator(".rule-picture").nth(place)
    expect(figure.locator(".marks circle")).to_have_count(cells, timeout=PATIENCE)


def test_the_rules_are_a_click_from_the_first_page(tab: Tab) -> None:
    page = tab.open("/")
    page.click(".card[data-game=gomoku]")
    page.get_by_role("link", name="Rules of Gomoku").click()
    page.wait_for_selector(".rule-picture svg.board")
