"""Who is stronger, and how sure are we?"""

import kishi

result = kishi.match("table:swh", "greedy", game="othello", games=200, seed=1)
value, low, high = result.elo
print(f"{result.score}: {value:+.0f} Elo, surely between {low:+.0f} and {high:+.0f}")
