"""The nouns: records, weights and specs survive being written down, and are known by content."""

import copy
import itertools
import json
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kishi
from kishi import BadInput, Choice, End, Record, Spec, Verdict, Weights
from kishi.core import winner
from samples import MAIN_GAMES, random_line

OTHELLO = kishi.game("othello")


def random_record(name: str) -> Record:
    line = random_line(kishi.game(name), "record")
    moves = [
        next(m for m in a.legal_moves() if a.play(m) == b) for a, b in itertools.pairwise(line)
    ]
    record = Record.new(kishi.game(name))
    for i, move in enumerate(moves):
        record = record.play(Choice(move=move, value=i / 1000 if i % 2 else None, seconds=i / 8))
    return replace(record, players=("a:x=1", "b"))


# Game names.


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("othello", "othello"),
        ("othello-8", "othello"),
        (" Reversi ", "othello"),
        ("gomoku-15", "gomoku"),
        ("gomoku-16-freestyle", "gomoku-16"),
        ("gomoku-freestyle", "gomoku"),
        ("renju", "gomoku-15-renju"),
        ("gomoku-standard", "gomoku-15-standard"),
        ("5五将棋", "minishogi"),
    ],
)
def test_games_by_name(typed: str, name: str) -> None:
    assert kishi.game(typed).name == name


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("gomoku-21", "no Gomoku board of size 21: sizes are 5 to 20"),
        ("gomoku-4-renju", "no Gomoku board of size 4: sizes are 5 to 20"),
        ("othello-10", "no Othello board 'othello-10': there are othello, othello-6 and othello-4"),
        ("otello", "no game 'otello'; did you mean 'othello'? (`kishi games` lists them)"),
        ("", "no game '' (`kishi games` lists them)"),
        ("x\ny\x1b", "no game 'x?y?' (`kishi games` lists them)"),
    ],
)
def test_a_wrong_name_says_what_would_be_right(typed: str, wrong: str) -> None:
    with pytest.raises(BadInput) as caught:
        kishi.game(typed)
    assert str(caught.value) == wrong


# Records.


@pytest.mark.parametrize("name", MAIN_GAMES)
def test_a_record_survives_json(name: str) -> None:
    record = random_record(name)
    written = json.dumps(record.as_dict())
    again = Record.from_dict(json.loads(written))
    assert again == record
    assert again.verdict is record.verdict
    assert json.dumps(again.as_dict()) == written


def test_the_end_of_a_record_survives_json() -> None:
    record = replace(random_record("othello").back(3), end=End("time", Verdict.SECOND_WINS))
    again = Record.from_dict(json.loads(json.dumps(record.as_dict())))
    assert again == record
    assert again.verdict is Verdict.SECOND_WINS


def test_a_record_as_data() -> None:
    """What files and other programs see; a change here is a change of the format."""
    record = Record.new(OTHELLO).play(
        Choice(move=OTHELLO.parse_move("f5"), value=0.5, seconds=0.25)
    )
    assert record.as_dict() == {
        "kishi": 1,
        "game": "othello",
        "start": "-" * 27 + "OX------XO" + "-" * 27 + " X",
        "moves": ["f5"],
        "values": [0.5],
        "seconds": [0.25],
        "players": None,
        "end": None,
        "result": "running",
    }


def test_a_record_is_a_value() -> None:
    record = Record.new(OTHELLO)
    longer = record.play(Choice(move=OTHELLO.parse_move("f5")))
    assert (len(record.positions), len(longer.positions)) == (1, 2)
    assert longer.position == OTHELLO.start().play(OTHELLO.parse_move("f5"))
    assert longer.back(1) == record
    assert longer.back(0) == longer
    with pytest.raises(BadInput, match="illegal move a1"):
        record.play(Choice(move=0))
    for plies in (-1, 2):
        with pytest.raises(BadInput, match=f"cannot take back {plies} of 1 moves"):
            longer.back(plies)


def test_taking_back_forgets_the_end() -> None:
    ended = replace(random_record("othello").back(3), end=End("resigned", Verdict.FIRST_WINS))
    assert ended.over
    assert not ended.back(1).over


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "otello"},
        {"start": "nothing"},
        {"moves": ["f5", "f5"]},
        {"moves": ["a1"]},
        {"moves": [19]},
        {"moves": 5},
        {"moves": None},
        {"values": [10**400]},
        {"values": [None, None]},
        {"values": ["good"]},
        {"seconds": [[]]},
        {"seconds": ["long"]},
        {"players": ["one"]},
        {"players": 2},
        {"end": "time"},
        {"end": {"why": "time"}},
        {"result": "won" * 1000},
        {"end": {"reason": "time"}, "result": "won"},
        {"result": 3, "end": {"reason": "time"}},
    ],
    ids=str,
)
def test_a_wrong_record_is_refused(changed: dict[str, Any]) -> None:
    record = Record.new(OTHELLO).play(Choice(move=OTHELLO.parse_move("f5")))
    with pytest.raises(BadInput) as caught:
        Record.from_dict({**record.as_dict(), **changed})
    assert len(str(caught.value)) < 300


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(
    st.sampled_from(["game", "start", "moves", "values", "seconds", "players", "end", "result"]),
    JSON,
)
def test_any_data_is_a_record_or_bad_input(key: str, junk: Any) -> None:
    record = Record.new(OTHELLO).play(Choice(move=OTHELLO.parse_move("f5")))
    for data in (junk, {**record.as_dict(), key: junk}):
        try:
            Record.from_dict(data)
        except BadInput as wrong:
            assert len(str(wrong).splitlines()) == 1
            assert len(str(wrong)) < 300


