"""Pictures of positions: well formed, and with every piece in them."""

import xml.etree.ElementTree as ET

import pytest

from kishi import Game, Record, game, games
from kishi.core import Choice
from kishi.drawing import html, svg
from kishi.games import BoardStyle, facts_of
from samples import MAIN_GAMES, random_line

NS = "{http://www.w3.org/2000/svg}"


def drawn(image: ET.Element, style: BoardStyle) -> int:
    """How many pieces a picture shows."""
    if style.piece == "piece":
        return len([t for t in image.iter(f"{NS}text") if t.get("font-size") == "20"])
    if style.piece == "mark":
        colours = {shades[1] for shades in style.faces}
        return len([e for e in image.iter() if e.get("stroke") in colours])
    return len([c for c in image.iter(f"{NS}circle") if "url" in (c.get("fill") or "")])


@pytest.mark.parametrize("name", MAIN_GAMES)
def test_every_piece_is_drawn(name: str) -> None:
    for position in random_line(game(name), 1)[::7]:
        cells, *hands = position.picture()
        pieces = sum(map(bool, cells)) + sum(map(len, hands))
        assert drawn(ET.fromstring(svg(position)), facts_of(game(name)).style) == pieces


@pytest.mark.parametrize("name", MAIN_GAMES)
def test_notebooks_are_shown_pictures(name: str) -> None:
    record = Record.new(game(name))
    record = record.play(Choice(move=record.position.legal_moves()[0]))
    position = record.position
    assert position._repr_svg_() == svg(position)  # type: ignore[attr-defined]
    assert record._repr_html_() == html(record)  # type: ignore[attr-defined]
    assert "<svg" in html(record)


def test_names_cannot_break_the_page() -> None:
    of = game("othello")
    record = Record(of, (of.start(),), (), ("<script>", "&"))
    assert "<script>" not in html(record)


def test_a_position_is_printed_as_a_board() -> None:
    start = game("othello").start()
    lines = f"{start.play('f5'):board}".splitlines()
    assert len(lines) == 10 and lines[0].split() == list("abcdefgh") == lines[-1].split()
    assert lines[5] == "  5  · · · ● ● ● · ·  5"
    assert f"{start}" == str(start) and f"{start:>70}" == str(start).rjust(70)
    held = f"{game('minishogi').parse('4k/5/4G/5/K4 b G 1'):board}".splitlines()
    assert held[-1].strip() == "金" and len(held) == 8


@pytest.mark.parametrize("of", games(), ids=lambda g: g.name)
def test_every_game_prints_a_row_for_each_of_its_own(of: Game) -> None:
    assert len(f"{of.start():board}".splitlines()) == of.shape[1] + 2
