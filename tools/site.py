"""Hooks of mkdocs: pages that are made from help texts and docstrings, so that they cannot drift."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import click
from mkdocs.structure.files import File, Files

import kishi
import kishi.cli
from kishi.cli.group import Verb

SIGNATURE = re.compile(r"Overloaded function\.|\d+\. ``")  # of the core's overloads


def on_files(files: Files, config: Any) -> Files:
    for name, text in {**verb_pages(), "python.md": reference()}.items():
        files.append(File.generated(config, name, content=text))
    config["nav"] = [_with_pages(entry, files) for entry in config["nav"]]
    return files


def _with_pages(entry: Any, files: Files) -> Any:
    """Folders whose pages come and go without a line elsewhere: verbs, and experiments."""
    listed = {"Verbs": ["verbs.md", *_in("verbs/", files)], "Measured": _in("measured/", files)}
    name = next(iter(entry)) if isinstance(entry, dict) else ""
    return {name: listed[name]} if name in listed else entry


def _in(folder: str, files: Files) -> list[str]:
    return sorted(f.src_uri for f in files.documentation_pages() if f.src_uri.startswith(folder))


# One page a verb, and a list of them.


def verb_pages() -> dict[str, str]:
    context = click.Context(kishi.cli.main, info_name="kishi")
    pages, rows = {}, ["# Every verb", "| verb | what it does |\n|---|---|"]
    for name in kishi.cli.main.list_commands(context):
        listed = kishi.cli.main.get_command(context, name)
        assert isinstance(listed, Verb)
        command = listed.load()
        pages[f"verbs/{name}.md"] = "\n\n".join([f"# kishi {name}", *_help(command, context, name)])
        rows[-1] += f"\n| [{name}](verbs/{name}.md) | {listed.help} |"
    return {"verbs.md": "\n\n".join(rows) + "\n", **pages}


def _help(command: click.Command, parent: click.Context, name: str) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent, max_content_width=100)
    yield "```text\n" + command.get_help(context) + "\n```"
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield f"## {name} {inner}"
            yield from _help(found, context, inner)


# The public names.


def reference() -> str:
    parts = ["# Python reference", "All that `import kishi` offers, and `kishi.env`."]
    parts += [_entry(name, getattr(kishi, name)) for name in kishi.__all__]
    from kishi import env  # noqa: PLC0415 - needs an extra

    parts += ["## Environments", inspect.getdoc(env) or ""]
    parts += [_entry(name, getattr(env, name), "kishi.env.") for name in env.__all__]
    return "\n\n".join(parts) + "\n"


def _entry(name: str, value: Any, prefix: str = "kishi.") -> str:
    parts = [f"## {name}", f"```python\n{prefix}{name}{_signature(value)}\n```", _text(value)]
    if inspect.isclass(value):
        parts += [_member(member, found) for member, found in _members(value)]
    return "\n\n".join(part for part in parts if part)


def _members(cls: type) -> list[tuple[str, Any]]:
    """Its public methods and properties that say what they do, the inherited ones of kishi's among them."""
    ours = [c for c in reversed(cls.__mro__) if c.__module__.startswith("kishi")]
    found = {name: member for c in ours for name, member in vars(c).items() if name[0] != "_"}
    return [
        (name, member)
        for name, member in found.items()
        if inspect.getdoc(member)
        and (callable(member) or isinstance(member, property | classmethod))
    ]


def _member(name: str, member: Any) -> str:
    """The core's docstrings begin with the signatures of a function, Python's do not have them."""
    lines = (inspect.getdoc(member) or "").splitlines()
    told = [line for line in lines if line.startswith((f"{name}(", "(self)"))]
    rest = " ".join(line for line in lines if line not in told and not SIGNATURE.match(line))
    shown = told or [name if isinstance(member, property) else f"{name}{_signature(member)}"]
    calls = ", ".join(f"`{line if line[0] != '(' else name}`" for line in shown)
    return f"- {calls}: {' '.join(rest.split())}"


def _text(value: Any) -> str:
    return inspect.getdoc(value) or ""


def _signature(value: Any) -> str:
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""
