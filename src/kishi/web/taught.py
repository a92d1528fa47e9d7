"""The answers of lessons, kept for who asks the same: a class opens the same page at the same time.

An answer follows from the fields that it looks at and from nothing else, so that it is known by those alone,
whatever else a question holds.
"""

import json
import threading
from collections import OrderedDict
from hashlib import blake2b

from .lessons import Answer
from .reading import Fields, parse

MOST_BYTES = 8_000_000
Key = tuple[Answer, bytes]


class Taught:
    """Used by the few threads that answer lessons: a question in line behind its like is answered already."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._names: dict[Answer, set[str]] = {}  # the fields that an answer has ever looked at
        self._kept: OrderedDict[Key, bytes] = OrderedDict()  # the one asked for last comes last
        self._bytes = 0

    def say(self, answer: Answer, body: bytes) -> bytes:
        """The answer's JSON."""
        fields = parse(body)
        with self._lock:
            key = self._key(answer, fields)
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        said = json.dumps(answer(fields), allow_nan=False, separators=(",", ":")).encode()
        with self._lock:
            self._names[answer] = self._names.get(answer, set()) | fields.looked_at
            self._keep(self._key(answer, fields), said)
        return said

    def _key(self, answer: Answer, fields: Fields) -> Key:
        part = fields.part(self._names.get(answer, set()))
        return answer, blake2b(part.encode(), digest_size=16).digest()

    def _keep(self, key: Key, said: bytes) -> None:
        self._bytes += len(said) - len(self._kept.pop(key, b""))
        self._kept[key] = said
        while self._bytes > MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest)
