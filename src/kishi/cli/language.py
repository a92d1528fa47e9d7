"""In which language a command speaks: `--lang`, else what the shell is set to."""

import os

import click

from ..locale import LANGUAGES, Words, language_of

CHOSEN = "kishi.lang"  # of the context's notes


def spoken() -> str:
    """What the shell is set to, if there are texts in it."""
    tags = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of(next(filter(None, tags), "")) or "en"


def words() -> Words:
    """The texts of the language that this command speaks."""
    context = click.get_current_context(silent=True)
    return Words((context and context.meta.get(CHOSEN)) or spoken())


def _choose(context: click.Context, option: click.Parameter, tag: str | None) -> None:
    if tag is None:
        return
    found = language_of(tag)
    if found is None:
        raise click.BadParameter(f"no texts in {tag!r}; there are {', '.join(LANGUAGES)}")
    context.meta[CHOSEN] = found


lang_option = click.Option(
    ["--lang"],
    metavar="TAG",
    expose_value=False,
    callback=_choose,
    help=f"{', '.join(LANGUAGES)}, or such as zh-TW.  [default: by LANG, else en]",
)


def speaking(command: click.Command) -> click.Command:
    """The command, and all within it, with --lang."""
    if lang_option not in command.params:
        command.params.append(lang_option)
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            speaking(inner)
    return command
