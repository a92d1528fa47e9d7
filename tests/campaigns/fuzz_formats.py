"""What the tests of formats do a little of, in earnest.

    python tests/campaigns/fuzz_formats.py trips 100000   # random games through every format and back
    python tests/campaigns/fuzz_formats.py fuzz 1000000   # damaged files to every reader
    python tests/campaigns/fuzz_formats.py stream 100000  # one file of so many games, and its memory
    python tests/campaigns/fuzz_formats.py texts 10000000 # damaged positions and moves to the core's readers

The names of formats may follow. On the build that `make asan` makes, as it is started there:

    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)" \\
      ASAN_OPTIONS=detect_leaks=0 PYTHONPATH="build/asan-site:$(echo .venv/lib/*/site-packages)" \\
      .venv/bin/python -S tests/campaigns/fuzz_formats.py texts 10000000
"""

import random
import resource
import sys
import tempfile
import time
from dataclasses import replace

from kishi._native import judge
from kishi.core import Choice, End, Game, Position, Record, Verdict, game
from kishi.errors import BadInput
from kishi.formats import FORMATS, Format, Item, Problem, format_named, read, write
from kishi.games import families

LONGEST = 500  # moves of a game
LONG_RUN = 10_000  # of one byte
NAMES = [
    "kishi",
    "search:depth=3,hash=1",
    "]\\[;(",
    "先手：五々",
    "a:b 'x' \\",
    "W. O'Neil",
    "#7",
    "-1,2",
]
REASONS = {
    "games": ["resigned", "time", "illegal move", "too long", "crashed"],
    "json": ["resigned", "time", "illegal move", "too long", "crashed"],
    "sgf": ["resigned", "time", "forfeit", "adjudicated"],
    "ggf": ["resigned", "time", "adjudicated"],
    "pgn": ["resigned", "time", "adjudicated"],
    "psq": ["adjudicated"],
    "wthor": ["adjudicated"],
    "kif": ["resigned", "time", "illegal move"],
    "csa": ["resigned", "time", "illegal move"],
}
WITH_NAMES = {"games", "json", "sgf", "ggf", "pgn", "psq", "kif", "csa"}
WITH_SECONDS = {"json", "ggf", "psq", "kif", "csa"}
FROM_ANY_START = {"games", "json", "sgf", "ggf", "pgn", "kif", "csa", "usi"}
WITHOUT_PASSES = {"transcript", "wthor"}
BINARY = {"games", "wthor"}
GAMES = {family: [family] for family in families()} | {
    "othello": ["othello", "othello", "othello-6", "othello-4"],
    "gomoku": ["gomoku", "gomoku-8", "gomoku-15-renju", "gomoku-6-standard", "gomoku-20"],
}


def random_game(rng: random.Random, into: Format, family: str, longest: int = LONGEST) -> Record:
    """A game that the format can hold whole."""
    one = into.name in WITHOUT_PASSES or into.name == "games"  # whose files are of one game each
    of = game(family) if one else game(rng.choice(GAMES[family]))
    start = of.start()
    if into.name in FROM_ANY_START and rng.random() < 0.3:
        start = _somewhere(rng, of)
    most = LONGEST if into.name == "wthor" or rng.random() < 0.2 else rng.randrange(1, 60)
    most = most if into.name == "wthor" else min(most, longest)
    positions, choices = [start], list[Choice]()
    while len(choices) < most and judge(positions) is Verdict.RUNNING:
        move = rng.choice(positions[-1].legal_moves())
        spent = rng.choice([0.0, rng.randrange(99999) / 1000]) if into.name in WITH_SECONDS else 0.0
        choices.append(Choice(move=move, seconds=round(spent) if into.name == "kif" else spent))
        positions.append(positions[-1].play(move))
    while into.name in WITHOUT_PASSES and choices and choices[-1].move == of.moves - 1:
        choices.pop()  # nothing says that the last move was a pass
        positions.pop()
    record = Record(of, tuple(positions), tuple(choices), _players(rng, into))
    if record.verdict is Verdict.RUNNING and (rng.random() < 0.5 or into.name == "wthor"):
        record = replace(record, end=_end(rng, into, positions[-1]))
    return record


def _somewhere(rng: random.Random, of: Game) -> Position:
    position = of.start()
    for _ in range(rng.randrange(1, 12)):
        after = position.play(rng.choice(position.legal_moves()))
        if not after.legal_moves():
            break
        position = after
    return position


def _players(rng: random.Random, into: Format) -> tuple[str, str] | None:
    if into.name == "wthor":
        return rng.choice([None, ("#3", "#65535")])
    if into.name not in WITH_NAMES or rng.random() < 0.2:
        return ("?", "?") if into.name == "psq" else None
    names = [n for n in NAMES if into.name != "psq" or not n.startswith("-")]
    return rng.choice(names), rng.choice(names)


def _end(rng: random.Random, into: Format, position: Position) -> End | None:
    if into.name not in REASONS:
        return None
    reason = rng.choice(REASONS[into.name])
    lost = (Verdict.SECOND_WINS, Verdict.FIRST_WINS)[position.turn]
    if into.name in ("kif", "csa", "psq") and reason != "illegal move":
        return End(reason, lost)  # only the mover can resign there, or run out of time
    return End(reason, rng.choice([Verdict.FIRST_WINS, Verdict.SECOND_WINS]))


