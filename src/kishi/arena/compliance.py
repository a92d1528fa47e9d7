"""Does a program keep to its protocol? What it gets wrong, in words."""

import re
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..core import Choice, Game, Limit, Player, Record, Resign, game
from ..errors import BadInput, PlayerFailed
from ..players import make_player
from ..protocols.gomocup import GomocupPlayer
from ..protocols.gtp import GtpPlayer
from ..protocols.manager import START_SECONDS, ExternalPlayer
from ..protocols.nboard import NBoardPlayer
from ..protocols.plain import PlainPlayer
from ..protocols.process import Late
from ..protocols.usi import UciPlayer, UsiPlayer
from .referee import WON_BY, Referee, play_game

SECONDS = 0.3  # a move
MOST_PLIES = 60
STOP_SECONDS = 1.0


class Finding(NamedTuple):
    """One thing that was looked at."""

    look: str  # by its key: `t_look_KEY` says in words what it is
    wrong: str | None  # None: it is as it should be


# What can be checked, and how programs are spoken to.
PROTOCOLS: dict[str, type[ExternalPlayer]] = {
    "usi": UsiPlayer,
    "uci": UciPlayer,
    "gtp": GtpPlayer,
    "gomocup": GomocupPlayer,
    "nboard": NBoardPlayer,
    "plain": PlainPlayer,
}


def check(protocol: str, command: str, of: Game | None = None) -> Iterator[Finding]:
    """What the program does right and wrong, as it is found out."""
    kind = PROTOCOLS[protocol]
    of = of or game(kind.families[0])
    if of.family not in kind.families:
        raise BadInput(f"{protocol} is for {' and '.join(kind.families)}; not {of.name}")
    program = Program(of, kind, command)
    start = program.looked("starts", _starts)
    yield start
    if start.wrong:
        return
    yield program.looked("moves", _moves_at_start)
    tellable = kind is not PlainPlayer  # which can be asked for nothing but its own game
    if tellable:
        yield program.looked("moves_second", _moves_mid_game)
    yield program.looked("game", lambda p: _game(p, first=True))
    yield program.looked("other_side", lambda p: _game(p, first=False))
    for key, look in SPECIAL[protocol]:
        yield program.looked(key, look)
    if tellable:
        yield program.looked("leaves", _leaves)


class Program(NamedTuple):
    """The program under test; a fresh process for each look."""

    game: Game
    kind: type[ExternalPlayer]
    command: str

    def looked(self, key: str, look: Callable[[ExternalPlayer], str | None]) -> Finding:
        player = self.kind("the program", self.game, self.command)
        try:
            wrong = look(player)
            return Finding(key, wrong or next(iter(player.wrongs), None))
        except PlayerFailed as failure:
            return Finding(key, str(failure))
        finally:
            player.close()


def _starts(player: ExternalPlayer) -> str | None:
    player.prepare()
    return None


def _moves_at_start(player: ExternalPlayer) -> str | None:
    return _asked(player, Record.new(player.game))


def _moves_mid_game(player: ExternalPlayer) -> str | None:
    record = Record.new(player.game)
    for _ in range(3):
        record = record.play(Choice(move=record.position.legal_moves()[0]))
    return _asked(player, record)


def _asked(player: ExternalPlayer, record: Record) -> str | None:
    player.prepare()
    began = time.monotonic()
    answer = player.choose(record, _limit(player))
    spent = time.monotonic() - began
    if isinstance(answer, Resign):
        return "resigned in an even position"
    if not isinstance(answer, Choice) or not record.position.is_legal(answer.move):
        return "made an illegal move"
    allowed = _limit(player).seconds
    late = allowed is not None and spent > allowed + 0.3
    return f"took {spent:.2f} s of {allowed} s" if late else None


def _limit(player: ExternalPlayer) -> Limit:
    """NBoard knows no time, only depth; a plain program starts within its first move's time."""
    if isinstance(player, NBoardPlayer):
        return Limit(depth=3)
    return Limit(seconds=START_SECONDS if isinstance(player, PlainPlayer) else SECONDS)


