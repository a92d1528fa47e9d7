"""Engines fed sensible talk with accidents in it: ``python tests/campaigns/fuzz_engines.py 10000``."""

import random
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from engine_talk import MakeEngine, said

from kishi.engines.gomocup import GomocupEngine
from kishi.engines.gtp import GtpEngine
from kishi.engines.nboard import NBoardEngine
from kishi.engines.plain import PlainEngine
from kishi.engines.usi import UsiEngine

BOARD = "---------------------------O*------*O--------------------------- *"
GGF = f"(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {BOARD}]B[F5];)"


class Talk(NamedTuple):
    """What an engine may be told, and what it must still answer after all."""

    kind: MakeEngine
    lines: list[str]
    probe: str
    answer: Callable[[list[str]], bool]


TALKS = {
    "usi": Talk(
        UsiEngine,
        [
            "usi", "isready", "usinewgame", "setoption name USI_Hash value 2", "setoption name",
            "setoption name MultiPV value 3", "setoption name USI_Ponder value true",
            "position startpos", "position startpos moves 5d5c 1b1c", "position startpos moves",
            "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c", "position sfen 4k/5/5/5/K4 w 2r 9",
            "position sfen 4k/4G/4G/5/K4 w - 1", "go depth 1", "go", "go infinite", "go ponder",
            "go btime 10 wtime 10 byoyomi 1", "go nodes 5", "go movetime 1", "go mate 5",
            "go mate infinite", "go depth", "go nodes -5", "go depth 99999999999999999999", "stop",
            "ponderhit", "gameover win", "gameover",
        ],
        "stop\nusi", lambda lines: lines[-1] == "usiok",
    ),
    "gtp": Talk(
        GtpEngine,
        [
            "protocol_version", "7 name", "list_commands", "known_command", "known_command play",
            "boardsize 8", "boardsize 6", "boardsize", "boardsize 99999999999", "clear_board",
            "komi 6.5", "play b f5", "play w d6", "play b pass", "play", "play b", "play b z99",
            "genmove b", "genmove w", "genmove", "genmove x", "reg_genmove b", "undo", "showboard",
            "time_settings 0 1 1", "time_settings 1 0 0", "time_settings 9 9", "time_left b 1 1",
            "time_left b 0 0", "time_left", "final_score", "analyze b", "analyze", "set_game Gomoku",
            "set_game Othello", "set_game Chess", "list_games", "# only a comment", "12", "12 12",
        ],
        "\nname", lambda lines: lines[-2:] == ["= kishi", ""],
    ),
    "gomocup": Talk(
        GomocupEngine,
        [
            "START 15", "START 8", "START 0", "START", "RECTSTART 9,9", "RECTSTART 9,8", "RECTSTART",
            "BEGIN", "TURN 3,3", "TURN 7,7", "TURN 99,99", "TURN", "PLAY 2,2", "PLAY", "BOARD",
            "3,3,1", "4,4,2", "5,5,3", "3,3,2", "1,1,7", "3,3", "DONE", "SWAP2BOARD", "TAKEBACK 3,3",
            "TAKEBACK", "RESTART", "ABOUT", "INFO timeout_turn 10", "INFO timeout_turn 0",
            "INFO timeout_match 100", "INFO time_left 20", "INFO time_left -20", "INFO rule 4",
            "INFO rule 1", "INFO rule 0", "INFO rule 99999999999", "INFO max_memory 1", "INFO",
            "INFO max_memory 99999999999999", "INFO game_type 2", "INFO folder /nowhere", "INFO x",
        ],
        "DONE\nABOUT", lambda lines: lines[-1].startswith('name="kishi"'),
    ),
    "nboard": Talk(
        NBoardEngine,
        [
            "nboard 2", "nboard 1", "nboard", "set depth 2", "set depth 99999999999999", "set depth",
            f"set game {GGF}", "set game (;GM[Othello]", "set game", "set contempt 5", "set",
            "move F6", "move D6/1.5/2.25", "move PA", "move", "hint 1", "hint 3", "hint 0", "hint x",
            "go", "ping 1", "ping", "ping -1", "analyze", "learn", "status",
        ],
        "ping 4711", lambda lines: lines[-1] == "pong 4711",
    ),
    "plain": Talk(
        lambda say, make, of, version: PlainEngine(say, make, of, first=True),
        ["2A3A", "4E3E", "3CGI", "4A5AN", "You Win", "", "1A", "5d5c", "resign"],
        "this is no move", lambda lines: lines[-1] in ("You Win", "You Lose", "Draw"),
    ),
}  # fmt: skip


def talk(rng: random.Random, lines: list[str]) -> bytes:
    """Some of the lines in any order, a few of them damaged."""
    chosen = [rng.choice(lines).encode() for _ in range(rng.randrange(1, 15))]
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(chosen))
        line = chosen[at]
        cut = rng.randrange(len(line) + 1)
        chosen[at] = rng.choice(
            [
                line[:cut], line[cut:], line + b" " + line, line.upper(), line + b"\r",
                line[:cut] + bytes([rng.randrange(256)]) + line[cut:], rng.randbytes(20),
                line + b" 1" * 50, line.replace(b" ", b"\t"), b" " + line, line + b" \xff\xfe",
                line[:cut] + b"9" * rng.choice([5, 40, 5000]) + line[cut:],
            ]
        )  # fmt: skip
    if rng.random() < 0.02:
        chosen.insert(rng.randrange(len(chosen) + 1), b"x" * 70_000)
    return b"\n".join(chosen)


def torment(name: str, times: int, seed: int = 0) -> None:
    """Whatever was said before, the engine answers what it is then asked, and leaves at the end."""
    kind, lines, probe, answered = TALKS[name]
    rng = random.Random(f"{name} {seed}")
    for number in range(times):
        data = talk(rng, lines)
        heard = said(kind, data + b"\n" + probe.encode() + b"\n", spec="search:depth=1,hash=1")
        assert heard and answered(heard), (name, seed, number, data, heard[-3:])


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name in sys.argv[2:] or TALKS:
        began = time.process_time()
        torment(name, times)
        spent = time.process_time() - began
        print(f"{name}: {times} talks, {spent:.0f} s of processor", flush=True)


if __name__ == "__main__":
    main()
