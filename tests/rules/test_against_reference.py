"""The core against the slow reference: moves, where they lead, results and perft, as texts."""

import random
from collections.abc import Callable
from itertools import chain, pairwise
from typing import NamedTuple

import pytest

import kishi
from kishi import Position, Verdict
from kishi._native import judge
from reference import gomoku, minishogi, othello
from samples import fewer, gomoku_text, moves_by_text, random_line, random_positions

NAMES = {
    Verdict.RUNNING: "running",
    Verdict.FIRST_WINS: "first",
    Verdict.SECOND_WINS: "second",
    Verdict.DRAW: "draw",
}
POSITIONS = fewer(90, sanitized=20)


class Rules(NamedTuple):
    """The reference for one game."""

    legal: Callable[[str], list[str]]
    play: Callable[[str, str], str]
    result: Callable[[str], str]
    end_is_leaf: bool = False

    def perft(self, text: str, depth: int) -> int:
        """As the reference's own, but the last ply is counted without being played."""
        moves = self.legal(text)
        if depth == 1 or not moves:
            return len(moves) or self.end_is_leaf
        return sum(self.perft(self.play(text, move), depth - 1) for move in moves)


def reference(name: str) -> Rules:
    family, *variant = name.split("-")
    if family == "othello":
        return Rules(othello.legal, othello.play, othello.result, end_is_leaf=True)
    if family == "minishogi":
        mate = "dropmate" in variant
        return Rules(
            lambda text: minishogi.legal(text, mate),
            lambda text, move: minishogi.play(text, move, mate),
            lambda text: minishogi.result(text, mate),
        )
    rule: gomoku.Rule = (
        "renju" if "renju" in variant else "standard" if "standard" in variant else "freestyle"
    )
    return Rules(
        lambda text: gomoku.legal(text, rule),
        lambda text, move: gomoku.play(text, move, rule),
        lambda text: gomoku.result(text, rule),
    )


def compare(position: Position, rules: Rules) -> None:
    """One ply: the moves, where three of them lead, and who has won."""
    text, moves = str(position), moves_by_text(position)
    assert sorted(moves) == sorted(rules.legal(text)), text
    assert NAMES[judge([position])] == rules.result(text), text
    for move in random.Random(text).sample(sorted(moves), min(3, len(moves))):
        assert str(position.play(moves[move])) == rules.play(text, move), (text, move)


# Depth 3 where a position has few moves, and boards small enough to look at every reply.
DEPTHS = {
    "othello": 2,
    "othello-6": 3,
    "othello-4": 3,
    "minishogi": 2,
    "minishogi-dropmate": 2,
    "gomoku-5": 2,
    "gomoku-5-standard": 2,
    "gomoku-5-renju": 2,
    "gomoku-6": 2,
    "gomoku-6-standard": 2,
    "gomoku-6-renju": 2,
    "gomoku-7": 2,
    "gomoku-8-standard": 2,
}


@pytest.mark.parametrize("name", DEPTHS)
def test_random_positions(name: str) -> None:
    rules, depth = reference(name), DEPTHS[name]
    for position in random_positions(kishi.game(name), POSITIONS):
        compare(position, rules)
        assert position.perft(depth) == rules.perft(str(position), depth), str(position)


@pytest.mark.parametrize("name", ["gomoku", "gomoku-8-renju"])
def test_random_positions_of_larger_boards(name: str) -> None:
    rules = reference(name)
    for position in random_positions(kishi.game(name), fewer(20, sanitized=2)):
        compare(position, rules)
        assert position.perft(2) == rules.perft(str(position), 2), str(position)


@pytest.mark.parametrize("rule", ["", "-standard", "-renju"])
@pytest.mark.parametrize("size", [9, 15, 16, 20])
def test_one_ply_on_large_boards(size: int, rule: str) -> None:
    name = "gomoku" if (size, rule) == (15, "") else f"gomoku-{size}{rule}"
    rules = reference(name)
    for position in random_positions(kishi.game(name), fewer(30, sanitized=2)):
        compare(position, rules)