def random_problem(rng: random.Random) -> Problem:
    position = _somewhere(rng, game(rng.choice(GAMES["othello"])))
    moves = position.legal_moves()
    return Problem(
        position, {m: float(rng.randrange(-64, 65)) for m in moves if rng.random() < 0.7}
    )


def _some(rng: random.Random, into: Format, count: int, longest: int = LONGEST) -> list[Item]:
    if into.name == "obf":
        return [random_problem(rng) for _ in range(count)]
    family = rng.choice(into.families)
    return [
        random_game(
            rng, into, family if into.name == "games" else rng.choice(into.families), longest
        )
        for _ in range(count)
    ]


def round_trip(into: Format, games: int, seed: int = 0) -> None:
    """Write random games, read them back and compare; in batches, so that memory stays small."""
    rng = random.Random(f"{into.name} {seed}")
    for begin in range(0, games, 500):
        count = min(500, games - begin)
        items = _some(rng, into, count)
        data = b"".join(write(items, into))
        back = list(read(data))
        assert len(back) == len(items), (into.name, seed, begin)
        for number, (item, other) in enumerate(zip(items, back, strict=True)):
            assert item == other, (into.name, seed, begin + number, item, other)


def survives(data: bytes, format: str | None = None) -> None:
    try:
        for _ in read(data, format=format, note=lambda _: None):
            pass
    except BadInput as wrong:
        assert "\n" not in str(wrong)


ACCIDENTS = [b"\\", b"[", b"]", b"(", b")", b"\n", b"\0", b"\xff", b"{", b'"']


def mutated(rng: random.Random, data: bytes) -> bytes:
    """The data with a few accidents: bytes changed, cut, doubled, moved, repeated or cut off."""
    out, chance = bytearray(data), rng.random  # randrange takes as long as some readers
    for _ in range(1 + int(chance() * 5)):
        at, n = int(chance() * (len(out) + 1)), 1 + int(chance() * 29)
        match int(chance() * 8):
            case 0:
                out[at : at + 1] = bytes([int(chance() * 256)])
            case 1:
                del out[at : at + n]
            case 2:
                out[at:at] = out[at : at + n]
            case 3:
                out[at:at] = ACCIDENTS[int(chance() * len(ACCIDENTS))]
            case 4:
                del out[at:]
            case 5:
                out[at:at] = rng.randbytes(n)
            case 6:
                to = int(chance() * (len(out) + 1))
                out[to:to] = out[at : at + n]
            case 7:  # seldom a run that shows when time grows with its square
                out[at:at] = out[at : at + 1] * (LONG_RUN if chance() < 0.003 else n)
    return bytes(out)


def fuzz(into: Format, inputs: int, seed: int = 0) -> float:
    """Read so many damaged files; the seconds of processor that the slowest of them took."""
    rng, whole, slowest = random.Random(f"{into.name} fuzz {seed}"), b"", 0.0
    for number in range(inputs):
        if number % 50 == 0:
            # Mostly short games: an accident is then rarely far from all that it could break.
            longest = rng.choice([1, 2, 2, 3, 3, 5, 5, 8, 8, 20] * 2 + [LONGEST])
            whole = b"".join(write(_some(rng, into, 2, longest), into))
        data = mutated(rng, whole)
        began = time.process_time()
        survives(data, rng.choice([None, into.name]))
        slowest = max(slowest, time.process_time() - began)
    return slowest


def texts(inputs: int, seed: int = 0) -> None:
    """Damaged texts of positions and moves to the readers of every game, which are the core's own."""
    rng = random.Random(f"texts {seed}")
    games = [game(name) for names in GAMES.values() for name in names]
    of, lines = games[0], [b""]
    for number in range(inputs):
        if number % 1000 == 0:
            of = rng.choice(games)
            positions = [_somewhere(rng, of) for _ in range(20)]
            moves = [of.move_text(rng.choice(p.legal_moves())) for p in positions]
            lines = [text.encode() for text in (*map(str, positions), *moves)]
        line = lines[int(rng.random() * len(lines))]
        code = "latin-1" if rng.random() < 0.5 else "utf-8"
        text = mutated(rng, line).decode(code, "replace")
        for parse in (of.parse, of.parse_move):
            try:
                parse(text)
            except BadInput as wrong:
                assert "\n" not in str(wrong)


def stream(into: Format, games: int) -> str:
    """Write and read a file of so many games; its size, and what reading it added to memory."""
    rng = random.Random(into.name)
    some = _some(rng, into, 20)
    with tempfile.TemporaryFile() as file:
        file.writelines(write((some[n % 20] for n in range(games)), into))
        size = file.tell() / 1e6
        file.seek(0)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert sum(1 for _ in read(file)) == games
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return f"a file of {size:.0f} MB in {grown:.1f} MB"


def main() -> None:
    what, count = sys.argv[1], int(sys.argv[2])
    if what == "texts":
        texts(count)
        print(f"texts {count}, {time.process_time():.0f} s of processor")
        return
    chosen = [format_named(name) for name in sys.argv[3:]] or FORMATS
    for into in chosen:
        began = time.process_time()
        if what == "trips":
            round_trip(into, count)
        elif what == "fuzz":
            print(f"{into.name}: the slowest took {fuzz(into, count):.2f} s")
        else:
            print(f"{into.name}: {stream(into, count)}")
        spent = time.process_time() - began
        print(f"{into.name}: {what} {count}, {spent:.0f} s of processor", flush=True)


if __name__ == "__main__":
    main()
