"""`kishi engine`: a player of kishi behind somebody else's board."""

import sys
from collections.abc import Callable, Mapping

import click

from .. import __version__
from ..arena.limits import parse_limit
from ..core import Answer, Game, Limit, Player, Record, SearchControl, game
from ..engines.engine import OVERHEAD, Engine, MakePlayer, Mouth, Say, Warming, serve
from ..engines.gomocup import GomocupEngine
from ..engines.gtp import GtpEngine
from ..engines.nboard import NBoardEngine
from ..engines.plain import PlainEngine
from ..engines.usi import UsiEngine
from ..errors import BadInput
from ..players import KINDS, make_player, parse_spec
from ..players.kind import options_of, parse_options
from .completing import game_names
from .conditions import player_option

# THE list of engine sides.
ENGINES: dict[str, Callable[[Say, MakePlayer, Game | None, str, float], Engine]] = {
    "usi": UsiEngine,
    "gtp": GtpEngine,
    "gomocup": GomocupEngine,
    "nboard": NBoardEngine,
}


@click.command(epilog=f"Protocols: {', '.join([*ENGINES, 'plain'])}.")
@click.argument("protocol", metavar="PROTOCOL", type=click.Choice([*ENGINES, "plain"]))
@click.argument("first", required=False, type=click.Choice(["0", "1"]))
@click.option(
    "--game",
    "name",
    metavar="GAME",
    shell_complete=game_names,
    help="Which game or variant, where there are some.",
)
@player_option("Who plays.")
@click.option(
    "--limit",
    metavar="TEXT",
    help="Think so long, whatever the other side says: cpu=100ms, nodes=N, ...",
)
@click.option(
    "--overhead",
    type=click.IntRange(0, 5000),
    metavar="MS",
    default=round(1000 * OVERHEAD),
    show_default=True,
    help="Milliseconds of each move that are left for the answer to arrive in (usi, gtp, gomocup).",
)
def engine(
    protocol: str, first: str | None, name: str | None, spec: str, limit: str | None, overhead: int
) -> None:
    """Speak PROTOCOL on standard input and output, for boards and managers of others.

    usi is for minishogi, gtp for Othello (or --game gomoku), gomocup for Gomoku, nboard for
    Othello. plain is the line protocol of the minishogi write-up: `plain 1` moves first, `plain 0`
    second.
    """
    of = game(name) if name else None
    say = Mouth(sys.stdout.buffer)
    make = maker(spec, parse_limit(limit) if limit else None)
    if protocol == "plain":
        if first is None:
            raise BadInput("write `kishi engine plain 1` to move first, `plain 0` to move second")
        serve(PlainEngine(say, make, of, first == "1"), sys.stdin.buffer)
        return
    if first is not None:
        raise BadInput("0 and 1 are for plain only")
    serve(ENGINES[protocol](say, make, of, __version__, overhead / 1000), sys.stdin.buffer)


def maker(text: str, limit: Limit | None = None) -> MakePlayer:
    """Makes the player described, with those of the options given that its kind has; one that heeds no
    limit but this, if there is one."""

    def make(of: Game, options: Mapping[str, str]) -> Player:
        spec = parse_spec(of, text)
        kind = next(k for k in KINDS if k.kind == spec.kind)
        known = {n: v for n, v in options.items() if n in options_of(kind)}
        more = parse_options(kind, ",".join(f"{n}={v}" for n, v in known.items())) if known else {}
        player = make_player(
            of, type(spec)(game=of.name, kind=spec.kind, options={**spec.options, **more})
        )
        return Within(player, limit) if limit else player

    return make


class Within:
    """A player with a limit of its own."""

    def __init__(self, player: Player, limit: Limit) -> None:
        self.name, self._player, self._limit = player.name, player, limit

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Answer:
        return self._player.choose(record, self._limit, control)

    def prepare(self) -> None:
        if isinstance(self._player, Warming):
            self._player.prepare()

    def close(self) -> None:
        self._player.close()
