"""Arrays as safetensors bytes, and bytes that are none."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kishi.errors import BadInput
from kishi.store.tensors import TYPES, from_bytes, to_bytes

ARRAYS = st.dictionaries(
    st.text(min_size=1, max_size=8).filter(lambda name: name != "__metadata__"),
    hnp.arrays(st.sampled_from(list(TYPES.values())), hnp.array_shapes(min_dims=0, min_side=0)),
    max_size=3,
)


@given(ARRAYS)
def test_arrays_come_back(arrays: dict[str, np.ndarray]) -> None:
    again, about = from_bytes(to_bytes(arrays, {"kind": "map"}))
    assert about == {"kind": "map"}
    assert again.keys() == arrays.keys()
    for name, array in arrays.items():
        assert again[name].dtype == array.dtype
        assert again[name].shape == array.shape
        assert again[name].tobytes() == array.tobytes()


def test_the_bytes_are_those_of_the_format() -> None:
    data = to_bytes({"w": np.array([1.5, -2.0], np.float32)}, {})
    length = int.from_bytes(data[:8], "little")
    assert json.loads(data[8 : 8 + length]) == {
        "w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}
    }
    assert data[8 + length :] == np.array([1.5, -2.0], "<f4").tobytes()
    assert length % 8 == 0


@given(st.binary(max_size=80))
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match="not safetensors"):
        from_bytes(data)


def test_a_lying_header_is_refused() -> None:
    for entry in (
        {"dtype": "F32", "shape": [2], "data_offsets": [0, 9999]},
        {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]},
        {"dtype": "F99", "shape": [2], "data_offsets": [0, 8]},
        {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]},
    ):
        text = json.dumps({"w": entry}).encode()
        with pytest.raises(BadInput, match="not safetensors"):
            from_bytes(len(text).to_bytes(8, "little") + text + bytes(8))
