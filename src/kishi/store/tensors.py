"""Named arrays as bytes, in the safetensors format: a length, a JSON header, the raw numbers.

The format is small and fixed, so this is all of it that weights need: no pickle, nothing that runs.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import Weights
from ..errors import BadInput

TYPES = {
    "BOOL": "|b1", "U8": "|u1", "I8": "|i1", "U16": "<u2", "I16": "<i2", "F16": "<f2",
    "U32": "<u4", "I32": "<i4", "F32": "<f4", "U64": "<u8", "I64": "<i8", "F64": "<f8",
}  # fmt: skip
NAMES = {dtype: name for name, dtype in TYPES.items()}
LONGEST_HEADER = 100_000_000  # the format's own bound


def to_bytes(arrays: Mapping[str, NDArray[Any]], about: Mapping[str, str]) -> bytes:
    """The arrays, sorted by name, with texts `about` them."""
    header: dict[str, Any] = {"__metadata__": dict(about)} if about else {}
    parts: list[bytes] = []
    begin = 0
    for name in sorted(arrays):
        part = np.ascontiguousarray(arrays[name]).astype(_little(arrays[name].dtype)).tobytes()
        header[name] = {
            "dtype": NAMES[_little(arrays[name].dtype)],
            "shape": list(arrays[name].shape),
            "data_offsets": [begin, begin + len(part)],
        }
        parts.append(part)
        begin += len(part)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([len(text).to_bytes(8, "little"), text, *parts])


def from_bytes(data: bytes) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The arrays and the texts about them; BadInput if the bytes are something else."""
    try:
        length = int.from_bytes(data[:8], "little")
        if len(data) < 8 or length > min(LONGEST_HEADER, len(data) - 8):
            raise ValueError("the header is cut off")
        header = json.loads(data[8 : 8 + length])
        about = {str(k): str(v) for k, v in header.pop("__metadata__", {}).items()}
        body = memoryview(data)[8 + length :]
        return {str(name): _array(body, entry) for name, entry in header.items()}, about
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
        raise BadInput(f"not safetensors: {wrong}") from None


def pack_weights(weights: Weights) -> bytes:
    """Weights as they are kept and sent."""
    return to_bytes(weights.arrays, {"game": weights.game, "kind": weights.kind})


def unpack_weights(data: bytes) -> Weights:
    arrays, about = from_bytes(data)
    if not {"game", "kind"} <= set(about):
        raise BadInput("these safetensors do not say of which game and kind they are")
    return Weights(about["game"], about["kind"], arrays)


def _array(body: memoryview, entry: Any) -> NDArray[Any]:
    begin, end = (int(offset) for offset in entry["data_offsets"])
    if not 0 <= begin <= end <= len(body):
        raise ValueError("an array lies outside of the file")
    shape = [int(n) for n in entry["shape"]]
    if any(n < 0 for n in shape):
        raise ValueError("a shape is negative")
    return np.frombuffer(body[begin:end], TYPES[entry["dtype"]]).reshape(shape).copy()


def _little(dtype: np.dtype[Any]) -> str:
    little = dtype.newbyteorder("<").str
    if little not in NAMES:
        raise BadInput(f"weights cannot hold numbers of type {dtype}")
    return little