def _game(player: ExternalPlayer, *, first: bool) -> str | None:
    """A game against random moves; the second side plays two, to see that a new game can begin."""
    for number in range(1 if first else 2):
        other = make_player(player.game, "random", number)
        referee = Referee(player.game, limit=_limit(player), margin=0.5, most_plies=MOST_PLIES)
        sides: tuple[Player, Player] = (player, other) if first else (other, player)
        end = play_game(*sides, referee).end
        lost = WON_BY[1 if first else 0]
        if end is not None and end.reason != "resigned" and end.verdict is lost:
            return f"{end.reason}, at move {len(referee.record.choices) + 1}"
    return None


def _leaves(player: ExternalPlayer) -> str | None:
    player.prepare()
    player.by(2.0)
    player.say(player.farewell)
    try:
        while True:
            player.hear()
    except Late:
        return f"does not leave within 2 s of '{player.farewell}'"
    except PlayerFailed:
        return None


def _survives_nonsense(player: ExternalPlayer) -> str | None:
    player.prepare()
    player.by(3.0)
    player.say("nonsense of no protocol 1 2 3")
    if isinstance(player, GomocupPlayer):
        player.hear()
    return _asked(player, Record.new(player.game))


def _stops(player: ExternalPlayer) -> str | None:
    """`go infinite` lasts until `stop`, and `stop` is answered at once."""
    player.prepare()
    player.by(5.0)
    player.say("position startpos")
    player.say("go infinite")
    time.sleep(0.3)
    player.say("stop")
    began = time.monotonic()
    player.until(lambda line: line.startswith("bestmove"))
    spent = time.monotonic() - began
    return f"answered stop after {spent:.2f} s" if spent > STOP_SECONDS else None


def _tells_what_it_thinks(player: ExternalPlayer) -> str | None:
    player.prepare()
    player.by(5.0)
    player.say("position startpos")
    player.say("go depth 3")
    talk = []
    while not (line := player.hear()).startswith("bestmove"):
        talk.append(line)
    infos = [line for line in talk if re.search(r"\bdepth \d", line) and " pv " in line]
    return None if infos else "sent no info line with depth and pv"


def _gtp_commands(player: ExternalPlayer) -> str | None:
    assert isinstance(player, GtpPlayer)
    player.prepare()
    needed = ["boardsize", "clear_board", "play", "genmove", "quit", "name", "version"]
    missing = [c for c in needed if c not in player.command("list_commands").split()]
    return f"list_commands lacks {', '.join(missing)}" if missing else None


def _gtp_refuses(player: ExternalPlayer) -> str | None:
    assert isinstance(player, GtpPlayer)
    player.prepare()
    for text in ("nonsense", "play black z99", "play purple a1"):
        try:
            player.command(text)
        except PlayerFailed as failure:
            if not str(failure).startswith("refused"):
                raise
        else:
            return f"accepted '{text}'"
    return None


def _gtp_numbers(player: ExternalPlayer) -> str | None:
    player.prepare()
    player.by(3.0)
    player.say("42 name")
    answer = player.until(bool)
    return None if answer.startswith("=42") else f"answered '{answer[:40]}' to '42 name', not =42"


def _gomocup_about(player: ExternalPlayer) -> str | None:
    assert isinstance(player, GomocupPlayer)
    player.prepare()
    player.by(3.0)
    player.say("ABOUT")
    answer = player.words()
    return (
        None if "name" in answer.lower() else f"answered '{answer[:40]}' to ABOUT, without a name"
    )


def _nboard_ping(player: ExternalPlayer) -> str | None:
    """A ping ends whatever is being thought about."""
    player.prepare()
    player.by(5.0)
    player.say("set depth 40")
    player.say("hint 1")
    time.sleep(0.2)
    player.say("ping 77")
    player.until(lambda line: line == "pong 77")
    return None


NONSENSE = ("nonsense", _survives_nonsense)
SPECIAL: dict[str, list[tuple[str, Callable[[ExternalPlayer], str | None]]]] = {
    "usi": [NONSENSE, ("thinks", _tells_what_it_thinks), ("stops", _stops)],
    "uci": [NONSENSE, ("thinks", _tells_what_it_thinks), ("stops", _stops)],
    "gtp": [
        ("commands", _gtp_commands),
        ("refuses", _gtp_refuses),
        ("numbers", _gtp_numbers),
    ],
    "gomocup": [NONSENSE, ("about", _gomocup_about)],
    "nboard": [NONSENSE, ("ping", _nboard_ping)],
    "plain": [],
}
