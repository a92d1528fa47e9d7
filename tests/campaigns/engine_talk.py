"""An engine side of kishi at a table of its own: lines in, lines out, no process."""

import io
import os
import select
import threading
from collections.abc import Callable, Mapping
from typing import BinaryIO

from kishi import Game, Player, make_player
from kishi.engines.engine import Engine, MakePlayer, Mouth, Say, serve

MakeEngine = Callable[[Say, MakePlayer, Game | None, str], Engine]
PATIENCE = 60.0  # seconds, on a machine that does other things too


def seat(spec: str = "search:depth=2,hash=1") -> MakePlayer:
    """Who plays, whatever options the manager sets: nonsense may ask for all the memory there is."""

    def make(of: Game, options: Mapping[str, str]) -> Player:
        return make_player(of, spec)

    return make


def said(
    kind: MakeEngine,
    text: str | bytes,
    of: Game | None = None,
    spec: str | None = None,
    make: MakePlayer | None = None,
) -> list[str]:
    """All that an engine says to a whole input, after which it must have ended by itself."""
    out = io.BytesIO()
    make = make or (seat(spec) if spec else seat())
    data = text.encode() if isinstance(text, str) else text
    serve(kind(Mouth(out), make, of, "0"), io.BytesIO(data))
    return out.getvalue().decode().split("\n")[:-1]


class Table:
    """A talk with an engine on a thread, line by line."""

    def __init__(
        self,
        kind: MakeEngine,
        of: Game | None = None,
        spec: str = "search:hash=1",
        make: MakePlayer | None = None,
    ) -> None:
        inside, self._say = os.pipe()
        self._hear, outside = os.pipe()
        self._heard = b""
        out: BinaryIO = os.fdopen(outside, "wb")
        engine = kind(Mouth(out), make or seat(spec), of, "0")

        def run() -> None:
            with os.fdopen(inside, "rb") as stream, out:
                serve(engine, stream)

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            os.write(self._say, line.encode() + b"\n")

    def until(self, begin: str) -> list[str]:
        """The lines up to the one that begins so."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(begin):
            line = self._line()
            assert line is not None, f"the engine did not say {begin}; it said {lines[-5:]}"
            lines.append(line)
        return lines

    def _line(self) -> str | None:
        """The next line; None at the end, or where none comes."""
        while b"\n" not in self._heard:
            ready, _, _ = select.select([self._hear], [], [], PATIENCE)
            chunk = os.read(self._hear, 1 << 16) if ready else b""
            if not chunk:
                return None
            self._heard += chunk
        line, self._heard = self._heard.split(b"\n", 1)
        return line.decode()

    def left(self) -> bool:
        """Has the engine ended?"""
        self.thread.join(PATIENCE)
        return not self.thread.is_alive()

    def close(self) -> None:
        os.close(self._say)
        assert self.left()
        os.close(self._hear)