def test_winner() -> None:
    assert [winner(v) for v in Verdict] == [None, 0, 1, None]


# Weights.


def weights() -> Weights:
    arrays = {"b": np.arange(6, dtype=np.float32).reshape(2, 3), "a": np.ones(2, np.float32)}
    return Weights("othello", "map", arrays)


def test_weights_are_known_by_their_content() -> None:
    same = Weights("othello", "map", dict(reversed(list(weights().arrays.items()))))
    assert same.id == weights().id == "d122dae4d5fa7426"


@pytest.mark.parametrize(
    "other",
    [
        replace(weights(), game="gomoku"),
        replace(weights(), kind="net"),
        replace(weights(), arrays={**weights().arrays, "a": np.zeros(2, np.float32)}),
        replace(weights(), arrays={**weights().arrays, "a": np.ones(2, np.int32)}),
        replace(weights(), arrays={**weights().arrays, "b": weights().arrays["b"].reshape(3, 2)}),
        replace(weights(), arrays={"a": weights().arrays["a"]}),
    ],
)
def test_other_content_has_another_id(other: Weights) -> None:
    assert other.id != weights().id


# Specs.


def test_a_spec_has_one_text_and_an_id_of_its_content() -> None:
    spec = Spec(
        game="othello", kind="montecarlo", options={"rollouts": 150, "fair": True, "c": 0.5}
    )
    assert str(spec) == "montecarlo:rollouts=150,fair=true,c=0.5"
    assert str(Spec(game="othello", kind="random")) == "random"
    in_another_order = replace(spec, options=dict(reversed(list(spec.options.items()))))
    assert in_another_order.id == spec.id == "ebed6ce5f17c311f"
    for other in (
        replace(spec, game="othello-6"),
        replace(spec, kind="uct"),
        replace(spec, weights=("d122dae4d5fa7426",)),
        replace(spec, options={**spec.options, "c": 0.6}),
    ):
        assert other.id != spec.id


# Values can be copied and sent, and are short to look at.


@pytest.mark.parametrize("name", MAIN_GAMES)
def test_games_positions_and_records_survive_a_copy_and_another_process(name: str) -> None:
    record = random_record(name)
    for value in (record.game, record.position, record, Verdict.DRAW):
        for copied in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert copied == value and hash(copied) == hash(value)
    thought = Choice(move=1, visits={1: 3}, values={1: 0.5})
    assert hash(thought) == hash(copy.deepcopy(thought))


def test_a_repr_is_a_line() -> None:
    record = random_record("othello")
    assert repr(record).startswith("<Record of othello: ") and len(repr(record)) < 120
    assert repr(Choice(move=3, value=0.5)) == "Choice(move=3, value=0.5)"
    weights = Weights("othello", "pso", {"map": np.zeros(64)})
    assert repr(weights) == f"<Weights {weights.id[:4]} of pso for othello: map (64,)>"
    assert [repr(c) for c in (kishi.Game, kishi.Position)] == [
        "<class 'kishi.Game'>",
        "<class 'kishi.Position'>",
    ]


# Moves as texts and as numbers.


def test_moves_are_played_as_they_are_written() -> None:
    position = OTHELLO.start().play("f5")
    assert position == OTHELLO.start().play(OTHELLO.parse_move("f5"))
    assert position.legal_texts() == [OTHELLO.move_text(m) for m in position.legal_moves()]
    assert Record.new(OTHELLO).play("f5").play("d6").moves == (37, 43)
    with pytest.raises(BadInput, match=r"illegal move a1 \(legal: f4, d6, f6\)"):
        position.play("a1")
    with pytest.raises(BadInput, match="is no move"):
        Record.new(OTHELLO).play(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", MAIN_GAMES)
def test_the_end_of_a_game_is_told_by_its_position(name: str) -> None:
    record = random_record(name)
    while not record.over:
        assert not record.position.over and record.position.score is None
        record = record.play(record.position.legal_moves()[0])
    if record.position.over:  # and not by repetition
        assert record.position.winner == record.winner
    counts = record.game.most_lead > 0
    assert (record.position.score is not None) == (counts and record.position.over)
    if record.position.score:
        assert (record.position.score > 0) == (record.winner == 0)
