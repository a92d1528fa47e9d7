"""What driver and workers say to each other is data, whatever is in it."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kishi
from kishi import Limit
from kishi.arena.job import Done, Fixture, Job
from kishi.arena.openings import Opening, PackedOpenings
from kishi.cluster.messages import pack, unpack
from kishi.store.packed import PackedGame, PackedGames
from kishi.training.fitness import Candidate, ScoreTables

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary(),
    lambda some: (
        st.lists(some)
        | st.lists(some).map(tuple)
        | st.dictionaries(st.text() | st.integers() | st.tuples(st.integers()), some)
    ),
    max_leaves=20,
)


@given(PLAIN)
def test_plain_values_come_back_as_they_were(value: Any) -> None:
    back = unpack(pack(value))
    assert back == value
    assert repr(back) == repr(value)  # True is no 1, and a tuple no list


def test_jobs_and_their_games_come_back() -> None:
    job = Job(
        "othello", "greedy", "first:\udcff é", Limit(seconds=0.1, clocks=(1.5, 2.0)), 0.1, 500,
        np.array([2**40, 1]), np.array([2**64 - 1, 0], np.uint64),
        PackedOpenings.of([Opening(None, (1, 2)), Opening("text")]), np.array([0, 1], np.int32),
        (("a", "b"),),
    )  # fmt: skip
    done = Done(PackedGames.of([PackedGame(3, None, 2, b"\0\1\xff", None, b"", 1, "time")]), 0.25)
    back: Job = unpack(pack(job))
    assert back.fixtures == job.fixtures
    assert back.fixtures == [
        Fixture(2**40, Opening(None, (1, 2)), 2**64 - 1),
        Fixture(1, Opening("text"), 0),
    ]
    assert back[:6] == job[:6]
    assert back.weights == job.weights
    assert isinstance(back.fixtures[0].opening, Opening)
    again = unpack(pack(done))
    assert again == done
    assert type(again) is Done


def test_arrays_come_back_with_type_and_shape() -> None:
    tables = ScoreTables(np.arange(12, dtype=np.int32).reshape(2, 2, 3), np.array([[0.5, np.inf]]))
    back: ScoreTables = unpack(pack(tables))
    for array, was in ((back.counts, tables.counts), (back.margins, tables.margins)):
        np.testing.assert_array_equal(array, was)
        assert (array.dtype, array.flags.writeable) == (was.dtype, True)
    entrant = unpack(pack(Candidate("map", np.zeros(0, np.float32))))
    assert entrant.numbers.shape == (0,)


@pytest.mark.parametrize(
    "value", [object(), {1, 2}, np.array([object()]), print, Path("/"), kishi.game("othello")]
)
def test_what_is_no_data_is_not_sent(value: Any) -> None:
    with pytest.raises(TypeError, match="no plain data"):
        pack([value])


@pytest.mark.parametrize(
    "name",
    ["subprocess:Popen", "builtins:eval", "kishi.store:Store", "kishi.arena.job:run", "kishi.x"],
)
def test_only_records_of_ours_are_made(name: str) -> None:
    text = json.dumps(["record", name, "touch /"]).encode()
    with pytest.raises((TypeError, ModuleNotFoundError), match=re.escape(name)):
        unpack(len(text).to_bytes(8, "little") + text)


def test_nobody_reads_pickle() -> None:
    """A file or a message that can run code when it is read has no place here."""
    folder = Path(kishi.__file__).parent
    assert not [
        file.name
        for file in folder.rglob("*.py")
        if re.search(
            r"^\s*(import|from) (pickle|marshal|shelve)|torch\.(load|save)\b|allow_pickle",
            file.read_text("utf-8"),
            re.M,
        )
    ]
