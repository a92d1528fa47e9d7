"""The `kishi` command itself: its verbs, and how it ends when something is wrong.

Exit codes: 0 done, 1 a player or the store failed, 2 bad input (one line on stderr), 130 Ctrl-C.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, NoReturn

import click

from ..errors import BadInput, PlayerFailed, StoreFailed
from ..renamed import Names, flag, now_called
from .language import speaking


class Verb(click.Command):
    """A verb as the list of verbs knows it; its module is imported when it is called.

    So `kishi --help` and a shell's completion take no longer than one verb's modules do.
    """

    def __init__(self, name: str, about: str, where: str = "") -> None:
        """`where`, unless the verb's own name is that of its module and of its function there."""
        super().__init__(name, help=about)
        self._where = where or f"{name}:{name}"

    def load(self) -> click.Command:
        """The command itself."""
        module, _, attribute = self._where.partition(":")
        found = getattr(import_module(f".{module}", __package__), attribute)
        assert isinstance(found, click.Command)
        return speaking(found)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        return self.load().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        return ctx.command.invoke(ctx)


class Verbs(click.Group):
    """A click group whose errors are one line each, and whose help has its verbs in sections."""

    def __init__(self, *args: Any, sections: Mapping[str, Sequence[str]], **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._sections = sections

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, verbs in self._sections.items():
            with formatter.section(title):
                width = max(map(len, self.commands))  # so that the sections are in line
                formatter.write_dl([(v.ljust(width), self.commands[v].help or "") for v in verbs])

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        for stream in (sys.stdin, sys.stdout):
            _forgive_encoding(stream)
        extra["standalone_mode"] = False
        given = list(sys.argv[1:] if args is None else args)
        try:
            _must_be_text(given)
            code = super().main(args, **extra)
        except click.Abort:
            _leave(130)
        except BrokenPipeError:
            _close_quietly()
            sys.exit(0)
        except click.ClickException as wrong:
            _say(_usage_line(wrong))
            sys.exit(2)
        except BadInput as wrong:
            _say(str(wrong))
            sys.exit(2)
        except PlayerFailed as failure:
            _say(f"a player failed: {failure}")
            sys.exit(1)
        except StoreFailed as failure:
            _say(str(failure))
            sys.exit(1)
        _leave(code if isinstance(code, int) else 0)


class RenamingGroup(click.Group):
    """A group of commands, some of which had other names before."""

    noun: ClassVar[str]  # what its commands are
    old_names: ClassVar[Names]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in self.old_names and args[0] not in self.commands:
            raise BadInput(now_called(f"{self.noun} {args[0]}", self.old_names[args[0]]))
        return super().resolve_command(ctx, args)


class RenamingCommand(click.Command):
    """A command some of whose options had other names before."""

    def __init__(self, *args: Any, old_names: Names, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._old = {flag(old): new and flag(new) for old, new in old_names.items()}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as wrong:
            if wrong.option_name not in self._old:
                raise
            name = wrong.option_name
            raise BadInput(now_called(name, self._old[name])) from None


def _must_be_text(args: Sequence[str]) -> None:
    """What the shell hands over is bytes, and some are no text in any encoding."""
    for number, word in enumerate(args, 1):
        if not word.isascii() and any("\ud800" <= sign <= "\udfff" for sign in word):
            shown = word.encode("utf-8", "replace").decode()
            raise BadInput(f"argument {number}, '{shown[:60]}', is not text in UTF-8")


def _leave(code: int) -> NoReturn:
    """Exit. A call that is still in the core holds what the interpreter would tidy up."""
    thinking = sys.modules.get("kishi.players.thinking")  # not loaded: nothing was begun
    if thinking is not None and thinking.still_at_work():
        sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def _forgive_encoding(stream: Any) -> None:
    """A sign that the terminal cannot show, or bytes that are no text, must not end a game."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _close_quietly() -> None:
    """The reader of our output has gone; without this the interpreter complains as it exits."""
    sys.stdout = None


def _usage_line(wrong: click.ClickException) -> str:
    line = wrong.format_message()
    if isinstance(wrong, click.UsageError) and wrong.ctx is not None:
        if line == "Missing command." and isinstance(wrong.ctx.command, click.Group):
            line = f"name one of {', '.join(wrong.ctx.command.list_commands(wrong.ctx))}"
        line += f" (try '{wrong.ctx.command_path} --help')"
    return line


def _say(line: str) -> None:
    one_line = " ".join(line.split())
    print(f"kishi: {one_line}", file=sys.stderr)
