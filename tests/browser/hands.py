"""Hands for the browser tests: where a cell is on the screen, and what can be played there.

The legal moves are asked of the server, as the page itself does; the tests know no rules either.
"""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from kishi.core import game as game_named
from kishi.games import facts_of

STRIP = 116  # for the pieces of a hand


@dataclass
class Hands:
    """Somebody who plays on the board of a page."""

    page: Page
    by: str = "click"  # or "drag" or "touch" or "keys"

    def table(self) -> dict[str, Any]:
        """The game as the server has it."""
        id = self.page.url.rsplit("/", 1)[1]
        # Whoever waits for seconds between two questions may find the connection just closed.
        answer = self.page.request.get(f"/api/tables/{id}", max_retries=3)
        data: dict[str, Any] = answer.json()
        return data

    def spot(self, table: dict[str, Any], what: int) -> tuple[float, float]:
        """Where on the screen a cell, or a kind in hand, is."""
        game = table["game"]
        rows, cols = game["rows"], game["cols"]
        board = self.page.locator("svg.board")
        if what < rows * cols:
            x, y = (what % cols + 0.5) * 100, (what // cols + 0.5) * 100
        else:
            facts = facts_of(game_named(game["name"]))
            far = (len(facts.hand) - 0.5 - (what - rows * cols)) * 100
            off = facts.style.margin + STRIP / 2
            near = table["plies"][-1]["turn"] == 0
            along, across = (cols * 100 - far, rows * 100 + off) if near else (far, -off)
            beside = "beside" in (
                board.get_attribute("class") or ""
            )  # rows and columns are as many
            x, y = (across, along) if beside else (along, across)
        box = board.bounding_box()
        assert box is not None
        left, top, width, _ = map(float, (board.get_attribute("viewBox") or "").split())
        unit = box["width"] / width
        return box["x"] + (x - left) * unit, box["y"] + (y - top) * unit

    def touch(self, table: dict[str, Any], what: int) -> None:
        if self.by == "keys":
            self._walk(table, what)
            return
        x, y = self.spot(table, what)
        if self.by in ("click", "drag"):
            self.page.mouse.click(x, y)
        else:
            self.page.touchscreen.tap(x, y)

    def _walk(self, table: dict[str, Any], what: int) -> None:
        rows, cols = table["game"]["rows"], table["game"]["cols"]
        if what >= rows * cols:
            hand = facts_of(game_named(table["game"]["name"])).hand
            self.page.keyboard.press(hand[what - rows * cols])
            return
        # From the corner, so that it does not matter where the cursor was.
        for _ in range(rows):
            self.page.keyboard.press("ArrowUp")
        for _ in range(cols):
            self.page.keyboard.press("ArrowLeft")
        for _ in range(what // cols):
            self.page.keyboard.press("ArrowDown")
        for _ in range(what % cols):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")

    def play(self, table: dict[str, Any], move: list[Any]) -> None:
        """Make this move, [move, from, to, text], and wait until the page shows it."""
        _, start, end, _ = move
        if end < 0:
            self._press(".status .primary")
            return
        if start >= 0 and self.by == "drag":
            self.drag(self.spot(table, start), self.spot(table, end))
        else:
            if start >= 0:
                self.touch(table, start)
            self.touch(table, end)
        if self.by == "touch" and self.page.locator("svg.board .over path[opacity]").count():
            self.touch(table, end)  # a small cell is asked for twice
        alike = [m for m in table["now"]["legal"] if m[1:3] == [start, end]]
        if len(alike) > 1:
            self._press(f".promotion-choice >> nth={alike.index(move)}")

    def _press(self, button: str) -> None:
        if self.by == "touch":
            self.page.tap(button)
        else:
            self.page.click(button)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, carry over any distance, let go."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def wait(self, ply: int) -> dict[str, Any]:
        """The game when a person is to move again after `ply` moves, or it is over."""
        for _ in range(2000):
            table = self.table()
            now = table["now"]
            if len(table["plies"]) - 1 > ply and (now["person"] or now["end"]):
                self.page.wait_for_selector(
                    ".status.ended" if now["end"] else "svg.board.playable, .status .primary"
                )
                return table
            self.page.wait_for_timeout(40)
        raise AssertionError("nothing happens")

    def whole_game(self, most: int = 400) -> dict[str, Any]:
        """Play to the end, always a move that is likely to end the game."""
        self.page.wait_for_selector("svg.board.playable")
        table = self.table()
        while not table["now"]["end"] and len(table["plies"]) <= most:
            ply = len(table["plies"]) - 1
            self.play(table, self.choose(table))
            table = self.wait(ply)
        return table

    def choose(self, table: dict[str, Any]) -> list[Any]:
        """What a fast engine would play: the games should end."""
        moves = [p["move"] for p in table["plies"][1:]]
        answer = self.page.request.post(
            "/api/analysis",
            data={
                "game": table["game"]["name"],
                "start": table["start"],
                "moves": moves,
                "nodes": 3000,
                "seconds": 1,
            },
            max_retries=3,
        ).json()
        found: list[Any] = next(m for m in table["now"]["legal"] if m[0] == answer["move"])
        return found
