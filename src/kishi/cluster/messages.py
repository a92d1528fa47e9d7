"""What goes between a driver and its workers, as bytes that can only become data.

A message is JSON and, after it, the bytes that JSON cannot hold. What is more than a number or a text
is a list that begins with what it is. Records are NamedTuples and dataclasses of kishi's own modules:
reading a message never runs anything but their constructors.
"""

import json
import struct
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

OWN = "kishi."
_SIZE = struct.Struct("<Q")


def pack(value: Any) -> bytes:
    """The value as bytes; TypeError if it is not plain data."""
    blobs: list[bytes] = []
    text = json.dumps(_told(value, blobs)).encode()
    return b"".join(_SIZE.pack(len(part)) + part for part in (text, *blobs))


def unpack(data: bytes) -> Any:
    text, *blobs = _parts(data)
    return _read(json.loads(text), blobs)


def _parts(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        (size,) = _SIZE.unpack_from(data, at)
        at += _SIZE.size + size
        yield data[at - size : at]


def _told(value: Any, blobs: list[bytes]) -> Any:
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is bytes:
        blobs.append(value)
        return ["bytes", len(blobs) - 1]
    if kind is np.ndarray and value.dtype.kind in "biuf":
        blobs.append(value.tobytes())
        return ["array", value.dtype.str, value.shape, len(blobs) - 1]
    if kind in (list, tuple):
        return [kind.__name__, *(_told(v, blobs) for v in value)]
    if kind is dict:
        return ["dict", *([_told(k, blobs), _told(v, blobs)] for k, v in value.items())]
    name = f"{kind.__module__}:{kind.__qualname__}"
    return ["record", name, *(_told(getattr(value, f), blobs) for f in _fields(name))]


def _read(told: Any, blobs: list[bytes]) -> Any:
    if not isinstance(told, list):
        return told
    what, *rest = told
    if what == "bytes":
        return blobs[rest[0]]
    if what == "array":
        dtype, shape, at = rest
        return np.frombuffer(blobs[at], dtype).reshape(shape).copy()  # one that can be written to
    if what == "dict":
        return {_read(k, blobs): _read(v, blobs) for k, v in rest}
    if what == "record":
        name, *values = rest
        told_fields = zip(_fields(name), values, strict=True)
        return _record(name)(**{field: _read(v, blobs) for field, v in told_fields})
    values = [_read(v, blobs) for v in rest]
    return tuple(values) if what == "tuple" else values


@lru_cache
def _record(name: str) -> type:
    """The class of this name, if it is a record of ours."""
    module, _, inside = name.partition(":")
    found = getattr(import_module(module), inside, None) if module.startswith(OWN) else None
    named_tuple = isinstance(found, type) and issubclass(found, tuple) and hasattr(found, "_fields")
    if not (isinstance(found, type) and (named_tuple or is_dataclass(found))):
        raise TypeError(f"no plain data: {name}")
    return found


@lru_cache
def _fields(name: str) -> tuple[str, ...]:
    record: Any = _record(name)
    return tuple(f.name for f in fields(record)) if is_dataclass(record) else record._fields
