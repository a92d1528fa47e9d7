"""In which language a command speaks: `--lang`, else what the shell is set to."""

import os

import click

from ..locale import LANGUAGES, language_of


def spoken() -> str:
    """What the shell is set to, if there are texts in it."""
    tags = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of(next(filter(None, tags), "")) or "en"


def language(context: click.Context, option: click.Parameter, tag: str) -> str:
    if found := language_of(tag):
        return found
    raise click.BadParameter(f"no texts in {tag!r}; there are {', '.join(LANGUAGES)}")


lang_option = click.option(
    "--lang",
    metavar="TAG",
    default=spoken,
    callback=language,
    help=f"{', '.join(LANGUAGES)}, or such as zh-TW.  [default: by LANG, else en]",
)