def crowded(seed: int) -> str:
    """Black stones close together and white ones mostly elsewhere: a board full of fouls."""
    rng, size = random.Random(seed), 11
    stones = rng.randint(8, 16)
    cells = [(r, c) for r in range(size) for c in range(size)]
    middle = [(r, c) for r, c in cells if 2 <= r <= 8 and 2 <= c <= 8]
    black = set(rng.sample(middle, stones))
    near = rng.sample(sorted(set(middle) - black), stones // 3)
    white = {*near, *rng.sample(sorted(set(cells) - set(middle)), stones - len(near))}
    signs = "".join("x" if cell in black else "o" if cell in white else "." for cell in cells)
    return gomoku_text([signs[i : i + size] for i in range(0, size * size, size)], "x")


def black_has_won(text: str) -> bool:
    return gomoku.result(text.replace(" x", " o"), "freestyle") == "first"


def test_crowded_renju() -> None:
    game, rules = kishi.game("gomoku-11-renju"), reference("gomoku-11-renju")
    texts = [
        text for text in map(crowded, range(fewer(200, sanitized=50))) if not black_has_won(text)
    ]
    forbidden = 0
    for text in texts:
        position = game.parse(text)
        assert str(position) == text
        compare(position, rules)
        forbidden += 121 - sum(map(bool, position.picture()[0])) - len(position.legal_moves())
    assert forbidden > len(texts)  # the boards are worth looking at


@pytest.mark.parametrize(
    "name",
    ["othello", "othello-6", "othello-4", "minishogi", "gomoku-7-standard", "gomoku-9-renju"],
)
def test_whole_games(name: str) -> None:
    game, rules = kishi.game(name), reference(name)
    for seed in range(fewer(3, sanitized=1)):
        line = random_line(game, seed)
        for before, after in pairwise(line):
            (move,) = {t for t, m in moves_by_text(before).items() if before.play(m) == after}
            assert str(after) == rules.play(str(before), move)
        if name != "minishogi":  # where history has a say
            assert NAMES[judge(line)] == rules.result(str(line[-1]))
        else:
            assert NAMES[judge(line)] == minishogi.result_of_line([str(p) for p in line])


# Few pieces, so that many ways lead back, and many of them are checks.
SHUFFLES = [
    "2r2/5/k4/5/2K2 b - 1",
    "2r2/5/k4/5/3K1 w - 1",
    "2k2/5/4K/5/2R2 w - 1",
    "k1+b2/5/5/1S3/2K2 w - 1",
    "k4/2G2/1+r3/5/K3R b - 1",
    "rbsgk/4p/5/P4/KGSBR b - 1",
]


def laps(start: Position) -> list[list[Position]]:
    """Every way to be back after each side has made a move and taken it back."""
    ways = []
    for there, move in moves_by_text(start).items():
        for back, reply in moves_by_text(start.play(move)).items():
            line = [start.play(move), start.play(move).play(reply)]
            for text in (there, back):
                undone = moves_by_text(line[-1]).get(text[2:4] + text[:2])
                if undone is None:
                    break
                line.append(line[-1].play(undone))
            if len(line) == 4 and line[-1] == start:
                ways.append(line)
    return ways


def test_repetition() -> None:
    game, rng, results = kishi.game("minishogi"), random.Random(0), set()
    for start in map(game.parse, SHUFFLES):
        ways = laps(start)
        for _ in range(60):
            chosen = rng.choices(ways, k=3) if rng.random() < 0.5 else [rng.choice(ways)] * 3
            line = [start, *chain.from_iterable(chosen)]
            texts = [str(p) for p in line]
            first_end = next(i for i in range(1, 14) if judge(line[:i]) is not Verdict.RUNNING)
            result = minishogi.result_of_line(texts)
            assert NAMES[judge(line[:first_end])] == result, texts
            assert minishogi.result_of_line(texts[: first_end - 1]) == "running", texts
            results.add((result, start.turn))
    assert results == {("first", 0), ("second", 0), ("second", 1), ("first", 1)}
