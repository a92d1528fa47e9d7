"""A whole game of each kind, by each hand, in each way to hold a screen, in each language: all 36.

python tests/campaigns/whole_games.py [GAME ...]
The suite plays some of them (tests/browser/test_board.py); this plays all, one after the other.
"""

import itertools
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser.conftest import FLAGS, Server, Tab, chromium
from browser.hands import Hands
from browser.test_board import SCREENS, sit_down

GAMES = ("othello", "gomoku", "minishogi")
HANDS = ("drag", "touch", "keys")
WAYS = ("landscape", "portrait")
LANGUAGES = ("en", "ja")


def played(tab: Tab, game: str, by: str) -> int:
    """To the end, which the page tells in words; how many moves that took."""
    page = sit_down(tab, game, ["human", "level:1"])
    if by == "keys":
        page.locator("svg.board").focus()
    table = Hands(page, by).whole_game()
    assert table["now"]["end"], "it is not over"
    assert page.inner_text(".status.ended strong")
    return len(table["plies"]) - 1


def main(games: list[str]) -> int:
    failed = 0
    server = Server(Path(tempfile.mkdtemp()))
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        for way in itertools.product(games or GAMES, HANDS, WAYS, LANGUAGES):
            game, by, screen, language = way
            tab = Tab(browser, server, locale=language, **SCREENS[screen])
            try:
                told = f"{played(tab, game, by)} moves"
                tab.close()
            except Exception as wrong:  # what is wrong with one is told, and the next one played
                told, failed = f"FAILED: {str(wrong).splitlines()[0]}", failed + 1
                tab.context.close()
            print(*way, told, flush=True)
        browser.close()
    server.stop()
    print(f"{failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
