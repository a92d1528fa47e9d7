"""Does a model name files beside it? One that does would have onnxruntime read whatever it names.

ONNX is Protocol Buffers; only as much of it is read here as leads to the tensors.
"""

from collections.abc import Iterator

MODEL, GRAPH, NODE, ATTRIBUTE, SPARSE, FUNCTION, TENSOR, TRAINING = range(8)
# Of each message, the fields that hold messages, and what those are (onnx.proto).
INSIDE: dict[int, dict[int, int]] = {
    MODEL: {7: GRAPH, 20: TRAINING, 25: FUNCTION},
    GRAPH: {1: NODE, 5: TENSOR, 15: SPARSE},
    NODE: {5: ATTRIBUTE},
    ATTRIBUTE: {5: TENSOR, 6: GRAPH, 10: TENSOR, 11: GRAPH, 22: SPARSE, 23: SPARSE},
    SPARSE: {1: TENSOR, 2: TENSOR},
    FUNCTION: {7: NODE},
    TRAINING: {1: GRAPH, 2: GRAPH},
    TENSOR: {},
}
EXTERNAL_DATA, DATA_LOCATION = 13, 14
DEEPEST = 50


def names_files(model: bytes) -> bool:
    """Also said of what cannot be followed: it is no model of ours."""
    try:
        return _names_files(memoryview(model), MODEL, 0)
    except (IndexError, ValueError):
        return True


def _names_files(message: memoryview, kind: int, depth: int) -> bool:
    if depth > DEEPEST:
        raise ValueError("too deep")
    found: list[bool] = []
    for field, value in _fields(message):
        if kind == TENSOR and (field == EXTERNAL_DATA or (field == DATA_LOCATION and value)):
            return True
        if isinstance(value, memoryview) and field in INSIDE[kind]:
            inside = INSIDE[kind][field]
            found.append(_names_files(value, inside, depth + 1))
    return any(found)


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        field, wire = key >> 3, key & 7
        if wire == 0:
            value, at = _varint(message, at)
            yield field, value
            continue
        length, at = (8, at) if wire == 1 else (4, at) if wire == 5 else _length(message, at, wire)
        if at + length > len(message):
            raise ValueError("cut off")
        yield field, message[at : at + length]
        at += length


def _length(message: memoryview, at: int, wire: int) -> tuple[int, int]:
    if wire != 2:
        raise ValueError("no such field")
    return _varint(message, at)


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
        if shift > 63:
            raise ValueError("a number without an end")
