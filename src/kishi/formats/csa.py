"""CSA's format on a board of 5x5: ``P1`` to ``P5`` with five cells each, moves ``+5453FU``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..core import Game, Position, Record, Verdict, game
from ..errors import BadInput
from .pieces import Piece, Source, Text, grouped
from .replay import ADJUDICATED, WON_BY, Illegal, Item, Played, Replay, record_of
from .shogi import SIZE, Header, numbers, on_one_line, parts, piece_on, sfen, square, usi

NAMES = {
    "P": "FU", "S": "GI", "G": "KI", "B": "KA", "R": "HI", "K": "OU",
    "+P": "TO", "+S": "NG", "+B": "UM", "+R": "RY",
}  # fmt: skip
LETTERS = {name: letter for letter, name in NAMES.items()}
# What ends a game: whether the one to move wins (1) or loses (0), and why.
ENDS: dict[str, tuple[int, str]] = {
    "%TORYO": (0, "resigned"), "%TIME_UP": (0, "time"), "%ILLEGAL_MOVE": (0, "illegal move"),
    "%TSUMI": (0, ADJUDICATED), "%KACHI": (1, ADJUDICATED),
    "%RESIGN": (0, "resigned"),  # what a server for minishogi writes
}  # fmt: skip
_MOVE = re.compile(r"([+-])([0-5])([0-5])([1-5])([1-5])([A-Z]{2})")
_SECONDS = re.compile(r"\s*,?T(\d{1,6}(?:\.\d{1,3})?)")
_BEGINS = re.compile(rb"V\d|/\s*$")
_GOES_ON = re.compile(rb"[+-]|%")


def looks_like(head: bytes) -> bool:
    lines = [line for line in head.splitlines()[:40] if line.strip() and line[:1] != b"'"]
    first = lines[0] if lines else b""
    marks = sum(
        bool(re.match(rb"V\d|N[+-]|P[1-5+-]|[+-](?:\d{4}[A-Z]{2}|\s*$)|\$", x)) for x in lines
    )
    return (
        bool(re.match(rb"V[\d.]+\s*$|N[+-]|P1|[+-](?:\d{4}[A-Z]{2}|\s*$)|\$\w+:", first))
        and marks > 0
    )


def pieces(source: Source) -> Iterator[Piece]:
    games = grouped(source, _BEGINS, _GOES_ON)
    return (piece for piece in games if piece.data.strip(b"/ \n"))


@dataclass
class CsaHeader(Header):
    """What the lines of a file say, up to its moves."""

    rows: list[list[str]] = field(default_factory=list)

    def read(self, at: int, line: str) -> None:
        if line.startswith(("N+", "N-")):
            self.names["+-".index(line[1])] = line[2:].strip()
        elif re.match(r"P[1-9]", line):
            self.rows.append(self._row(at, line))
        elif line.startswith(("P+", "P-")):
            self._hand(at, line)
        elif line in ("+", "-"):
            self.turn = "+-".index(line)
        elif not re.match(r"V|\$|/|PI", line):
            raise self.text.wrong(
                at, "a line of a CSA file, such as N+name, P1... or +5453FU", line
            )

    def _row(self, at: int, line: str) -> list[str]:
        cells = re.findall(r".{3}", line[2:].rstrip().ljust(3 * SIZE))
        if len(cells) != SIZE or int(line[1]) != len(self.rows) + 1:
            raise self.text.wrong(at, "five rows of five cells, P1 to P5", line)
        return [self._piece(at, c) for c in cells]

    def _piece(self, at: int, sign: str) -> str:
        if sign.strip() in ("*", ""):
            return ""
        letter = LETTERS.get(sign[1:])
        if letter is None or sign[0] not in "+-":
            raise self.text.wrong(at, "a piece, such as -HI, or * for an empty cell", sign)
        return letter.lower() if sign[0] == "-" else letter

    def _hand(self, at: int, line: str) -> None:
        for held in re.findall(r".{1,4}", line[2:].strip()):
            letter = LETTERS.get(held[2:])
            if held[:2] != "00" or letter is None or letter[0] == "+" or letter == "K":
                raise self.text.wrong(at, "pieces in hand, such as P+00FU00GI", held)
            self.hands["+-".index(line[1])].append(letter)

    def start(self, of: Game) -> Position:
        if not self.rows:
            return of.start()
        try:
            if len(self.rows) != SIZE:
                raise BadInput("too few rows")
            return of.parse(sfen([c for row in self.rows for c in row], self.hands, self.turn))
        except BadInput:
            raise self.text.wrong(0, "a board of 5x5 that can arise") from None


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece, "utf-8", "cp932")
    facts, replay = CsaHeader(text), None
    ending: tuple[Verdict | None, str] = (None, ADJUDICATED)
    for at, line in _statements(text):
        if line[0] == "T" and replay is not None:
            continue
        if line[0] == "%":
            replay = replay or Replay(facts.start(of or game("minishogi")))
            ending = _ending(text, at, line, replay.position)
            break
        if _MOVE.match(line):
            replay = replay or Replay(facts.start(of or game("minishogi")))
            _play(text, at, line, replay, _seconds_after(text, at + len(line)))
        elif replay is not None:
            raise text.wrong(at, "a move, such as +5453FU", line)
        else:
            facts.read(at, line)
    replay = replay or Replay(facts.start(of or game("minishogi")))
    return replay.record(facts.players, *ending), 0


def _statements(text: Text) -> Iterator[tuple[int, str]]:
    """What stands on lines of its own or between commas, with its offset; no comments."""
    for begin, line in text.lines():
        if not line.strip() or line[0] == "'":
            continue
        if line[0] in "N$":
            yield begin, line.rstrip()
            continue
        at = begin
        for part in line.split(","):
            if part.strip():
                yield at, part.rstrip()
            at += len(part) + 1


def _seconds_after(text: Text, at: int) -> float:
    found = _SECONDS.match(text.text, at)
    return float(found[1]) if found else 0.0


def _play(text: Text, at: int, line: str, replay: Replay, seconds: float) -> None:
    found = _MOVE.fullmatch(line)
    if not found or found[6] not in LETTERS:
        raise text.wrong(at, "a move, such as +5453FU or +0033GI", line)
    letter, to = LETTERS[found[6]], square(int(found[4]), int(found[5]))
    if found[2] == found[3] == "0":
        name = usi("", to, drops=letter)
    elif "0" in (found[2], found[3]):
        raise text.wrong(at, "a square from 11 to 55, or 00 for a drop", line)
    else:
        source = square(int(found[2]), int(found[3]))
        before = piece_on(replay.position, source)
        if before not in (letter, letter.removeprefix("+")):
            raise text.wrong(at, f"the piece on {source}", line)
        name = usi(source, to, promotes=before != letter)
    try:
        replay.play(Played(name, at, "+-".index(found[1]), seconds))
    except Illegal as wrong:
        raise text.wrong(at, wrong.why, line) from None


def _ending(text: Text, at: int, word: str, position: Position) -> tuple[Verdict | None, str]:
    mover = position.turn
    if word in ENDS:
        wins, reason = ENDS[word]
        return WON_BY[mover if wins else 1 - mover], reason
    if word in ("%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION"):
        return WON_BY[1 - "+-".index(word[1])], "illegal move"
    if word == "%SENNICHITE":
        return WON_BY[1], ADJUDICATED
    if word in ("%JISHOGI", "%HIKIWAKE"):
        return Verdict.DRAW, ADJUDICATED
    if re.match(r"%[A-Z_+-]+$", word):
        return None, ADJUDICATED
    raise text.wrong(at, "how the game ended, such as %TORYO", word)


def write(item: Item) -> bytes:
    record = record_of(item)
    lines = ["V2.2"]
    if record.players:
        names = on_one_line(record.players)
        lines += [f"N+{names[0]}", f"N-{names[1]}"]
    lines += _board(record.positions[0])
    for choice, position in zip(record.choices, record.positions, strict=False):
        lines.append(move_text(position, choice.move))
        if choice.seconds:
            lines.append(f"T{choice.seconds:.3f}".rstrip("0").rstrip("."))
    return ("\n".join([*lines, _ending_word(record), "/"]) + "\n").encode()


def move_text(position: Position, move: int) -> str:
    """A move as CSA writes it: from, to, and the piece it then is."""
    drop, source, to, promotes = parts(position.game, move)
    begin = "{}{}".format(*numbers(source)) if source else "00"
    letter = drop or ("+" if promotes else "") + piece_on(position, source)
    return "{}{}{}{}{}".format("+-"[position.turn], begin, *numbers(to), NAMES[letter])


def _board(position: Position) -> list[str]:
    cells, *hands = position.picture()
    rows = [
        f"P{r + 1}" + "".join(map(_cell_text, cells[r * SIZE : r * SIZE + SIZE]))
        for r in range(SIZE)
    ]
    held = [
        f"P{'+-'[side]}" + "".join("00" + NAMES[letter.upper()] for letter in hand)
        for side, hand in enumerate(hands)
        if hand
    ]
    return [*rows, *held, "+-"[position.turn]]


def _cell_text(piece: str) -> str:
    if not piece:
        return " * "
    return ("-" if piece.islower() else "+") + NAMES[piece.upper()]


def _ending_word(record: Record) -> str:
    verdict, mover = record.verdict, record.position.turn
    if verdict is Verdict.RUNNING:
        return "%CHUDAN"
    if verdict is Verdict.DRAW:
        return "%HIKIWAKE"
    if record.end is None:
        return "%SENNICHITE" if record.position.legal_moves() else "%TSUMI"
    loser = 1 - WON_BY.index(verdict)
    if record.end.reason == "illegal move":
        return "%ILLEGAL_MOVE" if loser == mover else f"%{'+-'[loser]}ILLEGAL_ACTION"
    if loser != mover:
        return "%KACHI"
    return {"resigned": "%TORYO", "time": "%TIME_UP"}.get(record.end.reason, "%TORYO")
