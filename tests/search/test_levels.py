"""Levels: each step asks more of the opponent. The full measurement is `kishi ladder`, not a test."""

import pytest

import kishi
from kishi import BadInput, Game, Verdict
from kishi._native import Engine, SearchControl, play_fixtures
from kishi.players import NativePlayer
from kishi.players.level import HIGHEST, Level
from samples import fewer, random_line

GAMES = {"othello": 4, "gomoku-11": 4, "minishogi": 4}  # and plies of the openings


def engine(game: Game, level: int) -> Engine:
    player = kishi.make_player(game, f"level:{level}", seed=1)
    assert isinstance(player, NativePlayer)
    return player.engine


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [5, 9])
def test_a_level_beats_the_one_four_below(name: str, level: int) -> None:
    game, pairs = kishi.game(name), fewer(10, 1)
    openings = [random_line(game, f"levels {i}")[: GAMES[name] + 1] for i in range(pairs)]
    fixtures = [(opening, swapped, 0) for opening in openings for swapped in (False, True)]
    played = play_fixtures(
        engine(game, level), engine(game, level - 4), fixtures, threads=1, control=SearchControl()
    )
    points = 0.0
    for (_, swapped, _), one in zip(fixtures, played, strict=True):
        won = Verdict.SECOND_WINS if swapped else Verdict.FIRST_WINS
        points += 1.0 if one.verdict is won else 0.5 if one.verdict is Verdict.DRAW else 0.0
    assert pairs == 1 or points > pairs  # more than half of them


def test_every_level_searches_more_and_errs_less() -> None:
    for name in GAMES:
        searches = [Level(level=n).search(kishi.game(name)) for n in range(1, HIGHEST + 1)]
        nodes, noise = [s.nodes for s in searches], [s.noise for s in searches]
        assert nodes == sorted(set(nodes))
        assert noise == sorted(noise, reverse=True)
        assert noise[0] > 0 == noise[-1]
        assert 4_000_000 < nodes[-1] < 6_000_000


@pytest.mark.parametrize("text", ["level:0", "level:21", "level:hard"])
def test_there_are_twenty_levels(text: str) -> None:
    with pytest.raises(BadInput, match="from 1 to 20"):
        kishi.make_player(kishi.game("othello"), text)
