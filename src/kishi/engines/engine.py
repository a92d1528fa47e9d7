"""What all engine sides share: lines in, lines out, and one search at a time on its own thread.

Nothing that comes in can end an engine but the end of the input and the protocol's own farewell.
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import BinaryIO, Protocol, runtime_checkable

from ..core import Answer, Choice, Game, Limit, Player, Record, Resign, SearchControl, SimplePlayer
from ..errors import BadInput, PlayerFailed
from ..players.thinking import Background, Tell, controlled

LONGEST_LINE = 1 << 16
GLANCE = 0.02  # seconds between looks at what a search thinks
FOREVER = 1e7  # seconds
OVERHEAD = (
    0.002  # seconds of each move that we leave for our words to be heard in, unless told otherwise
)
MOST_TABLE = 65536  # megabytes
LEAST = 0.001  # seconds for a move, however little is left

Say = Callable[[str], None]
MakePlayer = Callable[[Game, Mapping[str, str]], SimplePlayer]  # for a game, with options by name


class Engine(Protocol):
    """One protocol's engine side."""

    def hear(self, line: str) -> bool:
        """Obey a line; False says that it was the farewell. BadInput for what is no command."""
        ...

    def complain(self, wrong: Exception) -> None:
        """Tell the other side, in the protocol's way, that a line could not be obeyed."""
        ...

    def close(self) -> None: ...


def serve(engine: Engine, stream: BinaryIO) -> None:
    """Obey the lines of a stream until its end or the farewell."""
    try:
        for line in lines(stream):
            try:
                if line is None:
                    raise BadInput(f"a line is at most {LONGEST_LINE} bytes long")
                if not engine.hear(line):
                    return
            except (BadInput, PlayerFailed) as wrong:
                engine.complain(wrong)
    finally:
        engine.close()


def lines(stream: BinaryIO) -> Iterator[str | None]:
    """Each line as text without signs that no command has; None for one without an end."""
    while raw := stream.readline(LONGEST_LINE):
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE)
            yield None
            continue
        text = raw.decode(errors="replace")
        yield "".join(c if c.isprintable() else " " for c in text).strip()


def one_line(wrong: Exception) -> str:
    return " ".join(str(wrong).split()) or type(wrong).__name__


def whole_number(text: str, what: str, most: int = 10**12) -> int:
    """A number from outside; BadInput says which one it was not."""
    if not text.isascii() or not text.isdigit() or len(text) > 13 or int(text) > most:
        raise BadInput(f"{what} is a whole number up to {most}")
    return int(text)


@runtime_checkable
class Warming(Protocol):
    """A player whose first search would else take longer."""

    def prepare(self) -> None: ...


def most_megabytes() -> int:
    """For a table: half of what the machine has, since all of it is used from the start."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # a system that does not tell
        return MOST_TABLE
    return max(64, min(MOST_TABLE, memory >> 21))


@dataclass
class Seat:
    """The player behind an engine, made anew only when its game or its options change, and for a new
    game: nothing that it learned in one may help it in the next."""

    make: MakePlayer
    options: dict[str, str] = field(default_factory=dict)
    used: bool = False  # it has searched
    _made_for: tuple[str, tuple[tuple[str, str], ...]] | None = None
    _player: Player | None = None

    def player(self, game: Game) -> Player:
        """The player; engines ask for it before their clock runs, for making it takes time."""
        wanted = (game.name, tuple(sorted(self.options.items())))
        if self._player is None or wanted != self._made_for:
            self.close()
            self._player = controlled(self.make(game, self.options))
            self._made_for, self.used = wanted, False
        return self._player

    def ready(self, game: Game) -> Player:
        """The player, which has what it needs for its first search."""
        player = self.player(game)
        if isinstance(player, Warming) and not self.used:
            player.prepare()
        return player

    def new_game(self, game: Game) -> None:
        if self.used:
            self.close()
        self.ready(game)

    def close(self) -> None:
        if self._player is not None:
            self._player.close()
        self._player = None


@dataclass
class SearchTask:
    """A search to be made, and who hears of it."""

    player: Player
    record: Record
    limit: Limit
    done: Callable[[Answer | Exception], None]
    report: Tell
    hold: bool = False  # the answer waits until it is asked for by `stop`

    def begin(self) -> Background[Answer]:
        return Background(lambda control: chosen(self.player, self.record, self.limit, control))


class OneSearch:
    """Where one search at a time is made, and who hears of it is told."""

    def __init__(self) -> None:
        self._search: Background[Answer] | None = None
        self._watcher: threading.Thread | None = None
        self._wanted = threading.Event()  # a held answer may go out
        self._muted = False

    @property
    def busy(self) -> bool:
        return self._watcher is not None and self._watcher.is_alive()

    def begin(self, task: SearchTask) -> None:
        """Start a search; one that is under way is cancelled."""
        self.cancel()
        self._wanted, self._muted = threading.Event(), False
        self._search = task.begin()
        self._watcher = threading.Thread(target=self._watch, args=(task, self._search), daemon=True)
        self._watcher.start()

    def stop(self) -> None:
        """Have the answer of the search under way now, whatever it has found so far."""
        self._wanted.set()
        if self._search is not None and self._watcher is not None:
            self._search.stop()
            self._watcher.join()

    def cancel(self) -> None:
        """End the search under way; nobody hears of it."""
        self._muted = True
        self.stop()

    def _watch(self, task: SearchTask, search: Background[Answer]) -> None:
        def tell(thought: Choice) -> None:
            if not self._muted:
                task.report(thought)

        answer: Answer | Exception = PlayerFailed("the search failed")
        try:
            answer = search.watch(tell, GLANCE)
        except (BadInput, PlayerFailed) as wrong:
            answer = wrong
        finally:  # what else may go wrong is answered too, and shows its traceback
            if task.hold:
                self._wanted.wait()
            if not self._muted:
                task.done(answer)


def chosen(
    player: Player, record: Record, limit: Limit, control: SearchControl | None = None
) -> Answer:
    """The player's answer. Where the rules end the game but the other side goes on, so do we."""
    if not record.position.legal_moves():
        return Resign()
    if record.over:
        record = Record.new(record.game, record.position)
    return player.choose(record, limit, control)


def answer_now(seat: Seat, record: Record, limit: Limit) -> Choice | Resign:
    """The player's answer, for protocols in which nothing can come in between."""
    answer = chosen(seat.player(record.game), record, limit)
    seat.used = True
    return answer if isinstance(answer, Choice) else Resign()


class Mouth:
    """Says lines whole, from whichever thread; a reader that has gone is no error."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def __call__(self, line: str) -> None:
        with self._lock, suppress(BrokenPipeError, ValueError):
            self._stream.write(line.encode(errors="replace") + b"\n")
            self._stream.flush()
