"""A position as an SVG image; in a notebook, positions and records draw themselves."""

from kishi import game
from kishi.drawing import svg

othello = game("othello")
move = othello.parse_move("f5")
print(svg(othello.start().play(move), othello.start().path(move))[:60], "...")
