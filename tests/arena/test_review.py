"""A whole game judged: what moves lost, what was better, and why, for every game."""

from collections.abc import Mapping

import pytest

from kishi import Choice, Game, Limit, Record, game
from kishi.arena.review import (
    GameReview,
    Judgement,
    judged_end,
    judgement_of,
    judgements,
    reason_text,
    review,
)
from kishi.errors import BadInput
from kishi.games import GAMES, Reason, facts_of
from kishi.locale import LANGUAGES, Words, texts_in
from kishi.players import make_player


def played(name: str, moves: str, start: str = "") -> Record:
    of = game(name)
    record = Record.new(of, of.parse(start) if start else None)
    for move in moves.split():
        record = record.play(move)
    return record


def reviewed(record: Record, nodes: int = 20_000) -> GameReview:
    player = make_player(record.game, "search:threads=1,hash=4")
    judged = dict(judgements(record, player, Limit(nodes=nodes)))
    player.close()
    assert list(judged) == list(reversed(range(len(record.positions))))
    return review(record, judged)


def words_of(fault: object) -> list[str]:
    return [reason.word for reason in fault.reasons]  # type: ignore[attr-defined]


def test_an_overlooked_win_and_an_unstopped_four() -> None:
    """Black has an open three and does not go on; White makes four, and Black looks away."""
    found = reviewed(played("gomoku-9", "e5 a1 e6 a2 e7 a3 h1 a4 i1 a5"))
    by_ply = {move.ply: move for move in found.faults}
    assert by_ply[7].fault is not None and by_ply[7].sign == "?!"  # it is still winning
    assert words_of(by_ply[7].fault)[0] == "missed_fours"
    assert by_ply[7].fault.line[0] == by_ply[7].fault.better
    assert by_ply[9].sign == "??"
    assert "allows_five" in words_of(by_ply[9].fault)
    assert found.sides[0].faults["blunder"] >= 1
    first, second = (side.accuracy for side in found.sides)
    assert first is not None and second is not None and second > first


def test_a_corner_given_away() -> None:
    """In a position where b2 opens a1 and nothing else does."""
    record = played("othello", "f5 d6 c3 d3 c4 f4 c5 b4 b5 c6 f3 e6 e3 g6 f6 g5 d7 g3 b3 a3 b2 a1")
    found = reviewed(record, 60_000)
    given = found.moves[20]
    assert given.fault is not None
    corner = next(r for r in given.fault.reasons if r.word == "gives_corner")
    assert corner.values == {"cell": "a1"}
    assert given.counted is not None and given.counted > 0


def test_discs_are_counted_also_where_the_game_is_won_anyway() -> None:
    """All four moves win, by 4 to 10 discs."""
    start = "XXXXXX---XXXXXXXXXXXXOXOXXXXOXO-XXOOOOOOXOXOOOXOXXOOOXX-X--O-XXX X"
    of = game("othello")
    position = of.parse(start)
    by_discs = sorted(position.legal_moves(), key=lambda m: _final(of, start, m))
    worse, better = by_discs[0], by_discs[-1]
    assert _final(of, start, worse) < _final(of, start, better)
    record = Record.new(of, position).play(worse)
    move = reviewed(record).moves[0]
    assert move.before.exact and move.before.move == better
    assert move.chance == 0
    assert move.counted == _final(of, start, better) - _final(of, start, worse)


def _final(of: Game, start: str, move: int) -> float:
    """The mover's lead by the solver after a move."""
    record = Record.new(of, of.parse(start)).play(move)
    if record.over:
        points = judged_end(record).points
    else:
        choice = make_player(of, "search:hash=1").choose(record, Limit(nodes=10_000))
        assert isinstance(choice, Choice) and choice.exact
        points = choice.points
    assert points is not None
    return points if record.position.turn == of.parse(start).turn else -points


def test_a_mate_that_was_there() -> None:
    """Silver and gold mate beside the king; a step elsewhere does not."""
    start = "4k/5/3GS/5/K4 b Grb 1"
    record = played("minishogi", "5e4e", start)
    move = reviewed(record).moves[0]
    assert move.fault is not None
    first = move.fault.reasons[0]
    assert first.word == "missed_mate" and first.values["plies"] == 1
    assert reason_text(Words("en"), first) == "mate in 1 was there"


