"""What the search thinks of a position: three moves, their values and the best line."""

import kishi

position = kishi.game("othello").start().play("f5")
found = kishi.analyse(position, nodes=20_000, lines=3)
for move, value in (found.values or {}).items():
    print(position.game.move_text(move), f"{value:+.2f}")
