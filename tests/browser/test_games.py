"""Games that are kept, or that a file holds, opened in Review."""

import os
import random
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from kishi import Choice, Record, game
from kishi.formats import write

from .conftest import PATIENCE, Server, Tab


def finished(seed: int) -> Record:
    chance = random.Random(seed)
    record = Record.new(game("othello"))
    while not record.over:
        record = record.play(Choice(move=chance.choice(record.position.legal_moves())))
    return record


def database(folder: Path, count: int) -> Path:
    file = folder / "x.wtb"
    file.write_bytes(b"".join(write([finished(n) for n in range(count)], "wthor")))
    return file


def texts(record: Record) -> list[str]:
    return [record.game.move_text(m) for m in record.moves]


def test_an_imported_game_is_reviewed(tab: Tab, server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from kishi.cli import main; main()", "import"]
    environment = {**os.environ, "KISHI_HOME": str(server.home)}
    subprocess.run([*command, database(tmp_path, 53)], env=environment, check=True)
    page = tab.open("/arena")
    page.get_by_role("link", name="Kept games").click()
    page.get_by_role("link", name="x-othello").click()
    page.wait_for_selector("text=1 to 50 of 53")
    tab.shoot("kept-games")
    page.get_by_role("link", name="Later games").click()
    page.wait_for_selector("text=51 to 53 of 53")
    page.locator(".list a").nth(1).click()
    expect(page.locator(".tree .move")).to_have_text(texts(finished(51)), timeout=PATIENCE)
    page.go_back()
    page.get_by_role("link", name="Earlier games").click()
    page.locator(".list a").first.click()
    page.wait_for_url("**/review?event=*&number=1")
    expect(page.locator(".tree .move")).to_have_text(texts(finished(0)), timeout=PATIENCE)


def test_a_binary_file_is_uploaded_and_its_games_chosen(tab: Tab, tmp_path: Path) -> None:
    page = tab.open("/review")
    moves = page.locator(".tree .move")
    page.set_input_files("#load-file", database(tmp_path, 4))
    expect(moves).to_have_text(texts(finished(0)), timeout=PATIENCE)
    page.fill("#load-number", "3")
    page.keyboard.press("Tab")
    expect(moves).to_have_text(texts(finished(2)), timeout=PATIENCE)
    tab.shoot("load-many")
    page.fill("#load-number", "9")
    page.keyboard.press("Tab")
    page.wait_for_selector(".wrong:text('it holds 4 games')")
    tab.complaints.clear()  # the browser logs an answer of 422
    page.fill("#load-text", "f5 d6")
    assert page.locator("#load-number").is_hidden()
    page.get_by_role("button", name="Load", exact=True).click()
    expect(moves).to_have_text(["f5", "d6"], timeout=PATIENCE)
