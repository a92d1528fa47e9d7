"""`kishi check`: does somebody's engine keep to its protocol?"""

import json

import click

from ..arena.compliance import PROTOCOLS
from ..arena.compliance import check as findings
from ..core import game
from ..locale import ENGLISH, Words
from ..protocols.manager import parted
from .language import words


@click.command(
    context_settings={"ignore_unknown_options": True},
    epilog=f"Protocols: {', '.join(PROTOCOLS)}.",
)
@click.argument("protocol", metavar="PROTOCOL", type=click.Choice(list(PROTOCOLS)))
@click.argument("command", metavar="CMD", nargs=-1, required=True)
@click.option("--game", "name", metavar="GAME", help="The game to check, where there are some.")
@click.option("--json", "as_json", is_flag=True, help="The findings as JSON.")
@click.pass_context
def check(
    context: click.Context, protocol: str, command: tuple[str, ...], name: str | None, as_json: bool
) -> None:
    """Start the engine CMD, try it out over PROTOCOL, and say what it gets wrong.

    Options of the engine may follow the command: CMD,option.Hash=64

    The exit code is 0 if all is well, else 1.
    """
    text = " ".join(command)
    parted(text)
    say = ENGLISH if as_json else words()
    found = []
    for finding in findings(protocol, text, game(name) if name else None):
        what = say(f"t_look_{finding.look}")
        found.append({"what": what, "wrong": finding.wrong})
        if not as_json:
            click.echo(told(say, what, finding.wrong))
    wrongs = sum(entry["wrong"] is not None for entry in found)
    if as_json:
        click.echo(json.dumps(found))
    else:
        click.echo(say("t_n_wrong", n=wrongs) if wrongs else say("t_keeps_protocol"))
    if wrongs:
        context.exit(1)


def told(say: Words, what: str, wrong: str | None) -> str:
    """`WRONG  stops: answered stop after 1.20 s`"""
    mark = say("t_right") if wrong is None else say("t_wrong")
    return f"{mark:<5}  {what}" + ("" if wrong is None else f": {wrong}")
