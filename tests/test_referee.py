"""The referee, with scripted players: no engine, no luck, and no clock but where it is told."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest

import kishi
from kishi import (
    BadInput,
    Choice,
    End,
    Game,
    Limit,
    PlayerFailed,
    Record,
    Referee,
    Resign,
    TakeBack,
    Verdict,
    play_game,
)
from kishi.core import Answer
from kishi.players import Scripted

OTHELLO, GOMOKU, MINISHOGI = (kishi.game(name) for name in ("othello", "gomoku", "minishogi"))
BLACK_FIVE, WHITE_FOUR = "a1 b1 c1 d1 e1", "a3 b3 c3 d3"


def scripted(game: Game, moves: str, name: str = "scripted") -> Scripted:
    return Scripted(name, [game.parse_move(move) for move in moves.split()])


@dataclass
class Answering:
    """Gives these answers in turn; one that is an exception is raised. Keeps what it was asked."""

    answers: Iterable[Answer | Exception]
    name: str = "answering"
    asked: list[Limit] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._answers = iter(self.answers)

    def choose(self, record: Record, limit: Limit) -> Answer:
        self.asked.append(limit)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        pass


def choice(game: Game, move: str) -> Choice:
    return Choice(move=game.parse_move(move))


def test_the_first_player_wins() -> None:
    first, second = scripted(GOMOKU, BLACK_FIVE, "black"), scripted(GOMOKU, WHITE_FOUR, "white")
    record = play_game(first, second, Referee(GOMOKU))
    assert record.verdict is Verdict.FIRST_WINS
    assert record.end is None
    assert record.players == ("black", "white")
    assert [GOMOKU.move_text(m) for m in record.moves[-3:]] == ["d1", "d3", "e1"]


def test_the_second_player_wins() -> None:
    first, second = scripted(GOMOKU, "a3 b3 c3 d3 o9"), scripted(GOMOKU, BLACK_FIVE)
    assert play_game(first, second, Referee(GOMOKU)).verdict is Verdict.SECOND_WINS


def test_a_game_from_a_position_of_the_second_player() -> None:
    start = GOMOKU.start().play(GOMOKU.parse_move("h8"))
    record = play_game(
        scripted(GOMOKU, WHITE_FOUR), scripted(GOMOKU, BLACK_FIVE), Referee(GOMOKU, start=start)
    )
    assert record.verdict is Verdict.SECOND_WINS
    assert len(record.choices) == 9


def test_a_game_goes_on_from_a_record() -> None:
    before = Record.new(GOMOKU).play(choice(GOMOKU, "a1")).play(choice(GOMOKU, "a3"))
    first, second = scripted(GOMOKU, BLACK_FIVE), scripted(GOMOKU, WHITE_FOUR)
    record = play_game(first, second, Referee(GOMOKU, record=before))
    assert record.choices[:2] == before.choices
    assert record.verdict is Verdict.FIRST_WINS


@pytest.mark.parametrize("wrong", [GOMOKU.parse_move("a1"), -1, 225, 2**80])
def test_an_illegal_move_loses(wrong: int) -> None:
    second = Answering([Choice(move=wrong)])
    record = play_game(scripted(GOMOKU, "a1"), second, Referee(GOMOKU))
    assert record.end == End("illegal move", Verdict.FIRST_WINS)
    assert len(record.moves) == 1
    assert record.over


def test_resigning_loses() -> None:
    record = play_game(Answering([Resign()]), scripted(OTHELLO, ""), Referee(OTHELLO))
    assert record.end == End("resigned", Verdict.SECOND_WINS)
    assert record.moves == ()


def test_a_player_that_fails_loses_and_the_record_says_how() -> None:
    broken = Answering([PlayerFailed("the engine wrote nonsense")])
    record = play_game(scripted(OTHELLO, "f5"), broken, Referee(OTHELLO))
    assert record.end == End("the engine wrote nonsense", Verdict.FIRST_WINS)
    assert len(record.moves) == 1


def test_a_bug_is_not_a_failure() -> None:
    with pytest.raises(ZeroDivisionError):
        play_game(Answering([ZeroDivisionError()]), scripted(OTHELLO, ""), Referee(OTHELLO))


def test_taking_back_leads_to_ones_own_move_before() -> None:
    person = Answering(
        [choice(OTHELLO, "f5"), TakeBack(), choice(OTHELLO, "d3"), Resign()], name="person"
    )
    record = play_game(person, scripted(OTHELLO, ""), Referee(OTHELLO))
    assert len(record.moves) == 2
    assert OTHELLO.move_text(record.moves[0]) == "d3"


def test_no_more_is_taken_back_than_was_played() -> None:
    referee = Referee(OTHELLO)
    referee.submit(TakeBack())
    assert referee.record == Record.new(OTHELLO)
    referee.submit(choice(OTHELLO, "f5"))
    referee.submit(TakeBack(plies=9))
    assert referee.record == Record.new(OTHELLO)


def test_a_game_that_is_over_takes_no_answer() -> None:
    referee = Referee(OTHELLO)
    referee.submit(Resign())
    with pytest.raises(BadInput, match="the game is over"):
        referee.submit(choice(OTHELLO, "f5"))


# Time.


def test_seconds_are_written_into_the_record() -> None:
    referee = Referee(OTHELLO)
    referee.submit(choice(OTHELLO, "f5"), seconds=1.5)
    assert referee.record.choices[0].seconds == 1.5


@pytest.mark.parametrize(("seconds", "in_time"), [(1.0, True), (1.1, True), (1.2, False)])
def test_a_limit_for_each_move_forgives_the_margin(seconds: float, in_time: bool) -> None:
    referee = Referee(OTHELLO, limit=Limit(seconds=1.0), margin=0.11)
    referee.submit(choice(OTHELLO, "f5"), seconds=seconds)
    expected = None if in_time else End("time", Verdict.SECOND_WINS)
    assert referee.record.end == expected


def test_clocks_run_for_the_mover_and_gain_the_increment() -> None:
    referee = Referee(OTHELLO, limit=Limit(clocks=(10.0, 5.0), increment=0.5))
    assert referee.limit.clocks == (10.0, 5.0)
    referee.submit(choice(OTHELLO, "f5"), seconds=3.0)
    assert referee.limit.clocks == (7.5, 5.0)
    referee.submit(choice(OTHELLO, "f6"), seconds=5.0)
    assert referee.limit.clocks == (7.5, 0.5)
    assert referee.limit.increment == 0.5
    assert not referee.over


def test_a_flag_falls() -> None:
    referee = Referee(OTHELLO, limit=Limit(clocks=(10.0, 5.0)), margin=0.1)
    referee.submit(choice(OTHELLO, "f5"), seconds=9.0)
    referee.submit(choice(OTHELLO, "f6"), seconds=5.05)  # the margin forgives this,
    assert referee.limit.clocks == (1.0, 0.0)  # but gives nothing back
    referee.submit(choice(OTHELLO, "e6"), seconds=1.2)
    assert referee.record.end == End("time", Verdict.SECOND_WINS)
    assert len(referee.record.moves) == 2


def test_players_are_told_the_clocks_as_they_stand() -> None:
    first = Answering([choice(OTHELLO, "f5"), Resign()])
    play_game(first, scripted(OTHELLO, ""), Referee(OTHELLO, limit=Limit(clocks=(60.0, 60.0))))
    told = [limit.clocks for limit in first.asked]
    assert told[0] == (60.0, 60.0)
    assert told[1] is not None
    assert 50.0 < told[1][0] < 60.0
    assert 50.0 < told[1][1] < 60.0


def test_a_limit_without_clocks_is_handed_on() -> None:
    first = Answering([Resign()])
    limit = Limit(nodes=100, depth=3)
    play_game(first, scripted(OTHELLO, ""), Referee(OTHELLO, limit=limit))
    assert first.asked == [limit]


# The end.


def shufflers() -> tuple[Scripted, Scripted]:
    return scripted(MINISHOGI, "1e1d 1d1e " * 5), scripted(MINISHOGI, "5a5b 5b5a " * 5)


def test_a_game_that_is_too_long_is_a_draw() -> None:
    first, second = shufflers()
    record = play_game(first, second, Referee(MINISHOGI, most_plies=6))
    assert record.end == End("too long", Verdict.DRAW)
    assert len(record.moves) == 6


def test_the_rules_come_before_the_length() -> None:
    first, second = scripted(GOMOKU, BLACK_FIVE), scripted(GOMOKU, WHITE_FOUR)
    record = play_game(first, second, Referee(GOMOKU, most_plies=9))
    assert (record.end, record.verdict) == (None, Verdict.FIRST_WINS)


def test_repetition_ends_a_game() -> None:
    first, second = shufflers()
    record = play_game(first, second, Referee(MINISHOGI))
    assert (record.end, record.verdict) == (None, Verdict.SECOND_WINS)
    assert len(record.moves) == 12


def test_passes_are_moves_like_others() -> None:
    """A whole game of first legal moves: the players alternate, passes included."""
    record = play_game(scripted(OTHELLO, ""), scripted(OTHELLO, ""), Referee(OTHELLO))
    assert record.over
    assert [p.turn for p in record.positions] == [i % 2 for i in range(len(record.positions))]
