"""`kishi play`: a game at the terminal, between people and computers in any pairing."""

import secrets
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import Console

from ..arena import Referee, parse_limit, play_game
from ..core import Game, Limit, Record, SimplePlayer, Spec, game
from ..errors import BadInput
from ..games import families, names
from ..notation import read_position, speaks_hex
from ..players import make_player, parse_spec
from ..players.human import Person
from ..renamed import FLAGS
from ..text_board import Look
from .completing import game_names, player_texts
from .conditions import LIMIT_HELP
from .files import game_in, number_option
from .group import RenamingCommand
from .language import words as spoken_words
from .numbers import Integer
from .terminal.asking import Asker, Left
from .terminal.saved import is_saved, new_file, save
from .terminal.screen import Screen
from .terminal.thinking import Adviser, Watched, usual_computer
from .terminal.typed import TypedLines

HEX = names(lambda facts: facts.hexadecimal)


@click.command(cls=RenamingCommand, old_names=FLAGS["play"])
@click.argument("name", metavar="[GAME]", required=False, shell_complete=game_names)
@click.option(
    "--first",
    metavar="SPEC",
    shell_complete=player_texts,
    help="Who moves first.  [default: human]",
)
@click.option(
    "--second",
    metavar="SPEC",
    shell_complete=player_texts,
    help="Who moves second.  [default: a computer]",
)
@click.option("--position", metavar="TEXT", help="Begin here, not at the start.")
@click.option(
    "--seed",
    type=Integer(0, 2**63 - 1),
    help="For all chance: the same seed, the same answers.  [default: another each time]",
)
@click.option("--limit", metavar="TEXT", default="", help=f"For computer players: {LIMIT_HELP}")
@click.option("--ascii", is_flag=True, help="Draw with letters only.")
@click.option(
    "--hex",
    is_flag=True,
    help=f"{HEX} in two hex digits, row and column from the top left.",
)
@click.option("--continue", "file", metavar="FILE", type=click.Path(path_type=Path),
              help="Go on with a saved game, or one in a file of another program.")  # fmt: skip
@number_option
def play(
    *, name: str | None, first: str | None, second: str | None, position: str | None,
    seed: int | None, limit: str, ascii: bool, hex: bool, file: Path | None,
    number: int | None,
) -> None:  # fmt: skip
    """Play GAME in the terminal: people and computers in any pairing.

    SPEC is `human` or any player that `kishi players` lists. Type ? at the prompt for help.

    Without a terminal, a person's moves are read from standard input, one a line. If no person was
    asked for by name and there is no input at all, the computer plays both sides.

    A game that is left (quit, end of input, Ctrl-C) is saved: in the file it was continued from, or
    in a new one, whose name is printed, in the folder `games` of KISHI_HOME (or your data folder).
    """
    given = parse_limit(limit)
    record = opening(name, position, file, number)
    if hex and not speaks_hex(record.game):
        raise BadInput(f"--hex is for {HEX} on boards of up to 16; got {record.game.name}")
    lines, screen = TypedLines(), make_screen(ascii, hex)
    asked_for = (first or saved_player(record, 0), second or saved_player(record, 1))
    specs = seated(record.game, asked_for, lines, screen)
    table = TerminalGame(
        record, specs, screen, lines, given, secrets.randbits(63) if seed is None else seed
    )
    table.play(file if file is not None and is_saved(file) else None)


def opening(
    name: str | None, position: str | None, file: Path | None, number: int | None
) -> Record:
    """The game to play, as far as it has been played."""
    if file is None:
        if name is None:
            raise click.UsageError(
                f"name a GAME, such as {', '.join(families())}", click.get_current_context()
            )
        if number is not None:
            raise BadInput("--number is for --continue FILE")
        of = game(name)
        return Record.new(of, read_position(of, position) if position is not None else None)
    record = game_in(str(file), number, game(name) if name is not None else None)
    if position is not None or (name is not None and game(name) != record.game):
        raise BadInput(f"{file} holds a game of {record.game.name} with its own beginning")
    # In a file of others the players have names, not specs; nor may it say what is started here.
    return record if is_saved(file) else replace(record, players=None)


def saved_player(record: Record, turn: int) -> str | None:
    return record.players[turn] if record.players else None


def make_screen(ascii: bool, hex: bool) -> Screen:
    console = Console(highlight=False)
    colour = console.is_terminal and console.color_system is not None and not console.no_color
    unicode = not ascii and console.encoding.lower().startswith("utf")
    return Screen(console, spoken_words(), Look(unicode, colour, hex))


def seated(
    game: Game, asked_for: tuple[str | None, str | None], lines: TypedLines, screen: Screen
) -> tuple[Spec, Spec]:
    """Who plays. A person by default moves first; if there is nobody, a computer does."""
    first, second = asked_for
    second_spec = parse_spec(game, second or usual_computer())
    first_spec = parse_spec(game, first or "human")
    if first is None and second_spec.kind != "human" and lines.nobody():
        screen.say("nobody")
        first_spec = parse_spec(game, usual_computer())
    return first_spec, second_spec


@dataclass
class TerminalGame:
    """One game with its players in their seats."""

    record: Record
    specs: tuple[Spec, Spec]
    screen: Screen
    lines: TypedLines
    limit: Limit
    seed: int

    def play(self, file: Path | None) -> None:
        """Play on to the end, or save the game when somebody leaves."""
        adviser = Adviser(self.record.game, self.screen, self.limit, self.seed)
        players = self._players(adviser)
        referee = Referee(self.record.game, record=self.record)
        try:
            self.screen.result(play_game(*players, referee))
        except Left:
            leave(self.screen, referee.record, file)
        except KeyboardInterrupt:
            leave(self.screen, referee.record, file)
            raise
        finally:
            for player in (*players, adviser):
                player.close()
        for player in players:
            if isinstance(player, Watched) and player.failure:
                raise player.failure

    def _players(self, adviser: Adviser) -> tuple[SimplePlayer, SimplePlayer]:
        people = {turn for turn in (0, 1) if self.specs[turn].kind == "human"}
        asker = Asker(self.screen, self.lines, adviser, people)

        def seat(turn: int) -> SimplePlayer:
            spec = self.specs[turn]
            if turn in people:
                return Person(str(spec), asker)
            player = make_player(self.record.game, spec, (self.seed + turn) % 2**64)
            return Watched(player, self.screen, self.limit)

        return seat(0), seat(1)


def leave(screen: Screen, record: Record, file: Path | None) -> None:
    """Save the game and say how to go on with it."""
    screen.write("")
    try:
        file = file or new_file()
        save(record, file)
    except BadInput as wrong:
        moves = " ".join(screen.move(record.game, m) for m in record.moves)
        screen.say("not_saved", why=wrong, moves=moves or "-")
    else:
        screen.say("saved", file=file)
        screen.say("continue", file=shlex.quote(str(file)))
