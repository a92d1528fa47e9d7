"""The pages' scripts, joined: what a page needs comes in one or two requests, not in forty.

Scripts are plain ES modules with imports of the form `import { a, b as c } from './x.js';` and exports
that are declarations. `app.js` is sent together with all that it imports. What it imports only when
needed, `import('./review.js')`, is sent with what that alone imports; a module that two such pages
share goes with `app.js`, so that each module is there once. A module becomes a function that returns
what it exports, so that names of its own stay its own. Comments on lines of their own are for who reads
the sources and are not sent.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

MAIN = "app.js"
COMMENT = re.compile(r"^[ \t]*//(?: .*)?\n", re.M)
IMPORT = re.compile(r"^import \{([^}]*)\} from '([^']+)';\n", re.M)
LATER = re.compile(r"\bimport\('([^']+)'\)")
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
OTHER_FORM = re.compile(r"^(?:import\b(?!\()|export\b).*", re.M)


class Module(NamedTuple):
    """One file."""

    path: str
    text: str

    @property
    def name(self) -> str:
        """What it is called among the others: no name of a script begins so."""
        return "$" + re.sub(r"\W", "_", self.path.removesuffix(".js"))

    def needs(self) -> list[str]:
        return [self._beside(other) for _, other in IMPORT.findall(self.text)]

    def may_need(self) -> list[str]:
        return [self._beside(other) for other in LATER.findall(self.text)]

    def exports(self) -> list[str]:
        return EXPORT.findall(self.text)

    def wrapped(self) -> str:
        """As a constant that holds what it exports."""
        body = EXPORT.sub("", self.bound())
        self._must_be_plain(body)
        return f"const {self.name} = (() => {{\n{body}return {{ {', '.join(self.exports())} }};\n}})();\n"

    def bound(self) -> str:
        """The text with its imports taken from those constants."""

        def taken(found: re.Match[str]) -> str:
            other = Module(self._beside(found[2]), "")
            return f"const {{{found[1].replace(' as ', ': ')}}} = {other.name};\n"

        return IMPORT.sub(taken, self.text)

    def last(self) -> str:
        """The text of a module that others only import by the address of its script."""
        text = self.bound()
        self._must_be_plain(EXPORT.sub("", text))
        return text

    def _beside(self, other: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), other))

    def _must_be_plain(self, text: str) -> None:
        """`export let` is another form: what imports take is the value of the time."""
        other = OTHER_FORM.search(text)
        if other is not None:
            raise ValueError(f"{self.path} cannot be joined with others: {other[0]}")


def joined(texts: Mapping[str, str], version: str) -> dict[str, str]:
    """The scripts to send, by their paths; `version` is in the addresses by which they ask for others."""
    modules = {path: Module(path, COMMENT.sub("", text)) for path, text in texts.items()}
    later = sorted({path for module in modules.values() for path in module.may_need()})
    closures = {path: _closure(modules, [path]) for path in later}
    times = Counter(path for closure in closures.values() for path in closure)
    shared = [path for path, count in times.items() if count > 1]
    main = _closure(modules, [*shared, *modules[MAIN].needs()])
    scripts = {MAIN: _script(modules, [*main, MAIN])}
    scripts[MAIN] += f"export {{ {_names(modules, main)} }};\n"
    for path, closure in closures.items():
        own = [p for p in closure if p not in main]
        scripts[path] = _from_main(modules, path, [p for p in closure if p in main])
        scripts[path] += _script(modules, own) if own else _again(modules[path])
    return {path: _versioned(text, version) for path, text in scripts.items()}


def _closure(modules: Mapping[str, Module], roots: Iterable[str]) -> list[str]:
    """The roots and all that they import, each after what it imports itself."""
    found: list[str] = []

    def visit(path: str, within: tuple[str, ...]) -> None:
        if path in within:
            raise ValueError(f"{path} imports itself by way of {within[-1]}")
        if path not in found:
            for other in modules[path].needs():
                visit(other, (*within, path))
            found.append(path)

    for root in roots:
        visit(root, ())
    return found


def _names(modules: Mapping[str, Module], paths: list[str]) -> str:
    return ", ".join(modules[path].name for path in paths)


def _script(modules: Mapping[str, Module], paths: list[str]) -> str:
    """Modules in one file; the last is the one that the file is named after."""
    *others, last = paths
    parts = [f"// {path}\n{modules[path].wrapped()}" for path in others]
    return "".join([*parts, f"// {last}\n{modules[last].last()}"])


def _from_main(modules: Mapping[str, Module], path: str, used: list[str]) -> str:
    """The line by which a script has what came with the main one."""
    main = posixpath.relpath(MAIN, posixpath.dirname(path) or ".")
    return f"import {{ {_names(modules, used)} }} from './{main}';\n" if used else ""


def _again(module: Module) -> str:
    """A script of which all came with the main one, since others import it too."""
    return f"export const {{ {', '.join(module.exports())} }} = {module.name};\n"


def _versioned(text: str, version: str) -> str:
    text = re.sub(r"^(import \{[^}]*\} from '[^']+\.js)'", rf"\1?v={version}'", text, flags=re.M)
    return re.sub(r"\bimport\('([^']+)'\)", rf"import('\1?v={version}')", text)
