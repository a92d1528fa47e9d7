"""How the games in a WTHOR file ended; here of random players, but any file opened as "rb" does as well."""

from collections import Counter

import kishi
from kishi.formats import read, write

othello = kishi.game("othello")
chance = [kishi.make_player(othello, "random", seed) for seed in range(20)]
games = [kishi.play_game(player, "random", kishi.Referee(othello)) for player in chance]
file = b"".join(write(games, "wthor"))

leads = [game.position.score or 0 for game in read(file) if isinstance(game, kishi.Record)]
print(Counter("black" if lead > 0 else "white" if lead < 0 else "draw" for lead in leads))
print("mean lead of black:", sum(leads) / len(leads))
