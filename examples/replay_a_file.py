"""Read games of another program, whatever their format, and say how they ended."""

from kishi import Record
from kishi.formats import read

GAMES = b"f5d6c3d3c4f4f6\nf5f6e6f4\n"  # open("games.sgf", "rb") does as well

for number, game in enumerate(read(GAMES), 1):
    if isinstance(game, Record):
        print(
            f"game {number}: {game.game.name}, {len(game.moves)} moves, {game.verdict.name.lower()}"
        )
