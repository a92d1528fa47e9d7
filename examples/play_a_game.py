"""Two players and a referee; the record holds everything."""

from kishi import Limit, Referee, game, make_player, play_game

minishogi = game("minishogi")
first = make_player(minishogi, "search:hash=1")
second = make_player(minishogi, "random", seed=1)
record = play_game(first, second, Referee(minishogi, limit=Limit(depth=2)))
print(record.verdict.name.lower(), "after", len(record.moves), "moves")
