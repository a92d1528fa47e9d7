"""A program that speaks USI and gives up each game at once: `usi_engine.py FAULT`.

`late` answers only when it is told to stop, `dies-in-3` crashes in its third game, `illegal` moves from
an empty square, `refuses` ends when a game begins.
"""

import sys


def main(fault: str) -> None:
    games = 0
    for line in sys.stdin:
        word = (line.split() or [""])[0]
        if word == "usi":
            print("id name scripted\nusiok")
        elif word == "isready":
            print("readyok")
        elif word == "usinewgame":
            games += 1
        elif word == "go":
            if fault == "dies-in-3" and games == 3:
                sys.exit(3)
            if fault != "late":
                print("bestmove 5a5b" if fault == "illegal" else "bestmove resign")
        elif word == "stop":
            print("bestmove resign")
        elif word == "quit":
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
