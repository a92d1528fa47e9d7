"""Programs that speak GTP as players of Othello and Gomoku."""

from typing import ClassVar

from ..core import Answer, Choice, Limit, Move, Record, Resign
from ..errors import PlayerFailed
from ..games import facts_of
from .gtp_names import FAMILIES, move_at, vertex
from .manager import ExternalPlayer, played, seconds_for, shown

COLOURS = ("black", "white")


class GtpPlayer(ExternalPlayer):
    """Plays the moves that the program does not know yet, then asks for one."""

    families: ClassVar[tuple[str, ...]] = FAMILIES

    def greet(self) -> None:
        self.command("protocol_version")
        if "set_game" in self.command("list_commands").split():
            self._try(f"set_game {facts_of(self.game).name}")
        for name, value in self.options.items():  # GTP has commands in their place
            self.command(f"{name} {value}".strip())
        self.new_game()

    def new_game(self) -> None:
        self.command(f"boardsize {self.game.shape[2]}")
        self.command("clear_board")
        self._known: tuple[Move, ...] = ()

    def command(self, text: str) -> str:
        """The answer to a command; PlayerFailed if the program refuses it."""
        self.say(text)
        answer = self.until(bool)
        if answer[0] not in "=?":
            raise PlayerFailed(
                f"answered '{shown(answer)}' to {text.partition(' ')[0]}, with no = or ?"
            )
        lines = [answer[1:].lstrip("0123456789").strip()]
        while line := self.hear():
            lines.append(line)
        if answer[0] == "?":
            raise PlayerFailed(f"refused '{shown(text)}': {shown(lines[0])}")
        return "\n".join(lines)

    def _try(self, text: str) -> bool:
        try:
            self.command(text)
        except PlayerFailed as wrong:
            if not str(wrong).startswith("refused"):
                raise
            return False
        return True

    def ask(self, record: Record, limit: Limit) -> Answer:
        self._tell(record)
        self._tell_time(record, limit)
        answer = self.command(f"genmove {COLOURS[record.position.turn]}")
        if answer.lower() == "resign":
            return Resign()
        move = played(record.game, lambda: move_at(record.game, answer), answer)
        self._known = (*record.moves, move)
        return Choice(move=move)

    def _tell(self, record: Record) -> None:
        if record.positions[0] != record.game.start():
            raise PlayerFailed("cannot be told by GTP of a game that begins elsewhere")
        if record.moves[: len(self._known)] != self._known:
            self.new_game()
        for ply in range(len(self._known), len(record.moves)):
            self._play(COLOURS[record.positions[ply].turn], vertex(record.game, record.moves[ply]))
        self._known = record.moves

    def _play(self, side: str, name: str) -> None:
        if name != "PASS":
            self.command(f"play {side} {name}")
        elif not self._try(f"play {side} PASS"):
            # Some programs take a pass in Othello for granted, since it is never a choice.
            self.wrongs.append(f"refuses 'play {side} PASS'")

    def _tell_time(self, record: Record, limit: Limit) -> None:
        side = COLOURS[record.position.turn]
        if limit.clocks and limit.seconds is None:
            left = limit.clocks[record.position.turn]
            self._try(f"time_settings {round(left) or 1} 0 0")
            self._try(f"time_left {side} {round(left) or 1} 0")
            return
        seconds = seconds_for(record, limit)
        if seconds is not None and not self._try(f"time_settings 0 {seconds:g} 1"):
            # Whole seconds are all that GTP itself knows; programs that read fractions get them.
            self._try(f"time_settings 0 {max(1, int(seconds))} 1")
