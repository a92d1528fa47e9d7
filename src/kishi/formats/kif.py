"""KIF for 5x5 (手合割：5五将棋), in UTF-8 or Shift_JIS, as Japanese programs have it."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..core import Game, Position, Record, Verdict, game
from ..errors import BadInput
from ..games.minishogi import MINISHOGI
from .pieces import Piece, Source, Text, grouped
from .replay import ADJUDICATED, WON_BY, Illegal, Item, Played, Replay, record_of
from .shogi import SIZE, Header, numbers, on_one_line, parts, piece_on, sfen, square, usi

SHORT = MINISHOGI.glyphs  # one sign wide, for the board
KANJI = {**SHORT, "+S": "成銀"}  # in a move
LETTERS = {kanji: letter.upper() for table in (SHORT, KANJI) for letter, kanji in table.items()}
LETTERS["竜"] = "+R"
RANKS = "一二三四五"
COUNTS = {"二": 2}
LONGEST_HAND = 200  # signs, spaces and all
HANDICAPS = ("5五将棋", "五々将棋", "五五将棋", "55将棋", "5五", "ミニ将棋")
SIDES = {"先手": 0, "下手": 0, "後手": 1, "上手": 1}
# What ends a game: whether the one to move wins (1), loses (0) or neither, and why.
ENDS: dict[str, tuple[int | None, str]] = {
    "投了": (0, "resigned"), "切れ負け": (0, "time"), "反則負け": (0, "illegal move"),
    "反則勝ち": (1, "illegal move"), "詰み": (0, ADJUDICATED), "入玉勝ち": (1, ADJUDICATED),
}  # fmt: skip
_HEADINGS = ("手合割", "先手", "後手", "開始日時", "棋戦", "# KIF", "#KIF", "# ---- ")
_STARTS = b"|".join(
    re.escape(word.encode(code)) for word in _HEADINGS for code in ("utf-8", "cp932")
)
_MARKS = re.compile(rb"(?m)^[ \t]*(?:" + _STARTS + "|手数----".encode() + rb")")
_BEGINS = re.compile(rb"\s*(?:" + _STARTS + rb")")
# Move lines without a heading, as somebody pastes them: they can only be a game's from its first move on.
_BARE = re.compile(r"\s*1\s+[1-5１-５]\s*[一二三四五]\S+?\s*[(（][1-5１-５]{2}[)）]")
_GOES_ON = re.compile(rb"\s*\d+\s+\S")
_MOVE_LINE = re.compile(r"\s*[0-9]{1,6}\s+(同\s*\S+|\S+)")
_TIME = re.compile(r"\(\s*(\d{1,4}):(\d\d?)(?:\.(\d{1,3}))?\s*/")
_MOVE = re.compile(
    r"(?:(同)|([1-5])\s*([一二三四五1-5]))\s*"
    rf"({'|'.join(sorted(LETTERS, key=len, reverse=True))})(成|不成)?\s*(?:(打)|\(([1-5])([1-5])\))"
)


def looks_like(head: bytes) -> bool:
    return head.lstrip()[:1] != b"(" and bool(_MARKS.search(head) or _is_bare(head))


def _is_bare(head: bytes) -> bool:
    return any(_BARE.match(head.decode(code, "ignore")) for code in ("utf-8", "cp932"))


def pieces(source: Source) -> Iterator[Piece]:
    return grouped(source, _BEGINS, _GOES_ON)


@dataclass
class KifHeader(Header):
    """What the lines of a KIF say, up to its moves."""

    small: bool = False  # said to be 5x5
    silent: bool = True  # nothing is said before the moves
    rows: list[tuple[int, str]] = field(default_factory=list)

    def heading(self, at: int, line: str) -> None:
        self.silent = False
        name, *rest = (part.strip() for part in re.split("[：:]", line, maxsplit=1))
        value = rest[0] if rest else ""
        if line.lstrip().startswith("|"):
            if len(self.rows) == SIZE:
                raise self.text.wrong(at, "no more than five rows", line)
            self.rows.append((at, line.strip()))
        elif not rest:
            self.turn = 1 if name in ("後手番", "上手番") else self.turn
        elif name == "手合割":
            self.small = unicodedata.normalize("NFKC", value) in HANDICAPS
            if not self.small:
                raise self.text.wrong(at, "手合割：5五将棋, minishogi's", value)
        elif name.endswith("の持駒") and name[:2] in SIDES:
            self._hand(at, self.hands[SIDES[name[:2]]], value)
        elif name in SIDES:
            self.names[SIDES[name]] = value

    def _hand(self, at: int, hand: list[str], value: str) -> None:
        if len(value) > LONGEST_HAND:
            raise self.text.wrong(at, "pieces in hand, such as 銀　歩二", value)
        for held in value.split():
            if held == "なし":
                continue
            letter, count = LETTERS.get(held[0]), COUNTS.get(held[1:], 1)
            if letter is None or letter == "K" or held[1:] not in ("", *COUNTS):
                raise self.text.wrong(at, "pieces in hand, such as 銀　歩二", held)
            hand.extend([letter] * count)

    def start(self, of: Game) -> Position:
        if not self.rows:
            if not self.small and not self.silent:
                raise self.text.wrong(0, "手合割：5五将棋, or a 5x5 board")
            return of.start()
        cells = [piece for at, row in self.rows for piece in self._row(at, row)]
        try:
            return of.parse(sfen(cells, self.hands, self.turn))
        except BadInput as wrong:
            raise self.text.wrong(
                self.rows[0][0], "a board that can arise", str(wrong)[:40]
            ) from None

    def _row(self, at: int, row: str) -> list[str]:
        body = row.strip("|").split("|")[0]
        signs = re.findall(r"([v^ 　]?)([^\sv^])", body)
        if len(signs) != SIZE:
            raise self.text.wrong(at, "a row of five cells", row)
        cells = []
        for side, sign in signs:
            letter = LETTERS.get(sign, "")
            if not letter and sign not in "・.":
                raise self.text.wrong(at, "a piece, or ・ for an empty cell", sign)
            cells.append(letter.lower() if side == "v" else letter)
        return cells


def parse(piece: Piece, of: Game | None) -> tuple[Item, int]:
    text = Text(piece, "utf-8", "cp932")
    facts, replay, last = KifHeader(text), None, ""
    ending: tuple[Verdict | None, str] = (None, ADJUDICATED)
    variations = sum(1 for _ in re.finditer(r"^[ 　]*変化[：:]", text.text, re.MULTILINE))
    for at, line in text.lines():
        plain = line.strip()
        if plain.startswith("変化"):
            break
        if not plain or plain[0] in "#*&" or plain.startswith(("まで", "手数")):
            continue
        found = _MOVE_LINE.match(line)
        if not found:
            if replay is not None:
                raise text.wrong(at, "a move, such as '1 ５三歩(54)'", plain)
            facts.heading(at, line)
            continue
        if replay is None:
            replay = Replay(facts.start(of or game("minishogi")))
        begin = at + found.start(1)
        ended = _ending(found[1], replay.position)
        if ended is not None:
            ending = ended
            break
        last = _play(text, begin, found[1], _seconds(line), replay, last)
    if replay is None:
        replay = Replay(facts.start(of or game("minishogi")))
    return replay.record(facts.players, *ending), variations


def _ending(word: str, position: Position) -> tuple[Verdict | None, str] | None:
    if word in ENDS:
        wins, reason = ENDS[word]
        return WON_BY[position.turn if wins else 1 - position.turn], reason
    if word == "千日手":
        return WON_BY[1], ADJUDICATED
    if word == "持将棋":
        return Verdict.DRAW, ADJUDICATED
    return (None, ADJUDICATED) if word in ("中断", "封じ手", "不詰", "待った") else None


def _play(text: Text, at: int, word: str, seconds: float, replay: Replay, last: str) -> str:
    """Play the move of a line and say where it went."""
    move = _MOVE.match(unicodedata.normalize("NFKC", word))
    if not move or (move[1] and not last):
        raise text.wrong(at, "a move, such as ５三歩(54) or ３三銀打", word)
    rank = move[3] and (RANKS.index(move[3]) + 1 if move[3] in RANKS else int(move[3]))
    to = last if move[1] else square(int(move[2]), int(rank))
    letter = LETTERS[move[4]]
    if move[6]:
        name = usi("", to, drops=letter)
    else:
        source = square(int(move[7]), int(move[8]))
        if piece_on(replay.position, source) != letter:
            raise text.wrong(at, f"the piece on {source}", word)
        name = usi(source, to, promotes=move[5] == "成")
    try:
        replay.play(Played(name, at, None, seconds))
    except Illegal as wrong:
        raise text.wrong(at, wrong.why, word) from None
    return to


def _seconds(line: str) -> float:
    found = _TIME.search(line)
    return int(found[1]) * 60 + float(f"{found[2]}.{found[3] or 0}") if found else 0.0


def write(item: Item) -> bytes:
    record = record_of(item)
    start = record.positions[0]
    lines = ["手合割：5五将棋"]
    if start != record.game.start():
        lines += _board(start)
    if record.players:
        names = on_one_line(record.players)
        lines += [f"先手：{names[0]}", f"後手：{names[1]}"]
    lines.append("手数----指手---------消費時間--")
    spent, last = [0.0, 0.0], ""
    for number, (choice, position) in enumerate(
        zip(record.choices, record.positions, strict=False), 1
    ):
        word, last = move_text(position, choice.move, last)
        side = position.turn
        spent[side] += choice.seconds
        lines.append(f"{number:4d} {word}   {_clock(choice.seconds, spent[side])}")
    ending = _ending_word(record)
    if ending:
        lines.append(f"{len(record.choices) + 1:4d} {ending}")
    return ("\n".join(lines) + "\n\n").encode()


def move_text(position: Position, move: int, last: str = "") -> tuple[str, str]:
    """A move as KIF writes it, `last` being where the move before went; and where it goes."""
    drop, source, to, promotes = parts(position.game, move)
    file, rank = numbers(to)
    where = "同　" if to == last else f"{'１２３４５'[file - 1]}{RANKS[rank - 1]}"
    if drop:
        return f"{where}{KANJI[drop]}打", to
    begin = "({}{})".format(*numbers(source))
    name = KANJI[piece_on(position, source)]
    return f"{where}{name}{'成' if promotes else ''}{begin}", to


def _clock(seconds: float, total: float) -> str:
    now, whole = round(seconds), round(total)
    hours, minutes = divmod(whole // 60, 60)
    return f"({now // 60:2d}:{now % 60:02d}/{hours:02d}:{minutes:02d}:{whole % 60:02d})"


def _ending_word(record: Record) -> str | None:
    verdict, mover = record.verdict, record.position.turn
    if verdict is Verdict.RUNNING:
        return "中断"
    if verdict is Verdict.DRAW:
        return "持将棋"
    if record.end is None:
        return "千日手" if record.position.legal_moves() else "詰み"
    lost = verdict is WON_BY[1 - mover]
    if lost:
        return {"resigned": "投了", "time": "切れ負け", "illegal move": "反則負け"}.get(
            record.end.reason, "投了"
        )
    return "反則勝ち" if record.end.reason == "illegal move" else "入玉勝ち"


def _board(position: Position) -> list[str]:
    cells, *hands = position.picture()
    lines = [f"後手の持駒：{_hand_text(hands[1])}", "  ５ ４ ３ ２ １", "+" + "-" * 15 + "+"]
    for row in range(SIZE):
        pieces_of_row = cells[row * SIZE : row * SIZE + SIZE]
        lines.append("|" + "".join(map(_cell_text, pieces_of_row)) + "|" + RANKS[row])
    lines += ["+" + "-" * 15 + "+", f"先手の持駒：{_hand_text(hands[0])}"]
    return [*lines, "後手番"] if position.turn else lines


def _cell_text(piece: str) -> str:
    if not piece:
        return " ・"
    return ("v" if piece.islower() else " ") + SHORT[piece.upper()]


def _hand_text(held: list[str]) -> str:
    letters = [letter.upper() for letter in held]
    words = [
        KANJI[letter] + ("二" if letters.count(letter) == 2 else "")
        for letter in reversed(MINISHOGI.hand)
        if letter in letters
    ]
    return "　".join(words) or "なし"
