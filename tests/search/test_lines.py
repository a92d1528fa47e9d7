"""Attack and guard: the write-up's own game move for move, and the corrected player everywhere."""

import time

import pytest

import kishi
from kishi import BadInput, Choice, Game, Limit, Position, Record, Verdict
from kishi.arena import Referee, play_game
from kishi.notation import read_move
from samples import fewer, random_line

SIXTEEN = kishi.game("gomoku-16")
# The computer against itself, row and column in hexadecimal as the write-up types them.
WRITE_UP = "88 89 98 a8 78 68 b8 99 a9 79 69 8a b7 9b ac 57"
ATTACK, GUARD = (0, 3, 10, 30, 100, 500), (0, 2, 9, 25, 90, 400)


def against_itself(game: Game, spec: str) -> Record:
    player = kishi.make_player(game, spec)
    return play_game(player, player, Referee(game))


def chosen(position: Position, spec: str) -> int:
    player = kishi.make_player(position.game, spec)
    choice = player.choose(Record.new(position.game, position), Limit())
    assert isinstance(choice, Choice)
    return choice.move


def test_the_write_ups_game_move_for_move() -> None:
    record = against_itself(SIXTEEN, "lines:faithful=true")
    assert " ".join(f"{move // 16:x}{move % 16:x}" for move in record.moves) == WRITE_UP
    assert len(record.moves) == 16
    assert record.verdict is Verdict.SECOND_WINS
    typed = [read_move(SIXTEEN, text, hexadecimal=True) for text in WRITE_UP.split()]
    assert typed == list(record.moves)


def score(position: Position, cell: int, *, faithful: bool) -> int:
    """What a cell is worth, as seeds.md tells it, for an empty cell of a 16x16 board."""
    size, cells = position.game.shape[1], position.picture()[0]
    own, other = ("XO", "OX")[position.turn]
    row, col = divmod(cell, size)
    total = 0
    for colour, values in ((own, ATTACK), (other, GUARD)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ray = [(row + i * down, col + i * right) for i in range(-4, 5)]
            mine = [
                i == 4 or (0 <= r < size and 0 <= c < size and cells[r * size + c] == colour)
                for i, (r, c) in enumerate(ray)
            ]
            for start in range(5):
                for n in range(1, 6):
                    holds_the_cell = start + n > 4
                    if all(mine[start : start + n]) and (faithful or holds_the_cell):
                        total += values[n]
    edges = (row == 0) + (col == 0)
    if not faithful:
        edges += (row == size - 1) + (col == size - 1)
    return total - edges + (row == col == size // 2)


@pytest.mark.parametrize("faithful", [True, False])
def test_the_highest_score_is_played_and_of_equals_the_first(faithful: bool) -> None:
    spec = "lines:faithful=true" if faithful else "lines"
    for seed in range(fewer(3, 1)):
        for position in random_line(SIXTEEN, f"lines {seed}")[: fewer(60, 20) : 9]:
            scores = [(score(position, m, faithful=faithful), -m) for m in position.legal_moves()]
            assert chosen(position, spec) == -max(scores)[1], position


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_plays_every_board_by_every_rule(rule: str) -> None:
    for size in range(5, 21, fewer(1, 5)):
        record = against_itself(kishi.game(f"gomoku-{size}-{rule}"), "lines")
        assert record.verdict is not Verdict.RUNNING
        assert record.end is None  # ended by the rules, so every move was legal


@pytest.mark.parametrize("name", ["gomoku-9", "gomoku-11-standard", "gomoku"])
def test_the_corrected_player_sees_all_sides_alike(name: str) -> None:
    """The cell it plays on a turned board is the turned one, or one of its equals."""
    game = kishi.game(name)
    for position in random_line(game, "turned")[4:40:5]:
        best = score_of_choice(position)
        for symmetry in range(1, game.symmetries):
            assert score_of_choice(position.turned(symmetry)) == best


def score_of_choice(position: Position) -> int:
    return score(position, chosen(position, "lines"), faithful=False)


def test_the_player_as_written_is_lopsided() -> None:
    """It counts rows that do not touch a cell, but only before it: a turned board is another one."""
    differ = 0
    for position in random_line(SIXTEEN, "lopsided")[10:60:5]:
        sides = [position.turned(symmetry) for symmetry in range(SIXTEEN.symmetries)]
        played = {score(p, chosen(p, "lines:faithful=true"), faithful=False) for p in sides}
        differ += len(played) > 1
    assert differ > 0


def test_it_wins_when_it_can_and_stops_a_five() -> None:
    game = kishi.game("gomoku-9")
    assert game.move_text(chosen(game.parse("9/9/9/oxxxx4/9/1ooo5/9/9/9 x"), "lines")) == "f6"
    assert game.move_text(chosen(game.parse("9/9/9/oxxxx4/9/1oo6/9/9/9 o"), "lines")) == "f6"


def test_faithful_is_for_the_write_ups_board() -> None:
    with pytest.raises(BadInput, match="plays gomoku-16"):
        kishi.make_player(kishi.game("gomoku"), "lines:faithful=true")


def test_a_move_costs_less_than_a_millisecond() -> None:
    player = kishi.make_player(SIXTEEN, "lines:faithful=true")
    record = Record.new(SIXTEEN, random_line(SIXTEEN, "speed")[40])
    began = time.process_time()
    for _ in range(50):
        player.choose(record, Limit())
    assert (time.process_time() - began) / 50 < fewer(1, 50) / 1000
