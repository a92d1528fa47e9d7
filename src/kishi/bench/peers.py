"""The same work done by packages that pip can install. Neither has a perft of its own, so theirs is
a loop in Python over their move generation, counting the last ply in bulk as ours does."""

import importlib
import random
from typing import Any

LONGEST_GAME = 512  # minishogilib's own bound


def peer(module: str) -> Any | None:
    """The installed peer, or None."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def reversi_perft(board: Any, depth: int) -> int:
    if board.is_pass():
        if board.is_game_over():
            return 1
        board = board.clone()
        board.do_pass()
        return reversi_perft(board, depth - 1) if depth > 1 else 1
    if depth == 1:
        return int(board.get_legal_moves()).bit_count()
    return sum([reversi_perft(child, depth - 1) for child in board.get_child_boards()])


def reversi_games(reversi: Any, games: int) -> int:
    """Random games with its own random moves, driven from Python."""
    for _ in range(games):
        board = reversi.Board()
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(board.get_random_move())
    return games


def reversi_playouts(reversi: Any, playouts: int) -> int:
    """Random games inside its tree search, told never to grow the tree: no Python in the loop."""
    reversi.MctsSearch(playouts, 1.0, playouts + 1).get_move(reversi.Board())
    return playouts


def reversi_boards(reversi: Any, texts: list[str]) -> list[Any]:
    """Its boards for our positions' texts."""
    turns = {"X": reversi.Turn.BLACK, "O": reversi.Turn.WHITE}
    boards = []
    for text in texts:
        board = reversi.Board()
        board.set_board_str(text[:64], turns[text[-1]])
        boards.append(board)
    return boards


def minishogi_perft(position: Any, depth: int) -> int:
    moves = position.generate_moves()
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        position.do_move(move)
        leaves += minishogi_perft(position, depth - 1)
        position.undo_move()
    return leaves


def minishogi_games(minishogi: Any, games: int) -> int:
    choice = random.Random(1).choice
    for _ in range(games):
        position = minishogi_positions(minishogi, [START])[0]
        for _ in range(LONGEST_GAME):
            moves = position.generate_moves()
            if not moves or position.is_repetition()[0]:
                break
            position.do_move(choice(moves))
    return games


START = "rbsgk/4p/5/P4/KGSBR b - 1"


def minishogi_positions(minishogi: Any, texts: list[str]) -> list[Any]:
    positions = []
    for text in texts:
        position = minishogi.Position()
        position.set_sfen(text)
        positions.append(position)
    return positions
