"""How fast the rules are: counting, playing at random, and listing moves for Python."""

import random
from typing import Any

from ..core import Game, Position, game, random_games
from .contest import Comparison, Work
from .peers import (
    START,
    minishogi_games,
    minishogi_perft,
    minishogi_positions,
    peer,
    reversi_boards,
    reversi_games,
    reversi_perft,
    reversi_playouts,
)

SAMPLE_GAMES = 20


def contests() -> list[Comparison]:
    """What `kishi bench` measures, each on one thread."""
    return [*othello_contests(), *minishogi_contests(), *gomoku_contests()]


def othello_contests() -> list[Comparison]:
    othello, reversi = game("othello"), peer("rust_reversi")
    sample = positions_of_random_games(othello)
    return [
        Comparison(
            name="othello perft", unit="leaves/s", peer="rust-reversi", least_rate=200e6,
            ours=perft(othello, 10),
            theirs=(lambda: reversi_perft(reversi.Board(), 9),) if reversi else (),
        ),
        Comparison(
            name="othello random games", unit="games/s", peer="rust-reversi", least_ratio=3,
            ours=games_at_random(othello, 50_000),
            theirs=(
                lambda: reversi_games(reversi, 3000),
                lambda: reversi_playouts(reversi, 10_000),
            ) if reversi else (),
        ),
        Comparison(
            name="othello legal_moves from Python", unit="calls/s", peer="rust-reversi",
            least_ratio=1 / 1.5,
            ours=calls(sample, "legal_moves"),
            theirs=(calls(reversi_boards(reversi, texts(sample)), "get_legal_moves_vec"),)
            if reversi else (),
        ),
    ]  # fmt: skip


def minishogi_contests() -> list[Comparison]:
    minishogi, lib = game("minishogi"), peer("minishogilib")
    sample = positions_of_random_games(minishogi)
    return [
        Comparison(
            name="minishogi perft", unit="leaves/s", peer="minishogilib", least_rate=100e6,
            ours=perft(minishogi, 6),
            theirs=(lambda: minishogi_perft(minishogi_positions(lib, [START])[0], 5),)
            if lib else (),
        ),
        Comparison(
            name="minishogi random games", unit="games/s", peer="minishogilib", least_ratio=10,
            ours=games_at_random(minishogi, 5000),
            theirs=(lambda: minishogi_games(lib, 100),) if lib else (),
        ),
        Comparison(
            name="minishogi legal_moves from Python", unit="calls/s", peer="minishogilib",
            ours=calls(sample, "legal_moves"),
            theirs=(calls(minishogi_positions(lib, texts(sample)), "generate_moves"),)
            if lib else (),
        ),
    ]  # fmt: skip


def gomoku_contests() -> list[Comparison]:
    return [
        Comparison(name=f"{name} random games", unit="games/s", ours=games_at_random(game(name), n))
        for name, n in (("gomoku", 20_000), ("gomoku-15-renju", 500))
    ]


def perft(of: Game, depth: int) -> Work:
    return lambda: of.start().perft(depth)


def games_at_random(of: Game, games: int) -> Work:
    def play() -> int:
        random_games(of, games)
        return games

    return play


def calls(objects: list[Any], method: str) -> Work:
    """One call of the method on each object, again and again."""

    def call() -> int:
        for _ in range(50):
            for o in objects:
                getattr(o, method)()
        return 50 * len(objects)

    return call


def positions_of_random_games(of: Game) -> list[Position]:
    choice = random.Random(1).choice
    positions = []
    for _ in range(SAMPLE_GAMES):
        position = of.start()
        for _ in range(200):
            moves = position.legal_moves()
            if not moves:
                break
            positions.append(position)
            position = position.play(choice(moves))
    return positions


def texts(positions: list[Position]) -> list[str]:
    return [str(p) for p in positions]