def test_a_rook_left_to_be_taken() -> None:
    facts = facts_of(game("minishogi"))
    position = game("minishogi").parse("2r1k/5/2P2/5/K1R2 b - 1")
    drop = position.game.parse_move
    found = facts.faults(position, drop("3e3d"), drop("3e2e"), None)
    assert found == []
    position = game("minishogi").parse("2r1k/5/5/5/K1R2 b - 1")
    found = facts.faults(position, drop("3e3b"), drop("3e3a+"), drop("3a3b"))
    assert found == [Reason("loses_piece", {"piece": "R"})]
    found = facts.faults(position, drop("5e5d"), drop("3e3a+"), None)
    assert found == [Reason("misses_piece", {"piece": "R"})]
    assert reason_text(Words("en"), found[0]) == "the rook could be taken"


def test_an_open_three_not_stopped() -> None:
    facts, of = facts_of(game("gomoku-9")), game("gomoku-9")
    position = played("gomoku-9", "e5 a1 e6 i9 e7").position
    found = facts.faults(position, of.parse_move("a9"), of.parse_move("e8"), None)
    assert [r.word for r in found] == ["allows_open_three"]
    assert facts.faults(position, of.parse_move("e4"), of.parse_move("e8"), None) == []


@pytest.mark.parametrize("facts", GAMES, ids=lambda f: f.family)
def test_any_game_is_reviewed(facts: object) -> None:
    """The first legal move each time: nobody plays worse than that for long."""
    record = Record.new(game(facts.family))  # type: ignore[attr-defined]
    while not record.over and len(record.choices) < 12:
        record = record.play(record.position.legal_moves()[0])
    found = reviewed(record, 500)
    assert [move.ply for move in found.moves] == list(range(1, len(record.positions)))
    for move in found.moves:
        assert 0 <= move.accuracy <= 100
        assert (move.fault is None) == (not move.sign)
        if move.fault:
            after = record.positions[move.ply - 1]
            for better in move.fault.line:
                after = after.play(better)  # it can be shown on a board


def test_what_a_move_lost_is_seen_by_who_made_it() -> None:
    record = played("othello", "f5 d6")
    judged = {
        0: Judgement(0.0, 0.0, move=record.moves[0]),
        1: Judgement(0.6, 8.0, move=game("othello").parse_move("f6")),
        2: Judgement(0.2, 2.0),
    }
    first, second = review(record, judged).moves
    assert (first.chance, first.counted, first.fault) == (0.0, 0.0, None)  # it was thought best
    assert second.chance == pytest.approx(40) and second.counted == 10
    assert second.fault is not None and second.fault.grade == "blunder"


def test_positions_that_nobody_judged_are_left_out() -> None:
    record = played("othello", "f5 d6")
    found = review(record, {0: Judgement(0.0), 1: None, 2: Judgement(0.0)})
    assert found.moves == () and found.sides[0].accuracy is None


def test_a_game_without_moves_is_refused() -> None:
    with pytest.raises(BadInput, match="no move to review"):
        review(Record.new(game("othello")), {})


def test_a_wipe_out_is_no_number_of_discs() -> None:
    record = Record.new(game("othello"))
    move = record.position.legal_moves()[0]
    told = judgement_of(
        record, Choice(move=move, value=1.0, exact=True, points=999_986.0, plies=14)
    )
    assert told is not None and told.points is None and told.plies == 14
    assert judgement_of(record, Choice(move=move)) is None


def test_every_reason_has_a_text() -> None:
    values: Mapping[str, object] = {
        "plies": 3, "cell": "a1", "n": 9, "better": 4, "piece": "+R"
    }  # fmt: skip
    for language in LANGUAGES:
        keys = [
            key.removeprefix("reason_") for key in texts_in(language) if key.startswith("reason_")
        ]
        assert len(keys) > 10
        for key in keys:
            assert "{" not in reason_text(Words(language), Reason(key, values))
