"""Random games through every format and back: ``python tests/formats/campaign.py 100000``."""

import random
import sys
import time
from dataclasses import replace

from kishi._native import judge
from kishi.core import Choice, End, Game, Position, Record, Verdict, game
from kishi.formats import FORMATS, Format, Problem, read, write

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
    "json": ["resigned", "time", "illegal move", "too long", "crashed"],
    "sgf": ["resigned", "time", "forfeit", "adjudicated"],
    "ggf": ["resigned", "time", "adjudicated"],
    "psq": ["adjudicated"],
    "wthor": ["adjudicated"],
    "kif": ["resigned", "time", "illegal move"],
    "csa": ["resigned", "time", "illegal move"],
}
WITH_NAMES = {"json", "sgf", "ggf", "psq", "kif", "csa"}
WITH_SECONDS = {"json", "ggf", "psq", "kif", "csa"}
FROM_ANY_START = {"json", "sgf", "ggf", "kif", "csa", "usi"}
WITHOUT_PASSES = {"transcript", "wthor"}
GAMES = {
    "othello": ["othello", "othello", "othello-6", "othello-4"],
    "gomoku": ["gomoku", "gomoku-8", "gomoku-15-renju", "gomoku-6-standard", "gomoku-20"],
    "minishogi": ["minishogi"],
}


def random_game(rng: random.Random, into: Format, family: str) -> Record:
    """A game that the format can hold whole."""
    small = into.name in WITHOUT_PASSES
    of = game("othello") if small else game(rng.choice(GAMES[family]))
    start = of.start()
    if into.name in FROM_ANY_START and rng.random() < 0.3:
        start = _somewhere(rng, of)
    most = 500 if into.name == "wthor" or rng.random() < 0.5 else rng.randrange(1, 80)
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
    if into.name in ("kif", "csa") and reason != "illegal move":
        return End(reason, lost)  # only the mover can resign there, or run out of time
    return End(reason, rng.choice([Verdict.FIRST_WINS, Verdict.SECOND_WINS]))


def random_problem(rng: random.Random) -> Problem:
    position = _somewhere(rng, game(rng.choice(GAMES["othello"])))
    moves = position.legal_moves()
    return Problem(
        position, {m: float(rng.randrange(-64, 65)) for m in moves if rng.random() < 0.7}
    )


def round_trip(into: Format, games: int, seed: int = 0) -> None:
    """Write random games, read them back and compare; in batches, so that memory stays small."""
    rng = random.Random(f"{into.name} {seed}")
    for begin in range(0, games, 500):
        count = min(500, games - begin)
        if into.name == "obf":
            items: list[Record | Problem] = [random_problem(rng) for _ in range(count)]
        else:
            items = [random_game(rng, into, rng.choice(into.families)) for _ in range(count)]
        data = b"".join(write(items, into))
        back = list(read(data))
        assert len(back) == len(items), (into.name, seed, begin)
        for number, (item, other) in enumerate(zip(items, back, strict=True)):
            assert item == other, (into.name, seed, begin + number, item, other)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for into in FORMATS:
        began = time.perf_counter()
        round_trip(into, games)
        print(
            f"{into.name}: {games} games there and back, {time.perf_counter() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
